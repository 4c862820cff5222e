import AudioCore
import AudioDevices
import AudioIO
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Recording queues on a device whose format changes between two recordings.
@Suite struct RecordingDeviceTests {
    private let server = ManualServer()
    private let connection: Connection

    init() throws {
        let server = self.server
        server.isServer = true
        server.setDevices([Self.microphone(rate: 8000, channels: 1)])
        connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }

    private static func microphone(rate: Double, channels: Int) -> DeviceDescription {
        var device = DeviceDescription(
            id: "microphone", name: "Microphone", direction: .input, channels: channels, isDefault: true)
        device.sampleRate = rate
        return device
    }

    /// A queue that records, and the samples that it has given.
    private func queue(
        _ format: StreamFormat
    ) throws -> (queue: RecordingQueue, given: LockedValue<[Float]>) {
        let given = LockedValue<[Float]>([])
        let connection = connection
        let provider: RecordingQueue.InputProvider = { (device) throws(AudioError) in
            try Input.shared(device: device, on: connection)
        }
        let queue = try RecordingQueue(format, input: provider) { _, buffer, _, _, _ in
            let data = UnsafeRawBufferPointer(
                start: buffer.pointee.mAudioData, count: Int(buffer.pointee.mAudioDataByteSize))
            given.withLock { $0 += data.bindMemory(to: Float.self) }
        }
        _ = try queue.register()
        return (queue, given)
    }

    private func enqueue(_ queue: RecordingQueue, _ frames: Int) throws {
        for _ in 0..<4 {
            let buffer = try queue.allocateBuffer(bytes: frames * 4, descriptions: 0)
            _ = try queue.enqueue(EnqueueRequest(buffer: buffer))
        }
    }

    private func rate(of queue: RecordingQueue) throws -> Double? {
        guard case .bytes(let bytes) = try queue.property(kAudioQueueDeviceProperty_SampleRate) else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: Double.self) }
    }

    @Test func aStoppedQueueLetsTheDeviceGo() throws {
        let (queue, given) = try queue(.float32(sampleRate: 8000, channels: 1))
        defer { try? queue.dispose(immediately: true) }
        for number in 1...3 {
            try enqueue(queue, 64)
            try queue.start(at: nil)
            #expect(eventually { server.runningStreams == 1 })
            server.advance(64, input: [Float](repeating: Float(number), count: 64))
            try queue.stop(immediately: number != 2)
            #expect(eventually { server.openStreams == 0 && !queue.registration.withLock { $0.isRunning } })
        }
        #expect(given.withLock { $0 } == (1...3).flatMap { [Float](repeating: Float($0), count: 64) })
    }

    /// What the queue gives has its own format, whatever the device's is by then.
    @Test func aStartTakesTheDeviceAsItIs() throws {
        let (queue, given) = try queue(.float32(sampleRate: 8000, channels: 1))
        defer { try? queue.dispose(immediately: true) }
        // Asked before the start, this opens the device.
        #expect(try rate(of: queue) == 8000)
        server.setDevices([Self.microphone(rate: 16_000, channels: 2)])
        try enqueue(queue, 400)
        try queue.start(at: nil)
        #expect(eventually { server.runningStreams == 1 && server.openStreams == 1 })
        #expect(try rate(of: queue) == 16_000)
        server.advance(1600, input: (0..<3200).map { $0 % 2 == 0 ? 0.5 : 0.25 })
        try queue.stop(immediately: true)
        let samples = given.withLock { $0 }
        #expect(samples.count == 800)
        #expect(samples.dropFirst(100).dropLast(100).allSatisfy { abs($0 - 0.5) < 1e-3 })
    }

    /// The encoder's cookie is there until the next start, though the device is closed.
    @Test func theCookieOutlivesTheDevice() throws {
        let (queue, _) = try queue(StreamFormat(sampleRate: 8000, formatID: .alac, channels: 1))
        defer { try? queue.dispose(immediately: true) }
        try queue.start(at: nil)
        #expect(eventually { server.runningStreams == 1 })
        try queue.stop(immediately: true)
        #expect(eventually { server.openStreams == 0 })
        guard case .bytes(let cookie) = try queue.property(kAudioQueueProperty_MagicCookie) else {
            Issue.record("there is no cookie")
            return
        }
        #expect(cookie.count >= 24 && server.openStreams == 0)
    }

    /// Samples that are no numbers stay in no level.
    @Test func aSampleThatIsNoNumberSpoilsNoLevel() throws {
        let (queue, _) = try queue(.float32(sampleRate: 8000, channels: 1))
        defer { try? queue.dispose(immediately: true) }
        try withUnsafeBytes(of: UInt32(1)) {
            try queue.setProperty(kAudioQueueProperty_EnableLevelMetering, .bytes($0))
        }
        try queue.start(at: nil)
        #expect(eventually { server.runningStreams == 1 })
        server.advance(4, input: [.nan, .infinity, -.infinity, 0.5])
        for _ in 0..<20 { server.advance(400, input: [Float](repeating: 0.5, count: 400)) }
        let levels = queue.sound.withLock { $0.capture }?.meters.level(0)
        #expect(levels.map { abs($0.average - 0.5) < 1e-3 && $0.peak == 0.5 } == true, "\(String(describing: levels))")
    }
}
