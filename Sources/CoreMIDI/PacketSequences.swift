import CCoreMIDI
import MIDIEvents

// Packets of bytes, and their bytes, one after the other, for Swift programs. They read the memory of the list, which must outlive them.

extension MIDIPacket {
    /// The bytes of a packet, one after the other.
    public struct ByteSequence: Sequence {
        /// A byte.
        public typealias Element = UInt8

        fileprivate let packet: UnsafePointer<MIDIPacket>

        /// The number of bytes.
        public var count: Int { PacketLists.length(packet) }

        /// Returns an iterator over the bytes.
        ///
        /// - Returns: the iterator.
        public func makeIterator() -> Iterator { Iterator(self) }

        /// An iterator over the bytes of a packet.
        public struct Iterator: IteratorProtocol {
            /// A byte.
            public typealias Element = UInt8

            private let sequence: ByteSequence
            private var index = 0

            /// Creates an iterator.
            ///
            /// - Parameter s: the bytes.
            public init(_ s: ByteSequence) { sequence = s }

            /// Returns the next byte.
            ///
            /// - Returns: the byte, or nil at the end.
            public mutating func next() -> UInt8? {
                guard index < sequence.count else { return nil }
                defer { index += 1 }
                return ByteCollection(sequence.packet)[index]
            }
        }
    }

    /// The bytes of a packet, by their places.
    public struct ByteCollection: RandomAccessCollection {
        /// A byte.
        public typealias Element = UInt8
        /// The place of a byte, from 0.
        public typealias Index = Int
        /// The places of the bytes.
        public typealias Indices = Range<Int>
        /// Some of the bytes.
        public typealias SubSequence = Slice<ByteCollection>
        /// An iterator over the bytes.
        public typealias Iterator = IndexingIterator<ByteCollection>

        private let packet: UnsafePointer<MIDIPacket>

        /// Creates a collection of the bytes of a packet.
        ///
        /// - Parameter p: the packet.
        public init(_ p: UnsafePointer<MIDIPacket>) { packet = p }

        /// Creates a collection of the bytes of a packet; nil for no packet.
        ///
        /// - Parameter p: the packet.
        public init?(_ p: UnsafePointer<MIDIPacket>?) {
            guard let p else { return nil }
            packet = p
        }

        /// The number of bytes.
        public var count: Int { PacketLists.length(packet) }
        /// The place of the first byte, 0.
        public var startIndex: Int { 0 }
        /// The number of bytes.
        public var endIndex: Int { count }

        /// The byte at a place.
        ///
        /// - Parameter index: the place.
        /// - Returns: the byte.
        public subscript(index: Index) -> Element {
            precondition(index >= 0 && index < count, "the packet has no such byte")
            return PacketLists.data(packet)[index]
        }
    }
}

extension UnsafePointer where Pointee == MIDIPacket {
    /// Returns the bytes of the packet, one after the other.
    ///
    /// - Returns: the bytes.
    public func sequence() -> MIDIPacket.ByteSequence { MIDIPacket.ByteSequence(packet: self) }

    /// Returns the bytes of the packet, by their places.
    ///
    /// - Returns: the bytes.
    public func bytes() -> MIDIPacket.ByteCollection { MIDIPacket.ByteCollection(self) }
}

extension MIDIPacketList {
    /// Pointers to the packets of a list.
    public struct UnsafeSequence: Sequence {
        /// A pointer to a packet.
        public typealias Element = UnsafePointer<MIDIPacket>

        fileprivate let list: UnsafePointer<MIDIPacketList>

        /// The number of packets.
        public var count: Int { PacketLists.count(list) }

        /// Returns an iterator over the packets.
        ///
        /// - Returns: the iterator.
        public func makeIterator() -> Iterator { Iterator(self) }

        /// An iterator over the packets of a list.
        public struct Iterator: IteratorProtocol {
            /// A pointer to a packet.
            public typealias Element = UnsafePointer<MIDIPacket>

            private var left: Int
            private var packet: UnsafeRawPointer

            /// Creates an iterator.
            ///
            /// - Parameter s: the packets.
            public init(_ s: UnsafeSequence) {
                left = s.count
                packet = UnsafeRawPointer(s.list) + PacketLists.header
            }

            /// Returns the next packet.
            ///
            /// - Returns: a pointer to the packet, or nil at the end.
            public mutating func next() -> UnsafePointer<MIDIPacket>? {
                guard left > 0 else { return nil }
                defer {
                    left -= 1
                    // What follows the last packet is not the list's.
                    if left > 0 { packet = PacketLists.next(after: packet) }
                }
                return packet.assumingMemoryBound(to: MIDIPacket.self)
            }
        }
    }

    /// Returns the size of a list.
    ///
    /// - Parameter pktList: the list.
    /// - Returns: the size in bytes.
    public static func sizeInBytes(pktList: UnsafePointer<MIDIPacketList>) -> Int {
        PacketLists.size(of: pktList, limit: .max / 2) ?? 0
    }
}

extension UnsafePointer where Pointee == MIDIPacketList {
    /// Returns pointers to the packets of the list.
    ///
    /// - Returns: the pointers.
    public func unsafeSequence() -> MIDIPacketList.UnsafeSequence { MIDIPacketList.UnsafeSequence(list: self) }
}
