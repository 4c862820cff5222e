import AudioCore
import AudioToolbox

// Connections of MIDI, from the units of nodes that give events to those that take them.
extension AVAudioEngine {
    func connectMIDI(
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

    /// Takes a node's connections of MIDI away.
    func disconnectMIDI(of node: AVAudioNode) { endMIDI { $0.source === node || $0.node === node } }

    func endMIDI(where isMeant: @escaping @Sendable (EngineMIDILink) -> Bool) {
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
