import AudioCore
import CRealtime
import Synchronization

/// What one output or input has in a mix: its sources or sinks, with a common gain and time line.
///
/// The router's lock guards what changes.
final class Bus: @unchecked Sendable {
    /// The device that was asked for; nil where the bus follows the default device.
    let device: String?
    let volume = Latest(1)
    /// The gain at the end of the last cycle: the audio thread's own.
    let currentVolume = UnsafeMutablePointer<Float>.allocate(capacity: 1)
    var sources: [OutputSource] = []
    /// The cycle that the bus asks for, in frames. The mix takes the shortest that its buses with sources ask for.
    var framesPerCycle: Int
    /// Whether the bus is on its way from one mix to another. No plan includes it then.
    var isMoving = false
    /// Frames by which the time line of the bus is ahead of the mix's. Written by the audio thread, from `resumeAt`.
    let offset = Atomic<Int64>(0)
    /// Where the time line goes on with the first cycle in another mix; the least number at other times.
    let resumeAt = Atomic<Int64>(.min)
    let observers = LockedValue(StreamObservers())

    init(device: String?, framesPerCycle: Int) {
        self.device = device
        self.framesPerCycle = framesPerCycle
        currentVolume.initialize(to: 1)
    }

    deinit { currentVolume.deallocate() }

    /// The sample time of the bus that belongs to one of its mix. Real-time safe.
    @_noLocks func sampleTime(_ mixTime: Int64) -> Int64 {
        let resumed = resumeAt.load(ordering: .acquiring)
        return resumed == .min ? mixTime + offset.load(ordering: .relaxed) : resumed
    }

    /// Fixes the time line at the first cycle in a mix. For the audio thread alone. Real-time safe.
    @_noLocks func resume(_ mixTime: Int64) {
        let resumed = resumeAt.load(ordering: .acquiring)
        guard resumed != .min else { return }
        offset.store(resumed - mixTime, ordering: .relaxed)
        resumeAt.store(.min, ordering: .releasing)
    }

    func notify(_ event: StreamEvent) {
        for handler in observers.withLock({ $0.handlers }) { handler(event) }
    }
}
