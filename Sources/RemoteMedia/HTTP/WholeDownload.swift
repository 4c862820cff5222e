import AudioCore
import Glibc

/// A file on a server that sends whole files alone: it is received once, into a temporary file, and read from there.
///
/// A thread of its own receives it. Reads wait until their bytes have arrived. The temporary file has no name, and goes away with
/// the last reader. Any thread may read.
package final class WholeDownload: Sendable {
    private let spool: Spool

    /// Begins to receive a file.
    ///
    /// - Parameters:
    ///   - address: of http or https.
    ///   - statedSize: what the server says of its size; nil where it says nothing.
    /// - Throws: `Failure` for a file that is too large, and where there is no room for temporary files.
    package init(
        _ address: String, statedSize: Int64?, _ environment: RemoteEnvironment
    ) throws(HTTPSource.Failure) {
        if let statedSize, statedSize > environment.largestDownload {
            throw Spool.tooLarge(environment.largestDownload)
        }
        let spool = try Spool(limit: environment.largestDownload, statedSize: statedSize)
        self.spool = spool
        do throws(AudioError) {
            try Thread(name: "download") { spool.receive(address, environment) }.detach()
        } catch { throw HTTPSource.Failure(error.reason) }
    }

    deinit { spool.cancellation.cancel() }

    /// Why the file could not be received; nil where it could, or still may.
    package var failure: HTTPSource.Failure? { spool.failure }

    /// Has readers that wait look at their cancellations.
    func wake() { spool.wake() }

    /// The size of the file. Waits for its end where the server did not say.
    package func size(_ cancellation: Cancellation? = nil) throws(HTTPSource.Failure) -> Int64 {
        if let size = spool.statedSize { return size }
        return try spool.wait(for: .max, cancellation)
    }

    /// Copies the bytes from `position` on; fewer than asked for only at the end of the file.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at position: Int64, _ cancellation: Cancellation? = nil
    ) throws(HTTPSource.Failure) -> Int {
        let (end, overflows) = position.addingReportingOverflow(Int64(buffer.count))
        let there = try spool.wait(for: overflows ? .max : end, cancellation)
        guard position < there else { return 0 }
        let count = min(buffer.count, Int(clamping: there - position))
        return try spool.read(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), position)
    }
}

/// The temporary file, and how far it has been filled.
private final class Spool: Sendable {
    let statedSize: Int64?
    let cancellation = Cancellation()
    private let limit: Int64
    private let descriptor: Int32
    private let state = WaitableValue(State())

    private struct State {
        var received: Int64 = 0
        /// Set once nothing more comes.
        var end: Result<Void, HTTPSource.Failure>?
    }

    static func tooLarge(_ limit: Int64) -> HTTPSource.Failure {
        HTTPSource.Failure(
            "the server does not send parts of files, and the file is larger than \(limit) bytes", .server)
    }

    init(limit: Int64, statedSize: Int64?) throws(HTTPSource.Failure) {
        self.limit = limit
        self.statedSize = statedSize
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array("\(folder)/download-XXXXXX".utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else {
            throw HTTPSource.Failure("no temporary file can be made: \(String(cString: strerror(errno)))")
        }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { _ = close(descriptor) }

    func receive(_ address: String, _ environment: RemoteEnvironment) {
        var fault: HTTPSource.Failure?
        let source = HTTPSource(
            address, options: environment.options, silence: Silence(patience: environment.patience),
            pause: environment.pause, note: { _ in },
            take: { [self] bytes, _, _ in
                do throws(HTTPSource.Failure) { try append(bytes) } catch { fault = error }
                return fault == nil && !cancellation.isCancelled
            })
        source.goesOn = { [cancellation] in !cancellation.isCancelled }
        do throws(HTTPSource.Failure) { try source.run() } catch { fault = fault ?? error }
        let outcome: Result<Void, HTTPSource.Failure> = fault.map { .failure($0) } ?? .success(())
        state.withLock { $0.end = outcome }
    }

    private func append(_ bytes: UnsafeRawBufferPointer) throws(HTTPSource.Failure) {
        let start = state.withLockQuietly { $0.received }
        guard Int64(bytes.count) <= limit - start else { throw Self.tooLarge(limit) }
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, Int(start) + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw HTTPSource.Failure("the temporary file cannot be written: \(String(cString: strerror(errno)))")
            }
            done += count
        }
        state.withLock { $0.received = start + Int64(bytes.count) }
    }

    /// Waits until the file is there up to `end`, or all of it.
    ///
    /// - Returns: how much is there.
    func wait(for end: Int64, _ cancellation: Cancellation?) throws(HTTPSource.Failure) -> Int64 {
        let outcome = state.wait { state -> Result<Int64, HTTPSource.Failure>? in
            if cancellation?.isCancelled == true { return .failure(HTTPSource.Failure("interrupted", .interrupted)) }
            if state.received >= end { return .success(state.received) }
            switch state.end {
            case nil: return nil
            case .success: return .success(state.received)
            case .failure(let failure): return .failure(failure)
            }
        }
        return try outcome!.get()
    }

    func wake() { state.withLock { _ in } }

    var failure: HTTPSource.Failure? {
        state.withLockQuietly { state in
            if case .failure(let failure) = state.end { failure } else { nil }
        }
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer, _ position: Int64) throws(HTTPSource.Failure) -> Int {
        var done = 0
        while done < buffer.count {
            let count = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, Int(position) + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw HTTPSource.Failure("the temporary file cannot be read") }
            done += count
        }
        return done
    }
}
