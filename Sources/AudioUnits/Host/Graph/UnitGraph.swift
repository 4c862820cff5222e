import AudioCore
import CAudioToolbox
import Glibc

/// Units that are connected to each other, and rendered for one output unit, for an `AUGraph`.
///
/// A node may be a graph of its own, which ends with the graph that it is within. Its output unit is connected for the node.
///
/// Clients edit a model. Opening makes the units, initializing connects and initializes them; later edits wait for an
/// update, which puts all of them in place between two cycles. Any thread may make any call, callbacks of the graph's units
/// too. No lock is held while a client's code runs.
package final class UnitGraph: @unchecked Sendable {
    package static let handles = HandleTable<UnitGraph>(
        kind: 11, wrongReference: .parameter.because("there is no such graph"))

    let registry: ComponentRegistry
    let model = LockedValue(GraphModel(), .state)
    let hook = CycleHook()
    let tree: GraphTree
    /// The graph that this one is within, and the node that it is there; nil and 0 for none.
    private(set) weak var owner: UnitGraph?
    let ownNode: Int32
    /// How many graphs this one is within.
    let depth: Int
    /// The client's reference, of a graph within another. Set before the client gets it.
    var reference: OpaquePointer?

    package init(_ registry: ComponentRegistry) {
        self.registry = registry
        (tree, ownNode, depth) = (GraphTree(), 0, 0)
        tree.root = self
    }

    init(within owner: UnitGraph, as node: Int32) {
        (registry, tree, ownNode, depth) = (owner.registry, owner.tree, node, owner.depth + 1)
        self.owner = owner
    }

    // MARK: Nodes

    /// Adds a node. It gets its unit when the graph opens, or at once where it is open.
    package func addNode(_ description: AudioComponentDescription) throws(AudioError) -> Int32 {
        let (id, isOpen) = try model.withLock { model throws(AudioError) -> (Int32, Bool) in
            let node = GraphNode(id: model.nextID, description: description)
            guard !node.isOutput || model.nodes.output == nil else { throw .graphOutput }
            model.nextID += 1
            model.nodes.insert(node)
            return (node.id, model.isOpen)
        }
        guard isOpen else { return id }
        do throws(AudioError) { try open(id, description) } catch {
            model.withLock { $0.nodes.remove(id) }
            throw error
        }
        return id
    }

    /// Removes a node with what it is connected to. A unit that may be rendering is disposed of by the next update.
    ///
    /// - Throws: `unitContext` for a graph, in a cycle.
    package func removeNode(_ id: Int32) throws(AudioError) {
        let graph = try model.withLock { model throws(AudioError) in try model.node(id) }.graph
        guard graph == nil || !isInCycle else {
            throw .unitContext.because("a render callback cannot remove a graph")
        }
        // A unit that was started on its own would continue to play.
        try graph?.stopAll()
        let isRunning = self.isRunning
        let isAtRest = try model.withLock { model throws(AudioError) in
            let node = try model.node(id)
            guard !node.isOutput || !isRunning else { throw .graphOutput }
            model.nodes.remove(id)
            model.wanted.removeAll(touching: id)
            if node.reference != nil || node.graph != nil { model.leaving.append(node) }
            return !model.isInitialized
        }
        graph?.abandon()
        // Where another call is at work on the units, a later one sees to this one.
        guard isAtRest, (try? begin(waits: false)) == true else { return }
        try end { () throws(AudioError) in try release() }
    }

    package var nodes: [Int32] { model.withLock { $0.nodes.all.map(\.id) } }

    package var nodeCount: Int { model.withLock { $0.nodes.count } }

    package func node(at index: UInt32) throws(AudioError) -> Int32 {
        try model.withLock { model throws(AudioError) in
            guard Int(index) < model.nodes.count else { throw .graphNode }
            return model.nodes[Int(index)].id
        }
    }

    /// The description of a node, and its unit where the graph is open.
    package func info(_ id: Int32) throws(AudioError) -> (
        description: AudioComponentDescription, unit: AudioComponentInstance?
    ) {
        let node = try model.withLock { model throws(AudioError) in try model.node(id) }
        return (node.description, node.reference)
    }

    // MARK: Life

    package var isOpen: Bool { model.withLock { $0.isOpen } }
    package var isInitialized: Bool { model.withLock { $0.isInitialized } }
    /// A graph runs with the one that it is within.
    package var isRunning: Bool { model.withLock { $0.isRunning } || owner?.isRunning == true }

    /// Makes the units of all nodes.
    package func open() throws(AudioError) {
        guard try begin() else { return }
        try end { () throws(AudioError) in try openUnits() }
    }

    private func openUnits() throws(AudioError) {
        var opened: Set<Int32> = []
        do throws(AudioError) {
            var last: Int32 = 0
            while let node = nextToOpen(&opened, after: last) {
                last = node.id
                if let graph = node.graph {
                    try graph.openUnits()
                } else if node.reference == nil {
                    try open(node.id, node.description, isOpening: true)
                }
            }
        } catch {
            disposeUnits()
            throw error
        }
    }

    /// A node that has not been opened yet. Where there is none, the graph is open: what is added from then on is opened at once.
    private func nextToOpen(_ opened: inout Set<Int32>, after last: Int32) -> GraphNode? {
        let known = opened
        let next = model.withLock { model -> GraphNode? in
            guard !model.isOpen else { return nil }
            // A node that another thread has added meanwhile may have a lower number.
            let next = model.nodes.node(after: last) ?? model.nodes.all.first { !known.contains($0.id) }
            if next == nil { model.isOpen = true }
            return next
        }
        if let next { opened.insert(next.id) }
        return next
    }

    /// Makes the unit of a node, unless the graph has been closed meanwhile.
    private func open(
        _ id: Int32, _ description: AudioComponentDescription, isOpening: Bool = false
    ) throws(AudioError) {
        var wanted = description
        (wanted.componentFlags, wanted.componentFlagsMask) = (0, 0)
        guard let found = registry.next(after: nil, wanted) else {
            throw .graphUnit.because("there is no component for a node")
        }
        let reference = try ComponentInstance.make(registry.component(found))
        let instance = try ComponentInstance.handles.object(for: reference)
        let isKept = model.withLock { model -> Bool in
            guard !model.isDisposed, isOpening || model.isOpen,
                let node = model.nodes.node(id), node.reference == nil
            else { return false }
            model.nodes.change(id) { ($0.reference, $0.instance) = (reference, instance) }
            return true
        }
        guard isKept else { return try ComponentInstance.dispose(reference) }
        guard description.componentType == FourCC("auou").rawValue else { return }
        let notification = hook.notification
        do throws(AudioError) { try instance.addNotify(notification.function, notification.context) } catch {
            drop(reference, of: id)
            throw error
        }
    }

    /// Disposes of a node's unit that the graph cannot use, unless another thread has closed the graph meanwhile.
    private func drop(_ reference: AudioComponentInstance, of id: Int32) {
        let isOwn = model.withLock { model -> Bool in
            guard let node = model.nodes.node(id), node.reference == reference else { return false }
            model.nodes.change(id) { ($0.reference, $0.instance) = (nil, nil) }
            return true
        }
        if isOwn { try? ComponentInstance.dispose(reference) }
    }

    /// Stops, and disposes of all units. The nodes and what connects them stay.
    ///
    /// - Throws: `parameter` where the graph is within another that is open.
    package func close() throws(AudioError) {
        try checkOwner(isOpen: true)
        try checkCaller()
        try stopAll()
        guard try begin() else { return }
        try end { () throws(AudioError) in
            // Another thread may have opened it since then.
            try checkOwner(isOpen: true)
            settle(waits: false, isForced: true)
            closeUnits()
        }
    }

    /// Disposes of all units, those of the graphs within this one too. A run that another thread has just started ends with
    /// its unit.
    private func closeUnits() {
        model.withLock { ($0.isInitialized, $0.isOpen, $0.isRunning) = (false, false, false) }
        disposeUnits()
    }

    private func disposeUnits() {
        let old = model.withLock { model -> [GraphNode] in
            let old = model.nodes.all + model.leaving
            model.nodes.changeAll { node in
                (node.reference, node.instance, node.isInitialized) = (nil, nil, false)
            }
            (model.made, model.leaving) = (MadeInteractions(), [])
            return old
        }
        for node in old { dispose(node) }
    }

    /// Disposes of a node's unit, or of those of its graph.
    func dispose(_ node: GraphNode) {
        if let graph = node.graph { return graph.closeUnits() }
        guard let reference = node.reference else { return }
        if node.isOutput, let instance = node.instance {
            let notification = hook.notification
            // A cycle may be calling the hook still.
            instance.removeNotify(notification.function, notification.context, keeping: hook)
            hook.forget()
        }
        try? ComponentInstance.dispose(reference)
    }

    /// Connects the units, and initializes those that are connected.
    package func initialize() throws(AudioError) {
        guard try begin() else { return }
        try end { () throws(AudioError) in
            let (isOpen, isInitialized) = model.withLock { ($0.isOpen, $0.isInitialized) }
            guard isOpen else { throw .graphUnit.because("the graph is not open") }
            guard !isInitialized else { return }
            guard settle(waits: !isInCycle, isForced: owner == nil) else {
                throw .unitContext.because("a graph around this one has edits on their way, and renders the caller")
            }
            model.withLock { $0.isInitialized = true }
            do throws(AudioError) { try apply(isAnew: true) } catch {
                uninitializeUnits()
                throw error
            }
            settle(waits: false, isForced: owner == nil)
        }
    }

    /// - Throws: `parameter` where the graph is within another that is initialized.
    package func uninitialize() throws(AudioError) {
        try checkOwner(isOpen: false)
        try checkCaller()
        try stopAll()
        guard try begin() else { return }
        try end { () throws(AudioError) in
            // As above.
            try checkOwner(isOpen: false)
            uninitializeUnits()
        }
    }

    /// - Parameter isOpen: whether to throw where the graph around this one is open, or else where it is initialized.
    private func checkOwner(isOpen: Bool) throws(AudioError) {
        guard let owner else { return }
        guard isOpen ? !owner.isOpen : !owner.isInitialized else {
            throw .parameter.because("the graph is within another, which is \(isOpen ? "open" : "initialized")")
        }
    }

    private func uninitializeUnits() {
        settle(waits: false, isForced: owner == nil)
        uninitializeAll()
    }

    private func uninitializeAll() {
        let (nodes, graphs) = model.withLock { model -> ([GraphNode], [UnitGraph]) in
            // Another thread may have started it since it was stopped. The output unit stops with the others.
            (model.isInitialized, model.isRunning) = (false, false)
            defer { model.nodes.changeAll { $0.isInitialized = false } }
            return (model.nodes.all.filter(\.isInitialized), model.nodes.graphs)
        }
        for node in nodes.reversed() { try? node.instance?.uninitialize() }
        for graph in graphs { graph.uninitializeAll() }
    }

    /// Applies what is pending, and starts the output unit.
    package func start() throws(AudioError) {
        let (isInitialized, isRunning, output) = model.withLock { ($0.isInitialized, $0.isRunning, $0.nodes.output) }
        guard isInitialized else { throw .unitUninitialized.because("the graph is not initialized") }
        guard !isRunning else { return }
        guard let output, let instance = output.instance else { throw .graphOutput.because("no node plays") }
        try update(then: { () throws(AudioError) in
            // Another thread may have uninitialized it since then.
            guard self.isInitialized else { throw .unitUninitialized.because("the graph is not initialized") }
            // Unless it is connected, nothing has initialized it.
            try instance.initialize()
            resetLoad()
            model.withLock { model in
                model.nodes.change(output.id) { $0.isInitialized = true }
                model.isRunning = true
            }
        })
        try bringToState(instance)
    }

    package func stop() throws(AudioError) {
        let output = model.withLock { model -> ComponentInstance? in
            guard model.isRunning else { return nil }
            model.isRunning = false
            return model.nodes.output?.instance
        }
        if let output { try bringToState(output) }
    }

    /// Starts or stops the output unit, as the last call of any thread wants it: a call that comes in between repeats it.
    private func bringToState(_ output: ComponentInstance) throws(AudioError) {
        while true {
            let (runs, turns) = model.withLock { ($0.isRunning, $0.turns) }
            do throws(AudioError) {
                if runs { try output.start() } else { try output.stop() }
            } catch {
                let isLast = model.withLock { model -> Bool in
                    guard model.turns == turns else { return false }
                    model.isRunning = false
                    return true
                }
                // Where another thread has stopped it meanwhile, that is no error of the start.
                guard isLast else { continue }
                throw error
            }
            if model.withLock({ $0.turns == turns }) { return }
        }
    }

    /// Ends the graph: to be called when no one has a reference to it.
    package func dispose() {
        abandon()
        closeAbandoned()
    }

    /// Closes the graph for good; once the call that is at work on the units has ended, where this one cannot wait for it.
    private func closeAbandoned() {
        do throws(AudioError) { try close() } catch {
            guard error.status == AudioError.unitContext.status else { return }
            tree.leave(self)
            // That call may have ended before.
            if (try? begin(waits: false)) == true { try? end { () throws(AudioError) -> Void in } }
        }
    }

    // MARK: One at a time

    /// Lets this thread alone bring the units to what is wanted, in this graph and all that it shares a tree with. No
    /// lock is held meanwhile.
    ///
    /// - Returns: false where another thread is at it, and `waits` is false.
    /// - Throws: `unitContext` where this thread is at it, and a listener makes the call.
    func begin(waits: Bool = true) throws(AudioError) -> Bool {
        let own = UInt(pthread_self())
        while true {
            let worker = tree.network.claim(own)
            if worker == 0 { return true }
            guard worker != own else { throw .unitContext.because("the graph is being changed by the caller") }
            guard waits, !isInCycle else {
                guard !waits else { throw .unitContext.because("the graph is being changed, and renders the caller") }
                return false
            }
            tree.network.waitForTurn()
        }
    }

    /// - Throws: `unitContext` where this thread is at work on the units, and a listener makes the call.
    private func checkCaller() throws(AudioError) {
        guard tree.network.worker != UInt(pthread_self()) else {
            throw .unitContext.because("the graph is being changed by the caller")
        }
    }

    /// Does the work that `begin` allowed.
    func end<Result>(_ work: () throws(AudioError) -> Result) throws(AudioError) -> Result {
        defer { tree.release()?.closeAbandoned() }
        return try work()
    }
}
