import AudioCore
import CAudioToolbox
import TestSupport
import Testing

@testable import AudioCodecs
@testable import AudioFiles

/// Streams that are divided among encoders which remember all they encoded.
@Suite struct LaneTests {
    /// An encoder whose packets depend on all frames it was ever given, the next packet's included.
    private final class Rememberer: PacketEncoder {
        let inputFormat = StreamFormat.int16(sampleRate: 8000, channels: 1)
        let outputFormat = StreamFormat(sampleRate: 8000, formatID: "test", framesPerPacket: 4, channels: 1)
        let magicCookie: [UInt8] = []
        let maximumPacketSize = 24
        let primingFrames = 4
        let leadingSilence: Int
        private var memory: UInt64 = 1
        private var last: UInt64?

        init(leadingSilence: Int) { self.leadingSilence = leadingSilence }

        private func add(
            _ content: UInt64, at place: inout Int, _ output: UnsafeMutableRawBufferPointer,
            _ sizes: inout [PacketDescription]
        ) {
            memory = memory &* 0x9E37_79B9_7F4A_7C15 &+ content
            defer { last = content }
            guard let last else { return }
            // Of different sizes, so that places count.
            let words = [last, memory] + (last % 3 == 0 ? [content] : [])
            for word in words {
                output.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
                place += 8
            }
            let size = words.count * 8
            sizes.append(PacketDescription(offset: Int64(place - size), size: UInt32(size)))
        }

        func encode(
            _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
            sizes: inout [PacketDescription]
        ) throws(AudioError) -> Int {
            let known = sizes.count
            var place = 0
            for first in stride(from: 0, to: frames, by: 4) {
                let content = (first..<first + 4).reduce(UInt64(0)) { content, frame in
                    let sample = frame < frames ? input.load(fromByteOffset: frame * 2, as: UInt16.self) : 0
                    return content << 16 | UInt64(sample)
                }
                add(content, at: &place, output, &sizes)
            }
            return sizes.count - known
        }

        func finish(
            into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]
        ) throws(AudioError) -> Int {
            var place = 0
            for _ in 0..<2 { add(0, at: &place, output, &sizes) }
            return 2
        }

        func reset() { (memory, last) = (1, nil) }
    }

    private static func laned(_ plan: LanePlan, silence: Int) throws -> LanedEncoder {
        try LanedEncoder(plan) { () throws(AudioError) -> any PacketEncoder in Rememberer(leadingSilence: silence) }
    }

    /// The packets of a sound, given and taken in pieces of any size.
    private func packets(
        _ stage: EncodingStage, frames: Int, isShared: Bool = true, _ random: inout SeededRandom
    ) throws -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var bytes = [UInt8](repeating: 0, count: 24 * 9)
        var descriptions = [PacketDescription](repeating: PacketDescription(offset: 0, size: 0), count: 9)
        func take(_ body: (inout PacketRoom) throws -> Void) throws -> Int {
            let wanted = Int.random(in: 1...9, using: &random)
            return try bytes.withUnsafeMutableBytes { bytes in
                try descriptions.withUnsafeMutableBufferPointer { descriptions in
                    let buffer = AudioBuffer(
                        mNumberChannels: 1, mDataByteSize: UInt32(wanted * 24), mData: bytes.baseAddress)
                    var room = PacketRoom(buffer, descriptions: descriptions.baseAddress, packets: wanted, 24)
                    try body(&room)
                    for packet in descriptions[..<room.packets] {
                        packets.append(Array(bytes[Int(packet.offset)...].prefix(Int(packet.size))))
                    }
                    return room.packets
                }
            }
        }
        var next = 0
        while next < frames {
            let wanted = stage.framesMissing(for: Int.random(in: 1...9, using: &random))
            let count = min(wanted, frames - next, Int.random(in: 1...50, using: &random))
            for frame in 0..<count {
                stage.room.storeBytes(of: UInt16(next + frame + 1), toByteOffset: frame * 2, as: UInt16.self)
            }
            if count > 0 { stage.add(frames: count) }
            next += count
            _ = try take { try stage.encode(into: &$0) }
        }
        // A converter finishes when there are fewer frames than were asked for, so some are asked for until the end.
        while try take({ try stage.finish(into: &$0) }) > 0 {
            #expect(!isShared || stage.framesMissing(for: 1) > 0)
        }
        return packets
    }

    /// Every length, so that the stream ends at each place of a segment and of a block.
    @Test(
        arguments: [
            (6, 4, 2, 3, 2), (4, 4, 0, 0, 4), (1, 1, 1, 1, 3), (5, 3, 3, 3, 2), (8, 5, 1, 5, 7), (4, 4, 3, 2, 32),
        ],
        [0, 5])
    func threadsGiveWhatOneGives(plan: (Int, Int, Int, Int, blockPackets: Int), silence: Int) throws {
        let blockPackets = plan.blockPackets
        let plan = LanePlan(
            firstPackets: plan.0, segmentPackets: plan.1, runIn: plan.2, firstRunIn: plan.3)
        var random = SeededRandom(7)
        let one = EncodingStage(try Self.laned(plan, silence: silence), nil)
        let encoder = try Self.laned(plan, silence: silence)
        let made = try #require(try encoder.makeLanes())
        let shared = ParallelLanes(made.plan, made.lanes, encoder, blockPackets: blockPackets)
        let many = EncodingStage(encoder, shared)
        for frames in Array(0...130) + [601] {
            let expected = try packets(one, frames: frames, isShared: false, &random)
            #expect(expected.count == (frames == 0 ? 0 : (frames + silence + 3) / 4 + 1), "\(frames) frames")
            #expect(try packets(many, frames: frames, &random) == expected, "\(frames) frames")
            let (first, second) = (one.primeInfo, many.primeInfo)
            #expect(first.leading == second.leading && first.trailing == second.trailing)
            one.reset()
            many.reset()
        }
    }

    /// A reset in the middle leaves nothing behind, whatever the lanes are at.
    @Test func resetForgetsWhatIsOnItsWay() throws {
        let plan = LanePlan(firstPackets: 6, segmentPackets: 4, runIn: 2, firstRunIn: 3)
        var random = SeededRandom(3)
        let encoder = try Self.laned(plan, silence: 5)
        let made = try #require(try encoder.makeLanes())
        let stage = EncodingStage(encoder, ParallelLanes(made.plan, made.lanes, encoder, blockPackets: 2))
        let expected = try packets(stage, frames: 333, &random)
        for frames in 1..<40 {
            stage.reset()
            for _ in 0..<frames where stage.framesMissing(for: 1) > 0 {
                stage.room.storeBytes(of: 9, as: UInt16.self)
                stage.add(frames: 1)
            }
            stage.reset()
            #expect(try packets(stage, frames: 333, &random) == expected)
        }
    }

    /// Each packet of a lane is encoded behind those that the plan gives it, and with the next one's frames at hand.
    @Test func lanesGoOnFromTheirOwnPast() throws {
        let plan = LanePlan(firstPackets: 6, segmentPackets: 4, runIn: 2, firstRunIn: 3)
        let encoder = try Self.laned(plan, silence: 0)
        let frames = (0..<80).map { UInt16($0) }
        var sizes: [PacketDescription] = []
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 24 * 30, alignment: 8)
        defer { room.deallocate() }
        let count = try frames.withUnsafeBytes { try encoder.encode($0, frames: 80, into: room, sizes: &sizes) }
        #expect(count == 19)
        func content(_ packet: Int) -> UInt64 {
            (0..<4).reduce(0) { $0 << 16 | UInt64(packet * 4 + $1) }
        }
        func memory(_ packets: [Int]) -> UInt64 {
            packets.reduce(1) { $0 &* 0x9E37_79B9_7F4A_7C15 &+ content($1) }
        }
        func found(_ packet: Int) -> [UInt64] {
            (0..<2).map { room.load(fromByteOffset: Int(sizes[packet].offset) + 8 * $0, as: UInt64.self) }
        }
        #expect(found(2) == [content(2), memory(Array(0...3))])
        // Packets 6 to 9 are the second lane's first; 10 to 13 the first lane's, which knows 0 to 6.
        #expect(found(7) == [content(7), memory(Array(3...8))])
        #expect(found(11) == [content(11), memory(Array(0...6) + Array(8...12))])
        #expect(found(15) == [content(15), memory(Array(3...10) + Array(12...16))])
    }
}
