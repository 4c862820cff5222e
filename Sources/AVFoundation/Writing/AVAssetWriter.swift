import AudioCore
import AudioToolbox
public import CoreMedia
public import Foundation

/// Writes sound that inputs are given into a new file.
///
/// Add an input, start, begin a session, append buffers, and finish. Any thread may use a writer; the file is complete when the
/// completion handler of `finishWriting` is called.
open class AVAssetWriter: NSObject, @unchecked Sendable {
    /// How far a writer is.
    public enum Status: Int, Sendable {
        /// It has not been started.
        case unknown = 0
        /// It writes.
        case writing = 1
        /// The file is complete.
        case completed = 2
        /// It cannot go on: `error` says why.
        case failed = 3
        /// It was stopped by `cancelWriting()`; there is no file.
        case cancelled = 4
    }

    private struct State: @unchecked Sendable {
        var status = Status.unknown
        var error: (any Error)?
        var inputs: [AVAssetWriterInput] = []
        var sound: (any SoundWriter)?
        /// When the session begins and ends, as times of buffers.
        var start: CMTime?
        var end = CMTime.positiveInfinity
        var metadata: [AVMetadataItem] = []
    }

    private let place: URL
    private let type: AVFileType
    private let state = LockedValue(State())
    /// Held while the file is written.
    private let writing = NSLock()

    /// Makes a writer of a file. Nothing is written so far.
    ///
    /// - Parameters:
    ///   - outputURL: where the file is to be. There must be none.
    ///   - outputFileType: its type: `wav`, `aiff`, `aifc`, `caf`, `m4a`, `mp4`, `au` or `ac3`.
    /// - Throws: `operationNotSupportedForAsset` for another type, and for a URL that is not of a file.
    public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
        guard outputURL.isFileURL, WrittenFile.id(outputFileType) != nil else {
            throw AVError(
                .operationNotSupportedForAsset,
                userInfo: [NSLocalizedFailureReasonErrorKey: "files of the type are not written"])
        }
        (place, type) = (outputURL, outputFileType)
        super.init()
    }

    /// Makes a writer of a file, as `init(outputURL:fileType:)`.
    ///
    /// - Parameters:
    ///   - outputURL: where the file is to be.
    ///   - outputFileType: its type.
    /// - Throws: as `init(outputURL:fileType:)`.
    public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
        try self.init(outputURL: outputURL, fileType: outputFileType)
    }

    /// Writers write a file.
    @available(*, unavailable)
    public override init() { fatalError("a writer writes a file") }

    /// Where the file is.
    open var outputURL: URL { place }
    /// The type of the file.
    open var outputFileType: AVFileType { type }
    /// The kinds of media that there may be inputs of: sound.
    open var availableMediaTypes: [AVMediaType] { [.audio] }
    /// How far the writer is.
    open var status: Status { state.withLock { $0.status } }
    /// Why the writer has failed; nil otherwise.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The inputs: one.
    open var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }

    /// The metadata of the file; at first none. Ends the program if it is set after the start.
    ///
    /// Items that files of the type have no room for are left out, and those of keys that Core Audio's dictionary cannot express.
    open var metadata: [AVMetadataItem] {
        get { state.withLock { $0.metadata } }
        set {
            requireAsset(status == .unknown, "-[AVAssetWriter setMetadata:] cannot be called after writing has started")
            state.set(\.metadata, to: newValue)
        }
    }

    /// Whether the file can have sound of some settings.
    ///
    /// - Parameters:
    ///   - outputSettings: by the keys of AVAudioSettings.h; nil for packets as they are.
    ///   - mediaType: the kind of media.
    /// - Returns: true if it can.
    open func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
        guard mediaType == .audio, let id = WrittenFile.id(type) else { return false }
        return outputSettings.map { (try? WrittenFile.check($0, id)) != nil } ?? true
    }

    /// Whether an input can be added: one of sound, if there is none so far.
    ///
    /// - Parameter input: the input.
    /// - Returns: true if it can.
    open func canAdd(_ input: AVAssetWriterInput) -> Bool {
        isOpen(to: input) && canApply(outputSettings: input.outputSettings, forMediaType: input.mediaType)
    }

    private func isOpen(to input: AVAssetWriterInput) -> Bool {
        status == .unknown && inputs.isEmpty && input.writer == nil && input.mediaType == .audio
    }

    /// Adds an input. Ends the program for one that is not of sound, and for a second one.
    ///
    /// Settings that the file cannot have let `startWriting()` fail.
    ///
    /// - Parameter input: the input.
    open func add(_ input: AVAssetWriterInput) {
        requireAsset(isOpen(to: input), "-[AVAssetWriter addInput:] the input cannot be added")
        input.writer = self
        state.withLock { $0.inputs.append(input) }
    }

    /// Begins to write. Ends the program the second time.
    ///
    /// - Returns: whether it could; else `status` is `failed` and `error` says why: `fileAlreadyExists` where there is a file.
    @discardableResult
    open func startWriting() -> Bool {
        requireAsset(
            status == .unknown, "-[AVAssetWriter startWriting] cannot be called again after writing has started")
        state.withLock { $0.status = .writing }
        do {
            guard !FileManager.default.fileExists(atPath: place.path) else { throw AVError(.fileAlreadyExists) }
            guard let input = inputs.first, let id = WrittenFile.id(type) else {
                throw AVError(.operationNotAllowed, userInfo: [NSLocalizedFailureReasonErrorKey: "there is no input"])
            }
            let path = try path(of: place as NSURL)
            let tags = WrittenTags(metadata)
            let sound: any SoundWriter =
                if let settings = input.outputSettings {
                    try EncodingWriter(path, id, settings, tags)
                } else {
                    StoringWriter(path, id, tags)
                }
            state.withLock { $0.sound = sound }
            return true
        } catch {
            fail(error)
            return false
        }
    }

    /// Begins the session: what comes before a time is left out, and that time becomes the file's 0. Ends the program before the
    /// start.
    ///
    /// - Parameter startTime: the time, as those of buffers.
    open func startSession(atSourceTime startTime: CMTime) {
        requireAsset(status != .unknown, "-[AVAssetWriter startSessionAtSourceTime:] before startWriting")
        requireAsset(startTime.isNumeric, "-[AVAssetWriter startSessionAtSourceTime:] the time must be numeric")
        state.withLock { $0.start = startTime }
    }

    /// Ends the session: samples after a time are left out.
    ///
    /// - Parameter endTime: the time, as those of buffers.
    open func endSession(atSourceTime endTime: CMTime) {
        requireAsset(state.withLock { $0.start != nil }, "-[AVAssetWriter endSessionAtSourceTime:] without a session")
        state.withLock { $0.end = endTime }
    }

    /// Completes the file.
    ///
    /// - Parameter handler: called once, on another thread, when the file is complete or has failed: `status` says which.
    open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
        requireAsset(status != .unknown, "-[AVAssetWriter finishWriting] before startWriting")
        Inspection.later {
            self.finish()
            handler()
        }
    }

    /// Completes the file, and waits for it.
    open func finishWriting() async {
        await withCheckedContinuation { continuation in finishWriting { continuation.resume() } }
    }

    /// Stops, and removes the file.
    open func cancelWriting() {
        let isWriting = state.withLock { state in
            defer { if state.status == .unknown || state.status == .writing { state.status = .cancelled } }
            return state.status == .writing
        }
        guard isWriting else { return }
        writing.lock()
        close()
        writing.unlock()
        try? FileManager.default.removeItem(at: place)
    }

    /// Completes the file, on the calling thread.
    func finish() {
        writing.lock()
        defer { writing.unlock() }
        guard status == .writing else { return }
        do {
            let sound = state.withLock { state in
                defer { state.sound = nil }
                return state.sound
            }
            try sound?.finish()
            // `cancelWriting()` may wait for the lock to remove the file.
            state.withLock { if $0.status == .writing { $0.status = .completed } }
        } catch { fail(error) }
    }

    private func close() {
        let sound = state.withLock { state in
            defer { state.sound = nil }
            return state.sound
        }
        try? sound?.finish()
    }

    // MARK: The inputs' side

    fileprivate func fail(_ error: any Error) {
        let own = (error as? AudioError).map { AVError($0, .encodeFailed) } ?? error
        state.withLock { state in
            guard state.status == .writing else { return }
            (state.status, state.error) = (.failed, own)
        }
    }

    /// Writes what of a buffer is in the session. False where the writer does not write, or has failed at it.
    func append(_ buffer: CMSampleBuffer) -> Bool {
        let (start, end) = state.withLock { ($0.start, $0.end) }
        requireAsset(
            start != nil || status != .writing, "-[AVAssetWriterInput appendSampleBuffer:] before a session has begun")
        writing.lock()
        defer { writing.unlock() }
        guard status == .writing, let start else { return false }
        do {
            guard buffer.dataReadiness == .ready, buffer.dataBuffer != nil else {
                throw AVError(
                    .operationNotAllowed, userInfo: [NSLocalizedFailureReasonErrorKey: "the buffer has no data"])
            }
            guard let part = try Self.part(of: buffer, from: start, to: end) else { return true }
            try state.withLock { $0.sound }?.write(part)
            return true
        } catch {
            fail(error)
            return false
        }
    }

    /// The frames of linear PCM that are in a range of time; of packets, all.
    private static func part(of buffer: CMSampleBuffer, from start: CMTime, to end: CMTime) throws -> CMSampleBuffer? {
        let (first, length) = (buffer.presentationTimeStamp, buffer.numSamples)
        guard let asbd = buffer.formatDescription?.audioStreamBasicDescription, asbd.mFormatID == kAudioFormatLinearPCM,
            first.isNumeric, length > 0
        else { return buffer }
        let scale = AssetContents.timescale(asbd.mSampleRate)
        func frames(_ time: CMTime) -> Int {
            guard time.isNumeric else { return time == .positiveInfinity ? length : 0 }
            return Int(min(Int64(length), FrameRange.frame(time, scale)))
        }
        let range = frames(start - first)..<max(frames(start - first), end.isNumeric ? frames(end - first) : length)
        if range.isEmpty { return nil }
        return range == 0..<length ? buffer : try CMSampleBuffer(copying: buffer, forRange: range)
    }
}
