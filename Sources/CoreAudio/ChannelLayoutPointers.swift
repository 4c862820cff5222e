public import CoreAudioTypes
import Glibc

extension AudioChannelLayout {
    /// Returns the size of a layout with a number of channel descriptions.
    ///
    /// - Parameter maximumDescriptions: the number of descriptions, at least 0.
    /// - Returns: the size in bytes.
    public static func sizeInBytes(maximumDescriptions: Int) -> Int {
        precondition(maximumDescriptions >= 0, "an AudioChannelLayout has no negative number of descriptions")
        return descriptionsOffset + maximumDescriptions * MemoryLayout<AudioChannelDescription>.stride
    }

    /// Allocates a layout whose channel descriptions are all zero.
    ///
    /// - Parameter maximumDescriptions: the number of descriptions, at least 0.
    /// - Returns: the layout. Free its memory with `free(layout.unsafeMutablePointer)`.
    public static func allocate(maximumDescriptions: Int) -> AudioChannelLayout.UnsafeMutablePointer {
        // Never less than the C struct, which whoever copies it copies whole.
        let size = max(sizeInBytes(maximumDescriptions: maximumDescriptions), MemoryLayout<AudioChannelLayout>.size)
        guard let memory = calloc(1, size) else {
            preconditionFailure("there is no memory for an AudioChannelLayout")
        }
        let layout = UnsafeMutablePointer(memory.assumingMemoryBound(to: AudioChannelLayout.self))
        layout.count = maximumDescriptions
        return layout
    }

    /// Where the first description stands.
    static var descriptionsOffset: Int {
        MemoryLayout<AudioChannelLayout>.size - MemoryLayout<AudioChannelDescription>.size
    }

    /// A collection of the channel descriptions of a layout, for reading.
    ///
    /// The collection does not own the layout, which must outlive it.
    @frozen
    public struct UnsafePointer {
        /// The layout.
        public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout>

        /// Creates a collection of the channel descriptions of a layout.
        ///
        /// - Parameter p: the layout, which must outlive the collection.
        public init(_ p: Swift.UnsafePointer<AudioChannelLayout>) { unsafePointer = p }

        /// Creates a collection of channel descriptions, or returns nil if there is no layout.
        ///
        /// - Parameter p: the layout, or nil.
        public init?(_ p: Swift.UnsafePointer<AudioChannelLayout>?) {
            guard let p else { return nil }
            self.init(p)
        }

        /// The number of channel descriptions in the layout.
        public var count: Int { Int(unsafePointer.pointee.mNumberChannelDescriptions) }

        private var descriptions: Swift.UnsafePointer<AudioChannelDescription> {
            (UnsafeRawPointer(unsafePointer) + AudioChannelLayout.descriptionsOffset)
                .assumingMemoryBound(to: AudioChannelDescription.self)
        }
    }

    /// A collection of the channel descriptions of a layout, for reading and writing.
    ///
    /// The collection does not own the layout, which must outlive it.
    @frozen
    public struct UnsafeMutablePointer {
        /// The layout.
        public var unsafeMutablePointer: Swift.UnsafeMutablePointer<AudioChannelLayout>

        /// Creates a collection of the channel descriptions of a layout.
        ///
        /// - Parameter p: the layout, which must outlive the collection.
        public init(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>) { unsafeMutablePointer = p }

        /// Creates a collection of channel descriptions, or returns nil if there is no layout.
        ///
        /// - Parameter p: the layout, or nil.
        public init?(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>?) {
            guard let p else { return nil }
            self.init(p)
        }

        /// The layout, for functions that only read it.
        public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout> {
            Swift.UnsafePointer(unsafeMutablePointer)
        }

        /// The number of channel descriptions in the layout. Do not set it to more than the layout has memory for.
        public var count: Int {
            get { Int(unsafeMutablePointer.pointee.mNumberChannelDescriptions) }
            nonmutating set { unsafeMutablePointer.pointee.mNumberChannelDescriptions = UInt32(newValue) }
        }

        private var descriptions: Swift.UnsafeMutablePointer<AudioChannelDescription> {
            (UnsafeMutableRawPointer(unsafeMutablePointer) + AudioChannelLayout.descriptionsOffset)
                .assumingMemoryBound(to: AudioChannelDescription.self)
        }
    }
}

extension AudioChannelLayout.UnsafePointer: RandomAccessCollection {
    /// The type of the elements: channel descriptions.
    public typealias Element = AudioChannelDescription
    /// The type of positions.
    public typealias Index = Int
    /// The type of the collection of positions.
    public typealias Indices = Range<Int>
    /// The type of parts of the collection.
    public typealias SubSequence = Slice<AudioChannelLayout.UnsafePointer>
    /// The type of the iterator.
    public typealias Iterator = IndexingIterator<AudioChannelLayout.UnsafePointer>

    /// The position of the first element: always 0.
    public var startIndex: Int { 0 }
    /// The position after the last element.
    public var endIndex: Int { count }

    /// Accesses the element at a position.
    ///
    /// - Parameter index: the position: from 0, and less than `count`. Another one ends the program.
    /// - Returns: the element.
    public subscript(index: Index) -> Element {
        precondition(index >= 0 && index < count, "no such description in the AudioChannelLayout")
        return descriptions[index]
    }
}

extension AudioChannelLayout.UnsafeMutablePointer: MutableCollection, RandomAccessCollection {
    /// The type of the elements: channel descriptions.
    public typealias Element = AudioChannelDescription
    /// The type of positions.
    public typealias Index = Int
    /// The type of the collection of positions.
    public typealias Indices = Range<Int>
    /// The type of parts of the collection.
    public typealias SubSequence = Slice<AudioChannelLayout.UnsafeMutablePointer>
    /// The type of the iterator.
    public typealias Iterator = IndexingIterator<AudioChannelLayout.UnsafeMutablePointer>

    /// The position of the first element: always 0.
    public var startIndex: Int { 0 }
    /// The position after the last element.
    public var endIndex: Int { count }

    /// Accesses the element at a position.
    ///
    /// - Parameter index: the position: from 0, and less than `count`. Another one ends the program.
    /// - Returns: the element.
    public subscript(index: Index) -> Element {
        get {
            precondition(index >= 0 && index < count, "no such description in the AudioChannelLayout")
            return descriptions[index]
        }
        nonmutating set {
            precondition(index >= 0 && index < count, "no such description in the AudioChannelLayout")
            descriptions[index] = newValue
        }
    }
}
