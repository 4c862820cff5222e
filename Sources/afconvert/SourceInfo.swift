import AudioToolbox
import ToolSupport

/// What `-t` keeps of a source in a user chunk of a CAF file, so that `-t` can make it again.
///
/// 300 bytes, big-endian: the source's stream description, its file type, and its name in 256 bytes filled with zeros.
struct SourceInfo: Equatable {
    static let chunk = fourCharacterCode("srcI")!
    private static let nameSize = 256

    let format: AudioStreamBasicDescription
    let fileType: AudioFileTypeID
    /// Without its folder.
    let name: String

    init(_ source: Source, path: String) throws(ToolError) {
        format = source.format
        let id: AudioFileID? = try source.file.property(kExtAudioFileProperty_AudioFile, nil)
        var type: AudioFileTypeID = 0
        var size = UInt32(MemoryLayout<AudioFileTypeID>.size)
        try check(
            "AudioFileGetProperty", of: kAudioFilePropertyFileFormat,
            AudioFileGetProperty(id!, kAudioFilePropertyFileFormat, &size, &type))
        fileType = type
        name = FileName(path).last
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 44 else { return nil }
        func word(_ index: Int) -> UInt32 {
            bytes[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        format = AudioStreamBasicDescription(
            mSampleRate: Double(bitPattern: UInt64(word(0)) << 32 | UInt64(word(1))), mFormatID: word(2),
            mFormatFlags: word(3), mBytesPerPacket: word(4), mFramesPerPacket: word(5), mBytesPerFrame: word(6),
            mChannelsPerFrame: word(7), mBitsPerChannel: word(8), mReserved: 0)
        fileType = word(10)
        let text = bytes[44...].prefix { $0 != 0 }
        name = FileName(String(fileSystemBytes: text)).last
    }

    /// What the file keeps, nil where it keeps nothing of this kind.
    init?(keptIn file: AudioFileID) {
        var size: UInt32 = 0
        guard AudioFileGetUserDataSize(file, Self.chunk, 0, &size) == noErr, size >= 44, size <= 4096 else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        guard AudioFileGetUserData(file, Self.chunk, 0, &size, &bytes) == noErr else { return nil }
        self.init(Array(bytes.prefix(Int(size))))
    }

    func keep(in file: AudioFileID) throws(ToolError) {
        let bytes = bytes
        try check("AudioFileSetUserData", AudioFileSetUserData(file, Self.chunk, 0, UInt32(bytes.count), bytes))
    }

    var bytes: [UInt8] {
        let rate = format.mSampleRate.bitPattern
        let words: [UInt32] = [
            UInt32(rate >> 32), UInt32(truncatingIfNeeded: rate), format.mFormatID, format.mFormatFlags,
            format.mBytesPerPacket, format.mFramesPerPacket, format.mBytesPerFrame, format.mChannelsPerFrame,
            format.mBitsPerChannel, 0, fileType,
        ]
        let head = words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
        let text = Array(name.fileSystemBytes.prefix(Self.nameSize - 1))
        return head + text + [UInt8](repeating: 0, count: Self.nameSize - text.count)
    }

    static func == (one: SourceInfo, other: SourceInfo) -> Bool { one.bytes == other.bytes }
}
