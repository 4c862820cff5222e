import AudioCore
public import CoreMedia
public import Foundation
import PlaybackAndRecording
import Synchronization

/// Sound of an asset that an `AVPlayer` plays: its time, and whether it can be played.
///
/// Any thread may use an item. An item is opened once it is the current one of a player, or the next one of a queue. Its properties can be
/// observed (`observe(_:options:changeHandler:)`). What becomes of it is reported on the main queue.
open class AVPlayerItem: NSObject, NSCopying, AVKeyValueObservable, ReportsProperties, MadeElsewhere,
    @unchecked Sendable
{
    /// Whether an item can be played.
    public enum Status: Int, @unchecked Sendable {
        /// It has not been opened so far.
        case unknown = 0
        /// It can be played.
        case readyToPlay = 1
        /// It cannot be played: `error` says why.
        case failed = 2
    }

    struct State: @unchecked Sendable {
        var status = Status.unknown
        var error: NSError?
        /// Why the sound could not be read to its end.
        var readingError: NSError?
        var duration = CMTime.indefinite
        var size = CGSize.zero
        var tracks: [AVPlayerItemTrack] = []
        var loaded: [CMTimeRange] = []
        var seekable: [CMTimeRange] = []
        var isBufferEmpty = true
        var keepsUp = false
        var startDate: Date?
        var metadata: [AVMetadataItem]?
        var settings = Settings()
        var forwardBuffer: TimeInterval = 0
        var peakBitRate = 0.0
        var engine: Weak<PlaybackEngine>?
        /// The time, where the sound does not say: before the item is opened, while a seek is waited for, and after the end.
        var held: CMTime? = .zero
        var player: Player?
        var source: (any PlayableSource)?
        var errorEvents: [AVPlayerItemErrorLogEvent] = []
        /// What sources that are closed have received.
        var access: [SourceAccess] = []
        var accessStart: Date?
        var stalls = 0
        var template: AVPlayerItem?
        var outputs: [AVPlayerItemOutput] = []
        /// What the program says of the item for those who show what plays.
        var described: [String: Any]?
    }

    /// How the item sounds.
    struct Settings: @unchecked Sendable {
        var algorithm = AVAudioTimePitchAlgorithm.timeDomain
        var mix: AVAudioMix?
        /// The identifiers of its tracks that are not heard.
        var silent: Set<CMPersistentTrackID> = []
        /// Where the item ends; invalid for its own end.
        var end = CMTime.invalid
    }

    struct Weak<Object: AnyObject>: @unchecked Sendable { weak var object: Object? }

    private static let lastID = Atomic<Int>(0)
    let id = AVPlayerItem.lastID.wrappingAdd(1, ordering: .relaxed).newValue
    let state = LockedValue(State())
    let properties = ObservedProperties()
    private let ownAsset: AVAsset
    private let keys: [String]
    private let clock: CMTimebase?

    /// Makes an item of what is at a URL. Nothing is read so far.
    ///
    /// - Parameter URL: the URL.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL), automaticallyLoadedAssetKeys: nil) }

    /// Makes an item of an asset.
    ///
    /// Nothing is read so far.
    ///
    /// - Parameter asset: the asset.
    public convenience init(asset: AVAsset) { self.init(asset: asset, automaticallyLoadedAssetKeys: nil) }

    /// Makes an item of an asset.
    ///
    /// Nothing is read so far.
    ///
    /// - Parameters:
    ///   - asset: the asset.
    ///   - automaticallyLoadedAssetKeys: the names of properties that are loaded when the item is ready; nil for none. All are.
    public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        (ownAsset, keys) = (asset, automaticallyLoadedAssetKeys ?? [])
        clock = try? CMTimebase(sourceClock: .hostTimeClock)
        super.init()
    }

    /// Makes an item of an asset.
    ///
    /// Nothing is read so far.
    ///
    /// - Parameters:
    ///   - asset: the asset.
    ///   - automaticallyLoadedAssetKeys: properties that are loaded when the item is ready. All are.
    public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>]) {
        self.init(asset: asset, automaticallyLoadedAssetKeys: nil)
    }

    /// A new item of the same asset, with the same settings.
    ///
    /// It is no player's.
    ///
    /// - Parameter zone: ignored.
    /// - Returns: an `AVPlayerItem`.
    open func copy(with zone: NSZone? = nil) -> Any {
        let new = AVPlayerItem(asset: ownAsset, automaticallyLoadedAssetKeys: keys)
        let (settings, buffer, rate) = state.withLock { ($0.settings, $0.forwardBuffer, $0.peakBitRate) }
        new.state.withLock { state in
            (state.settings, state.forwardBuffer, state.peakBitRate) = (settings, buffer, rate)
            state.settings.silent = []
        }
        return new
    }

    // MARK: What it is

    /// The asset.
    open var asset: AVAsset { ownAsset }
    /// The names of the properties that are loaded when the item is ready.
    open var automaticallyLoadedAssetKeys: [String] { keys }
    /// Whether the item can be played.
    ///
    /// It changes once. Observable.
    open var status: Status { observed("status") { $0.status } }
    /// Why the item cannot be played; nil unless `status` is `failed`.
    ///
    /// Observable.
    open var error: (any Error)? { observed("error") { $0.status == .failed ? $0.error : nil } }
    /// How long the item is: indefinite before it is ready, and for a stream without an end.
    ///
    /// Observable.
    open var duration: CMTime { observed("duration") { $0.duration } }
    /// The tracks: none before the item is ready.
    ///
    /// Observable.
    open var tracks: [AVPlayerItemTrack] { observed("tracks") { $0.tracks } }
    /// The size at which the pictures are shown; 0 by 0 before the item is ready, and without pictures.
    ///
    /// Observable.
    open var presentationSize: CGSize { observed("presentationSize") { $0.size } }
    /// The metadata of a stream that came last; nil for none.
    ///
    /// Observable.
    open var timedMetadata: [AVMetadataItem]? { observed("timedMetadata") { $0.metadata } }
    /// The item that this one was made of to play it repeatedly; nil for another one.
    open var template: AVPlayerItem? { state.withLock { $0.template } }

    /// What MediaPlayer shows of the item, by its keys; nil for what the asset says. Observable.
    package var describedByProgram: [String: Any]? {
        get { observed("nowPlayingInfo") { $0.described } }
        set {
            state.set(\.described, to: newValue)
            properties.changed("nowPlayingInfo", to: newValue as Any, by: .shared)
            MainDeliveries.shared.deliver()
        }
    }

    func observed<Value>(_ key: String, _ body: (State) -> Value) -> Value {
        properties.read(key)
        return state.withLock { body($0) }
    }

    // MARK: The time

    /// Where playback is.
    ///
    /// It is not observable: `addPeriodicTimeObserver(forInterval:queue:using:)` is for that.
    ///
    /// - Returns: the time of what is heard now. While a seek is waited for, the time before it.
    open func currentTime() -> CMTime {
        let (held, player) = state.withLock { ($0.held, $0.player) }
        if let held { return held }
        return player.map { CMTime(frame: $0.position, rate: $0.format.sampleRate) } ?? .zero
    }

    /// The date at which what is heard now was recorded.
    ///
    /// - Returns: the date; nil where the stream does not say.
    open func currentDate() -> Date? {
        let seconds = currentTime().seconds
        return state.withLock { $0.startDate }.map { $0.addingTimeInterval(seconds) }
    }

    /// A timebase that shows the item's time.
    ///
    /// The player sets it.
    open var timebase: CMTimebase? { clock }

    func setTimebase(_ rate: Float) {
        guard let clock else { return }
        if CMTimebaseGetRate(clock) != Double(rate) { _ = CMTimebaseSetRate(clock, rate: Double(rate)) }
        _ = CMTimebaseSetTime(clock, time: currentTime())
    }

    /// Where the item ends: invalid, which is at first, for its own end.
    open var forwardPlaybackEndTime: CMTime {
        get { state.withLock { $0.settings.end } }
        set { setting { $0.end = newValue } }
    }
    /// Where the item ends that plays backward.
    ///
    /// It is kept; items do not play backward.
    open var reversePlaybackEndTime: CMTime {
        get { reverseEnd.withLock { $0 } }
        set { reverseEnd.withLock { $0 = newValue } }
    }
    private let reverseEnd = LockedValue(CMTime.invalid)

    // MARK: How it sounds

    /// How the sound is stretched where it plays at another rate: `timeDomain` at first.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { state.withLock { $0.settings.algorithm } }
        set { setting { $0.algorithm = newValue } }
    }
    /// How the tracks are mixed; nil for what they are.
    ///
    /// The item takes a copy.
    open var audioMix: AVAudioMix? {
        get { state.withLock { $0.settings.mix } }
        set {
            let copy = newValue?.copy() as? AVAudioMix
            setting { $0.mix = copy }
        }
    }

    /// The identifier of the track that is played, where it is one.
    var trackID: CMPersistentTrackID {
        let tracks = state.withLock { $0.tracks }.compactMap(\.assetTrack)
        return (tracks.first { $0.mediaType == .audio } ?? tracks.first)?.trackID ?? 1
    }

    /// What the mix does with the track.
    var mixParameters: AVAudioMixInputParameters? {
        let parameters = state.withLock { $0.settings.mix }?.inputParameters ?? []
        let number = trackID
        return parameters.first { $0.trackID == number || $0.trackID == 0 }
    }

    var settings: Settings { state.withLock { $0.settings } }

    func setting(_ body: (inout Settings) -> Void) {
        let old = state.withLock { state in
            defer { body(&state.settings) }
            return state.settings
        }
        withExtendedLifetime(old) {}
        engine?.set { _ in }
    }

    // MARK: The player

    var engine: PlaybackEngine? { state.withLock { $0.engine?.object } }

    /// Becomes an engine's. False for an item of another one.
    func join(_ engine: PlaybackEngine) -> Bool {
        state.withLock { state in
            guard state.engine?.object == nil || state.engine?.object === engine else { return false }
            state.engine = Weak(object: engine)
            return true
        }
    }

    /// Is the engine's no more. The time stays.
    func leave(_ engine: PlaybackEngine) {
        let time = currentTime()
        let old = state.withLock { state -> (Player?, (any PlayableSource)?)? in
            guard state.engine?.object === engine else { return nil }
            defer {
                state.access = state.source?.accessEvents ?? state.access
                (state.engine, state.player, state.source, state.held) = (nil, nil, nil, time)
            }
            return (state.player, state.source)
        }
        withExtendedLifetime(old) {}
    }
}
