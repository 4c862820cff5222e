import AudioToolbox
import Foundation
import TestSupport
import Testing

/// The last packet of a stream comes with its last byte where the packet itself shows that it is whole.
@Suite struct LastPacketTests {
    /// Packets that come before the end is told, of those that there are.
    private func packets(_ bytes: [UInt8], piece: Int = .max) throws -> (before: Int, all: Int) {
        let client = try StreamClient()
        for start in stride(from: 0, to: bytes.count, by: min(piece, bytes.count)) {
            let status = client.parse(bytes[start..<min(bytes.count, start + min(piece, bytes.count))])
            if status == kAudioFileStreamError_NotOptimized { return (0, 0) }
            try must("parse", status)
        }
        let before = client.packetCount
        try must("finish", client.finish())
        return (before, client.packetCount)
    }

    /// Another frame of E-AC-3 may belong to the last packet, so only the end proves that it is whole.
    @Test(arguments: Fixture.all.filter { $0.container != "Ogg" }) func theLastPacketComes(fixture: Fixture) throws {
        let isOpen = fixture.path.hasSuffix(".ec3")
        let bytes = try fixture.bytes()
        for piece in [Int.max, 1000, 1] {
            let (before, all) = try packets(bytes, piece: piece)
            #expect(before == all - (isOpen ? 1 : 0), "\(before) of \(all) in pieces of \(piece)")
        }
    }

    /// Closing a stream calls no callback: a client may have released what its callbacks need.
    @Test func closingIsQuiet() throws {
        let bytes = try Fixture.named("AC3/eac3-stereo.ec3").bytes()
        let client = try StreamClient()
        try must("parse", client.parse(bytes))
        let before = client.packetCount
        client.close()
        #expect(client.packetCount == before)
    }

    /// Where STREAMINFO does not state how many frames there are, each comes with its last byte.
    @Test(arguments: Fixture.of("FLAC")) func framesOfAnEndlessFLACStreamCome(fixture: Fixture) throws {
        var bytes = try fixture.bytes()
        let total = 4 + 4 + 13
        bytes[total] &= 0xF0
        for index in 1...4 { bytes[total + index] = 0 }
        let whole = try StreamClient()
        try must("parse", whole.parseAll(bytes) { .max })
        let client = try StreamClient()
        let start = bytes.count - whole.record.data.count
        #expect(start > 0)
        try must("parse", client.parse(bytes[..<start]))
        var end = start
        for (number, packet) in whole.record.packets.enumerated() {
            // One byte short of the frame's end, and its last byte.
            try must("parse", client.parse(bytes[end..<end + Int(packet.size) - 1]))
            #expect(client.packetCount == number)
            try must("parse", client.parse(bytes[end + Int(packet.size) - 1..<end + Int(packet.size)]))
            #expect(client.packetCount == number + 1)
            end += Int(packet.size)
        }
        #expect(client.record.data == whole.record.data)
    }

    /// Sounds for which an encoder chooses each kind of subframe.
    private static let kinds = [
        "silence", "noise", "tone", "even numbers", "same on both sides", "silence, then noise",
    ]

    private static func sample(_ kind: Int, _ index: Int, _ noise: [Float], channels: Int) -> Int32 {
        let frame = index / channels
        let loud = Int32(noise[index] * 0x7FFF_0000)
        let tone = Int32(sin(Double(frame) * 0.03 * Double(index % channels + 1)) * 0x3FFF_0000)
        return switch kind {
        case 0: 0
        case 1: loud
        case 2: tone
        case 3: (tone / 4) & ~0xF_FFFF
        case 4: Int32(sin(Double(frame) * 0.02) * 0x5FFF_0000) &+ loud >> 9
        default: frame < 5000 ? 0 : loud
        }
    }

    private static let encodesFLAC: Bool = {
        var size: UInt32 = 0
        guard AudioFormatGetPropertyInfo(kAudioFormatProperty_EncodeFormatIDs, 0, nil, &size) == noErr else {
            return false
        }
        var formats = [UInt32](repeating: 0, count: Int(size) / 4)
        return AudioFormatGetProperty(kAudioFormatProperty_EncodeFormatIDs, 0, nil, &size, &formats) == noErr
            && formats.contains(kAudioFormatFLAC)
    }()

    @Test(
        .enabled(if: encodesFLAC, "libavcodec is not installed"), arguments: kinds.indices,
        [(16, 1), (16, 2), (24, 2), (24, 6)])
    func lastFramesOfEveryKindCome(kind: Int, shape: (bits: UInt32, channels: UInt32)) throws {
        let channels = Int(shape.channels)
        let noise = Signal.noise(frames: 20_000 * channels, seed: 5)
        for frames in [1, 17, 4096, 4097, 9001] {
            let folder = ScratchFolder()
            let bytes = Int(shape.bits / 8)
            let data = (0..<frames * channels).flatMap { index in
                let value = Self.sample(kind, index, noise, channels: channels) >> (32 - Int32(shape.bits))
                return (0..<bytes).map { UInt8(truncatingIfNeeded: value >> Int32(8 * $0)) }
            }
            try PublicFile.encode(
                folder.url("a.flac"), kAudioFileFLACType, .encoded(kAudioFormatFLAC, channels: shape.channels),
                from: .int(shape.bits, channels: shape.channels), data)
            let file = try #require(folder.bytes("a.flac"))
            for piece in [Int.max, 1000] {
                let (before, all) = try packets(file, piece: piece)
                #expect(all > 0 && before == all, "\(before) of \(all) of \(frames) frames")
            }
            // A tag behind the sound changes nothing.
            let (before, all) = try packets(file + Array("TAG".utf8) + [UInt8](repeating: 0xFF, count: 125))
            #expect(all > 0 && before == all, "\(before) of \(all) before a tag")
        }
    }
}
