import AudioCodecs
import AudioCore

/// Encodes a stream in the lanes of a `LanePlan`, each on a thread of its own. The packets are those of one thread, byte
/// for byte. Used by one thread.
///
/// The stream goes through in short blocks, which every lane is given: it encodes its segments' packets and those before
/// them. While one lane is in the middle of its segment the other begins the next one, so the blocks that are read ahead
/// need not hold a whole segment.
final class ParallelLanes: SharedEncoding {
    /// Packets of a block: few, so that the lanes and the client seldom wait for each other's.
    private static let blockPackets = 32

    private let plan: LanePlan
    private let lanes: [EncoderLane]
    private let teams: [OrderedTeam<LaneBlock>]
    private let packetFrames: Int
    private let blockPackets: Int
    private let segments: EncodingSegments<LaneBlock>
    /// With the lanes, in the stream's order.
    private var blocks: [LaneBlock] = []
    /// Packets' worth of frames that were handed in.
    private var packetsIn = 0
    /// Whether the client has put in all there is, and whether all of that was handed in.
    private var isEnding = false
    private var hasEnded = false

    /// - Parameters:
    ///   - encoder: an encoder of the same configuration, which states the formats.
    ///   - blockPackets: packets of a block; enough for the encoder's leading silence.
    init(
        _ plan: LanePlan, _ lanes: [EncoderLane], _ encoder: any PacketEncoder, blockPackets: Int = blockPackets
    ) {
        self.plan = plan
        self.lanes = lanes
        self.blockPackets = blockPackets
        packetFrames = encoder.outputFormat.framesPerPacket
        let (frames, frameSize) = (packetFrames, encoder.inputFormat.bytesPerFrame)
        // One more that is emptied, and one that is filled.
        let count = (plan.packetsAhead + blockPackets - 1) / blockPackets + 2
        segments = EncodingSegments(
            (0..<count).map { _ in
                LaneBlock(
                    packets: blockPackets, packetFrames: frames, frameSize: frameSize,
                    packetSize: encoder.maximumPacketSize)
            })
        teams = lanes.enumerated().map { index, lane in
            let owned = OwnedLane(lane: lane)
            return OrderedTeam<LaneBlock>(workers: 1, name: "encoder \(index)") { _, block in
                block.encode(in: owned.lane, index, of: plan)
            }
        }
    }

    /// A lane that is one thread's.
    private struct OwnedLane: @unchecked Sendable {
        let lane: EncoderLane
    }

    func reset() {
        for team in teams { _ = team.recall() }
        segments.reset(blocks)
        blocks.removeAll()
        (packetsIn, isEnding, hasEnded) = (0, false, false)
        for lane in lanes { lane.reset() }
    }

    /// Behind the end, frames are still asked for: that there are none is how the client learns to finish.
    var framesWanted: Int { isEnding ? packetFrames : framesMissing }

    /// Frames that the block which is filled has room for; 0 where there is no memory for one.
    private var framesMissing: Int {
        guard !hasEnded, let block = segments.toFill({ $0.begin(at: packetsIn) }) else { return 0 }
        return blockPackets * packetFrames - block.frames
    }

    var room: UnsafeMutableRawPointer? { segments.filling?.room }

    func add(frames: Int) {
        segments.filling?.frames += frames
        if framesMissing == 0 { handIn() }
    }

    private func handIn() {
        guard let block = segments.takeFilled() else { return }
        packetsIn += blockPackets
        blocks.append(block)
        for team in teams { team.handIn(block) }
    }

    /// Ends the stream with the frames that were put in.
    func flush() {
        isEnding = true
        goOnEnding()
    }

    /// Hands in the last block, which may have no frames, once there is memory for it.
    private func goOnEnding() {
        guard isEnding, framesMissing > 0 else { return }
        segments.filling?.isLast = true
        hasEnded = true
        handIn()
    }

    func moveOut(to output: inout PacketRoom, all: Bool) throws(AudioError) -> Int {
        try segments.moveOut(to: &output, all: all) {
            goOnEnding()
            return nextEncoded()
        }
    }

    private func nextEncoded() -> LaneBlock? {
        guard !blocks.isEmpty else { return nil }
        for team in teams { _ = team.takeBack() }
        let block = blocks.removeFirst()
        block.finish()
        return block
    }

    var isEmpty: Bool { hasEnded && blocks.isEmpty && segments.hasMovedAll }

    func moveNotes(to other: any PacketEncoder) {}
}

/// Frames on their way through the lanes, and the packets that became of them.
///
/// The lanes work on a block at the same time. A packet's frames give one packet, in one of the lanes; what comes out is
/// noted where that packet's place in the block is.
private final class LaneBlock: EncodedSegment {
    var packets: EncodedPackets
    private let input: UnsafeMutableRawBufferPointer
    private let packetFrames: Int
    private let frameSize: Int
    private let packetSize: Int
    /// For each packet's frames what they gave, and behind them what came at the stream's end.
    private let made: UnsafeMutableBufferPointer<PacketDescription>
    /// What went wrong in each lane.
    private let errors: UnsafeMutableBufferPointer<AudioError?>
    /// The place in the stream.
    private var first = 0
    var frames = 0
    /// Whether the stream ends with it.
    var isLast = false

    init(packets: Int, packetFrames: Int, frameSize: Int, packetSize: Int) {
        (self.packetFrames, self.frameSize, self.packetSize) = (packetFrames, frameSize, packetSize)
        let most = packets + EncoderLane.mostHeld
        self.packets = EncodedPackets(bytes: most * packetSize)
        input = .allocate(byteCount: packets * packetFrames * frameSize, alignment: 64)
        made = .allocate(capacity: most)
        made.initialize(repeating: PacketDescription(offset: 0, size: 0))
        errors = .allocate(capacity: LanePlan.count)
        errors.initialize(repeating: nil)
    }

    deinit {
        packets.deallocate()
        input.deallocate()
        made.deallocate()
        errors.deinitialize()
        errors.deallocate()
    }

    func begin(at packet: Int) {
        (first, frames, isLast) = (packet, 0, false)
        made.update(repeating: PacketDescription(offset: 0, size: 0))
        errors.update(repeating: nil)
    }

    /// Where the next frames go.
    var room: UnsafeMutableRawPointer { input.baseAddress! + frames * frameSize }

    private var packetsIn: Int { (frames + packetFrames - 1) / packetFrames }

    /// Encodes what is a lane's, on its thread.
    func encode(in lane: EncoderLane, _ index: Int, of plan: LanePlan) {
        var sizes: [PacketDescription] = []
        do throws(AudioError) {
            for packet in 0..<packetsIn {
                let start = packet * packetFrames
                let rest = UnsafeRawBufferPointer(rebasing: input[(start * frameSize)...])
                let count = min(packetFrames, frames - start)
                switch plan.part(of: index, at: first + packet) {
                case .none: continue
                case .passed: try lane.pass(rest, frames: count)
                case .encoded:
                    _ = try lane.encode(rest, frames: count, into: space(at: packet), sizes: &sizes)
                    note(&sizes, at: packet)
                }
            }
            if isLast, plan.lane(endingAt: first + packetsIn) == index {
                _ = try lane.finish(into: space(at: packetsIn), sizes: &sizes)
                note(&sizes, at: packetsIn)
            }
        } catch { errors[index] = error }
    }

    private func space(at place: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: packets.bytes[(place * packetSize)...])
    }

    private func note(_ sizes: inout [PacketDescription], at place: Int) {
        for (index, size) in sizes.enumerated() {
            made[place + index] = size
            made[place + index].offset += Int64(place * packetSize)
        }
        sizes.removeAll(keepingCapacity: true)
    }

    /// Collects what the lanes made, when all are done.
    func finish() {
        packets.removeAll()
        packets.sizes.append(contentsOf: made.lazy.filter { $0.size > 0 })
        packets.finish(count: packets.sizes.count, packetSize: packetSize)
        if let error = errors.lazy.compactMap({ $0 }).first { packets.fail(error) }
    }
}
