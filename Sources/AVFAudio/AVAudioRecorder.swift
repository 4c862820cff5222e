import AudioCore
import AudioFiles
import AudioIO
import AudioSession
public import AudioToolbox
public import Foundation
import Glibc
import PlaybackAndRecording

/// Records the sound of the default input into a file.
///
/// The initializer opens nothing; `prepareToRecord` and `record` create the file and open the device, which closes at the end of the
/// recording. All methods may be called from any thread and from any callback. The delegate is called on the main queue. If the
/// program is killed, the recording can be read, as far as the file's type allows. A recorder for /dev/null measures levels and keeps
/// nothing.
open class AVAudioRecorder: NSObject {
    private let recorder: Recorder
    private let relay: RecorderRelay
    private let fileURL: URL
    private let asked: [String: Any]
    private let plan: RecorderPlan
    private let assignments = LockedValue<[AVAudioSessionChannelDescription]?>(nil)

    private let observer = LockedValue(Observer())

    private struct Observer { weak var delegate: (any AVAudioRecorderDelegate)? }

    /// The object that is notified of the end and of encode errors, on the main queue. The recorder holds no reference to it.
    open var delegate: (any AVAudioRecorderDelegate)? {
        get { observer.withLock { $0.delegate } }
        set { observer.withLock { $0.delegate = newValue } }
    }

    // MARK: Making a recorder

    /// A recorder without a file, which does not record: a placeholder for another one.
    public override init() {
        guard let made = try? RecorderPlan([:], extension: "caf") else { fatalError("a CAF file has a format") }
        recorder = Recorder(
            timeline: .shared, conversion: made.conversion, session: .shared,
            input: { (_) throws(AudioError) in throw .noDevice },
            makeFile: { () throws(AudioError) in throw .unspecified.because("the recorder has no file") },
            handler: { _ in })
        (relay, plan, fileURL, asked) = (RecorderRelay(), made, AVAudioFile.nowhere, [:])
        super.init()
        relay.recorder = self
    }

    /// Makes a recorder for a file, which it creates when it is prepared or started.
    ///
    /// - Parameters:
    ///   - url: the URL of a local file, in a folder that exists. A file of that name is replaced.
    ///   - settings: what the file holds, by the keys of AVAudioSettings.h. Its type is that of `AVAudioFileTypeKey`, or of the
    ///     name's extension; without an extension that is known it is CAF. The sample rate is the device's where they do not say, or
    ///     say 0, and the channels are as many, up to two.
    /// - Throws: an error of `NSOSStatusErrorDomain`: 1718449215, `'fmt?'`, for what no such file holds; 1954115647, `'typ?'`,
    ///   for a type that is only read; 2003334207, `'wht?'`, if the folder is not there; -50 for a value of
    ///   another type than its key's, and for a URL that is not a file's.
    public init(url: URL, settings: [String: Any]) throws {
        (recorder, relay, plan) = try Self.recorder(url, settings)
        (fileURL, asked) = (url, settings)
        super.init()
        relay.recorder = self
    }

    /// Makes a recorder for a file that holds a format. The type of the file is that of the name's extension, or CAF.
    ///
    /// - Parameters:
    ///   - url: the URL of a local file, in a folder that exists. A file of that name is replaced.
    ///   - format: the format that the file holds: `format.settings` are the recorder's.
    /// - Throws: as `init(url:settings:)`.
    public init(url: URL, format: AVAudioFormat) throws {
        (recorder, relay, plan) = try Self.recorder(url, format.settings)
        (fileURL, asked) = (url, format.settings)
        super.init()
        relay.recorder = self
    }

    /// A recorder of an input, in a time and under a session of the caller's.
    init(
        url: URL, settings: [String: Any], timeline: PlayerTimeline, session: SessionCenter = .shared,
        input: @escaping RecordingQueue.InputProvider
    ) throws {
        (recorder, relay, plan) = try Self.recorder(url, settings, timeline, session, input)
        (fileURL, asked) = (url, settings)
        super.init()
        relay.recorder = self
    }

    private static func recorder(
        _ url: URL, _ settings: [String: Any], _ timeline: PlayerTimeline = .shared,
        _ session: SessionCenter = .shared,
        _ input: @escaping RecordingQueue.InputProvider = { (device) throws(AudioError) in
            try Input.shared(device: device)
        }
    ) throws -> (Recorder, RecorderRelay, RecorderPlan) {
        let relay = RecorderRelay()
        do throws(AudioError) {
            let place = try path(of: url as NSURL)
            let plan = try RecorderPlan(settings, extension: url.pathExtension)
            try checkFolder(of: place)
            // What is recorded into /dev/null is only measured.
            let name = url.path == "/dev/null" ? nil : url.lastPathComponent
            let recorder = Recorder(
                name: name, timeline: timeline, conversion: plan.conversion, session: session, input: input,
                makeFile: { () throws(AudioError) in try plan.create(at: place, input) },
                handler: { event in DispatchQueue.main.async { ProgramEnd.call { relay.deliver(event) } } })
            return (recorder, relay, plan)
        } catch {
            throw error.error(domain: NSOSStatusErrorDomain)
        }
    }

    /// Throws where no file can be made, because its folder does not exist or is not a folder.
    private static func checkFolder(of place: FilePath) throws(AudioError) {
        var status = stat()
        guard stat(place.folder.bytes, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .unspecified.because("there is no folder \(place.folder)")
        }
    }

    private var hasFile: Bool { fileURL.isFileURL || fileURL.scheme == nil }

    deinit { recorder.close() }

    // MARK: Recording

    /// Creates the file, in place of one that is there, so that `record` starts without that delay.
    ///
    /// - Returns: true if the file exists; false if it cannot be created, the encoder does not take the settings, such as a bit
    ///   rate that it does not have, or the sample rate and the device's are more than 64 times apart. A file that is there stays
    ///   as it is where the settings are the reason.
    @discardableResult open func prepareToRecord() -> Bool { hasFile && recorder.prepare() }

    /// Records into a new file, or continues in the same one after a pause. The session of the program becomes active.
    ///
    /// - Returns: true if it records; false if the file cannot be created or the device does not open. In a program that uses its
    ///   session, false too if the category has no input or the session cannot become active: the category has to be
    ///   `playAndRecord`, `record` or `multiRoute`.
    @discardableResult open func record() -> Bool { hasFile && recorder.record() }

    /// Records what is captured from a given moment on, after a pause too.
    ///
    /// - Parameter time: seconds on the clock of `deviceCurrentTime`, such as `deviceCurrentTime + 0.1`.
    /// - Returns: true if it records or waits for that moment; false as for `record`, and for a time that is not a finite number.
    @discardableResult open func record(atTime time: TimeInterval) -> Bool {
        hasFile && time.isFinite && recorder.record(at: recorder.deviceTicks(of: time))
    }

    /// Records until `currentTime` is `duration`, to the sample; then it stops.
    ///
    /// - Parameter duration: the length of the whole recording in seconds, with what was recorded before a pause.
    /// - Returns: true if it records; false as for `record`, and for a duration that is not a finite number.
    @discardableResult open func record(forDuration duration: TimeInterval) -> Bool {
        duration.isFinite && recorder.record(for: duration)
    }

    /// Records from a given moment on, until `currentTime` is `duration`; then it stops.
    ///
    /// - Parameters:
    ///   - time: seconds on the clock of `deviceCurrentTime`, such as `deviceCurrentTime + 0.1`.
    ///   - duration: the length of the whole recording in seconds, with what was recorded before a pause.
    /// - Returns: true if it records or waits for that moment; false as for `record`, and for values that are not finite numbers.
    @discardableResult open func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
        time.isFinite && duration.isFinite && recorder.record(at: recorder.deviceTicks(of: time), for: duration)
    }

    /// Pauses. `record` continues in the same file.
    open func pause() { recorder.pause() }

    /// Stops, and completes the file: when this returns it can be opened.
    open func stop() { recorder.stop() }

    /// Deletes the file.
    ///
    /// - Returns: true if the file is deleted; false while it is recorded or paused, if it does not exist, and for a folder or a
    ///   device.
    @discardableResult open func deleteRecording() -> Bool {
        recorder.waitForCallbacks()
        guard recorder.isStopped else { return false }
        recorder.stop()
        return fileURL.withUnsafeFileSystemRepresentation { path in
            var status = stat()
            guard let path, lstat(path, &status) == 0 else { return false }
            // Not a folder with what is in it, nor a device.
            return [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) && unlink(path) == 0
        }
    }

    /// Whether it records, or waits for the time to start at. False during a pause.
    open var isRecording: Bool { recorder.isRecording }

    // MARK: About the file

    /// The URL that the initializer got.
    open var url: URL { fileURL }

    /// The format of the file. Where the settings leave the rate or the channels to the device, it is exact after
    /// `prepareToRecord`.
    open var format: AVAudioFormat { AVAudioFormat(plan.file.format, layout: plan.file.layout?.engineLayout) }

    /// The settings that were given, and those of the format.
    open var settings: [String: Any] { asked.merging(format.settings) { _, exact in exact } }

    // MARK: Time

    /// Seconds recorded so far, without pauses; 0 before the start and after `stop`.
    open var currentTime: TimeInterval { recorder.currentTime }

    /// The time of the device, in seconds, which all players and recorders share.
    open var deviceCurrentTime: TimeInterval { recorder.deviceTime }

    // MARK: Meters

    /// Whether levels are measured. False unless set; the levels are -160 then.
    open var isMeteringEnabled: Bool {
        get { recorder.isMetering }
        set { recorder.isMetering = newValue }
    }

    /// Measures the levels that `peakPower` and `averagePower` return until the next call.
    open func updateMeters() { recorder.updateLevels() }

    /// A channel's highest level of about the last half second, as `updateMeters` found it.
    ///
    /// - Parameter channelNumber: the channel; 0 is the first, the left one of two.
    /// - Returns: decibels, from -160 for silence to 0 for full scale; -160 for a channel that is not there.
    open func peakPower(forChannel channelNumber: Int) -> Float { decibels(recorder.level(channelNumber).peak) }

    /// A channel's average level, as `updateMeters` found it.
    ///
    /// - Parameter channelNumber: the channel; 0 is the first, the left one of two.
    /// - Returns: decibels, from -160 for silence to 0 for full scale; -160 for a channel that is not there.
    open func averagePower(forChannel channelNumber: Int) -> Float { decibels(recorder.level(channelNumber).average) }

    /// The channel of the device that each channel of the file is recorded from; nil for the usual ones. An array of another length
    /// than the channels of `format` is ignored.
    ///
    /// A channel that the device does not have is silent. A value that is set while a recording runs or is paused has its effect on
    /// the next one.
    open var channelAssignments: [AVAudioSessionChannelDescription]? {
        get { assignments.withLock { $0.map { Array($0) } } }
        set {
            guard newValue.map({ $0.count == plan.file.format.channels }) ?? true else { return }
            // What was there, which may be of a client's class, is released without the lock.
            let old = assignments.withLock { assignments in
                defer { assignments = newValue }
                return assignments
            }
            withExtendedLifetime(old) {}
            recorder.setAssignments((newValue ?? []).map(\.channelNumber))
        }
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
        case .interruptionBegan: interruption(recorder).begin()
        case .interruptionEnded(let resumes): interruption(recorder).end(resumes: resumes)
        }
    }
}

private func interruption(_ recorder: AVAudioRecorder) -> any InterruptionCaller {
    RecorderInterruption(recorder: recorder)
}
