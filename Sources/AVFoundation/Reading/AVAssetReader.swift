import AudioCore
public import CoreMedia
public import Foundation

/// Reads the media of an asset through its outputs, from the start to the end.
///
/// Add outputs, start, and take buffers from each output until there are no more. One thread at a time takes buffers of an output;
/// different outputs may be read on different threads.
open class AVAssetReader: NSObject, @unchecked Sendable {
    /// How far a reader is.
    public enum Status: Int, Sendable {
        /// It has not been started.
        case unknown = 0
        /// It reads.
        case reading = 1
        /// All buffers have been taken.
        case completed = 2
        /// It cannot go on: `error` says why.
        case failed = 3
        /// It was stopped by `cancelReading()`.
        case cancelled = 4
    }

    private struct State: @unchecked Sendable {
        var status = Status.unknown
        var error: (any Error)?
        var outputs: [AVAssetReaderOutput] = []
        var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    }

    private let media: AVAsset
    private let state = LockedValue(State())

    /// Makes a reader of an asset.
    ///
    /// - Parameter asset: the asset.
    /// - Throws: why the asset cannot be read.
    public init(asset: AVAsset) throws {
        guard try !asset.inspection.contents().isStream else {
            throw AVError(
                .operationNotSupportedForAsset,
                userInfo: [NSLocalizedFailureReasonErrorKey: "a stream is played, and not read"])
        }
        media = asset
        super.init()
    }

    /// Readers read an asset.
    @available(*, unavailable)
    public override init() { fatalError("a reader reads an asset") }

    /// The asset.
    open var asset: AVAsset { media }
    /// How far the reader is.
    open var status: Status { state.withLock { $0.status } }
    /// Why the reader has failed; nil otherwise.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The outputs, in the order in which they were added.
    open var outputs: [AVAssetReaderOutput] { state.withLock { $0.outputs } }

    /// From when until when to read; at first all of the asset. Ends the program if it is set after the start.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.timeRange } }
        set {
            requireAsset(
                status == .unknown, "-[AVAssetReader setTimeRange:] cannot be called after reading has started")
            requireAsset(
                newValue.start.isNumeric && newValue.duration.isValid, "the time range of a reader must be valid")
            state.withLock { $0.timeRange = newValue }
        }
    }

    /// Whether an output can be added.
    ///
    /// - Parameter output: the output.
    /// - Returns: true for one of the asset's tracks that has not been added to a reader.
    open func canAdd(_ output: AVAssetReaderOutput) -> Bool { output.canRead(media) && output.reader == nil }

    /// Adds an output. Ends the program after the start, and for one that cannot be added.
    ///
    /// - Parameter output: the output.
    open func add(_ output: AVAssetReaderOutput) {
        requireAsset(status == .unknown, "-[AVAssetReader addOutput:] cannot be called after reading has started")
        requireAsset(canAdd(output), "-[AVAssetReader addOutput:] invalid parameter: the output cannot be added")
        output.reader = self
        state.withLock { $0.outputs.append(output) }
    }

    /// Begins to read. Ends the program the second time.
    ///
    /// - Returns: whether it could; else `status` is `failed` and `error` says why.
    @discardableResult
    open func startReading() -> Bool {
        let (outputs, range) = state.withLock { state in
            requireAsset(
                state.status == .unknown,
                "-[AVAssetReader startReading] cannot be called again after reading has started")
            state.status = .reading
            return (state.outputs, state.timeRange)
        }
        // A program may ask outputs for buffers although it could not be started: there are none then.
        for output in outputs { output.markAsBegun() }
        do {
            let contents = try media.inspection.contents()
            for output in outputs { try output.begin(contents, range) }
            return status == .reading
        } catch {
            fail(error)
            return false
        }
    }

    /// Stops. Outputs have no more buffers then.
    open func cancelReading() {
        let outputs = state.withLock { state in
            if state.status == .unknown || state.status == .reading { state.status = .cancelled }
            return state.outputs
        }
        for output in outputs { output.stop() }
    }

    // MARK: What outputs report

    func fail(_ error: any Error) {
        let own = (error as? AudioError).map { AVError(decoding: $0) } ?? error
        state.withLock { state in
            guard state.status == .reading else { return }
            state.status = .failed
            state.error = own
        }
    }

    /// An output has no more buffers.
    func outputEnded() {
        let outputs = outputs
        let areDone = outputs.allSatisfy(\.isAtEnd)
        state.withLock { state in
            if state.status == .reading, areDone { state.status = .completed }
        }
    }
}
