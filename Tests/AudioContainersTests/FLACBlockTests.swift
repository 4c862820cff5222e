import AudioCore
import TestSupport
import Testing

@testable import AudioContainers

/// Unknown metadata blocks stay in a file that is rewritten.
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

    /// A comment block with nothing but a picture.
    private static func pictureComment(_ body: [UInt8]) -> [UInt8] {
        let comment = Array("METADATA_BLOCK_PICTURE=".utf8) + Array(Base64.encode(body).utf8)
        return block(4, [0, 0, 0, 0, 1, 0, 0, 0, UInt8(comment.count), 0, 0, 0] + comment)
    }

    /// Of a picture among the comments and one in a block the front cover goes with the sound, and both stay.
    @Test(arguments: [(3, 4, [11]), (3, 3, [11]), (4, 3, [21, 22]), (4, 5, [11])] as [(UInt8, UInt8, [UInt8])])
    func noPictureIsLost(comment: UInt8, block: UInt8, artwork: [UInt8]) throws {
        let bytes = try Fixture.named("FLAC/s16-stereo.flac").bytes()
        let source = MemoryBytes(
            Array(bytes[..<42]) + Self.pictureComment(Self.picture(comment, [11]))
                + Self.block(6, Self.picture(block, [21, 22])) + Self.block(1, [0, 0]) + Array(bytes[42...]))
        var file = try FLAC.read(source).holdingChunks(of: source)
        for _ in 0..<3 {
            #expect(file.artwork == artwork)
            let pictures = file.userChunks.filter { $0.id == FourCC(0x464C_4106) }
            #expect(pictures.count == 1)
            guard case .bytes(let other)? = pictures.first?.body else { return }
            #expect(try #require(FLACPicture(other)).image.elementsEqual(artwork == [11] ? [21, 22] : [11]))
            let written = MemoryBytes(try file.laidOut(FLAC.self, data: source))
            let again = try FLAC.read(written)
            #expect(again.packets.count == file.packets.count)
            let (offset, size) = (file.dataOffset, file.dataSize)
            file = try again.holdingChunks(of: written)
            // The sound is still taken from the first file.
            (file.dataOffset, file.dataSize) = (offset, size)
        }
    }

    /// An ID3v2 tag before the file stays as it is; what is set later is among the comments, which count for more.
    @Test func aTagBeforeTheFileStays() throws {
        let frames = TagSamples.frame("TIT2", TagSamples.text("Old", encoding: 3), version: 4)
        let tag = TagSamples.tag(4, frames + TagSamples.frame("PRIV", Array("kept".utf8), version: 4))
        let source = MemoryBytes(tag + (try Fixture.named("FLAC/s16-stereo.flac").bytes()))
        #expect(throws: AudioError.self) { try FLAC.enclose(try FLAC.read(source), dataOffset: nil) }
        var file = try FLAC.read(source).holdingChunks(of: source)
        file.info["title"] = "New"
        let written = MemoryBytes(try file.laidOut(FLAC.self, data: source))
        #expect(written.contents.starts(with: tag + Array("fLaC".utf8)))
        let again = try FLAC.read(written).holdingChunks(of: written)
        #expect(again.info["title"] == "New" && again.leadingTags == file.leadingTags)
        #expect(again.packets.count == file.packets.count && again.packetTable == file.packetTable)
        let enclosure = try FLAC.enclose(again, dataOffset: again.dataOffset)
        #expect(written.contents.starts(with: enclosure.head))
    }

    @Test func whatIsStillInAnotherFileIsNotLost() throws {
        let file = try FLAC.read(MemoryBytes(try Self.file()))
        #expect(throws: AudioError.self) { try FLAC.enclose(file, dataOffset: nil) }
    }
}
