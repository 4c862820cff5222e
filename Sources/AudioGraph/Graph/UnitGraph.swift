import AudioCore
import CAudioToolbox
import Glibc

/// Units that are connected to each other, and rendered for one output unit: what stands behind an `AUGraph`.
///
/// Clients edit a model. Opening makes the units, initialising connects and initialises them; later edits wait for an
/// update, which puts all of them in place between two cycles. Any thread may make any call, callbacks of the graph's units
/// too. No lock is held while a client's code runs.
package final class UnitGraph: @unchecked Sendable {
    package static let handles = HandleTable<UnitGraph>(
        kind: 11, wrongReference: .parameter.because("there is no such graph"))

    let registry: ComponentRegistry
    let model = LockedValue(GraphModel(), .state)
    let hook = GraphHook()

    package init(_ registry: ComponentRegistry = .shared) { self.registry = registry }

    // MARK: Nodes

    /// Adds a node. It gets its unit when the graph opens, or at once where it is open.
    package func addNode(_ description: AudioComponentDescription) throws(AudioError) -> Int32 {
        let (id, isOpen) = try model.withLock { model throws(AudioError) -> (Int32, Bool) in
            let node = GraphNode(id: model.nextID, description: description)
            guard !node.isOutput || model.output == nil else { throw .graphOutput }
            model.nextID += 1
            model.nodes.append(node)
            return (node.id, model.isOpen)
        }
        guard isOpen else { return id }
        do throws(AudioError) { try open(id, description) } catch {
            model.withLock { model in model.nodes.removeAll { $0.id == id } }
            throw error
        }
        return id
    }

    /// Removes a node with what it is connected to. A unit that may be rendering is disposed of by the next update.
    package func removeNode(_ id: Int32) throws(AudioError) {
        let isAtRest = try model.withLock { model throws(AudioError) in
            let node = try model.node(id)
            guard !node.isOutput || !model.isRunning else { throw .graphOutput }
            model.nodes.removeAll { $0.id == id }
            model.wanted.removeAll { $0.touches(id) }
            if node.reference != nil { model.leaving.append(node) }
            return !model.isInitialized
        }
        // Where another call is at work on the units, a later one sees to this one.
        guard isAtRest, (try? begin(waits: false)) == true else { return }
        try end { () throws(AudioError) in try release() }
    }

    package var nodes: [Int32] { model.withLock { $0.nodes.map(\.id) } }

    package func node(at index: UInt32) throws(AudioError) -> Int32 {
        let nodes = self.nodes
        guard index < UInt32(nodes.count) else { throw .graphNode }
        return nodes[Int(index)]
    }

    /// The description of a node, and its unit where the graph is open.
    package func info(_ id: Int32) throws(AudioError) -> (description: AudioComponentDescription, unit: OpaquePointer?)
    {
        let node = try model.withLock { model throws(AudioError) in try model.node(id) }
        return (node.description, node.reference)
    }

    // MARK: Life

    package var isOpen: Bool { model.withLock { $0.isOpen } }
    package var isInitialized: Bool { model.withLock { $0.isInitialized } }
    package var isRunning: Bool { model.withLock { $0.isRunning } }

    /// Makes the units of all nodes.
    package func open() throws(AudioError) {
        guard try begin() else { return }
        try end { () throws(AudioError) in
            let nodes = model.withLock { $0.isOpen ? [] : $0.nodes }
            do throws(AudioError) {
                for node in nodes where node.reference == nil { try open(node.id, node.description) }
            } catch {
                disposeUnits()
                throw error
            }
            model.withLock { $0.isOpen = true }
        }
    }

    private func open(_ id: Int32, _ description: AudioComponentDescription) throws(AudioError) {
        var wanted = description
        (wanted.componentFlags, wanted.componentFlagsMask) = (0, 0)
        guard let found = registry.next(after: nil, wanted) else {
            throw .graphUnit.because("there is no component for a node")
        }
        let reference = try ComponentInstance.make(registry.component(found))
        let instance = try ComponentInstance.handles.object(for: reference)
        let isKept = model.withLock { model -> Bool in
            guard !model.isDisposed, model.nodes.contains(where: { $0.id == id && $0.reference == nil }) else {
                return false
            }
            model.change(id) { ($0.reference, $0.instance) = (reference, instance) }
            return true
        }
        guard isKept else { return try ComponentInstance.dispose(reference) }
        if description.componentType == FourCC("auou").rawValue {
            let notification = hook.notification
            try instance.addNotify(notification.function, notification.context)
        }
    }

    /// Stops, and disposes of all units. The nodes and what connects them stay.
    package func close() throws(AudioError) {
        try stop()
        guard try begin() else { return }
        try end { () throws(AudioError) in
            model.withLock { ($0.isInitialized, $0.isOpen) = (false, false) }
            settle(waits: false, isForced: true)
            disposeUnits()
        }
    }

    private func disposeUnits() {
        let old = model.withLock { model -> [GraphNode] in
            let old = model.nodes + model.leaving
            for index in model.nodes.indices {
                (model.nodes[index].reference, model.nodes[index].instance) = (nil, nil)
                model.nodes[index].isInitialized = false
            }
            (model.made, model.leaving) = ([:], [])
            return old
        }
        for node in old { dispose(node) }
    }

    /// Disposes of a node's unit.
    func dispose(_ node: GraphNode) {
        guard let reference = node.reference else { return }
        if node.isOutput, let instance = node.instance {
            let notification = hook.notification
            try? instance.removeNotify(notification.function, notification.context)
            // A cycle may be calling the hook still.
            if let unit = instance.unit { unit.renderer.gate.retire(hook) } else { _ = Unmanaged.passRetained(hook) }
            hook.forget()
        }
        try? ComponentInstance.dispose(reference)
    }

    /// Connects the units, and initialises those that are connected.
    package func initialize() throws(AudioError) {
        guard try begin() else { return }
        try end { () throws(AudioError) in
            let (isOpen, isInitialized) = model.withLock { ($0.isOpen, $0.isInitialized) }
            guard isOpen else { throw .graphUnit.because("the graph is not open") }
            guard !isInitialized else { return }
            model.withLock { $0.isInitialized = true }
            do throws(AudioError) { try apply(isAnew: true) } catch {
                uninitializeUnits()
                throw error
            }
            settle(waits: false, isForced: true)
        }
    }

    package func uninitialize() throws(AudioError) {
        try stop()
        guard try begin() else { return }
        try end { () throws(AudioError) in uninitializeUnits() }
    }

    private func uninitializeUnits() {
        settle(waits: false, isForced: true)
        let nodes = model.withLock { model in
            model.isInitialized = false
            defer { for index in model.nodes.indices { model.nodes[index].isInitialized = false } }
            return model.nodes.filter(\.isInitialized)
        }
        for node in nodes.reversed() { try? node.instance?.uninitialize() }
    }

    /// Applies what is pending, and starts the output unit.
    package func start() throws(AudioError) {
        let (isInitialized, isRunning, output) = model.withLock { ($0.isInitialized, $0.isRunning, $0.output) }
        guard isInitialized else { throw .unitUninitialized.because("the graph is not initialised") }
        guard !isRunning else { return }
        guard let output, let instance = output.instance else { throw .graphOutput.because("no node plays") }
        try update()
        // Unless it is connected, nothing has initialised it.
        try instance.initialize()
        model.withLock { $0.change(output.id) { $0.isInitialized = true } }
        hook.reset(rate: (try? instance.format(kAudioUnitScope_Output, 0).sampleRate) ?? 0)
        model.withLock { $0.isRunning = true }
        do throws(AudioError) { try instance.start() } catch {
            model.withLock { $0.isRunning = false }
            throw error
        }
    }

    package func stop() throws(AudioError) {
        let output = model.withLock { model in
            defer { model.isRunning = false }
            return model.isRunning ? model.output?.instance : nil
        }
        try output?.stop()
    }

    /// Ends the graph: to be called when no one has a reference to it.
    package func dispose() {
        model.withLock { $0.isDisposed = true }
        try? close()
    }

    // MARK: One at a time

    /// Makes this thread the one that brings the units to what is wanted. No lock is held meanwhile.
    ///
    /// - Returns: false where another thread is at it, and `waits` is false.
    /// - Throws: `unitContext` where this thread is at it, and a listener makes the call.
    func begin(waits: Bool = true) throws(AudioError) -> Bool {
        let own = UInt(pthread_self())
        while true {
            let worker = model.withLock { model in
                defer { if model.worker == 0 { model.worker = own } }
                return model.worker
            }
            if worker == 0 { return true }
            guard worker != own else { throw .unitContext.because("the graph is being changed by the caller") }
            guard waits, !hook.isInCycle else {
                guard !waits else { throw .unitContext.because("the graph is being changed, and renders the caller") }
                return false
            }
            LockOrder.willWait()
            usleep(200)
        }
    }

    /// Does the work that `begin` allowed.
    func end<Result>(_ work: () throws(AudioError) -> Result) throws(AudioError) -> Result {
        defer { model.withLock { $0.worker = 0 } }
        return try work()
    }
}
