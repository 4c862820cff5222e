package import AudioCore
internal import MIDIEvents

/// A command of a list: a message, or a segment of a system exclusive message.
///
/// A segment begins with F0 or, where it continues a message, with F7. It ends with F7 or, where the message continues, with F0. F4
/// at its end cancels the message.
package struct ListCommand: Equatable, Sendable {
    /// Ticks of 0.1 ms after the time stamp of the packet.
    package var ticks: UInt32
    /// With the status byte.
    package var bytes: [UInt8]

    package init(ticks: UInt32, bytes: [UInt8]) {
        self.ticks = ticks
        self.bytes = bytes
    }
}

/// The form of a list of commands in a packet: delta times, and running status.
package enum CommandList {
    /// - Parameter beginsWithDelta: whether there is a delta time before the first command.
    /// - Throws: `midiSend` where the list is malformed, `endOfFile` where it ends within a command.
    package static func parse(
        _ bytes: ArraySlice<UInt8>, beginsWithDelta: Bool
    ) throws(AudioError) -> [ListCommand] {
        var reader = ByteReader(bytes)
        var commands: [ListCommand] = []
        var ticks: UInt32 = 0
        var running: UInt8 = 0
        var isFirst = true
        while !reader.isAtEnd {
            if !isFirst || beginsWithDelta { ticks &+= try delta(&reader) }
            isFirst = false
            // The last command may be missing after its delta time.
            guard !reader.isAtEnd else { break }
            if let command = try command(&reader, &running) {
                commands.append(ListCommand(ticks: ticks, bytes: command))
            }
        }
        return commands
    }

    private static func delta(_ reader: inout ByteReader) throws(AudioError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            let byte = try reader.big(UInt8.self)
            value = value << 7 | UInt32(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        throw .midiSend
    }

    /// The next command; nil for one that MIDI does not define.
    private static func command(_ reader: inout ByteReader, _ running: inout UInt8) throws(AudioError) -> [UInt8]? {
        let first = try reader.big(UInt8.self)
        if first < 0x80 {
            guard running >= 0x80 else { throw .midiSend }
            return try data(&reader, [running, first])
        }
        if first < 0xF8 { running = first < 0xF0 ? first : 0 }
        switch first {
        case 0xF0, 0xF7:
            let segment = try segment(&reader, first)
            guard let end = segment.last, [0xF0, 0xF4, 0xF7].contains(end) else { throw .midiSend }
            return segment
        case 0xF4, 0xF5:
            guard try segment(&reader, first).last == 0xF7 else { throw .midiSend }
            return nil
        default: return try data(&reader, [first])
        }
    }

    private static func segment(_ reader: inout ByteReader, _ first: UInt8) throws(AudioError) -> [UInt8] {
        var segment = [first]
        repeat { segment.append(try reader.big()) } while segment[segment.count - 1] < 0x80
        return segment
    }

    private static func data(_ reader: inout ByteReader, _ begun: [UInt8]) throws(AudioError) -> [UInt8] {
        var command = begun
        let count = 1 + (ByteMessage.dataCount(begun[0]) ?? 0)
        while command.count < count {
            let byte = try reader.big(UInt8.self)
            guard byte < 0x80 else { throw .midiSend }
            command.append(byte)
        }
        return command
    }

    /// The list in its form, with running status, and whether it begins with a delta time.
    package static func bytes(_ commands: [ListCommand]) -> (bytes: [UInt8], beginsWithDelta: Bool) {
        var bytes: [UInt8] = []
        var running: UInt8 = 0
        var ticks: UInt32 = 0
        let beginsWithDelta = commands.first.map { $0.ticks > 0 } ?? false
        for (index, command) in commands.enumerated() {
            if index > 0 || beginsWithDelta { append(delta: command.ticks &- ticks, &bytes) }
            ticks = command.ticks
            guard let status = command.bytes.first else { continue }
            if status < 0xF0, status == running {
                bytes += command.bytes.dropFirst()
            } else {
                bytes += command.bytes
            }
            if status < 0xF8 { running = status < 0xF0 ? status : 0 }
        }
        return (bytes, beginsWithDelta)
    }

    private static func append(delta: UInt32, _ bytes: inout [UInt8]) {
        let delta = min(delta, 0x0FFF_FFFF)
        for shift in [21, 14, 7] where delta >> UInt32(shift) > 0 {
            bytes.append(UInt8(delta >> UInt32(shift) & 0x7F) | 0x80)
        }
        bytes.append(UInt8(delta & 0x7F))
    }
}
