/// Translates messages of MIDI 1.0 into MIDI 2.0, as the specification of the Universal MIDI Packet says. It is of one stream.
///
/// Bank selections are kept until the program change that they are for, and the upper half of a parameter's value until its lower
/// half, or until the next message that belongs to a parameter.
package struct ProtocolUp {
    private struct Channel {
        var bank: (upper: UInt32, lower: UInt32) = (0, 0)
        /// Whether a bank was selected since the last program change.
        var hasNewBank = false
        /// The parameter that data is for.
        var parameter: (upper: UInt32, lower: UInt32) = (0x7F, 0x7F)
        var isRegistered = true
        /// The upper half of a value that waits for the lower one.
        var pending: UInt32?
    }

    /// By group and channel; made when first used.
    private var channels: [UInt8: Channel] = [:]

    package init() {}

    /// Translates a list: all types of messages but channel messages of MIDI 1.0 stay as they are.
    package mutating func translate(_ list: UnsafeRawPointer, to writer: EventListWriter) {
        EventLists.forEach(list) { packet in
            let time = EventLists.time(packet)
            EventLists.forEachMessage(packet) { index, count in
                let word = EventLists.word(packet, index)
                if word >> 28 == 2 {
                    translate(word, time, writer)
                } else {
                    writer.append(time, messageAt: index, count, of: packet)
                }
            }
        }
    }

    private mutating func translate(_ word: UInt32, _ time: UInt64, _ writer: EventListWriter) {
        let status = word >> 20 & 0xF
        let (first, second) = (word >> 8 & 0x7F, word & 0x7F)
        func write(_ status: UInt32, _ index: UInt32, _ value: UInt32) {
            writer.append(time, Self.head(word) | status << 20 | index, value)
        }
        switch status {
        case 9 where second == 0: write(8, first << 8, 0x8000_0000)
        case 8, 9: write(status, first << 8, Scale.from7to16(second) << 16)
        case 0xA: write(0xA, first << 8, Scale.from7to32(second))
        case 0xB: control(word, first, second, time, writer)
        case 0xC:
            let key = UInt8(truncatingIfNeeded: (word >> 20 & 0xF0) | word >> 16 & 0xF)
            let bank = channels[key].flatMap { $0.hasNewBank ? $0.bank : nil }
            channels[key]?.hasNewBank = false
            write(0xC, bank == nil ? 0 : 1, first << 24 | (bank.map { $0.upper << 8 | $0.lower } ?? 0))
        case 0xD: write(0xD, 0, Scale.from7to32(first))
        case 0xE: write(0xE, 0, Scale.from14to32(second << 7 | first))
        default: break
        }
    }

    private static func head(_ word: UInt32) -> UInt32 { 0x4000_0000 | word & 0x0F0F_0000 }

    private mutating func control(
        _ word: UInt32, _ index: UInt32, _ value: UInt32, _ time: UInt64, _ writer: EventListWriter
    ) {
        let key = UInt8(truncatingIfNeeded: (word >> 20 & 0xF0) | word >> 16 & 0xF)
        var channel = channels[key] ?? Channel()
        defer { channels[key] = channel }
        func writeParameter(_ value14: UInt32) {
            let status: UInt32 = channel.isRegistered ? 2 : 3
            let place = channel.parameter.upper << 8 | channel.parameter.lower
            writer.append(time, Self.head(word) | status << 20 | place, Scale.from14to32(value14))
        }
        func flush() {
            if let pending = channel.pending { writeParameter(pending << 7) }
            channel.pending = nil
        }
        let hasParameter = channel.parameter != (0x7F, 0x7F)
        switch index {
        case 0: (channel.bank.upper, channel.hasNewBank) = (value, true)
        case 32: (channel.bank.lower, channel.hasNewBank) = (value, true)
        case 6 where hasParameter:
            flush()
            channel.pending = value
        case 38 where hasParameter:
            writeParameter((channel.pending ?? 0) << 7 | value)
            channel.pending = nil
        case 98...101:
            flush()
            let isRegistered = index >= 100
            if channel.isRegistered != isRegistered { channel.parameter = (0x7F, 0x7F) }
            channel.isRegistered = isRegistered
            if index % 2 == 1 { channel.parameter.upper = value } else { channel.parameter.lower = value }
        // Nothing in MIDI 2.0 stands for a step up or down.
        case 96, 97: break
        default: writer.append(time, Self.head(word) | 0xB << 20 | index << 8, Scale.from7to32(value))
        }
    }
}

/// Values with more bits: the least, middle and greatest ones become the least, middle and greatest ones, and shifting back gives what
/// was there.
package enum Scale {
    package static func from7to16(_ value: UInt32) -> UInt32 {
        let shifted = value << 9
        guard value > 64 else { return shifted }
        let rest = value & 63
        return shifted | rest << 3 | rest >> 3
    }

    package static func from7to32(_ value: UInt32) -> UInt32 {
        let shifted = value << 25
        guard value > 64 else { return shifted }
        let rest = value & 63
        return shifted | rest << 19 | rest << 13 | rest << 7 | rest << 1 | rest >> 5
    }

    package static func from14to32(_ value: UInt32) -> UInt32 {
        let shifted = value << 18
        guard value > 8192 else { return shifted }
        let rest = value & 8191
        return shifted | rest << 5 | rest >> 8
    }
}
