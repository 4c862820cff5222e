import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What is on the disk while a file is encoded, and where nothing was.
@Suite struct UnfinishedFileTests {
    private let folder = ScratchFolder()

    struct Row: Sendable, CustomTestStringConvertible {
        let file: String
        let type: AudioFileTypeID
        let format: String
        var testDescription: String { "\(format) in \(file)" }
    }

    static let rows = [
        Row(file: "a.caf", type: kAudioFileCAFType, format: "aac "),
        Row(file: "a.m4a", type: kAudioFileM4AType, format: "aac "),
        Row(file: "a.caf", type: kAudioFileCAFType, format: "alac"),
        Row(file: "a.m4a", type: kAudioFileM4AType, format: "alac"),
        Row(file: "a.caf", type: kAudioFileCAFType, format: "flac"),
    ]

    private static let client = AudioStreamBasicDescription.int(16, rate: 44_100, channels: 2)

    /// Frames of sound; nil for what cannot be opened.
    private func length(_ url: CFURL) -> Int64? {
        try? PublicFile.withReader(url) {
            try PublicFile.extProperty($0, kExtAudioFileProperty_FileLengthFrames, Int64(0))
        }
    }

    private func priming(_ url: CFURL) -> Int32 {
        let table = try? PublicFile.with(url) {
            try PublicFile.property($0, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
        }
        return table?.mPrimingFrames ?? 0
    }

    /// A copy that is made while the file is written decodes to the first frames of it, without the encoder's priming.
    @Test(arguments: rows) func aCopyOfAnUnfinishedFileBeginsAsItDoes(row: Row) throws {
        var (format, client) = (AudioStreamBasicDescription.encoded(UInt32(code: row.format), channels: 2), Self.client)
        var made: ExtAudioFileRef?
        try must(
            "ExtAudioFileCreateWithURL",
            ExtAudioFileCreateWithURL(
                folder.url(row.file), row.type, &format, nil, AudioFileFlags.eraseFile.rawValue, &made))
        let file = try #require(made)
        try PublicFile.set(file, kExtAudioFileProperty_ClientDataFormat, client)
        client = try PublicFile.extProperty(file, kExtAudioFileProperty_ClientDataFormat, client)
        var block = CodecSignals.music(frames: 4096, channels: 2)
        let copy = folder.url("copy" + row.file)
        // The table lists packets a moment after they were written: until then more is written.
        var listed: Int64 = 0
        for _ in 0..<2000 where listed < 20_000 {
            let status = block.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: 2, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
                return ExtAudioFileWrite(file, 4096, &list)
            }
            try must("ExtAudioFileWrite", status)
            guard let bytes = folder.bytes(row.file) else { continue }
            try Data(bytes).write(to: copy as URL)
            listed = length(copy) ?? 0
        }
        try must("ExtAudioFileDispose", ExtAudioFileDispose(file))
        let whole = folder.url(row.file)
        #expect(listed >= 20_000 && listed <= length(whole) ?? 0)
        #expect(priming(copy) == priming(whole) && (row.format == "aac ") == (priming(whole) > 0))
        let first = try PublicFile.decode(copy, to: Self.client)
        #expect(first.count == Int(listed) * 4)
        #expect(try PublicFile.decode(whole, to: Self.client).starts(with: first))
    }

    /// Nothing was written, and yet the file says how its packets would be decoded.
    @Test(arguments: rows) func aFileWithoutAPacketHasItsCookie(row: Row) throws {
        try PublicFile.encode(
            folder.url(row.file), row.type, .encoded(UInt32(code: row.format), channels: 2), from: Self.client, [])
        let record = try PublicFile.packets(folder.url(row.file))
        #expect(record.packets.isEmpty && record.data.isEmpty)
        #expect(!record.cookie.isEmpty)
        #expect(try PublicFile.decode(folder.url(row.file), to: Self.client).isEmpty)
    }
}
