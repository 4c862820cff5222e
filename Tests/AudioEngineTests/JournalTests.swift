import AudioContainers
import AudioCore
import AudioEngine
import TestSupport
import Testing

/// A writer that is killed loses no more than the packets of its last second.
@Suite struct JournalTests {
    private let bytes = MemoryBytes()

    private static let format = StreamFormat(sampleRate: 44_100, formatID: .aac, framesPerPacket: 1024, channels: 2)

    private static func packet(_ number: Int) -> [UInt8] {
        Array(repeating: UInt8(truncatingIfNeeded: number), count: 50 + number % 90)
    }

    private final class Clock {
        var now: UInt64 = 5
    }

    /// Writes packets, so many a second.
    private func write(_ numbers: Range<Int>, perSecond: Int, to file: OpenFile, _ clock: Clock) throws {
        file.journalClock = { clock.now }
        for number in numbers {
            let packet = Self.packet(number)
            try packet.withUnsafeBytes {
                try file.writePackets(
                    $0, [PacketDescription(offset: 0, size: UInt32(packet.count))], at: Int64(number), count: 1)
            }
            clock.now += 1_000_000_000 / UInt64(perSecond)
        }
    }

    private func packets(_ file: OpenFile) throws -> [[UInt8]] {
        try (0..<file.description.packets.count).map { position in
            var buffer = [UInt8](repeating: 0, count: 200)
            let read = try buffer.withUnsafeMutableBytes { try file.readPackets(from: position, count: 1, into: $0) }
            return Array(buffer[..<read.bytes])
        }
    }

    private func create(aligned: Bool = true) throws(AudioError) -> OpenFile {
        try OpenFile.create(bytes, type: "m4af", format: Self.format, alignsAudioData: aligned)
    }

    private func reopen(_ contents: [UInt8]) throws(AudioError) -> OpenFile {
        try OpenFile.open(MemoryBytes(contents), sink: nil, .read, hint: FourCC(0))
    }

    @Test(arguments: [true, false]) func aKilledWriterLosesTheLastSecondAtMost(aligned: Bool) throws {
        let file = try create(aligned: aligned)
        let clock = Clock()
        for second in 1...9 {
            let end = second * 43
            try write(end - 43..<end, perSecond: 43, to: file, clock)
            guard let killed = try? reopen(bytes.contents) else {
                #expect(second == 1)
                continue
            }
            let found = try packets(killed)
            #expect(found.count >= end - 2 * 43 && found.count <= end)
            #expect(found == (0..<found.count).map(Self.packet))
            #expect(!killed.description.isComplete)
            #expect(killed.format == Self.format && !killed.description.magicCookie.isEmpty)
        }
        // Read back while it is written, and when it is finished.
        #expect(try packets(file) == (0..<387).map(Self.packet))
        try file.close()
        let closed = try reopen(bytes.contents)
        #expect(try packets(closed) == (0..<387).map(Self.packet))
        #expect(closed.description.isComplete)
        #expect(closed.description.packets.totalFrames == 387 * 1024)
    }

    @Test func everyCutOfAKilledFileIsReadOrRefused() throws {
        let file = try create(aligned: false)
        try write(0..<30, perSecond: 4, to: file, Clock())
        let contents = bytes.contents
        var most = 0
        for length in 0..<contents.count {
            guard let cut = try? reopen(Array(contents[..<length])) else { continue }
            let found = try packets(cut)
            #expect(found == (0..<found.count).map(Self.packet))
            most = max(most, found.count)
        }
        #expect(most >= 24)
    }

    @Test func aConversionOfLessThanASecondWritesNone() throws {
        let file = try create()
        try write(0..<100, perSecond: 1000, to: file, Clock())
        let size = (0..<100).reduce(0) { $0 + Self.packet($1).count }
        #expect(file.description.dataSize == Int64(size))
        try file.close()
    }

    @Test func appendingKeepsWhatWasThere() throws {
        let file = try create()
        let clock = Clock()
        try write(0..<60, perSecond: 100, to: file, clock)
        try file.close()
        let again = try OpenFile.open(bytes, sink: bytes, [.read, .write], hint: FourCC(0))
        try write(60..<62, perSecond: 100, to: again, clock)
        #expect(try packets(try reopen(bytes.contents)).count >= 60)
        try again.close()
        #expect(try packets(try reopen(bytes.contents)) == (0..<62).map(Self.packet))
    }

    /// A file that was cut off becomes a whole one.
    @Test func optimizingMendsAKilledFile() throws {
        let file = try create()
        try write(0..<20, perSecond: 5, to: file, Clock())
        let killed = MemoryBytes(bytes.contents)
        let mended = try OpenFile.open(killed, sink: killed, [.read, .write], hint: FourCC(0))
        let found = try packets(mended)
        try mended.optimize()
        #expect(try packets(mended) == found && mended.description.isComplete && mended.description.isOptimized)
        try mended.close()
        #expect(try packets(try reopen(killed.contents)) == found)
    }
}
