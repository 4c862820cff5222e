/// Tells whether a sound has a voice, as `VoiceProcessor` does of what a microphone hears: by its power against steady noise.
///
/// Made beforehand with all its memory. `take` is real-time safe.
package final class VoiceDetector {
    private let block: Int
    private let suppressor: EchoSuppressor
    private let suppressorLink: Unmanaged<EchoSuppressor>
    /// A block of the sound, one of silence for its echo, of which there is none, and what becomes of it.
    private let sound: UnsafeMutablePointer<Float>
    private let silence: UnsafeMutablePointer<Float>
    private let clean: UnsafeMutablePointer<Float>
    private var count = 0

    /// Whether the last block had a voice. Until the noise is known, about a second from the start, none has.
    package var hasVoice: Bool {
        @_noLocks get {
            suppressorLink._withUnsafeGuaranteedRef { suppressor in
                guard suppressor.knowsNoise else { return false }
                return suppressor.hasVoice
            }
        }
    }

    package init(sampleRate: Double) {
        block = VoiceProcessor.block(sampleRate)
        suppressor = EchoSuppressor(block: block)
        suppressorLink = .passUnretained(suppressor)
        // The power of an echo has one bin more than the block has frames.
        sound = .allocate(capacity: 3 * block + 1)
        sound.initialize(repeating: 0, count: 3 * block + 1)
        (clean, silence) = (sound + block, sound + 2 * block)
    }

    deinit { sound.deallocate() }

    /// Takes frames, whose channels are side by side, and looks at their mean.
    @_noLocks package func take(_ samples: UnsafePointer<Float>, frames: Int, channels: Int) {
        let scale = 1 / Float(max(1, channels))
        for frame in 0..<frames {
            var sum: Float = 0
            for channel in 0..<channels { sum += samples[frame * channels + channel] }
            sound[count] = VoiceLevel.sound(sum * scale)
            count += 1
            if count == block { processBlock() }
        }
    }

    @_noLocks private func processBlock() {
        count = 0
        let (sound, silence, clean) = (self.sound, self.silence, self.clean)
        suppressorLink._withUnsafeGuaranteedRef {
            $0.process(sound, echo: silence, expected: silence, into: clean)
        }
    }
}
