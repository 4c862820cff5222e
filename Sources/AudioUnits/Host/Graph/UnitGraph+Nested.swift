import AudioCore
import CAudioToolbox

// Nodes that are graphs.

/// A unit that is connected for a node.
struct ConnectedUnit {
    let instance: ComponentInstance
    let reference: AudioComponentInstance
}

extension UnitGraph {
    /// How many graphs one may be within. The audio thread renders them one within the other, on a stack of fixed size.
    package static let mostDepth = 64

    /// Adds a node that is a graph of its own. It is open where this graph is.
    ///
    /// - Throws: `memoryFull` where there are too many graphs, or too many within each other.
    package func addGraph() throws(AudioError) -> Int32 {
        guard depth < Self.mostDepth else { throw .memoryFull.because("too many graphs are within each other") }
        let id = model.withLock { model -> Int32 in
            defer { model.nextID += 1 }
            return model.nextID
        }
        let graph = UnitGraph(within: self, as: id)
        let reference = try Self.handles.insert(graph)
        graph.reference = reference
        guard append(graph, as: id) else {
            graph.abandon()
            throw .parameter.because("the graph has been disposed of")
        }
        return id
    }

    /// Adds a new graph, which is open where this one is. From then on it opens and closes with this one.
    ///
    /// - Returns: false where this graph has been disposed of.
    private func append(_ graph: UnitGraph, as id: Int32) -> Bool {
        while true {
            // It has no nodes yet.
            let isOpen = self.isOpen
            graph.model.withLock { $0.isOpen = isOpen }
            let isKept = model.withLock { model -> Bool? in
                guard !model.isDisposed else { return false }
                guard model.isOpen == isOpen else { return nil }
                model.nodes.insert(GraphNode(id: id, description: AudioComponentDescription(), graph: graph))
                return true
            }
            if let isKept { return isKept }
        }
    }

    /// The reference of the graph that a node is.
    ///
    /// - Throws: `graphNode` for a node that is a unit.
    package func graph(of node: Int32) throws(AudioError) -> OpaquePointer {
        let graph = try model.withLock { model throws(AudioError) in try model.node(node) }.graph
        guard let reference = graph?.reference else { throw .graphNode.because("the node is a unit") }
        return reference
    }

    package func isGraph(_ node: Int32) throws(AudioError) -> Bool {
        try model.withLock { model throws(AudioError) in try model.node(node) }.graph != nil
    }

    // MARK: Life

    /// Ends the graph of a client's reference.
    ///
    /// - Throws: `parameter` for a graph within another, which ends with that one or its node.
    package static func remove(_ reference: OpaquePointer?) throws(AudioError) {
        guard try handles.object(for: reference).depth == 0 else {
            throw .parameter.because("the graph is within another, which disposes of it")
        }
        try handles.remove(reference).dispose()
    }

    /// Notes that the graph ends, with those within it, whose references become invalid.
    func abandon() {
        let graphs = model.withLock { model in
            model.isDisposed = true
            return model.nodes.graphs
        }
        if let reference { _ = try? Self.handles.remove(reference) }
        for graph in graphs { graph.abandon() }
    }

    /// Stops the graph, and those within it that have been started on their own.
    func stopAll() throws(AudioError) {
        try stop()
        for graph in model.withLock({ $0.nodes.graphs }) { try graph.stopAll() }
    }

    /// Prepares what is wanted for a batch of the graph that this one is within. From then on edits wait for an update.
    ///
    /// - Parameter isUsed: whether the node has an interaction, so that the output unit is initialized.
    func join(_ isAnew: Bool, isUsed: Bool, _ staged: inout StagedSources) throws(AudioError) {
        model.withLock { $0.isInitialized = true }
        try apply(isAnew, &staged)
        guard isUsed, let output = model.withLock({ $0.nodes.output }), let instance = output.instance else { return }
        if !output.isInitialized {
            try instance.initialize()
            model.withLock { $0.nodes.change(output.id) { $0.isInitialized = true } }
        }
        hook.setRate(outputRate)
    }

    private var outputRate: Double {
        let output = model.withLock { $0.nodes.output }?.instance
        return (try? output?.format(kAudioUnitScope_Output, 0).sampleRate) ?? 0
    }

    /// Forgets the load, that of the graphs within this one too.
    func resetLoad() {
        hook.reset(rate: outputRate)
        for graph in model.withLock({ $0.nodes.graphs }) { graph.resetLoad() }
    }

    // MARK: Cycles

    /// Whether this thread is in a cycle of the graph, or of one that it shares a tree with.
    var isInCycle: Bool { (tree.root ?? self).isInCycleWithin }

    private var isInCycleWithin: Bool {
        if hook.isInCycle { return true }
        let graphs = model.withLock { $0.nodes.graphs + $0.leaving.compactMap(\.graph) }
        return graphs.contains { $0.isInCycleWithin }
    }

    // MARK: Connections

    /// The unit that is connected for a node: its own, or the output unit of its graph.
    ///
    /// - Returns: nil where the node has no unit yet.
    /// - Throws: `graphOutput` where the node's graph has no output unit.
    func connected(_ node: GraphNode) throws(AudioError) -> ConnectedUnit? {
        var node = node
        if let graph = node.graph {
            guard let output = graph.model.withLock({ $0.nodes.output }) else {
                throw .graphOutput.because("the graph that a node is has no output unit")
            }
            node = output
        }
        guard let instance = node.instance, let reference = node.reference else { return nil }
        return ConnectedUnit(instance: instance, reference: reference)
    }

    /// The same input in the other of two graphs: one of an output unit is one of the node too that its graph is.
    private func otherSide(_ place: GraphInput) -> (graph: UnitGraph, place: GraphInput)? {
        guard let node = model.withLock({ $0.nodes.node(place.node) }) else { return nil }
        if let graph = node.graph {
            guard let output = graph.model.withLock({ $0.nodes.output }) else { return nil }
            return (graph, GraphInput(node: output.id, element: place.element))
        }
        guard node.isOutput, let owner else { return nil }
        return (owner, GraphInput(node: ownNode, element: place.element))
    }

    /// Throws where the other graph has given an input its source.
    func checkOtherSide(_ place: GraphInput) throws(AudioError) {
        guard let (graph, place) = otherSide(place) else { return }
        let isTaken = graph.model.withLock { $0.wanted[place] != nil }
        guard !isTaken else { throw .graphConnection.because("the input has a source in the other graph") }
    }

    /// Whether the source of an input is the other graph's.
    func isMadeOnOtherSide(_ place: GraphInput) -> Bool {
        guard let (graph, place) = otherSide(place) else { return false }
        return graph.model.withLock { $0.made[place] != nil }
    }
}
