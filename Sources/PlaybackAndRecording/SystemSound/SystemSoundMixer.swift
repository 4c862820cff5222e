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

    /// What both halves read.
    private struct Voice: ~Copyable {
        let phase = Atomic<Int>(Phase.free)
        /// Asks for an early end.
        let isStopping = Atomic<Bool>(false)
        /// The output's frame at which the sound ended.
        let endFrame = Atomic<Int>(0)
    }

    /// What a voice plays: the control half's while the voice is free, the audio half's from then on.
    private struct Sound {
        var samples: UnsafePointer<Float>?
        var frames = 0
        var position = 0
    }

    private let channels: Int
    private let voiceCount = SystemSoundMixer.voiceCount
    private let voices: UnsafeMutablePointer<Voice>
    private let sounds: UnsafeMutablePointer<Sound>

    init(channels: Int) {
        self.channels = channels
        voices = .allocate(capacity: Self.voiceCount)
        for index in 0..<Self.voiceCount { (voices + index).initialize(to: Voice()) }
        sounds = .allocate(capacity: Self.voiceCount)
        sounds.initialize(repeating: Sound(), count: Self.voiceCount)
    }

    deinit {
        voices.deinitialize(count: Self.voiceCount)
        voices.deallocate()
        sounds.deallocate()
    }

    // MARK: Control

    /// Lets a free voice play from the next cycle on. The samples must live until the voice has ended.
    func start(_ voice: Int, _ samples: UnsafePointer<Float>, frames: Int) {
        sounds[voice] = Sound(samples: samples, frames: frames)
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
            let (voice, sound) = (voices + index, sounds + index)
            guard voice.pointee.phase.load(ordering: .acquiring) == Phase.playing else { continue }
            let isStopping = voice.pointee.isStopping.load(ordering: .acquiring)
            let length = min(sound.pointee.frames - sound.pointee.position, frames)
            if length > reach {
                _ = realtime_fill(
                    cycle.samples + reach * channels, 0, (length - reach) * channels * MemoryLayout<Float>.stride)
                reach = length
            }
            add(sound, length, fading: isStopping, to: cycle.samples)
            sound.pointee.position += length
            if isStopping || sound.pointee.position == sound.pointee.frames {
                voice.pointee.endFrame.store(Int(cycle.sampleTime) + length, ordering: .relaxed)
                voice.pointee.phase.store(Phase.ended, ordering: .releasing)
            }
        }
        return Int32(reach)
    }

    @_noLocks private func add(
        _ sound: UnsafeMutablePointer<Sound>, _ count: Int, fading: Bool, to samples: UnsafeMutablePointer<Float>
    ) {
        guard count > 0, let start = sound.pointee.samples else { return }
        let source = start + sound.pointee.position * channels
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
