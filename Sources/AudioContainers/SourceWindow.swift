import AudioCore

/// A stretch of a source as a source of its own: a stream within a chunk.
final class SourceWindow: ByteSource {
    private let base: any ByteSource
    private let start: Int64
    private let count: Int64

    /// - Parameter count: bytes that the base has from `start` on.
    init(_ base: any ByteSource, from start: Int64, count: Int64) {
        self.base = base
        self.start = start
        self.count = count
    }

    func size() throws(AudioError) -> Int64 { count }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        guard position >= 0 else { throw .position }
        let wanted = Int(max(0, min(Int64(buffer.count), count - position)))
        return try base.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: start + position)
    }
    func view(at position: Int64) -> UnsafeRawBufferPointer? {
        guard position >= 0, let view = base.view(at: start + position) else { return nil }
        return UnsafeRawBufferPointer(rebasing: view.prefix(Int(max(0, min(Int64(view.count), count - position)))))
    }

    func expect(_ count: Int64, at position: Int64) throws(AudioError) {
        try base.expect(min(count, self.count - position), at: start + position)
    }
}
