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
        guard tree.network.settle(waits: waits, isForced: isForced) else { return false }
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
    private var connectedUnits: Set<AudioComponentInstance> {
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
        // Nothing renders yet.
        if isAnew { staged.applyNow() }
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
                try staged.connect(
                    unit.instance, interaction.input, to: source.instance, source.reference, output)
            case .callback(let function, let context):
                try staged.connect(unit.instance, interaction.input, toFunction: function, context)
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
            try staged.disconnect(instance, interaction.input, isConnection: interaction.sourceNode != nil)
        }
    }

    /// Has the next cycle begin with new sources.
    private func offer(_ staged: StagedSources) { tree.network.offer(staged, hook) }
}
