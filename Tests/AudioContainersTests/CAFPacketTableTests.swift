import AudioContainers
import AudioCore
import TestSupport
import Testing

@Suite struct CAFPacketTableTests {
    private let aac = CAFBuilder().desc("aac ", flags: 0, bytes: 0, frames: 1024, bits: 0)

    @Test func readsSizes() throws {
        let file = try CAF.read(
            aac.pakt(3, valid: 2000, priming: 1000, remainder: 72, [0x05, 0x81, 0x00, 0x01]).data(134).source)
        #expect(file.packets.count == 3)
        #expect((0..<3).map { file.packets[$0].size } == [5, 128, 1])
        #expect((0..<3).map { file.packets[$0].offset } == [0, 5, 133])
        #expect(file.packetTable == PacketTableInfo(validFrames: 2000, primingFrames: 1000, remainderFrames: 72))
    }

    @Test func readsFramesOfPacketsOfOneSize() throws {
        let file = try CAF.read(
            CAFBuilder().desc("test", bytes: 4, frames: 0).pakt(2, valid: 310, [0x81, 0x2C, 0x0A]).data(8).source)
        #expect(
            (0..<2).map { file.packets[$0] } == [
                PacketDescription(offset: 0, frames: 172, size: 4), PacketDescription(offset: 4, frames: 10, size: 4),
            ])
        #expect(file.packets.totalFrames == 182)
        #expect(file.packetTable?.validFrames == 182)
    }

    @Test func readsSizesAndFrames() throws {
        let file = try CAF.read(
            CAFBuilder().desc("vorb", bytes: 0, frames: 0).data(7).pakt(2, valid: 100, [3, 64, 4, 36]).source)
        #expect(
            (0..<2).map { file.packets[$0] } == [
                PacketDescription(offset: 0, frames: 64, size: 3), PacketDescription(offset: 3, frames: 36, size: 4),
            ])
        #expect(file.isOptimized)
    }

    @Test func readsTheShortFormOfPacketsOfOneSize() throws {
        let file = try CAF.read(
            CAFBuilder().desc("ima4", flags: 0, bytes: 34, frames: 64, bits: 0)
                .pakt(0, valid: 120, remainder: 8).data(68).source)
        #expect(file.packets.count == 2)
        #expect(file.packetTable == PacketTableInfo(validFrames: 120, remainderFrames: 8))
    }

    @Test func ignoresWhatStandsBehindTheLastEntry() throws {
        let file = try CAF.read(aac.pakt(1, valid: 1024, [5] + [UInt8](repeating: 0xFF, count: 40)).data(5).source)
        #expect(file.packets.count == 1)
    }

    @Test func leavesOutPacketsThatWereCutOff() throws {
        let file = try CAF.read(
            aac.pakt(3, valid: 2900, priming: 100, remainder: 72, [5, 5, 5]).data(12, size: 19).source)
        #expect(file.packets.count == 2)
        #expect(file.dataSize == 12)
        #expect(file.packetTable == PacketTableInfo(validFrames: 1948, primingFrames: 100))
        #expect(!file.isComplete)
    }

    @Test func aTableOfZerosStatesNothing() throws {
        let file = try CAF.read(aac.pakt(1, valid: 0, [5]).data(5).source)
        #expect(file.packetTable == nil)
        #expect(file.packets.totalFrames == 1024)
    }

    @Test(arguments: [Int64(1) << 62, .max, -1, .min, 6])
    func refusesACountThatTheChunkCannotHold(count: Int64) {
        let error = #expect(throws: AudioError.self) {
            try CAF.read(aac.pakt(count, valid: 1, [1, 1, 1, 1, 1]).data(5).source)
        }
        #expect(error?.status == AudioError.invalidFile.status)
    }

    @Test func refusesBadTables() {
        let bad = [
            aac.pakt(1, valid: -1, [5]), aac.pakt(1, valid: 1, priming: -1, [5]),
            aac.pakt(1, valid: 1, remainder: .min, [5]),
            // Numbers that do not end, or do not fit.
            aac.pakt(1, valid: 1, [0x80, 0x80]), aac.pakt(1, valid: 1, [UInt8](repeating: 0x80, count: 30)),
            aac.pakt(1, valid: 1, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
            // Two tables, none, and one that is too short.
            aac.pakt(1, valid: 1, [5]).pakt(1, valid: 1, [5]), aac, aac.chunk("pakt", [UInt8](repeating: 0, count: 23)),
            // A hundred thousand packets of nothing.
            aac.pakt(100_000, valid: 1, [UInt8](repeating: 0, count: 100_000)),
        ]
        for (index, builder) in bad.enumerated() {
            let error = #expect(throws: AudioError.self, "case \(index)") { try CAF.read(builder.data(5).source) }
            #expect(error?.status == AudioError.invalidFile.status, "case \(index)")
        }
    }

    /// Sizes around every power of 128, more of them than one window holds.
    @Test(arguments: [(true, true), (true, false), (false, true)])
    func everyEntryComesBack(sizes: Bool, frames: Bool) throws {
        var random = CodecSignals.Random(seed: 5)
        let format = StreamFormat(
            sampleRate: 44_100, formatID: "test", bytesPerPacket: sizes ? 0 : 3, framesPerPacket: frames ? 0 : 512,
            channels: 2)
        var packets = PacketIndex(variableSizesWithFrames: format.framesPerPacket)
        for number in 0..<30_000 {
            // Sizes of one byte in the table mostly, now and then of two or three.
            let bits: UInt32 = number % 100 == 0 ? 16 : 8
            let wide = UInt32(1) << UInt32.random(in: 0..<bits, using: &random) - UInt32(number & 1)
            packets.append(
                size: sizes ? wide : 3, frames: frames ? UInt32(truncatingIfNeeded: random.next()) : 0)
        }
        var description = FileDescription(fileType: "caff", format: format, packets: packets)
        description.dataSize = packets.totalBytes
        description.packetTable = PacketTableInfo(
            validFrames: packets.totalFrames - 700, primingFrames: 500, remainderFrames: 200)
        let file = try CAF.read(ContainerFiles.file(CAF.self, description))
        #expect(file.packets == packets)
        #expect(file.packetTable == description.packetTable)
        let moved = try CAF.read(ContainerFiles.file(CAF.self, description, dataOffset: 4096))
        #expect(moved.packets == packets)
        #expect(moved.knownChunks.last?.id == "pakt")
        #expect(moved.isOptimized)
    }

    @Test func anUnfinishedFileKeepsThePacketsOfItsTable() throws {
        var packets = PacketIndex(variableSizesWithFrames: 1024)
        packets.append(size: 5)
        packets.append(size: 6)
        var description = FileDescription(
            fileType: "caff",
            format: StreamFormat(sampleRate: 44_100, formatID: .aac, framesPerPacket: 1024, channels: 2),
            packets: packets)
        description.isComplete = false
        description.dataSize = 11
        description.dataOffset = 4096
        description.expectedPriming = 100
        description.journalOffset = 4496
        let entry = try #require(CAF.journal(description, after: nil))
        let room = [UInt8](repeating: 7, count: 400)
        let head = try CAF.enclose(description, dataOffset: 4096).head
        let written = try CAF.read(MemoryBytes(head + room + entry.preface + entry.head + entry.rows))
        #expect(written.packets == packets)
        #expect(!written.isComplete && written.dataSize == 11)
        #expect(written.packetTable == PacketTableInfo(validFrames: 1948, primingFrames: 100))
        // One more: its row stands behind the others.
        description.packets.append(size: 300)
        let next = try #require(CAF.journal(description, after: entry.progress))
        #expect(next.head.count == entry.head.count && next.rows == [0x82, 0x2C])
        let grown = try CAF.read(MemoryBytes(head + room + next.head + entry.rows + next.rows))
        #expect(grown.packets == description.packets && grown.dataSize == 311)
        #expect(CAF.journal(description, after: next.progress) == nil)
        description.packets = PacketIndex(variableSizesWithFrames: 1024)
        let created = try CAF.read(ContainerFiles.file(CAF.self, description))
        #expect(created.packets.count == 0)
    }
}
