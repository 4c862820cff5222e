import AudioCore
import AudioFiles
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
    /// Of the frames that are recorded.
    let format: StreamFormat
    /// Frames in the file so far.
    let frames = Atomic<Int>(0)
    /// Frames at which it ends; less than 0: none.
    let limit = Atomic<Int>(-1)
    private let file: ExtendedFile
    private let relay: Relay

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
    ///   - didEnd: called once, on the queue's thread, when the file is complete.
    init(
        _ file: ExtendedFile, device: String?, input: @escaping RecordingQueue.InputProvider,
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
        _ = try queue.register()
        relay.session.withLock { $0.value = self }
        queue.registration.withLock { $0.device = device }
        let size = max(64, Int(Self.seconds * format.sampleRate)) * format.bytesPerFrame
        for _ in 0..<Self.buffers {
            _ = try queue.enqueue(EnqueueRequest(buffer: queue.allocateBuffer(bytes: size, descriptions: 0)))
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
        try? queue.stop(immediately: true)
        queue.caller.performAndWait { [self] in end(.stopped) }
    }

    /// Linear levels of a channel.
    func level(_ channel: Int) -> (average: Float, peak: Float) {
        guard let capture = queue.sound.withLock({ $0.capture }), (0..<format.channels).contains(channel) else {
            return (0, 0)
        }
        return capture.meters.level(min(channel, capture.channels - 1))
    }

    func setMetering(_ isOn: Bool) {
        try? withUnsafeBytes(of: UInt32(isOn ? 1 : 0)) {
            try queue.setProperty(kAudioQueueProperty_EnableLevelMetering, .bytes($0))
        }
    }
}
