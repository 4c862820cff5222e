import AudioCore
import AudioFiles
import AudioIO
import AudioPlayback
public import AudioToolbox
public import Foundation

/// Records what the default input brings into a file.
///
/// Nothing is opened before the first call that needs the file. All methods may be called from any thread and from any callback.
/// The delegate is called on the main queue. What a killed program has recorded can be read, as far as the file's type allows.
open class AVAudioRecorder: NSObject {
    private let recorder: Recorder
    private let relay: RecorderRelay
    private let fileURL: URL
    private let asked: [String: Any]
    private let plan: NewFile
    private let assignments = LockedValue<[AVAudioSessionChannelDescription]?>(nil)

    /// Notified of the end and of encode errors, on the main queue.
    open weak var delegate: (any AVAudioRecorderDelegate)?

    // MARK: Making a recorder

    /// A recorder for a file that need not be there.
    ///
    /// - Parameters:
    ///   - url: of a local file, in a folder that is there.
    ///   - settings: what the file holds, by the keys of AVAudioSettings.h. Its type is that of `AVAudioFileTypeKey`, or of the
    ///     name's extension. Without a rate it is 44,100 Hz, without a number of channels 1.
    /// - Throws: an error of `NSOSStatusErrorDomain`: 1718449215, `'fmt?'`, for what no such file holds; 1954115647, `'typ?'`,
    ///   for an extension that is no file type's.
    public init(url: URL, settings: [String: Any]) throws {
        (recorder, relay, plan) = try Self.recorder(url, settings)
        (fileURL, asked) = (url, settings)
        super.init()
        relay.recorder = self
    }

    /// A recorder for a file that need not be there, of a format. Its type is that of the name's extension.
    ///
    /// - Throws: as `init(url:settings:)`.
    public init(url: URL, format: AVAudioFormat) throws {
        (recorder, relay, plan) = try Self.recorder(url, format.settings)
        (fileURL, asked) = (url, format.settings)
        super.init()
        relay.recorder = self
    }

    /// A recorder of an input and in a time of the caller's.
    init(
        url: URL, settings: [String: Any], timeline: PlayerTimeline, input: @escaping RecordingQueue.InputProvider
    ) throws {
        (recorder, relay, plan) = try Self.recorder(url, settings, timeline, input)
        (fileURL, asked) = (url, settings)
        super.init()
        relay.recorder = self
    }

    private static func recorder(
        _ url: URL, _ settings: [String: Any], _ timeline: PlayerTimeline = .shared,
        _ input: @escaping RecordingQueue.InputProvider = { (device) throws(AudioError) in
            try Input.shared(device: device)
        }
    ) throws -> (Recorder, RecorderRelay, NewFile) {
        let relay = RecorderRelay()
        do throws(AudioError) {
            let place = try path(of: url as NSURL)
            let defaults: [String: Any] = [AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 1]
            let plan = try NewFile(settings.merging(defaults) { own, _ in own }, extension: url.pathExtension)
            try plan.check()
            let recorder = Recorder(
                timeline: timeline, input: input,
                makeFile: { () throws(AudioError) in try make(plan, place) },
                handler: { event in DispatchQueue.main.async { relay.deliver(event) } })
            return (recorder, relay, plan)
        } catch {
            throw error.error(domain: NSOSStatusErrorDomain)
        }
    }

    private static func make(_ plan: NewFile, _ place: FilePath) throws(AudioError) -> ExtendedFile {
        let file = try plan.create(at: place)
        do throws(AudioError) {
            let held = file.file.format
            try file.setClientFormat(.float32(sampleRate: held.sampleRate, channels: held.channels))
            try plan.configure(file)
            return file
        } catch {
            try? file.dispose()
            throw error
        }
    }

    deinit { recorder.close() }

    // MARK: Recording

    /// Creates the file, in place of one that is there. False where that cannot be.
    @discardableResult open func prepareToRecord() -> Bool { recorder.prepare() }

    /// Records into a new file, or goes on after a pause. False where the file cannot be made or the device does not open.
    @discardableResult open func record() -> Bool { recorder.record() }

    /// Records what is captured from a time of `deviceCurrentTime` on; after a pause, at once. False as `record`, and for what is no number.
    @discardableResult open func record(atTime time: TimeInterval) -> Bool {
        time.isFinite && recorder.record(at: recorder.deviceTicks(of: time))
    }

    /// Records until `currentTime` is `duration`, to the sample; then it stops. False as `record`, and for what is no number.
    @discardableResult open func record(forDuration duration: TimeInterval) -> Bool {
        duration.isFinite && recorder.record(for: duration)
    }

    /// The same from a time of `deviceCurrentTime` on.
    @discardableResult open func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
        time.isFinite && duration.isFinite && recorder.record(at: recorder.deviceTicks(of: time), for: duration)
    }

    /// Stands still. `record` goes on in the same file.
    open func pause() { recorder.pause() }

    /// Stops, and completes the file.
    open func stop() { recorder.stop() }

    /// Deletes the file. False while something is recorded, and where there is no file.
    @discardableResult open func deleteRecording() -> Bool {
        guard recorder.isStopped else { return false }
        recorder.stop()
        do { try FileManager.default.removeItem(at: fileURL) } catch { return false }
        return true
    }

    open var isRecording: Bool { recorder.isRecording }

    // MARK: What it is

    open var url: URL { fileURL }

    /// The format of the file.
    open var format: AVAudioFormat { AVAudioFormat(plan.format, layout: plan.layout?.engineLayout) }

    /// The settings that were given, and those of the format.
    open var settings: [String: Any] { asked.merging(format.settings) { _, exact in exact } }

    // MARK: Time

    /// Seconds in the file; 0 while it is stopped.
    open var currentTime: TimeInterval { recorder.currentTime }

    /// The time of the device, in seconds, which all players and recorders share.
    open var deviceCurrentTime: TimeInterval { recorder.deviceTime }

    // MARK: Meters

    /// Whether levels are measured.
    open var isMeteringEnabled: Bool {
        get { recorder.isMetering }
        set { recorder.isMetering = newValue }
    }

    /// Takes down the levels that the two methods below return.
    open func updateMeters() { recorder.updateLevels() }

    /// A channel's highest level of about the last half second, in decibels, from -160 for silence to 0 for full scale.
    open func peakPower(forChannel channelNumber: Int) -> Float { decibels(recorder.level(channelNumber).peak) }

    /// A channel's average level, in decibels, from -160 for silence to 0 for full scale.
    open func averagePower(forChannel channelNumber: Int) -> Float { decibels(recorder.level(channelNumber).average) }

    /// Which of the device's channels are recorded; nil: as usual. Kept, without effect on the recording.
    open var channelAssignments: [AVAudioSessionChannelDescription]? {
        get { assignments.withLock { $0.map { Array($0) } } }
        set { assignments.withLock { $0 = newValue } }
    }
}

/// Carries events from a recorder's thread to the main queue, and lets the recorder go meanwhile.
private final class RecorderRelay: @unchecked Sendable {
    /// Set before the first event can come.
    weak var recorder: AVAudioRecorder?

    func deliver(_ event: Recorder.Event) {
        guard let recorder else { return }
        switch event {
        case .finished(let successfully):
            recorder.delegate?.audioRecorderDidFinishRecording(recorder, successfully: successfully)
        case .failed(let error):
            recorder.delegate?.audioRecorderEncodeErrorDidOccur(
                recorder, error: error.error(domain: NSOSStatusErrorDomain))
        }
    }
}
