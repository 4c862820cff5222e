import CCoreMIDI
import MIDIEvents

// Packets and lists that Swift programs fill.

extension MIDIEventPacket {
    /// A packet in memory of its own.
    public class Builder {
        private let memory: UnsafeMutableRawPointer
        /// How many words the packet has room for.
        public let capacity: Int

        /// Creates an empty packet.
        ///
        /// - Parameter maximumNumberMIDIWords: how many words it has room for.
        public init(maximumNumberMIDIWords: Int) {
            capacity = Swift.min(Swift.max(0, maximumNumberMIDIWords), EventLists.mostWords)
            let size = Swift.max(MemoryLayout<MIDIEventPacket>.stride, EventLists.packetHeader + 4 * capacity)
            memory = .allocate(byteCount: size, alignment: 8)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        }

        deinit { memory.deallocate() }

        private var packet: UnsafeMutableMIDIEventPacketPointer {
            UnsafeMutableMIDIEventPacketPointer(memory.assumingMemoryBound(to: MIDIEventPacket.self))
        }

        /// The number of words.
        public var count: Int { packet.count }

        /// When the messages count.
        public var timeStamp: Int {
            get { packet.timeStamp }
            set { packet.timeStamp = newValue }
        }

        /// Appends words. Nothing is appended if there is no room for all.
        ///
        /// - Parameter midiWords: the words.
        public func append(_ midiWords: UInt32...) {
            let place = count
            guard place + midiWords.count <= capacity else { return }
            let packet = packet
            packet.count = place + midiWords.count
            for (index, unit) in midiWords.enumerated() { packet[place + index] = unit }
        }

        /// Calls a function with a pointer to the packet.
        ///
        /// - Parameter body: the function. The pointer is valid during the call.
        /// - Returns: what the function returns.
        public func withUnsafePointer<Result>(_ body: (UnsafePointer<MIDIEventPacket>) -> Result) -> Result {
            withExtendedLifetime(self) { body(memory.assumingMemoryBound(to: MIDIEventPacket.self)) }
        }

        /// Calls a function with a pointer through which it can change the packet.
        ///
        /// - Parameter body: the function. The pointer is valid during the call.
        /// - Returns: what the function returns.
        public func withUnsafeMutableMIDIEventPacketPointer<Result>(
            _ body: (inout UnsafeMutableMIDIEventPacketPointer) -> Result
        ) -> Result {
            withExtendedLifetime(self) {
                var packet = packet
                return body(&packet)
            }
        }
    }
}

/// A pointer to a packet, whose words are a collection that can be changed.
public struct UnsafeMutableMIDIEventPacketPointer: MutableCollection, RandomAccessCollection {
    /// A word.
    public typealias Element = UInt32
    /// The place of a word, from 0.
    public typealias Index = Int
    /// The places of the words.
    public typealias Indices = Range<Int>
    /// Some of the words.
    public typealias SubSequence = Slice<UnsafeMutableMIDIEventPacketPointer>
    /// An iterator over the words.
    public typealias Iterator = MIDIEventPacket.WordSequence.Iterator

    private let packet: UnsafeMutablePointer<MIDIEventPacket>

    /// Creates a pointer to a packet.
    ///
    /// - Parameter p: the packet.
    public init(_ p: UnsafeMutablePointer<MIDIEventPacket>) { packet = p }

    /// Creates a pointer to a packet; nil for no packet.
    ///
    /// - Parameter p: the packet.
    public init?(_ p: UnsafeMutablePointer<MIDIEventPacket>?) {
        guard let p else { return nil }
        packet = p
    }

    private var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(packet) }

    /// The number of words. The memory must have room for as many.
    public var count: Int {
        get { EventLists.wordCount(packet) }
        nonmutating set { memory.storeBytes(of: UInt32(clamping: newValue), toByteOffset: 8, as: UInt32.self) }
    }

    /// When the messages count.
    public var timeStamp: Int {
        get { Int(truncatingIfNeeded: EventLists.time(packet)) }
        nonmutating set { memory.storeBytes(of: UInt64(truncatingIfNeeded: newValue), as: UInt64.self) }
    }

    /// The place of the first word, 0.
    public var startIndex: Int { 0 }
    /// The number of words.
    public var endIndex: Int { count }

    /// The word at a place.
    ///
    /// - Parameter index: the place.
    /// - Returns: the word.
    public subscript(index: Index) -> Element {
        get {
            precondition(index >= 0 && index < count, "the packet has no such word")
            return (memory + EventLists.packetHeader + 4 * index).loadUnaligned(as: UInt32.self)
        }
        nonmutating set {
            precondition(index >= 0 && index < count, "the packet has no such word")
            memory.storeBytes(of: newValue, toByteOffset: EventLists.packetHeader + 4 * index, as: UInt32.self)
        }
    }

    /// Returns an iterator over the words.
    ///
    /// - Returns: the iterator.
    public func makeIterator() -> Iterator { UnsafePointer(packet).sequence().makeIterator() }
}

extension MIDIEventList {
    /// A list in memory of its own.
    public class Builder {
        private let memory: UnsafeMutableRawPointer
        private var list: UnsafeMutableMIDIEventListPointer

        /// Creates an empty list.
        ///
        /// - Parameters:
        ///   - inProtocol: the protocol of the messages.
        ///   - wordSize: the size of the list in words, of which two are its head, and three that of each packet.
        public init(inProtocol: MIDIProtocolID, wordSize: Int) {
            let size = Swift.max(MemoryLayout<MIDIEventList>.stride, 4 * Swift.min(Swift.max(0, wordSize), 1 << 28))
            memory = .allocate(byteCount: size, alignment: 8)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            list = UnsafeMutableMIDIEventListPointer(
                memory.assumingMemoryBound(to: MIDIEventList.self), wordSize: size / 4, inProtocol: inProtocol)
        }

        deinit { memory.deallocate() }

        /// The number of packets.
        public var count: Int { list.count }

        /// Appends messages of one time.
        ///
        /// - Parameters:
        ///   - timestamp: when the messages count; not earlier than those before.
        ///   - words: the words.
        /// - Returns: a pointer to the packet with the messages, or nil if there is no room.
        @discardableResult
        public func append(timestamp: MIDITimeStamp, words: [UInt32]) -> UnsafePointer<MIDIEventPacket>? {
            list.append(timestamp: timestamp, words: words)
        }

        /// Removes all packets.
        public func clear() { list.clear() }

        /// Calls a function with a pointer to the list.
        ///
        /// - Parameter body: the function. The pointer is valid during the call.
        /// - Returns: what the function returns.
        public func withUnsafePointer<Result>(_ body: (UnsafePointer<MIDIEventList>) -> Result) -> Result {
            withExtendedLifetime(self) { body(memory.assumingMemoryBound(to: MIDIEventList.self)) }
        }

        /// Calls a function with a pointer through which it can change the list.
        ///
        /// - Parameter body: the function. The pointer is valid during the call.
        /// - Returns: what the function returns.
        public func withUnsafeMutableMIDIEventListPointer<Result>(
            _ body: (inout UnsafeMutableMIDIEventListPointer) -> Result
        ) -> Result {
            withExtendedLifetime(self) { body(&list) }
        }
    }
}

/// A pointer to a list, to which packets can be appended.
public struct UnsafeMutableMIDIEventListPointer: Sequence {
    /// A pointer to a packet.
    public typealias Element = UnsafePointer<MIDIEventPacket>
    /// An iterator over the packets.
    public typealias Iterator = MIDIEventList.UnsafeSequence.Iterator

    private let list: UnsafeMutablePointer<MIDIEventList>
    /// The size of the memory of the list in bytes.
    public let listSizeInBytes: Int
    /// The last packet; nil while the list is empty.
    public private(set) var lastPacket: UnsafeMutablePointer<MIDIEventPacket>?

    /// The protocol of the messages.
    public var midiProtocol: MIDIProtocolID { MIDIProtocolID(rawValue: EventLists.protocolID(list)) ?? ._1_0 }

    /// Creates a pointer to a list, and makes the list empty.
    ///
    /// - Parameters:
    ///   - p: the list.
    ///   - wordSize: the size of its memory in words.
    ///   - inProtocol: the protocol of the messages.
    public init(_ p: UnsafeMutablePointer<MIDIEventList>, wordSize: Int, inProtocol: MIDIProtocolID) {
        (list, listSizeInBytes) = (p, 4 * Swift.min(Swift.max(0, wordSize), 1 << 28))
        if listSizeInBytes >= EventLists.header { _ = EventLists.clear(list, inProtocol.rawValue) }
    }

    /// Creates a pointer to a list, which may have packets; nil for no list.
    ///
    /// - Parameters:
    ///   - p: the list.
    ///   - wordSize: the size of its memory in words. A list that is longer is made empty.
    public init?(_ p: UnsafeMutablePointer<MIDIEventList>?, wordSize: Int) {
        guard let p else { return nil }
        (list, listSizeInBytes) = (p, 4 * Swift.min(Swift.max(0, wordSize), 1 << 28))
        if EventLists.size(of: p, limit: listSizeInBytes) == nil, listSizeInBytes >= EventLists.header { clear() }
        var last: UnsafeRawPointer?
        EventLists.forEach(p) { last = $0 }
        lastPacket = last.map { UnsafeMutableRawPointer(mutating: $0).assumingMemoryBound(to: MIDIEventPacket.self) }
    }

    /// The number of packets.
    public var count: Int { EventLists.count(list) }

    /// Removes all packets.
    public mutating func clear() {
        _ = EventLists.clear(list, EventLists.protocolID(list))
        lastPacket = nil
    }

    /// Appends messages of one time.
    ///
    /// - Parameters:
    ///   - timestamp: when the messages count; not earlier than those before.
    ///   - words: the words.
    /// - Returns: a pointer to the packet with the messages, or nil if there is no room.
    @discardableResult
    public mutating func append(timestamp: MIDITimeStamp, words: [UInt32]) -> UnsafePointer<MIDIEventPacket>? {
        let memory = UnsafeMutableRawPointer(list)
        let current = lastPacket.map { UnsafeMutableRawPointer($0) } ?? memory + EventLists.header
        let packet = words.withUnsafeBytes {
            EventLists.add(to: memory, size: listSizeInBytes, current: current, time: timestamp, $0)
        }
        guard let packet else { return nil }
        if count > 0 { lastPacket = packet.assumingMemoryBound(to: MIDIEventPacket.self) }
        return UnsafePointer(packet.assumingMemoryBound(to: MIDIEventPacket.self))
    }

    /// Returns an iterator over the packets.
    ///
    /// - Returns: the iterator.
    public func makeIterator() -> Iterator { UnsafePointer(list).unsafeSequence().makeIterator() }
}
