import AVFoundation

/// Takes the microphone as speech programs do: buffers of one format, as a stream.
final class Dictation: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate, @unchecked Sendable {
    private let session = AVCaptureSession()
    private let output = AVCaptureAudioDataOutput()
    private let queue = DispatchQueue(label: "dictation.audio", qos: .userInitiated)
    private var continuation: AsyncStream<AVAudioPCMBuffer>.Continuation?
    private var observers: [NSObjectProtocol] = []
    private(set) var errors = 0

    enum Failure: Error { case noMicrophone, refused }

    /// The sound from now on, until `finish()`.
    func begin() async throws -> AsyncStream<AVAudioPCMBuffer> {
        guard await AVCaptureDevice.requestAccess(for: .audio) else { throw Failure.refused }
        guard let microphone = AVCaptureDevice.default(for: .audio) else { throw Failure.noMicrophone }
        let input = try AVCaptureDeviceInput(device: microphone)
        session.beginConfiguration()
        session.sessionPreset = .high
        guard session.canAddInput(input), session.canAddOutput(output) else { throw Failure.noMicrophone }
        session.addInput(input)
        session.addOutput(output)
        output.setSampleBufferDelegate(self, queue: queue)
        session.commitConfiguration()
        let center = NotificationCenter.default
        for name in [NSNotification.Name.AVCaptureSessionRuntimeError, .AVCaptureSessionWasInterrupted] {
            observers.append(
                center.addObserver(forName: name, object: session, queue: nil) { [weak self] notification in
                    if notification.userInfo?[AVCaptureSessionErrorKey] is AVError { self?.errors += 1 }
                })
        }
        let (stream, continuation) = AsyncStream<AVAudioPCMBuffer>.makeStream()
        self.continuation = continuation
        session.startRunning()
        guard session.isRunning else { throw Failure.refused }
        return stream
    }

    func finish() {
        session.stopRunning()
        continuation?.finish()
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        for input in session.inputs { session.removeInput(input) }
        for output in session.outputs { session.removeOutput(output) }
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let description = CMSampleBufferGetFormatDescription(sampleBuffer) else { return }
        let format = AVAudioFormat(cmAudioFormatDescription: description)
        let frames = AVAudioFrameCount(CMSampleBufferGetNumSamples(sampleBuffer))
        guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames) else { return }
        buffer.frameLength = frames
        let status = CMSampleBufferCopyPCMDataIntoAudioBufferList(
            sampleBuffer, at: 0, frameCount: Int32(frames), into: buffer.mutableAudioBufferList)
        if status == noErr { continuation?.yield(buffer) }
    }
}

/// Counts the pictures of a camera, where there is one.
final class PictureCounter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
    private let session = AVCaptureSession()
    private let queue = DispatchQueue(label: "pictures")
    private(set) var count = 0
    private(set) var dropped = 0

    /// False where there is no camera.
    func begin() throws -> Bool {
        let discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: .unspecified)
        guard let camera = discovery.devices.first else { return false }
        let output = AVCaptureVideoDataOutput()
        output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        output.alwaysDiscardsLateVideoFrames = true
        output.setSampleBufferDelegate(self, queue: queue)
        session.addInput(try AVCaptureDeviceInput(device: camera))
        session.addOutput(output)
        if let connection = output.connection(with: .video), connection.isVideoOrientationSupported {
            connection.videoOrientation = .portrait
        }
        session.startRunning()
        return session.isRunning
    }

    func finish() { session.stopRunning() }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) { if CMSampleBufferGetImageBuffer(sampleBuffer) != nil { count += 1 } }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) { dropped += 1 }
}
