public import CoreAudioTypes
import Glibc

extension UnsafeBufferPointer {
    /// The samples of an audio buffer; empty where it has no data. The buffer's bytes must be whole elements of this type.
    public init(_ audioBuffer: AudioBuffer) {
        self.init(UnsafeMutableBufferPointer(audioBuffer))
    }
}

extension UnsafeMutableBufferPointer {
    /// The samples of an audio buffer; empty where it has no data. The buffer's bytes must be whole elements of this type.
    public init(_ audioBuffer: AudioBuffer) {
        let count = Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
        let start = audioBuffer.mData?.assumingMemoryBound(to: Element.self)
        self.init(start: start, count: start == nil ? 0 : count)
    }
}

extension AudioBuffer {
    /// A buffer over samples that stand elsewhere and must outlive it.
    public init<Element>(_ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int) {
        self.init(
            mNumberChannels: UInt32(numberOfChannels),
            mDataByteSize: UInt32(typedBuffer.count * MemoryLayout<Element>.stride),
            mData: UnsafeMutableRawPointer(typedBuffer.baseAddress))
    }
}

extension AudioBufferList {
    /// Bytes that a list of so many buffers, at least one, takes.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        precondition(maximumBuffers >= 1, "an AudioBufferList has at least one buffer")
        return MemoryLayout<AudioBufferList>.size + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
    }

    /// A list of so many empty buffers, at least one. Give the memory back with `free(list.unsafeMutablePointer)`.
    public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
        guard let memory = calloc(1, sizeInBytes(maximumBuffers: maximumBuffers)) else {
            preconditionFailure("there is no memory for an AudioBufferList")
        }
        let list = UnsafeMutableAudioBufferListPointer(memory.assumingMemoryBound(to: AudioBufferList.self))
        list.count = maximumBuffers
        return list
    }
}

/// The buffers of an `AudioBufferList` as a collection.
///
/// A pointer, not an owner: the list must live as long as it is used.
public struct UnsafeMutableAudioBufferListPointer {
    /// The list.
    public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    /// The buffers of a list that must outlive this.
    public init(_ p: UnsafeMutablePointer<AudioBufferList>) { unsafeMutablePointer = p }

    /// Nil where the pointer is.
    public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
        guard let p else { return nil }
        self.init(p)
    }

    /// The list, for functions that only read it.
    public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

    /// How many buffers the list says it has. Raise it only as far as the list has room.
    public var count: Int {
        get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
        nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
    }

    /// The first buffer's address, from which the others follow.
    private var buffers: UnsafeMutablePointer<AudioBuffer> {
        let offset = MemoryLayout<AudioBufferList>.size - MemoryLayout<AudioBuffer>.size
        return (UnsafeMutableRawPointer(unsafeMutablePointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
    }
}

extension UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
    public typealias Element = AudioBuffer
    public typealias Index = Int
    public typealias Indices = Range<Int>
    public typealias SubSequence = Slice<UnsafeMutableAudioBufferListPointer>
    public typealias Iterator = IndexingIterator<UnsafeMutableAudioBufferListPointer>

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    public subscript(index: Index) -> Element {
        get {
            precondition(index >= 0 && index < count, "no such buffer in the AudioBufferList")
            return buffers[index]
        }
        nonmutating set {
            precondition(index >= 0 && index < count, "no such buffer in the AudioBufferList")
            buffers[index] = newValue
        }
    }
}
