internal import MIDIEvents

/// Splits bytes of MIDI into the commands of lists. It is of one stream: a system exclusive message may be in several pieces, and
/// real-time messages between its bytes.
package struct MessageSplitter {
    /// Data bytes that a segment of a system exclusive message has at most.
    package static let mostSegmentBytes = 900

    private var isExclusive = false

    package init() {}

    /// The commands in a piece of the stream.
    package mutating func split(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        var commands: [[UInt8]] = []
        var segment: [UInt8] = isExclusive ? [0xF7] : []
        var message: [UInt8] = []
        func close(_ end: UInt8) {
            commands.append(segment + [end])
            segment = [0xF7]
        }
        for byte in bytes {
            switch byte {
            case 0xF8...0xFF:
                // Between segments, as no list has it within one.
                if isExclusive, segment.count > 1 || segment.first == 0xF0 { close(0xF0) }
                commands.append([byte])
            case 0x80...0xF7:
                if isExclusive { close(byte == 0xF7 ? 0xF7 : 0xF4) }
                (isExclusive, message) = (byte == 0xF0, [])
                if byte == 0xF0 {
                    segment = [0xF0]
                } else if byte != 0xF7, byte != 0xF4, byte != 0xF5 {
                    message = [byte]
                    Self.finish(&message, &commands)
                }
            default:
                if isExclusive {
                    segment.append(byte)
                    if segment.count > Self.mostSegmentBytes { close(0xF0) }
                } else if !message.isEmpty {
                    message.append(byte)
                    Self.finish(&message, &commands)
                }
            }
        }
        if isExclusive, segment.count > 1 || segment.first == 0xF0 { close(0xF0) }
        return commands
    }

    /// Takes the message where it is complete. What is left of a voice message is its status, for running status.
    private static func finish(_ message: inout [UInt8], _ commands: inout [[UInt8]]) {
        guard message.count == 1 + (ByteMessage.dataCount(message[0]) ?? 0) else { return }
        commands.append(message)
        message = message[0] < 0xF0 ? [message[0]] : []
    }
}

/// Joins the segments of system exclusive messages. Messages arrive whole, or not at all.
package struct SegmentJoiner {
    /// Bytes of a message at most: longer ones are dropped.
    package static let mostBytes = 256 << 10

    private var message: [UInt8]?

    package init() {}

    /// Takes a command of a list. Returns a message where one is complete: the command itself, or the joined one.
    package mutating func join(_ command: [UInt8]) -> [UInt8]? {
        guard let first = command.first, let last = command.last else { return nil }
        guard first == 0xF0 || first == 0xF7 else {
            // Real-time messages come between segments; others end a message that was not.
            if first < 0xF8 { message = nil }
            return command
        }
        if first == 0xF0 { message = [0xF0] }
        guard message != nil else { return nil }
        message?.append(contentsOf: command.dropFirst().dropLast())
        if last == 0xF4 || (message?.count ?? 0) > Self.mostBytes { message = nil }
        guard last == 0xF7, let whole = message else { return nil }
        message = nil
        return whole + [0xF7]
    }

    /// Drops a message a part of which is lost.
    package mutating func cancel() { message = nil }
}
