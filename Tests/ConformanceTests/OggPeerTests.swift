import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Files of Ogg Opus that we write, in the programs of Xiph and ffmpeg.
@Suite struct OggPeerTests {
    private let folder = ScratchFolder()
    private static let type = UInt32(code: "Oggf")

    struct Row: Sendable, CustomTestStringConvertible {
        var rate = 48_000.0
        var channels: UInt32 = 2
        var testDescription: String { "\(channels) at \(Int(rate))" }
    }

    static let rows = [
        Row(), Row(channels: 1), Row(channels: 6), Row(rate: 24_000), Row(rate: 16_000, channels: 1), Row(rate: 12_000),
        Row(rate: 8000, channels: 1),
    ]

    private func run(_ command: String) -> Bool { OtherProgram.run("cd '\(folder.path)' && \(command)") == 0 }

    private func write(_ row: Row, frames: Int, to name: String = "a.opus") throws {
        let samples = CodecSignals.music(frames: frames, channels: Int(row.channels))
        try PublicFile.encode(
            folder.url(name), Self.type, .encoded(kAudioFormatOpus, rate: row.rate, channels: row.channels),
            from: .int(16, rate: row.rate, channels: row.channels), littleEndianBytes(samples), block: 1000)
    }

    /// No warning, and at 48 kHz each frame of the sound.
    @Test(.needs("opusinfo", "ffmpeg"), arguments: rows) func othersTakeItForWhatItIs(row: Row) throws {
        let frames = 50_000
        try write(row, frames: frames)
        #expect(run("opusinfo a.opus > info.txt 2>&1"))
        let info = String(decoding: try #require(folder.bytes("info.txt")), as: UTF8.self)
        #expect(!info.contains("WARNING") && info.contains("Original sample rate: \(Int(row.rate))"), "\(info)")
        #expect(run("ffmpeg -nostdin -v error -y -c:a libopus -i a.opus -f s16le out.raw 2> errors.txt"))
        #expect(folder.bytes("errors.txt")?.isEmpty == true)
        let count = try #require(folder.bytes("out.raw")).count / 2 / Int(row.channels)
        #expect(count == frames * 48_000 / Int(row.rate))
    }

    @Test(.needs("opusdec"), arguments: rows.filter { $0.rate == 48_000 }) func opusdecHasEachFrame(row: Row) throws {
        for frames in [1, 960 - 312, 961 - 312, 48_000, 100_001] {
            try write(row, frames: frames)
            #expect(run("opusdec --quiet --rate 48000 a.opus out.wav"))
            let decoded = try PublicFile.decode(
                folder.url("out.wav"), to: .int(16, rate: 48_000, channels: row.channels))
            #expect(decoded.count == frames * 2 * Int(row.channels), "\(frames) frames")
        }
    }

    /// A file that is still being written opens with the packets that were written.
    @Test func anUnfinishedFileOpens() throws {
        var format = AudioStreamBasicDescription.encoded(kAudioFormatOpus, rate: 48_000, channels: 1)
        format.mFramesPerPacket = 960
        var made: AudioFileID?
        try must(
            "AudioFileCreateWithURL",
            AudioFileCreateWithURL(folder.url("b.opus"), Self.type, &format, .eraseFile, &made))
        let file = made!
        for number in 0..<30 {
            let packet = [0x78] + [UInt8](repeating: UInt8(number), count: 50 + number)
            var place = AudioStreamPacketDescription(
                mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
            var count: UInt32 = 1
            try must(
                "AudioFileWritePackets",
                AudioFileWritePackets(file, false, UInt32(packet.count), &place, Int64(number), &count, packet))
            let there = try PublicFile.with(folder.url("b.opus")) {
                try PublicFile.property($0, kAudioFilePropertyAudioDataPacketCount, UInt64(0))
            }
            #expect(there == UInt64(number + 1))
        }
        try must("AudioFileClose", AudioFileClose(file))
        let table = try PublicFile.with(folder.url("b.opus")) {
            try PublicFile.property($0, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
        }
        #expect(table.mNumberValidFrames == 30 * 960 && table.mPrimingFrames == 0)
    }
}
