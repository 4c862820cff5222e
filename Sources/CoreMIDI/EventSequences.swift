import CCoreMIDI
import MIDIEvents

// Packets of words, and their words, one after the other, for Swift programs. They read the memory of the list, which must outlive them.

extension MIDIEventPacket {
    /// The words of a packet, one after the other.
    public struct WordSequence: Sequence {
        /// A word.
        public typealias Element = UInt32

        fileprivate let packet: UnsafePointer<MIDIEventPacket>

        /// The number of words.
        public var count: Int { EventLists.wordCount(packet) }

        /// Returns an iterator over the words.
        ///
        /// - Returns: the iterator.
        public func makeIterator() -> Iterator { Iterator(self) }

        /// An iterator over the words of a packet.
        public struct Iterator: IteratorProtocol {
            /// A word.
            public typealias Element = UInt32

            private let sequence: WordSequence
            private var index = 0

            /// Creates an iterator.
            ///
            /// - Parameter s: the words.
            public init(_ s: WordSequence) { sequence = s }

            /// Returns the next word.
            ///
            /// - Returns: the word, or nil at the end.
            public mutating func next() -> UInt32? {
                guard index < sequence.count else { return nil }
                defer { index += 1 }
                return WordCollection(sequence.packet)[index]
            }
        }
    }

    /// The words of a packet, by their places.
    public struct WordCollection: RandomAccessCollection {
        /// A word.
        public typealias Element = UInt32
        /// The place of a word, from 0.
        public typealias Index = Int
        /// The places of the words.
        public typealias Indices = Range<Int>
        /// Some of the words.
        public typealias SubSequence = Slice<WordCollection>
        /// An iterator over the words.
        public typealias Iterator = IndexingIterator<WordCollection>

        private let packet: UnsafePointer<MIDIEventPacket>

        /// Creates a collection of the words of a packet.
        ///
        /// - Parameter p: the packet.
        public init(_ p: UnsafePointer<MIDIEventPacket>) { packet = p }

        /// Creates a collection of the words of a packet; nil for no packet.
        ///
        /// - Parameter p: the packet.
        public init?(_ p: UnsafePointer<MIDIEventPacket>?) {
            guard let p else { return nil }
            packet = p
        }

        /// The number of words.
        public var count: Int { EventLists.wordCount(packet) }
        /// The place of the first word, 0.
        public var startIndex: Int { 0 }
        /// The number of words.
        public var endIndex: Int { count }

        /// The word at a place.
        ///
        /// - Parameter index: the place.
        /// - Returns: the word.
        public subscript(index: Index) -> Element {
            precondition(index >= 0 && index < count, "the packet has no such word")
            return EventLists.word(packet, index)
        }
    }
}

extension UnsafePointer where Pointee == MIDIEventPacket {
    /// Returns the words of the packet, one after the other.
    ///
    /// - Returns: the words.
    public func sequence() -> MIDIEventPacket.WordSequence { MIDIEventPacket.WordSequence(packet: self) }

    /// Returns the words of the packet, by their places.
    ///
    /// - Returns: the words.
    public func words() -> MIDIEventPacket.WordCollection { MIDIEventPacket.WordCollection(self) }
}

extension MIDIEventList {
    /// Pointers to the packets of a list.
    public struct UnsafeSequence: Sequence {
        /// A pointer to a packet.
        public typealias Element = UnsafePointer<MIDIEventPacket>

        fileprivate let list: UnsafePointer<MIDIEventList>

        /// The number of packets.
        public var count: Int { EventLists.count(list) }

        /// Returns an iterator over the packets.
        ///
        /// - Returns: the iterator.
        public func makeIterator() -> Iterator { Iterator(self) }

        /// An iterator over the packets of a list.
        public struct Iterator: IteratorProtocol {
            /// A pointer to a packet.
            public typealias Element = UnsafePointer<MIDIEventPacket>

            private var left: Int
            private var packet: UnsafeRawPointer

            /// Creates an iterator.
            ///
            /// - Parameter s: the packets.
            public init(_ s: UnsafeSequence) {
                left = s.count
                packet = UnsafeRawPointer(s.list) + EventLists.header
            }

            /// Returns the next packet.
            ///
            /// - Returns: a pointer to the packet, or nil at the end.
            public mutating func next() -> UnsafePointer<MIDIEventPacket>? {
                guard left > 0 else { return nil }
                defer {
                    left -= 1
                    // What follows the last packet is not the list's.
                    if left > 0 { packet = EventLists.next(after: packet) }
                }
                return packet.assumingMemoryBound(to: MIDIEventPacket.self)
            }
        }
    }

    /// Returns the size of a list.
    ///
    /// - Parameter pktList: the list.
    /// - Returns: the size in bytes.
    public static func sizeInBytes(pktList: UnsafePointer<MIDIEventList>) -> Int {
        EventLists.size(of: pktList, limit: .max / 2) ?? 0
    }
}

extension UnsafePointer where Pointee == MIDIEventList {
    /// Returns pointers to the packets of the list.
    ///
    /// - Returns: the pointers.
    public func unsafeSequence() -> MIDIEventList.UnsafeSequence { MIDIEventList.UnsafeSequence(list: self) }
}
