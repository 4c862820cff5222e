import CAudioToolbox
import Synchronization

/// The time of the last render of a unit, which the audio thread notes and other threads read.
final class RenderStamp: Sendable {
    /// Odd while the audio thread writes.
    private let version = Atomic<UInt64>(0)
    private let sampleBits = Atomic<UInt64>(Double.nan.bitPattern)
    private let host = Atomic<UInt64>(0)
    private let flags = Atomic<UInt32>(0)

    /// Notes a time. For one thread at a time.
    @_noLocks func note(_ time: UnsafePointer<AudioTimeStamp>) {
        let before = version.load(ordering: .relaxed)
        version.store(before | 1, ordering: .sequentiallyConsistent)
        sampleBits.store(time.pointee.mSampleTime.bitPattern, ordering: .sequentiallyConsistent)
        host.store(time.pointee.mHostTime, ordering: .sequentiallyConsistent)
        flags.store(time.pointee.mFlags.rawValue, ordering: .sequentiallyConsistent)
        version.store((before | 1) &+ 1, ordering: .sequentiallyConsistent)
    }

    /// Forgets the time.
    func clear() { sampleBits.store(Double.nan.bitPattern, ordering: .sequentiallyConsistent) }

    /// The sample time alone.
    var sampleTime: Double {
        let time = Double(bitPattern: sampleBits.load(ordering: .relaxed))
        return time.isNaN ? 0 : time
    }

    /// The time; nil before the first render.
    var time: AudioTimeStamp? {
        while true {
            let before = version.load(ordering: .sequentiallyConsistent)
            var stamp = AudioTimeStamp()
            stamp.mSampleTime = Double(bitPattern: sampleBits.load(ordering: .sequentiallyConsistent))
            stamp.mHostTime = host.load(ordering: .sequentiallyConsistent)
            stamp.mFlags = AudioTimeStampFlags(rawValue: flags.load(ordering: .sequentiallyConsistent))
            // A write takes a few instructions.
            guard before & 1 == 0, version.load(ordering: .sequentiallyConsistent) == before else { continue }
            return stamp.mSampleTime.isNaN ? nil : stamp
        }
    }
}
