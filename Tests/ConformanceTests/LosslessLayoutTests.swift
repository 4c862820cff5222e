import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Apple Lossless of many channels: packets have them centre first, whatever order the client's have.
@Suite struct LosslessLayoutTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let client: AudioChannelLayoutTag
        let file: AudioChannelLayoutTag
        let bits: UInt32
        let type: AudioFileTypeID
        var channels: UInt32 { client & 0xFFFF }
        var testDescription: String { "\(channels) channels, \(bits) bits, \(statusText(Int32(bitPattern: type)))" }

        private static let layouts: [(AudioChannelLayoutTag, AudioChannelLayoutTag)] = [
            (kAudioChannelLayoutTag_MPEG_3_0_A, kAudioChannelLayoutTag_MPEG_3_0_B),
            (kAudioChannelLayoutTag_MPEG_4_0_A, kAudioChannelLayoutTag_MPEG_4_0_B),
            (kAudioChannelLayoutTag_MPEG_5_0_A, kAudioChannelLayoutTag_MPEG_5_0_D),
            (kAudioChannelLayoutTag_MPEG_5_1_A, kAudioChannelLayoutTag_MPEG_5_1_D),
            (kAudioChannelLayoutTag_MPEG_6_1_A, kAudioChannelLayoutTag_AAC_6_1),
            (kAudioChannelLayoutTag_MPEG_7_1_A, kAudioChannelLayoutTag_MPEG_7_1_B),
        ]
        static let all = layouts.flatMap { client, file in
            [kAudioFileCAFType, kAudioFileM4AType].flatMap { type in
                [16, 24].map { Case(client: client, file: file, bits: $0, type: type) }
            }
        }
    }

    private let folder = ScratchFolder()

    private func layout(_ tag: AudioChannelLayoutTag) -> AudioChannelLayout {
        AudioChannelLayout(
            mChannelLayoutTag: tag, mChannelBitmap: [], mNumberChannelDescriptions: 0, mChannelDescriptions: .init())
    }

    private func write(_ row: Case, _ samples: [UInt8], to url: CFURL) throws {
        var format = AudioStreamBasicDescription.encoded(kAudioFormatAppleLossless, channels: row.channels)
        var given = layout(row.client)
        var made: ExtAudioFileRef?
        try must(
            "create",
            ExtAudioFileCreateWithURL(url, row.type, &format, &given, AudioFileFlags.eraseFile.rawValue, &made))
        let client = AudioStreamBasicDescription.int(row.bits, channels: row.channels)
        try PublicFile.set(made!, kExtAudioFileProperty_ClientDataFormat, client)
        try PublicFile.set(made!, kExtAudioFileProperty_ClientChannelLayout, given)
        var samples = samples
        try samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: row.channels, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
            try must("write", ExtAudioFileWrite(made!, UInt32(bytes.count) / client.mBytesPerFrame, &list))
        }
        try must("dispose", ExtAudioFileDispose(made!))
    }

    @Test(arguments: Case.all) func channelsArriveWhereTheyBelong(row: Case) throws {
        let name = row.type == kAudioFileCAFType ? "a.caf" : "a.m4a"
        let url = folder.url(name)
        // Two packets and a part; the low bits differ from channel to channel and sample to sample.
        let samples = Signal.bytes(9000 * Int(row.channels * row.bits / 8), seed: 5)
        try write(row, samples, to: url)
        let client = AudioStreamBasicDescription.int(row.bits, channels: row.channels)
        try PublicFile.with(url) { file in
            let reported = try PublicFile.property(file, kAudioFilePropertyChannelLayout, AudioChannelLayout())
            #expect(reported.mChannelLayoutTag == row.file)
            #expect(try PublicFile.property(file, kAudioFilePropertySourceBitDepth, Int32(0)) == Int32(row.bits))
            let format = try PublicFile.property(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
            #expect(format.mFormatFlags == (row.bits == 16 ? 1 : 3))
        }
        let back = try PublicFile.withReader(url, to: client) { file in
            try PublicFile.set(file, kExtAudioFileProperty_ClientChannelLayout, layout(row.client))
            return try PublicFile.rest(file)
        }
        #expect(back == samples)
    }

    @Test(.needs("ffmpeg"), arguments: Case.all) func ffmpegFindsThemThere(row: Case) throws {
        let samples = Signal.bytes(9000 * Int(row.channels * row.bits / 8), seed: 5)
        let name = row.type == kAudioFileCAFType ? "a.caf" : "a.m4a"
        try write(row, samples, to: folder.url(name))
        let decoded = folder.file("out.raw")
        let line = "ffmpeg -v error -nostdin -y -i \(folder.file(name)) -f s\(row.bits)le \(decoded)"
        #expect(OtherProgram.run(line) == 0)
        #expect(OtherProgram.bytes(of: decoded) == samples)
    }
}
