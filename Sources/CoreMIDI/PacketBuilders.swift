import CCoreMIDI
import MIDIEvents

// Packets and lists that Swift programs fill.

extension MIDIPacket {
    /// A packet in memory of its own.
    public class Builder {
        private let memory: UnsafeMutableRawPointer
        /// How many bytes the packet has room for.
        public let capacity: Int

        /// Creates an empty packet.
        ///
        /// - Parameter maximumNumberMIDIBytes: how many bytes it has room for.
        public init(maximumNumberMIDIBytes: Int) {
            capacity = Swift.min(Swift.max(0, maximumNumberMIDIBytes), Int(UInt16.max))
            let size = Swift.max(MemoryLayout<MIDIPacket>.stride, PacketLists.packetHeader + 1 * capacity)
            memory = .allocate(byteCount: size, alignment: 8)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        }

        deinit { memory.deallocate() }

        private var packet: UnsafeMutableMIDIPacketPointer {
            UnsafeMutableMIDIPacketPointer(memory.assumingMemoryBound(to: MIDIPacket.self))
        }

        /// The number of bytes.
        public var count: Int { packet.count }

        /// When the messages count.
        public var timeStamp: Int {
            get { packet.timeStamp }
            set { packet.timeStamp = newValue }
        }

        /// Appends bytes. Nothing is appended if there is no room for all.
        ///
        /// - Parameter midiBytes: the bytes.
        public func append(_ midiBytes: UInt8...) {
            let place = count
            guard place + midiBytes.count <= capacity else { return }
            let packet = packet
            packet.count = place + midiBytes.count
            for (index, unit) in midiBytes.enumerated() { packet[place + index] = unit }
        }

        /// Calls a function with a pointer to the packet.
        ///
        /// - Parameter body: the function. The pointer is valid during the call.
        /// - Returns: what the function returns.
        public func withUnsafePointer<Result>(_ body: (UnsafePointer<MIDIPacket>) -> Result) -> Result {
            withExtendedLifetime(self) { body(memory.assumingMemoryBound(to: MIDIPacket.self)) }
        }

        /// Calls a function with a pointer through which it can change the packet.
        ///
        /// - Parameter body: the function. The pointer is valid during the call.
        /// - Returns: what the function returns.
        public func withUnsafeMutableMIDIPacketPointer<Result>(
            _ body: (inout UnsafeMutableMIDIPacketPointer) -> Result
        ) -> Result {
            withExtendedLifetime(self) {
                var packet = packet
                return body(&packet)
            }
        }
    }
}

/// A pointer to a packet, whose bytes are a collection that can be changed.
public struct UnsafeMutableMIDIPacketPointer: MutableCollection, RandomAccessCollection {
    /// A byte.
    public typealias Element = UInt8
    /// The place of a byte, from 0.
    public typealias Index = Int
    /// The places of the bytes.
    public typealias Indices = Range<Int>
    /// Some of the bytes.
    public typealias SubSequence = Slice<UnsafeMutableMIDIPacketPointer>
    /// An iterator over the bytes.
    public typealias Iterator = MIDIPacket.ByteSequence.Iterator

    private let packet: UnsafeMutablePointer<MIDIPacket>

    /// Creates a pointer to a packet.
    ///
    /// - Parameter p: the packet.
    public init(_ p: UnsafeMutablePointer<MIDIPacket>) { packet = p }

    /// Creates a pointer to a packet; nil for no packet.
    ///
    /// - Parameter p: the packet.
    public init?(_ p: UnsafeMutablePointer<MIDIPacket>?) {
        guard let p else { return nil }
        packet = p
    }

    private var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(packet) }

    /// The number of bytes. The memory must have room for as many.
    public var count: Int {
        get { PacketLists.length(packet) }
        nonmutating set { memory.storeBytes(of: UInt16(clamping: newValue), toByteOffset: 8, as: UInt16.self) }
    }

    /// When the messages count.
    public var timeStamp: Int {
        get { Int(truncatingIfNeeded: PacketLists.time(packet)) }
        nonmutating set { memory.storeBytes(of: UInt64(truncatingIfNeeded: newValue), as: UInt64.self) }
    }

    /// The place of the first byte, 0.
    public var startIndex: Int { 0 }
    /// The number of bytes.
    public var endIndex: Int { count }

    /// The byte at a place.
    ///
    /// - Parameter index: the place.
    /// - Returns: the byte.
    public subscript(index: Index) -> Element {
        get {
            precondition(index >= 0 && index < count, "the packet has no such byte")
            return (memory + PacketLists.packetHeader + 1 * index).loadUnaligned(as: UInt8.self)
        }
        nonmutating set {
            precondition(index >= 0 && index < count, "the packet has no such byte")
            memory.storeBytes(of: newValue, toByteOffset: PacketLists.packetHeader + 1 * index, as: UInt8.self)
        }
    }

    /// Returns an iterator over the bytes.
    ///
    /// - Returns: the iterator.
    public func makeIterator() -> Iterator { UnsafePointer(packet).sequence().makeIterator() }
}

extension MIDIPacketList {
    /// A list in memory of its own.
    public class Builder {
        private let memory: UnsafeMutableRawPointer
        private var list: UnsafeMutableMIDIPacketListPointer

        /// Creates an empty list.
        ///
        /// - Parameter byteSize: the size of the list in bytes, of which at most 65536 are used.
        public init(byteSize: Int) {
            let size = Swift.max(MemoryLayout<MIDIPacketList>.stride, Swift.min(byteSize, PacketLists.mostBytes))
            memory = .allocate(byteCount: size, alignment: 8)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            list = UnsafeMutableMIDIPacketListPointer(
                memory.assumingMemoryBound(to: MIDIPacketList.self), byteSize: size)
        }

        deinit { memory.deallocate() }

        /// The number of packets.
        public var count: Int { list.count }

        /// Appends messages of one time.
        ///
        /// - Parameters:
        ///   - timestamp: when the messages count; not earlier than those before.
        ///   - data: the bytes.
        /// - Returns: a pointer to the packet with the messages, or nil if there is no room.
        @discardableResult
        public func append(timestamp: MIDITimeStamp, data: [UInt8]) -> UnsafePointer<MIDIPacket>? {
            list.append(timestamp: timestamp, data: data)
        }

        /// Removes all packets.
        public func clear() { list.clear() }

        /// Calls a function with a pointer to the list.
        ///
        /// - Parameter body: the function. The pointer is valid during the call.
        /// - Returns: what the function returns.
        public func withUnsafePointer<Result>(_ body: (UnsafePointer<MIDIPacketList>) -> Result) -> Result {
            withExtendedLifetime(self) { body(memory.assumingMemoryBound(to: MIDIPacketList.self)) }
        }

        /// Calls a function with a pointer through which it can change the list.
        ///
        /// - Parameter body: the function. The pointer is valid during the call.
        /// - Returns: what the function returns.
        public func withUnsafeMutableMIDIPacketListPointer<Result>(
            _ body: (inout UnsafeMutableMIDIPacketListPointer) -> Result
        ) -> Result {
            withExtendedLifetime(self) { body(&list) }
        }
    }
}

/// A pointer to a list, to which packets can be appended.
public struct UnsafeMutableMIDIPacketListPointer: Sequence {
    /// A pointer to a packet.
    public typealias Element = UnsafePointer<MIDIPacket>
    /// An iterator over the packets.
    public typealias Iterator = MIDIPacketList.UnsafeSequence.Iterator

    private let list: UnsafeMutablePointer<MIDIPacketList>
    /// The size of the memory of the list in bytes.
    public let listSizeInBytes: Int
    /// The last packet; nil while the list is empty.
    public private(set) var lastPacket: UnsafeMutablePointer<MIDIPacket>?

    /// Creates a pointer to a list, which may have packets.
    ///
    /// - Parameters:
    ///   - p: the list.
    ///   - byteSize: the size of its memory in bytes. A list that is longer is made empty.
    public init(_ p: UnsafeMutablePointer<MIDIPacketList>, byteSize: Int) {
        (list, listSizeInBytes) = (p, byteSize)
        if PacketLists.size(of: p, limit: Swift.max(0, byteSize)) == nil, byteSize >= PacketLists.header { clear() }
        var last: UnsafeRawPointer?
        PacketLists.forEach(p) { last = $0 }
        lastPacket = last.map { UnsafeMutableRawPointer(mutating: $0).assumingMemoryBound(to: MIDIPacket.self) }
    }

    /// Creates a pointer to a list, which may have packets; nil for no list.
    ///
    /// - Parameters:
    ///   - p: the list.
    ///   - byteSize: the size of its memory in bytes. A list that is longer is made empty.
    public init?(_ p: UnsafeMutablePointer<MIDIPacketList>?, byteSize: Int) {
        guard let p else { return nil }
        self.init(p, byteSize: byteSize)
    }

    /// The number of packets.
    public var count: Int { PacketLists.count(list) }

    /// Removes all packets.
    public mutating func clear() {
        _ = PacketLists.clear(list)
        lastPacket = nil
    }

    /// Appends messages of one time.
    ///
    /// - Parameters:
    ///   - timestamp: when the messages count; not earlier than those before.
    ///   - data: the bytes.
    /// - Returns: a pointer to the packet with the messages, or nil if there is no room.
    @discardableResult
    public mutating func append(timestamp: MIDITimeStamp, data: [UInt8]) -> UnsafePointer<MIDIPacket>? {
        let memory = UnsafeMutableRawPointer(list)
        let current = lastPacket.map { UnsafeMutableRawPointer($0) } ?? memory + PacketLists.header
        let packet = data.withUnsafeBytes {
            PacketLists.add(to: memory, size: listSizeInBytes, current: current, time: timestamp, $0)
        }
        guard let packet else { return nil }
        if count > 0 { lastPacket = packet.assumingMemoryBound(to: MIDIPacket.self) }
        return UnsafePointer(packet.assumingMemoryBound(to: MIDIPacket.self))
    }

    /// Returns an iterator over the packets.
    ///
    /// - Returns: the iterator.
    public func makeIterator() -> Iterator { UnsafePointer(list).unsafeSequence().makeIterator() }
}
