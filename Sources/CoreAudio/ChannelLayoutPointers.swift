public import CoreAudioTypes
import Glibc

extension AudioChannelLayout {
    /// Bytes of a layout with so many channel descriptions, which may be none.
    public static func sizeInBytes(maximumDescriptions: Int) -> Int {
        precondition(maximumDescriptions >= 0, "an AudioChannelLayout has no negative number of descriptions")
        return descriptionsOffset + maximumDescriptions * MemoryLayout<AudioChannelDescription>.stride
    }

    /// A layout with so many channel descriptions, all zero. Give the memory back with `free(layout.unsafeMutablePointer)`.
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

    /// The channel descriptions of a layout as a collection that can be read. A pointer, not an owner.
    public struct UnsafePointer {
        /// The layout.
        public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout>

        /// The descriptions of a layout that must outlive this.
        public init(_ p: Swift.UnsafePointer<AudioChannelLayout>) { unsafePointer = p }

        /// Nil where the pointer is.
        public init?(_ p: Swift.UnsafePointer<AudioChannelLayout>?) {
            guard let p else { return nil }
            self.init(p)
        }

        /// How many descriptions the layout says it has.
        public var count: Int { Int(unsafePointer.pointee.mNumberChannelDescriptions) }

        private var descriptions: Swift.UnsafePointer<AudioChannelDescription> {
            (UnsafeRawPointer(unsafePointer) + AudioChannelLayout.descriptionsOffset)
                .assumingMemoryBound(to: AudioChannelDescription.self)
        }
    }

    /// The channel descriptions of a layout as a collection that can be changed. A pointer, not an owner.
    public struct UnsafeMutablePointer {
        /// The layout.
        public var unsafeMutablePointer: Swift.UnsafeMutablePointer<AudioChannelLayout>

        /// The descriptions of a layout that must outlive this.
        public init(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>) { unsafeMutablePointer = p }

        /// Nil where the pointer is.
        public init?(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>?) {
            guard let p else { return nil }
            self.init(p)
        }

        /// The layout, for functions that only read it.
        public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout> {
            Swift.UnsafePointer(unsafeMutablePointer)
        }

        /// How many descriptions the layout says it has. Raise it only as far as the layout has room.
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
    public typealias Element = AudioChannelDescription
    public typealias Index = Int
    public typealias Indices = Range<Int>
    public typealias SubSequence = Slice<AudioChannelLayout.UnsafePointer>
    public typealias Iterator = IndexingIterator<AudioChannelLayout.UnsafePointer>

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    public subscript(index: Index) -> Element {
        precondition(index >= 0 && index < count, "no such description in the AudioChannelLayout")
        return descriptions[index]
    }
}

extension AudioChannelLayout.UnsafeMutablePointer: MutableCollection, RandomAccessCollection {
    public typealias Element = AudioChannelDescription
    public typealias Index = Int
    public typealias Indices = Range<Int>
    public typealias SubSequence = Slice<AudioChannelLayout.UnsafeMutablePointer>
    public typealias Iterator = IndexingIterator<AudioChannelLayout.UnsafeMutablePointer>

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

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
