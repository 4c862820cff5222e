import AudioCore
import Dispatch
import Foundation
import Synchronization

/// A file on a server, read from any place by requests for ranges of its bytes.
///
/// It is read in blocks. The 16 that were used last stay in memory, 2 MiB, and while blocks are read in order the next four are
/// requested ahead. Each answer must be a part of the same version of the file. Reads block on the network. Any thread may read.
package final class RemoteFile: @unchecked Sendable {
    /// Bytes of the whole file.
    package let size: Int64

    private let address: String
    private let options: HTTPOptions
    private let silence: Silence
    private let pause: @Sendable () -> Void
    private let note: @Sendable (HTTPSource.Event) -> Void
    private let version: HTTPAnswer.Version

    /// Makes the requests, one after another.
    private let queue = DispatchQueue(label: "ranges")
    private let cache: LockedValue<BlockCache>
    private let interrupted = Atomic(false)
    /// Counts how often what was requested ahead has been given up.
    private let turn = Atomic(0)
    /// The queue's own.
    private let session = HTTPSession()

    /// The block that was read last, and why a read failed.
    private let reading = LockedValue((last: Int64?.none, failure: HTTPSource.Failure?.none))

    /// Why a read failed; nil where none did.
    package var failure: HTTPSource.Failure? { reading.withLock { $0.failure } }

    /// Bytes of a block; the last one of a file may have fewer.
    package static let blockSize: Int64 = 1 << 17

    /// Requests the first block of a file.
    ///
    /// - Parameters:
    ///   - address: of http or https, to which no redirect leads any further.
    ///   - answer: what the server answered when it was asked for the whole file, or for its first block.
    ///   - head: what has been received of the first block. If it is all of that, nothing is requested.
    ///   - options: what all requests have in common.
    ///   - silence: limits how long the server may send nothing, and lets others read how long it has.
    ///   - pause: waits a second between two connections.
    ///   - goesOn: asked about once a second until the first block is there; false gives it up.
    ///   - note: called when a connection was lost, on any thread.
    /// - Throws: `Failure` where the server sends no ranges, or does not say how large the file is.
    package init(
        _ address: String, after answer: HTTPAnswer, head: [UInt8] = [], options: HTTPOptions = HTTPOptions(),
        silence: Silence,
        pause: @escaping @Sendable () -> Void = { sleep(1) },
        goesOn: @escaping () -> Bool = { true },
        note: @escaping @Sendable (HTTPSource.Event) -> Void
    ) throws(HTTPSource.Failure) {
        guard !answer.refusesRanges else { throw RangeRequest.noRanges }
        self.address = address
        self.options = options
        self.silence = silence
        self.pause = pause
        self.note = note
        let first = RangeRequest(0..<Self.blockSize, of: nil, answer.version, options)
        first.goesOn = goesOn
        if !(try first.begin(with: head, answer)) {
            try first.perform(address, silence, session, pause: pause, note: note)
        }
        guard let size = first.size else { throw RangeRequest.noRanges }
        if !answer.isPartial, let stated = answer.contentLength, stated != size {
            throw HTTPSource.Failure(
                "the server gives two sizes for the file, \(stated) and \(size) bytes", .server)
        }
        self.size = size
        version = first.version
        cache = LockedValue(BlockCache())
        cache.withLock { $0.add(first.bytes, as: 0) }
    }

    /// While this is set, reads fail within a second or so. Any thread may set it.
    package var isInterrupted: Bool {
        get { interrupted.load(ordering: .relaxed) }
        set { interrupted.store(newValue, ordering: .relaxed) }
    }

    /// Copies bytes from `position` on, and returns how many. Fewer than asked are not the end of the file; none are.
    ///
    /// - Parameter cancellation: makes the read fail within a second or so.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at position: Int64, _ cancellation: Cancellation? = nil
    ) throws(HTTPSource.Failure) -> Int {
        guard position >= 0, position < size, !buffer.isEmpty else { return 0 }
        let number = position / Self.blockSize
        do throws(HTTPSource.Failure) {
            let block = try block(number, cancellation)
            let start = Int(position - number * Self.blockSize)
            let count = min(buffer.count, block.count - start)
            block.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
            }
            readAhead(of: number, cancellation)
            return count
        } catch {
            reading.withLock { $0.failure = error }
            throw error
        }
    }

    private func readAhead(of number: Int64, _ cancellation: Cancellation?) {
        let follows = reading.withLock { reading in
            defer { reading.last = number }
            return reading.last.map { number == $0 + 1 } ?? false
        }
        guard follows else { return }
        let turn = turn.load(ordering: .relaxed)
        for next in number + 1...number + BlockCache.ahead where next * Self.blockSize < size {
            guard cache.withLock({ $0.begin(next) }) else { continue }
            queue.async { [weak self] in
                // Where it fails, the read that needs the block tries again, and says why.
                _ = try? self?.fetch(next, ahead: turn, cancellation)
                self?.cache.withLock { $0.end(next) }
            }
        }
    }

    private func block(_ number: Int64, _ cancellation: Cancellation?) throws(HTTPSource.Failure) -> [UInt8] {
        if let block = cache.withLock({ $0.take(number) }) { return block }
        // What is requested ahead of another place would have to end first.
        if !cache.withLock({ $0.isComing(number) }) { giveUpReadingAhead() }
        let notification = cancellation?.notify { [weak self] in self?.giveUpReadingAhead() }
        defer { if let notification { cancellation?.forget(notification) } }
        let result = queue.sync { () -> Result<[UInt8], HTTPSource.Failure> in
            do throws(HTTPSource.Failure) { return .success(try fetch(number, ahead: nil, cancellation)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func giveUpReadingAhead() { turn.wrappingAdd(1, ordering: .relaxed) }

    /// On the queue.
    ///
    /// - Parameter ahead: the turn in which the block was requested ahead; nil for a read that waits for it. For such a read what a
    ///   lost connection did not bring is requested again.
    private func fetch(
        _ number: Int64, ahead: Int?, _ cancellation: Cancellation?
    ) throws(HTTPSource.Failure) -> [UInt8] {
        if let block = cache.withLock({ $0.take(number) }) { return block }
        let start = number * Self.blockSize
        let request = RangeRequest(start..<min(start + Self.blockSize, size), of: size, version, options)
        request.goesOn = { [self] in
            !isInterrupted && cancellation?.isCancelled != true
                && (ahead == nil || ahead == turn.load(ordering: .relaxed))
        }
        try request.perform(address, silence, session, pause: pause, note: ahead == nil ? note : nil)
        cache.withLock { $0.add(request.bytes, as: number) }
        return request.bytes
    }
}

/// The blocks of a file that are in memory.
private struct BlockCache {
    /// The one that was used last is the last.
    private var blocks: [(number: Int64, bytes: [UInt8])] = []
    /// Those that have been requested ahead.
    private var coming: Set<Int64> = []

    private static let most = 16
    /// How many are requested ahead.
    static let ahead: Int64 = 4

    mutating func take(_ number: Int64) -> [UInt8]? {
        guard let place = blocks.lastIndex(where: { $0.number == number }) else { return nil }
        let block = blocks.remove(at: place)
        blocks.append(block)
        return block.bytes
    }

    mutating func add(_ bytes: [UInt8], as number: Int64) {
        if blocks.count == Self.most { blocks.removeFirst() }
        blocks.append((number, bytes))
    }

    /// - Returns: false where the block is there or has been requested.
    mutating func begin(_ number: Int64) -> Bool {
        !blocks.contains { $0.number == number } && coming.insert(number).inserted
    }

    func isComing(_ number: Int64) -> Bool { coming.contains(number) }

    mutating func end(_ number: Int64) { coming.remove(number) }
}
