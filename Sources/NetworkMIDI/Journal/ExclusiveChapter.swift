internal import AudioCore

/// A log of chapter X: a system exclusive message that was sent.
package struct ExclusiveLog: Equatable, Sendable {
    package enum Status: UInt8, Sendable {
        case unfinished, cancelled
        /// Has ended without its last byte.
        case unterminated
        case whole
    }

    package var isOlder = true
    package var status = Status.whole
    /// Whether all messages have logs, or only the last of each kind.
    package var isOfAll = true
    /// How many messages were sent, this one among them, modulo 256; nil where that is not told.
    package var count: UInt8?
    /// The place of the first byte of `data` in the message.
    package var first = 0
    /// What is between the first byte and the last; nil where it is not told.
    package var data: [UInt8]?

    package init(count: UInt8?, _ data: [UInt8]?, isOlder: Bool = true) {
        (self.count, self.data, self.isOlder) = (count, data, isOlder)
    }

    init(parsing reader: inout ByteReader) throws(AudioError) {
        let head = try reader.big(UInt8.self)
        (isOlder, isOfAll) = (head & 0x80 != 0, head & 0x04 != 0)
        status = Status(rawValue: head & 3) ?? .whole
        // How many of the kind were sent.
        if head & 0x40 != 0 { try reader.skip(1) }
        if head & 0x20 != 0 { count = try reader.big() }
        if head & 0x10 != 0 {
            for _ in 0..<4 {
                let byte = try reader.big(UInt8.self)
                first = first << 7 | Int(byte & 0x7F)
                if byte & 0x80 == 0 { break }
            }
        }
        guard head & 0x08 != 0 else { return }
        var bytes: [UInt8] = []
        while true {
            let byte = try reader.big(UInt8.self)
            bytes.append(byte & 0x7F)
            if byte & 0x80 != 0 { break }
        }
        data = bytes
    }

    /// Bytes of a log that has the whole message, or none of it.
    var size: Int { 1 + (count == nil ? 0 : 1) + (data?.count ?? 0) }

    func write(to writer: inout ByteWriter) {
        var head = (isOlder ? 0x80 : 0) | (isOfAll ? 0x04 : 0) | status.rawValue
        if count != nil { head |= 0x20 }
        let hasData = data?.isEmpty == false
        if hasData { head |= 0x08 }
        writer.big(head)
        if let count { writer.big(count) }
        guard hasData, let data, let last = data.last else { return }
        for byte in data.dropLast() { writer.big(byte & 0x7F) }
        writer.big(last | 0x80)
    }

    /// The message, if the log has all of it.
    var message: [UInt8]? {
        guard status == .whole || status == .unterminated, first == 0, let data else { return nil }
        return [0xF0] + data + [0xF7]
    }
}

/// The system exclusive messages that were sent last.
struct SentExclusives: Sendable {
    /// Messages that are remembered, and bytes of each.
    private static let most = 8
    private static let mostBytes = 48

    private var count: UInt8 = 0
    private var messages: [(count: UInt8, data: [UInt8]?, sequence: UInt64)] = []

    /// Notes a message, or the last segment of one: of that, journals have the number alone.
    mutating func note(_ bytes: [UInt8], in sequence: UInt64) {
        count &+= 1
        let isWhole = bytes[0] == 0xF0 && bytes.count <= Self.mostBytes + 2 && bytes.count > 2
        if messages.count == Self.most { messages.removeFirst() }
        messages.append((count, isWhole ? Array(bytes[1..<(bytes.count - 1)]) : nil, sequence))
    }

    /// The logs of those that the journal of a packet covers.
    func logs(for sequence: UInt64, from first: UInt64) -> [ExclusiveLog] {
        messages.filter { $0.sequence >= first && $0.sequence < sequence }.map {
            ExclusiveLog(count: $0.count, $0.data, isOlder: $0.sequence + 1 != sequence)
        }
    }
}

/// How many system exclusive messages have come.
struct ReceivedExclusives: Equatable, Sendable {
    /// A number that is farther ahead counts something else.
    private static let mostMissing: UInt8 = 64

    private var count: UInt8 = 0

    mutating func note() { count &+= 1 }

    /// The messages of logs that have not come.
    mutating func recover(_ logs: [ExclusiveLog]) -> [[UInt8]] {
        logs.compactMap { log in
            guard let number = log.count else { return nil }
            let ahead = number &- count
            guard ahead > 0, ahead <= 128 else { return nil }
            count = number
            return ahead <= Self.mostMissing ? log.message : nil
        }
    }
}
