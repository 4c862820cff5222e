public import CoreAudioTypes
import Glibc

extension UnsafeBufferPointer {
    /// Creates a buffer pointer to the samples of an audio buffer.
    ///
    /// - Parameter audioBuffer: the audio buffer. The number of its bytes must be a multiple of the element's size. If
    ///   it has no data, the pointer is empty.
    public init(_ audioBuffer: AudioBuffer) {
        self.init(UnsafeMutableBufferPointer(audioBuffer))
    }
}

extension UnsafeMutableBufferPointer {
    /// Creates a buffer pointer to the samples of an audio buffer.
    ///
    /// - Parameter audioBuffer: the audio buffer. The number of its bytes must be a multiple of the element's size. If
    ///   it has no data, the pointer is empty.
    public init(_ audioBuffer: AudioBuffer) {
        let count = Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
        let start = audioBuffer.mData?.assumingMemoryBound(to: Element.self)
        self.init(start: start, count: start == nil ? 0 : count)
    }
}

extension AudioBuffer {
    /// Creates an audio buffer that refers to existing samples.
    ///
    /// - Parameters:
    ///   - typedBuffer: the samples, which must outlive the audio buffer.
    ///   - numberOfChannels: the number of interleaved channels.
    public init<Element>(_ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int) {
        self.init(
            mNumberChannels: UInt32(numberOfChannels),
            mDataByteSize: UInt32(typedBuffer.count * MemoryLayout<Element>.stride),
            mData: UnsafeMutableRawPointer(typedBuffer.baseAddress))
    }
}

extension AudioBufferList {
    /// Returns the size of a list with a number of buffers.
    ///
    /// - Parameter maximumBuffers: the number of buffers, at least 1.
    /// - Returns: the size in bytes.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        precondition(maximumBuffers >= 1, "an AudioBufferList has at least one buffer")
        return MemoryLayout<AudioBufferList>.size + (maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
    }

    /// Allocates a list of empty buffers.
    ///
    /// - Parameter maximumBuffers: the number of buffers, at least 1.
    /// - Returns: the list. Free its memory with `free(list.unsafeMutablePointer)`.
    public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
        guard let memory = calloc(1, sizeInBytes(maximumBuffers: maximumBuffers)) else {
            preconditionFailure("there is no memory for an AudioBufferList")
        }
        let list = UnsafeMutableAudioBufferListPointer(memory.assumingMemoryBound(to: AudioBufferList.self))
        list.count = maximumBuffers
        return list
    }
}

/// A collection of the buffers of an `AudioBufferList`.
///
/// The collection does not own the list, which must outlive it.
@frozen
public struct UnsafeMutableAudioBufferListPointer {
    /// The list.
    public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    /// Creates a collection of the buffers of a list.
    ///
    /// - Parameter p: the list, which must outlive the collection.
    @inlinable public init(_ p: UnsafeMutablePointer<AudioBufferList>) { unsafeMutablePointer = p }

    /// Creates a collection of the buffers of a list, or returns nil if there is no list.
    ///
    /// - Parameter p: the list, or nil.
    @inlinable public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
        guard let p else { return nil }
        self.init(p)
    }

    /// The list, for functions that only read it.
    @inlinable public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

    /// The number of buffers in the list. Do not set it to more than the list has memory for.
    @inlinable public var count: Int {
        get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
        nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
    }

    /// The first buffer's address, from which the others follow.
    @inlinable var buffers: UnsafeMutablePointer<AudioBuffer> {
        let offset = MemoryLayout<AudioBufferList>.size - MemoryLayout<AudioBuffer>.size
        return (UnsafeMutableRawPointer(unsafeMutablePointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
    }
}

extension UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
    /// The type of the elements: buffers.
    public typealias Element = AudioBuffer
    /// The type of positions.
    public typealias Index = Int
    /// The type of the collection of positions.
    public typealias Indices = Range<Int>
    /// The type of parts of the collection.
    public typealias SubSequence = Slice<UnsafeMutableAudioBufferListPointer>
    /// The type of the iterator.
    public typealias Iterator = IndexingIterator<UnsafeMutableAudioBufferListPointer>

    /// The position of the first element: always 0.
    @inlinable public var startIndex: Int { 0 }
    /// The position after the last element.
    @inlinable public var endIndex: Int { count }

    /// Accesses the element at a position.
    ///
    /// - Parameter index: the position: from 0, and less than `count`. Another one ends the program.
    /// - Returns: the element.
    @inlinable public subscript(index: Index) -> Element {
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
