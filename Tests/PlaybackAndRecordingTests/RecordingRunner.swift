import AudioCore
import AudioDevices
import AudioIO
import CAudioToolbox
import TestSupport

@testable import PlaybackAndRecording

/// A recording queue on a Manual device, and the buffers that its callback received.
final class RecordingRunner: @unchecked Sendable {
    struct Given {
        let buffer: UnsafeMutablePointer<AudioQueueBuffer>
        let bytes: [UInt8]
        let time: AudioTimeStamp
        let packets: Int
        let descriptions: [AudioStreamPacketDescription]?
        var samples: [Float] { bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
    }

    let server: ManualServer
    let queue: RecordingQueue
    private let given = LockedValue<[Given]>([])
    private let body = LockedValue<(@Sendable (RecordingQueue) -> Void)?>(nil)

    init(
        _ format: StreamFormat = .float32(sampleRate: 1000, channels: 1), rate: Double = 1000, channels: Int = 1
    ) throws {
        let server = ManualServer()
        self.server = server
        var configuration = InputConfiguration()
        configuration.sampleRate = rate
        configuration.framesPerCycle = 4
        configuration.channels = channels
        let input = try Input(configuration) { (events) throws(AudioError) in
            try Manual(server: server, events: events)
        }
        let given = given
        let body = body
        let provider: RecordingQueue.InputProvider = { (_) throws(AudioError) in input }
        queue = try RecordingQueue(format, input: provider) { reference, buffer, time, packets, descriptions in
            let data = UnsafeRawBufferPointer(
                start: buffer.pointee.mAudioData, count: Int(buffer.pointee.mAudioDataByteSize))
            let one = Given(
                buffer: buffer, bytes: Array(data), time: time.pointee, packets: Int(packets),
                descriptions: descriptions.map { Array(UnsafeBufferPointer(start: $0, count: Int(packets))) })
            given.withLock { $0.append(one) }
            if let queue = try? AudioQueue.handles.object(for: reference) as? RecordingQueue {
                body.withLock { $0 }?(queue)
            }
        }
        _ = try queue.register()
    }

    func end() throws { try queue.dispose(immediately: true) }

    /// Calls `body` with each returned buffer.
    func onGiven(_ body: @escaping @Sendable (RecordingQueue) -> Void) { self.body.withLock { $0 = body } }

    func enqueue(frames: Int) throws { try enqueue(bytes: frames * max(queue.format.bytesPerFrame, 1)) }

    func enqueue(bytes: Int) throws {
        let buffer = try queue.allocateBuffer(bytes: bytes, descriptions: 0)
        _ = try queue.enqueue(EnqueueRequest(buffer: buffer))
    }

    func start() throws {
        try queue.start(at: nil)
        guard eventually({ self.server.runningStreams == 1 }) else { throw AudioError.queueCannotStart }
    }

    /// Lets the device deliver a sound, no faster than the queue reads it.
    func record(_ sound: [Float]) {
        for start in stride(from: 0, to: sound.count, by: 256) {
            let part = Array(sound[start..<min(sound.count, start + 256)])
            server.advance(part.count, input: part)
            _ = eventually { self.queue.pipelineState.withLock { $0.capture?.ring.waitingFrames == 0 } }
        }
    }

    var all: [Given] { given.withLock { $0.unshared } }
    func waitFor(_ count: Int) -> Bool { eventually { self.all.count >= count } }
    var isRunning: Bool { queue.registration.withLock { $0.isRunning } }
}
