import AudioCore
import CAudioToolbox
import Glibc

// Bringing the units to what clients have asked for.
extension UnitGraph {
    /// Puts all edits in place, and waits until they are.
    ///
    /// - Throws: `unitContext` in a cycle of the graph, which cannot wait for its own end; what a unit threw. The edit that
    /// a unit has refused is dropped, those behind it are left to the next update.
    package func update() throws(AudioError) {
        guard !hook.isInCycle else { throw .unitContext.because("a render callback cannot wait for its cycle's end") }
        guard try begin() else { return }
        try end { () throws(AudioError) in
            settle(waits: true)
            defer { settle(waits: true) }
            try advance()
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

    /// Ends the batch that is on its way, and disposes of the units of removed nodes that nothing uses any more.
    ///
    /// - Parameter isForced: whether a cycle may be in progress that has begun without the batch.
    /// - Returns: false where it is on its way still.
    @discardableResult func settle(waits: Bool, isForced: Bool = false) -> Bool {
        if let offered = model.withLock({ $0.offered }) {
            while !hook.complete(offered, isForced: isForced) {
                guard waits else { return false }
                LockOrder.willWait()
                usleep(200)
            }
        }
        let leaving = model.withLock { model in
            defer { (model.offered, model.leaving) = (nil, model.leaving.filter { model.stillUsed($0.id) }) }
            return model.leaving.filter { !model.stillUsed($0.id) }
        }
        for node in leaving { dispose(node) }
        return true
    }

    /// Takes the sources away that are no longer wanted, and disposes of removed nodes.
    func release() throws(AudioError) {
        settle(waits: true, isForced: true)
        var staged: [StagedSource] = []
        defer { settle(waits: true, isForced: true) }
        defer { offer(staged) }
        try unmake(&staged)
    }

    /// Connects and initialises what is wanted and not there yet, the sources first.
    ///
    /// - Parameter isAnew: whether all of it is.
    func apply(isAnew: Bool) throws(AudioError) {
        var staged: [StagedSource] = []
        // What has been prepared when a unit refuses an edit, is put in place.
        defer { offer(staged) }
        try unmake(&staged)
        let (nodes, wanted, made) = model.withLock { ($0.ordered, $0.wanted, $0.made) }
        for node in nodes {
            for interaction in wanted where interaction.node == node.id {
                guard isAnew || made[interaction.place] != interaction else { continue }
                try make(interaction, node, isAnew, &staged)
            }
            guard wanted.contains(where: { $0.touches(node.id) }), !node.isInitialized, let instance = node.instance
            else { continue }
            try instance.initialize()
            model.withLock { $0.change(node.id) { $0.isInitialized = true } }
        }
        if isAnew { settleNow(&staged) }
    }

    /// Puts everything in place at once: nothing renders yet.
    private func settleNow(_ staged: inout [StagedSource]) {
        let batch = GraphBatch(staged)
        batch.apply()
        batch.finish()
        staged = []
    }

    private func make(
        _ interaction: GraphInteraction, _ node: GraphNode, _ isAnew: Bool, _ staged: inout [StagedSource]
    ) throws(AudioError) {
        guard let instance = node.instance else { return }
        do throws(AudioError) {
            switch interaction.source {
            case .connection(let id, let output):
                let source = try model.withLock { model throws(AudioError) in try model.node(id) }
                guard let first = source.instance, let reference = source.reference else { return }
                try stage(instance, interaction.input, first, reference, output, &staged)
            case .callback(let function, let context):
                try stage(instance, interaction.input, function, context, &staged)
            }
        } catch {
            if !isAnew { model.withLock { model in model.wanted.removeAll { $0 == interaction } } }
            throw error
        }
        model.withLock { $0.made[interaction.place] = interaction }
    }

    private func stage(
        _ instance: ComponentInstance, _ input: UInt32, _ source: ComponentInstance, _ reference: OpaquePointer,
        _ output: UInt32, _ staged: inout [StagedSource]
    ) throws(AudioError) {
        guard let unit = instance.unit else {
            return try setProperty(
                instance, kAudioUnitProperty_MakeConnection, input, (UInt(bitPattern: reference), output, input))
        }
        let format = try source.format(kAudioUnitScope_Output, output)
        if try unit.format(kAudioUnitScope_Input, input) != format {
            if unit is DeviceUnit {
                try change(unit, input, to: format)
            } else {
                try unit.stageFormat(format, input, &staged)
            }
        }
        staged.append(try unit.stageSource(InputSource(source, bus: output), input))
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
        _ staged: inout [StagedSource]
    ) throws(AudioError) {
        guard let unit = instance.unit else {
            return try setProperty(instance, kAudioUnitProperty_SetRenderCallback, input, (function, context))
        }
        guard let address = UnsafeRawPointer(bitPattern: function) else { return }
        let source = InputSource(
            unsafeBitCast(address, to: RenderCallback.self), UnsafeMutableRawPointer(bitPattern: context))
        staged.append(try unit.stageSource(source, input))
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
    private func unmake(_ staged: inout [StagedSource]) throws(AudioError) {
        let old = model.withLock { model -> [(GraphInteraction, ComponentInstance?)] in
            let places = Set(model.wanted.map(\.place))
            let old = model.made.values.filter { !places.contains($0.place) }
            for interaction in old { model.made[interaction.place] = nil }
            return old.map { ($0, (try? model.node($0.node))?.instance) }
        }
        for (interaction, instance) in old {
            // The unit of a removed node takes its sources with it.
            guard let instance else { continue }
            if let unit = instance.unit {
                staged.append(try unit.stageSource(nil, interaction.input))
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
    private func offer(_ staged: [StagedSource]) {
        guard !staged.isEmpty else { return }
        let batch = GraphBatch(staged)
        model.withLock { $0.offered = batch }
        hook.offer(batch)
    }
}

extension GraphModel {
    /// Whether an input is connected to a removed node still.
    func stillUsed(_ id: Int32) -> Bool { made.values.contains { $0.sourceNode == id } }
}
