import AudioCore
import CRealtime

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
    /// Frames by which the time line of the bus is ahead of the mix's: it goes on where the bus moves from mix to mix.
    var offset: Int64 = 0
    let observers = LockedValue(StreamObservers())

    init(device: String?, framesPerCycle: Int) {
        self.device = device
        self.framesPerCycle = framesPerCycle
        currentVolume.initialize(to: 1)
    }

    deinit { currentVolume.deallocate() }

    func notify(_ event: StreamEvent) {
        for handler in observers.withLock({ $0.handlers }) { handler(event) }
    }
}
