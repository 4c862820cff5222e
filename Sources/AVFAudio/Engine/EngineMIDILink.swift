import AudioToolbox

/// That the MIDI of one node goes to another.
struct EngineMIDILink: Sendable {
    let source: AVAudioNode
    let node: AVAudioNode
}

/// What the program wants to see of the MIDI that a node gives.
struct EngineMIDITap {
    var bytes: AUMIDIOutputEventBlock?
    var lists: AUMIDIEventListBlock?
}
