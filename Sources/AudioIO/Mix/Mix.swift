import AudioCore
import AudioDevices
import Synchronization

/// The audio thread's half of a mix, as the router sees it.
protocol MixSide: StreamSide {
    /// Makes `plan` the next one, and returns those that are to be freed without a lock.
    func publish(_ plan: UnsafeMutablePointer<OutputPlan>) -> SpentPlans
    /// Waits for the end of a cycle that may have begun before the last `publish`; returns at once in the cycle itself.
    func waitForCycle()
    /// Keeps an owner of one of the buses until nothing has sounded for so long that the stream is held.
    func retainWhileRunning(_ owner: AnyObject)
    /// The sample time of the next cycle.
    var position: Int64 { get }
    /// The last cycle's first frame; nil before the first cycle.
    var anchor: ClockAnchor? { get }
}

/// One stream on one device in one role, with everything of this process that plays or records there.
///
/// The list of buses belongs to the router, under its lock.
final class Mix: Sendable {
    let side: any MixSide
    let keeper: StreamKeeper
    let shape: StreamShape
    let direction: DeviceDirection
    let role: StreamRole
    /// The device that the stream is bound to; nil where the server may move it, because everything in the mix follows
    /// the default device.
    let pinnedDevice: String?
    /// Until when, in host time, what follows the default device may share a stream that is bound to a device; the greatest
    /// number while sources name the device. Written under the router's lock.
    let sharedUntil = Atomic<UInt64>(.max)
    /// The length of the cycles that the buses ask for; written under the router's lock.
    let framesPerCycle: Atomic<Int>
    /// Whether one of them wants cycles to keep their length; written under the router's lock.
    let locksCycle: Atomic<Bool>
    /// What the stream is to be shown as; written under the router's lock.
    let title: LockedValue<String>

    /// Whether the stream has the rate of its device, and is to have it when that changes.
    let followsRate: Bool

    init(_ request: StreamRequest, followsRate: Bool = false) {
        self.followsRate = followsRate
        framesPerCycle = Atomic(request.shape.framesPerCycle)
        locksCycle = Atomic(request.locksCycle)
        title = LockedValue(request.title)
        shape = request.shape
        direction = request.direction
        role = request.role
        pinnedDevice = request.device
        let policy: StreamPolicy
        switch request.direction {
        case .output:
            side = OutputMixer(request.shape)
            policy = StreamPolicy(idleTime: 2_000_000_000, sweepTime: 2_000_000_000)
        case .input:
            side = InputSplitter(request.shape)
            policy = StreamPolicy(idleTime: 50_000_000, sweepTime: 50_000_000)
        }
        keeper = StreamKeeper(side, request, policy)
    }
}
