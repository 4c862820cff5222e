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

    /// Takes over a layout. `deallocator` is called once, when nothing needs it any more.
    public init(
        audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer,
        deallocator: @escaping (AudioChannelLayout.UnsafePointer) -> Void
    ) {
        let mutable = UnsafeMutablePointer(mutating: audioChannelLayoutPointer.unsafePointer)
        storage = Storage(layout: .init(mutable)) { deallocator(audioChannelLayoutPointer) }
    }

    /// A layout that is all tag.
    public init(tag: AudioChannelLayoutTag) {
        storage = Storage(count: 0)
        storage.layout.unsafeMutablePointer.pointee.mChannelLayoutTag = tag
    }

    /// A layout of so many descriptions, all of unknown channels.
    public init(maximumDescriptions: Int) {
        storage = Storage(count: maximumDescriptions)
        setAllToUnknown()
    }

    /// A layout of these descriptions.
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

    /// Labels every description as a channel nothing is known about.
    public mutating func setAllToUnknown() {
        makeUnique()
        for index in storage.layout.indices {
            storage.layout[index] = AudioChannelDescription(
                mChannelLabel: kAudioChannelLabel_Unknown, mChannelFlags: [], mCoordinates: (0, 0, 0))
        }
    }

    /// The descriptions. Assign others to change how many there are.
    public var channelDescriptions: ChannelDescriptions {
        get { ChannelDescriptions(layout: self) }
        set { self = newValue.layout }
    }

    /// Bytes of the layout with all its descriptions, as properties want to know them.
    public var sizeInBytes: Int { storage.size }

    /// Channels by the tag, the bitmap or the descriptions, whichever counts.
    public var numberOfChannels: Int {
        switch tag {
        case kAudioChannelLayoutTag_UseChannelDescriptions: storage.layout.count
        case kAudioChannelLayoutTag_UseChannelBitmap: bitmap.rawValue.nonzeroBitCount
        default: Int(AudioChannelLayoutTag_GetNumberOfChannels(tag))
        }
    }

    /// Gives the layout to `body`, which must not keep the pointer.
    public func withUnsafePointer<Result>(
        _ body: (UnsafePointer<AudioChannelLayout>) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(storage) { try body(storage.layout.unsafePointer) }
    }

    /// Gives the layout to `body` to change, which must not keep the pointer or raise the number of descriptions.
    public mutating func withUnsafeMutablePointer<Result>(
        _ body: (UnsafeMutablePointer<AudioChannelLayout>) throws -> Result
    ) rethrows -> Result {
        makeUnique()
        return try withExtendedLifetime(storage) { try body(storage.layout.unsafeMutablePointer) }
    }

    /// The descriptions of a managed layout.
    public struct ChannelDescriptions: MutableCollection, RandomAccessCollection {
        public typealias Element = AudioChannelDescription
        public typealias Index = Int
        public typealias Indices = Range<Int>
        public typealias SubSequence = Slice<ManagedAudioChannelLayout.ChannelDescriptions>
        public typealias Iterator = IndexingIterator<ManagedAudioChannelLayout.ChannelDescriptions>

        fileprivate var layout: ManagedAudioChannelLayout

        public var startIndex: Int { 0 }
        public var endIndex: Int { count }
        public var count: Int { layout.storage.layout.count }

        public subscript(index: Index) -> Element {
            get { layout.storage.layout[index] }
            set {
                layout.makeUnique()
                layout.storage.layout[index] = newValue
            }
        }
    }
}
