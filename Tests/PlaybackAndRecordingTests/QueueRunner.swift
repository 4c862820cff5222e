import AudioCore
import AudioDevices
import AudioIO
import CAudioToolbox
import TestSupport

@testable import PlaybackAndRecording

/// A playing queue on a Manual device, with the callbacks that its client got.
final class QueueRunner: @unchecked Sendable {
    let server: ManualServer
    let output: Output
    let queue: PlayingQueue
    private let returned = LockedValue<[UnsafeMutablePointer<AudioQueueBuffer>]>([])
    private let refill = LockedValue<(@Sendable (PlayingQueue, UnsafeMutablePointer<AudioQueueBuffer>) -> Void)?>(nil)

    init(
        _ format: StreamFormat = .float32(sampleRate: 1000, channels: 1), server: ManualServer = ManualServer(),
        output: Output? = nil, delivery: QueueDelivery = .ownThread,
        hostTime: @escaping @Sendable () -> UInt64 = { HostTime.now() }
    ) throws {
        self.server = server
        let output = try output ?? server.output()
        self.output = output
        let returned = returned
        let refill = refill
        let provider: PlayingQueue.OutputProvider = { (_) throws(AudioError) in output }
        queue = try PlayingQueue(format, delivery: delivery, output: provider, hostTime: hostTime) {
            reference, buffer in
            let body = refill.withLock { $0 }
            if let queue = try? AudioQueue.handles.object(for: reference) as? PlayingQueue { body?(queue, buffer) }
            returned.withLock { $0.append(buffer) }
        }
        _ = try queue.register()
    }

    func end() throws { try queue.dispose(immediately: true) }

    /// Calls `body` with each buffer that comes back, before it is counted.
    func onReturn(_ body: @escaping @Sendable (PlayingQueue, UnsafeMutablePointer<AudioQueueBuffer>) -> Void) {
        refill.withLock { $0 = body }
    }

    var returnedBuffers: [UnsafeMutablePointer<AudioQueueBuffer>] { returned.withLock { $0.unshared } }

    @discardableResult
    func enqueue(
        _ samples: [Float], startFrame: Double? = nil, trim: (Int, Int) = (0, 0), events: [(UInt32, Float)] = []
    ) throws -> UnsafeMutablePointer<AudioQueueBuffer> {
        let buffer = try queue.allocateBuffer(bytes: samples.count * 4, descriptions: 0)
        samples.withUnsafeBytes { buffer.pointee.mAudioData.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        buffer.pointee.mAudioDataByteSize = UInt32(samples.count * 4)
        var request = EnqueueRequest(buffer: buffer)
        (request.trimAtStart, request.trimAtEnd) = trim
        request.events = events.map { AudioQueueParameterEvent(mID: $0.0, mValue: $0.1) }
        if let startFrame {
            var time = AudioTimeStamp()
            time.mSampleTime = startFrame
            time.mFlags = .sampleTimeValid
            request.startTime = time
        }
        _ = try queue.enqueue(request)
        return buffer
    }

    /// Starts, and waits until the device calls.
    func start(at time: AudioTimeStamp? = nil) throws {
        try queue.start(at: time)
        guard eventually({ self.server.runningStreams == 1 }) else { throw AudioError.queueCannotStart }
    }

    /// Waits until the ring holds at least this many frames more than were played.
    func waitForDecoded(_ frames: Int) -> Bool {
        eventually {
            guard let voice = self.queue.pipelineState.withLock({ $0.voice }) else { return false }
            return voice.ring.writtenFrames >= frames
        }
    }

    var isRunning: Bool { queue.registration.withLock { $0.isRunning } }
}

extension PlayingQueue {
    func set(_ property: UInt32, _ value: UInt32) throws {
        try withUnsafeBytes(of: value) { try setProperty(property, .bytes($0)) }
    }
}

extension AudioTimeStamp {
    static func host(_ time: UInt64) -> AudioTimeStamp {
        var stamp = AudioTimeStamp()
        stamp.mHostTime = time
        stamp.mFlags = .hostTimeValid
        return stamp
    }

    static func sample(_ time: Double) -> AudioTimeStamp {
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = time
        stamp.mFlags = .sampleTimeValid
        return stamp
    }
}
