import AudioCore
import CAudioToolbox

// What connects the nodes, the graph's notifications, and its load.
extension UnitGraph {
    /// Connects an output of a node to an input of another.
    package func connect(_ source: Int32, _ output: UInt32, to node: Int32, _ input: UInt32) throws(AudioError) {
        let wanted = GraphInteraction(
            source: .connection(node: source, output: output), node: node, input: input)
        try give(wanted.place) { model throws(AudioError) in
            let first = try model.node(source)
            _ = try model.node(node)
            guard model.wanted[wanted.place] == nil, !model.wanted.isConnected(source, output) else {
                throw .graphConnection.because("the input has a source, or the output is connected")
            }
            // What an output unit has recorded does not come from its input.
            guard first.isOutput && output != 0 || !model.feeds(node, source) else {
                throw .graphConnection.because("the node would get its own frames")
            }
            model.wanted.append(wanted)
        }
    }

    /// Has a client's function give an input its frames. A function of 0 takes one away.
    package func setCallback(
        _ function: UInt, _ context: UInt, of node: Int32, _ input: UInt32
    ) throws(AudioError) {
        let place = GraphInput(node: node, element: input)
        guard function != 0 else {
            return try model.withLock { model throws(AudioError) in try Self.removeCallback(place, of: &model) }
        }
        try give(place) { model throws(AudioError) in
            try Self.removeCallback(place, of: &model)
            model.wanted.append(
                GraphInteraction(
                    source: .callback(function: function, context: context), node: node, input: input))
        }
    }

    private static func removeCallback(_ place: GraphInput, of model: inout GraphModel) throws(AudioError) {
        _ = try model.node(place.node)
        guard model.wanted[place]?.sourceNode == nil else { throw .graphConnection.because("the input is connected") }
        model.wanted.remove(place)
    }

    /// Gives an input a source where the other graph that has the input has given it none.
    private func give(
        _ place: GraphInput, _ edit: (inout GraphModel) throws(AudioError) -> Void
    ) throws(AudioError) {
        // Kept, so that none is freed under the lock.
        let kept = (owner, model.withLock { $0.nodes.node(place.node)?.graph })
        defer { withExtendedLifetime(kept) {} }
        try tree.edits.withLock { _ throws(AudioError) in
            try checkOtherSide(place)
            try model.withLock { model throws(AudioError) in try edit(&model) }
        }
    }

    /// Takes the source of an input away.
    package func disconnect(_ node: Int32, _ input: UInt32) throws(AudioError) {
        try model.withLock { model throws(AudioError) in
            _ = try model.node(node)
            let place = GraphInput(node: node, element: input)
            guard model.wanted[place] != nil else { throw .graphConnection.because("the input has no source") }
            model.wanted.remove(place)
        }
    }

    /// Takes the sources of all inputs away.
    package func disconnectAll() { model.withLock { $0.wanted.removeAll() } }

    package var interactions: [GraphInteraction] { model.withLock { $0.wanted.all } }

    package var interactionCount: Int { model.withLock { $0.wanted.count } }

    package func interaction(at index: UInt32) throws(AudioError) -> GraphInteraction {
        try model.withLock { model throws(AudioError) in
            guard Int(index) < model.wanted.count else {
                throw .graphConnection.because("there is no such interaction")
            }
            return model.wanted[Int(index)]
        }
    }

    /// Those that a node is the source or the destination of.
    package func interactions(of node: Int32) throws(AudioError) -> [GraphInteraction] {
        try model.withLock { model throws(AudioError) in
            _ = try model.node(node)
            return model.wanted.touching(node)
        }
    }

    // MARK: Notifications and load

    package func addNotify(_ function: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?) {
        changeNotifies(function, context) { list, entry in
            if !list.contains(where: { $0.isSame(entry) }) { list.append(entry) }
        }
    }

    package func removeNotify(_ function: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?) {
        changeNotifies(function, context) { list, entry in list.removeAll { $0.isSame(entry) } }
    }

    private func changeNotifies(
        _ function: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?,
        _ change: (inout [NotifyList.Entry], NotifyList.Entry) -> Void
    ) {
        let entry = NotifyList.Entry(function: unsafeBitCast(function, to: RenderCallback.self), context: context)
        var list = model.withLock { model in
            change(&model.notifies, entry)
            return model.notifies
        }
        hook.publish(list)
        // Another thread may have changed the list since then, and have published its own before.
        while !model.withLock({ $0.notifies.elementsEqual(list) { $0.isSame($1) } }) {
            list = model.withLock { $0.notifies }
            hook.publish(list)
        }
    }

    /// Which part of the time the cycles take, of late.
    package var load: Float { hook.load }

    /// The most since the last call, and since the start.
    package func takeMostLoad() -> Float { hook.takeMostLoad() }
}
