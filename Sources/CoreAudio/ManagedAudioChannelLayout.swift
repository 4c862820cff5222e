public import CoreAudioTypes
import Glibc

/// An `AudioChannelLayout` that owns its memory and is copied when a shared one is changed.
public struct ManagedAudioChannelLayout {
    private var storage: Storage

    /// Owns the memory of one layout.
    private final class Storage {
        let layout: AudioChannelLayout.UnsafeMutablePointer
        private let deallocator: () -> Void

        init(layout: AudioChannelLayout.UnsafeMutablePointer, deallocator: @escaping () -> Void) {
            self.layout = layout
            self.deallocator = deallocator
        }

        /// A layout of so many zero descriptions.
        convenience init(count: Int) {
            let layout = AudioChannelLayout.allocate(maximumDescriptions: count)
            self.init(layout: layout) { free(layout.unsafeMutablePointer) }
        }

        /// A copy of another layout.
        convenience init(copying other: Storage) {
            self.init(count: other.layout.count)
            UnsafeMutableRawPointer(layout.unsafeMutablePointer).copyMemory(
                from: other.layout.unsafePointer, byteCount: other.size)
        }

        var size: Int { AudioChannelLayout.sizeInBytes(maximumDescriptions: layout.count) }

        deinit { deallocator() }
    }

    /// Creates a managed layout that takes ownership of an existing layout.
    ///
    /// - Parameters:
    ///   - audioChannelLayoutPointer: the layout.
    ///   - deallocator: called once with the layout when the last copy of the managed layout is released.
    public init(
        audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer,
        deallocator: @escaping (AudioChannelLayout.UnsafePointer) -> Void
    ) {
        let mutable = UnsafeMutablePointer(mutating: audioChannelLayoutPointer.unsafePointer)
        storage = Storage(layout: .init(mutable)) { deallocator(audioChannelLayoutPointer) }
    }

    /// Creates a layout that consists only of a tag.
    ///
    /// - Parameter tag: the tag, such as `kAudioChannelLayoutTag_Stereo`.
    public init(tag: AudioChannelLayoutTag) {
        storage = Storage(count: 0)
        storage.layout.unsafeMutablePointer.pointee.mChannelLayoutTag = tag
    }

    /// Creates a layout whose channels are all unknown.
    ///
    /// - Parameter maximumDescriptions: the number of channel descriptions.
    public init(maximumDescriptions: Int) {
        storage = Storage(count: maximumDescriptions)
        setAllToUnknown()
    }

    /// Creates a layout from channel descriptions.
    ///
    /// - Parameter channelDescriptions: the descriptions.
    public init(channelDescriptions: [AudioChannelDescription]) {
        storage = Storage(count: channelDescriptions.count)
        for (index, description) in channelDescriptions.enumerated() { storage.layout[index] = description }
    }

    /// Where the layout stands. Fields are read one by one: a layout that is all tag may be shorter than the C struct.
    private var layout: UnsafePointer<AudioChannelLayout> { storage.layout.unsafePointer }

    /// Call before any change.
    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
    }

    /// States which of the fields are valid, or which channels there are.
    public var tag: AudioChannelLayoutTag {
        get { layout.pointee.mChannelLayoutTag }
        set {
            makeUnique()
            storage.layout.unsafeMutablePointer.pointee.mChannelLayoutTag = newValue
        }
    }

    /// The channels where the tag is `kAudioChannelLayoutTag_UseChannelBitmap`.
    public var bitmap: AudioChannelBitmap {
        get { layout.pointee.mChannelBitmap }
        set {
            makeUnique()
            storage.layout.unsafeMutablePointer.pointee.mChannelBitmap = newValue
        }
    }

    /// Sets the label of every channel description to unknown.
    public mutating func setAllToUnknown() {
        makeUnique()
        for index in storage.layout.indices {
            storage.layout[index] = AudioChannelDescription(
                mChannelLabel: kAudioChannelLabel_Unknown, mChannelFlags: [], mCoordinates: (0, 0, 0))
        }
    }

    /// The channel descriptions. Assign others to change their number.
    public var channelDescriptions: ChannelDescriptions {
        get { ChannelDescriptions(layout: self) }
        set { self = newValue.layout }
    }

    /// The size of the layout with all its descriptions in bytes, as properties require it.
    public var sizeInBytes: Int { storage.size }

    /// The number of channels that the tag, the bitmap or the descriptions state.
    public var numberOfChannels: Int {
        switch tag {
        case kAudioChannelLayoutTag_UseChannelDescriptions: storage.layout.count
        case kAudioChannelLayoutTag_UseChannelBitmap: bitmap.rawValue.nonzeroBitCount
        default: Int(AudioChannelLayoutTag_GetNumberOfChannels(tag))
        }
    }

    /// Calls a closure with a pointer to the layout.
    ///
    /// - Parameter body: the closure. The pointer is valid only during the call.
    /// - Returns: the result of the closure.
    public func withUnsafePointer<Result>(
        _ body: (UnsafePointer<AudioChannelLayout>) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(storage) { try body(storage.layout.unsafePointer) }
    }

    /// Calls a closure with a mutable pointer to the layout.
    ///
    /// - Parameter body: the closure. The pointer is valid only during the call. The closure must not increase the
    ///   number of channel descriptions.
    /// - Returns: the result of the closure.
    public mutating func withUnsafeMutablePointer<Result>(
        _ body: (UnsafeMutablePointer<AudioChannelLayout>) throws -> Result
    ) rethrows -> Result {
        makeUnique()
        return try withExtendedLifetime(storage) { try body(storage.layout.unsafeMutablePointer) }
    }

    /// The descriptions of a managed layout.
    public struct ChannelDescriptions: MutableCollection, RandomAccessCollection {
        /// The type of the elements: channel descriptions.
        public typealias Element = AudioChannelDescription
        /// The type of positions.
        public typealias Index = Int
        /// The type of the collection of positions.
        public typealias Indices = Range<Int>
        /// The type of parts of the collection.
        public typealias SubSequence = Slice<ManagedAudioChannelLayout.ChannelDescriptions>
        /// The type of the iterator.
        public typealias Iterator = IndexingIterator<ManagedAudioChannelLayout.ChannelDescriptions>

        fileprivate var layout: ManagedAudioChannelLayout

        /// The position of the first element: always 0.
        public var startIndex: Int { 0 }
        /// The position after the last element.
        public var endIndex: Int { count }
        /// The number of channel descriptions.
        public var count: Int { layout.storage.layout.count }

        /// Accesses the element at a position.
        ///
        /// - Parameter index: the position: from 0, and less than `count`. Another one ends the program.
        /// - Returns: the element.
        public subscript(index: Index) -> Element {
            get { layout.storage.layout[index] }
            set {
                layout.makeUnique()
                layout.storage.layout[index] = newValue
            }
        }
    }
}
