import AudioContainers
import AudioCore
import TestSupport
import Testing

/// Metadata blocks that mean nothing to us stay in a file that is written anew.
@Suite struct FLACBlockTests {
    private static func block(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }

    private static let application = Array("riff".utf8) + [1, 2, 3]
    private static let cueSheet = [UInt8](repeating: 7, count: 396)
    private static let later = [UInt8](repeating: 9, count: 300)

    /// A picture of so many bytes; 3 is the type of a front cover.
    private static func picture(_ type: UInt8, _ image: [UInt8]) -> [UInt8] {
        let mime = Array("image/png".utf8)
        return [0, 0, 0, type, 0, 0, 0, UInt8(mime.count)] + mime + [UInt8](repeating: 0, count: 4 + 16)
            + [0, 0, 0, UInt8(image.count)] + image
    }

    /// The fixture with blocks behind STREAMINFO.
    private static func file() throws -> [UInt8] {
        let bytes = try Fixture.named("FLAC/s16-stereo.flac").bytes()
        let pictures = block(6, picture(4, [11, 12])) + block(6, picture(3, [21, 22, 23]))
        return Array(bytes[..<42]) + block(2, application) + block(5, cueSheet) + pictures + block(100, later)
            + block(1, [0, 0]) + Array(bytes[42...])
    }

    @Test func blocksAreChunksAndStay() throws {
        let source = MemoryBytes(try Self.file())
        var file = try FLAC.read(source)
        #expect(file.isRewritable && file.artwork == [21, 22, 23])
        let ids = file.userChunks.map(\.id)
        #expect(ids == ["riff", FourCC(0x464C_4105), FourCC(0x464C_4106), FourCC(0x464C_4164)])
        file = try file.holdingChunks(of: source)
        file.info["title"] = "Another"
        let written = MemoryBytes(try file.laidOut(FLAC.self, data: source))
        let again = try FLAC.read(written)
        #expect(again.info["title"] == "Another" && again.artwork == file.artwork)
        #expect(Set(try again.holdingChunks(of: written).userChunks) == Set(file.userChunks))
        #expect(again.userChunks.count == file.userChunks.count)
        #expect(again.packets.count == file.packets.count && again.packetTable == file.packetTable)
    }

    @Test func whatIsStillInAnotherFileIsNotLost() throws {
        let file = try FLAC.read(MemoryBytes(try Self.file()))
        #expect(throws: AudioError.self) { try FLAC.enclose(file, dataOffset: nil) }
    }
}
