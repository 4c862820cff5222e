/// Translates Universal MIDI Packets into bytes of MIDI 1.0. Messages of all groups are one stream.
///
/// Messages of MIDI 2.0 are translated by `ProtocolDown`. What bytes cannot say is left out: utility messages, system exclusive
/// messages of 8-bit data, flexible data, and messages about the stream.
package enum WordsToBytes {
    package static func translate(_ list: UnsafeRawPointer, to writer: PacketListWriter) {
        EventLists.forEach(list) { packet in
            let time = EventLists.time(packet)
            EventLists.forEachMessage(packet) { index, count in
                let word = EventLists.word(packet, index)
                switch word >> 28 {
                case 1: writeSystem(word, time, writer)
                case 2: writeVoice(word, time, writer)
                case 3: writeExclusive(word, EventLists.word(packet, index + 1), time, writer)
                case 4:
                    ProtocolDown.forEachMessage(word, EventLists.word(packet, index + 1)) {
                        writeVoice($0, time, writer)
                    }
                default: break
                }
            }
        }
    }

    private static func writeVoice(_ word: UInt32, _ time: UInt64, _ writer: PacketListWriter) {
        let status = UInt8(truncatingIfNeeded: word >> 16)
        guard status >= 0x80, status < 0xF0, let count = ByteMessage.dataCount(status) else { return }
        writer.append(time, bytes(status, word), 1 + count)
    }

    private static func writeSystem(_ word: UInt32, _ time: UInt64, _ writer: PacketListWriter) {
        let status = UInt8(truncatingIfNeeded: word >> 16)
        guard status >= 0xF1, let count = ByteMessage.dataCount(status) else { return }
        writer.append(time, bytes(status, word), 1 + count)
    }

    private static func bytes(_ status: UInt8, _ word: UInt32) -> UInt32 {
        UInt32(status) | (word >> 8 & 0x7F) << 8 | (word & 0x7F) << 16
    }

    private static func writeExclusive(_ word: UInt32, _ second: UInt32, _ time: UInt64, _ writer: PacketListWriter) {
        let part = word >> 20 & 0xF
        let count = min(6, Int(word >> 16 & 0xF))
        guard part < 4 else { return }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8) { bytes in
            var used = 0
            func put(_ byte: UInt32) {
                bytes[used] = UInt8(truncatingIfNeeded: byte)
                used += 1
            }
            if part < 2 { put(0xF0) }
            for index in 0..<count {
                put((index < 2 ? word >> (8 - 8 * UInt32(index)) : second >> (40 - 8 * UInt32(index))) & 0x7F)
            }
            if part == 0 || part == 3 { put(0xF7) }
            writer.appendExclusive(
                time, begins: part < 2, UnsafeRawBufferPointer(start: bytes.baseAddress, count: used))
        }
    }
}
