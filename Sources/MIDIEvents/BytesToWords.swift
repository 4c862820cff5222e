/// Translates bytes of MIDI 1.0 into Universal MIDI Packets of MIDI 1.0, of group 0.
///
/// It is of one stream: a system exclusive message may be in several packets, and real-time messages between its bytes.
package struct BytesToWords {
    /// Bytes of a system exclusive message that are not written yet: six at most, the first in the highest byte of 48 bits.
    private var held: UInt64 = 0
    private var heldCount = 0
    private var isExclusive = false
    /// Whether the beginning of the system exclusive message has been written.
    private var hasBegun = false

    package init() {}

    /// Translates the packets of a list.
    package mutating func translate(_ list: UnsafeRawPointer, to writer: EventListWriter) {
        PacketLists.forEach(list) { packet in
            translate(PacketLists.data(packet), PacketLists.time(packet), writer)
        }
    }

    private mutating func translate(_ bytes: UnsafeRawBufferPointer, _ time: UInt64, _ writer: EventListWriter) {
        var status: UInt8 = 0
        var data: UInt32 = 0
        var missing = 0
        for byte in bytes {
            switch byte {
            case 0xF8...0xFF: writer.append(time, 0x1000_0000 | UInt32(byte) << 16)
            case 0x80...0xF7:
                if isExclusive { endExclusive(time, writer) }
                missing = 0
                status = byte
                if byte == 0xF0 {
                    (isExclusive, hasBegun, heldCount, held) = (true, false, 0, 0)
                } else if let count = ByteMessage.dataCount(byte) {
                    (data, missing) = (0, count)
                    if count == 0 { write(status, 0, 0, time, writer) }
                }
            default:
                if isExclusive {
                    hold(byte, time, writer)
                    continue
                }
                // Running status within a packet, which should not be there, is understood.
                if missing == 0 {
                    guard status >= 0x80, status < 0xF0, let count = ByteMessage.dataCount(status) else { continue }
                    (data, missing) = (0, count)
                }
                data = data << 8 | UInt32(byte)
                missing -= 1
                if missing == 0 { write(status, data, ByteMessage.dataCount(status) ?? 0, time, writer) }
            }
        }
    }

    private func write(_ status: UInt8, _ data: UInt32, _ count: Int, _ time: UInt64, _ writer: EventListWriter) {
        let type: UInt32 = status < 0xF0 ? 0x2000_0000 : 0x1000_0000
        writer.append(time, type | UInt32(status) << 16 | (count == 2 ? data : data << 8))
    }

    private mutating func hold(_ byte: UInt8, _ time: UInt64, _ writer: EventListWriter) {
        if heldCount == 6 {
            writePart(hasBegun ? 2 : 1, time, writer)
            hasBegun = true
        }
        held |= UInt64(byte) << (40 - 8 * UInt64(heldCount))
        heldCount += 1
    }

    private mutating func endExclusive(_ time: UInt64, _ writer: EventListWriter) {
        writePart(hasBegun ? 3 : 0, time, writer)
        (isExclusive, hasBegun) = (false, false)
    }

    private mutating func writePart(_ part: UInt32, _ time: UInt64, _ writer: EventListWriter) {
        let word = 0x3000_0000 | part << 20 | UInt32(heldCount) << 16 | UInt32(truncatingIfNeeded: held >> 32)
        writer.append(time, word, UInt32(truncatingIfNeeded: held))
        (held, heldCount) = (0, 0)
    }
}
