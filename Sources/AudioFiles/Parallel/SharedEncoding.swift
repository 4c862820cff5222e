import AudioCodecs
import AudioCore

/// A stream's encoding on several threads, as the thread sees it that brings frames and takes packets.
protocol SharedEncoding: AnyObject {
    /// Forgets everything handed in.
    func reset()

    /// Frames that it takes now at `room`; none before packets have been taken out.
    var framesWanted: Int { get }

    /// Where the next frames go; as many as `framesWanted` said.
    var room: UnsafeMutableRawPointer? { get }

    /// Says that frames have been put at `room`.
    func add(frames: Int)

    /// Has the frames encoded that were put in, although their segment has room for more: at the end.
    func flush()

    /// Moves finished packets to `output`, as far as there is room.
    ///
    /// - Parameter all: whether to wait for those that are being made; else only where there is no memory for more frames.
    /// - Returns: how many packets were moved.
    func moveOut(to output: inout PacketRoom, all: Bool) throws(AudioError) -> Int

    /// Whether every packet has been moved out.
    var isEmpty: Bool { get }

    /// Adds what these encoders noted of their packets to `other`, an encoder of the same configuration. Every packet must
    /// have been moved out.
    func moveNotes(to other: any PacketEncoder)
}
