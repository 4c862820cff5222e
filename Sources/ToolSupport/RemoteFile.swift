import CoreAudioAdditions
import Dispatch
import Foundation
import Synchronization

/// A file on a server, read from any place by requests for ranges of its bytes.
///
/// It is read in blocks. The 16 that were used last stay in memory, 2 MiB, and while blocks are read in order the next four are
/// requested ahead. Each answer must be a part of the same version of the file. Reads block on the network. One thread at a
/// time reads.
public final class RemoteFile: @unchecked Sendable {
    /// Bytes of the whole file.
    public let size: Int64

    private let address: String
    private let silence: Silence
    private let pause: @Sendable () -> Void
    private let note: @Sendable (HTTPSource.Event) -> Void
    private let version: HTTPAnswer.Version

    /// Makes the requests, one after another.
    private let queue = DispatchQueue(label: "ranges")
    private let cache: LockedValue<BlockCache>
    private let interrupted = Atomic(false)
    /// The queue's own.
    private let session = HTTPSession()

    // The reading thread's own.
    /// The block that was read last.
    private var last: Int64?
    /// Why a read failed.
    public private(set) var failure: HTTPSource.Failure?

    /// Bytes of a block; the last one of a file may have fewer.
    public static let blockSize: Int64 = 1 << 17

    /// Requests the first block of a file.
    ///
    /// - Parameters:
    ///   - address: of http or https, to which no redirect leads any further.
    ///   - answer: what the server answered when it was asked for the whole file.
    ///   - silence: limits how long the server may send nothing, and lets others read how long it has.
    ///   - pause: waits a second between two connections.
    ///   - note: called when a connection was lost, on any thread.
    /// - Throws: `Failure` where the server sends no ranges, or does not say how large the file is.
    public init(
        _ address: String, after answer: HTTPAnswer, silence: Silence,
        pause: @escaping @Sendable () -> Void = { sleep(1) },
        note: @escaping @Sendable (HTTPSource.Event) -> Void
    ) throws(HTTPSource.Failure) {
        guard !answer.refusesRanges else { throw RangeRequest.noRanges }
        self.address = address
        self.silence = silence
        self.pause = pause
        self.note = note
        let first = RangeRequest(0..<Self.blockSize, of: nil, answer.version)
        try first.perform(address, silence, session, pause: pause, note: note)
        guard let size = first.size else { throw RangeRequest.noRanges }
        if !answer.isPartial, let stated = answer.contentLength, stated != size {
            throw HTTPSource.Failure("the server gives two sizes for the file, \(stated) and \(size) bytes")
        }
        self.size = size
        version = first.version
        cache = LockedValue(BlockCache())
        cache.withLock { $0.add(first.bytes, as: 0) }
    }

    /// While this is set, reads fail within a second or so. Any thread may set it.
    public var isInterrupted: Bool {
        get { interrupted.load(ordering: .relaxed) }
        set { interrupted.store(newValue, ordering: .relaxed) }
    }

    /// Copies bytes from `position` on, and returns how many. Fewer than asked are not the end of the file; none are.
    public func read(
        into buffer: UnsafeMutableRawBufferPointer, at position: Int64
    ) throws(HTTPSource.Failure) -> Int {
        guard position >= 0, position < size, !buffer.isEmpty else { return 0 }
        let number = position / Self.blockSize
        do throws(HTTPSource.Failure) {
            let block = try block(number)
            let start = Int(position - number * Self.blockSize)
            let count = min(buffer.count, block.count - start)
            block.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
            }
            if number != last { readAhead(of: number) }
            return count
        } catch {
            failure = error
            throw error
        }
    }

    private func readAhead(of number: Int64) {
        defer { self.last = number }
        guard let last, number == last + 1 else { return }
        for next in number + 1...number + BlockCache.ahead where next * Self.blockSize < size {
            guard cache.withLock({ $0.begin(next) }) else { continue }
            queue.async { [weak self] in
                // Where it fails, the read that needs the block tries again, and says why.
                _ = try? self?.fetch(next, isPatient: false)
                self?.cache.withLock { $0.end(next) }
            }
        }
    }

    private func block(_ number: Int64) throws(HTTPSource.Failure) -> [UInt8] {
        if let block = cache.withLock({ $0.take(number) }) { return block }
        let result = queue.sync { () -> Result<[UInt8], HTTPSource.Failure> in
            do throws(HTTPSource.Failure) { return .success(try fetch(number, isPatient: true)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// On the queue.
    ///
    /// - Parameter isPatient: whether what a lost connection did not bring is requested again.
    private func fetch(_ number: Int64, isPatient: Bool) throws(HTTPSource.Failure) -> [UInt8] {
        if let block = cache.withLock({ $0.take(number) }) { return block }
        let start = number * Self.blockSize
        let request = RangeRequest(start..<min(start + Self.blockSize, size), of: size, version)
        request.goesOn = { [self] in !isInterrupted }
        try request.perform(address, silence, session, pause: pause, note: isPatient ? note : nil)
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

    mutating func end(_ number: Int64) { coming.remove(number) }
}
