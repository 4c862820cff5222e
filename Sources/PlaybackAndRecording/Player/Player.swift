import AudioCore
import AudioDSP
import AudioFiles
import AudioIO
import AudioSession
import CRealtime

/// Plays a file, for `AVAudioPlayer`.
///
/// A thread (`QueueWorker`) decodes the file into a ring, a little ahead of what is heard; the audio thread plays the ring
/// (`QueueVoice`) as a source of the process's one output, as it does for a queue. Nothing is opened but the file before the
/// first call that needs the device. All methods may be called from any thread and any callback. In a callback that must not
/// wait, what they do is done soon after, and before what later calls of other threads do.
package final class Player: @unchecked Sendable {
    package typealias OutputProvider = @Sendable (_ device: String?) throws(AudioError) -> Output

    package enum Event: Sendable {
        /// The last pass was heard to its end, or to where the file could not be read any more.
        case finished(successfully: Bool)
        /// The sound ends within a few seconds. Comes once for each start and each seek.
        case nearsEnd
        /// `end` is known. Comes once for each start and each seek, unless that is too near the end.
        case endIsKnown
        /// The sound has run out, and its source has more later.
        case ranDry
        /// What could not be read. Comes before the end is heard.
        case failed(AudioError)
        /// The session has paused it.
        case interruptionBegan
        case interruptionEnded(shouldResume: Bool)

        /// Whether it may change what the program's session does.
        var isOfSession: Bool {
            switch self {
            case .nearsEnd, .endIsKnown, .ranDry: false
            default: true
            }
        }
    }

    enum RunState { case stopped, playing, paused }

    /// Changes under the lock of `Pipeline` too, as far as it is about running.
    struct State {
        var run = RunState.stopped
        /// The file's frame from which the next start continues, while nothing is decoded.
        var position = 0.0
        var volume: Float = 1
        /// Whether the source still has the volume from before it played last.
        var hasNewVolume = false
        var pan: Float = 0
        var rate: Float = 1
        var changesRate = false
        var pitchAlgorithm = TimePitch.Algorithm.spectral
        var loops = 0
        var isMetering = false
        /// What `updateLevels` has found.
        var levels: [(average: Float, peak: Float)] = []
        var device: String?
        /// For each channel one of the device's, from 1 on.
        var assignments: [Int] = []
        /// Whether the position after the end is the end, and not the start.
        var staysAtEnd = false
        var job: QueueWorker.Job?
        var isClosed = false
        /// Whether the session has paused it, and the interruption continues.
        var isInterrupted = false

        var speed: Double { changesRate ? Double(rate) : 1 }
    }

    /// What decodes and plays. Used under its lock, also while it waits for a cycle or reads from disk.
    struct Pipeline {
        let reader: PlayerReader
        var output: Output?
        var source: OutputSource?
        var voice: QueueVoice?
        var timePitch: TimePitch?
        /// Whether the ring holds what comes next.
        var isSpooled = false
        /// Whether the mix has the source.
        var isMixed = false
        /// The ring ends with the sound's last frame.
        var hasEnded = false
        /// The ring's frame after the sound's last one.
        var ringEnd = 0
        /// Whether events have said so since the last start or seek.
        var hasNearedEnd = false
        var hasKnownEnd = false
        var hasReportedFailure = false
        var hasRunDry = false
        /// Until when the output runs for a start that may come; nil: does not.
        var runsUntil: UInt64?
        var map = PlayerMap(ring: 0, media: 0, step: 1)
        /// The output's position at the last pass of the thread that decodes, and how many passes have found it there.
        var lastPosition = 0
        var fruitless = 0
    }

    /// For calls that must not wait.
    struct Sound {
        var voice: QueueVoice?
        var source: OutputSource?
        var output: Output?
        var map = PlayerMap(ring: 0, media: 0, step: 1)
        /// The ring's first frame of the voice's time line, and what had been missing before it.
        var ringStart = 0
        var starvedBefore = 0
        var length: Int64 = 0
        /// Passes after which the last frame of the ring stands, and whether no other pass follows.
        var passesEnded = 0
        var isLastPass = false
    }

    /// The file's.
    package let format: StreamFormat
    package let layout: ChannelLayout?
    package let magicCookie: [UInt8]
    let state = LockedValue(State(), .state)
    let pipeline: LockedValue<Pipeline>
    let sound: LockedValue<Sound>
    let clock = QueueClock()
    let timeline: PlayerTimeline
    let handler: @Sendable (Event) -> Void
    let deferred = DeferredWork()
    let session: SessionCenter
    /// What users know the sound by: the artist and the title in the file, or the name that the player was made with.
    package let title: String?
    private let openOutput: OutputProvider

    /// Nanoseconds for which the output runs before a start that may come.
    static let idleTime: UInt64 = 10_000_000_000

    /// - Parameters:
    ///   - name: what users know a sound by whose file has no title; nil for nothing.
    ///   - end: seconds of the file after which the sound ends; nil for its own end.
    ///   - session: what interrupts the player, and what it activates.
    ///   - handler: called on a thread of the player's own, without a lock.
    /// - Throws: what opening a decoder for the file throws.
    package convenience init(
        _ file: OpenFile, name: String? = nil, until end: Double? = nil, timeline: PlayerTimeline = .shared,
        session: SessionCenter = .shared,
        output: @escaping OutputProvider = { (device) throws(AudioError) in try Output.shared(device: device) },
        handler: @escaping @Sendable (Event) -> Void
    ) throws(AudioError) {
        try self.init(
            FileFrames(file), title: file.title ?? name, magicCookie: file.description.magicCookie, until: end,
            timeline: timeline, session: session, output: output, handler: handler)
    }

    /// - Parameters:
    ///   - source: what gives the frames. The player's thread reads it.
    ///   - title: what users know the sound by; nil for nothing.
    ///   - end: seconds of the sound after which it ends; nil for its own end.
    ///   - session: what interrupts the player, and what it activates.
    ///   - handler: called on a thread of the player's own, without a lock.
    /// - Throws: `converterFormat` for a sound that is not played.
    package init(
        _ source: any FrameSource, title: String?, magicCookie: [UInt8] = [], until end: Double? = nil,
        timeline: PlayerTimeline = .shared,
        session: SessionCenter = .shared,
        output: @escaping OutputProvider = { (device) throws(AudioError) in try Output.shared(device: device) },
        handler: @escaping @Sendable (Event) -> Void
    ) throws(AudioError) {
        let reader = try PlayerReader(source, until: end)
        format = reader.format
        layout = reader.layout
        self.magicCookie = magicCookie
        self.title = title
        self.timeline = timeline
        self.session = session
        self.handler = handler
        openOutput = output
        sound = LockedValue(Sound(length: reader.length))
        pipeline = LockedValue(Pipeline(reader: reader), .pipeline)
    }

    // MARK: The device

    /// Opens the output and makes the voice, unless they are there.
    func connect(_ pipeline: inout Pipeline) throws(AudioError) {
        let settings = state.withLock { $0 }
        guard !settings.isClosed else { throw .queueInvalidated }
        guard pipeline.voice == nil else { return }
        let device = try openOutput(settings.device)
        // Sources of a rate are converted together. A source that it does not convert has another rate, or the device's.
        let output = device.output(at: Output.rate(for: format.sampleRate)) ?? device
        try pipeline.reader.setSampleRate(output.format.sampleRate)
        let rate = output.format.sampleRate
        let gains = QueueFormats.gains(
            channels: format.channels, outputs: output.format.channels, layout: fittingLayout,
            assignments: settings.assignments)
        let voice = QueueVoice(
            channels: format.channels, outputs: output.format.channels, gains: gains, sampleRate: rate,
            frames: max(Int(rate / 2), 2 * output.burst + 1024))
        voice.pan.write(settings.pan)
        voice.isMetering.store(settings.isMetering, ordering: .relaxed)
        pipeline.voice = voice
        pipeline.output = output
        pipeline.source = source(of: voice, settings.volume, on: output)
        sound.withLock { ($0.voice, $0.source, $0.output) = (voice, pipeline.source, output) }
        output.observe(for: voice) { [weak self] event in
            guard event == .resumed || event == .defaultDeviceChanged else { return }
            self?.state.withLock { $0.job }?.wake()
        }
    }

    func source(of voice: QueueVoice, _ volume: Float, on output: Output?) -> OutputSource {
        let source = OutputSource(
            context: Unmanaged.passUnretained(voice).toOpaque(), owner: voice, volume: volume,
            adding: { context, cycle, sum, gain in
                Unmanaged<QueueVoice>.fromOpaque(context)._withUnsafeGuaranteedRef {
                    $0.add(cycle.pointee, to: sum, gain: gain)
                }
            },
            function: { context, cycle in
                Unmanaged<QueueVoice>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.render(cycle.pointee) }
            })
        output?.setTitle(title, of: source)
        return source
    }

    /// Releases the output. The position stays.
    ///
    /// - Returns: what is no longer used, to be released without the lock.
    func disconnect(_ pipeline: inout Pipeline) -> Pipeline {
        let old = pipeline
        unmix(&pipeline)
        pipeline = Pipeline(reader: old.reader)
        sound.withLock { $0 = Sound(length: old.reader.length) }
        return old
    }

    func mix(_ pipeline: inout Pipeline) {
        guard !pipeline.isMixed, let source = pipeline.source else { return }
        pipeline.output?.add(source)
        pipeline.isMixed = true
    }

    /// When this returns, no cycle touches the voice.
    func unmix(_ pipeline: inout Pipeline) {
        guard pipeline.isMixed, let source = pipeline.source else { return }
        pipeline.output?.remove(source)
        pipeline.isMixed = false
    }

    /// Makes sure that a thread decodes. Takes the player's files apart from those that take long.
    func beginWork() throws(AudioError) {
        guard state.withLock({ $0.job }) == nil else { return }
        let worker = format.isPCM ? Self.worker : QueueWorker()
        let new = try worker.add { [weak self] in self?.work() }
        let unneeded = state.withLock { state in
            if state.isClosed || state.job != nil { return new as QueueWorker.Job? }
            state.job = new
            return nil
        }
        unneeded?.abandon()
    }

    /// For all players of linear PCM. Not that of the queues, which do not read from disk.
    private static let worker = QueueWorker()
}
