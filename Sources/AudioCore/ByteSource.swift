/// Bytes at positions: a file, memory, or a client's callbacks. Not real-time safe.
///
/// One thread at a time uses a source, as one `AudioFileID` is used.
package protocol ByteSource: AnyObject {
    /// How many bytes there are now.
    func size() throws(AudioError) -> Int64

    /// Fills `buffer` from `position` on and returns how many bytes it got; fewer than asked only where the bytes end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int

    /// What is in memory from `position` on, without a copy and until the source changes; nil where nothing is.
    func view(at position: Int64) -> UnsafeRawBufferPointer?

    /// Asks for `count` bytes at `position` before they are read piece by piece.
    ///
    /// A source whose bytes are still to come throws `dataUnavailable` until it has them all, as it does for a read of
    /// bytes it does not have. Others have what they have.
    func expect(_ count: Int64, at position: Int64) throws(AudioError)
}

extension ByteSource {
    package func view(at position: Int64) -> UnsafeRawBufferPointer? { nil }
    package func expect(_ count: Int64, at position: Int64) throws(AudioError) {}
}

/// Bytes that can be changed too.
package protocol ByteSink: ByteSource {
    /// Writes all of `buffer` at `position`, which may be past the end; the gap then reads as zeros.
    func write(_ buffer: UnsafeRawBufferPointer, at position: Int64) throws(AudioError)

    /// Cuts off what stands after `size`, or adds zeros up to it.
    func resize(to size: Int64) throws(AudioError)
}

extension ByteSource {
    /// `count` bytes at `position`; throws `endOfFile` where there are fewer, and `invalidFile` for a count past `limit`.
    ///
    /// The limit keeps a header that lies about a size from asking for memory that the file cannot fill.
    package func bytes(at position: Int64, count: Int, limit: Int = 16 << 20) throws(AudioError) -> [UInt8] {
        guard count >= 0, count <= limit else {
            throw .invalidFile.because("a chunk of \(count) bytes is too large to hold")
        }
        let size = try self.size()
        guard position >= 0, position <= size, Int64(count) <= size - position else { throw .endOfFile }
        let bytes = try self.prefix(at: position, upTo: count)
        guard bytes.count == count else { throw .endOfFile }
        return bytes
    }

    /// Up to `count` bytes at `position`, fewer where the source ends.
    package func prefix(at position: Int64, upTo count: Int) throws(AudioError) -> [UInt8] {
        let available = max(0, min(Int64(count), try size() - position))
        // Every array without elements is one and the same, which several threads must not fill at once.
        guard available > 0 else { return [] }
        var failure: AudioError?
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(available)) { buffer, initialized in
            do throws(AudioError) {
                initialized = try read(into: UnsafeMutableRawBufferPointer(buffer), at: position)
            } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }
}

extension ByteSink {
    package func write(_ bytes: [UInt8], at position: Int64) throws(AudioError) {
        var failure: AudioError?
        bytes.withUnsafeBytes { buffer in
            do throws(AudioError) { try write(buffer, at: position) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}

/// Bytes in memory that grow as they are written. For tests, and for sounds that clients hold in memory.
package final class MemoryBytes: ByteSink {
    package private(set) var contents: [UInt8]

    package init(_ contents: [UInt8] = []) { self.contents = contents }

    package func size() throws(AudioError) -> Int64 { Int64(contents.count) }

    package func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        guard position >= 0 else { throw .position }
        guard position < contents.count else { return 0 }
        let count = min(buffer.count, contents.count - Int(position))
        contents.withUnsafeBytes { bytes in
            let wanted = bytes[Int(position)..<Int(position) + count]
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: wanted))
        }
        return count
    }

    package func write(_ buffer: UnsafeRawBufferPointer, at position: Int64) throws(AudioError) {
        guard position >= 0, position <= Int64(Int32.max) else { throw .position }
        let end = Int(position) + buffer.count
        if end > contents.count { contents.append(contentsOf: repeatElement(0, count: end - contents.count)) }
        contents.withUnsafeMutableBytes { target in
            UnsafeMutableRawBufferPointer(rebasing: target[Int(position)..<end]).copyMemory(from: buffer)
        }
    }

    package func resize(to size: Int64) throws(AudioError) {
        guard size >= 0, size <= Int64(Int32.max) else { throw .position }
        if size < contents.count { contents.removeLast(contents.count - Int(size)) }
        if size > contents.count { contents.append(contentsOf: repeatElement(0, count: Int(size) - contents.count)) }
    }
}
