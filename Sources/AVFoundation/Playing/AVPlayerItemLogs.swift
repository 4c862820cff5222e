public import Foundation

/// What an item has received of servers.
open class AVPlayerItemAccessLog: NSObject, NSCopying, @unchecked Sendable {
    private let held: [AVPlayerItemAccessLogEvent]

    init(_ events: [AVPlayerItemAccessLogEvent]) {
        held = events
        super.init()
    }

    /// A server's part each; none for a file.
    open var events: [AVPlayerItemAccessLogEvent] { held }

    /// The log as lines of text.
    ///
    /// - Returns: nil: it is not kept as text.
    open func extendedLogData() -> Data? { nil }
    /// The encoding of `extendedLogData()`: UTF-8.
    open var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }

    /// The log itself: it does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: the log.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What an item has received of one server.
///
/// Numbers below 0 are not known.
open class AVPlayerItemAccessLogEvent: NSObject, NSCopying, @unchecked Sendable {
    private let access: SourceAccess
    private let start: Date
    private let stalls: Int

    init(_ access: SourceAccess, start: Date, stalls: Int) {
        (self.access, self.start, self.stalls) = (access, start, stalls)
        super.init()
    }

    /// How many requests the server has answered.
    open var numberOfMediaRequests: Int { access.requests }
    /// When the item was opened.
    open var playbackStartDate: Date? { start }
    /// The URL.
    open var uri: String? { access.url }
    /// The server's address; nil where it is not known.
    open var serverAddress: String? { access.serverAddress }
    /// How often the address has changed: 0.
    open var numberOfServerAddressChanges: Int { 0 }
    /// A name of the session: nil.
    open var playbackSessionID: String? { nil }
    /// Where playback began, in seconds: not known.
    open var playbackStartOffset: TimeInterval { -1 }
    /// How many seconds were received: not known.
    open var segmentsDownloadedDuration: TimeInterval { -1 }
    /// How many seconds were played: not known.
    open var durationWatched: TimeInterval { -1 }
    /// How often there was nothing to play.
    open var numberOfStalls: Int { stalls }
    /// Bytes that were received.
    open var numberOfBytesTransferred: Int64 { access.bytes }
    /// Seconds for which bytes were received.
    open var transferDuration: TimeInterval { access.transferTime }
    /// Bits that were received a second.
    open var observedBitrate: Double { access.transferTime > 0 ? Double(access.bytes) * 8 / access.transferTime : -1 }
    /// Bits a second that the server says the sound has.
    open var indicatedBitrate: Double { access.indicatedBitrate }
    /// Bits a second that the server says the sound has on average.
    open var indicatedAverageBitrate: Double { access.indicatedBitrate }
    /// Bits a second of pictures: none.
    open var averageVideoBitrate: Double { 0 }
    /// Bits a second of sound: not known.
    open var averageAudioBitrate: Double { -1 }
    /// Pictures that were not shown: none.
    open var numberOfDroppedVideoFrames: Int { 0 }
    /// Seconds until the item was ready: not known.
    open var startupTime: TimeInterval { -1 }
    /// How often bytes came late: not known.
    open var downloadOverdue: Int { -1 }
    /// How much the bits that were received a second vary: not known.
    open var observedBitrateStandardDeviation: Double { -1 }
    /// "VOD", "LIVE" or "FILE".
    open var playbackType: String? { access.kind }
    /// Requests over a mobile network: not known.
    open var mediaRequestsWWAN: Int { -1 }
    /// The bits a second at which another variant is chosen: not known.
    open var switchBitrate: Double { -1 }

    /// The event itself: it does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: the event.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What has failed while an item was opened or played.
open class AVPlayerItemErrorLog: NSObject, NSCopying, @unchecked Sendable {
    private let held: [AVPlayerItemErrorLogEvent]

    init(_ events: [AVPlayerItemErrorLogEvent]) {
        held = events
        super.init()
    }

    /// The failures: the last hundred.
    open var events: [AVPlayerItemErrorLogEvent] { held }

    /// The log as lines of text.
    ///
    /// - Returns: nil: it is not kept as text.
    open func extendedLogData() -> Data? { nil }
    /// The encoding of `extendedLogData()`: UTF-8.
    open var extendedLogDataStringEncoding: UInt { String.Encoding.utf8.rawValue }

    /// The log itself: it does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: the log.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A failure while an item was opened or played.
open class AVPlayerItemErrorLogEvent: NSObject, NSCopying, @unchecked Sendable {
    private let error: NSError
    private let url: String?
    private let time = Date()

    init(_ error: NSError, _ url: String?) {
        (self.error, self.url) = (error, url)
        super.init()
    }

    /// When it failed.
    open var date: Date? { time }
    /// The URL; nil where there is none.
    open var uri: String? { url }
    /// The server's address: not known.
    open var serverAddress: String? { nil }
    /// A name of the session: nil.
    open var playbackSessionID: String? { nil }
    /// The number of the error.
    open var errorStatusCode: Int { error.code }
    /// The domain of the error.
    open var errorDomain: String { error.domain }
    /// What is wrong.
    open var errorComment: String? { error.localizedFailureReason ?? error.localizedDescription }

    /// The event itself: it does not change.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: the event.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
