import AudioContainers
import AudioCore
import AudioFiles
import AudioToolbox
import CoreMedia
import Foundation
import RemoteMedia

/// Reads what is in a file, once, when it is first asked for. What an asset has that no file alone makes overrides it.
class Inspection: @unchecked Sendable {
    let url: URL?
    /// How media on servers is requested.
    let environment: RemoteEnvironment
    /// Asks a program for what is at other URLs; nil for assets without one.
    let loader: AVAssetResourceLoader?
    private let cancellation = Cancellation()
    /// Held while the file is read.
    private let reading = NSLock()
    private let state = LockedValue(State.unknown)

    private enum State: Sendable {
        case unknown
        case loading
        case done(Result<AssetContents, any Error>)
    }

    init(_ url: URL?, _ environment: RemoteEnvironment = RemoteEnvironment(), _ loader: AVAssetResourceLoader? = nil) {
        (self.url, self.environment, self.loader) = (url, environment, loader)
    }

    deinit { cancellation.cancel() }

    var status: AVKeyValueStatus {
        switch state.withLock({ $0 }) {
        case .unknown: .unknown
        case .loading: .loading
        case .done(.success): .loaded
        case .done(.failure): cancellation.isCancelled ? .cancelled : .failed
        }
    }

    var failure: NSError? {
        guard case .done(.failure(let error)) = state.withLock({ $0 }) else { return nil }
        return error as NSError
    }

    /// Whether it has been asked for and is not there yet.
    func begin() {
        state.withLock { state in
            if case .unknown = state { state = .loading }
        }
    }

    /// Gives up what is being requested from a server.
    func cancel() {
        let isLoading = state.withLock { state in
            if case .loading = state { true } else { false }
        }
        guard isLoading else { return }
        cancellation.cancel()
        loader?.cancel()
    }

    /// What is in the file. Reads from disk the first time.
    ///
    /// - Throws: why it cannot be read; `operationNotAllowed` on the queue of the loader's delegate while another thread reads.
    func contents() throws -> AssetContents {
        if case .done(let result) = state.withLock({ $0 }) { return try result.get() }
        if let loader { try loader.take(reading) } else { reading.lock() }
        defer { reading.unlock() }
        if case .done(let result) = state.withLock({ $0 }) { return try result.get() }
        begin()
        let result = Result { try read() }
        state.withLock { $0 = .done(result) }
        return try result.get()
    }

    private static let queue = DispatchQueue(label: "assets", qos: .userInitiated, attributes: .concurrent)

    /// Runs `body` on a thread that may wait for the disk.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }

    /// What a function gives that is of use to its caller alone.
    static func value<Value>(_ work: Sent<() throws -> Value>) async throws -> Sent<Value> {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { Sent(value: try work.value()) }) }
        }
    }

    static func later(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    private func read() throws -> AssetContents {
        guard let url else { throw Self.notReadable }
        do {
            if url.isFileURL { return try AssetContents(.file(try path(of: url as NSURL))) }
            return try RemoteOpening(url, environment, cancellation, loader).contents()
        } catch let error as AudioError {
            throw AVError(error)
        } catch let error as HTTPSource.Failure { throw AVError(error) }
    }

    static var notReadable: AVError {
        AVError(
            .operationNotSupportedForAsset,
            userInfo: [
                NSLocalizedFailureReasonErrorKey:
                    "only files, addresses of http and https, and what a resource loader's delegate loads can be read"
            ])
    }
}

extension AVError {
    /// The error for one with which decoding ends: `decoderNotFound` without a decoder, or else `decodeFailed`.
    init(decoding error: AudioError) {
        self.init(error, error.status == AudioError.unsupportedDataFormat.status ? .decoderNotFound : .decodeFailed)
    }

    /// The error for one of the engine, which is its underlying error.
    init(_ error: AudioError, _ code: Code? = nil) {
        let codes: [OSStatus: Code] = [
            AudioError.unsupportedFileType.status: .fileFormatNotRecognized,
            AudioError.unsupportedDataFormat.status: .decoderNotFound,
            AudioError.invalidFile.status: .fileFailedToParse,
        ]
        let own = error.error(domain: NSOSStatusErrorDomain)
        self.init(
            code ?? codes[error.status] ?? .unknown,
            userInfo: [NSUnderlyingErrorKey: own, NSLocalizedFailureReasonErrorKey: error.reason])
    }
}
