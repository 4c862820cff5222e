import AudioCore
import AudioFiles
import CoreMedia
import Foundation
import PlaybackAndRecording

/// The sound that an `AVPlayerItem` plays: that of a file, of a stream, or of a composition.
///
/// `AVAsset.makePlayableSource()` makes one. An item makes a new one for each player that opens it. One thread at a time calls what
/// `FrameSource` has; the properties and `interrupt()` may be used by any thread while another one reads.
///
/// Frames count from the start of the item, at the rate of `format`. A source that waits for a network has `waits` return true: the
/// item then reads it ahead on a thread of its own, where `read` may wait as long as it likes, and throws where the rest cannot be
/// had. Such a source need not return `FrameLength.notYet`.
protocol PlayableSource: FrameSource {
    /// Whether `read` and `seek` wait for a network, or for whatever else may take long.
    var waits: Bool { get }
    /// The frames that can be read without waiting, in order; a file has all of them.
    var bufferedRanges: [Range<Int64>] { get }
    /// The frames to which a seek can go, in order; none for a stream that cannot go back. It may change while a live stream plays.
    var seekableRanges: [Range<Int64>] { get }
    /// Whether playback that starts now would reach the end without a stall, as far as that can be foreseen.
    var isLikelyToKeepUp: Bool { get }
    /// The date at which frame 0 was recorded; nil where the stream does not say.
    var startDate: Date? { get }
    /// The requests to a server so far, for the item's access log; none for a file.
    var accessEvents: [SourceAccess] { get }

    /// Whether the source applies an audio mix itself, as one of several tracks. The item applies that of its track otherwise.
    var mixes: Bool { get }
    /// Has tracks mixed from the next `seek` on, where `mixes` is true. Any thread.
    ///
    /// - Parameters:
    ///   - mix: a mix that does not change; nil for the tracks as they are.
    ///   - silent: the identifiers of tracks that are not heard.
    func setMix(_ mix: AVAudioMix?, without silent: Set<CMPersistentTrackID>)

    /// Called on any thread, without a lock, when a property has changed, or metadata has come. The item sets it once, before it reads.
    func observe(_ handler: @escaping @Sendable (SourceEvent) -> Void)

    /// Has a `read` or a `seek` that waits on another thread throw soon, and all that follow: nobody needs the source any more.
    func interrupt()
}

/// What a source reports to its item.
enum SourceEvent: Sendable {
    /// `bufferedRanges`, `seekableRanges`, `isLikelyToKeepUp` or `length` have changed.
    case changed
    /// Metadata that holds from its time on, such as the title of what a radio station plays.
    case metadata(AVTimedMetadataGroup)
    /// A request has failed, and the source tries another way: for the item's error log.
    case failed(AudioError, url: String?)
}

/// What a source has got from a server.
struct SourceAccess: Sendable {
    var url: String?
    var serverAddress: String?
    var start = Date()
    var requests = 0
    var bytes: Int64 = 0
    /// Seconds for which bytes were received.
    var transferTime = 0.0
    /// Bits a second that the server says the sound has; below 0 where it does not.
    var indicatedBitrate = -1.0
    /// "VOD", "LIVE" or "FILE".
    var kind = "FILE"
}

extension PlayableSource {
    var waits: Bool { false }
    var mayWait: Bool { false }
    var isCut: Bool { false }
    var bufferedRanges: [Range<Int64>] { seekableRanges }
    var seekableRanges: [Range<Int64>] { [0..<max(0, length)] }
    var isLikelyToKeepUp: Bool { true }
    var startDate: Date? { nil }
    var accessEvents: [SourceAccess] { [] }

    var mixes: Bool { false }
    func setMix(_ mix: AVAudioMix?, without silent: Set<CMPersistentTrackID>) {}
    func observe(_ handler: @escaping @Sendable (SourceEvent) -> Void) {}
    func interrupt() {}
}

/// The sound of a file of this machine.
final class FileSource: PlayableSource, @unchecked Sendable {
    private let frames: FileFrames

    /// - Throws: an `AudioError` where the file cannot be opened or decoded.
    init(_ path: FilePath) throws(AudioError) {
        frames = try FileFrames(OpenFile.open(path, .read, hint: FourCC(0)))
    }

    var format: StreamFormat { frames.format }
    var layout: ChannelLayout? { frames.layout }
    var length: Int64 { frames.length }
    var isCut: Bool { frames.isCut }

    func setSampleRate(_ rate: Double) throws(AudioError) { try frames.setSampleRate(rate) }
    func seek(to frame: Int64) throws(AudioError) { try frames.seek(to: frame) }
    func read(_ samples: UnsafeMutablePointer<Float>, frames: Int) throws(AudioError) -> Int {
        try self.frames.read(samples, frames: frames)
    }
}
