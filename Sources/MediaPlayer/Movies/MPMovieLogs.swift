import AVFoundation
public import Foundation

/// What a movie player has received of servers.
///
/// ``MPMoviePlayerController/accessLog`` returns one as it is then. It does not change.
open class MPMovieAccessLog: NSObject, NSCopying, @unchecked Sendable {
    private let log: AVPlayerItemAccessLog
    private let held: [MPMovieAccessLogEvent]

    init(_ log: AVPlayerItemAccessLog) {
        (self.log, held) = (log, log.events.map(MPMovieAccessLogEvent.init))
        super.init()
    }

    /// The log as lines of text.
    ///
    /// It is nil: the log is not kept as text.
    open var extendedLogData: Data! { log.extendedLogData() }
    /// The encoding of `extendedLogData`: UTF-8.
    ///
    /// It is the raw value of a `String.Encoding`.
    open var extendedLogDataStringEncoding: UInt { log.extendedLogDataStringEncoding }
    /// What was received, an ``MPMovieAccessLogEvent`` for each server.
    ///
    /// The oldest one is first.
    open var events: [Any]! { held }

    /// Returns the log itself, as it does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: the log.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What a movie player has received of one server.
///
/// Numbers below 0 are not known.
open class MPMovieAccessLogEvent: NSObject, NSCopying, @unchecked Sendable {
    private let event: AVPlayerItemAccessLogEvent

    init(_ event: AVPlayerItemAccessLogEvent) {
        self.event = event
        super.init()
    }

    /// How many requests the server has answered.
    ///
    /// Each segment of an HTTP Live Stream is one.
    open var numberOfSegmentsDownloaded: Int { event.numberOfMediaRequests }
    /// When the movie was opened.
    ///
    /// It is nil where that is not known.
    open var playbackStartDate: Date! { event.playbackStartDate }
    /// The URL that was read.
    ///
    /// It is nil where it is not known.
    open var uri: String! { event.uri }
    /// The server's address.
    ///
    /// It is nil where it is not known.
    open var serverAddress: String! { event.serverAddress }
    /// How often the address has changed.
    ///
    /// It is 0: another address is another event.
    open var numberOfServerAddressChanges: Int { event.numberOfServerAddressChanges }
    /// A name of the session.
    ///
    /// It is nil: sessions have none.
    open var playbackSessionID: String! { event.playbackSessionID }
    /// Where playback began, in seconds.
    ///
    /// It is below 0, which means that it is not known.
    open var playbackStartOffset: TimeInterval { event.playbackStartOffset }
    /// How many seconds were received.
    ///
    /// It is below 0, which means that it is not known.
    open var segmentsDownloadedDuration: TimeInterval { event.segmentsDownloadedDuration }
    /// How many seconds were played.
    ///
    /// It is below 0, which means that it is not known.
    open var durationWatched: TimeInterval { event.durationWatched }
    /// How often there was nothing to play.
    ///
    /// It counts all stalls of the movie so far.
    open var numberOfStalls: Int { event.numberOfStalls }
    /// How many bytes were received.
    ///
    /// They are those of the movie, without headers.
    open var numberOfBytesTransferred: Int64 { event.numberOfBytesTransferred }
    /// How many bits a second were received.
    ///
    /// Times without a request do not count.
    open var observedBitrate: Double { event.observedBitrate }
    /// How many bits a second the server says that the movie has.
    ///
    /// It is below 0 where the server does not say.
    open var indicatedBitrate: Double { event.indicatedBitrate }
    /// How many pictures were not shown.
    ///
    /// It is 0: whoever draws chooses among them.
    open var numberOfDroppedVideoFrames: Int { event.numberOfDroppedVideoFrames }

    /// Returns the event itself, as it does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: the event.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What has failed while a movie was opened or played.
///
/// ``MPMoviePlayerController/errorLog`` returns one as it is then. It does not change.
open class MPMovieErrorLog: NSObject, NSCopying, @unchecked Sendable {
    private let log: AVPlayerItemErrorLog
    private let held: [MPMovieErrorLogEvent]

    init(_ log: AVPlayerItemErrorLog) {
        (self.log, held) = (log, log.events.map(MPMovieErrorLogEvent.init))
        super.init()
    }

    /// The log as lines of text.
    ///
    /// It is nil: the log is not kept as text.
    open var extendedLogData: Data! { log.extendedLogData() }
    /// The encoding of `extendedLogData`: UTF-8.
    ///
    /// It is the raw value of a `String.Encoding`.
    open var extendedLogDataStringEncoding: UInt { log.extendedLogDataStringEncoding }
    /// The failures, an ``MPMovieErrorLogEvent`` each.
    ///
    /// They are the last hundred, the oldest one first.
    open var events: [Any]! { held }

    /// Returns the log itself, as it does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: the log.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A failure while a movie was opened or played.
///
/// Not every failure ends playback: a stream may be read in another way.
open class MPMovieErrorLogEvent: NSObject, NSCopying, @unchecked Sendable {
    private let event: AVPlayerItemErrorLogEvent

    init(_ event: AVPlayerItemErrorLogEvent) {
        self.event = event
        super.init()
    }

    /// When the failure came.
    ///
    /// It is the time of the machine's clock.
    open var date: Date! { event.date }
    /// The URL that was read.
    ///
    /// It is nil where it is not known.
    open var uri: String! { event.uri }
    /// The server's address.
    ///
    /// It is nil: it is not known.
    open var serverAddress: String! { event.serverAddress }
    /// A name of the session.
    ///
    /// It is nil: sessions have none.
    open var playbackSessionID: String! { event.playbackSessionID }
    /// The number of the error.
    ///
    /// Its meaning depends on `errorDomain`.
    open var errorStatusCode: Int { event.errorStatusCode }
    /// The domain of the error.
    ///
    /// It is that of the `NSError`.
    open var errorDomain: String! { event.errorDomain }
    /// What is wrong, as a text.
    ///
    /// It is nil where there is no text.
    open var errorComment: String! { event.errorComment }

    /// Returns the event itself, as it does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: the event.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
