import AudioContainers
import AudioCore

/// Reads the bytes of samples. One thread at a time.
package final class SampleReader {
    private let source: any ByteSource
    private let samples: PictureSamples
    private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// More than a picture has.
    private static let mostBytes = 1 << 28

    package init(_ source: any ByteSource, _ samples: PictureSamples) {
        (self.source, self.samples) = (source, samples)
    }

    deinit { memory.deallocate() }

    /// The bytes of a sample, which are good until the next call; none for a sample that has none.
    ///
    /// - Throws: `invalidFile` where there are fewer; what reading throws.
    package func read(_ sample: Int) throws(AudioError) -> UnsafeRawBufferPointer {
        let (offset, size) = samples.place(sample)
        guard size <= Self.mostBytes else { throw .invalidFile.because("a picture of \(size) bytes") }
        if memory.count < size {
            memory.deallocate()
            memory = .allocate(byteCount: size + size / 2, alignment: 16)
        }
        let target = UnsafeMutableRawBufferPointer(rebasing: memory[..<size])
        guard try source.read(into: target, at: offset) == size else {
            throw .invalidFile.because("the file ends within a picture")
        }
        return UnsafeRawBufferPointer(target)
    }
}
