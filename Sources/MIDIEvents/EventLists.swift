import CRealtime

/// Event lists in memory: `MIDIEventList`, of words.
///
/// A list has its protocol at 0, the number of its packets at 4 and its packets from 8. A packet has its time at 0, the number of its
/// words at 8 and its words from 12.
package enum EventLists {
    /// Bytes before the first packet.
    package static let header = 8
    /// Bytes of a packet before its words.
    package static let packetHeader = 12
    /// Words that a packet has at most.
    package static let mostWords = 64

    @inlinable package static func next(after packet: UnsafeRawPointer) -> UnsafeRawPointer {
        packet + packetHeader + 4 * wordCount(packet)
    }

    @inlinable package static func time(_ packet: UnsafeRawPointer) -> UInt64 { packet.loadUnaligned(as: UInt64.self) }

    @inlinable package static func wordCount(_ packet: UnsafeRawPointer) -> Int {
        Int(packet.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    }

    @inlinable package static func word(_ packet: UnsafeRawPointer, _ index: Int) -> UInt32 {
        packet.loadUnaligned(fromByteOffset: packetHeader + 4 * index, as: UInt32.self)
    }

    @inlinable package static func protocolID(_ list: UnsafeRawPointer) -> Int32 {
        list.loadUnaligned(as: Int32.self)
    }

    @inlinable package static func count(_ list: UnsafeRawPointer) -> Int {
        Int(list.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    }

    /// Calls `body` with each packet of a list.
    @inlinable package static func forEach(_ list: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
        var packet = list + header
        for _ in 0..<count(list) {
            body(packet)
            packet = next(after: packet)
        }
    }

    /// Calls `body` with each message of a packet: its place and how many words it has. One that is cut off is left out.
    @inlinable package static func forEachMessage(_ packet: UnsafeRawPointer, _ body: (Int, Int) -> Void) {
        let count = wordCount(packet)
        var index = 0
        while index < count {
            let words = UniversalPacket.wordCount(word(packet, index))
            guard index + words <= count else { return }
            body(index, words)
            index += words
        }
    }

    /// The size of a list in bytes; nil if it is larger than `limit`.
    package static func size(of list: UnsafeRawPointer, limit: Int) -> Int? {
        let count = count(list)
        guard count <= limit / packetHeader else { return nil }
        var packet = list + header
        for _ in 0..<count {
            guard wordCount(packet) <= limit / 4 else { return nil }
            packet = next(after: packet)
            guard packet - list <= limit else { return nil }
        }
        return packet - list
    }

    // MARK: Filling

    /// `MIDIEventListInit`.
    package static func clear(_ list: UnsafeMutableRawPointer, _ protocolID: Int32) -> UnsafeMutableRawPointer {
        list.storeBytes(of: protocolID, as: Int32.self)
        list.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
        return list + header
    }

    /// `MIDIEventListAdd`: nil where there is no room, and the list stays as it is.
    package static func add(
        to list: UnsafeMutableRawPointer, size: Int, current: UnsafeMutableRawPointer, time: UInt64,
        _ words: UnsafeRawBufferPointer
    ) -> UnsafeMutableRawPointer? {
        let added = words.count / 4
        let count = count(list)
        guard size >= header, current >= list + header, current <= list + size, added <= mostWords else { return nil }
        guard let start = words.baseAddress, added > 0 else { return current }
        if count > 0, self.time(current) == time {
            let present = wordCount(current)
            let place = current + packetHeader + 4 * present
            if present + added <= mostWords, place + 4 * added <= list + size {
                realtime_move(place, start, 4 * added)
                current.storeBytes(of: UInt32(present + added), toByteOffset: 8, as: UInt32.self)
                return current
            }
        }
        let packet = count > 0 ? UnsafeMutableRawPointer(mutating: next(after: current)) : current
        guard packet >= list, packet - list + packetHeader + 4 * added <= size else { return nil }
        realtime_move(packet + packetHeader, start, 4 * added)
        packet.storeBytes(of: time, as: UInt64.self)
        packet.storeBytes(of: UInt32(added), toByteOffset: 8, as: UInt32.self)
        list.storeBytes(of: UInt32(count + 1), toByteOffset: 4, as: UInt32.self)
        return packet
    }
}

/// Universal MIDI Packets.
package enum UniversalPacket {
    /// How many words a message has, by its first.
    @inlinable package static func wordCount(_ word: UInt32) -> Int {
        switch word >> 28 {
        case 0...2, 6, 7: 1
        case 3, 4, 8...10: 2
        case 11, 12: 3
        default: 4
        }
    }
}

/// Messages of bytes.
package enum ByteMessage {
    /// How many data bytes follow a status byte; nil for the beginning or end of a system exclusive message.
    @inlinable package static func dataCount(_ status: UInt8) -> Int? {
        switch status {
        case 0x80..<0xC0, 0xE0..<0xF0, 0xF2: 2
        case 0xC0..<0xE0, 0xF1, 0xF3: 1
        case 0xF0, 0xF7: nil
        default: 0
        }
    }
}
