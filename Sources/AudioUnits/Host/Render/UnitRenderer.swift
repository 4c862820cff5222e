import AudioCore
import CAudioToolbox
import CRealtime
import Synchronization

/// The audio half of a unit: what `AudioUnitRender` and `AudioUnitProcess` run.
package final class UnitRenderer: @unchecked Sendable {
    let gate = RenderGate()
    /// Both are valid while the renderer lives.
    private let gateLink: Unmanaged<RenderGate>
    private let plan = Published()
    private let planLink: Unmanaged<Published>
    private let notifies = Published()
    private let notifiesLink: Unmanaged<Published>
    /// The first error since the client read it.
    private let firstError = Atomic<Int32>(0)
    private let stamp = RenderStamp()
    private let stampLink: Unmanaged<RenderStamp>
    /// The part of their time that renders have taken of late, as bits of Float64.
    private let average = Atomic<UInt64>(0)
    /// Called on the audio thread where the first error occurs. Set before the first render.
    var onError: (() -> Void)?

    init() {
        gateLink = .passUnretained(gate)
        planLink = .passUnretained(plan)
        notifiesLink = .passUnretained(notifies)
        stampLink = .passUnretained(stamp)
    }

    // MARK: Control

    /// The plan that renders; nil while the unit is not initialized.
    func publish(_ new: RenderPlan?) {
        plan.publish(new, gate)
        if new == nil { average.store(0, ordering: .relaxed) }
    }

    /// Where the audio thread finds it.
    var planSlot: Published { plan }

    func publish(_ list: NotifyList?) { notifies.publish(list, gate) }

    /// Gives a body the parameters of the plan that renders, which live as long as it runs. Any thread.
    ///
    /// - Returns: nil while there is no plan.
    func withParameters<Result>(_ body: (RenderParameters) -> Result) -> Result? {
        gateLink._withUnsafeGuaranteedRef { $0.enter() }
        defer { gateLink._withUnsafeGuaranteedRef { $0.leave() } }
        guard let raw = planLink._withUnsafeGuaranteedRef({ $0.raw }) else { return nil }
        return Unmanaged<RenderPlan>.fromOpaque(raw)._withUnsafeGuaranteedRef { body($0.parameters) }
    }

    func takeError() -> Int32 { firstError.exchange(0, ordering: .acquiringAndReleasing) }

    /// The sample time of the last render.
    var sampleTime: Double { stamp.sampleTime }

    /// The time of the last render; nil before the first, and after `forgetTime`.
    package var lastTime: AudioTimeStamp? { stamp.time }

    /// Forgets the time of the last render.
    package func forgetTime() { stamp.clear() }

    /// The part of their time that renders have taken of late: 1 where one takes as long as its frames last.
    var load: Double { Double(bitPattern: average.load(ordering: .relaxed)) }

    // MARK: Audio thread

    /// Notes how long a render has taken that began at a host time.
    @_noLocks private func measure(since start: UInt64, _ frames: UInt32, _ sampleRate: Double) {
        guard frames > 0, sampleRate > 0 else { return }
        let load = Double(HostTime.now() &- start) * sampleRate / (Double(frames) * 1e9)
        let before = Double(bitPattern: average.load(ordering: .relaxed))
        average.store((before == 0 ? load : before + (load - before) / 16).bitPattern, ordering: .relaxed)
    }

    /// The most units that render one within the other: a thread's stack has a fixed size.
    static let mostDepth: Int32 = 512

    /// Renders an output. Real-time safe.
    @_noLocks package func render(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: UnsafePointer<AudioTimeStamp>, bus: UInt32, frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> Int32 {
        gateLink._withUnsafeGuaranteedRef { $0.enter() }
        let (arithmetic, depth) = (realtime_flush_tiny_numbers(), realtime_enter_unit())
        defer {
            realtime_leave_unit()
            realtime_restore_arithmetic(arithmetic)
            gateLink._withUnsafeGuaranteedRef { $0.leave() }
        }
        let given = flags?.pointee ?? 0
        guard depth <= UnitRenderer.mostDepth else { return fail(kAudio_MemFullError, given, time, bus, frames, list) }
        guard let raw = planLink._withUnsafeGuaranteedRef({ $0.raw }) else {
            return fail(kAudioUnitErr_Uninitialized, given, time, bus, frames, list)
        }
        let plan = Unmanaged<RenderPlan>.fromOpaque(raw)
        let wrong = plan._withUnsafeGuaranteedRef { $0.check(bus, frames, BufferList(list)) }
        guard wrong == 0 else { return fail(wrong, given, time, bus, frames, list) }
        stampLink._withUnsafeGuaranteedRef { $0.note(time) }
        notify(given | RenderFlags.preRender, time, bus, frames, list)
        let start = HostTime.now()
        var pass = RenderPass(given, time, bus: Int(bus), frames: Int(frames))
        let status = plan._withUnsafeGuaranteedRef { plan -> Int32 in
            guard plan.claim(Int(bus)) else { return kAudioUnitErr_CannotDoInCurrentContext }
            let status = plan.renderBus(&pass)
            if status == 0 { plan.outputs[Int(bus)].hand(to: BufferList(list), Int(frames), flags) }
            plan.release(Int(bus))
            return status
        }
        measure(since: start, frames, plan._withUnsafeGuaranteedRef { $0.outputs[Int(bus)].sampleRate })
        if status != 0 { note(status) }
        notify(RenderFlags.after(flags?.pointee ?? given, status), time, bus, frames, list)
        return status
    }

    /// An error before anything was rendered.
    @_noLocks private func fail(
        _ status: Int32, _ flags: UInt32, _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32, _ frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> Int32 {
        note(status)
        notify(RenderFlags.after(flags, status), time, bus, frames, list)
        return status
    }

    /// Keeps the first error for the client.
    @_noLocks private func note(_ status: Int32) {
        let isFirst = firstError.compareExchange(expected: 0, desired: status, ordering: .acquiringAndReleasing)
            .exchanged
        // An error is not an ordinary cycle: listeners, if a client has any, are looked up under a lock, and called without
        // it.
        let own = Unmanaged.passUnretained(self)
        if isFirst { realtimeTrusted { own._withUnsafeGuaranteedRef { $0.onError?() } } }
    }

    @_noLocks private func notify(
        _ flags: UInt32, _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32, _ frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) {
        guard let raw = notifiesLink._withUnsafeGuaranteedRef({ $0.raw }) else { return }
        Unmanaged<NotifyList>.fromOpaque(raw)._withUnsafeGuaranteedRef { $0.call(flags, time, bus, frames, list) }
    }

    // MARK: Samples to samples

    /// What `AudioUnitProcessMultiple` works on.
    package struct Given {
        let inputs: UnsafePointer<UnsafeMutablePointer<AudioBufferList>>
        let inputCount: Int
        let outputs: UnsafePointer<UnsafeMutablePointer<AudioBufferList>>
        let outputCount: Int

        package init(
            inputs: UnsafePointer<UnsafeMutablePointer<AudioBufferList>>, _ inputCount: Int,
            outputs: UnsafePointer<UnsafeMutablePointer<AudioBufferList>>, _ outputCount: Int
        ) {
            (self.inputs, self.inputCount) = (inputs, inputCount)
            (self.outputs, self.outputCount) = (outputs, outputCount)
        }
    }

    /// Renders all outputs from given inputs. Real-time safe.
    @_noLocks package func process(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: UnsafePointer<AudioTimeStamp>, frames: UInt32, _ given: Given
    ) -> Int32 {
        gateLink._withUnsafeGuaranteedRef { $0.enter() }
        let arithmetic = realtime_flush_tiny_numbers()
        defer {
            realtime_restore_arithmetic(arithmetic)
            gateLink._withUnsafeGuaranteedRef { $0.leave() }
        }
        let first = given.outputs[0]
        let before = flags?.pointee ?? 0
        guard let raw = planLink._withUnsafeGuaranteedRef({ $0.raw }) else {
            return fail(kAudioUnitErr_Uninitialized, before, time, 0, frames, first)
        }
        let plan = Unmanaged<RenderPlan>.fromOpaque(raw)
        let wrong = plan._withUnsafeGuaranteedRef {
            $0.check(frames, given, isChecked: before & RenderFlags.isChecked == 0)
        }
        guard wrong == 0 else { return fail(wrong, before, time, 0, frames, first) }
        stampLink._withUnsafeGuaranteedRef { $0.note(time) }
        notify(before | RenderFlags.preRender, time, 0, frames, first)
        let start = HostTime.now()
        let status = plan._withUnsafeGuaranteedRef { plan -> Int32 in
            guard plan.claim(-1) else { return kAudioUnitErr_CannotDoInCurrentContext }
            let status = plan.process(flags, time, Int(frames), given)
            plan.release(-1)
            return status
        }
        measure(since: start, frames, plan._withUnsafeGuaranteedRef { $0.outputs[0].sampleRate })
        if status != 0 { note(status) }
        notify(RenderFlags.after(flags?.pointee ?? before, status), time, 0, frames, first)
        return status
    }
}

/// The render notifications of a unit, as the audio thread calls them. Never changed: another list takes its place.
final class NotifyList: @unchecked Sendable {
    struct Entry {
        let function: RenderCallback
        let context: UnsafeMutableRawPointer?

        func isSame(_ other: Entry) -> Bool {
            context == other.context
                && unsafeBitCast(function, to: UInt.self) == unsafeBitCast(other.function, to: UInt.self)
        }
    }

    private let entries: UnsafeMutablePointer<Entry>
    private let count: Int

    init(_ list: [Entry]) {
        count = list.count
        entries = .allocate(capacity: max(1, list.count))
        entries.initialize(from: list, count: list.count)
    }

    deinit { entries.deallocate() }

    /// Calls each function with a copy of the flags. Audio thread.
    @_noLocks func call(
        _ flags: UInt32, _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32, _ frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) {
        LockOrder.willCallClient(under: .cycle)
        for index in 0..<count {
            var copy = flags
            let entry = entries[index]
            // The client has promised real-time safety.
            realtimeTrusted { _ = entry.function(entry.context, &copy, time, bus, frames, list) }
        }
    }
}
