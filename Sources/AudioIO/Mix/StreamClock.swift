import AudioCore
import Synchronization

/// One moment in both of a stream's times, and the rate at which they go on from there.
///
/// Outputs and inputs give theirs in one host time: that is what relates a sample that was captured to one that is played.
package struct ClockAnchor: Equatable, Sendable {
    /// Frames since the stream's first.
    package var sampleTime: Int64
    /// Nanoseconds of `CLOCK_MONOTONIC`.
    package var hostTime: UInt64
    /// Nominal frames per second.
    package var sampleRate: Double
    /// How long a frame lasts by the host's clock, as a part of its nominal length.
    package var rateScalar: Double

    @_noLocks package init(sampleTime: Int64, hostTime: UInt64, sampleRate: Double, rateScalar: Double = 1) {
        self.sampleTime = sampleTime
        self.hostTime = hostTime
        self.sampleRate = sampleRate
        self.rateScalar = rateScalar
    }

    /// Frames that pass in a second of the host's clock.
    private var actualRate: Double { @_noLocks get { sampleRate / rateScalar } }

    /// The host time of a frame, which may have a fraction, clamped to the range of `UInt64`.
    package func hostTime(of sampleTime: Double) -> UInt64 {
        let distance = sampleTime - Double(self.sampleTime)
        let frames = abs(distance)
        // A whole number of frames keeps to whole nanoseconds, where the rate is whole too.
        let ticks =
            frames < 0x1p53 && frames == frames.rounded()
            ? HostTime.duration(of: Int64(frames), at: actualRate)
            : HostTime.duration(ofFractional: frames, at: actualRate)
        if distance < 0 { return ticks > hostTime ? 0 : hostTime - ticks }
        let (sum, isTooLate) = hostTime.addingReportingOverflow(ticks)
        return isTooLate ? .max : sum
    }

    /// The frame at a host time, with its fraction.
    @_noLocks package func sampleTime(at hostTime: UInt64) -> Double {
        let distance =
            hostTime >= self.hostTime ? Double(hostTime - self.hostTime) : -Double(self.hostTime - hostTime)
        return Double(sampleTime) + distance * actualRate / 1e9
    }
}

/// Carries the anchor of the last cycle from the audio thread to everyone else, whole.
struct StreamClock: ~Copyable {
    /// Odd while the others are being changed.
    private let version = Atomic<Int>(0)
    private let sampleTime = Atomic<Int64>(0)
    private let hostTime = Atomic<UInt64>(0)
    private let rateScalar = Atomic<UInt64>(0)

    /// Real-time safe. For the audio thread alone.
    @_noLocks func mark(sampleTime: Int64, hostTime: UInt64, rateScalar: Double = 1) {
        version.wrappingAdd(1, ordering: .sequentiallyConsistent)
        self.sampleTime.store(sampleTime, ordering: .sequentiallyConsistent)
        self.hostTime.store(hostTime, ordering: .sequentiallyConsistent)
        self.rateScalar.store(rateScalar.bitPattern, ordering: .sequentiallyConsistent)
        version.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    /// Forgets the last cycle. Only while there are no cycles.
    func clear() { version.store(0, ordering: .sequentiallyConsistent) }

    /// Nil before the first cycle. Real-time safe.
    @_noLocks func read(sampleRate: Double) -> ClockAnchor? {
        while true {
            let before = version.load(ordering: .sequentiallyConsistent)
            let anchor = ClockAnchor(
                sampleTime: sampleTime.load(ordering: .sequentiallyConsistent),
                hostTime: hostTime.load(ordering: .sequentiallyConsistent), sampleRate: sampleRate,
                rateScalar: Double(bitPattern: rateScalar.load(ordering: .sequentiallyConsistent)))
            let after = version.load(ordering: .sequentiallyConsistent)
            if before == after, before & 1 == 0 { return before == 0 ? nil : anchor }
        }
    }
}
