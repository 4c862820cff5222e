import AudioCore
import AudioDSP
import AudioFiles
import AudioIO
import CAudioToolbox
import CRealtime

/// A queue that plays, which `AudioQueueNewOutput` makes.
///
/// The client's buffers stand in a line. A thread (`QueueWorker`) decodes them into a ring (`QueuePipeline`), a little
/// ahead of what is heard; the audio thread plays the ring (`QueueVoice`) as a source of the process's one output.
package final class PlayingQueue: AudioQueue, QueueKind, @unchecked Sendable {
    package typealias OutputProvider = @Sendable (_ device: String?) throws(AudioError) -> Output
    package typealias Callback = @Sendable (OpaquePointer, UnsafeMutablePointer<AudioQueueBuffer>) -> Void

    /// Changes only while the thread that changes it uses the pipeline.
    enum RunState { case stopped, starting, running, paused }

    struct State {
        var line: [QueueEntry] = []
        /// Entries so far, those that have left the line too.
        var entries = 0
        var run = RunState.stopped
        /// An end stands in the line or the ring: a stop waits for it.
        var isDraining = false
        var disposesAtEnd = false
        /// Whether the queue is disposed of. Nothing is created or started then.
        var isEnded = false
        /// The format of offline rendering; nil for playing on a device.
        var offlineFormat: StreamFormat?
        /// Buffers that offline rendering has read. The rendering call calls the client back for them.
        var returns: [QueueBuffer] = []
        /// What decodes, from the first start on.
        var job: QueueWorker.Job?
        var cookie: [UInt8] = []
        var parameters = Parameters()
        var timePitch = TimePitchSettings()
        var tap: QueueTap?
        var readAhead: Int?
        /// Frames of the longest buffer enqueued so far, in the queue's rate.
        var longest = 0
        /// How many times the ring has run empty since the start.
        var stalls = 0
        /// Frames enqueued since the start, in the queue's rate: where the next buffer will begin.
        var enqueuedFrames = 0.0
        var assignments: [(device: String, channel: Int)] = []
        /// Settings of the sample-rate conversion.
        var rate = RateStage.Options()

        mutating func append(_ entry: QueueEntry) {
            entries += 1
            line.append(entry)
            line[line.count - 1].number = entries
        }

        /// Makes a stop wait for all buffers that are enqueued now.
        mutating func drain() {
            guard !isDraining else { return }
            isDraining = true
            append(QueueEntry(kind: .end))
        }

        /// Takes out the first entries, up to one that was the last when a call was made: what is enqueued after a call stays,
        /// though the call is carried out later.
        mutating func takeLine(upTo last: Int) -> [QueueEntry] {
            let taken = line.prefix { $0.number <= last }
            line.removeFirst(taken.count)
            return Array(taken)
        }

        mutating func endPlayback() {
            run = .stopped
            isDraining = false
            enqueuedFrames = 0
            stalls = 0
        }
    }

    struct Parameters {
        var volume: Float = 1
        var rampTime: Float = 0
        var pan: Float = 0
        var rate: Float = 1
        var pitch: Float = 0
    }

    struct TimePitchSettings {
        var isEnabled = false
        var algorithm = TimePitch.Algorithm.spectral
        var isBypassed = false
    }

    /// What is made for one device, or for rendering offline. Used by one thread at a time, which may call the tap.
    struct PipelineState {
        /// Where the source plays: the device's output, or that of the queue's sample rate in the same mix.
        var output: Output?
        var source: OutputSource?
        var voice: QueueVoice?
        var pipeline: QueuePipeline?
        var offline: OfflineRendering?
        /// The output's position at the last pass of the thread that decodes, and how many passes have found it there.
        var lastPosition = 0
        var unchangedPasses = 0
        /// Frames that had been due and not there, and frames played, when the ring was last found to have run empty.
        var stall = (starved: 0, played: 0)
        /// Whether the voice starts when the thread that decodes has filled the ring.
        var startsDecoded = false
        /// When a stop that waits for sound no longer waits for the server or device, which is gone; nil while neither is so.
        var deadline: UInt64?
    }

    /// The voice and its outputs, for calls that read state or set parameters. These calls do not wait for decoding, and
    /// a tap may make them.
    struct Sound {
        var voice: QueueVoice?
        /// Where the voice plays, in its frames.
        var output: Output?
        /// The device's, by whose time clients start.
        var device: Output?
        /// What the output has of the queue.
        var source: OutputSource?
    }

    let state = LockedValue(State(), .state)
    let pipelineState = YieldingValue(PipelineState(), .pipeline)
    let sound = LockedValue(Sound())
    let clock = QueueClock()
    private let openOutput: OutputProvider
    private let callback: Callback
    /// The host's time, by which a queue waits while its device has none.
    let hostTime: @Sendable () -> UInt64

    /// - Throws: `queueCodec` where the format cannot be decoded; `converterFormat` for impossible formats, and for linear
    ///   PCM that is not interleaved.
    package init(
        _ format: StreamFormat, delivery: QueueDelivery = .ownThread,
        output: @escaping OutputProvider = { (device) throws(AudioError) in try Output.shared(device: device) },
        hostTime: @escaping @Sendable () -> UInt64 = { HostTime.now() },
        callback: @escaping Callback
    ) throws(AudioError) {
        let complete = try QueueFormats.playable(format)
        openOutput = output
        self.hostTime = hostTime
        self.callback = callback
        try super.init(complete, delivery: delivery)
    }

    // MARK: The line

    package func enqueue(_ request: EnqueueRequest) throws(AudioError) -> Double? {
        let buffer = try claim(request.buffer)
        do throws(AudioError) {
            let entry = try entry(of: request, buffer)
            let frames = Double(self.frames(of: entry, buffer))
            let (start, job) = try state.withLock { state throws(AudioError) in
                guard !state.isEnded else { throw .queueDisposalPending }
                state.append(entry)
                state.longest = max(state.longest, Int(frames))
                let start = entry.startFrame ?? state.enqueuedFrames
                state.enqueuedFrames = start + frames
                return (start, state.job)
            }
            job?.wakeIfIdle()
            return start
        } catch {
            release(buffer)
            throw error
        }
    }

    private func entry(of request: EnqueueRequest, _ buffer: QueueBuffer) throws(AudioError) -> QueueEntry {
        guard !buffer.bytes.isEmpty else { throw .queueBufferEmpty }
        var entry = QueueEntry(kind: .buffer(buffer))
        entry.trimAtStart = request.trimAtStart
        entry.trimAtEnd = request.trimAtEnd
        entry.events = request.events
        for event in request.events { try check(event.mID, event.mValue) }
        if format.bytesPerPacket == 0 {
            // Does not read the client's memory by a count that cannot be right.
            guard request.descriptions.count <= buffer.bytes.count else {
                throw .queueBuffer.because("there are more packet descriptions than bytes")
            }
            let given = request.descriptions.isEmpty ? buffer.describedPackets : request.descriptions
            entry.descriptions = given.map { PacketDescription($0) }
            guard !entry.descriptions.isEmpty else { throw .requiresPacketDescriptions }
            let size = Int64(buffer.bytes.count)
            for place in entry.descriptions {
                guard place.offset >= 0, place.offset <= size, Int64(place.size) <= size - place.offset else {
                    throw .queueBuffer.because("a packet description reaches out of its buffer")
                }
            }
        }
        if let time = request.startTime {
            guard time.mFlags.contains(.sampleTimeValid), time.mSampleTime.isFinite, abs(time.mSampleTime) < 1e15 else {
                throw .parameter.because("a buffer's start time is a sample time of the queue")
            }
            entry.startFrame = time.mSampleTime
        }
        return entry
    }

    /// Frames that an entry will sound for, as far as is known without decoding.
    private func frames(of entry: QueueEntry, _ buffer: QueueBuffer) -> Int {
        var frames = 0
        if format.bytesPerPacket > 0 {
            frames = buffer.bytes.count / format.bytesPerPacket * format.framesPerPacket
        } else {
            for place in entry.descriptions {
                frames += place.frames > 0 ? Int(place.frames) : format.framesPerPacket
            }
        }
        return max(0, frames - entry.trimAtStart - entry.trimAtEnd)
    }

    /// Returns a buffer to the client: by the queue's delivery or, offline, when `callBack` is called.
    func giveBack(_ buffer: QueueBuffer) {
        let isOffline = state.withLock { state in
            if state.offlineFormat != nil { state.returns.append(buffer) }
            return state.offlineFormat != nil
        }
        if !isOffline { caller.perform { [self] in returnNow(buffer) } }
    }

    /// Calls the client back, on this thread, for the waiting buffers, and returns whether there were any. Holds no
    /// lock: the client may make any call.
    @discardableResult
    func callBack() -> Bool {
        var hasCalled = false
        while let buffer = state.withLock({ $0.returns.isEmpty ? nil : $0.returns.removeFirst() }) {
            returnNow(buffer)
            hasCalled = true
        }
        return hasCalled
    }

    private func returnNow(_ buffer: QueueBuffer) {
        release(buffer)
        guard let reference = registration.withLock({ $0.callee }) else { return }
        LockOrder.willCallClient()
        callback(reference, buffer.pointer)
    }

    // MARK: Pipeline

    /// How the pipeline sees the line.
    private var line: QueuePipeline.Line {
        QueuePipeline.Line(
            peek: { [unowned self] in state.withLock { $0.line.first } },
            take: { [unowned self] in state.withLock { _ = $0.line.removeFirst() } },
            giveBack: { [unowned self] in giveBack($0) })
    }

    /// Opens the output and makes the voice and the pipeline, or those of offline rendering, unless they exist.
    func connect(_ pipelineState: inout PipelineState) throws(AudioError) {
        let (isEnded, offlineFormat) = state.withLock { ($0.isEnded, $0.offlineFormat) }
        guard !isEnded else { throw .queueInvalidated }
        guard pipelineState.voice == nil else { return }
        if let offlineFormat { return try connectOffline(&pipelineState, offlineFormat) }
        let device = registration.withLock { $0.device }
        let output: Output
        do throws(AudioError) { output = try openOutput(device) } catch {
            throw device == nil ? .queueCannotStart.because(error.reason) : .queueDevice.because(error.reason)
        }
        let ownOutput = bus(of: output)
        let voice = makeVoice(outputs: ownOutput.format.channels, sampleRate: ownOutput.format.sampleRate)
        pipelineState.pipeline = try makePipeline(voice)
        pipelineState.voice = voice
        pipelineState.output = ownOutput
        publish(voice, ownOutput, device: output)
        let source = OutputSource(
            context: Unmanaged.passUnretained(voice).toOpaque(), owner: voice,
            adding: { context, cycle, sum, gain in
                Unmanaged<QueueVoice>.fromOpaque(context)._withUnsafeGuaranteedRef {
                    $0.add(cycle.pointee, to: sum, gain: gain)
                }
            },
            function: { context, cycle in
                Unmanaged<QueueVoice>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.render(cycle.pointee) }
            })
        pipelineState.source = source
        sound.withLock { $0.source = source }
        showTitle()
        ownOutput.observe(for: voice) { [weak self] event in
            guard let self else { return }
            if event == .resumed || event == .lost { registration.withLock { $0.discontinuities += 1 } }
            if event == .resumed || event == .defaultDeviceChanged { state.withLock { $0.job }?.wake() }
        }
    }

    override func showTitle() {
        let (output, source) = sound.withLock { ($0.output, $0.source) }
        if let source { output?.setTitle(title.withLock { $0 }, of: source) }
    }

    /// Where the queue plays: among the sources of its rate, which the mix converts together, or for a conversion of
    /// its own at the device's rate.
    private func bus(of output: Output) -> Output {
        let (rate, usual) = (state.withLock { $0.rate }, RateStage.Options())
        let isUsual = rate.quality == usual.quality && rate.complexity == usual.complexity
        // From a rate that is too far from the device's, the queue converts half the way.
        let ratio = output.format.sampleRate / format.sampleRate
        guard isUsual || !(1 / ResamplerRatio.limit...ResamplerRatio.limit).contains(ratio) else { return output }
        return output.output(at: Output.rate(for: format.sampleRate)) ?? output
    }

    func makeVoice(outputs: Int, sampleRate: Double) -> QueueVoice {
        let (assignments, readAhead) = state.withLock { ($0.assignments, $0.readAhead) }
        let layout = registration.withLock { $0.layout }
        let gains = QueueFormats.gains(
            channels: format.channels, outputs: outputs, layout: layout, assignments: assignments.map(\.channel))
        let ratio = sampleRate / format.sampleRate
        let frames = max(Int(sampleRate / 2), Int(Double(readAhead ?? 0) * ratio) + 1024)
        return QueueVoice(
            channels: format.channels, outputs: outputs, gains: gains, sampleRate: sampleRate, frames: frames)
    }

    /// Publishes a voice to calls that set parameters, then applies the parameters set so far. A call that sets one
    /// meanwhile either finds the voice, or stores its value before it is read here.
    func publish(_ voice: QueueVoice, _ output: Output?, device: Output?) {
        sound.withLock { $0 = Sound(voice: voice, output: output, device: device) }
        state.withLock { state in
            voice.rampTime.write(state.parameters.rampTime)
            voice.volume.write(state.parameters.volume)
            voice.pan.write(state.parameters.pan)
        }
        registration.withLock { voice.isMetering.store($0.isMetering, ordering: .relaxed) }
    }

    func makePipeline(_ voice: QueueVoice) throws(AudioError) -> QueuePipeline {
        let state = state.withLock { $0 }
        let (settings, parameters) = (state.timePitch, state.parameters)
        var timePitch: TimePitch?
        if settings.isEnabled {
            let unit = try TimePitch(
                channels: format.channels, sampleRate: format.sampleRate, algorithm: settings.algorithm)
            unit.isBypassed = settings.isBypassed
            unit.rate = Double(parameters.rate)
            unit.pitch = Double(parameters.pitch)
            timePitch = unit
        }
        return try QueuePipeline(
            format, cookie: state.cookie, voice: voice, rate: state.rate, timePitch: timePitch, tap: state.tap,
            line: line)
    }

    /// Has a thread make `call` where the caller must not wait, or where an earlier call that was left to a thread is not
    /// done. A tap may be what keeps that one waiting, so that the caller does not wait for it either.
    ///
    /// - Returns: false where the caller makes the call itself.
    func leaves(_ call: @escaping @Sendable () -> Void) -> Bool {
        let waits = state.withLock { $0.tap == nil }
        return deferred.takesOverInOrder(waiting: waits, call)
    }

    /// Runs `body` with the pipeline. Where its user calls the client's tap at present, does not wait for that: has a
    /// thread make `call`, all of the client's call, once the tap has returned and its user is done.
    ///
    /// - Returns: nil where the call was left to the thread.
    func usePipeline<Result, Failure: Error>(
        orLater call: @escaping @Sendable () -> Void, _ body: (inout PipelineState) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        if deferred.isCurrent { return try pipelineState.withLock(body) }
        if let result = try pipelineState.withLockUnlessCalling(body) { return result }
        deferred.perform(call)
        return nil
    }

    /// Lets everything be made again at the next start: settings have changed. Only while stopped.
    func discardPipeline() {
        let later: @Sendable () -> Void = { [self] in discardPipeline() }
        guard !leaves(later) else { return }
        let discarded = usePipeline(orLater: later) { pipelineState in
            guard state.withLock({ $0.run }) == .stopped else { return (PipelineState(), Sound()) }
            defer { pipelineState = PipelineState() }
            let sound = sound.withLock { sound in
                defer { sound = Sound() }
                return sound
            }
            if let source = pipelineState.source { pipelineState.output?.remove(source) }
            if let left = pipelineState.pipeline?.reset() { giveBack(left) }
            return (pipelineState, sound)
        }
        callBack()
        // The last references may be these: the output ends, and a client's tap goes, without the lock.
        withExtendedLifetime(discarded) {}
    }

    /// Frames to decode ahead of the audio thread: what the client has asked for, or its longest buffer's length, from
    /// 20 ms, or what the device may ask for at once, to 200 ms. A client of short buffers wants a short delay, one of long
    /// buffers few wake-ups.
    ///
    /// A client's callback runs at normal priority. Each time the ring has run empty, twice as much is decoded ahead, up to
    /// 200 ms: buffers go back to the client so much earlier.
    func readAhead(_ voice: QueueVoice) -> Int {
        let (asked, longest, stalls) = state.withLock { ($0.readAhead, $0.longest, $0.stalls) }
        let rate = voice.sampleRate
        let ratio = rate / format.sampleRate
        // The first cycle takes more, by what a filter needs in advance.
        let output = sound.withLock { $0.output }
        let (lead, burst) = (output?.lead ?? 0, output?.burst ?? 0)
        if let asked { return min(voice.ring.capacity, max(64, Int(Double(asked) * ratio)) + lead) }
        let usual = max(0.02 * rate, Double(burst), Double(longest) * ratio)
        return Int(min(0.2 * rate, usual * Double(1 << min(stalls, 4)))) + lead
    }
}
