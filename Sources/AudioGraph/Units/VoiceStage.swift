import AudioCore
import AudioDSP
import AudioIO
import CRealtime
import Synchronization

/// What clients set of a unit's voice processing, as the audio thread sees it.
final class VoiceControls: Sendable {
    let isBypassed = Atomic<Bool>(false)
    let levelsVoice = Atomic<Bool>(true)
    let isMuted = Atomic<Bool>(false)
}

/// Makes a voice of what a device has recorded, before it goes to the client.
///
/// Made when the unit is initialised. It processes the mean of the device's channels, and gives the voice in all of them.
final class VoiceStage: @unchecked Sendable {
    /// What the device plays; nil where it is not asked to.
    let played: PlayedSound?
    private let playedLink: Unmanaged<PlayedSound>?
    private let controls: VoiceControls
    private let controlsLink: Unmanaged<VoiceControls>
    private let processor: VoiceProcessor
    private let processorLink: Unmanaged<VoiceProcessor>
    private let channels: Int
    private let capacity: Int
    private let far: UnsafeMutablePointer<Float>
    private let heard: UnsafeMutablePointer<Float>
    private let voice: UnsafeMutablePointer<Float>
    private let output: UnsafeMutablePointer<Float>
    /// Whether the last cycle was passed as it is.
    private var wasBypassed = false

    /// - Parameters:
    ///   - format: what the device records, interleaved.
    ///   - hearsOutput: whether the unit plays, so that there is an echo.
    ///   - capacity: the most frames of a cycle.
    init(_ format: StreamFormat, hearsOutput: Bool, _ controls: VoiceControls, capacity: Int) {
        played = hearsOutput ? PlayedSound(sampleRate: format.sampleRate) : nil
        playedLink = played.map { .passUnretained($0) }
        self.controls = controls
        controlsLink = .passUnretained(controls)
        processor = VoiceProcessor(sampleRate: format.sampleRate)
        processorLink = .passUnretained(processor)
        channels = max(1, format.channels)
        self.capacity = capacity
        far = .allocate(capacity: capacity)
        far.initialize(repeating: 0, count: capacity)
        heard = .allocate(capacity: capacity)
        voice = .allocate(capacity: capacity)
        output = .allocate(capacity: capacity * channels)
    }

    deinit {
        far.deallocate()
        heard.deallocate()
        voice.deallocate()
        output.deallocate()
    }

    /// Processes a cycle whose first frame was captured at a host time. Real-time safe.
    ///
    /// - Returns: as many frames of the voice, or the samples as they are. Valid until the next cycle.
    @_noLocks func process(
        _ samples: UnsafeMutablePointer<Float>, frames: Int, capturedAt hostTime: UInt64
    ) -> UnsafeMutablePointer<Float> {
        let (isBypassed, levelsVoice, isMuted) = controlsLink._withUnsafeGuaranteedRef {
            (
                $0.isBypassed.load(ordering: .relaxed), $0.levelsVoice.load(ordering: .relaxed),
                $0.isMuted.load(ordering: .relaxed)
            )
        }
        guard frames <= capacity else { return samples }
        defer { wasBypassed = isBypassed }
        if isBypassed, !isMuted { return samples }
        if !isBypassed {
            // Sound from before a bypass is not continued.
            if wasBypassed { processorLink._withUnsafeGuaranteedRef { $0.reset() } }
            clean(samples, frames, hostTime, levelsVoice)
        }
        if isMuted {
            _ = realtime_fill(output, 0, frames * channels * MemoryLayout<Float>.stride)
        } else {
            for frame in 0..<frames {
                for channel in 0..<channels { output[frame * channels + channel] = voice[frame] }
            }
        }
        return output
    }

    @_noLocks private func clean(
        _ samples: UnsafeMutablePointer<Float>, _ frames: Int, _ hostTime: UInt64, _ levelsVoice: Bool
    ) {
        let scale = 1 / Float(channels)
        for frame in 0..<frames {
            var sum: Float = 0
            for channel in 0..<channels { sum += samples[frame * channels + channel] }
            heard[frame] = sum * scale
        }
        let (far, heard, voice) = (self.far, self.heard, self.voice)
        playedLink?._withUnsafeGuaranteedRef { $0.read(far, frames: frames, heardAt: hostTime) }
        processorLink._withUnsafeGuaranteedRef {
            $0.levelsVoice = levelsVoice
            $0.process(played: far, heard: heard, into: voice, frames: frames)
        }
    }
}
