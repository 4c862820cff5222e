import AudioCodecs
import AudioCore

/// Encodes segments of a stream on several threads; what comes out is what one encoder makes of the whole, byte for byte.
/// Used by one thread.
///
/// Either packets know nothing of each other, or a segment begins with frames of the one before, by which its encoder has
/// usually come to the state in which the one before ends. Where it has not, the segment is encoded again.
final class ParallelEncoder: SharedEncoding {
    /// Frames of a segment and bytes of its samples, at most: see `ParallelDecoder`. There are so many for each frame by
    /// which an encoder settles.
    private static let segmentFrames = 1 << 16
    private static let segmentBytes = 1 << 22
    private static let framesPerSettling = 16

    private let encoders: [any PacketEncoder]
    /// Encodes again what must be.
    private let spare: any PacketEncoder
    private let frameSize: Int
    private let segmentCapacity: Int
    /// The last frames handed in, with which the next segment begins.
    private let settling: UnsafeMutableRawBufferPointer
    private var settlingCount = 0
    /// The state in which the last segment taken back ends; nil before the first.
    private var state: [Int32]?
    private let team: OrderedTeam<EncodingSegment>
    private let segments: EncodingSegments<EncodingSegment>

    /// - Parameters:
    ///   - encoders: alike, one for each thread, whose packets do not depend on each other or which settle.
    ///   - spare: one for the calling thread.
    init(_ encoders: [any PacketEncoder], spare: any PacketEncoder) {
        self.encoders = encoders
        self.spare = spare
        let framesPerPacket = encoders[0].outputFormat.framesPerPacket
        let frameSize = encoders[0].inputFormat.bytesPerFrame
        self.frameSize = frameSize
        let lead = encoders[0].makesIndependentPackets ? 0 : encoders[0].settlingFrames ?? 0
        let frames = max(Self.segmentFrames, lead * Self.framesPerSettling)
        let packets = max(1, min(frames, Self.segmentBytes / frameSize) / framesPerPacket)
        let capacity = packets * framesPerPacket
        segmentCapacity = capacity
        settling = .allocate(byteCount: lead * frameSize, alignment: 64)
        let outputSize = max(packets, lead / framesPerPacket) * encoders[0].maximumPacketSize
        segments = EncodingSegments(
            (0..<encoders.count + 3).map { _ in
                EncodingSegment(frames: lead + capacity, frameSize: frameSize, outputSize: outputSize)
            })
        let owned = encoders.map(OwnedEncoder.init)
        team = OrderedTeam(workers: encoders.count, name: "encoder") { index, segment in
            segment.encode(with: owned[index].encoder)
        }
    }

    deinit { settling.deallocate() }

    /// An encoder that is one thread's.
    private struct OwnedEncoder: @unchecked Sendable {
        let encoder: any PacketEncoder
    }

    func reset() {
        segments.reset(team.recall())
        (settlingCount, state) = (0, nil)
        for encoder in encoders { encoder.reset() }
    }

    var framesWanted: Int {
        let segment = segments.toFill {
            $0.begin(with: UnsafeRawBufferPointer(rebasing: settling[..<(settlingCount * frameSize)]))
        }
        return segment.map { segmentCapacity - $0.frames } ?? 0
    }

    var room: UnsafeMutableRawPointer? { segments.filling?.room }

    func add(frames: Int) {
        guard let segment = segments.filling else { return }
        segment.frames += frames
        if segment.frames == segmentCapacity { flush() }
    }

    func flush() {
        guard segments.filling?.frames ?? 0 > 0, let segment = segments.takeFilled() else { return }
        settlingCount = segment.copyEnd(to: settling)
        team.handIn(segment)
    }

    /// The next segment, encoded once more where its encoder began with another state than the one before ended with.
    private func nextEncoded() -> EncodingSegment? {
        guard let segment = team.takeBack() else { return nil }
        if !settling.isEmpty {
            if let state, segment.firstState != state { segment.encode(with: spare, from: state) }
            state = segment.lastState
        }
        return segment
    }

    func moveOut(to output: inout PacketRoom, all: Bool) throws(AudioError) -> Int {
        try segments.moveOut(to: &output, all: all, nextEncoded)
    }

    var isEmpty: Bool { segments.filling?.frames ?? 0 == 0 && segments.hasMovedAll && team.count == 0 }

    func moveNotes(to other: any PacketEncoder) {
        for encoder in encoders {
            other.adopt(notesOf: encoder)
            encoder.reset()
        }
    }
}

/// Frames on their way to an encoding thread, and the packets that became of them.
final class EncodingSegment: EncodedSegment {
    var packets: EncodedPackets
    private let input: UnsafeMutableRawBufferPointer
    private let frameSize: Int
    /// Frames of the segment before, by which an encoder settles, and the own ones behind them.
    private var leadingFrames = 0
    var frames = 0
    /// The encoder's at the first of the own frames and behind the last.
    private(set) var firstState: [Int32] = []
    private(set) var lastState: [Int32] = []

    init(frames: Int, frameSize: Int, outputSize: Int) {
        self.frameSize = frameSize
        input = .allocate(byteCount: frames * frameSize, alignment: 64)
        packets = EncodedPackets(bytes: outputSize)
    }

    deinit {
        input.deallocate()
        packets.deallocate()
    }

    func begin(with leading: UnsafeRawBufferPointer) {
        input.copyMemory(from: leading)
        (leadingFrames, frames) = (leading.count / frameSize, 0)
    }

    /// Where the next frames go.
    var room: UnsafeMutableRawPointer { input.baseAddress! + (leadingFrames + frames) * frameSize }

    /// Copies the last frames, as many as there is room for or as there are. Returns how many.
    func copyEnd(to room: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(room.count / frameSize, leadingFrames + frames)
        let end = (leadingFrames + frames) * frameSize
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[end - count * frameSize..<end]))
        return count
    }

    /// Encodes the frames, on a thread of its own.
    func encode(with encoder: any PacketEncoder) {
        if encoder.settlingFrames == nil { return encodeOwn(with: encoder) }
        encoder.reset()
        // What goes wrong here leaves another state behind, which is noticed.
        _ = try? encoder.encode(
            UnsafeRawBufferPointer(input), frames: leadingFrames, into: packets.bytes, sizes: &packets.sizes)
        encodeOwn(with: encoder)
    }

    /// Encodes the own frames again, from another state.
    func encode(with encoder: any PacketEncoder, from state: [Int32]) {
        encoder.state = state
        encodeOwn(with: encoder)
    }

    private func encodeOwn(with encoder: any PacketEncoder) {
        packets.removeAll()
        firstState = encoder.state
        let own = UnsafeRawBufferPointer(rebasing: input[(leadingFrames * frameSize)...])
        do throws(AudioError) {
            let count = try encoder.encode(own, frames: frames, into: packets.bytes, sizes: &packets.sizes)
            packets.finish(count: count, packetSize: encoder.maximumPacketSize)
        } catch { packets.fail(error) }
        lastState = encoder.state
    }
}
