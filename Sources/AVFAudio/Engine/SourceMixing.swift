import AudioCore

/// What mixers do with what a node renders: its volume, its place, and what is set for single connections.
final class SourceMixing: @unchecked Sendable {
    /// The node has been connected to an input of another.
    func link(from source: AVAudioNode, bus: Int, to node: AVAudioNode, input: Int) {}

    /// The node is not connected to an input of another any more.
    func unlink(from node: AVAudioNode, input: Int) {}
}
