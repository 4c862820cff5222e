/// `MIDIUniversalMessage`: a message with its fields, written to memory of 28 bytes as MIDIMessages.h has them.
package enum UniversalMessages {
    package static let size = 28

    /// Writes the message at a place of a packet.
    package static func write(
        _ packet: UnsafeRawPointer, _ index: Int, _ count: Int, to message: UnsafeMutableRawPointer
    ) {
        message.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let word = EventLists.word(packet, index)
        let second = count > 1 ? EventLists.word(packet, index + 1) : 0
        message.storeBytes(of: word >> 28, as: UInt32.self)
        // Messages without a group have other bits in its place.
        if word >> 28 != 0, word >> 28 != 0xF { put(word >> 24 & 0xF, message, 4) }
        switch word >> 28 {
        case 0: writeUtility(word, message)
        case 1: writeSystem(word, message)
        case 2: writeVoice1(word, message)
        case 3:
            message.storeBytes(of: word >> 20 & 0xF, toByteOffset: 8, as: UInt32.self)
            put(word >> 16 & 0xF, message, 12)
            for byte in 0..<6 { put(Self.byte(packet, index, 2 + byte), message, 13 + byte) }
        case 4: writeVoice2(word, second, message)
        case 5:
            let status = word >> 20 & 0xF
            message.storeBytes(of: status, toByteOffset: 8, as: UInt32.self)
            put(word >> 16 & 0xF, message, 12)
            // Of mixed data, the number of the set has the place of the count, and its bytes follow it.
            for byte in 0..<14 { put(Self.byte(packet, index, 2 + byte), message, 13 + byte) }
        default:
            for place in 0..<count {
                message.storeBytes(
                    of: EventLists.word(packet, index + place), toByteOffset: 8 + 4 * place, as: UInt32.self)
            }
        }
    }

    private static func put(_ value: UInt32, _ message: UnsafeMutableRawPointer, _ offset: Int) {
        message.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: offset, as: UInt8.self)
    }

    private static func put16(_ value: UInt32, _ message: UnsafeMutableRawPointer, _ offset: Int) {
        message.storeBytes(of: UInt16(truncatingIfNeeded: value), toByteOffset: offset, as: UInt16.self)
    }

    /// A byte of a message, counted from the highest of its first word.
    private static func byte(_ packet: UnsafeRawPointer, _ index: Int, _ place: Int) -> UInt32 {
        EventLists.word(packet, index + place / 4) >> (24 - 8 * UInt32(place % 4)) & 0xFF
    }

    private static func writeUtility(_ word: UInt32, _ message: UnsafeMutableRawPointer) {
        message.storeBytes(of: word >> 20 & 0xF, toByteOffset: 8, as: UInt32.self)
        put16(word & 0xFFFF, message, 12)
    }

    private static func writeSystem(_ word: UInt32, _ message: UnsafeMutableRawPointer) {
        let status = word >> 16 & 0xFF
        message.storeBytes(of: status, toByteOffset: 8, as: UInt32.self)
        if status == 0xF2 {
            put16((word & 0x7F) << 7 | word >> 8 & 0x7F, message, 12)
        } else {
            put(word >> 8 & 0x7F, message, 12)
        }
    }

    private static func writeVoice1(_ word: UInt32, _ message: UnsafeMutableRawPointer) {
        let status = word >> 20 & 0xF
        message.storeBytes(of: status, toByteOffset: 8, as: UInt32.self)
        put(word >> 16 & 0xF, message, 12)
        if status == 0xE {
            put16((word & 0x7F) << 7 | word >> 8 & 0x7F, message, 16)
        } else {
            put(word >> 8 & 0x7F, message, 16)
            if status < 0xC { put(word & 0x7F, message, 17) }
        }
    }

    private static func writeVoice2(_ word: UInt32, _ value: UInt32, _ message: UnsafeMutableRawPointer) {
        let status = word >> 20 & 0xF
        message.storeBytes(of: status, toByteOffset: 8, as: UInt32.self)
        put(word >> 16 & 0xF, message, 12)
        let (first, second) = (word >> 8 & 0xFF, word & 0xFF)
        switch status {
        case 8, 9:
            put(first, message, 16)
            put(second, message, 17)
            put16(value >> 16, message, 18)
            put16(value & 0xFFFF, message, 20)
        case 0xC:
            put(second, message, 16)
            put(value >> 24 & 0x7F, message, 17)
            put16((value >> 8 & 0x7F) << 7 | value & 0x7F, message, 20)
        case 0xD, 0xE: message.storeBytes(of: value, toByteOffset: 16, as: UInt32.self)
        case 0xF:
            put(first, message, 16)
            put(second, message, 17)
        case 6, 0xA, 0xB:
            put(first, message, 16)
            message.storeBytes(of: value, toByteOffset: 20, as: UInt32.self)
        default:
            put(first, message, 16)
            put(second, message, 17)
            message.storeBytes(of: value, toByteOffset: 20, as: UInt32.self)
        }
    }

    /// The bytes of the system exclusive messages of 7-bit data of a group in a packet; nil where there are none.
    package static func exclusiveBytes(_ packet: UnsafeRawPointer, group: UInt8) -> [UInt8]? {
        var bytes: [UInt8] = []
        var isThere = false
        EventLists.forEachMessage(packet) { index, _ in
            let word = EventLists.word(packet, index)
            guard word >> 28 == 3, word >> 24 & 0xF == UInt32(group), word >> 20 & 0xF < 4 else { return }
            isThere = true
            let part = word >> 20 & 0xF
            if part < 2 { bytes.append(0xF0) }
            for place in 0..<min(6, Int(word >> 16 & 0xF)) {
                bytes.append(UInt8(truncatingIfNeeded: byte(packet, index, 2 + place) & 0x7F))
            }
            if part == 0 || part == 3 { bytes.append(0xF7) }
        }
        return isThere ? bytes : nil
    }
}
