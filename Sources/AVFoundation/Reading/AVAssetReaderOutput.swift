import AudioCore
public import CoreMedia
public import Foundation

/// Gives the buffers of a reader. `AVAssetReaderTrackOutput` and `AVAssetReaderAudioMixOutput` are outputs.
open class AVAssetReaderOutput: NSObject, @unchecked Sendable {
    struct State: @unchecked Sendable {
        weak var reader: AVAssetReader?
        var source: (any SampleSource)?
        var contents: AssetContents?
        var hasBegun = false
        var isAtEnd = false
        var copies = true
        var isRandom = false
        /// Ranges that are still to be read, for random access.
        var ranges: [CMTimeRange] = []
        var isFinal = false
        /// The thread on which a buffer is being read.
        var thread: pthread_t?
    }

    let state = LockedValue(State())
    /// Held while a buffer is read, so that outputs may be used by any thread.
    private let reading = NSLock()

    override init() { super.init() }

    /// The kind of media: sound, unless it is a track's of pictures.
    open var mediaType: AVMediaType { .audio }

    /// Whether buffers are the program's alone: true at first. They always are. Ends the program if it is set after the start.
    open var alwaysCopiesSampleData: Bool {
        get { state.withLock { $0.copies } }
        set {
            requireBeforeStart("setAlwaysCopiesSampleData:")
            state.withLock { $0.copies = newValue }
        }
    }

    /// Whether the output can be sent back by `reset(forReadingTimeRanges:)`: false at first. Ends the program if it is set after the
    /// start.
    open var supportsRandomAccess: Bool {
        get { state.withLock { $0.isRandom } }
        set {
            requireBeforeStart("setSupportsRandomAccess:")
            state.withLock { $0.isRandom = newValue }
        }
    }

    private func requireBeforeStart(_ call: String) {
        requireAsset(
            !state.withLock { $0.hasBegun }, "-[AVAssetReaderOutput \(call)] cannot be called after reading has started"
        )
    }

    /// Gives the next buffer, which belongs to the program. Reads from disk, and decodes.
    ///
    /// Ends the program where the output has not been added to a reader, or the reader has not been started.
    /// - Returns: the buffer; nil at the end of the range, in a callback of the output's own tap, after `cancelReading()` and after an error: the reader's `status` says which.
    open func copyNextSampleBuffer() -> CMSampleBuffer? {
        let (reader, hasBegun) = state.withLock { ($0.reader, $0.hasBegun) }
        requireAsset(
            hasBegun,
            "-[AVAssetReaderOutput copyNextSampleBuffer] cannot copy next sample buffer before adding this output to "
                + "an instance of AVAssetReader (using -addOutput:) and calling -startReading on that asset reader")
        guard let reader, reader.status == .reading else { return nil }
        // A tap that asks for the buffer that it is called for would wait for itself.
        let thread = pthread_self()
        guard state.withLock({ $0.thread }) != thread else { return nil }
        reading.lock()
        state.withLock { $0.thread = thread }
        let result = Result { try next() }
        state.withLock { $0.thread = nil }
        reading.unlock()
        switch result {
        case .success(let buffer?): return reader.status == .reading ? buffer : nil
        case .success(nil):
            let isFinal = state.withLock { state in
                state.isAtEnd = !state.isRandom || state.isFinal
                return state.isAtEnd
            }
            if isFinal {
                stop()
                reader.outputEnded()
            }
            return nil
        case .failure(let error):
            reader.fail(error)
            return nil
        }
    }

    private func next() throws -> CMSampleBuffer? {
        while true {
            if let buffer = try nextOfSource() { return buffer }
            let (contents, range) = state.withLock { state in
                (state.contents, state.ranges.isEmpty ? nil : state.ranges.removeFirst())
            }
            guard let contents, let range else { return nil }
            dropSource()
            let following = try makeSource(contents, range)
            state.withLock { $0.source = following }
        }
    }

    private func nextOfSource() throws -> CMSampleBuffer? { try state.withLock { $0.source }?.next() }

    /// Begins to read other ranges. Ends the program without `supportsRandomAccess`, before all buffers have been taken, and for ranges
    /// that are not in order.
    ///
    /// - Parameter ranges: time ranges of strictly increasing times. They are no `NSValue`s, as Foundation's have none of Core Media.
    open func reset(forReadingTimeRanges ranges: [CMTimeRange]) {
        let (isRandom, isFinal, hasBegun) = state.withLock { ($0.isRandom, $0.isFinal, $0.hasBegun) }
        requireAsset(
            isRandom && !isFinal && hasBegun, "resetForReadingTimeRanges: needs random access and a reader that reads")
        requireAsset(
            zip(ranges, ranges.dropFirst()).allSatisfy { $0.end <= $1.start }
                && ranges.allSatisfy { $0.start.isNumeric },
            "the time ranges must be in strictly increasing order")
        guard let contents = state.withLock({ $0.contents }) else { return }
        do {
            dropSource()
            let first = try ranges.first.map { try makeSource(contents, $0) }
            state.withLock { state in
                (state.source, state.ranges) = (first, Array(ranges.dropFirst()))
            }
        } catch { state.withLock { $0.reader }?.fail(error) }
    }

    /// Says that the output will not be sent back any more, so that the reader can be completed.
    open func markConfigurationAsFinal() { state.withLock { $0.isFinal = true } }

    // MARK: The reader's side

    var reader: AVAssetReader? {
        get { state.withLock { $0.reader } }
        set { state.withLock { $0.reader = newValue } }
    }

    var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

    func markAsBegun() { state.withLock { $0.hasBegun = true } }

    func begin(_ contents: AssetContents, _ range: CMTimeRange) throws {
        let source = try makeSource(contents, range)
        state.withLock { state in (state.source, state.contents) = (source, contents) }
    }

    func stop() {
        state.withLock { $0.ranges = [] }
        dropSource()
    }

    /// Releases the source, which closes its file and unprepares its tap: outside the lock, as a tap is a client's, and before another
    /// source prepares the tap. Where a buffer is read right now, that is afterwards.
    private func dropSource() {
        let old = state.withLock { state in
            defer { state.source = nil }
            return state.source
        }
        withExtendedLifetime(old) {}
    }

    func canRead(_ asset: AVAsset) -> Bool { false }
    func makeSource(_ contents: AssetContents, _ range: CMTimeRange) throws -> any SampleSource {
        throw AVError(.operationNotSupportedForAsset)
    }
}
