import AudioCore
import TestSupport
import Testing

/// The compact index against a plain list.
@Suite struct PacketIndexTests {
    private struct Packets {
        var list: [PacketDescription] = []
        var index: PacketIndex

        init(frames: Int) { index = PacketIndex(variableSizesWithFrames: frames) }

        mutating func append(_ packet: PacketDescription) {
            list.append(packet)
            index.append(packet)
        }
    }

    private static func random(
        count: Int, seed: UInt64, constantFrames: Int = 0, sizes: ClosedRange<UInt32>, gaps: ClosedRange<Int64>
    ) -> Packets {
        var random = CodecSignals.Random(seed: seed)
        var packets = Packets(frames: constantFrames)
        var offset: Int64 = 0
        for _ in 0..<count {
            offset = max(0, offset + Int64.random(in: gaps, using: &random))
            let size = UInt32.random(in: sizes, using: &random)
            let frames = constantFrames > 0 ? 0 : UInt32.random(in: 0...3, using: &random) * 960
            packets.append(PacketDescription(offset: offset, frames: frames, size: size))
            offset += Int64(size)
        }
        return packets
    }

    static let kinds: [(sizes: ClosedRange<UInt32>, gaps: ClosedRange<Int64>)] = [
        (1...400, 0...0), (418...418, 0...0), (1...70_000, 0...0), (70_000...70_010, 7...7), (1...1, 0...1 << 20),
        (0...9, -5...5), (1...100, 0...1 << 34),
    ]

    @Test(arguments: kinds.indices, [1, 64, 65, 4096, 4097, 9001])
    func agreesWithAList(kind: Int, count: Int) {
        let (sizes, gaps) = Self.kinds[kind]
        for frames in [0, 1024] {
            let packets = Self.random(
                count: count, seed: UInt64(count), constantFrames: frames, sizes: sizes, gaps: gaps)
            #expect(packets.index.count == Int64(count))
            #expect(packets.list.indices.allSatisfy { packets.index[Int64($0)] == packets.list[$0] })
            #expect(packets.index.maximumSize == Int(packets.list.map(\.size).max() ?? 0))
            #expect(packets.index.totalBytes == packets.list.last.map { $0.offset + Int64($0.size) })
            var first: Int64 = 0
            var isRight = true
            for (number, packet) in packets.list.enumerated() {
                let length = frames > 0 ? Int64(frames) : Int64(packet.frames)
                isRight = isRight && packets.index.firstFrame(of: Int64(number)) == first
                if length > 0 {
                    isRight = isRight && packets.index.packet(holdingFrame: first + length - 1) == Int64(number)
                }
                first += length
            }
            #expect(isRight && packets.index.totalFrames == first)
        }
    }

    @Test func bytesFindTheirPackets() {
        let packets = Self.random(count: 5000, seed: 3, constantFrames: 1, sizes: 1...300, gaps: 0...0)
        for number in stride(from: 0, to: 5000, by: 7) {
            let packet = packets.list[number]
            #expect(packets.index.packet(holdingByte: packet.offset) == Int64(number))
            #expect(packets.index.packet(holdingByte: packet.offset + Int64(packet.size) - 1) == Int64(number))
        }
        #expect(packets.index.packet(holdingByte: packets.index.totalBytes) == nil)
    }

    @Test func framesMayBeginToVary() {
        var packets = Self.random(count: 5000, seed: 4, constantFrames: 1024, sizes: 1...300, gaps: 0...0).index
        packets.letFramesVary()
        #expect(packets.constantFrames == 0 && packets.totalFrames == 5000 * 1024)
        packets.append(size: 5, frames: 10)
        #expect(packets[4999].frames == 1024 && packets[5000].frames == 10)
        #expect(packets.firstFrame(of: 4999) == 4999 * 1024 && packets.totalFrames == 5000 * 1024 + 10)
        packets.setConstantFrames(512)
        #expect(packets.totalFrames == 5001 * 512 && packets[4999].frames == 0)
        packets.move(by: 100)
        #expect(packets[0].offset == 100)
        #expect(packets.mappingFrames { $0 + 1 }.totalFrames == 5001)
    }

    /// What a day of MP3 has, 3.3 million packets, takes 8 MB.
    @Test func aLongFileTakesLittleMemory() {
        var index = PacketIndex(variableSizesWithFrames: 1152)
        for number in 0..<1 << 17 { index.append(size: number % 3 == 0 ? 417 : 418) }
        #expect(Double(index.memoryUse) / Double(index.count) < 2.4 && !index.isFull)
        // Packets that stand in no order take a block each.
        index = PacketIndex(variableSizesWithFrames: 1152)
        while !index.isFull, index.count < 1 << 20 {
            index.append(PacketDescription(offset: index.count % 2, size: 5))
        }
        #expect(index.isFull)
    }
}
