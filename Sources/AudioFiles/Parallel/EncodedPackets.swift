import AudioCodecs
import AudioCore

/// The packets that became of a segment's frames, until they have been moved out.
struct EncodedPackets {
    /// Where the encoder writes them.
    let bytes: UnsafeMutableRawBufferPointer
    /// Where each packet is; none where all have the same size.
    var sizes: [PacketDescription] = []
    private var count = 0
    private var packetSize = 0
    private var moved = 0
    private var error: AudioError?

    init(bytes: Int) { self.bytes = .allocate(byteCount: bytes, alignment: 64) }

    func deallocate() { bytes.deallocate() }

    mutating func removeAll() {
        sizes.removeAll(keepingCapacity: true)
        (count, moved, error) = (0, 0, nil)
    }

    /// Says how many packets were written, and of which size they are where `sizes` is empty.
    mutating func finish(count: Int, packetSize: Int) {
        (self.count, self.packetSize) = (count, packetSize)
    }

    /// Has the next call to `moveOut` throw an error.
    mutating func fail(_ error: AudioError) { self.error = error }

    var isEmpty: Bool { moved == count }

    /// Moves packets, as far as there is room. Returns how many.
    mutating func moveOut(to room: inout PacketRoom) throws(AudioError) -> Int {
        if let error { throw error }
        let first = moved
        guard !sizes.isEmpty else {
            moved += min(count - moved, room.packetsLeft)
            let part = bytes[(first * packetSize)..<(moved * packetSize)]
            room.append(UnsafeRawBufferPointer(rebasing: part), count: moved - first)
            return moved - first
        }
        while moved < count, room.packetsLeft > 0 {
            let start = Int(sizes[moved].offset)
            let packet = bytes[start..<start + Int(sizes[moved].size)]
            room.append(UnsafeRawBufferPointer(rebasing: packet), frames: sizes[moved].frames)
            moved += 1
        }
        return moved - first
    }
}

/// Frames on their way to an encoding thread, and what became of them.
protocol EncodedSegment: AnyObject {
    var packets: EncodedPackets { get set }
}

/// The segments that a stream's encoding on several threads has: free, being filled with frames, being emptied of packets.
/// The others are with the threads. Used by one thread.
final class EncodingSegments<Segment: EncodedSegment> {
    private var free: [Segment]
    private(set) var filling: Segment?
    private var emptying: Segment?

    init(_ segments: [Segment]) { free = segments }

    /// The segment that is filled; nil where none is free. `begin` prepares one that was free.
    func toFill(_ begin: (Segment) -> Void) -> Segment? {
        if filling == nil, let segment = free.popLast() {
            begin(segment)
            filling = segment
        }
        return filling
    }

    /// The segment that was filled, for the threads.
    func takeFilled() -> Segment? {
        defer { filling = nil }
        return filling
    }

    /// Frees all, with those that come back from the threads.
    func reset(_ returned: [Segment]) {
        free += returned
        if let filling { free.append(filling) }
        if let emptying { free.append(emptying) }
        (filling, emptying) = (nil, nil)
    }

    /// Whether no packets are being moved out.
    var hasMovedAll: Bool { emptying == nil }

    /// Moves finished packets to `output`: see `SharedEncoding`.
    ///
    /// - Parameter next: waits for the next segment that was encoded; nil where none is with the threads.
    func moveOut(
        to output: inout PacketRoom, all: Bool, _ next: () -> Segment?
    ) throws(AudioError) -> Int {
        var moved = 0
        while output.packetsLeft > 0 {
            guard all || emptying != nil || (filling == nil && free.isEmpty), let segment = emptying ?? next() else {
                break
            }
            emptying = segment
            moved += try segment.packets.moveOut(to: &output)
            guard segment.packets.isEmpty else { break }
            free.append(segment)
            emptying = nil
        }
        return moved
    }
}
