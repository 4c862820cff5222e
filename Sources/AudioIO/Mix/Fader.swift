import AudioCore
import AudioDSP
import Synchronization

/// A gain that control threads set and the audio thread follows, at once or in a ramp.
final class Fader: @unchecked Sendable {
    /// Bits of the gain, and of the seconds of its ramp.
    private let wanted: Atomic<UInt64>
    private let mute = Atomic<Bool>(false)
    private let own = UnsafeMutablePointer<Own>.allocate(capacity: 1)

    /// What only the audio thread touches.
    private struct Own {
        var known: UInt64
        var isMuted = false
        var ramp: GainRamp
    }

    init(_ gain: Float) {
        let gain = gain.isFinite ? gain : 1
        let bits = Self.bits(gain, over: 0)
        wanted = Atomic(bits)
        own.initialize(to: Own(known: bits, ramp: GainRamp(gain)))
    }

    deinit { own.deallocate() }

    private static func bits(_ gain: Float, over seconds: Float) -> UInt64 {
        UInt64(gain.bitPattern) << 32 | UInt64(seconds.bitPattern)
    }

    // MARK: Any thread

    /// What was set last.
    var gain: Float { Float(bitPattern: UInt32(wanted.load(ordering: .acquiring) >> 32)) }

    /// Goes to a gain from the next cycle on, in a straight line.
    ///
    /// - Parameters:
    ///   - gain: one that is no finite number changes nothing.
    ///   - seconds: how long that takes; 0 spreads it over the cycle.
    func set(_ gain: Float, over seconds: Float = 0) {
        guard gain.isFinite else { return }
        wanted.store(Self.bits(gain, over: seconds), ordering: .releasing)
    }

    /// Whether nothing passes. A change is spread over a cycle.
    var isMuted: Bool {
        get { mute.load(ordering: .acquiring) }
        set { mute.store(newValue, ordering: .releasing) }
    }

    /// Begins with the gain that was set last, while no cycle runs.
    func jump() {
        own.pointee.known = wanted.load(ordering: .acquiring)
        own.pointee.isMuted = isMuted
        own.pointee.ramp = GainRamp(isMuted ? 0 : gain)
    }

    // MARK: Audio thread

    /// Takes up what was set since the last cycle. Real-time safe.
    ///
    /// - Returns: whether samples stay what they are in this cycle.
    @_noLocks func begin(_ frames: Int, at sampleRate: Double) -> Bool {
        let bits = wanted.load(ordering: .acquiring)
        let isMuted = mute.load(ordering: .acquiring)
        let (known, wasMuted) = (own.pointee.known, own.pointee.isMuted)
        if bits != known || isMuted != wasMuted {
            let gain = isMuted ? 0 : Float(bitPattern: UInt32(bits >> 32))
            // A mute takes a cycle, whatever the ramp that was asked for before.
            let seconds = isMuted == wasMuted ? Float(bitPattern: UInt32(truncatingIfNeeded: bits)) : 0
            // To the nearest frame.
            let length = Double(seconds) * sampleRate + 0.5
            own.pointee.ramp.move(to: gain, over: length >= 1 ? Int(min(length, 0x1p40)) : frames)
            own.pointee.known = bits
            own.pointee.isMuted = isMuted
        }
        return own.pointee.ramp.isUnity
    }

    /// The gain of all frames of the cycle that was begun; nil where it changes. Real-time safe.
    var steadyGain: Float? { @_noLocks get { own.pointee.ramp.isMoving ? nil : own.pointee.ramp.gain } }

    /// Multiplies the cycle's first frames, those that are sound. Real-time safe.
    @_noLocks func apply(_ samples: UnsafeMutablePointer<Float>, _ count: Int, of frames: Int, channels: Int) {
        own.pointee.ramp.apply(samples, frames: count, channels: channels)
        own.pointee.ramp.skip(frames - count)
    }

    /// Adds the cycle's first frames, those that are sound, to others. Real-time safe.
    @_noLocks func add(
        _ samples: UnsafePointer<Float>, _ count: Int, of frames: Int, channels: Int,
        to target: UnsafeMutablePointer<Float>
    ) {
        own.pointee.ramp.add(samples, count, channels: channels, to: target)
        own.pointee.ramp.skip(frames - count)
    }
}
