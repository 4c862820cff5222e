import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Cookies stand in CAF files as Core Audio writes them, in whatever form they came.
@Suite struct CAFCookieTests {
    private static func written(_ cookie: [UInt8], _ id: FourCC) throws(AudioError) -> [UInt8] {
        var packets = PacketIndex(variableSizesWithFrames: 1024)
        packets.append(size: 4)
        var file = FileDescription(
            fileType: "caff",
            format: StreamFormat(sampleRate: 44_100, formatID: id, framesPerPacket: 1024, channels: 2),
            packets: packets)
        file.magicCookie = cookie
        file.dataSize = 4
        let enclosure = try CAF.enclose(file, dataOffset: nil)
        return try CAF.read(MemoryBytes(enclosure.head + [1, 2, 3, 4] + enclosure.tail)).magicCookie
    }

    @Test func appleLosslessLosesTheWrappingOfOldFiles() throws {
        let start: [UInt8] = [0, 0, 0x10, 0, 0, 16, 40, 10, 14, 2, 0, 255]
        let config = start + Array(repeating: 0, count: 8) + [0, 0, 0xAC, 0x44]
        var old = ByteWriter()
        old.big(UInt32(12))
        old.append("frmaalac".utf8)
        old.big(UInt32(36))
        old.append("alac".utf8)
        old.big(UInt32(0))
        old.append(config)
        old.append([0, 0, 0, 8, 0, 0, 0, 0])
        #expect(try Self.written(old.bytes, .alac) == config)
        #expect(try Self.written(config, .alac) == config)
    }

    @Test func aacGetsADescriptor() throws {
        let config: [UInt8] = [0x12, 0x10]
        let cookie = try Self.written(config, .aac)
        #expect(cookie.first == 3 && cookie == ESDescriptor(specificInfo: config).bytes)
        #expect(try Self.written(cookie, .aac) == cookie)
    }

    @Test func flacGetsItsBox() throws {
        let file = try FLAC.read(MemoryBytes(try Fixture.named("FLAC/s16-stereo.flac").bytes()))
        let box = file.magicCookie
        #expect(box.count == 50 && Array(box[4..<8]) == Array("dfLa".utf8))
        let block = Array(box[16...])
        for form in [box, block, Array(box[8...]), Array(box[12...]), Array("fLaC".utf8) + box[12...]] {
            #expect(try Self.written(form, "flac") == box)
        }
    }

    @Test func othersStayAsTheyAre() throws {
        #expect(try Self.written([1, 2, 3], "opus") == [1, 2, 3])
        #expect(try Self.written([9], .aac) == [9])
    }
}
