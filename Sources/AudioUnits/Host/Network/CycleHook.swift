import AudioCore
import CAudioToolbox
import Glibc
import Synchronization

/// What a network does in each cycle of its output unit, of which it is a render notification: it puts new connections in
/// place before the cycle, calls an owner's notifications, and measures how long the cycle takes.
package final class CycleHook: @unchecked Sendable {
    private let gate = RenderGate()
    private let gateLink: Unmanaged<RenderGate>
    private let notifies = Published()
    private let notifiesLink: Unmanaged<Published>
    /// The address of the batch that the next cycle begins with. Its owner keeps it alive.
    private let batch = Atomic<UInt>(0)
    /// How many threads may be at work on the batch.
    private let helpers = Atomic<Int>(0)
    private let rendering = Atomic<Bool>(false)
    /// The thread of the cycle that is in progress; 0 for none.
    private let thread = Atomic<UInt>(0)
    private let rate = Atomic<UInt64>(0)
    private let average = Atomic<UInt32>(0)
    private let most = Atomic<UInt32>(0)
    private var start: UInt64 = 0
    /// Those that wait for the end of a cycle, or of the work on the batch.
    private let waiting = WaitingThreads()

    package init() {
        gateLink = .passUnretained(gate)
        notifiesLink = .passUnretained(notifies)
    }

    static let function: RenderCallback = { context, flags, time, bus, frames, list in
        guard let context, let list, bus == 0 else { return 0 }
        Unmanaged<CycleHook>.fromOpaque(context)._withUnsafeGuaranteedRef {
            $0.cycle(flags.pointee, time, frames, list)
        }
        return 0
    }

    /// The function and its context, as units take them.
    package var notification: (function: UnsafeRawPointer, context: UnsafeMutableRawPointer) {
        (unsafeBitCast(Self.function, to: UnsafeRawPointer.self), Unmanaged.passUnretained(self).toOpaque())
    }

    // MARK: Control

    func publish(_ list: [NotifyList.Entry]) { notifies.publish(list.isEmpty ? nil : NotifyList(list), gate) }

    /// Forgets the load, and measures by a rate.
    func reset(rate: Double) {
        setRate(rate)
        average.store(0, ordering: .relaxed)
        most.store(0, ordering: .relaxed)
    }

    /// Measures by a rate from now on.
    func setRate(_ rate: Double) { self.rate.store(rate.bitPattern, ordering: .relaxed) }

    /// The part of the time that the cycles take, of late.
    package var load: Float { Float(bitPattern: average.load(ordering: .relaxed)) }

    /// The most since the last call.
    func takeMostLoad() -> Float { Float(bitPattern: most.exchange(0, ordering: .relaxed)) }

    /// Whether this thread is in a cycle of the graph.
    package var isInCycle: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Has the next cycle begin with a batch.
    func offer(_ new: SourceBatch) {
        batch.store(UInt(bitPattern: Unmanaged.passUnretained(new).toOpaque()), ordering: .sequentiallyConsistent)
    }

    /// Ends what `offer` began, where a cycle has put the batch in place or none is in progress.
    ///
    /// - Parameter isForced: whether it ends in any case.
    /// - Returns: false where a cycle that may have begun without the batch is in progress.
    func complete(_ offered: SourceBatch, isForced: Bool = false) -> Bool {
        if !offered.isDone {
            // A cycle that begins from now on finds the batch, and puts all of it in place first.
            // A cycle that ran while the process was forked does not continue in the child.
            guard isForced || ForkedChild.isHere || !rendering.load(ordering: .sequentiallyConsistent) else {
                return false
            }
            offered.apply()
        }
        batch.store(0, ordering: .sequentiallyConsistent)
        if !ForkedChild.isHere { waiting.wait { helpers.load(ordering: .sequentiallyConsistent) == 0 } }
        offered.finish()
        return true
    }

    /// Waits until `complete` can end what `offer` began.
    func waitForCycle(_ offered: SourceBatch) {
        waiting.wait { offered.isDone || !rendering.load(ordering: .sequentiallyConsistent) }
    }

    /// Forgets a cycle whose end no unit reports.
    package func forget() {
        rendering.store(false, ordering: .sequentiallyConsistent)
        thread.store(0, ordering: .relaxed)
        waiting.wake()
    }

    // MARK: Audio thread

    @_noLocks private func cycle(
        _ flags: UInt32, _ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) {
        gateLink._withUnsafeGuaranteedRef { $0.enter() }
        defer { gateLink._withUnsafeGuaranteedRef { $0.leave() } }
        if flags & RenderFlags.preRender != 0 {
            var own: UInt = 0
            // Reads a register.
            realtimeTrusted { own = UInt(pthread_self()) }
            thread.store(own, ordering: .relaxed)
            rendering.store(true, ordering: .sequentiallyConsistent)
            takeBatch()
            start = HostTime.now()
            notify(flags, time, frames, list)
        } else if flags & RenderFlags.postRender != 0 {
            notify(flags, time, frames, list)
            let wasRendering = rendering.exchange(false, ordering: .sequentiallyConsistent)
            thread.store(0, ordering: .relaxed)
            waiting.wake()
            if wasRendering { measure(frames) }
        }
    }

    /// Makes a call on the audio thread as a cycle of its own: that of a unit which only records, and renders nothing.
    package func makeCycle(_ body: () -> Void) {
        gate.enter()
        defer { gate.leave() }
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        rendering.store(true, ordering: .sequentiallyConsistent)
        takeBatch()
        body()
        rendering.store(false, ordering: .sequentiallyConsistent)
        thread.store(0, ordering: .relaxed)
        waiting.wake()
    }

    @_noLocks private func takeBatch() {
        helpers.wrappingAdd(1, ordering: .sequentiallyConsistent)
        if let raw = UnsafeRawPointer(bitPattern: batch.load(ordering: .sequentiallyConsistent)) {
            Unmanaged<SourceBatch>.fromOpaque(raw)._withUnsafeGuaranteedRef { $0.apply() }
        }
        helpers.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        waiting.wake()
    }

    @_noLocks private func measure(_ frames: UInt32) {
        let rate = Double(bitPattern: self.rate.load(ordering: .relaxed))
        guard rate > 0, frames > 0 else { return }
        let load = Float(Double(HostTime.now() - start) * rate / (Double(frames) * 1e9))
        let before = Float(bitPattern: average.load(ordering: .relaxed))
        average.store((before == 0 ? load : before + (load - before) / 16).bitPattern, ordering: .relaxed)
        // The bits of numbers that are not negative are in their order.
        _ = most.max(load.bitPattern, ordering: .relaxed)
    }

    @_noLocks private func notify(
        _ flags: UInt32, _ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) {
        guard let raw = notifiesLink._withUnsafeGuaranteedRef({ $0.raw }) else { return }
        Unmanaged<NotifyList>.fromOpaque(raw)._withUnsafeGuaranteedRef { $0.call(flags, time, 0, frames, list) }
    }
}
