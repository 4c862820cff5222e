import AudioCore
import CAudioToolbox
import CRealtime

/// A queue that plays: what stands behind `AudioQueueNewOutput`.
///
/// The client's buffers stand in a line. A thread (`QueueWorker`) decodes them into a ring (`QueuePipeline`), a little
/// ahead of what is heard; the audio thread plays the ring (`QueueVoice`) as a source of the process's one output.
package final class PlayingQueue: AudioQueue, QueueKind, @unchecked Sendable {
    package typealias OutputProvider = @Sendable (_ device: String?) throws(AudioError) -> Output
    package typealias Callback = @Sendable (OpaquePointer, UnsafeMutablePointer<AudioQueueBuffer>) -> Void

    enum RunState { case stopped, running, paused }

    struct State {
        var line: [QueueEntry] = []
        var run = RunState.stopped
        /// An end stands in the line or the ring: a stop waits for it.
        var isDraining = false
        var disposesAtEnd = false
        /// What decodes, from the first start on.
        var job: QueueWorker.Job?
        var cookie: [UInt8] = []
        var parameters = Parameters()
        var timePitch = TimePitchSettings()
        var tap: QueueTap?
        var readAhead: Int?
        /// Frames of the longest buffer enqueued so far, in the queue's rate.
        var longest = 0
        /// Frames enqueued since the start, in the queue's rate: where the next buffer will begin.
        var enqueuedFrames = 0.0
        var assignments: [(device: String, channel: Int)] = []
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
        var algorithm = QueueTimePitch.Algorithm.spectral
        var isBypassed = false
    }

    /// What is made for one device, or for rendering offline. Used under its lock by whoever decodes.
    struct Works {
        var output: Output?
        var source: OutputSource?
        var voice: QueueVoice?
        var pipeline: QueuePipeline?
        var offline: OfflineRendering?
    }

    let state = Monitor(State())
    let works = Monitor(Works())
    private let openOutput: OutputProvider
    private let callback: Callback

    /// - Throws: `queueCodec` where the format cannot be decoded; `converterFormat` for impossible formats, and for linear
    ///   PCM that is not interleaved.
    package init(
        _ format: StreamFormat, delivery: QueueDelivery = .ownThread,
        output: @escaping OutputProvider = { (device) throws(AudioError) in try Output.shared(device: device) },
        callback: @escaping Callback
    ) throws(AudioError) {
        let complete = try QueueFormats.playable(format)
        openOutput = output
        self.callback = callback
        try super.init(complete, delivery: delivery)
    }

    // MARK: The line

    package func enqueue(_ request: EnqueueRequest) throws(AudioError) -> Double? {
        let buffer = try claim(request.buffer)
        do throws(AudioError) {
            let entry = try entry(of: request, buffer)
            let frames = Double(self.frames(of: entry, buffer))
            let (start, job) = state.withLock { state in
                state.line.append(entry)
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
            entry.descriptions = request.descriptions.isEmpty ? own(buffer) : request.descriptions
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

    /// The descriptions in the buffer itself.
    private func own(_ buffer: QueueBuffer) -> [PacketDescription] {
        guard let room = buffer.pointer.pointee.mPacketDescriptions else { return [] }
        let count = min(Int(buffer.pointer.pointee.mPacketDescriptionCount), buffer.descriptionCapacity)
        return (0..<count).map { PacketDescription(room[$0]) }
    }

    /// Frames that an entry will sound for, as far as can be told without decoding.
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

    /// Gives a buffer back to the client.
    func giveBack(_ buffer: QueueBuffer) {
        caller.perform { [self] in returnNow(buffer) }
    }

    private func returnNow(_ buffer: QueueBuffer) {
        release(buffer)
        guard let reference = books.withLock({ $0.reference }) else { return }
        callback(reference, buffer.pointer)
    }

    // MARK: Works

    /// How the pipeline sees the line.
    private var line: QueuePipeline.Line {
        QueuePipeline.Line(
            peek: { [unowned self] in state.withLock { $0.line.first } },
            take: { [unowned self] in state.withLock { _ = $0.line.removeFirst() } },
            giveBack: { [unowned self] in giveBack($0) })
    }

    /// Opens the output and makes what plays through it, where that has not been done.
    func connect(_ works: inout Works) throws(AudioError) {
        guard works.voice == nil else { return }
        let device = books.withLock { $0.device }
        let output: Output
        do throws(AudioError) { output = try openOutput(device) } catch {
            throw device == nil ? .queueCannotStart.because(error.reason) : .queueDevice.because(error.reason)
        }
        let voice = makeVoice(outputs: output.format.channels, sampleRate: output.format.sampleRate)
        works.pipeline = try makePipeline(voice)
        works.voice = voice
        works.output = output
        works.source = OutputSource(context: Unmanaged.passUnretained(voice).toOpaque(), owner: voice) {
            context, cycle in
            Unmanaged<QueueVoice>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.render(cycle.pointee) }
        }
        output.observe(for: voice) { [weak self] event in
            if event == .resumed || event == .lost { self?.books.withLock { $0.discontinuities += 1 } }
        }
    }

    func makeVoice(outputs: Int, sampleRate: Double) -> QueueVoice {
        let (parameters, assignments, readAhead) = state.withLock { ($0.parameters, $0.assignments, $0.readAhead) }
        let (layout, isMetering) = books.withLock { ($0.layout, $0.isMetering) }
        let gains = QueueFormats.gains(
            channels: format.channels, outputs: outputs, layout: layout, assignments: assignments.map(\.channel))
        let ratio = sampleRate / format.sampleRate
        let frames = max(Int(sampleRate / 2), Int(Double(readAhead ?? 0) * ratio) + 1024)
        let voice = QueueVoice(
            channels: format.channels, outputs: outputs, gains: gains, sampleRate: sampleRate, frames: frames)
        voice.volume.write(parameters.volume)
        voice.pan.write(parameters.pan)
        voice.rampTime.write(parameters.rampTime)
        voice.isMetering.store(isMetering, ordering: .relaxed)
        return voice
    }

    func makePipeline(_ voice: QueueVoice) throws(AudioError) -> QueuePipeline {
        let (cookie, settings, parameters, tap) = state.withLock { ($0.cookie, $0.timePitch, $0.parameters, $0.tap) }
        var timePitch: QueueTimePitch?
        if settings.isEnabled {
            let unit = try QueueTimePitch(
                channels: format.channels, sampleRate: format.sampleRate, algorithm: settings.algorithm)
            unit.isBypassed = settings.isBypassed
            unit.rate = Double(parameters.rate)
            unit.pitch = Double(parameters.pitch)
            timePitch = unit
        }
        return try QueuePipeline(format, cookie: cookie, voice: voice, timePitch: timePitch, tap: tap, line: line)
    }

    /// Lets everything be made again at the next start: settings have changed. Only while stopped.
    func discardWorks() {
        let output = works.withLock { works in
            defer { (works.voice, works.pipeline, works.source, works.output) = (nil, nil, nil, nil) }
            if let source = works.source { works.output?.remove(source) }
            if let left = works.pipeline?.reset() { giveBack(left) }
            return works.output
        }
        // The output may be the last reference's, and ends outside of the lock.
        withExtendedLifetime(output) {}
    }

    /// Frames to decode ahead of the audio thread: what the client has asked for, or its longest buffer's length, from
    /// 20 ms to 200 ms. A client of short buffers wants to be heard soon, one of long buffers wants peace.
    func readAhead(_ voice: QueueVoice) -> Int {
        let (asked, longest) = state.withLock { ($0.readAhead, $0.longest) }
        let rate = voice.sampleRate
        let ratio = rate / format.sampleRate
        if let asked { return min(voice.ring.capacity, max(64, Int(Double(asked) * ratio))) }
        return Int(max(0.02 * rate, min(0.2 * rate, Double(longest) * ratio)))
    }
}
