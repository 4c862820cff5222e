import AudioCodecs
import AudioCore

/// Encodes a stream's segments in the lanes of a `LanePlan`, each on a thread of its own. The packets are those of one
/// thread, byte for byte. Used by one thread.
final class ParallelLanes: SharedEncoding {
    private let plan: LanePlan
    private let lanes: [EncoderLane]
    private let teams: [OrderedTeam<LaneSegment>]
    private let packetFrames: Int
    private let frameSize: Int
    private var free: [LaneSegment]
    /// Being filled with frames, and being emptied of packets.
    private var filling: LaneSegment?
    private var emptying: LaneSegment?
    /// Segments that have been handed in and taken back.
    private var handedIn = 0
    private var takenBack = 0
    /// The last frames handed in, with which the next segment begins.
    private let lead: UnsafeMutableRawBufferPointer
    private var leadFrames = 0
    /// Whether the client has put in all there is, and whether all of that was handed in.
    private var isEnding = false
    private var hasEnded = false

    /// - Parameter encoder: one that is alike; it tells the formats.
    init(_ plan: LanePlan, _ lanes: [EncoderLane], _ encoder: any PacketEncoder) {
        self.plan = plan
        self.lanes = lanes
        let (packetFrames, frameSize) = (encoder.outputFormat.framesPerPacket, encoder.inputFormat.bytesPerFrame)
        (self.packetFrames, self.frameSize) = (packetFrames, frameSize)
        let frames = plan.mostPackets * packetFrames
        lead = .allocate(byteCount: frames * frameSize, alignment: 64)
        let outputSize = (plan.mostPackets + 1) * encoder.maximumPacketSize
        // One for each lane, one that is emptied and one that is filled.
        free = (0..<lanes.count + 2).map { _ in
            LaneSegment(frames: frames, frameSize: frameSize, outputSize: outputSize)
        }
        teams = lanes.enumerated().map { index, lane in
            let owned = OwnedLane(lane: lane)
            return OrderedTeam<LaneSegment>(workers: 1, name: "encoder \(index)") { _, segment in
                segment.encode(in: owned.lane, packetFrames: packetFrames)
            }
        }
    }

    deinit { lead.deallocate() }

    /// A lane that is one thread's.
    private struct OwnedLane: @unchecked Sendable {
        let lane: EncoderLane
    }

    func reset() {
        for team in teams { free += team.recall() }
        if let filling { free.append(filling) }
        if let emptying { free.append(emptying) }
        (filling, emptying) = (nil, nil)
        (handedIn, takenBack, leadFrames) = (0, 0, 0)
        (isEnding, hasEnded) = (false, false)
        for lane in lanes { lane.reset() }
    }

    /// Frames of the segment that is filled.
    private var ownFrames: Int { plan.packets(of: handedIn) * packetFrames }

    /// Behind the end, frames are still asked for: that there are none is how the client learns to finish.
    var framesWanted: Int { isEnding ? packetFrames : framesMissing }

    /// Frames that the segment which is filled has room for; 0 where there is no memory for one.
    private var framesMissing: Int {
        if filling == nil, !hasEnded, let segment = free.popLast() {
            let runIn = min(leadFrames, plan.runIn(of: handedIn) * packetFrames)
            segment.begin(with: UnsafeRawBufferPointer(rebasing: lead[..<(leadFrames * frameSize)]), runIn: runIn)
            filling = segment
        }
        // With the packet behind a segment comes its last one.
        return filling.map { ownFrames + packetFrames - $0.frames } ?? 0
    }

    var room: UnsafeMutableRawPointer? { filling?.room }

    func add(frames: Int) {
        guard let segment = filling else { return }
        segment.frames += frames
        if segment.frames == ownFrames + packetFrames { handIn(segment) }
    }

    private func handIn(_ segment: LaneSegment) {
        filling = nil
        leadFrames = segment.copyEnd(from: ownFrames - plan.runIn(of: handedIn + 1) * packetFrames, to: lead)
        teams[handedIn % teams.count].handIn(segment)
        handedIn += 1
    }

    /// Ends the stream with the frames that were put in.
    func flush() {
        isEnding = true
        goOnEnding()
    }

    /// Hands in the last segments as far as there is memory for them. Frames behind a segment's own ones are the next
    /// segment's, too.
    private func goOnEnding() {
        while !hasEnded, framesMissing > 0, let segment = filling {
            hasEnded = segment.frames <= ownFrames
            segment.isLast = hasEnded
            handIn(segment)
        }
    }

    func moveOut(to output: inout PacketRoom, all: Bool) throws(AudioError) -> Int {
        var moved = 0
        while output.packetsLeft > 0, emptying != nil || takenBack < handedIn {
            guard all || emptying != nil || (filling == nil && free.isEmpty) else { break }
            guard let segment = emptying ?? nextEncoded() else { break }
            emptying = segment
            moved += try segment.moveOut(to: &output)
            guard segment.isEmpty else { break }
            free.append(segment)
            emptying = nil
            if isEnding { goOnEnding() }
        }
        return moved
    }

    private func nextEncoded() -> LaneSegment? {
        guard let segment = teams[takenBack % teams.count].takeBack() else { return nil }
        takenBack += 1
        return segment
    }

    var isEmpty: Bool { hasEnded && emptying == nil && takenBack == handedIn }

    func moveNotes(to other: any PacketEncoder) {}
}

/// Frames on their way to a lane, and the packets that became of them.
private final class LaneSegment {
    private let input: UnsafeMutableRawBufferPointer
    private let output: UnsafeMutableRawBufferPointer
    private let frameSize: Int
    /// Frames before the segment, and from its first one on.
    private var runIn = 0
    var frames = 0
    /// Whether the stream ends in it.
    var isLast = false
    private var sizes: [PacketDescription] = []
    private var error: AudioError?
    private var moved = 0

    init(frames: Int, frameSize: Int, outputSize: Int) {
        self.frameSize = frameSize
        input = .allocate(byteCount: frames * frameSize, alignment: 64)
        output = .allocate(byteCount: outputSize, alignment: 64)
    }

    deinit {
        input.deallocate()
        output.deallocate()
    }

    /// - Parameter runIn: how many of the frames in `lead` are not the segment's.
    func begin(with lead: UnsafeRawBufferPointer, runIn: Int) {
        input.copyMemory(from: lead)
        self.runIn = runIn
        frames = lead.count / frameSize - runIn
        isLast = false
    }

    /// Where the next frames go.
    var room: UnsafeMutableRawPointer { input.baseAddress! + (runIn + frames) * frameSize }

    /// Copies the frames from a place in the segment on, if there are any. Returns how many.
    func copyEnd(from place: Int, to room: UnsafeMutableRawBufferPointer) -> Int {
        guard place < frames else { return 0 }
        let part = input[((runIn + place) * frameSize)..<((runIn + frames) * frameSize)]
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
        return frames - place
    }

    /// Encodes the frames, on the lane's thread.
    func encode(in lane: EncoderLane, packetFrames: Int) {
        sizes.removeAll(keepingCapacity: true)
        (moved, error) = (0, nil)
        do throws(AudioError) {
            let bytes = UnsafeRawBufferPointer(input)
            // The packet that comes with the segment's first frames is not the segment's.
            let passed = runIn + min(frames, packetFrames)
            try lane.pass(bytes, frames: passed)
            let rest = UnsafeRawBufferPointer(rebasing: bytes[(passed * frameSize)...])
            _ = try lane.encode(rest, frames: runIn + frames - passed, into: output, sizes: &sizes)
            if isLast { try finish(lane) }
        } catch { self.error = error }
    }

    private func finish(_ lane: EncoderLane) throws(AudioError) {
        let (end, known) = (sizes.last.map { Int($0.offset) + Int($0.size) } ?? 0, sizes.count)
        let room = UnsafeMutableRawBufferPointer(rebasing: output[end...])
        _ = try lane.finish(into: room, sizes: &sizes)
        for index in known..<sizes.count { sizes[index].offset += Int64(end) }
    }

    var isEmpty: Bool { moved == sizes.count }

    func moveOut(to room: inout PacketRoom) throws(AudioError) -> Int {
        if let error { throw error }
        let first = moved
        while moved < sizes.count, room.packetsLeft > 0 {
            let start = Int(sizes[moved].offset)
            let packet = output[start..<start + Int(sizes[moved].size)]
            room.append(UnsafeRawBufferPointer(rebasing: packet), frames: sizes[moved].frames)
            moved += 1
        }
        return moved - first
    }
}
