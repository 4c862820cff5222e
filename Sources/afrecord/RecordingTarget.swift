import AudioToolbox
import ToolSupport

/// Where a recording goes: the file of the command line, or a temporary file whose bytes go to standard output.
///
/// One thread at a time may use it.
final class RecordingTarget {
    /// The path of the file that is being recorded.
    let path: String
    private let output: StandardOutput?
    private let copy: TemporaryFile?
    private let type: AudioFileTypeID
    private let packetSize: Int64
    /// Where the sound ends that goes to standard output as it comes.
    private var end: Int64?

    /// Files of frames, which have no head that would change.
    private static let framed: Set = [kAudioFileAAC_ADTSType, kAudioFileAC3Type, kAudioFileAMRType]

    /// - Throws: where standard output is a terminal, and where the file is a pipe, in which nothing can be changed later.
    init(_ file: String, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription) throws(ToolError) {
        self.type = type
        packetSize = Int64(format.mBytesPerPacket)
        guard file == "-" else {
            guard !InputPipe.isOne(file) else {
                throw ToolError(
                    "Writing \(file)", kAudio_FilePermissionError,
                    because: "a pipe: give - as the file, and the pipe as standard output")
            }
            (path, output, copy) = (file, nil, nil)
            return
        }
        try StandardOutput.refuseTerminal()
        let copy = try TemporaryFile()
        (path, output, self.copy) = (copy.path, try StandardOutput(copying: copy.path), copy)
    }

    /// Whether the type's head can say that the sound has no end.
    private var isOpenEnded: Bool { packetSize > 0 && [kAudioFileCAFType, kAudioFileWAVEType].contains(type) }

    /// Sends on what can be sent before the file is complete.
    ///
    /// - Parameter packets: those that have been written.
    func hasGrown(_ file: AudioFileID, packets: Int64) throws(ToolError) {
        guard let output else { return }
        if Self.framed.contains(type) { return try output.copy() }
        guard isOpenEnded else { return }
        let start = dataOffset(file)
        end = start + packets * packetSize
        try output.copy(upTo: end) { [self] bytes, place in leaveSizesOpen(&bytes, place, start) }
    }

    /// Sends on the rest of a file that is closed.
    func isComplete() throws(ToolError) {
        // What follows the sound in a closed file would be taken for sound.
        try output?.copy(upTo: end)
    }

    private func dataOffset(_ file: AudioFileID) -> Int64 {
        var (offset, size) = (Int64(0), UInt32(8))
        return AudioFileGetProperty(file, kAudioFilePropertyDataOffset, &size, &offset) == noErr ? offset : 0
    }

    /// Fills the sizes of a head with ones: the sound lasts until the stream ends.
    private func leaveSizesOpen(_ bytes: inout [UInt8], _ place: Int64, _ start: Int64) {
        let sizes: [Range<Int64>] =
            type == kAudioFileCAFType ? [start - 12..<start - 4] : [4..<8, start - 4..<start]
        for position in sizes.joined() where position >= place && position < place + Int64(bytes.count) {
            bytes[Int(position - place)] = 0xFF
        }
    }
}
