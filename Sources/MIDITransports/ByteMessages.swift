import MIDIEvents

/// Cuts the bytes of packets into messages, as other systems want them one by one.
///
/// It is of one stream: a system exclusive message may be in several packets.
struct ByteMessages {
    /// Whether a system exclusive message has begun and not ended.
    private(set) var isExclusive = false

    /// Calls `body` with each message, or with each part of a system exclusive message between real-time messages. Data bytes without a
    /// status, and messages that are cut off, are left out.
    mutating func forEach(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        var place = 0
        func call(_ end: Int) {
            if end > place { body(UnsafeRawBufferPointer(rebasing: bytes[place..<end])) }
            place = end
        }
        while place < bytes.count {
            let byte = bytes[place]
            if byte >= 0xF8 {
                call(place + 1)
            } else if byte == 0xF0 || (isExclusive && (byte < 0x80 || byte == 0xF7)) {
                let end = Self.endOfExclusive(bytes, from: place + (byte == 0xF0 ? 1 : 0))
                isExclusive = bytes[end - 1] != 0xF7
                call(end)
            } else if byte < 0x80 || byte == 0xF7 {
                place += 1
            } else {
                isExclusive = false
                let end = place + 1 + (ByteMessage.dataCount(byte) ?? 0)
                guard end <= bytes.count, bytes[(place + 1)..<end].allSatisfy({ $0 < 0x80 }) else {
                    place += 1
                    continue
                }
                call(end)
            }
        }
    }

    /// Where a part of a system exclusive message ends: behind its last byte, or before another status.
    private static func endOfExclusive(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        guard let end = bytes[start...].firstIndex(where: { $0 >= 0x80 }) else { return bytes.count }
        return bytes[end] == 0xF7 ? end + 1 : end
    }

}
