/// Adds fill elements to AAC packets so that their sizes add up to a constant bit rate. Decoders skip these elements
/// (ISO/IEC 14496-3, 4.4.2.7).
///
/// After a packet that exceeds the rate's share, the next ones are filled less. No packet is made smaller.
struct AACFilling {
    /// Bytes of a packet, on average.
    private let share: Double
    /// The bytes that all packets so far should have, and the bytes that they have.
    private var due = 0.0
    private var done = 0

    init(bitRate: Int, framesPerPacket: Int, sampleRate: Double) {
        share = Double(bitRate * framesPerPacket) / sampleRate / 8
    }

    /// The packet with fill elements; nil where it needs none.
    mutating func fill(_ packet: UnsafeRawBufferPointer) -> [UInt8]? {
        due += share
        let size = max(packet.count, Int(due.rounded(.down)) - done)
        done += size
        // An excess is carried over for at most a second of packets.
        done = min(done, Int(due + share * 50))
        guard size > packet.count, let last = packet.last(where: { $0 != 0 }) else { return nil }
        // The packet ends with the three bits of the end element and zeros up to a byte.
        let zeros = packet.reversed().prefix { $0 == 0 }.count
        var position = (packet.count - zeros) * 8 - last.trailingZeroBitCount - 3
        var filled = Array(packet) + [UInt8](repeating: 0, count: size - packet.count)
        func write(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() {
                let mask = UInt8(0x80) >> UInt8(position & 7)
                if value >> bit & 1 == 1 { filled[position >> 3] |= mask } else { filled[position >> 3] &= ~mask }
                position += 1
            }
        }
        while case let left = size * 8 - 3 - position, left >= 7 {
            write(6, 3)
            // Up to 14 bytes in four bits; from 15 on, in another eight.
            let bytes = left >= 15 + 15 * 8 ? min((left - 15) / 8, 269) : min((left - 7) / 8, 14)
            write(min(bytes, 15), 4)
            if bytes >= 15 { write(bytes - 14, 8) }
            if bytes > 0 { write(0, 4) }
            position += max(0, bytes * 8 - 4)
        }
        write(7, 3)
        return filled
    }
}
