/// That one node sends MIDI to another.
struct EngineMIDILink {
    let source: AVAudioNode
    let node: AVAudioNode
}

extension AVAudioEngine {
    /// Takes a node's connections of MIDI away.
    func disconnectMIDI(of node: AVAudioNode) {
        state.withLock { $0.midiLinks.removeAll { $0.source === node || $0.node === node } }
    }
}
