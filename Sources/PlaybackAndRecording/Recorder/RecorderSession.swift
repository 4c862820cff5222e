import AudioCore
import AudioFiles
import AudioSession
import CAudioToolbox
import Synchronization

/// One recording: a queue that records linear PCM, and the file that its frames are encoded into.
///
/// The file is touched on the queue's own thread alone, from the first frame to its end.
final class RecorderSession: @unchecked Sendable {
    /// How a recording ended.
    enum Ending: Sendable {
        case stopped
        case failed(AudioError)
    }

    let queue: RecordingQueue
    /// The format of the frames that are recorded.
    let format: StreamFormat
    /// Frames in the file so far.
    let frames = Atomic<Int>(0)
    /// Frames at which it ends; less than 0: none.
    let limit = Atomic<Int>(-1)
    /// The latest number of captured frames that was reported.
    private let reported = LockedValue(0.0)
    private let file: ExtendedFile
    private let relay: Relay
    /// For each channel one of the device's, from 1 on; empty: the usual ones.
    private let assignments = LockedValue<[Int]>([])

    /// What the queue's callback gets at.
    private final class Relay: Sendable {
        let session = LockedValue<WeakSession>(WeakSession())
    }

    private struct WeakSession { weak var value: RecorderSession? }

    // The queue's thread alone.
    private var isOver = false
    private let didEnd: @Sendable (RecorderSession, Ending) -> Void

    /// Buffers, and what they last.
    private static let buffers = 8
    private static let seconds = 0.02

    /// - Parameters:
    ///   - file: open for writing, with the format of the frames as its client's. The session closes it.
    ///   - name: what users know the recording by; nil for nothing.
    ///   - conversion: how the device's frames become those of the file.
    ///   - didEnd: called once, on the queue's thread, when the file is complete.
    init(
        _ file: ExtendedFile, name: String?, device: String?, conversion: [ConverterSetting], session: SessionCenter,
        input: @escaping RecordingQueue.InputProvider,
        didEnd: @escaping @Sendable (RecorderSession, Ending) -> Void
    ) throws(AudioError) {
        self.file = file
        self.didEnd = didEnd
        format = file.clientFormat
        let relay = Relay()
        self.relay = relay
        queue = try RecordingQueue(format, input: input) { _, buffer, _, _, _ in
            relay.session.withLock { $0.value }?.take(buffer)
        }
        queue.session = session
        queue.setTitle(name)
        _ = try queue.register()
        relay.session.withLock { $0.value = self }
        queue.registration.withLock { $0.device = device }
        queue.state.withLock { state in
            state.converterSettings = conversion.map { setting in
                (setting.property.rawValue, withUnsafeBytes(of: setting.value) { Array($0) })
            }
        }
        try enqueue(Self.buffers)
    }

    /// Frames that a buffer holds.
    private var bufferFrames: Int { max(64, Int(Self.seconds * format.sampleRate)) }

    /// Gives the queue new buffers.
    private func enqueue(_ count: Int) throws(AudioError) {
        for _ in 0..<count {
            let buffer = try queue.allocateBuffer(bytes: bufferFrames * format.bytesPerFrame, descriptions: 0)
            _ = try queue.enqueue(EnqueueRequest(buffer: buffer))
        }
    }

    /// Writes what a buffer holds, and has it filled again.
    private func take(_ buffer: UnsafeMutablePointer<AudioQueueBuffer>) {
        guard !isOver else { return }
        let limit = limit.load(ordering: .acquiring)
        let done = frames.load(ordering: .relaxed)
        let got = Int(buffer.pointee.mAudioDataByteSize) / format.bytesPerFrame
        let count = limit < 0 ? got : min(got, max(0, limit - done))
        do throws(AudioError) {
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: UInt32(format.channels),
                    mDataByteSize: UInt32(count * format.bytesPerFrame), mData: buffer.pointee.mAudioData))
            if count > 0 { try file.write(count, &list) }
        } catch { return end(.failed(error)) }
        frames.store(done + count, ordering: .releasing)
        if limit >= 0, done + count >= limit { return end(.stopped) }
        // It fails where the queue is being stopped, and the buffer is not needed any more.
        _ = try? queue.enqueue(EnqueueRequest(buffer: buffer))
    }

    /// Completes the file. On the queue's thread.
    private func end(_ ending: Ending) {
        guard !isOver else { return }
        isOver = true
        try? queue.stop(immediately: true)
        var ending = ending
        do throws(AudioError) { try file.dispose() } catch {
            if case .stopped = ending { ending = .failed(error) }
        }
        didEnd(self, ending)
        try? queue.dispose(immediately: true)
    }

    /// Stops, and completes the file with all that was recorded. Returns when that is done, unless a queue's callback calls.
    func stop() {
        makeRoom()
        try? queue.stop(immediately: true)
        queue.caller.performAndWait { [self] in end(.stopped) }
    }

    /// Ends capturing, and gives the queue buffers for all that is in its ring: where the disk was slow that is more than the
    /// usual ones hold, and a queue that stops throws the rest away.
    private func makeRoom() {
        try? queue.pause()
        guard let capture = queue.sound.withLock({ $0.capture }) else { return }
        let frames = Double(capture.ring.waitingFrames) * format.sampleRate / capture.sampleRate
        // What has no room then is lost, as there is no memory for it.
        try? enqueue(Int(frames) / bufferFrames + Self.buffers)
    }

    /// Frames captured so far, those too that are still to be encoded. Between two cycles it continues with the device's time.
    func capturedFrames(isPaused: Bool) -> Double {
        let (capture, input) = queue.sound.withLock { ($0.capture, $0.input) }
        guard let capture, let input else { return 0 }
        var captured = Double(capture.ring.writtenFrames)
        if !isPaused, !capture.isWaiting.load(ordering: .relaxed), let clock = input.clock {
            // The frames of the last cycle count as slowly as those of the present one are captured.
            let next = Double(input.capturedFrames)
            let passed = max(0, clock.sampleTime(at: input.now) - next)
            captured -= max(0, next - Double(clock.sampleTime) - passed)
        }
        captured *= format.sampleRate / capture.sampleRate
        let limit = limit.load(ordering: .acquiring)
        return reported.withLock { reported in
            reported = max(reported, limit < 0 ? captured : min(captured, Double(limit)))
            return reported
        }
    }

    /// Linear levels of a channel.
    func level(_ channel: Int) -> (average: Float, peak: Float) {
        guard let capture = queue.sound.withLock({ $0.capture }), (0..<format.channels).contains(channel) else {
            return (0, 0)
        }
        let assignments = assignments.withLock { $0 }
        let source = assignments.isEmpty ? min(channel, capture.channels - 1) : assignments[channel] - 1
        return (0..<capture.channels).contains(source) ? capture.meters.level(source) : (0, 0)
    }

    /// Records each channel from one of the device's. Only before the start.
    func setAssignments(_ channels: [Int]) {
        let fitting = channels.count == format.channels ? channels : []
        assignments.withLock { $0 = fitting }
        queue.setAssignments(fitting)
    }

    func setMetering(_ isOn: Bool) {
        try? withUnsafeBytes(of: UInt32(isOn ? 1 : 0)) {
            try queue.setProperty(kAudioQueueProperty_EnableLevelMetering, .bytes($0))
        }
    }
}
