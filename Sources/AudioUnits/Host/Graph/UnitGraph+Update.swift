import AudioCore
import CAudioToolbox
import Glibc

// Bringing the units to what clients have asked for.
extension UnitGraph {
    /// Puts all edits in place, and waits until they are.
    ///
    /// - Throws: `unitContext` in a cycle of the graph, which cannot wait for its own end; what a unit threw. The edit that
    /// a unit has refused is dropped, those after it are left to the next update.
    package func update() throws(AudioError) { try update(then: {}) }

    /// Does the same, and more before another thread may change the units.
    func update(then more: () throws(AudioError) -> Void) throws(AudioError) {
        guard !isInCycle else { throw .unitContext.because("a render callback cannot wait for its cycle's end") }
        guard try begin() else { return }
        try end { () throws(AudioError) in
            settle(waits: true)
            defer { settle(waits: true) }
            try advance()
            try more()
        }
    }

    /// Prepares the edits and returns at once.
    ///
    /// - Returns: whether all edits are in place. Where they are not, the next cycle begins with them.
    package func updateSoon() throws(AudioError) -> Bool {
        guard try begin(waits: false) else { return false }
        return try end { () throws(AudioError) in
            guard settle(waits: false) else { return false }
            try advance()
            return settle(waits: false)
        }
    }

    private func advance() throws(AudioError) {
        if model.withLock({ $0.isInitialized }) { try apply(isAnew: false) } else { try release() }
    }

    /// Ends the batch that is on its way, and disposes of the units of removed nodes that nothing uses any more: in all graphs
    /// that this one shares a tree with.
    ///
    /// - Parameter isForced: whether a cycle may be in progress that has begun without the batch.
    /// - Returns: false where it is on its way still.
    @discardableResult func settle(waits: Bool, isForced: Bool = false) -> Bool {
        guard tree.settle(waits: waits, isForced: isForced) else { return false }
        (tree.root ?? self).disposeUnused()
        return true
    }

    private func disposeUnused() {
        // An output unit that was replaced is connected in the graph around this one until that is updated.
        let connected = owner?.connectedUnits ?? []
        let (unused, graphs) = model.withLock { model -> ([GraphNode], [UnitGraph]) in
            func isUsed(_ node: GraphNode) -> Bool {
                model.made.isSource(node.id) || node.reference.map { connected.contains($0) } ?? false
            }
            let unused = model.leaving.filter { !isUsed($0) }
            model.leaving = model.leaving.filter { isUsed($0) }
            return (unused, model.nodes.graphs)
        }
        for node in unused { dispose(node) }
        for graph in graphs { graph.disposeUnused() }
    }

    /// The units that know of an interaction of this graph.
    private var connectedUnits: Set<OpaquePointer> {
        model.withLock { model in Set(model.made.all.flatMap { [$0.unit, $0.source].compactMap { $0 } }) }
    }

    /// Takes the sources away that are no longer wanted, and disposes of removed nodes.
    func release() throws(AudioError) {
        // Where an outer graph renders, its cycle is waited for, unless that makes the call.
        let (waits, isForced) = (!isInCycle, owner == nil)
        guard settle(waits: waits, isForced: isForced) else { return }
        var staged = StagedSources()
        defer { settle(waits: waits, isForced: isForced) }
        defer { offer(staged) }
        try unmake(&staged)
    }

    /// Connects and initializes what is wanted and not there yet, the sources first.
    ///
    /// - Parameter isAnew: whether all of it is.
    func apply(isAnew: Bool) throws(AudioError) {
        var staged = StagedSources()
        // What has been prepared when a unit refuses an edit, is put in place.
        defer { offer(staged) }
        try apply(isAnew, &staged)
        if isAnew { settleNow(&staged) }
    }

    /// Prepares the same for a batch, in the graphs within this one too.
    func apply(_ isAnew: Bool, _ staged: inout StagedSources) throws(AudioError) {
        try unmake(&staged)
        let (nodes, wanted) = model.withLock { ($0.ordered, $0.wanted) }
        for node in nodes {
            for interaction in wanted.into(node.id) {
                try make(interaction, node, isAnew, &staged)
            }
            let isUsed = wanted.isUsed(node.id)
            if let graph = node.graph {
                try graph.join(isAnew, isUsed: isUsed, &staged)
            } else if isUsed, !node.isInitialized, let instance = node.instance {
                try instance.initialize()
                model.withLock { $0.nodes.change(node.id) { $0.isInitialized = true } }
            }
        }
    }

    /// Puts everything in place at once: nothing renders yet.
    private func settleNow(_ staged: inout StagedSources) {
        let batch = GraphBatch(staged)
        batch.apply()
        batch.finish()
        staged = StagedSources()
    }

    private func make(
        _ interaction: GraphInteraction, _ node: GraphNode, _ isAnew: Bool, _ staged: inout StagedSources
    ) throws(AudioError) {
        do throws(AudioError) {
            guard let unit = try connected(node) else { return }
            var source: ConnectedUnit?
            if let id = interaction.sourceNode {
                source = try connected(try model.withLock { model throws(AudioError) in try model.node(id) })
                guard source != nil else { return }
            }
            let new = MadeInteraction(
                interaction: interaction, unit: unit.reference, source: source?.reference)
            let known = model.withLock { $0.made[interaction.place] }
            guard isAnew || known != new else { return }
            switch interaction.source {
            case .connection(_, let output):
                guard let source else { return }
                try stage(unit.instance, interaction.input, source, output, &staged)
            case .callback(let function, let context):
                try stage(unit.instance, interaction.input, function, context, &staged)
            }
            model.withLock { $0.made[interaction.place] = new }
        } catch {
            if !isAnew {
                model.withLock { model in
                    if model.wanted[interaction.place] == interaction { model.wanted.remove(interaction.place) }
                }
            }
            throw error
        }
    }

    private func stage(
        _ instance: ComponentInstance, _ input: UInt32, _ source: ConnectedUnit, _ output: UInt32,
        _ staged: inout StagedSources
    ) throws(AudioError) {
        guard let unit = instance.unit else {
            return try setProperty(
                instance, kAudioUnitProperty_MakeConnection, input,
                (UInt(bitPattern: source.reference), output, input))
        }
        let format = try source.instance.format(kAudioUnitScope_Output, output)
        if try unit.format(kAudioUnitScope_Input, input) != format {
            if unit.playsOnDevice {
                try change(unit, input, to: format)
            } else {
                try unit.stageFormat(format, input, &staged)
            }
        }
        try unit.stageSource(InputSource(source.instance, bus: output), input, &staged)
    }

    /// Sets the format of an output unit's input, for which its device stops.
    private func change(_ unit: Unit, _ input: UInt32, to format: StreamFormat) throws(AudioError) {
        // What the input has now gives frames of the old format: it is taken away before the format changes.
        let old = unit.state.withLock { state in (try? state.element(kAudioUnitScope_Input, input))?.source }
        try unit.setSource(nil, input)
        do throws(AudioError) {
            try unit.setFormat(format, kAudioUnitScope_Input, input, byConnection: true)
        } catch {
            try? unit.setSource(old, input)
            throw error
        }
    }

    private func stage(
        _ instance: ComponentInstance, _ input: UInt32, _ function: UInt, _ context: UInt,
        _ staged: inout StagedSources
    ) throws(AudioError) {
        guard let unit = instance.unit else {
            return try setProperty(instance, kAudioUnitProperty_SetRenderCallback, input, (function, context))
        }
        guard let address = UnsafeRawPointer(bitPattern: function) else { return }
        let source = InputSource(
            unsafeBitCast(address, to: RenderCallback.self), UnsafeMutableRawPointer(bitPattern: context))
        try unit.stageSource(source, input, &staged)
    }

    /// Sets a property of a client's own unit.
    private func setProperty<Value: BitwiseCopyable>(
        _ instance: ComponentInstance, _ id: AudioUnitPropertyID, _ input: UInt32, _ value: Value
    ) throws(AudioError) {
        guard case .plugIn(let plugIn) = instance.body else { return }
        let status = withUnsafeBytes(of: value) {
            plugIn.setProperty(id, kAudioUnitScope_Input, input, $0.baseAddress, UInt32($0.count))
        }
        try ComponentInstance.check(status)
    }

    /// Takes away what is not wanted any more, and has no successor.
    private func unmake(_ staged: inout StagedSources) throws(AudioError) {
        let old = model.withLock { model -> [(MadeInteraction, GraphNode?)] in
            let lost = model.wanted.takeLost().filter { model.wanted[$0] == nil }
            return lost.compactMap { place in
                defer { model.made[place] = nil }
                return model.made[place].map { ($0, model.nodes.node(place.node)) }
            }
        }
        for (made, node) in old {
            // The unit of a removed node takes its sources with it.
            guard let node, let known = try? connected(node), known.reference == made.unit else { continue }
            let (interaction, instance) = (made.interaction, known.instance)
            guard !isMadeOnOtherSide(interaction.place) else { continue }
            if let unit = instance.unit {
                try unit.stageSource(nil, interaction.input, &staged)
            } else if interaction.sourceNode == nil {
                try setProperty(instance, kAudioUnitProperty_SetRenderCallback, interaction.input, (UInt(0), UInt(0)))
            } else {
                try setProperty(
                    instance, kAudioUnitProperty_MakeConnection, interaction.input,
                    (UInt(0), UInt32(0), interaction.input))
            }
        }
    }

    /// Has the next cycle begin with new sources.
    private func offer(_ staged: StagedSources) {
        guard !staged.isEmpty else { return }
        tree.offer(GraphBatch(staged), hook)
    }
}
