import AudioCore
import CoreMedia
import Foundation
import PlaybackAndRecording
import RemoteMedia

/// The sound of a stream as an item plays it: an HTTP Live Stream or a broadcast.
///
/// One thread at a time reads and seeks, and waits for the network. Any thread may use the rest.
final class StreamSource: PlayableSource, @unchecked Sendable {
    let format: StreamFormat
    let layout: ChannelLayout?
    private let decoder: StreamDecoder
    private let reader: HLSReader?
    private let radio: RadioStream?
    private let cancellation: Cancellation
    private let notices: Notices

    /// What is to be reported. A handler may be set after the first report.
    private final class Notices: Sendable {
        private struct State {
            var handler: (@Sendable (SourceEvent) -> Void)?
            var early: [SourceEvent] = []
        }

        private let state = LockedValue(State())
        private static let mostEarly = 64

        func set(_ handler: @escaping @Sendable (SourceEvent) -> Void) {
            let early = state.withLock { state in
                defer { state.early = [] }
                state.handler = handler
                return state.early
            }
            for notice in early { handler(notice) }
        }

        func report(_ notice: SourceEvent) {
            let handler = state.withLock { state in
                if state.handler == nil, state.early.count < Self.mostEarly { state.early.append(notice) }
                return state.handler
            }
            handler?(notice)
        }
    }

    /// Connects, and receives the beginning.
    ///
    /// - Throws: a failure of the network, or an error of the decoder.
    init(_ media: StreamedMedia) throws {
        let (cancellation, notices) = (Cancellation(), Notices())
        (self.cancellation, self.notices) = (cancellation, notices)
        switch media {
        case .live(let stream):
            let reader = try HLSReader(stream, cancellation) { sound, start in
                notices.report(.changed)
                for (seconds, stamp) in sound.tags {
                    notices.report(.metadata(Self.group(stamp, at: start + seconds)))
                }
            }
            (self.reader, radio) = (reader, nil)
            (format, layout) = (reader.beginning.format, reader.beginning.layout)
            decoder = StreamDecoder(sampleRate: format.sampleRate, channels: format.channels) {
                () throws(AudioError) in try Self.engine { () throws(HTTPSource.Failure) in try reader.packets() }
            }
        case .radio(let address, let hint, let environment):
            let rate = LockedValue(0.0)
            let radio = try RadioStream(address, hint: hint, environment) { title, frame in
                let known = rate.withLock { $0 }
                let time = CMTime(value: frame, timescale: AssetContents.timescale(known > 0 ? known : 1))
                let item = StreamTitle.item(title, key: "StreamTitle", space: .icy, at: time)
                notices.report(.metadata(StreamTitle.group([item], at: time)))
            }
            cancellation.notify { radio.cancel() }
            guard let first = try radio.packets() else {
                throw HTTPSource.Failure("the station sends no sound", .content)
            }
            rate.withLock { $0 = first.format.sampleRate }
            (reader, self.radio) = (nil, radio)
            (format, layout) = (first.format, first.layout)
            let waiting = LockedValue<StreamPackets?>(first)
            decoder = StreamDecoder(sampleRate: format.sampleRate, channels: format.channels) {
                () throws(AudioError) in
                let early = waiting.withLock { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                if let early { return early }
                return try Self.engine { () throws(HTTPSource.Failure) in try radio.packets() }
            }
        }
    }

    deinit { cancellation.cancel() }

    /// A failure of the network as an error of the engine.
    private static func engine<Value>(
        _ body: () throws(HTTPSource.Failure) -> Value
    ) throws(AudioError) -> Value {
        do throws(HTTPSource.Failure) { return try body() } catch { throw .inputOutput.because(error.reason) }
    }

    private static func group(_ stamp: ID3Stamp, at seconds: Double) -> AVTimedMetadataGroup {
        let time = CMTime(seconds: seconds, preferredTimescale: 90_000)
        let items = stamp.texts.sorted { $0.key < $1.key }.map { key, text in
            StreamTitle.item(text, key: key, space: .id3, at: time)
        }
        return StreamTitle.group(items, at: time)
    }

    // MARK: Properties

    var waits: Bool { true }
    /// Frames of the sound; unknown for a stream without an end.
    var length: Int64 { reader.flatMap { $0.isEnded ? $0.endFrame : nil } ?? FrameLength.unknown }
    var isLikelyToKeepUp: Bool { true }
    /// When the first segment was recorded, where the playlist says so.
    var startDate: Date? { reader?.startDate }
    /// The frames that have been received, as far as they are known.
    var bufferedRanges: [Range<Int64>] { reader.map { [$0.received] } ?? [] }
    /// The frames to which a seek can go.
    var seekableRanges: [Range<Int64>] { reader.map { [$0.seekable] } ?? [] }

    /// Sets who is notified of changes and metadata, on the thread that reads or receives.
    func observe(_ handler: @escaping @Sendable (SourceEvent) -> Void) { notices.set(handler) }

    // MARK: Reading

    func setSampleRate(_ rate: Double) throws(AudioError) {
        guard rate == format.sampleRate else {
            throw .converterFormat.because("a stream is played at its own rate")
        }
    }

    /// Goes to a frame. A broadcast stays where it is.
    func seek(to frame: Int64) throws(AudioError) {
        guard let reader else { return }
        decoder.restart(skipping: reader.seek(to: max(0, frame)))
    }

    /// Reads the next frames, and waits for them.
    ///
    /// - Returns: how many; 0 at the end.
    func read(_ samples: UnsafeMutablePointer<Float>, frames: Int) throws(AudioError) -> Int {
        guard !cancellation.isCancelled else { throw .inputOutput.because("interrupted") }
        return try decoder.read(samples, frames: frames)
    }

    /// Has a read that waits throw soon, and all that follow.
    func interrupt() { cancellation.cancel() }
}
