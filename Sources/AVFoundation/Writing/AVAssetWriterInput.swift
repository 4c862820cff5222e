import AudioCore
public import CoreMedia
public import Dispatch
public import Foundation

/// Takes buffers for a writer.
open class AVAssetWriterInput: NSObject, @unchecked Sendable {
    private struct State: @unchecked Sendable {
        weak var writer: AVAssetWriter?
        var isFinished = false
        var isRealTime = false
        /// How many buffers were appended.
        var count = 0
    }

    private let kind: AVMediaType
    private let settings: Sent<[String: Any]?>
    private let hint: CMFormatDescription?
    private let state = LockedValue(State())

    /// Makes an input.
    ///
    /// - Parameters:
    ///   - mediaType: the kind of media: a writer takes `audio`.
    ///   - outputSettings: what the file is to have, by the keys of AVAudioSettings.h; nil for the packets as they are.
    ///   - sourceFormatHint: the format of the buffers; nil where it is not known.
    public init(mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription?) {
        (kind, hint, settings) = (mediaType, sourceFormatHint, Sent(value: outputSettings))
        super.init()
    }

    /// Makes an input.
    ///
    /// - Parameters:
    ///   - mediaType: the kind of media: a writer takes `audio`.
    ///   - outputSettings: what the file is to have, by the keys of AVAudioSettings.h; nil for the packets as they are.
    public convenience init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
        self.init(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: nil)
    }

    /// The kind of media.
    open var mediaType: AVMediaType { kind }
    /// What the file is to have; nil for the packets as they are.
    open var outputSettings: [String: Any]? { settings.value }
    /// The format of the buffers; nil where it is not known.
    open var sourceFormatHint: CMFormatDescription? { hint }
    /// Whether buffers come from a device. It changes nothing: buffers are always taken at once.
    open var expectsMediaDataInRealTime: Bool {
        get { state.withLock { $0.isRealTime } }
        set { state.withLock { $0.isRealTime = newValue } }
    }
    /// Whether the input takes buffers now: true while the writer writes, until `markAsFinished()`.
    open var isReadyForMoreMediaData: Bool {
        let (writer, isFinished) = state.withLock { ($0.writer, $0.isFinished) }
        return !isFinished && writer?.status == .writing
    }

    var writer: AVAssetWriter? {
        get { state.withLock { $0.writer } }
        set { state.withLock { $0.writer = newValue } }
    }

    /// Writes a buffer, whose data must be there. Gaps between buffers are not filled.
    ///
    /// Ends the program where the writer has not been started, or has no session.
    /// - Parameter sampleBuffer: the buffer. Its frames before the session and after its end are left out.
    /// - Returns: whether it was written; else the writer's `status` says why.
    @discardableResult
    open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
        let (writer, isFinished) = state.withLock { ($0.writer, $0.isFinished) }
        requireAsset(
            writer.map { $0.status != .unknown } ?? false,
            "-[AVAssetWriterInput appendSampleBuffer:] before startWriting")
        guard !isFinished, let writer, writer.append(sampleBuffer) else { return false }
        state.withLock { $0.count += 1 }
        return true
    }

    /// Says that no more buffers come.
    open func markAsFinished() { state.withLock { $0.isFinished = true } }

    /// Has a program's function append buffers, again and again, until `markAsFinished()`.
    ///
    /// - Parameters:
    ///   - queue: where the function is called.
    ///   - block: appends buffers while `isReadyForMoreMediaData`.
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping () -> Void) {
        let sent = Sent(value: block)
        queue.async { [weak self] in self?.ask(queue, sent) }
    }

    private func ask(_ queue: DispatchQueue, _ block: Sent<() -> Void>) {
        // A writer that has not been started is asked again.
        guard isReadyForMoreMediaData else {
            let (writer, isFinished) = state.withLock { ($0.writer, $0.isFinished) }
            guard !isFinished, writer?.status == .unknown else { return }
            return queue.asyncAfter(deadline: .now() + .milliseconds(10)) { [weak self] in self?.ask(queue, block) }
        }
        let before = state.withLock { $0.count }
        block.value()
        guard isReadyForMoreMediaData else { return }
        // A function that had nothing to append is asked a little later.
        let isIdle = state.withLock { $0.count } == before
        queue.asyncAfter(deadline: .now() + .milliseconds(isIdle ? 10 : 0)) { self.ask(queue, block) }
    }
}
