import AudioCore
import CAudioToolbox
import Synchronization

/// A source that an input is to get, and the one that it has; or the same with the plan of a unit.
struct StagedSource {
    let slot: Published
    /// The addresses of the sources; the new one is retained for the slot.
    let old: UInt
    let new: UInt
    let gate: RenderGate
}

extension Unit {
    /// Notes the source of an input as a client's setting, and leaves it to the caller when the audio thread gets it.
    func stageSource(
        _ source: InputSource?, _ element: AudioUnitElement, _ staged: inout StagedSources
    ) throws(AudioError) {
        guard !playsOnDevice || element == 0 else { throw .unitElement }
        let (slot, old) = try state.withLock { state throws(AudioError) -> (Published, InputSource?) in
            guard !state.isDisposed else { throw .parameter }
            let known = try state.element(kAudioUnitScope_Input, element)
            state.inputs[Int(element)].source = source
            return (known.slot, known.source)
        }
        withExtendedLifetime(old) {}
        let new = source.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        staged.append(slot, new, renderer.gate)
    }

    /// Sets the format of an input for its next source, and stages the plan for it. Until then the present source gives
    /// the audio thread frames of the old format, for the old plan.
    func stageFormat(
        _ format: StreamFormat, _ element: AudioUnitElement, _ staged: inout StagedSources
    ) throws(AudioError) {
        var plan: RenderPlan?
        try setFormat(format, kAudioUnitScope_Input, element, byConnection: true) { () throws(AudioError) in
            plan = try renew()
        }
        guard let plan else { return }
        staged.append(
            renderer.planSlot, UInt(bitPattern: Unmanaged.passRetained(plan).toOpaque()), renderer.gate)
    }
}

extension Unit {
    /// Adds inputs without a source, in the format of the last, and stages the plan that has them.
    package func stageInputs(_ count: Int, _ staged: inout StagedSources) throws(AudioError) {
        let isNew = state.withLock { state -> Bool in
            guard blueprint.mayChangeInputs, state.inputs.count < count else { return false }
            let format = state.inputs.last?.format ?? Self.usualFormat
            while state.inputs.count < count { state.inputs.append(UnitElement(format: format)) }
            return true
        }
        guard isNew else { return }
        if let plan = try renew() {
            staged.append(
                renderer.planSlot, UInt(bitPattern: Unmanaged.passRetained(plan).toOpaque()), renderer.gate)
        }
        notify(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input)
    }
}

/// What a batch is going to change, in order.
package struct StagedSources {
    private(set) var all: [StagedSource] = []
    /// What the slots are going to have.
    private var coming: [ObjectIdentifier: UInt] = [:]

    package var isEmpty: Bool { all.isEmpty }

    package init() {}

    /// Adds a change of a slot, which the batch may change already. The new address is retained.
    mutating func append(_ slot: Published, _ new: UInt, _ gate: RenderGate) {
        let old = coming.updateValue(new, forKey: ObjectIdentifier(slot)) ?? UInt(bitPattern: slot.raw)
        all.append(StagedSource(slot: slot, old: old, new: new, gate: gate))
    }
}

/// New sources of inputs that all hold from one cycle on.
///
/// The audio thread puts them in place before a cycle; where none is in progress, another thread may. Both may do it at
/// once: what one of them finds done, it leaves.
final class SourceBatch: @unchecked Sendable {
    private struct Swap: ~Copyable {
        let slot: Unmanaged<Published>
        let old: UInt
        let new: UInt
        let isMade = Atomic<Bool>(false)
    }

    private let staged: [StagedSource]
    private let swaps: UnsafeMutablePointer<Swap>
    private let count: Int
    private let done = Atomic<Bool>(false)

    init(_ sources: StagedSources) {
        staged = sources.all
        count = staged.count
        swaps = .allocate(capacity: max(1, staged.count))
        for (index, source) in staged.enumerated() {
            (swaps + index).initialize(
                to: Swap(slot: .passUnretained(source.slot), old: source.old, new: source.new))
        }
    }

    deinit {
        swaps.deinitialize(count: count)
        swaps.deallocate()
    }

    var isDone: Bool { done.load(ordering: .sequentiallyConsistent) }

    /// Puts the sources in place. Real-time safe.
    @_noLocks func apply() {
        for index in 0..<count {
            let (slot, old, new) = (swaps[index].slot, swaps[index].old, swaps[index].new)
            let isMade = slot._withUnsafeGuaranteedRef { $0.replace(old, new) }
            if isMade { swaps[index].isMade.store(true, ordering: .sequentiallyConsistent) }
        }
        done.store(true, ordering: .sequentiallyConsistent)
    }

    /// Releases the sources that are no longer used. To be called once, when no thread applies the batch.
    func finish() {
        for (index, source) in staged.enumerated() {
            let isMade = swaps[index].isMade.load(ordering: .sequentiallyConsistent)
            // A client has set another source meanwhile: that one stays.
            let unused = UnsafeRawPointer(bitPattern: isMade ? source.old : source.new)
            guard let unused else { continue }
            source.gate.retire(Unmanaged<AnyObject>.fromOpaque(unused).takeRetainedValue())
        }
    }
}
