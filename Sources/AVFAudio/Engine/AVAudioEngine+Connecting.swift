import AudioCore
import AudioToolbox
import AudioUnits

// Connections of nodes.
extension AVAudioEngine {
    /// - Parameter destinations: inputs; the next free one of a node without a number.
    func connect(
        _ source: AVAudioNode, _ output: Int, _ destinations: [(node: AVAudioNode, bus: Int?)], _ format: AVAudioFormat?
    ) {
        require(source.engine === self, "node1.engine == self: \(source)")
        require(
            output >= 0 && output < source.numberOfOutputs, "bus1 < node1.numberOfOutputs: \(source), output \(output)")
        if let format {
            require(
                format.isUsable && format.engineFormat.isPCM,
                "IsFormatSampleRateAndChannelCountValid(format): \(source), output \(output), \(format)")
        }
        for (node, bus) in destinations {
            require(node.engine === self, "node2.engine == self: \(node)")
            let bus = bus ?? 0
            require(
                bus >= 0 && (bus < node.numberOfInputs || node.growsInputs),
                "bus2 < node2.numberOfInputs: \(node), input \(bus)")
            require(!links.feeds(node, source), "the connection makes no loop: \(source) to \(node)")
            if let format, let input = source as? AVAudioInputNode, io.manual == nil {
                let hardware = input.inputFormat(forBus: 0)
                require(
                    format.sampleRate == hardware.sampleRate,
                    "format.sampleRate == hwFormat.sampleRate: \(input), \(format), hardware \(hardware)")
            }
        }
        change {
            // Another thread may have detached a node, or have made a connection, since the checks.
            guard source.engine === self else { return }
            let links = self.links
            var places: Set<EnginePlace> = []
            let new = destinations.compactMap { node, bus -> EngineLink? in
                let input = bus ?? self.firstFreeInput(of: node, from: source)
                guard node.engine === self, !links.feeds(node, source), places.insert(EnginePlace(node, input)).inserted
                else { return nil }
                return EngineLink(source: source, output: output, node: node, input: input)
            }
            self.join(new, format)
        }
    }

    /// The first input without a source.
    ///
    /// - Parameter source: a node whose connection is about to be replaced: it keeps its input.
    func firstFreeInput(of node: AVAudioNode, from source: AVAudioNode? = nil) -> Int {
        let links = self.links
        if let source, let link = links.out(of: source, 0).first(where: { $0.node === node }) { return link.input }
        var bus = 0
        while links.into(node, bus) != nil { bus += 1 }
        return bus
    }

    // MARK: Carrying out

    /// Takes connections away.
    func part(_ old: [EngineLink]) {
        guard !old.isEmpty else { return }
        var staged = StagedSources()
        for link in old {
            state.withLock { $0.links.remove(link) }
            link.source.mixing.unlink(from: link.node, input: link.input)
            unstage(link, &staged)
        }
        apply(&staged)
        refreshRoots()
    }

    private func unstage(_ link: EngineLink, _ staged: inout StagedSources) {
        guard let unit = link.node.nodeUnit else { return }
        let input = link.node.inputElement(link.input)
        if link.node.outputFollowsInput {
            try? staged.connect(unit.instance, input, toFunction: SilentInput.function, 0)
        } else {
            try? staged.disconnect(unit.instance, input, isConnection: true)
        }
    }

    /// Makes connections of one output.
    ///
    /// - Parameter format: that of the output; nil for its present one.
    func join(_ new: [EngineLink], _ format: AVAudioFormat?) {
        guard let source = new.first?.source, let output = new.first?.output else { return }
        let links = self.links
        let replaced = links.out(of: source, output) + new.compactMap { links.into($0.node, $0.input) }
        // Sources that change places without a change of format do so in one cycle.
        let wanted = format ?? source.presentOutputFormat(output, for: new[0].node)
        let keepsFormats =
            source.outputFormat(forBus: output) == wanted
            && new.allSatisfy { $0.input < $0.node.numberOfInputs && $0.node.inputFormat(forBus: $0.input) == wanted }
        var staged = StagedSources()
        for link in replaced {
            state.withLock { $0.links.remove(link) }
            link.source.mixing.unlink(from: link.node, input: link.input)
            if !keepsFormats || !new.contains(where: { $0.node === link.node && $0.input == link.input }) {
                unstage(link, &staged)
            }
        }
        if !keepsFormats { apply(&staged) }
        do throws(AudioError) {
            if source.setsOutputFormat { try set(wanted, of: source, kAudioUnitScope_Output, output) }
            for link in new {
                // An input that another source plays beside gets the values of the new one with it, others before it.
                let isFree = !replaced.contains { $0.node === link.node && $0.input == link.input }
                try connect(link, source.outputFormat(forBus: output), isFree: isFree || !keepsFormats, &staged)
            }
        } catch {
            require(false, "error \(error.status): \(error.reason), \(source), output \(output), \(wanted)")
        }
        apply(&staged)
        for link in new where !link.source.mixing.isLinked(to: link.node, input: link.input) {
            link.source.mixing.link(from: source, bus: output, to: link.node, input: link.input)
        }
        refreshRoots()
    }

    /// Sets the format of a bus, for which the units that cannot change theirs are uninitialized.
    private func set(
        _ format: AVAudioFormat, of node: AVAudioNode, _ scope: AudioUnitScope, _ bus: Int
    ) throws(AudioError) {
        guard !node.has(format, scope, bus) else { return node.keep(format, scope, bus) }
        do throws(AudioError) { try node.setFormat(format, scope, bus) } catch {
            guard state.withLock({ $0.initialized.remove(ObjectIdentifier(node)) }) != nil else { throw error }
            node.nodeUnit?.uninitialize()
            try node.setFormat(format, scope, bus)
        }
        node.taps.refresh(node)
    }

    private func connect(
        _ link: EngineLink, _ format: AVAudioFormat, isFree: Bool, _ staged: inout StagedSources
    ) throws(AudioError) {
        if link.input >= link.node.numberOfInputs, let unit = link.node.nodeUnit?.unit {
            try unit.stageInputs(link.input + 1, &staged)
            apply(&staged)
        }
        let unit = link.node.nodeUnit?.unit
        // The format of an input that other sources play beside changes with its source, in one cycle.
        if unit?.convertsFormats != true || !state.withLock({ $0.isPrepared }) {
            try set(format, of: link.node, kAudioUnitScope_Input, link.input)
        } else {
            link.node.keep(format, kAudioUnitScope_Input, link.input)
        }
        if let sink = link.node as? AVAudioSinkNode { try sink.followInput(format) }
        state.withLock { $0.links.add(link) }
        if isFree { link.source.mixing.link(from: link.source, bus: link.output, to: link.node, input: link.input) }
        guard state.withLock({ $0.isPrepared }) else { return }
        try initialize(link.source)
        try initialize(link.node)
        try stage(link, &staged)
    }

    /// Stages that an input gets frames of its source.
    func stage(_ link: EngineLink, _ staged: inout StagedSources) throws(AudioError) {
        guard let unit = link.node.nodeUnit, let source = link.source.nodeUnit else { return }
        try staged.connect(
            unit.instance, link.node.inputElement(link.input), to: source.instance, source.reference,
            link.source.outputElement(link.output))
    }

    /// Initializes the unit of a node, where that is not done.
    func initialize(_ node: AVAudioNode) throws(AudioError) {
        guard state.withLock({ $0.initialized.insert(ObjectIdentifier(node)).inserted }) else { return }
        let most = io.manual.map { UInt32($0.maximumFrames) } ?? Self.mostDeviceFrames
        try? node.nodeUnit?.setValue(kAudioUnitProperty_MaximumFramesPerSlice, to: most)
        try? node.nodeUnit?.setValue(kAudioUnitProperty_OfflineRender, to: UInt32(isRenderedOffline ? 1 : 0))
        do throws(AudioError) { try node.nodeUnit?.initialize() } catch {
            state.withLock { _ = $0.initialized.remove(ObjectIdentifier(node)) }
            throw error
        }
    }

    /// Puts changes in place at the beginning of the next cycle, and waits for that; at once where none is rendered.
    func apply(_ staged: inout StagedSources) {
        guard !staged.isEmpty else { return }
        network.settle(waits: true, isForced: false)
        network.offer(staged, hook)
        network.settle(waits: true, isForced: false)
        staged = StagedSources()
    }
}

extension AVAudioNode {
    /// The format of an output for a connection that asks for none: what it has been given, else that of the node's input; and for what
    /// generates sound, that of the mixer it is connected to.
    func presentOutputFormat(_ bus: Int, for node: AVAudioNode) -> AVAudioFormat {
        if outputFollowsInput, engine?.inputConnectionPoint(for: self, inputBus: 0) != nil {
            return inputFormat(forBus: 0)
        }
        guard numberOfInputs == 0, !hasFormat(ofOutput: bus), node.growsInputs else { return outputFormat(forBus: bus) }
        return node.outputFormat(forBus: 0)
    }
}
