/// Applies the rules of a thru connection to packets of bytes: filters first, then channels and numbers, then values.
///
/// It is of one source: a system exclusive message may be in several packets.
package struct ThruFilter {
    private let rules: ThruRules
    private var controls: ThruControls
    private var isExclusive = false

    package init(_ rules: ThruRules) {
        self.rules = rules
        controls = ThruControls(rules)
    }

    package mutating func apply(_ list: UnsafeRawPointer, to writer: PacketListWriter) {
        PacketLists.forEach(list) { packet in
            apply(PacketLists.data(packet), PacketLists.time(packet), writer)
        }
    }

    private mutating func apply(_ bytes: UnsafeRawBufferPointer, _ time: UInt64, _ writer: PacketListWriter) {
        var index = 0
        while index < bytes.count {
            let status = bytes[index]
            if status == 0xF0 || (isExclusive && status < 0x80) || status == 0xF7 {
                // Up to its end, or to a real-time message between its bytes.
                var end = index + 1
                while end < bytes.count, bytes[end] < 0x80, status != 0xF7 { end += 1 }
                if end < bytes.count, bytes[end] == 0xF7, status != 0xF7 { end += 1 }
                isExclusive = bytes[end - 1] != 0xF7
                if !rules.filters[0] {
                    writer.appendExclusive(
                        time, begins: status == 0xF0, UnsafeRawBufferPointer(rebasing: bytes[index..<end]))
                }
                index = end
                continue
            }
            guard let count = ByteMessage.dataCount(status), status >= 0x80, index + count < bytes.count else {
                index += 1
                continue
            }
            let first = count > 0 ? bytes[index + 1] & 0x7F : 0
            let second = count > 1 ? bytes[index + 2] & 0x7F : 0
            if status < 0xF8 { isExclusive = false }
            if status < 0xF0 {
                applyVoice(status, first, second, time, writer)
            } else if passes(status) {
                writer.append(time, UInt32(status) | UInt32(first) << 8 | UInt32(second) << 16, 1 + count)
            }
            index += 1 + count
        }
    }

    private func passes(_ status: UInt8) -> Bool {
        switch status {
        case 0xF1: !rules.filters[1]
        case 0xF8, 0xFA...0xFC, 0xF2, 0xF3: !rules.filters[2]
        case 0xF6: !rules.filters[3]
        default: true
        }
    }

    private mutating func applyVoice(
        _ status: UInt8, _ first: UInt8, _ second: UInt8, _ time: UInt64, _ writer: PacketListWriter
    ) {
        let channel = rules.channelMap[Int(status & 0xF)]
        guard channel < 16 else { return }
        let head = UInt32(status & 0xF0 | channel)
        func write(_ first: UInt8, _ second: UInt8, count: Int = 3) {
            writer.append(time, head | UInt32(first) << 8 | UInt32(second) << 16, count)
        }
        switch status & 0xF0 {
        case 0x80, 0x90, 0xA0:
            guard passes(note: first), let note = value(first, 0) else { return }
            if status & 0xF0 == 0xA0 {
                if let pressure = value(second, 2) { write(note, pressure) }
            } else if status & 0xF0 == 0x80 || second == 0 {
                write(note, second)
            } else if passes(velocity: second), let velocity = value(second, 1) {
                write(note, max(1, velocity))
            }
        case 0xB0:
            guard !rules.filtersControls else { return }
            controls.apply(channel, first, second) { write($0, $1) }
        case 0xC0: if let program = value(first, 4) { write(program, 0, count: 2) }
        case 0xD0: if let pressure = value(first, 3) { write(pressure, 0, count: 2) }
        default:
            let bend = Int(second) << 7 | Int(first)
            guard let result = rules.apply(rules.transforms[5], to: bend, most: 0x3FFF) else { return }
            write(UInt8(result & 0x7F), UInt8(result >> 7))
        }
    }

    private func value(_ value: UInt8, _ index: Int) -> UInt8? {
        rules.apply(rules.transforms[index], to: Int(value), most: 127).map { UInt8($0) }
    }

    /// A map of notes takes the place of the limits.
    private func passes(note: UInt8) -> Bool {
        guard rules.transforms[0].kind != .mapValue else { return true }
        let (low, high) = rules.notes
        return low <= high ? note >= low && note <= high : note >= low || note <= high
    }

    private func passes(velocity: UInt8) -> Bool {
        velocity >= rules.velocities.low && (rules.velocities.high == 0 || velocity <= rules.velocities.high)
    }
}

extension ThruRules {
    /// A value after a transform; nil where the message is dropped.
    func apply(_ transform: Transform, to value: Int, most: Int) -> Int? {
        let parameter = Int(transform.parameter)
        switch transform.kind {
        case .none, .mapControl: return value
        case .filterOut: return nil
        case .add: return min(most, max(0, value + parameter))
        case .scale: return min(most, max(0, value * parameter / 4096))
        case .minimum: return min(most, max(value, parameter))
        case .maximum: return max(0, min(value, parameter))
        case .mapValue:
            guard maps.indices.contains(parameter) else { return value }
            // A map has 7 bits: of a value of 14, the upper ones.
            if most > 127 { return Int(maps[parameter][value >> 7] & 0x7F) << 7 }
            return Int(maps[parameter][value] & 0x7F)
        }
    }
}
