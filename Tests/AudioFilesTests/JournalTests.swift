import AudioContainers
import AudioCore
import TestSupport
import Testing

@testable import AudioFiles

/// A writer that is killed, at whatever instant, loses no more than the packets of its last moments.
@Suite struct JournalTests {
    /// A file type and format whose packets a table has to list.
    struct Kind: Sendable, CustomTestStringConvertible {
        let type: FourCC
        let format: StreamFormat
        let cookie: [UInt8]
        var isAligned = true
        /// Bytes of the smallest packet.
        var packetSize = 50
        var testDescription: String { "\(format.formatID) in \(type), \(isAligned ? "aligned" : "not aligned")" }

        func packet(_ number: Int) -> [UInt8] {
            Array(repeating: UInt8(truncatingIfNeeded: number), count: packetSize + number % 90)
        }

        func frames(_ number: Int) -> UInt32 { format.framesPerPacket > 0 ? 0 : UInt32(480 * (1 + number % 3)) }
    }

    private static let aac = StreamFormat(sampleRate: 44_100, formatID: .aac, framesPerPacket: 1024, channels: 2)
    private static let alac = StreamFormat(
        sampleRate: 44_100, formatID: .alac, flags: .init(rawValue: 1), framesPerPacket: 4096, channels: 2)
    private static let opus = StreamFormat(sampleRate: 48_000, formatID: "opus", framesPerPacket: 0, channels: 2)
    private static let lossless: [UInt8] =
        [0, 0, 16, 0, 0, 16, 40, 10, 14, 2, 0, 255] + [UInt8](repeating: 0, count: 8)
        + [0, 0, 172, 68]

    static let kinds = [
        Kind(type: "caff", format: aac, cookie: [0x12, 0x10]),
        Kind(type: "caff", format: aac, cookie: [0x12, 0x10], isAligned: false),
        Kind(type: "caff", format: alac, cookie: lossless, packetSize: 3000),
        Kind(type: "caff", format: opus, cookie: []),
        Kind(type: "m4af", format: aac, cookie: [0x12, 0x10]),
        Kind(type: "m4af", format: aac, cookie: [0x12, 0x10], isAligned: false),
        Kind(type: "m4af", format: alac, cookie: lossless, packetSize: 3000),
        Kind(type: "mp4f", format: opus, cookie: opusHead),
    ]

    private static let opusHead: [UInt8] = Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0]

    private final class Clock {
        var now: UInt64 = 5
    }

    /// Bytes whose writer may be killed after each write.
    private final class WatchedBytes: ByteSink {
        let bytes: MemoryBytes
        var watch: (([UInt8]) -> Void)?
        private(set) var written = 0
        private(set) var largest: Int64 = 0

        init(_ contents: [UInt8] = []) { bytes = MemoryBytes(contents) }

        func size() throws(AudioError) -> Int64 { try bytes.size() }

        func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
            try bytes.read(into: buffer, at: position)
        }

        func write(_ buffer: UnsafeRawBufferPointer, at position: Int64) throws(AudioError) {
            try bytes.write(buffer, at: position)
            written += buffer.count
            largest = max(largest, try bytes.size())
            watch?(bytes.contents)
        }

        func resize(to size: Int64) throws(AudioError) {
            try bytes.resize(to: size)
            watch?(bytes.contents)
        }
    }

    /// Grows, as a file with a hole does, but takes nothing behind where it ended at first.
    private final class FullDisk: ByteSink {
        let bytes: MemoryBytes
        private let capacity: Int64

        init(_ contents: [UInt8]) { (bytes, capacity) = (MemoryBytes(contents), Int64(contents.count)) }

        func size() throws(AudioError) -> Int64 { try bytes.size() }

        func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
            try bytes.read(into: buffer, at: position)
        }

        func write(_ buffer: UnsafeRawBufferPointer, at position: Int64) throws(AudioError) {
            guard position + Int64(buffer.count) <= capacity else { throw .diskFull }
            try bytes.write(buffer, at: position)
        }

        func resize(to size: Int64) throws(AudioError) { try bytes.resize(to: size) }
    }

    private func create(_ kind: Kind, _ sink: any ByteSink, _ clock: Clock) throws -> OpenFile {
        let file = try OpenFile.create(sink, type: kind.type, format: kind.format, alignsAudioData: kind.isAligned)
        file.journalClock = { clock.now }
        if !kind.cookie.isEmpty {
            try kind.cookie.withUnsafeBytes { try file.setProperty(FourCC("mgic").rawValue, .bytes($0)) }
        }
        return file
    }

    /// Writes packets, so many a second.
    private func write(
        _ kind: Kind, _ numbers: Range<Int>, perSecond: Int, at once: Int = 1, to file: OpenFile, _ clock: Clock,
        after: (Int) -> Void = { _ in }
    ) throws {
        var number = numbers.lowerBound
        while number < numbers.upperBound {
            let end = min(number + once, numbers.upperBound)
            var block: [UInt8] = []
            var descriptions: [PacketDescription] = []
            for packet in number..<end {
                let bytes = kind.packet(packet)
                descriptions.append(
                    PacketDescription(
                        offset: Int64(block.count), frames: kind.frames(packet), size: UInt32(bytes.count)))
                block += bytes
            }
            try block.withUnsafeBytes {
                try file.writePackets($0, descriptions, at: Int64(number), count: descriptions.count)
            }
            after(end)
            clock.now += UInt64(end - number) * 1_000_000_000 / UInt64(perSecond)
            number = end
        }
    }

    private func packets(_ file: OpenFile) throws -> [[UInt8]] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
        defer { buffer.deallocate() }
        var found: [[UInt8]] = []
        while true {
            var sizes: [(Int, Int)] = []
            let read = try file.readPackets(from: Int64(found.count), count: 4096, into: buffer) {
                sizes.append((Int($1.offset), Int($1.size)))
            }
            guard read.packets > 0 else { return found }
            for (offset, size) in sizes.prefix(read.packets) { found.append(Array(buffer[offset..<offset + size])) }
        }
    }

    private func reopen(_ contents: [UInt8]) throws(AudioError) -> OpenFile {
        try OpenFile.open(MemoryBytes(contents), sink: nil, .read, hint: FourCC(0))
    }

    /// The packets of a file whose writer is killed now; nil where they are not the first that were written.
    private func survivors(_ kind: Kind, _ contents: [UInt8]) -> Int? {
        guard let file = try? reopen(contents), let found = try? packets(file), file.format == kind.format,
            found == (0..<found.count).map(kind.packet), file.description.magicCookie.isEmpty == kind.cookie.isEmpty,
            file.description.packetTable.map({ $0.totalFrames == file.description.packets.totalFrames }) ?? true
        else { return nil }
        return found.count
    }

    /// After each write to the disk, those of creating and closing too, the file has all but the last packets.
    @Test(arguments: kinds) func noInstantLosesMoreThanTheLastMoments(kind: Kind) throws {
        let bytes = WatchedBytes()
        let clock = Clock()
        var whole = 0
        var kept = 0
        bytes.watch = { contents in
            guard whole > 3 else { return }
            let found = survivors(kind, contents)
            #expect(found ?? -1 >= whole - 3, "after \(whole) packets")
            kept = max(kept, found ?? 0)
        }
        let file = try create(kind, bytes, clock)
        try write(kind, 0..<130, perSecond: 43, to: file, clock) { whole = $0 }
        #expect(kept >= 127)
        #expect(try packets(file) == (0..<130).map(kind.packet))
        #expect(!(try reopen(bytes.bytes.contents)).description.isComplete)
        try file.close()
        let closed = try reopen(bytes.bytes.contents)
        #expect(try packets(closed) == (0..<130).map(kind.packet))
        #expect(closed.description.isComplete)
        // As if no time had gone by, so that there was no table.
        let quick = WatchedBytes()
        let reference = try create(kind, quick, clock)
        try write(kind, 0..<130, perSecond: 1_000_000, to: reference, clock)
        try reference.close()
        #expect(bytes.bytes.contents == quick.bytes.contents)
    }

    /// Where the tables of a whole file stand behind its data it cannot be continued as it is.
    @Test(arguments: kinds.filter { $0.isAligned || $0.type == "caff" })
    func continuingAFileLosesNothingOfIt(kind: Kind) throws {
        let bytes = WatchedBytes()
        let clock = Clock()
        let file = try create(kind, bytes, clock)
        try write(kind, 0..<60, perSecond: 43, to: file, clock)
        try file.close()
        bytes.watch = { #expect(survivors(kind, $0) ?? -1 >= 60) }
        let again = try OpenFile.open(bytes, sink: bytes, [.read, .write], hint: FourCC(0))
        again.journalClock = { clock.now }
        try write(kind, 60..<100, perSecond: 43, to: again, clock)
        #expect(survivors(kind, bytes.bytes.contents) ?? -1 >= 97)
        try again.close()
        let continued = try reopen(bytes.bytes.contents)
        #expect(try packets(continued) == (0..<100).map(kind.packet))
        // All is sound, though the table of the first part did not list the rest.
        // What Opus's magic cookie says of the decoder's start is no sound.
        let start: Int64 = kind.type == "mp4f" && kind.format.formatID == "opus" ? 312 : 0
        #expect(continued.validFrames == continued.description.packets.totalFrames - start)
    }

    /// A file that was cut off becomes a whole one.
    @Test(arguments: kinds) func optimizingMendsAKilledFile(kind: Kind) throws {
        let bytes = WatchedBytes()
        let clock = Clock()
        let file = try create(kind, bytes, clock)
        try write(kind, 0..<20, perSecond: 5, to: file, clock)
        let killed = MemoryBytes(bytes.bytes.contents)
        let mended = try OpenFile.open(killed, sink: killed, [.read, .write], hint: FourCC(0))
        #expect(try packets(mended).count == 20 && !mended.description.isComplete)
        try mended.optimize()
        #expect(try packets(mended).count == 20 && mended.description.isComplete && mended.description.isOptimized)
        try mended.close()
        #expect(try packets(try reopen(killed.contents)) == (0..<20).map(kind.packet))
        #expect(killed.contents.count < bytes.bytes.contents.count)
    }

    /// The first that is changed of a file that was cut off, nothing being added, finishes it.
    @Test(arguments: kinds) func changingAKilledFileLosesNothingOfIt(kind: Kind) throws {
        let bytes = WatchedBytes()
        let clock = Clock()
        try write(kind, 0..<20, perSecond: 5, to: try create(kind, bytes, clock), clock)
        let killed = WatchedBytes(bytes.bytes.contents)
        let changed = try OpenFile.open(killed, sink: killed, [.read, .write], hint: FourCC(0))
        killed.watch = { #expect(survivors(kind, $0) == 20) }
        var description = changed.description
        description.info = InfoDictionary([InfoDictionary.Entry(key: "title", value: "Cut off")])
        try changed.adopt(description)
        try changed.close()
        let closed = try reopen(killed.bytes.contents)
        #expect(closed.description.isComplete && closed.description.info["title"] == "Cut off")
    }

    /// The head lists the packets, though what became known after it was laid out has no room in it.
    @Test(arguments: kinds.filter { $0.format.formatID == .aac }) func whatFindsNoRoomCostsNoSound(kind: Kind) throws {
        let bytes = WatchedBytes()
        let clock = Clock()
        var whole = 0
        bytes.watch = { contents in
            guard whole > 3 else { return }
            #expect(survivors(kind, contents) ?? -1 >= whole - 3, "after \(whole) packets")
        }
        let file = try create(kind, bytes, clock)
        var description = file.description
        description.expectedPriming = 2112
        try file.adopt(description)
        try write(kind, 0..<40, perSecond: 43, to: file, clock) { whole = $0 }
        description = file.description
        description.info = InfoDictionary([
            InfoDictionary.Entry(key: "title", value: String(repeating: "long ", count: 2000))
        ])
        try file.adopt(description)
        try write(kind, 40..<80, perSecond: 43, to: file, clock) { whole = $0 }
        try file.close()
        #expect(survivors(kind, bytes.bytes.contents) == 80)
    }

    /// A disk that is full when the table would begin leaves the file as it was.
    @Test(arguments: kinds.filter { $0.type == "m4af" && $0.isAligned }) func aFullDiskLeavesNoRest(kind: Kind) throws {
        let clock = Clock()
        let whole = MemoryBytes([])
        let first = try create(kind, whole, clock)
        try write(kind, 0..<20, perSecond: 1_000_000, to: first, clock)
        try first.close()
        let full = FullDisk(whole.contents)
        let file = try OpenFile.open(full, sink: full, [.read, .write], hint: FourCC(0))
        #expect(throws: AudioError.self) { try write(kind, 20..<21, perSecond: 1, to: file, clock) }
        try? file.close()
        #expect(full.bytes.contents.count == whole.contents.count)
        #expect(try reopen(full.bytes.contents).description.isRewritable)
    }

    @Test(arguments: kinds.filter { !$0.isAligned }) func everyCutOfAKilledFileIsReadOrRefused(kind: Kind) throws {
        let bytes = WatchedBytes()
        let clock = Clock()
        let file = try create(kind, bytes, clock)
        try write(kind, 0..<30, perSecond: 4, to: file, clock)
        let contents = bytes.bytes.contents
        var most = 0
        for length in 0...contents.count {
            guard let cut = try? reopen(Array(contents[..<length])) else { continue }
            let found = try packets(cut)
            #expect(found == (0..<found.count).map(kind.packet))
            most = max(most, found.count)
        }
        #expect(most == 30)
    }

    /// Minutes of sound: the table is rewritten as seldom as the file is long, and stays near its sound.
    @Test(arguments: kinds.filter { $0.isAligned && $0.packetSize == 50 && $0.format.formatID == .aac })
    func aLongFileCostsLittleMore(kind: Kind) throws {
        let bytes = WatchedBytes()
        let clock = Clock()
        let file = try create(kind, bytes, clock)
        try write(kind, 0..<20_000, perSecond: 43, at: 100, to: file, clock)
        let size = Int(file.description.dataSize)
        #expect(survivors(kind, bytes.bytes.contents) == 20_000)
        #expect(bytes.written < size * 3 / 2)
        #expect(bytes.largest < size * 4 / 3)
        try file.close()
        #expect(survivors(kind, bytes.bytes.contents) == 20_000)
    }

    @Test func whatIsSetLateIsOnTheDiskToo() throws {
        let bytes = WatchedBytes()
        let clock = Clock()
        let kind = Kind(type: "caff", format: Self.aac, cookie: [])
        let file = try create(kind, bytes, clock)
        try write(kind, 0..<20, perSecond: 43, to: file, clock)
        #expect(try reopen(bytes.bytes.contents).description.magicCookie.isEmpty)
        try [UInt8]([0x12, 0x10]).withUnsafeBytes { try file.setProperty(FourCC("mgic").rawValue, .bytes($0)) }
        let killed = try reopen(bytes.bytes.contents)
        #expect(!killed.description.magicCookie.isEmpty && killed.description.packets.count >= 17)
    }

    @Test func aMomentsConversionWritesNone() throws {
        let kind = Self.kinds[0]
        let bytes = WatchedBytes()
        let file = try create(kind, bytes, Clock())
        try write(kind, 0..<100, perSecond: 100_000, to: file, Clock())
        let size = (0..<100).reduce(0) { $0 + kind.packet($1).count }
        #expect(bytes.bytes.contents.count == 4096 + size)
        try file.close()
    }
}
