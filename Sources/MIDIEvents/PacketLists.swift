import CRealtime

/// Packet lists in memory: `MIDIPacketList`, of bytes.
///
/// A list has the number of its packets at 0 and its packets from 4. A packet has its time at 0, the number of its bytes at 8 and
/// its bytes from 10. Times are at odd addresses where the processor allows it, so all is loaded and stored unaligned.
package enum PacketLists {
    /// Bytes before the first packet.
    package static let header = 4
    /// Bytes of a packet before its data.
    package static let packetHeader = 10
    /// Bytes that a list which a client fills has at most.
    package static let mostBytes = 65536

    /// Where the packet after this one begins. On ARM, at a multiple of 4.
    @inlinable package static func next(after packet: UnsafeRawPointer) -> UnsafeRawPointer {
        let end = packet + packetHeader + length(packet)
        #if arch(arm) || arch(arm64)
            return UnsafeRawPointer(bitPattern: (UInt(bitPattern: end) + 3) & ~3).unsafelyUnwrapped
        #else
            return end
        #endif
    }

    @inlinable package static func time(_ packet: UnsafeRawPointer) -> UInt64 { packet.loadUnaligned(as: UInt64.self) }

    @inlinable package static func length(_ packet: UnsafeRawPointer) -> Int {
        Int(packet.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
    }

    @inlinable package static func data(_ packet: UnsafeRawPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: packet + packetHeader, count: length(packet))
    }

    @inlinable package static func count(_ list: UnsafeRawPointer) -> Int { Int(list.loadUnaligned(as: UInt32.self)) }

    /// Calls `body` with each packet of a list.
    @inlinable package static func forEach(_ list: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
        var packet = list + header
        let count = count(list)
        for index in 0..<count {
            body(packet)
            if index < count - 1 { packet = next(after: packet) }
        }
    }

    /// The size of a list in bytes; nil if it is larger than `limit`.
    package static func size(of list: UnsafeRawPointer, limit: Int) -> Int? {
        let count = count(list)
        guard count <= limit / packetHeader else { return nil }
        var packet = list + header
        var end = packet
        for index in 0..<count {
            end = packet + packetHeader + length(packet)
            guard end - list <= limit else { return nil }
            if index < count - 1 { packet = next(after: packet) }
        }
        return end - list
    }

    // MARK: Filling

    /// `MIDIPacketListInit`.
    package static func clear(_ list: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        list.storeBytes(of: 0, as: UInt32.self)
        return list + header
    }

    /// `MIDIPacketListAdd`: nil where there is no room, and the list stays as it is.
    package static func add(
        to list: UnsafeMutableRawPointer, size: Int, current: UnsafeMutableRawPointer, time: UInt64,
        _ bytes: UnsafeRawBufferPointer
    ) -> UnsafeMutableRawPointer? {
        let limit = min(size, mostBytes)
        let count = count(list)
        guard limit >= header, current >= list + header, current <= list + limit, bytes.count <= Int(UInt16.max) else {
            return nil
        }
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return current }
        if count > 0, self.time(current) == time, !isExclusive(data(current)), !isExclusive(bytes) {
            let length = length(current)
            let place = current + packetHeader + length
            if length + bytes.count <= Int(UInt16.max), place + bytes.count <= list + limit {
                realtime_move(place, start, bytes.count)
                current.storeBytes(of: UInt16(length + bytes.count), toByteOffset: 8, as: UInt16.self)
                return current
            }
        }
        let packet = count > 0 ? UnsafeMutableRawPointer(mutating: next(after: current)) : current
        guard packet >= list, packet - list + packetHeader + bytes.count <= limit else { return nil }
        realtime_move(packet + packetHeader, start, bytes.count)
        packet.storeBytes(of: time, as: UInt64.self)
        packet.storeBytes(of: UInt16(bytes.count), toByteOffset: 8, as: UInt16.self)
        list.storeBytes(of: UInt32(count + 1), as: UInt32.self)
        return packet
    }

    /// Whether bytes are a system exclusive message or a part of one, which has a packet of its own.
    package static func isExclusive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let first = bytes.first else { return false }
        return first == 0xF0 || first < 0x80 || first == 0xF7
    }
}
