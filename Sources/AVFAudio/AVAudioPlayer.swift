import AudioCore
import AudioFiles
import AudioIO
import AudioSession
public import AudioToolbox
public import Foundation
import PlaybackAndRecording

/// Plays a sound from a file or from memory, beside everything else that the process plays.
///
/// The initializer opens only the file; the first call that needs the device opens it. All methods may be called from
/// any thread and from any callback. Keep a reference to a player that plays: it stops when the last reference is released. The delegate is
/// called on the main queue.
///
/// In a program that uses its session, an interruption and the loss of the device that plays pause the player. In another one, neither
/// does: the player continues on another device.
open class AVAudioPlayer: NSObject {
    let player: Player
    private let relay: PlayerRelay
    private let fileURL: URL?
    private let bytes: Data?
    private let assignments = LockedValue<[AVAudioSessionChannelDescription]?>(nil)

    private let observer = LockedValue(Observer())

    private struct Observer { weak var delegate: (any AVAudioPlayerDelegate)? }

    /// The object that is notified of the end and of decode errors, on the main queue. The player holds no reference to it.
    open var delegate: (any AVAudioPlayerDelegate)? {
        get { observer.withLock { $0.delegate } }
        set { observer.withLock { $0.delegate = newValue } }
    }

    // MARK: Making a player

    /// A player without a sound, which does not play: a placeholder for another one.
    public override init() {
        let made = try? Self.player { () throws(AudioError) in try Self.open(Self.noSound, nil) }
        guard let made else { fatalError("a file without sound opens") }
        (player, relay) = made
        (fileURL, bytes) = (nil, nil)
        super.init()
        relay.player = self
    }

    /// A WAVE file without a frame.
    private static let noSound = Data(
        [
            Array("RIFF".utf8), [36, 0, 0, 0], Array("WAVEfmt ".utf8), [16, 0, 0, 0, 1, 0, 1, 0],
            [0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0], Array("data".utf8), [0, 0, 0, 0],
        ].flatMap { $0 })

    private var hasSound: Bool { fileURL != nil || bytes != nil }

    /// Opens a file.
    ///
    /// - Parameter url: the URL of a file.
    /// - Throws: an error of `NSOSStatusErrorDomain`: 2003334207, `'wht?'`, if there is no file at the URL; 1954115647,
    ///   `'typ?'`, if its type is unknown; or another error of the decoder.
    public init(contentsOf url: URL) throws {
        (player, relay) = try Self.player(of: url) { () throws(AudioError) in try Self.open(url, nil) }
        (fileURL, bytes) = (url, nil)
        super.init()
        relay.player = self
    }

    /// Opens a file, with a hint for files whose first bytes do not state the type.
    ///
    /// - Parameters:
    ///   - url: the URL of a file.
    ///   - utiString: a uniform type identifier such as "public.mp3", the raw value of an `AVFileType`; nil for no hint.
    /// - Throws: as `init(contentsOf:)`.
    public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        (player, relay) = try Self.player(of: url) { () throws(AudioError) in try Self.open(url, utiString) }
        (fileURL, bytes) = (url, nil)
        super.init()
        relay.player = self
    }

    /// Opens a file that is in memory.
    ///
    /// - Parameter data: all bytes of the file, with its header.
    /// - Throws: as `init(contentsOf:)`.
    public init(data: Data) throws {
        (player, relay) = try Self.player { () throws(AudioError) in try Self.open(data, nil) }
        (fileURL, bytes) = (nil, data)
        super.init()
        relay.player = self
    }

    /// Opens a file in memory, with a hint for files whose first bytes do not state the type.
    ///
    /// - Parameters:
    ///   - data: all bytes of the file, with its header.
    ///   - utiString: a uniform type identifier such as "public.mp3", the raw value of an `AVFileType`; nil for no hint.
    /// - Throws: as `init(contentsOf:)`.
    public init(data: Data, fileTypeHint utiString: String?) throws {
        (player, relay) = try Self.player { () throws(AudioError) in try Self.open(data, utiString) }
        (fileURL, bytes) = (nil, data)
        super.init()
        relay.player = self
    }

    /// Opens a file in memory, to be played on an output, in a time and under a session of the caller's.
    init(
        data: Data, timeline: PlayerTimeline, session: SessionCenter = .shared,
        output: @escaping Player.OutputProvider
    ) throws {
        (player, relay) = try Self.player(timeline, session, output) { () throws(AudioError) in
            try Self.open(data, nil)
        }
        (fileURL, bytes) = (nil, data)
        super.init()
        relay.player = self
    }

    private static func player(
        of url: URL? = nil, _ timeline: PlayerTimeline = .shared, _ session: SessionCenter = .shared,
        _ output: @escaping Player.OutputProvider = { (device) throws(AudioError) in
            try Output.shared(device: device)
        },
        _ open: () throws(AudioError) -> OpenFile
    ) throws -> (Player, PlayerRelay) {
        let relay = PlayerRelay()
        do throws(AudioError) {
            let player = try Player(
                open(), name: url?.lastPathComponent, timeline: timeline, session: session, output: output
            ) { event in
                guard PlayerRelay.delivers(event) else { return }
                DispatchQueue.main.async { ProgramEnd.call { relay.deliver(event) } }
            }
            return (player, relay)
        } catch {
            throw error.error(domain: NSOSStatusErrorDomain)
        }
    }

    private static func open(_ url: URL, _ hint: String?) throws(AudioError) -> OpenFile {
        guard url.isFileURL || url.scheme == nil else { throw .unspecified.because("the URL is not a file's") }
        do throws(AudioError) {
            return try OpenFile.open(path(of: url as NSURL), .read, hint: type(hint))
        } catch {
            throw error.status == AudioError.fileNotFound.status ? .unspecified.because(error.reason) : error
        }
    }

    private static func open(_ data: Data, _ hint: String?) throws(AudioError) -> OpenFile {
        try OpenFile.open(DataBytes(data), sink: nil, .read, hint: type(hint))
    }

    /// The first file type of a uniform type identifier; 0 for one that is not known.
    private static func type(_ hint: String?) -> FourCC {
        guard let hint, let types = try? FileGlobalInfo.value(kAudioFileGlobalInfo_TypesForUTI, .text(hint)),
            case .bytes(let bytes) = types, bytes.count >= 4
        else { return FourCC(0) }
        return FourCC(bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
    }

    deinit { player.close() }

    // MARK: Playing

    /// Opens the device and decodes the start of the sound, so that `play` is heard at once.
    ///
    /// The device runs for ten seconds, and after that closes until `play`. The session of the program becomes active.
    ///
    /// - Returns: true if `play` will be heard at once; false if the session does not become active, or the device does
    ///   not open.
    @discardableResult open func prepareToPlay() -> Bool { hasSound && player.prepare() }

    /// Plays from `currentTime` on. The session of the program becomes active.
    ///
    /// - Returns: true if it plays; false if the session does not become active, the device does not open, or the sound
    ///   cannot be read.
    @discardableResult open func play() -> Bool { hasSound && player.play() }

    /// Plays so that the first sample is heard at a given moment.
    ///
    /// Players that are given the same time start at the same sample.
    ///
    /// - Parameter time: seconds on the clock of `deviceCurrentTime`, such as `deviceCurrentTime + 0.1`. If the time has
    ///   passed, playback starts immediately.
    /// - Returns: true if it plays or waits for that moment; false as for `play`, and for a time that is not a finite number.
    @discardableResult open func play(atTime time: TimeInterval) -> Bool {
        hasSound && time.isFinite && player.play(at: player.deviceTicks(of: time))
    }

    /// Pauses. `play` continues with the next sample.
    open func pause() { player.pause() }

    /// Stops, and closes the device. `currentTime` stays: set it to 0 to start over.
    open func stop() { player.stop() }

    /// Whether it plays, or waits for the time to start at.
    open var isPlaying: Bool { player.isPlaying }

    /// How many times the sound is repeated, without a gap; less than 0: until `stop`.
    ///
    /// If it is set while the sound plays, the passes are counted from the one that is heard: 0 makes that one the last.
    open var numberOfLoops: Int {
        get { player.loops }
        set { player.setLoops(newValue) }
    }

    // MARK: About the sound

    /// The number of channels of the sound.
    open var numberOfChannels: Int { player.format.channels }

    /// The length of one pass of the sound, in seconds.
    open var duration: TimeInterval { player.duration }

    /// The URL that the initializer got; nil for a sound in memory.
    open var url: URL? { fileURL }

    /// The bytes that the initializer got; nil for a file.
    open var data: Data? { bytes }

    /// The format of the file.
    open var format: AVAudioFormat {
        let format = AVAudioFormat(player.format, layout: player.fittingLayout)
        if !player.magicCookie.isEmpty { format.magicCookie = Data(player.magicCookie) }
        return format
    }

    /// The format of the file by the keys of AVAudioSettings.h.
    open var settings: [String: Any] { format.settings }

    // MARK: Time

    /// The position in the sound that is heard, in seconds from its start. 0 after the end.
    ///
    /// Setting it seeks, at once. A time before the start or after the end becomes the start or the end; the end finishes a player
    /// that plays. A value that is not a number is ignored.
    open var currentTime: TimeInterval {
        get { player.currentTime }
        set { player.seek(to: newValue * player.format.sampleRate) }
    }

    /// The time of the device, in seconds, which all players share.
    ///
    /// It runs from when it is first read, or from the first player's start, and is 0 again once no player plays or is paused.
    open var deviceCurrentTime: TimeInterval { player.deviceTime }

    // MARK: Sound

    /// The device that plays it, by the value of `kAudioDevicePropertyDeviceUID`; nil for the user's default device, wherever that
    /// moves.
    ///
    /// After `prepareToPlay` or `play` a device that cannot be opened is refused: the value stays as it was.
    open var currentDevice: String? {
        get { player.device }
        set { player.setDevice(newValue) }
    }

    /// The channel of the device that each channel of the sound goes to; nil for the usual ones. An array of another length than
    /// `numberOfChannels` is ignored. What goes to a channel that the device does not have is not heard.
    open var channelAssignments: [AVAudioSessionChannelDescription]? {
        get { assignments.withLock { $0.map { Array($0) } } }
        set {
            guard newValue.map({ $0.count == numberOfChannels }) ?? true else { return }
            // What was there, which may be of a client's class, is released without the lock.
            let old = assignments.withLock { assignments in
                defer { assignments = newValue }
                return assignments
            }
            withExtendedLifetime(old) {}
            player.setAssignments((newValue ?? []).map(\.channelNumber))
        }
    }

    /// The place between the loudspeakers, from -1 for left to 1 for right; 0 is the middle.
    open var pan: Float {
        get { player.pan }
        set { if !newValue.isNaN { player.pan = min(max(-1, newValue), 1) } }
    }

    /// The volume, from 0 for silence to 1 for the sound as it is. During a fade it is the volume at the end of the fade; setting
    /// it ends the fade.
    open var volume: Float {
        get { player.volume }
        set { setVolume(newValue, fadeDuration: 0) }
    }

    /// Fades the volume to a value, linearly from what it is now.
    ///
    /// - Parameters:
    ///   - volume: the volume at the end, from 0 for silence to 1 for the sound as it is.
    ///   - duration: the length of the fade in seconds; 0 for at once.
    open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        guard !volume.isNaN else { return }
        player.setVolume(min(max(0, volume), 1), over: duration > 0 ? Float(duration) : 0)
    }

    /// Whether `rate` has an effect. False unless set.
    open var enableRate: Bool {
        get { player.changesRate }
        set { player.changesRate = newValue }
    }

    /// The speed at which it plays, from 0.5 to 2, at the same pitch. It has an effect only if `enableRate` is true.
    open var rate: Float {
        get { player.rate }
        set { if !newValue.isNaN { player.rate = min(max(0.5, newValue), 2) } }
    }

    // MARK: Meters

    /// Whether levels are measured. False unless set; the levels are -160 then.
    open var isMeteringEnabled: Bool {
        get { player.isMetering }
        set { player.isMetering = newValue }
    }

    /// Measures the levels that `peakPower` and `averagePower` return until the next call: those of the sound before `volume` and
    /// `pan`.
    open func updateMeters() { player.updateLevels() }

    /// A channel's highest level of about the last half second, as `updateMeters` found it.
    ///
    /// - Parameter channelNumber: the channel; 0 is the first, the left one of two.
    /// - Returns: decibels, from -160 for silence to 0 for full scale; -160 for a channel that is not there.
    open func peakPower(forChannel channelNumber: Int) -> Float { decibels(player.level(channelNumber).peak) }

    /// A channel's average level, as `updateMeters` found it.
    ///
    /// - Parameter channelNumber: the channel; 0 is the first, the left one of two.
    /// - Returns: decibels, from -160 for silence to 0 for full scale; -160 for a channel that is not there.
    open func averagePower(forChannel channelNumber: Int) -> Float { decibels(player.level(channelNumber).average) }
}

/// A level in decibels, as the meters of players and recorders give it.
func decibels(_ level: Float) -> Float { level > 0 ? max(-160, 20 * log10(level)) : -160 }

/// Carries events from a player's thread to the main queue, and lets the player go meanwhile.
private final class PlayerRelay: @unchecked Sendable {
    /// Set before the first event can come.
    weak var player: AVAudioPlayer?

    /// Whether a delegate is called for an event.
    static func delivers(_ event: Player.Event) -> Bool {
        switch event {
        case .nearsEnd, .endIsKnown, .ranDry: false
        default: true
        }
    }

    func deliver(_ event: Player.Event) {
        guard let player else { return }
        switch event {
        case .nearsEnd, .endIsKnown, .ranDry: break
        case .finished(let successfully):
            player.delegate?.audioPlayerDidFinishPlaying(player, successfully: successfully)
        case .failed(let error):
            player.delegate?.audioPlayerDecodeErrorDidOccur(
                player, error: error.error(domain: NSOSStatusErrorDomain))
        case .interruptionBegan: interruption(player).begin()
        case .interruptionEnded(let resumes): interruption(player).end(resumes: resumes)
        }
    }
}

private func interruption(_ player: AVAudioPlayer) -> any InterruptionCaller { PlayerInterruption(player: player) }

/// The bytes of a file in memory.
private final class DataBytes: ByteSource {
    private let data: Data

    init(_ data: Data) { self.data = data }

    func size() throws(AudioError) -> Int64 { Int64(data.count) }

    func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws(AudioError) -> Int {
        guard position >= 0 else { throw .position }
        guard position < data.count else { return 0 }
        let start = data.startIndex + Int(position)
        return data.copyBytes(to: buffer, from: start..<min(data.endIndex, start + buffer.count))
    }
}
