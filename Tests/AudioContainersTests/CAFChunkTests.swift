import AudioContainers
import AudioCore
import TestSupport
import Testing

@Suite struct CAFChunkTests {
    /// A description with something in every field that CAF has a chunk for.
    static func rich(data: Int64 = 40) -> FileDescription {
        var file = ContainerFiles.pcm(.int16(sampleRate: 44_100, channels: 2), frames: data / 4)
        file.editCount = 7
        file.alignsAudioData = false
        file.packetTable = PacketTableInfo(validFrames: data / 4 - 3, primingFrames: 2, remainderFrames: 1)
        file.layout = ChannelLayout(
            tag: 0, bitmap: 3,
            descriptions: [.init(label: 1), .init(label: 2, flags: 4, coordinates: SIMD3(0.5, -1, 100))])
        file.magicCookie = [1, 2, 3, 0, 255]
        file.info["title"] = "Étude"
        file.info["empty"] = ""
        file.info["source bit depth"] = "I24"
        file.sourceBitDepth = 24
        file.smpteTimeType = 5
        file.markers = [
            Marker(framePosition: 1.5, name: "one", id: 1, type: 0x7062_6567, channel: 2), Marker(framePosition: 8),
        ]
        file.markers[0].smpteTime.hours = -1
        file.markers[0].smpteTime.minutes = 255
        file.markers[0].smpteTime.subFrameSampleOffset = .max
        file.regions = [
            Region(id: 40, name: "region", flags: 7, markers: [Marker(framePosition: 2, name: "in", id: 41)]),
            Region(id: 42),
        ]
        file.userChunks = ["inst", "midi", "peak", "ovvw", "umid", "uuid", "uuid", "edct", "ldsc", "iXML", "XYZ "]
            .enumerated().map { index, id in .init(id: id, body: .bytes((0..<index * 7).map { UInt8($0) })) }
        return file
    }

    static func expectEqual(_ file: FileDescription, _ rich: FileDescription) {
        #expect(file.format == rich.format)
        #expect(file.editCount == rich.editCount)
        #expect(file.packets == rich.packets)
        #expect(file.packetTable == rich.packetTable)
        #expect(file.layout == rich.layout)
        #expect(file.magicCookie == rich.magicCookie)
        #expect(file.info == rich.info)
        #expect(file.sourceBitDepth == rich.sourceBitDepth)
        #expect(file.smpteTimeType == rich.smpteTimeType)
        #expect(file.markers == rich.markers)
        #expect(file.regions == rich.regions)
        #expect(Set(file.userChunks) == Set(rich.userChunks))
    }

    @Test func everyChunkComesBack() throws {
        let rich = Self.rich()
        let file = try CAF.read(ContainerFiles.file(CAF.self, rich))
        Self.expectEqual(file, rich)
        #expect(file.userChunks == rich.userChunks)
        #expect(file.knownChunks.map(\.id) == ["desc", "chan", "kuki", "pakt", "info", "strg", "mark", "regn", "data"])
        #expect(file.isOptimized)
    }

    /// Wherever the data stands, the head fills the room and nothing is lost.
    @Test func everyDataOffsetKeepsEveryChunk() throws {
        let rich = Self.rich()
        let natural = try CAF.enclose(rich, dataOffset: nil).head.count
        for offset in 68..<natural + 40 {
            guard let enclosure = try? CAF.enclose(rich, dataOffset: Int64(offset)) else {
                // Eleven gaps are too small for any chunk and have no chunk to take from.
                #expect((69..<80).contains(offset))
                continue
            }
            #expect(enclosure.head.count == offset)
            let file = try CAF.read(ContainerFiles.file(CAF.self, rich, dataOffset: Int64(offset)))
            #expect(file.dataOffset == Int64(offset))
            Self.expectEqual(file, rich)
        }
        #expect(throws: AudioError.self) { try CAF.enclose(rich, dataOffset: 67) }
        #expect(throws: AudioError.self) { try CAF.enclose(rich, dataOffset: -1) }
        #expect(throws: AudioError.self) { try CAF.enclose(rich, dataOffset: .max) }
    }

    @Test func dataStandsOnAPage() throws {
        for extra in 0..<40 {
            var file = Self.rich()
            file.alignsAudioData = true
            file.magicCookie = [UInt8](repeating: 1, count: 3400 + extra)
            #expect(try CAF.enclose(file, dataOffset: nil).head.count % 4096 == 0)
        }
    }

    @Test func nothingFollowsDataOfUnknownSize() throws {
        var file = Self.rich()
        file.isComplete = false
        #expect(try CAF.enclose(file, dataOffset: 100).tail.isEmpty)
        #expect(!(try CAF.read(ContainerFiles.file(CAF.self, file)).isComplete))
    }

    @Test func chunksAfterTheDataThatNoPropertyCoversAreInTheWay() throws {
        let file = try CAF.read(CAFBuilder().desc().data(4).chunk("info", [0, 0, 0, 0]).chunk("free", [0]).source)
        #expect(file.isOptimized)
        #expect(!(try CAF.read(CAFBuilder().desc().data(4).chunk("peak", [0]).source).isOptimized))
    }

    @Test func namesThatShareAnIdArePulledApart() throws {
        var file = ContainerFiles.pcm(.int16(sampleRate: 8000, channels: 1), frames: 1)
        file.markers =
            ["a", "b", "", "a"].map { Marker(framePosition: 0, name: $0) } + [Marker(framePosition: 1, id: 1)]
        file.regions = [Region(id: 0, name: "r")]
        let read = try CAF.read(ContainerFiles.file(CAF.self, file))
        #expect(read.markers.map(\.name) == ["a", "b", "", "a", ""])
        #expect(read.regions.map(\.id) == [0])
        #expect(read.regions.map(\.name) == ["r"])
        #expect(read.markers.last?.id == 1)
    }

    @Test func textsThatNameNothingAreKept() throws {
        let strings: (inout ByteWriter) -> Void = {
            $0.big(UInt32(2))
            for (id, offset) in [(5, 0), (9, 2)] as [(UInt32, Int64)] {
                $0.big(id)
                $0.big(offset)
            }
            $0.append("x\0piano\0".utf8)
        }
        let marks: (inout ByteWriter) -> Void = {
            $0.big(UInt32(0))
            $0.big(UInt32(1))
            $0.big(UInt32(0))
            $0.bigFloat64(3)
            $0.big(UInt32(5))
            $0.zeros(12)
        }
        let source = CAFBuilder().desc().chunk("strg", strings).chunk("mark", marks).data(2).source
        var file = try CAF.read(source)
        #expect(file.markers.map(\.name) == ["x"])
        file.markers[0].name = "y"
        let again = try CAF.read(ContainerFiles.file(CAF.self, file))
        #expect(again.markers.map(\.name) == ["y"])
        #expect(again.userChunks == file.userChunks)
        #expect(again.userChunks.map(\.id) == ["strg"])
    }

    @Test func overlappingTextsDoNotFillMemory() throws {
        let count = 20_000
        let source = CAFBuilder().desc().chunk("strg") {
            $0.big(UInt32(count))
            for id in 0..<count {
                $0.big(UInt32(id))
                $0.big(Int64(id))
            }
            $0.append([UInt8](repeating: 0x61, count: 500_000))
        }.data(2).source
        let file = try CAF.read(source)
        #expect(file.userChunks.map(\.id) == ["strg"])
        #expect(file.userChunks.first?.size == 740_004)
    }

    @Test func metadataThatBreaksItsRulesIsCarriedAlong() throws {
        let body: [UInt8] = [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        for id: FourCC in ["chan", "mark", "regn", "strg"] {
            let file = try CAF.read(CAFBuilder().desc().chunk(id, id == "strg" ? [0xFF] + body : body).data(4).source)
            #expect(file.userChunks.map(\.id) == [id])
            let again = try CAF.read(ContainerFiles.file(CAF.self, file))
            #expect(again.userChunks == file.userChunks)
        }
    }

    @Test func largeChunksStayInTheFile() throws {
        let large = [UInt8](repeating: 3, count: 1 << 20)
        let file = try CAF.read(CAFBuilder().desc().chunk("ovvw", [1]).chunk("peak", large).data(4).source)
        #expect(file.userChunks.map(\.body) == [.bytes([1]), .inFile(offset: 77, size: 1 << 20)])
        #expect(throws: AudioError.self) { try CAF.enclose(file, dataOffset: nil) }
    }

    @Test func textWithAZeroDoesNotShiftTheNext() throws {
        var file = ContainerFiles.pcm(.int16(sampleRate: 8000, channels: 1), frames: 1)
        file.info["a"] = "b\0c"
        file.info["d"] = "e"
        let read = try CAF.read(ContainerFiles.file(CAF.self, file))
        #expect(read.info["a"] == "b")
        #expect(read.info["d"] == "e")
    }

    @Test func theFilesOwnChunksAreNotUserData() {
        for id: FourCC in ["desc", "data", "free", "pakt"] {
            var file = ContainerFiles.pcm(.int16(sampleRate: 8000, channels: 1), frames: 1)
            file.userChunks = [.init(id: id, body: .bytes([]))]
            let error = #expect(throws: AudioError.self) { try CAF.enclose(file, dataOffset: nil) }
            #expect(error?.status == AudioError.invalidChunk.status)
        }
    }
}
