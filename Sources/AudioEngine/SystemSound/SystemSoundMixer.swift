import AudioCore
import CRealtime
import Synchronization

/// The audio thread's half of the system sounds: a fixed number of voices, each of which plays a sound in memory.
final class SystemSoundMixer: @unchecked Sendable {
    /// Sounds that can be heard at once.
    static let voiceCount = 64

    /// What a voice does. The control half takes it from free to playing and from ended to free, the audio half from
    /// playing to ended.
    enum Phase {
        static var free: Int { @_noLocks get { 0 } }
        static var playing: Int { @_noLocks get { 1 } }
        static var ended: Int { @_noLocks get { 2 } }
    }

    private struct Voice: ~Copyable {
        let phase = Atomic<Int>(Phase.free)
        /// Asks for an early end.
        let isStopping = Atomic<Bool>(false)
        /// The output's frame at which the sound ended.
        let endFrame = Atomic<Int>(0)
        // Set by the control half while the voice is free; the position is the audio thread's from then on.
        var samples: UnsafePointer<Float>?
        var frames = 0
        var position = 0
    }

    private let channels: Int
    private let voiceCount = SystemSoundMixer.voiceCount
    private let voices: UnsafeMutablePointer<Voice>

    init(channels: Int) {
        self.channels = channels
        voices = .allocate(capacity: Self.voiceCount)
        for index in 0..<Self.voiceCount { (voices + index).initialize(to: Voice()) }
    }

    deinit {
        voices.deinitialize(count: Self.voiceCount)
        voices.deallocate()
    }

    // MARK: Control

    /// Lets a free voice play from the next cycle on. The samples must live until the voice has ended.
    func start(_ voice: Int, _ samples: UnsafePointer<Float>, frames: Int) {
        voices[voice].samples = samples
        voices[voice].frames = frames
        voices[voice].position = 0
        voices[voice].isStopping.store(false, ordering: .relaxed)
        voices[voice].phase.store(Phase.playing, ordering: .releasing)
    }

    /// Lets a voice fade out in the next cycle.
    func stop(_ voice: Int) { voices[voice].isStopping.store(true, ordering: .releasing) }

    /// The output's frame at which a voice ended; nil while it plays.
    func endFrame(_ voice: Int) -> Int? {
        guard voices[voice].phase.load(ordering: .acquiring) == Phase.ended else { return nil }
        return voices[voice].endFrame.load(ordering: .relaxed)
    }

    /// Makes a voice that has ended free again.
    func free(_ voice: Int) { voices[voice].phase.store(Phase.free, ordering: .releasing) }

    // MARK: Audio thread

    /// Renders one cycle. Real-time safe.
    @_noLocks func render(_ cycle: RenderCycle) -> Int32 {
        let frames = Int(cycle.frames)
        // How much of the cycle has samples in it so far.
        var reach = 0
        for index in 0..<voiceCount {
            let voice = voices + index
            guard voice.pointee.phase.load(ordering: .acquiring) == Phase.playing else { continue }
            let isStopping = voice.pointee.isStopping.load(ordering: .acquiring)
            let length = min(voice.pointee.frames - voice.pointee.position, frames)
            if length > reach {
                _ = realtime_fill(
                    cycle.samples + reach * channels, 0, (length - reach) * channels * MemoryLayout<Float>.stride)
                reach = length
            }
            add(voice, length, fading: isStopping, to: cycle.samples)
            voice.pointee.position += length
            if isStopping || voice.pointee.position == voice.pointee.frames {
                voice.pointee.endFrame.store(Int(cycle.sampleTime) + length, ordering: .relaxed)
                voice.pointee.phase.store(Phase.ended, ordering: .releasing)
            }
        }
        return Int32(reach)
    }

    @_noLocks private func add(
        _ voice: UnsafeMutablePointer<Voice>, _ count: Int, fading: Bool, to samples: UnsafeMutablePointer<Float>
    ) {
        guard count > 0, let start = voice.pointee.samples else { return }
        let source = start + voice.pointee.position * channels
        guard fading else {
            for index in 0..<count * channels { samples[index] += source[index] }
            return
        }
        let slope = 1 / Float(count)
        for frame in 0..<count {
            let gain = 1 - Float(frame) * slope
            for index in frame * channels..<(frame + 1) * channels { samples[index] += source[index] * gain }
        }
    }
}
