import AudioCodecs
import AudioCore

/// Encodes segments of a stream on several threads, for codecs whose packets know nothing of each other: what comes out is
/// what one encoder makes of the whole, byte for byte. Used by one thread.
final class ParallelEncoder {
    /// Frames of a segment and bytes of its samples, at most: see `ParallelDecoder`.
    private static let segmentFrames = 1 << 16
    private static let segmentBytes = 1 << 22

    private let encoders: [any PacketEncoder]
    private let frameSize: Int
    private let segmentCapacity: Int
    private let team: OrderedTeam<EncodingSegment>
    private var free: [EncodingSegment]
    /// Being filled with frames, and being emptied of packets.
    private var filling: EncodingSegment?
    private var emptying: EncodingSegment?

    /// - Parameter encoders: alike, one for each thread, making packets that do not depend on each other.
    init(_ encoders: [any PacketEncoder]) {
        self.encoders = encoders
        let framesPerPacket = encoders[0].outputFormat.framesPerPacket
        frameSize = encoders[0].inputFormat.bytesPerFrame
        let packets = max(1, min(Self.segmentFrames, Self.segmentBytes / frameSize) / framesPerPacket)
        segmentCapacity = packets * framesPerPacket
        let size = (input: segmentCapacity * frameSize, output: packets * encoders[0].maximumPacketSize)
        free = (0..<encoders.count + 3).map { _ in EncodingSegment(inputSize: size.input, outputSize: size.output) }
        let owned = encoders.map(OwnedEncoder.init)
        team = OrderedTeam(workers: encoders.count, name: "encoder") { index, segment in
            segment.encode(with: owned[index].encoder)
        }
    }

    /// An encoder that is one thread's.
    private struct OwnedEncoder: @unchecked Sendable {
        let encoder: any PacketEncoder
    }

    /// Forgets everything handed in.
    func reset() {
        free += team.recall()
        if let filling { free.append(filling) }
        if let emptying { free.append(emptying) }
        (filling, emptying) = (nil, nil)
        for encoder in encoders { encoder.reset() }
    }

    /// Frames that it takes now at `room`; none before packets have been taken out.
    var framesWanted: Int {
        if filling == nil, let segment = free.popLast() {
            segment.frames = 0
            filling = segment
        }
        return filling.map { segmentCapacity - $0.frames } ?? 0
    }

    /// Where the next frames go; as many as `framesWanted` said.
    var room: UnsafeMutableRawPointer? {
        filling.map { $0.input.baseAddress! + $0.frames * frameSize }
    }

    /// Says that frames have been put at `room`.
    func add(frames: Int) {
        guard let segment = filling else { return }
        segment.frames += frames
        if segment.frames == segmentCapacity { flush() }
    }

    /// Has the frames encoded that were put in, although their segment has room for more: at the end.
    func flush() {
        guard let segment = filling, segment.frames > 0 else { return }
        filling = nil
        team.handIn(segment)
    }

    /// Moves finished packets to `output`, as far as there is room.
    ///
    /// - Parameter all: whether to wait for those that are being made; else only where there is no memory for more frames.
    /// - Returns: how many packets were moved.
    func moveOut(to output: inout PacketRoom, all: Bool) throws(AudioError) -> Int {
        var moved = 0
        while output.packetsLeft > 0, emptying != nil || team.count > 0 {
            guard all || emptying != nil || (filling == nil && free.isEmpty) else { break }
            guard let segment = emptying ?? team.takeBack() else { break }
            emptying = segment
            moved += try segment.moveOut(to: &output)
            guard segment.isEmpty else { break }
            free.append(segment)
            emptying = nil
        }
        return moved
    }

    /// Whether every packet has been moved out.
    var isEmpty: Bool { filling?.frames ?? 0 == 0 && emptying == nil && team.count == 0 }

    /// Tells an encoder alike what these noted of their packets. Everything must have been moved out.
    func moveNotes(to other: any PacketEncoder) {
        for encoder in encoders {
            other.adopt(notesOf: encoder)
            encoder.reset()
        }
    }
}

/// Frames on their way to an encoding thread, and the packets that became of them.
final class EncodingSegment {
    let input: UnsafeMutableRawBufferPointer
    /// Frames in `input`.
    var frames = 0
    private let output: UnsafeMutableRawBufferPointer
    private var sizes: [PacketDescription] = []
    private var error: AudioError?
    private var moved = 0

    init(inputSize: Int, outputSize: Int) {
        input = .allocate(byteCount: inputSize, alignment: 64)
        output = .allocate(byteCount: outputSize, alignment: 64)
    }

    deinit {
        input.deallocate()
        output.deallocate()
    }

    /// Encodes the frames, on a thread of its own.
    func encode(with encoder: any PacketEncoder) {
        sizes.removeAll(keepingCapacity: true)
        (moved, error) = (0, nil)
        do throws(AudioError) {
            _ = try encoder.encode(UnsafeRawBufferPointer(input), frames: frames, into: output, sizes: &sizes)
        } catch { self.error = error }
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
