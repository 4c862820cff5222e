import AudioCore

/// Packets of varying size that follow each other in a stream, kept apart from where they came from.
package struct PacketRun: Sendable {
    package private(set) var bytes: [UInt8] = []
    package private(set) var descriptions: [PacketDescription] = []

    package init() {}

    package var count: Int { descriptions.count }

    /// The bytes of one packet, 0 being the first.
    package subscript(packet: Int) -> ArraySlice<UInt8> {
        let start = Int(descriptions[packet].offset)
        return bytes[start..<start + Int(descriptions[packet].size)]
    }

    /// Copies a packet.
    package mutating func append(_ packet: UnsafeRawBufferPointer) {
        descriptions.append(PacketDescription(offset: Int64(bytes.count), size: UInt32(packet.count)))
        bytes.append(contentsOf: packet)
    }

    /// Copies the first `count` packets of `descriptions`, which must lie within `source`.
    package mutating func append(
        _ source: UnsafeRawBufferPointer, _ packets: UnsafeBufferPointer<PacketDescription>, count: Int
    ) {
        for packet in packets.prefix(count) {
            let start = Int(packet.offset)
            descriptions.append(
                PacketDescription(offset: Int64(bytes.count), frames: packet.frames, size: packet.size))
            bytes.append(contentsOf: source[start..<start + Int(packet.size)])
        }
    }

    /// Copies the last `count` packets of another run.
    package mutating func append(last count: Int, of other: PacketRun) {
        other.bytes.withUnsafeBytes { bytes in
            other.descriptions.withUnsafeBufferPointer { packets in
                append(bytes, UnsafeBufferPointer(rebasing: packets[(packets.count - count)...]), count: count)
            }
        }
    }

    /// Keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        descriptions.removeAll(keepingCapacity: true)
    }
}
