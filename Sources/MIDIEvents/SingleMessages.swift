package import AudioCore

/// Lists for messages of one time, as transports receive them.
package enum SingleMessages {
    /// Bytes that one list has at most. A list that clients fill has no more than 65536 with its heads.
    private static let mostBytes = 32 << 10

    /// Calls `body` with packet lists that have these bytes: several where they are more than a packet can have.
    package static func forEachList(
        _ bytes: UnsafeRawBufferPointer, at time: UInt64, _ body: (UnsafeMutableRawPointer) throws(AudioError) -> Void
    ) throws(AudioError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(mostBytes)
            rest = rest.dropFirst(part.count)
            let size = PacketLists.header + PacketLists.packetHeader + part.count
            let list = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
            defer { list.deallocate() }
            let packet = PacketLists.clear(list)
            _ = PacketLists.add(
                to: list, size: size, current: packet, time: time, UnsafeRawBufferPointer(rebasing: part))
            try body(list)
        }
    }

    /// Calls `body` with an event list that has these words; not where there is no whole message. One that is cut off is left out.
    package static func withList(
        _ words: UnsafeBufferPointer<UInt32>, protocolID: Int32, at time: UInt64,
        _ body: (UnsafeMutableRawPointer) throws(AudioError) -> Void
    ) throws(AudioError) {
        let writer = EventListWriter()
        writer.begin(protocolID)
        var place = 0
        while place < words.count {
            let count = UniversalPacket.wordCount(words[place])
            guard place + count <= words.count else { break }
            writer.append(time, words, from: place, count)
            place += count
        }
        if !writer.isEmpty { try body(writer.list) }
    }
}
