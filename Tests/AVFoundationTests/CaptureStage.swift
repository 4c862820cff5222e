import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import CameraDevices
import CoreMedia
import Foundation
import TestSupport

@testable import AVFoundation

/// Microphones on a Manual device and cameras of the test's own, as a program would find them.
final class CaptureStage: @unchecked Sendable {
    let server = ManualServer()
    let cameras = TestCameras()
    let neighbourhood = SessionNeighbourhood()
    let neighbour: SessionNeighbour
    let center: CaptureCenter
    let notifications = NotificationCenter()
    private let posted = LockedValue<[Notification]>([])
    private let observers = LockedValue<[any NSObjectProtocol]>([])

    init(rate: Double = 8000, channels: Int = 1) throws {
        server.isServer = true
        server.setDevices([Self.microphone("desk", rate: rate, channels: channels, isDefault: true)])
        let (session, neighbour, connection) = try neighbourhood.program(on: server)
        try session.set(SessionSetting(.record))
        self.neighbour = neighbour
        let cameras = cameras
        center = CaptureCenter(
            connect: { () throws(AudioError) in connection }, session: session, notifications: notifications,
            cameras: { cameras })
        let names: [NSNotification.Name] = [
            .AVCaptureSessionDidStartRunning, .AVCaptureSessionDidStopRunning, .AVCaptureSessionRuntimeError,
            .AVCaptureSessionWasInterrupted, .AVCaptureSessionInterruptionEnded, .AVCaptureDeviceWasConnected,
            .AVCaptureDeviceWasDisconnected,
        ]
        let posted = posted
        for name in names {
            let observer = notifications.addObserver(forName: name, object: nil, queue: nil) { notification in
                // Without a session, which is to be freed.
                let device = notification.object as? AVCaptureDevice
                posted.withLock {
                    $0.append(
                        Notification(name: notification.name, object: device, userInfo: notification.userInfo))
                }
            }
            observers.withLock { $0.append(observer) }
        }
    }

    deinit { for observer in observers.withLock({ $0 }) { notifications.removeObserver(observer) } }

    static func microphone(
        _ id: String, rate: Double = 8000, channels: Int = 1, isDefault: Bool = false
    ) -> DeviceDescription {
        var device = DeviceDescription(
            id: id, name: "Microphone \(id)", direction: .input, sampleRate: rate, channels: channels,
            isDefault: isDefault)
        device.maker = "Maker of \(id)"
        return device
    }

    func session() -> AVCaptureSession { AVCaptureSession(notifications: notifications) }

    /// A session of a microphone and an output whose buffers the listener gets.
    func session(
        _ listener: CaptureListener, device: String? = nil, settings: [String: Any]? = nil
    ) throws -> (session: AVCaptureSession, output: AVCaptureAudioDataOutput) {
        let (session, output) = (session(), AVCaptureAudioDataOutput())
        let microphone = center.devices(.audio).first { device == nil || $0.uniqueID == device }!
        session.addInput(try AVCaptureDeviceInput(device: microphone))
        if let settings { output.audioSettings = settings }
        output.setSampleBufferDelegate(listener, queue: listener.queue)
        session.addOutput(output)
        return (session, output)
    }

    /// A session of a camera and an output whose pictures the listener gets.
    func session(
        pictures listener: CaptureListener, camera: String, settings: [String: Any]? = nil
    ) throws -> (session: AVCaptureSession, output: AVCaptureVideoDataOutput) {
        let (session, output) = (session(), AVCaptureVideoDataOutput())
        let camera = center.devices(.video).first { $0.uniqueID == camera }!
        session.addInput(try AVCaptureDeviceInput(device: camera))
        if let settings { output.videoSettings = settings }
        output.setSampleBufferDelegate(listener, queue: listener.queue)
        session.addOutput(output)
        return (session, output)
    }

    /// The names of what was posted so far, without "AVCapture" and "Notification".
    var names: [String] {
        posted.withLock { $0.map { $0.name.rawValue } }.map {
            $0.replacingOccurrences(of: "AVCapture", with: "").replacingOccurrences(of: "Notification", with: "")
        }
    }

    func error(_ index: Int) -> AVError? {
        posted.withLock { $0[index].userInfo?[AVCaptureSessionErrorKey] as? AVError }
    }

    func forget() { posted.withLock { $0 = [] } }

    func notification(_ index: Int) -> Notification { posted.withLock { $0[index] } }

    /// Lets the microphone bring a sound, no faster than it is taken.
    func bring(_ sound: [Float], channels: Int = 1, to listener: CaptureListener? = nil) {
        let part = 256 * channels
        for start in stride(from: 0, to: sound.count, by: part) {
            let piece = Array(sound[start..<min(sound.count, start + part)])
            _ = server.advance(piece.count / channels, input: piece)
            // The queue takes it from its ring within some milliseconds; the ring holds a second.
            if start % (16 * part) == 0 { usleep(3000) }
        }
    }
}

/// Keeps what an output gives, and where it was called.
final class CaptureListener: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate,
    AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable
{
    let queue = DispatchQueue(label: "capture-listener")
    private static let key = DispatchSpecificKey<Int>()
    private let mark: Int
    private struct State {
        var buffers: [CMSampleBuffer] = []
        var dropped: [CMSampleBuffer] = []
        var strays = 0
        var body: (@Sendable (AVCaptureOutput, CMSampleBuffer) -> Void)?
    }
    private let state = WaitableValue(State())

    init(_ body: (@Sendable (AVCaptureOutput, CMSampleBuffer) -> Void)? = nil) {
        mark = Int.random(in: 1...Int.max)
        super.init()
        queue.setSpecific(key: Self.key, value: mark)
        state.withLock { $0.body = body }
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        let isHere = DispatchQueue.getSpecific(key: Self.key) == mark && connection.output === output
        let body = state.withLock { state in
            state.buffers.append(sampleBuffer)
            if !isHere { state.strays += 1 }
            return state.body
        }
        body?(output, sampleBuffer)
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        let isHere = DispatchQueue.getSpecific(key: Self.key) == mark && connection.output === output
        state.withLock { state in
            state.dropped.append(sampleBuffer)
            if !isHere { state.strays += 1 }
        }
    }

    var buffers: [CMSampleBuffer] { state.withLock { $0.buffers.map { $0 } } }
    var dropped: [CMSampleBuffer] { state.withLock { $0.dropped.map { $0 } } }
    /// Calls that came elsewhere than on the queue, or from another output.
    var strays: Int { state.withLock { $0.strays } }
    var frames: Int { buffers.reduce(0) { $0 + $1.numSamples } }

    /// Waits until so many frames have come and the delegate is done with them; false when that takes too long.
    func wait(frames: Int) -> Bool {
        let hasCome = state.wait(nanoseconds: 20_000_000_000) { state in
            state.buffers.reduce(0) { $0 + $1.numSamples } >= frames ? true : nil
        }
        queue.sync {}
        return hasCome ?? false
    }

    /// The same for notes of what was left out.
    func wait(dropped: Int) -> Bool {
        let hasCome = state.wait(nanoseconds: 20_000_000_000) { $0.dropped.count >= dropped ? true : nil }
        queue.sync {}
        return hasCome ?? false
    }

    /// Everything that came, as values of a type.
    func samples<Value: BitwiseCopyable>(_: Value.Type) -> [Value] {
        buffers.flatMap { buffer -> [Value] in
            guard let data = try? buffer.dataBuffer?.dataBytes() else { return [] }
            return data.withUnsafeBytes { Array($0.bindMemory(to: Value.self)) }
        }
    }
}

/// Cameras whose pictures the test makes.
final class TestCameras: CameraServer {
    struct Opened: Sendable {
        let camera: String
        let format: CameraFormat
        let rate: CameraRate?
        let receiver: CameraReceiver
        let stream: Stream
    }

    final class Stream: CameraStream {
        private let closed = LockedValue(false)
        var isClosed: Bool { closed.withLock { $0 } }
        func close() { closed.withLock { $0 = true } }
    }

    private struct State {
        var cameras: [CameraDescription] = []
        var opened: [Opened] = []
        var watchers: [@Sendable () -> Void] = []
        var refusal: AudioError?
    }

    private let state = LockedValue(State())

    func cameras() -> [CameraDescription] { state.withLock { $0.cameras } }

    func set(_ cameras: [CameraDescription]) {
        state.withLock { $0.cameras = cameras }
        for watcher in state.withLock({ $0.watchers }) { watcher() }
    }

    func refuse(with error: AudioError?) { state.withLock { $0.refusal = error } }

    func open(
        _ camera: String, _ format: CameraFormat, rate: CameraRate?, _ receiver: CameraReceiver
    ) throws(AudioError) -> any CameraStream {
        if let refusal = state.withLock({ $0.refusal }) { throw refusal }
        let stream = Stream()
        state.withLock {
            $0.opened.append(
                Opened(camera: camera, format: format, rate: rate, receiver: receiver, stream: stream))
        }
        return stream
    }

    func watch(_ changed: @escaping @Sendable () -> Void) { state.withLock { $0.watchers.append(changed) } }

    var opened: [Opened] { state.withLock { $0.opened } }
    /// Those that are open now.
    var open: [Opened] { opened.filter { !$0.stream.isClosed } }

    /// Brings a picture to everyone who has a camera open, as a camera does: not after the end of the stream.
    func bring(_ camera: String, _ bytes: [UInt8], stride: Int, at hostTime: UInt64) {
        bytes.withUnsafeBytes { bytes in
            for opened in open where opened.camera == camera {
                opened.receiver.frame(
                    CameraFrame(
                        opened.format.layout, opened.format.width, opened.format.height, bytes: bytes,
                        stride: stride, hostTime: hostTime))
            }
        }
    }
}
