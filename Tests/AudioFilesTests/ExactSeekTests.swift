import AudioCodecs
import AudioContainers
import AudioCore
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioFiles

/// Decoding after a seek or a reset gives the same samples as decoding from the start.
@Suite struct ExactSeekTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var id: FourCC
        var type: FourCC = "caff"
        var rate = 48_000.0
        var channels = 2
        var frames = 300_000
        var bitRate: UInt32?

        var testDescription: String { "\(id) \(bitRate ?? 0)" }

        var isThere: Bool {
            guard let codec = Codecs.named(id) else { return false }
            return codec.isInstalled(encoding: true) && codec.isInstalled(encoding: false) && codec.abilities.encodes
                && codec.abilities.decodes
        }
    }

    static let rows: [Row] = [
        // At this rate the encoder substitutes noise. The decoder's random numbers restart twice.
        Row(id: "aac ", channels: 2, frames: 1_200_000, bitRate: 64_000),
        Row(id: "ac-3", type: "ac-3", frames: 500_000),
        Row(id: "ec-3", type: "ec-3", frames: 500_000), Row(id: "ima4"), Row(id: "opus", frames: 400_000),
        Row(id: "ilbc", rate: 8000, channels: 1, frames: 60_000), Row(id: "alac"), Row(id: "flac"), Row(id: "ulaw"),
        Row(id: "samr", rate: 8000, channels: 1, frames: 150_000),
        // The random numbers of wide band recur every 1024 packets.
        Row(id: "sawb", rate: 16_000, channels: 1, frames: 600_000),
    ].filter(\.isThere)

    /// A tone with noise whose level rises and falls, which uses many of the codecs' tools.
    private static func sound(_ row: Row) -> [Float] {
        let noise = Signal.noise(frames: row.frames * row.channels, seed: 7)
        return noise.indices.map { index in
            let time = Float(index / row.channels) / Float(row.rate)
            let tone = sin(2 * .pi * (300 + 40 * Float(index % row.channels)) * time)
            return 0.3 * tone * abs(sin(1.7 * time)) + 0.25 * noise[index] * abs(sin(0.9 * time))
        }
    }

    private static func client(_ row: Row) -> StreamFormat { .float32(sampleRate: row.rate, channels: row.channels) }

    private static func write(_ row: Row, to path: String) throws {
        let format = StreamFormat(sampleRate: row.rate, formatID: row.id, channels: row.channels)
        let file = try ExtendedFile.create(
            path, type: row.type, format: format, layout: nil, erasing: true, alignsAudioData: false)
        try file.setClientFormat(client(row))
        if let bitRate = row.bitRate {
            try withUnsafeBytes(of: bitRate) {
                try file.converter?.setProperty(kAudioConverterEncodeBitRate, .bytes($0))
            }
        }
        var samples = sound(row)
        try samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList.interleaved(UInt32(row.channels), bytes)
            try file.write(row.frames, &list)
        }
        try file.dispose()
    }

    private static func read(_ file: ExtendedFile, _ frames: Int, channels: Int) throws -> [Float] {
        var samples = [Float](repeating: .nan, count: frames * channels)
        var done = 0
        while done < frames {
            let count = try samples.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: UInt32(channels), mDataByteSize: UInt32((frames - done) * channels * 4),
                        mData: bytes.baseAddress! + done * channels * 4))
                return try file.read(frames - done, into: &list)
            }
            if count == 0 { break }
            done += count
        }
        return Array(samples.prefix(done * channels))
    }

    @Test(arguments: rows, [1, 3]) func seeksGiveTheSamplesOfTheLinearDecode(row: Row, threads: Int) throws {
        let folder = ScratchFolder()
        let path = (folder.url("sound") as URL).path
        try Self.write(row, to: path)
        let linear = try ExtendedFile.open(path)
        try linear.setClientFormat(Self.client(row))
        let whole = try Self.read(linear, row.frames + 10_000, channels: row.channels)
        try linear.dispose()
        let frames = whole.count / row.channels
        #expect(abs(frames - row.frames) <= 1536 * 3)

        let file = try ExtendedFile.open(path)
        try file.setClientFormat(Self.client(row))
        if threads > 1 {
            try withUnsafeBytes(of: UInt32(threads)) { try file.setProperty(extendedFileThreadsProperty, .bytes($0)) }
        }
        var random = SeededRandom(UInt64(threads))
        for turn in 0..<24 {
            let place = turn == 0 ? 0 : Int.random(in: 0..<frames, using: &random)
            let count = min(Int.random(in: 1...5000, using: &random), frames - place)
            try file.seek(to: Int64(place))
            let samples = try Self.read(file, count, channels: row.channels)
            let expected = whole[place * row.channels..<(place + count) * row.channels]
            let wrong = zip(samples, expected).count { $0 != $1 }
            #expect(samples.count == expected.count && wrong == 0, "\(wrong) of \(expected.count) at \(place)")
        }
        try file.dispose()
    }

    /// A converter that has been reset decodes as a new one does.
    @Test(arguments: rows) func resetsBeginAnew(row: Row) throws {
        let folder = ScratchFolder()
        let path = (folder.url("sound") as URL).path
        var short = row
        short.frames = min(row.frames, 100_000)
        try Self.write(short, to: path)
        let file = try ExtendedFile.open(path)
        try file.setClientFormat(Self.client(row))
        let converter = try #require(file.converter)
        let feeder = PacketFeeder(file.file, bufferSize: 1 << 15)
        var descriptions: [AudioStreamPacketDescription] = []
        func decode(_ frames: Int) throws -> [Float] {
            feeder.seek(to: 0)
            var samples = [Float](repeating: .nan, count: frames * row.channels)
            var count = UInt32(frames)
            try samples.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList.interleaved(UInt32(row.channels), bytes)
                try converter.fill(&count, into: &list, descriptions: nil) { packets, data, described in
                    guard let (bytes, given) = try? feeder.next(min(Int(packets.pointee), 32)) else { return -1 }
                    packets.pointee = UInt32(given)
                    data.pointee.mBuffers.mData = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                    data.pointee.mBuffers.mDataByteSize = UInt32(bytes.count)
                    descriptions = feeder.descriptions.map { AudioStreamPacketDescription($0) }
                    if !descriptions.isEmpty {
                        described?.pointee = descriptions.withUnsafeMutableBufferPointer { $0.baseAddress }
                    }
                    return 0
                }
            }
            return Array(samples.prefix(Int(count) * row.channels))
        }
        let first = try decode(90_000)
        for frames in [90_000, 12_345, 70_000] {
            converter.reset()
            let again = try decode(frames)
            #expect(again.elementsEqual(first.prefix(again.count)), "\(row.id)")
            #expect(again.count == min(frames * row.channels, first.count))
        }
    }
}
