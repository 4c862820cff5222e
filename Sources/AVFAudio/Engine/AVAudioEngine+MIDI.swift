import AudioCore
public import AudioToolbox

// Connections of MIDI, from the units of nodes that give events to those that take them.
extension AVAudioEngine {
    /// Has the MIDI of a node go to another.
    ///
    /// The events keep their sample times. A connection that the source had to other nodes ends. Connect nodes before the engine is
    /// started: a unit takes its output blocks when it is initialized.
    ///
    /// - Parameters:
    ///   - sourceNode: a node whose unit gives MIDI, attached to the engine.
    ///   - destinationNode: a node whose unit takes MIDI, attached to the engine.
    ///   - format: the format of the source's audio output; nil for its present one.
    ///   - tapBlock: called on the audio thread with each event as well; nil for no one.
    @available(*, deprecated, message: "use the form with eventListBlock")
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        block tapBlock: AUMIDIOutputEventBlock? = nil
    ) {
        connectMIDI(sourceNode, [destinationNode], format, EngineMIDITap(bytes: tapBlock))
    }

    /// Has the MIDI of a node go to another, as Universal MIDI Packets.
    ///
    /// - Parameters:
    ///   - sourceNode: a node whose unit gives MIDI, attached to the engine.
    ///   - destinationNode: a node whose unit takes MIDI, attached to the engine.
    ///   - format: the format of the source's audio output; nil for its present one.
    ///   - tapBlock: called on the audio thread with each list as well; nil for no one.
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNode: AVAudioNode, format: AVAudioFormat?,
        eventListBlock tapBlock: AUMIDIEventListBlock? = nil
    ) {
        connectMIDI(sourceNode, [destinationNode], format, EngineMIDITap(lists: tapBlock))
    }

    /// Has the MIDI of a node go to several others.
    ///
    /// - Parameters:
    ///   - sourceNode: a node whose unit gives MIDI, attached to the engine.
    ///   - destinationNodes: nodes whose units take MIDI, attached to the engine.
    ///   - format: the format of the source's audio output; nil for its present one.
    ///   - tapBlock: called on the audio thread with each event as well; nil for no one.
    @available(*, deprecated, message: "use the form with eventListBlock")
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        block tapBlock: AUMIDIOutputEventBlock? = nil
    ) {
        connectMIDI(sourceNode, destinationNodes, format, EngineMIDITap(bytes: tapBlock))
    }

    /// Has the MIDI of a node go to several others, as Universal MIDI Packets.
    ///
    /// - Parameters:
    ///   - sourceNode: a node whose unit gives MIDI, attached to the engine.
    ///   - destinationNodes: nodes whose units take MIDI, attached to the engine.
    ///   - format: the format of the source's audio output; nil for its present one.
    ///   - tapBlock: called on the audio thread with each list as well; nil for no one.
    public func connectMIDI(
        _ sourceNode: AVAudioNode, to destinationNodes: [AVAudioNode], format: AVAudioFormat?,
        eventListBlock tapBlock: AUMIDIEventListBlock? = nil
    ) {
        connectMIDI(sourceNode, destinationNodes, format, EngineMIDITap(lists: tapBlock))
    }

    private func connectMIDI(
        _ source: AVAudioNode, _ nodes: [AVAudioNode], _ format: AVAudioFormat?, _ tap: EngineMIDITap
    ) {
        for node in [source] + nodes { require(node.engine === self, "node.engine == self: \(node)") }
        for node in nodes {
            require(
                node.auAudioUnit.scheduleMIDIEventBlock != nil, "the destination takes MIDI: \(node)")
        }
        if let format, source.numberOfOutputs > 0 {
            require(
                (try? source.setFormat(format, kAudioUnitScope_Output, 0)) != nil,
                "error \(AudioError.unitFormat.status): \(source), output 0, \(format)")
        }
        nonisolated(unsafe) let tap = tap
        change {
            self.state.withLock { state in
                state.midiLinks.removeAll { $0.source === source }
                state.midiLinks += nodes.map { EngineMIDILink(source: source, node: $0) }
                state.midiTaps[ObjectIdentifier(source)] = tap
            }
            self.sendMIDI(of: source)
        }
    }

    // MARK: Disconnecting

    /// Ends a connection of MIDI.
    ///
    /// - Parameters:
    ///   - sourceNode: the node that gives MIDI.
    ///   - destinationNode: the node that takes it.
    public func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNode: AVAudioNode) {
        disconnectMIDI(sourceNode, from: [destinationNode])
    }

    /// Ends connections of MIDI.
    ///
    /// - Parameters:
    ///   - sourceNode: the node that gives MIDI.
    ///   - destinationNodes: the nodes that take it.
    public func disconnectMIDI(_ sourceNode: AVAudioNode, from destinationNodes: [AVAudioNode]) {
        endMIDI { link in link.source === sourceNode && destinationNodes.contains { $0 === link.node } }
    }

    /// Ends all connections that bring MIDI to a node.
    ///
    /// - Parameter node: the node that takes MIDI.
    public func disconnectMIDIInput(_ node: AVAudioNode) { endMIDI { $0.node === node } }

    /// Ends all connections that take MIDI from a node.
    ///
    /// - Parameter node: the node that gives MIDI.
    public func disconnectMIDIOutput(_ node: AVAudioNode) { endMIDI { $0.source === node } }

    /// Takes a node's connections of MIDI away.
    func disconnectMIDI(of node: AVAudioNode) { endMIDI { $0.source === node || $0.node === node } }

    private func endMIDI(where isMeant: @escaping @Sendable (EngineMIDILink) -> Bool) {
        change {
            let sources = self.state.withLock { state -> [AVAudioNode] in
                let old = state.midiLinks.filter(isMeant)
                state.midiLinks.removeAll(where: isMeant)
                return old.map(\.source)
            }
            for source in sources { self.sendMIDI(of: source) }
        }
    }

    /// Gives a unit the blocks that pass its events on.
    private func sendMIDI(of source: AVAudioNode) {
        let (nodes, tap) = state.withLock { state in
            (
                state.midiLinks.filter { $0.source === source }.map(\.node),
                state.midiTaps[ObjectIdentifier(source)] ?? EngineMIDITap()
            )
        }
        let unit = source.auAudioUnit
        guard !nodes.isEmpty else {
            state.withLock { _ = $0.midiTaps.removeValue(forKey: ObjectIdentifier(source)) }
            (unit.midiOutputEventBlock, unit.midiOutputEventListBlock) = (nil, nil)
            return
        }
        let bytes = nodes.compactMap(\.auAudioUnit.scheduleMIDIEventBlock)
        let lists = nodes.compactMap(\.auAudioUnit.scheduleMIDIEventListBlock)
        unit.midiOutputEventBlock = { time, cable, length, data in
            for schedule in bytes { schedule(time, cable, length, data) }
            return tap.bytes?(time, cable, length, data) ?? noErr
        }
        unit.midiOutputEventListBlock = { time, cable, list in
            for schedule in lists { _ = schedule(time, cable, list) }
            return tap.lists?(time, cable, list) ?? noErr
        }
    }
}
