import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import CameraDevices
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// Capture sessions on a PipeWire server of their own: its microphone, and a camera that is another program.
@Suite(.serialized) struct CaptureServerTests {
    /// Keeps what the outputs give.
    private final class Listener: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate,
        AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable
    {
        let queue = DispatchQueue(label: "listener")
        private let given = LockedValue<(buffers: [CMSampleBuffer], dropped: [CMSampleBuffer])>(([], []))

        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
        ) { given.withLock { $0.buffers.append(sampleBuffer) } }

        func captureOutput(
            _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
        ) { given.withLock { $0.dropped.append(sampleBuffer) } }

        var buffers: [CMSampleBuffer] { given.withLock { $0.buffers.map { $0 } } }
        var dropped: [CMSampleBuffer] { given.withLock { $0.dropped.map { $0 } } }
        var samples: [Float] {
            buffers.flatMap { buffer -> [Float] in
                guard let data = try? buffer.dataBuffer?.dataBytes() else { return [] }
                return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
            }
        }
    }

    /// What a session posts.
    private final class Posts: Sendable {
        let center = NotificationCenter()
        private let list = LockedValue<[(name: NSNotification.Name, error: AVError?)]>([])
        private let observers = LockedValue<[any NSObjectProtocol]>([])

        init() {
            let names: [NSNotification.Name] = [
                .AVCaptureSessionRuntimeError, .AVCaptureDeviceWasConnected, .AVCaptureDeviceWasDisconnected,
            ]
            for name in names {
                let observer = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
                    let error = notification.userInfo?[AVCaptureSessionErrorKey] as? AVError
                    self?.list.withLock { $0.append((notification.name, error)) }
                }
                observers.withLock { $0.append(observer) }
            }
        }

        deinit { for observer in observers.withLock({ $0 }) { center.removeObserver(observer) } }

        func has(_ name: NSNotification.Name) -> Bool { list.withLock { $0.contains { $0.name == name } } }
        var error: AVError? { list.withLock { $0.compactMap(\.error).first } }
        func forget() { list.withLock { $0 = [] } }
    }

    private static let hasHeaders = OtherProgram.finds("libpipewire-0.3") && OtherProgram.exists("cc")

    /// Builds the camera.
    private func camera(in folder: String) throws -> String {
        let (source, program) = (PrivateServer.projectRoot.path + "/Tests/TestCamera/camera.c", folder + "/camera")
        let flags = "$(pkg-config --cflags --libs libpipewire-0.3)"
        try #require(OtherProgram.run("cc -O1 '\(source)' -o '\(program)' \(flags)") == 0)
        return program
    }

    private func center(_ posts: Posts) throws -> CaptureCenter {
        let connection = try Connection(backend: "pipewire")
        return CaptureCenter(
            connect: { () throws(AudioError) in connection }, session: SessionCenter(), notifications: posts.center,
            cameras: { PipeWireCameras() })
    }

    /// The numbers and times that the camera has written.
    private func lines(_ path: String) -> [(number: Int, time: UInt64)] {
        ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 3, let number = Int(words[0]), let time = UInt64(words[1]) else { return nil }
            return (number, time)
        }
    }

    private func rows(_ buffer: CVPixelBuffer, _ index: Int, _ rowBytes: Int) -> [UInt8] {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, index)! : CVPixelBufferGetBaseAddress(buffer)!
        let stride =
            isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, index) : CVPixelBufferGetBytesPerRow(buffer)
        let count = isPlanar ? CVPixelBufferGetHeightOfPlane(buffer, index) : CVPixelBufferGetHeight(buffer)
        return (0..<count).flatMap { [UInt8](UnsafeRawBufferPointer(start: base + $0 * stride, count: rowBytes)) }
    }

    /// The bytes of the camera's picture of a number.
    private func picture(_ number: Int, stride: Int, rows: Int, marked: Int) -> [UInt8] {
        var bytes = (0..<stride * rows).map { UInt8(truncatingIfNeeded: $0 / 4 + 16 * number) }
        for row in 0..<marked {
            for index in 0..<4 { bytes[row * stride + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index)) }
        }
        return bytes
    }

    @Test(.needs(.pipewire), .enabled(if: hasHeaders, "no headers of PipeWire"), arguments: ["nv12", "bgra", "yuy2"])
    func bringsEveryPictureOfACamera(_ layout: String) throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let (width, height, posts, listener) = (64, 48, Posts(), Listener())
        let program = try camera(in: server.directory.path)
        let notes = server.directory.path + "/pictures"
        let process = try #require(
            server.launch(program, ["test-camera", layout, "\(width)", "\(height)", "30"], output: notes))
        defer { _ = process.end(SIGKILL) }
        let center = try center(posts)
        #expect(eventually { center.devices(.video).first?.formats.isEmpty == false })
        let device = try #require(center.devices(.video).first)
        #expect(device.uniqueID == "test-camera" && device.localizedName == "A test camera")
        #expect(device.position == .front && device.manufacturer == "A maker" && device.formats.count == 1)
        #expect(device.formats[0].videoSupportedFrameRateRanges.map(\.maxFrameRate) == [15, 30])
        #expect(device.activeFormat.formatDescription.dimensions.width == Int32(width))
        let session = AVCaptureSession(notifications: posts.center)
        session.addInput(try AVCaptureDeviceInput(device: device))
        let output = AVCaptureVideoDataOutput()
        output.alwaysDiscardsLateVideoFrames = false
        if layout == "bgra" {
            output.videoSettings = [
                String(describing: kCVPixelBufferPixelFormatTypeKey): NSNumber(value: kCVPixelFormatType_32BGRA)
            ]
        }
        output.setSampleBufferDelegate(listener, queue: listener.queue)
        session.addOutput(output)
        session.startRunning()
        #expect(session.isRunning && eventually { listener.buffers.count >= 20 })
        session.stopRunning()
        listener.queue.sync {}
        // Each picture has come or is known to have been left out, at the time that the camera says.
        let written = lines(notes)
        let all = (listener.buffers + listener.dropped)
            .map { CMClock.convertHostTimeToSystemUnits($0.presentationTimeStamp) }.sorted()
        let start = try #require(all.first)
        let first = try #require(written.firstIndex { $0.time == start })
        #expect(all == written[first..<min(written.count, first + all.count)].map(\.time))
        for buffer in listener.buffers {
            let time = CMClock.convertHostTimeToSystemUnits(buffer.presentationTimeStamp)
            let number = try #require(written.first { $0.time == time }?.number)
            let pixels = try #require(buffer.imageBuffer)
            switch layout {
            case "nv12":
                let wanted = picture(number, stride: width, rows: height * 3 / 2, marked: height)
                #expect(rows(pixels, 0, width) + rows(pixels, 1, width) == wanted)
            case "bgra":
                #expect(rows(pixels, 0, 4 * width) == picture(number, stride: 4 * width, rows: height, marked: height))
            default:
                let wanted = picture(number, stride: 2 * width, rows: height, marked: height)
                #expect(rows(pixels, 0, width) == stride(from: 0, to: wanted.count, by: 2).map { wanted[$0] })
            }
        }
        #expect(posts.error == nil)
    }

    @Test(.needs(.pipewire), .enabled(if: hasHeaders, "no headers of PipeWire"))
    func aCameraGoesAndComesBack() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        let (posts, listener) = (Posts(), Listener())
        let center = try center(posts)
        #expect(center.devices(.video).isEmpty)
        let program = try camera(in: server.directory.path)
        let words = ["test-camera", "nv12", "32", "16", "30"]
        var process = try #require(server.launch(program, words))
        #expect(eventually { posts.has(.AVCaptureDeviceWasConnected) })
        #expect(eventually { center.devices(.video).first?.formats.isEmpty == false })
        let device = try #require(center.devices(.video).first)
        let session = AVCaptureSession(notifications: posts.center)
        session.addInput(try AVCaptureDeviceInput(device: device))
        let output = AVCaptureVideoDataOutput()
        output.setSampleBufferDelegate(listener, queue: listener.queue)
        session.addOutput(output)
        session.startRunning()
        #expect(eventually { listener.buffers.count >= 3 })
        _ = process.end(SIGKILL)
        #expect(eventually { posts.has(.AVCaptureSessionRuntimeError) } && !session.isRunning)
        #expect(eventually { posts.has(.AVCaptureDeviceWasDisconnected) } && !device.isConnected)
        #expect(posts.error?.code == .deviceWasDisconnected)
        posts.forget()
        process = try #require(server.launch(program, words))
        defer { _ = process.end(SIGKILL) }
        #expect(eventually { posts.has(.AVCaptureDeviceWasConnected) && device.isConnected })
        #expect(eventually { !device.formats.isEmpty })
        let before = listener.buffers.count
        session.startRunning()
        #expect(session.isRunning && eventually { listener.buffers.count >= before + 3 })
        // The server's death ends the session; what follows is another server's.
        server.crash()
        #expect(eventually { posts.has(.AVCaptureSessionRuntimeError) } && !session.isRunning)
    }

    /// The microphone hears the speakers: every sample comes, with times that fit.
    @Test(.needs(.pipewire)) func bringsEverySampleOfAMicrophone() throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        server.linkMicrophone()
        let count = 48_000
        let attempts = Attempts()
        while true {
            let (posts, listener) = (Posts(), Listener())
            let center = try center(posts)
            let device = try #require(center.devices(.audio).first)
            #expect(device.uniqueID == "microphone")
            let session = AVCaptureSession(notifications: posts.center)
            session.addInput(try AVCaptureDeviceInput(device: device))
            let output = AVCaptureAudioDataOutput()
            output.audioSettings = [
                AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
            ]
            output.setSampleBufferDelegate(listener, queue: listener.queue)
            session.addOutput(output)
            session.startRunning()
            #expect(session.isRunning && eventually { listener.buffers.count >= 5 })
            var configuration = OutputConfiguration()
            configuration.backend = "pipewire"
            configuration.framesPerCycle = 1024
            let position = LockedValue(0)
            let pull = PullSource(output: try Output(configuration)) { samples, wanted in
                position.withLock { position in
                    let now = min(wanted, count / 2 - position)
                    for i in 0..<now * 2 { samples[i] = RenderCounter.sample(Int64(position * 2 + i)) }
                    position += now
                    return now
                }
            }
            try pull.start()
            #expect(
                eventually {
                    let samples = listener.samples
                    return (samples.firstIndex(of: RenderCounter.sample(0)).map { samples.count - $0 } ?? 0) >= count
                })
            session.stopRunning()
            pull.stop()
            let samples = listener.samples
            let start = samples.firstIndex(of: RenderCounter.sample(0)) ?? samples.count
            let same = samples[start...].enumerated().prefix { $1 == RenderCounter.sample(Int64($0)) }.count
            if same < count, attempts.another() { continue }
            #expect(same >= count)
            let times = listener.buffers.map(\.presentationTimeStamp.seconds)
            let now = CMClock.hostTimeClock.time.seconds
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 1 })
            #expect(times.last.map { $0 < now && now - $0 < 10 } == true)
            break
        }
    }
}
