/// Takes from what a microphone hears the echo of what is played, and noise, and brings the voice to one level.
///
/// One channel at one rate. Made beforehand with all its memory. `process` is real-time safe.
package final class VoiceProcessor {
    /// Seconds of the longest echo, from the moment at which the played sound is said to be heard.
    private static let tail = 0.2
    /// Seconds that a block lasts at least.
    private static let leastBlock = 0.008

    /// Frames of a block, a power of two.
    package let block: Int
    /// Whether the voice is brought to one level. Of the thread that processes.
    package var levelsVoice = true
    /// Whether the last block had a near voice.
    package var hasVoice: Bool { @_noLocks get { suppressorLink._withUnsafeGuaranteedRef { $0.hasVoice } } }
    /// Whether enough has been heard to distinguish a voice from steady noise.
    package var knowsNoise: Bool { @_noLocks get { suppressorLink._withUnsafeGuaranteedRef { $0.knowsNoise } } }

    private let filter: EchoFilter
    private let suppressor: EchoSuppressor
    private let filterLink: Unmanaged<EchoFilter>
    private let suppressorLink: Unmanaged<EchoSuppressor>
    private var level = VoiceLevel()
    private let played: UnsafeMutablePointer<Float>
    private let heard: UnsafeMutablePointer<Float>
    private let clean: UnsafeMutablePointer<Float>
    private var count = 0

    package init(sampleRate: Double) {
        block = Self.block(sampleRate)
        filter = EchoFilter(block: block, tail: Int(sampleRate * Self.tail))
        suppressor = EchoSuppressor(block: block)
        (filterLink, suppressorLink) = (.passUnretained(filter), .passUnretained(suppressor))
        played = .allocate(capacity: 3 * block)
        played.initialize(repeating: 0, count: 3 * block)
        (heard, clean) = (played + block, played + 2 * block)
    }

    deinit { played.deallocate() }

    /// Frames of a block at a rate.
    private static func block(_ sampleRate: Double) -> Int {
        var block = 32
        while Double(block) < sampleRate * leastBlock, block < 8192 { block *= 2 }
        return block
    }

    /// Frames by which the voice is late.
    package static func latency(_ sampleRate: Double) -> Int { 2 * block(sampleRate) }

    /// Takes frames of what was played, each with the one that was heard at the same time, and writes as many of the voice.
    @_noLocks package func process(
        played far: UnsafePointer<Float>, heard near: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>,
        frames: Int
    ) {
        var done = 0
        while done < frames {
            let part = min(frames - done, block - count)
            for index in 0..<part {
                played[count + index] = VoiceLevel.sound(far[done + index])
                heard[count + index] = VoiceLevel.sound(near[done + index])
                output[done + index] = clean[count + index]
            }
            done += part
            count += part
            if count == block { processBlock() }
        }
    }

    /// Forgets the room, the noise and the level.
    @_noLocks package func reset() {
        for index in 0..<3 * block { played[index] = 0 }
        count = 0
        level = VoiceLevel()
        filterLink._withUnsafeGuaranteedRef { $0.reset() }
        suppressorLink._withUnsafeGuaranteedRef { $0.reset() }
    }

    @_noLocks private func processBlock() {
        count = 0
        let (played, heard, clean) = (self.played, self.heard, self.clean)
        filterLink._withUnsafeGuaranteedRef { $0.process(played: played, heard: heard) }
        let (residual, echo, expected) = filterLink._withUnsafeGuaranteedRef { ($0.residual, $0.echo, $0.expected) }
        suppressorLink._withUnsafeGuaranteedRef {
            $0.process(residual, echo: echo, expected: expected, into: clean)
        }
        level.process(clean, block, hasVoice: hasVoice, isOn: levelsVoice)
    }
}
