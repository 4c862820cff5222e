import AudioCore
internal import CPipeWire
import Synchronization

/// A node without ports in the group of an input and the output that follows it, which the server calls in each cycle.
///
/// The output's object plays when the input triggers it. When the input's device is lost, the session manager destroys the
/// input some milliseconds later, and the output would be silent until its ordinary object plays. Once the loss is known, this
/// node triggers the object in each cycle in which the input has not done so yet. Before that, it does so from the third cycle on
/// that the input leaves out, as an input may be late.
///
/// A cycle in which nobody triggers the object is silent: the server gives up waiting for it when the next cycle begins.
///
/// Belongs to the loop, but for what the audio thread runs. That thread runs the input's cycles, too.
final class PipeWireMetronome {
    private let object: OpaquePointer
    private let library: PipeWireLibrary
    private let filter: OpaquePointer
    private let hook = UnsafeMutablePointer<PWHook>.allocateZeroed()
    /// Whether the object may be triggered, and a number that is odd while this node does so.
    private let isReady = Atomic<Bool>(false)
    private let triggering = Atomic<Int>(0)
    /// The output's stream.
    private let owner: Unmanaged<PipeWireStream>
    /// Whether the input is lost.
    private let isAlone = Atomic<Bool>(false)
    let times = UnsafeMutablePointer<Times>.allocate(capacity: 1)

    /// When cycles began, in nanoseconds. The audio thread's own.
    struct Times {
        let output: Unmanaged<PipeWireStream>
        /// The last in which the input triggered the object; 0 before the first.
        var input: Int64 = 0
        /// The last in which this node did.
        var own: Int64 = 0
        var halfCycle: Int64 = 0

        /// Notes that the input's turn has come, and says whether it is to trigger the object.
        @_noLocks mutating func takesTurn(_ now: Int64) -> Bool {
            input = now
            guard own == 0 || now &- own > halfCycle else { return false }
            output._withUnsafeGuaranteedRef { $0.triggerTime = now }
            return true
        }
    }

    /// With the loop's lock held.
    ///
    /// - Parameter object: the output's object that is triggered.
    init?(_ owner: PipeWireStream, _ core: OpaquePointer?, group: String, triggering object: OpaquePointer) {
        self.owner = .passUnretained(owner)
        self.object = object
        library = owner.library
        times.initialize(to: Times(output: .passUnretained(owner)))
        let properties =
            [
                ("node.group", group), ("node.always-process", "true"), ("node.name", "coreaudio-metronome"),
                ("node.autoconnect", "false"),
            ] + owner.owner.dataLoop
        guard let filter = library.pw_filter_new(core, "metronome", library.properties(properties)) else {
            return nil
        }
        self.filter = filter
        library.pw_filter_add_listener(filter, hook, Self.events, Unmanaged.passUnretained(self).toOpaque())
        let flags = UInt32(PWFilterRealtimeProcess | PWFilterInactive)
        guard library.pw_filter_connect(filter, flags, nil, 0) >= 0 else {
            library.pw_filter_destroy(filter)
            return nil
        }
    }

    deinit {
        hook.deallocate()
        times.deallocate()
    }

    /// Lets the server call the node, or not: it would keep the group's devices running.
    func setActive(_ active: Bool) { _ = library.pw_filter_set_active(filter, active) }

    /// Lets the object be triggered, or not any more: this node does not do so once this returns.
    func setReady(_ ready: Bool) {
        isReady.store(ready, ordering: .sequentiallyConsistent)
        if !ready { triggering.waitForTurn() }
    }

    /// The input is lost, or about to trigger the object no more.
    func inputIsLost() { isAlone.store(true, ordering: .releasing) }

    /// With the loop's lock held. The audio thread does not run this node any more.
    func close() {
        // Out of its group, and without need of a clock of its own, the node leaves its driver. A server before version 0.3.74 does not
        // forget a driver that such a node still has when it is destroyed: once that device is gone, it takes new memory for the
        // device's, and lets this process map the wrong one, which may be too short. `PipeWireClient` ends what is left behind where the
        // server itself destroys the node.
        library.withDictionary([("node.always-process", "false"), ("node.group", "")]) { properties in
            _ = library.pw_filter_update_properties(filter, nil, properties)
        }
        // A server leaves an inactive node with its driver.
        setActive(true)
        library.pw_filter_destroy(filter)
    }

    /// One cycle. Real-time safe.
    @_noLocks private func process(_ clock: UnsafePointer<PWPosition>) {
        let last = times.pointee.input
        guard last > 0, clock.pointee.rateDenominator > 0 else { return }
        let tick = Double(clock.pointee.rateNumerator) / Double(clock.pointee.rateDenominator)
        let cycle = Double(clock.pointee.duration) * tick * 1e9
        // The input's turn in this cycle may still come, and does nothing then.
        let patience = isAlone.load(ordering: .acquiring) ? 0.5 : 2.5
        let now = Int64(bitPattern: clock.pointee.nanoseconds)
        guard Double(now &- last) > patience * cycle else { return }
        triggering.wrappingAdd(1, ordering: .sequentiallyConsistent)
        defer { triggering.wrappingAdd(1, ordering: .sequentiallyConsistent) }
        guard isReady.load(ordering: .sequentiallyConsistent) else { return }
        (times.pointee.own, times.pointee.halfCycle) = (now, Int64(cycle / 2))
        owner._withUnsafeGuaranteedRef { $0.triggerTime = now }
        let (library, object) = (library, object)
        // As an input does it.
        realtimeTrusted { _ = library.pw_stream_trigger_process(object) }
    }

    private nonisolated(unsafe) static let events = {
        let table = UnsafeMutablePointer<PWFilterEvents>.allocateZeroed()
        table.pointee.version = UInt32(PWFilterEventsVersion)
        table.pointee.process = { data, position in
            guard let position else { return }
            Unmanaged<PipeWireMetronome>.fromOpaque(data!)._withUnsafeGuaranteedRef { $0.process(position) }
        }
        return table
    }()
}
