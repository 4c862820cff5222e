/// A message of MIDI 1.0.
struct Message: Equatable {
    /// The bytes; of a system exclusive message the first ones, with F0 and without F7.
    var bytes: [UInt8]
    /// The number of all bytes.
    var count: Int
    /// Whether a system exclusive message has ended with F7.
    var isWhole = true

    var status: UInt8 { bytes.first ?? 0 }
    /// Whether it is a clock or active sensing, which come many times a second.
    var isClock: Bool { status == 0xF8 || status == 0xFE }
}

/// Makes messages of the bytes of a source. A packet has whole messages, or a part of a system exclusive one, and real-time messages
/// may stand between its bytes.
final class MessageReader {
    private static let longest = 64
    private var message: Message?

    func read(_ bytes: [UInt8], _ take: (Message) -> Void) {
        for byte in bytes {
            switch byte {
            case 0xF8...: take(Message(bytes: [byte], count: 1))
            case 0xF7:
                if var exclusive = message, exclusive.status == 0xF0 {
                    exclusive.count += 1
                    take(exclusive)
                }
                message = nil
            case 0x80...:
                // Another message ends one that is not whole.
                if var exclusive = message, exclusive.status == 0xF0 {
                    exclusive.isWhole = false
                    take(exclusive)
                }
                message = nil
                begin(byte, take)
            default: append(byte, take)
            }
        }
    }

    private func begin(_ status: UInt8, _ take: (Message) -> Void) {
        let new = Message(bytes: [status], count: 1)
        if Self.length(status) == 1 { take(new) } else { message = new }
    }

    private func append(_ byte: UInt8, _ take: (Message) -> Void) {
        guard var current = message else { return }
        if current.bytes.count < Self.longest { current.bytes.append(byte) }
        current.count += 1
        message = current
        guard let length = Self.length(current.status), current.count == length else { return }
        take(current)
        message = nil
    }

    /// The number of bytes of a message; nil for a system exclusive one.
    private static func length(_ status: UInt8) -> Int? {
        switch status {
        case 0xC0..<0xE0, 0xF1, 0xF3: 2
        case 0x80..<0xF0, 0xF2: 3
        case 0xF0: nil
        default: 1
        }
    }
}
