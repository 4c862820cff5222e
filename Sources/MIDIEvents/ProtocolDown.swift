/// Translates messages of MIDI 2.0 into MIDI 1.0, as the specification of the Universal MIDI Packet says.
package enum ProtocolDown {
    /// Translates a list: all types of messages but channel messages of MIDI 2.0 stay as they are.
    package static func translate(_ list: UnsafeRawPointer, to writer: EventListWriter) {
        EventLists.forEach(list) { packet in
            let time = EventLists.time(packet)
            EventLists.forEachMessage(packet) { index, count in
                let word = EventLists.word(packet, index)
                if word >> 28 == 4 {
                    forEachMessage(word, EventLists.word(packet, index + 1)) { writer.append(time, $0) }
                } else {
                    writer.append(time, messageAt: index, count, of: packet)
                }
            }
        }
    }

    /// Calls `body` with each message of MIDI 1.0 that stands for a channel message of MIDI 2.0. There is none for messages of single
    /// notes and for relative controllers.
    package static func forEachMessage(_ word: UInt32, _ value: UInt32, _ body: (UInt32) -> Void) {
        let head = 0x2000_0000 | word & 0x0F00_0000
        let channel = word & 0x000F_0000
        let first = word >> 8 & 0x7F
        func write(_ status: UInt32, _ data1: UInt32, _ data2: UInt32) {
            body(head | status << 20 | channel | data1 << 8 | data2)
        }
        func writeController(_ upper: UInt32, _ lower: UInt32) {
            write(0xB, upper, first)
            write(0xB, lower, word & 0x7F)
            write(0xB, 6, value >> 25)
            write(0xB, 38, value >> 18 & 0x7F)
        }
        switch word >> 20 & 0xF {
        case 2: writeController(101, 100)
        case 3: writeController(99, 98)
        case 8: write(8, first, value >> 25)
        // 0 would end the note.
        case 9: write(9, first, max(1, value >> 25))
        case 0xA: write(0xA, first, value >> 25)
        case 0xB: write(0xB, first, value >> 25)
        case 0xC:
            if word & 1 != 0 {
                write(0xB, 0, value >> 8 & 0x7F)
                write(0xB, 32, value & 0x7F)
            }
            write(0xC, value >> 24 & 0x7F, 0)
        case 0xD: write(0xD, value >> 25, 0)
        case 0xE: write(0xE, value >> 18 & 0x7F, value >> 25)
        default: break
        }
    }
}
