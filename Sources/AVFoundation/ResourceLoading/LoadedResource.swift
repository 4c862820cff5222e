import AudioCore
import Foundation
import RemoteMedia

/// What a loader's delegate loads, in blocks: the 16 that were used last stay in memory. Any thread may read.
final class LoadedResource: @unchecked Sendable {
    let contentType: String?
    /// Where the resource is instead; nil where it is here.
    let redirect: String?
    private let loader: AVAssetResourceLoader
    /// Nil until all has been loaded, where the delegate does not say.
    private let length: Int64?
    /// Whether any bytes may be asked for.
    private let hasRanges: Bool
    private let state = LockedValue(State())
    /// Held while a block is loaded, so that two readers do not ask for the same one.
    private let loading = NSLock()

    private struct State: @unchecked Sendable {
        /// The one that was used last is the last.
        var blocks: [(number: Int64, bytes: Data)] = []
        /// Everything, where there are no ranges.
        var whole: Data?
        var failure: (any Error)?
    }

    private static let blockSize: Int64 = 1 << 17
    private static let mostBlocks = 16

    init(_ loader: AVAssetResourceLoader, _ request: AVAssetResourceLoadingRequest) {
        let information = request.contentInformationRequest
        let length = information?.contentLength ?? 0
        self.loader = loader
        contentType = information?.contentType
        redirect = request.redirection
        self.length = length > 0 ? length : nil
        hasRanges = length > 0 && information?.isByteRangeAccessSupported == true
    }

    /// Why a read failed; nil where none did.
    var failure: (any Error)? { state.withLock { $0.failure } }

    func size(_ cancellation: Cancellation) throws -> Int64 {
        if let length { return length }
        return Int64(try whole(cancellation).count)
    }

    /// The bytes at a position, up to the end of a block; none behind the end.
    func bytes(at position: Int64, _ cancellation: Cancellation) throws -> Data.SubSequence {
        do {
            guard hasRanges, let length else { return try whole(cancellation).dropFirst(Int(clamping: position)) }
            guard position < length else { return Data() }
            let number = position / Self.blockSize
            return try block(number, length, cancellation).dropFirst(Int(position - number * Self.blockSize))
        } catch {
            state.withLock { $0.failure = error }
            throw error
        }
    }

    private func block(_ number: Int64, _ length: Int64, _ cancellation: Cancellation) throws -> Data {
        if let found = known(number) { return found }
        try loader.take(loading)
        defer { loading.unlock() }
        if let found = known(number) { return found }
        let start = number * Self.blockSize
        let bytes = try load(start..<min(start + Self.blockSize, length), toEnd: false, cancellation)
        state.withLock { state in
            if state.blocks.count == Self.mostBlocks { state.blocks.removeFirst() }
            state.blocks.append((number, bytes))
        }
        return bytes
    }

    private func known(_ number: Int64) -> Data? {
        state.withLock { state in
            guard let place = state.blocks.lastIndex(where: { $0.number == number }) else { return nil }
            let block = state.blocks.remove(at: place)
            state.blocks.append(block)
            return block.bytes
        }
    }

    private func whole(_ cancellation: Cancellation) throws -> Data {
        try loader.take(loading)
        defer { loading.unlock() }
        if let whole = state.withLock({ $0.whole }) { return whole }
        let bytes = try load(
            0..<(length ?? Int64(AVAssetResourceLoadingDataRequest.mostBytes)), toEnd: true, cancellation)
        state.withLock { $0.whole = bytes }
        return bytes
    }

    private func load(_ range: Range<Int64>, toEnd: Bool, _ cancellation: Cancellation) throws -> Data {
        let request = AVAssetResourceLoadingRequest(loader.url, range: range, toEnd: toEnd, wantsInformation: false)
        let notification = cancellation.notify { [weak loader, weak request] in
            if let request { loader?.cancel(request) }
        }
        defer { cancellation.forget(notification) }
        try loader.load(request)
        guard let given = request.dataRequest?.given else { return Data() }
        guard !given.isTooLarge else {
            throw Self.wrong("the resource has no ranges, and is larger than \(given.bytes.count) bytes")
        }
        guard toEnd && length == nil || given.bytes.count >= range.count else {
            throw Self.wrong("the delegate finished after \(given.bytes.count) of \(range.count) bytes")
        }
        return toEnd ? given.bytes.prefix(Int(clamping: length ?? .max)) : given.bytes
    }

    private static func wrong(_ reason: String) -> AVError {
        AVError(.failedToLoadSampleData, userInfo: [NSLocalizedFailureReasonErrorKey: reason])
    }
}

/// The bytes of a resource, for containers to read. Reads wait for the delegate.
final class ResourceBytes: ByteSource {
    private let resource: LoadedResource
    private let cancellation: Cancellation

    /// - Parameter cancellation: makes reads throw soon.
    init(_ resource: LoadedResource, _ cancellation: Cancellation) {
        (self.resource, self.cancellation) = (resource, cancellation)
    }

    func size() throws(AudioError) -> Int64 {
        do { return try resource.size(cancellation) } catch { throw .inputOutput.because("\(error)") }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        guard position >= 0 else { throw .position }
        var done = 0
        while done < buffer.count {
            let found: Data.SubSequence
            do { found = try resource.bytes(at: position + Int64(done), cancellation) } catch {
                throw .inputOutput.because("\(error)")
            }
            guard !found.isEmpty else { break }
            let count = min(found.count, buffer.count - done)
            UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count]).copyBytes(from: found.prefix(count))
            done += count
        }
        return done
    }
}
