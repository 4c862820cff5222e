/// How many of a file's frames are sound, and how many the codec put before and after it.
///
/// `AudioFilePacketTableInfo` of AudioFile.h. The sum of the three is the number of frames that all packets decode to.
package struct PacketTableInfo: Hashable, Sendable {
    package var validFrames: Int64
    package var primingFrames: Int32
    package var remainderFrames: Int32

    package init(validFrames: Int64, primingFrames: Int32 = 0, remainderFrames: Int32 = 0) {
        self.validFrames = validFrames
        self.primingFrames = primingFrames
        self.remainderFrames = remainderFrames
    }

    /// All frames, audible or not. Saturates: a header may claim anything.
    package var totalFrames: Int64 {
        let (sum, overflow) = validFrames.addingReportingOverflow(Int64(primingFrames) + Int64(remainderFrames))
        return overflow ? .max : sum
    }
}

/// Where one packet stands: the Swift side of `AudioStreamPacketDescription`.
package struct PacketDescription: Hashable, Sendable {
    /// Bytes from the start of the buffer, or of the audio data where it describes a file.
    package var offset: Int64
    /// Frames in this packet where they vary; 0 where the format says how many.
    package var frames: UInt32
    package var size: UInt32

    package init(offset: Int64, frames: UInt32 = 0, size: UInt32) {
        self.offset = offset
        self.frames = frames
        self.size = size
    }
}
