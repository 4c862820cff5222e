import AudioCore
import AudioFiles
import AudioIO

@testable import PlaybackAndRecording

/// Bytes that cannot be read from a place on.
final class FailingBytes: ByteSource {
    private let bytes: MemoryBytes
    private let limit: Int64

    init(_ bytes: [UInt8], failingFrom limit: Int64) {
        self.bytes = MemoryBytes(bytes)
        self.limit = limit
    }

    func size() throws(AudioError) -> Int64 { try bytes.size() }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        guard position + Int64(buffer.count) <= limit else { throw .unspecified.because("the disk is broken") }
        return try bytes.read(into: buffer, at: position)
    }
}

/// Bytes during whose reading other things happen.
final class BusyBytes: ByteSource {
    private let bytes: MemoryBytes
    private let body = LockedValue<(@Sendable () -> Void)?>(nil)

    init(_ bytes: [UInt8]) { self.bytes = MemoryBytes(bytes) }

    /// Calls `body` with each reading; nil for nothing.
    func whenRead(_ body: (@Sendable () -> Void)?) { self.body.withLock { $0 = body } }

    func size() throws(AudioError) -> Int64 { try bytes.size() }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        body.withLock { $0 }?()
        return try bytes.read(into: buffer, at: position)
    }
}

/// Calls functions in a cycle of a Manual device.
final class CycleCaller: @unchecked Sendable {
    private let runner: PlayerRunner
    private let body = LockedValue<(@Sendable () -> Void)?>(nil)
    private var source: OutputSource?

    init(_ runner: PlayerRunner) {
        self.runner = runner
        source = OutputSource(context: Unmanaged.passUnretained(self).toOpaque()) { context, _ in
            let caller = Unmanaged<CycleCaller>.fromOpaque(context).takeUnretainedValue()
            let body = caller.body.withLock { body in
                defer { body = nil }
                return body
            }
            body?()
            return 0
        }
        if let source { runner.output.add(source) }
    }

    /// Returns when `body` has been called.
    func call(_ body: @escaping @Sendable () -> Void) {
        self.body.withLock { $0 = body }
        _ = runner.server.advance(8)
    }

    var hasCalled: Bool { body.withLock { $0 == nil } }

    func end() { if let source { runner.output.remove(source) } }
}
