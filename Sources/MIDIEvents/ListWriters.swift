import CRealtime

/// Writes an event list into memory of its own, which grows.
package final class EventListWriter {
    private var memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 8)
    private var capacity = 4096
    private var end = EventLists.header
    /// Where the last packet begins; 0 for none.
    private var last = 0

    package init() {}

    deinit { memory.deallocate() }

    /// The list that has been written.
    package var list: UnsafeMutableRawPointer { memory }
    package var isEmpty: Bool { last == 0 }

    package func begin(_ protocolID: Int32) {
        _ = EventLists.clear(memory, protocolID)
        (end, last) = (EventLists.header, 0)
    }

    package func append(_ time: UInt64, _ word: UInt32) { open(time, 1)[0] = word }

    package func append(_ time: UInt64, _ word0: UInt32, _ word1: UInt32) {
        let place = open(time, 2)
        (place[0], place[1]) = (word0, word1)
    }

    /// Appends a message of a packet.
    package func append(_ time: UInt64, messageAt index: Int, _ count: Int, of packet: UnsafeRawPointer) {
        let place = open(time, count)
        for word in 0..<count { place[word] = EventLists.word(packet, index + word) }
    }

    /// Appends a message of other words.
    package func append(_ time: UInt64, _ words: UnsafeBufferPointer<UInt32>, from index: Int, _ count: Int) {
        let place = open(time, count)
        for word in 0..<count { place[word] = words[index + word] }
    }

    /// Makes room for a message.
    private func open(_ time: UInt64, _ words: Int) -> UnsafeMutablePointer<UInt32> {
        reserve(end + EventLists.packetHeader + 4 * words)
        if last == 0 || EventLists.time(memory + last) != time
            || EventLists.wordCount(memory + last) + words > EventLists.mostWords
        {
            last = end
            memory.storeBytes(of: time, toByteOffset: last, as: UInt64.self)
            memory.storeBytes(of: 0, toByteOffset: last + 8, as: UInt32.self)
            memory.storeBytes(of: UInt32(EventLists.count(memory) + 1), toByteOffset: 4, as: UInt32.self)
            end += EventLists.packetHeader
        }
        let place = (memory + end).assumingMemoryBound(to: UInt32.self)
        let present = EventLists.wordCount(memory + last)
        memory.storeBytes(of: UInt32(present + words), toByteOffset: last + 8, as: UInt32.self)
        end += 4 * words
        return place
    }

    private func reserve(_ bytes: Int) {
        guard bytes > capacity else { return }
        let larger = UnsafeMutableRawPointer.allocate(byteCount: 2 * bytes, alignment: 8)
        realtime_copy(larger, memory, end)
        memory.deallocate()
        (memory, capacity) = (larger, 2 * bytes)
    }
}

/// Writes a packet list into memory of its own, which grows.
package final class PacketListWriter {
    /// Bytes that a packet with a part of a system exclusive message has at most: programs that copy a packet as a struct have no more.
    private static let mostExclusive = 256

    private var memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 8)
    private var capacity = 4096
    private var end = PacketLists.header
    /// Where the last packet begins; 0 for none.
    private var last = 0
    private var isExclusive = false

    package init() {}

    deinit { memory.deallocate() }

    /// The list that has been written.
    package var list: UnsafeMutableRawPointer { memory }
    package var isEmpty: Bool { last == 0 }
    package var size: Int { end }

    package func begin() {
        _ = PacketLists.clear(memory)
        (end, last) = (PacketLists.header, 0)
    }

    /// Appends a whole message of up to three bytes, the first in the lowest byte of `bytes`.
    package func append(_ time: UInt64, _ bytes: UInt32, _ count: Int) {
        open(time, count, isExclusive: false)
        for index in 0..<count { put(UInt8(truncatingIfNeeded: bytes >> (8 * index))) }
    }

    /// Appends bytes of a system exclusive message. `begins` where they are its first.
    package func appendExclusive(_ time: UInt64, begins: Bool, _ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        var begins = begins
        while !rest.isEmpty {
            let isJoined =
                last != 0 && isExclusive && !begins && PacketLists.time(memory + last) == time
                && (memory + end - 1).load(as: UInt8.self) != 0xF7
            let room = Self.mostExclusive - (isJoined ? PacketLists.length(memory + last) : 0)
            let piece = rest.prefix(max(1, room))
            open(time, piece.count, isExclusive: true, isNew: !isJoined || room == 0)
            for byte in piece { put(byte) }
            rest = rest.dropFirst(piece.count)
            begins = false
        }
    }

    private func open(_ time: UInt64, _ count: Int, isExclusive: Bool, isNew: Bool = false) {
        // Three more on processors on which packets are aligned.
        reserve(end + PacketLists.packetHeader + 3 + count)
        if last == 0 || isNew || PacketLists.time(memory + last) != time || isExclusive != self.isExclusive
            || PacketLists.length(memory + last) + count > Int(UInt16.max)
        {
            if last != 0 { end = PacketLists.next(after: memory + last) - UnsafeRawPointer(memory) }
            last = end
            memory.storeBytes(of: time, toByteOffset: last, as: UInt64.self)
            memory.storeBytes(of: 0, toByteOffset: last + 8, as: UInt16.self)
            memory.storeBytes(of: UInt32(PacketLists.count(memory) + 1), as: UInt32.self)
            end += PacketLists.packetHeader
            self.isExclusive = isExclusive
        }
        let length = PacketLists.length(memory + last) + count
        memory.storeBytes(of: UInt16(length), toByteOffset: last + 8, as: UInt16.self)
    }

    private func put(_ byte: UInt8) {
        memory.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
        end += 1
    }

    private func reserve(_ bytes: Int) {
        guard bytes > capacity else { return }
        let larger = UnsafeMutableRawPointer.allocate(byteCount: 2 * bytes, alignment: 8)
        realtime_copy(larger, memory, end)
        memory.deallocate()
        (memory, capacity) = (larger, 2 * bytes)
    }
}
