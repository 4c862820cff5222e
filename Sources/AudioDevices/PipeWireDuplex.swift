import AudioCore
internal import CPipeWire
import Glibc
import Synchronization

/// An output whose cycles are those of an input: each comes right after the input's, so that what the input brings is heard
/// in the same cycle of the server.
///
/// The two are in one group, which the server schedules by one clock. The output's object is of the kind that is triggered, as
/// in PipeWire's own loopback module: the server would run an ordinary one before the input. While the input does not run,
/// and from when its device is gone, the output has an ordinary object. Either object is made beside the other, and takes over
/// between two cycles. Between the loss of the device and the first cycle of the ordinary object, a node without ports triggers
/// the other one (`PipeWireMetronome`).
///
/// Everything here belongs to the loop, but for `waitForChange`.
extension PipeWireStream {
    /// How long an object may take to run.
    private static let patience = (steps: 250, nanoseconds: UInt64(1_000_000))
    /// How long its stream waits for an object at all, in nanoseconds. After that it only checks.
    private static let mostPatience: UInt64 = 2_000_000_000

    func follow(_ input: (any DeviceStream)?) -> Bool {
        guard !isInput else { return false }
        let input = input as? PipeWireStream
        guard owner.locked({ leader !== input }) else { return input != nil }
        leave()
        let follows = owner.locked {
            guard let input, input.isInput, input.port != nil, input.follower == nil, input.node != nil, port != nil
            else { return false }
            leader = input
            input.follower = self
            input.port?.update([("node.group", input.group)])
            couple()
            return true
        }
        waitForChange()
        return follows
    }

    /// Ends the relation to the input, where there is one, while both still run.
    func leave() {
        owner.locked { separate() }
        waitForChange()
    }

    /// Goes over to cycles of its own. Does not wait.
    func separate() {
        guard let leader else { return }
        for object in [port, next] { object?.leaderIsLost() }
        uncouple()
        leader.follower = nil
        leader.port?.update([("node.group", "")])
        self.leader = nil
    }

    /// Goes over to the cycles of the input. One that runs does so once the input runs.
    func couple() {
        guard let leader, !(next ?? port!).isTriggered else { return }
        guard leader.isActive || !isActive else { return }
        try? changeOver(to: leader)
    }

    /// Goes over to cycles of its own and stays with the input, which is to run again.
    func uncouple() {
        guard let last = next ?? port, last.isTriggered else { return }
        do throws(AudioError) { try changeOver(to: nil) } catch { didEnd(last) }
    }

    /// Makes another object. Where the stream runs, the present one continues until the other has a cycle.
    private func changeOver(to leader: PipeWireStream?) throws(AudioError) {
        finishChange()
        let new = try makePort(leader)
        if let next {
            next.close()
            takeTurnBack()
        }
        next = new
        nextSince = HostTime.now()
        guard isActive else {
            adoptNext()
            return
        }
        new.setActive(true)
    }

    /// Closes the object that has been replaced, if there is one.
    func finishChange() {
        if let next, hasTurn(next) { adoptNext() }
    }

    private func adoptNext() {
        guard let next else { return }
        port?.close()
        port = next
        portHasEnded = false
        self.next = nil
        giveTurn(to: next)
    }

    /// The next object will not take over, though the audio thread may just have given it the turn.
    private func takeTurnBack() {
        if let port { giveTurn(to: port) }
    }

    /// Destroys the objects that the server has ended. Not in a function that an object itself calls.
    func closeEnded() {
        for object in ended { object.close() }
        ended = []
    }

    /// Waits until a change is over. For threads that may wait, without the loop's lock.
    func waitForChange() {
        owner.locked { closeEnded() }
        for _ in 0..<Self.patience.steps {
            let isOver = owner.locked {
                finishChange()
                return next == nil || !isActive || HostTime.now() > nextSince + Self.mostPatience
            }
            if isOver { break }
            Thread.sleep(until: HostTime.now() + Self.patience.nanoseconds)
        }
        owner.locked {
            // An object that is to be triggered may have to wait for the session manager, and the other one plays until then.
            if let next, !isActive || !next.isTriggered { adoptNext() }
        }
    }

    /// The server has ended an object of this stream. Called by the object, which is destroyed later.
    func didEnd(_ object: PipeWirePort) {
        if object === next {
            ended.append(object)
            next = nil
            takeTurnBack()
        } else if object === port {
            portHasEnded = true
        }
        // The place of the present object is taken by the next one.
        guard next == nil, portHasEnded else { return owner.didEnd() }
        didLoseDevice()
        isTaken = true
        owner.didEnd()
    }

    /// The device that the stream names is gone, or the server has ended the stream.
    func didLoseDevice() {
        for object in [port, next] { object?.deviceIsLost() }
        follower?.separate()
    }

    // MARK: Triggering, for an input

    /// Lets each cycle of this input trigger one of an output's object.
    func trigger(_ object: OpaquePointer, _ metronome: PipeWireMetronome?) {
        triggerTimes.store(metronome?.times, ordering: .sequentiallyConsistent)
        triggered.store(object, ordering: .sequentiallyConsistent)
    }

    /// When this returns, the object is not being triggered and will not be.
    func stopTriggering(_ object: OpaquePointer) {
        if triggered.load(ordering: .sequentiallyConsistent) == object {
            triggered.store(nil, ordering: .sequentiallyConsistent)
            triggerTimes.store(nil, ordering: .sequentiallyConsistent)
        }
        // Also where it has gone on to another object: a turn of this one may be in progress.
        triggering.waitForTurn()
    }

    /// Runs the output's cycle, in the input's that began at a time in nanoseconds. Real-time safe; for the audio thread alone.
    @_noLocks func triggerFollower(_ now: Int64) {
        triggering.wrappingAdd(1, ordering: .sequentiallyConsistent)
        let takesTurn = triggerTimes.load(ordering: .sequentiallyConsistent)?.pointee.takesTurn(now) ?? true
        if takesTurn, let object = triggered.load(ordering: .sequentiallyConsistent) {
            let library = self.library
            // Documented for the process function of another stream.
            realtimeTrusted { _ = library.pw_stream_trigger_process(object) }
        }
        triggering.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }
}

extension Atomic where Value == Int {
    /// Waits for the end of what the audio thread does now, where this number is odd while it does that.
    func waitForTurn() {
        let turn = load(ordering: .sequentiallyConsistent)
        guard turn & 1 == 1 else { return }
        while load(ordering: .sequentiallyConsistent) == turn { Thread.sleep(until: HostTime.now() + 100_000) }
    }
}
