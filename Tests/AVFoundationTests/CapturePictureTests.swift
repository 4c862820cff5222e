import AudioCore
import CameraDevices
import CoreMedia
import CoreVideo
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

/// What programs get of cameras: pixels, times, and what is left out.
@Suite struct CapturePictureTests {
    private let stage: CaptureStage
    private let listener = CaptureListener()

    init() throws { stage = try CaptureStage() }

    private func session(
        _ layout: CameraLayout, _ format: OSType? = nil, width: Int = 8, height: Int = 4
    ) throws -> (session: AVCaptureSession, output: AVCaptureVideoDataOutput) {
        var camera = CameraDescription(id: "cam", name: "Camera")
        camera.formats = [CameraFormat(layout, width, height, rates: [CameraRate(30)])]
        stage.cameras.set([camera])
        let settings = format.map { [String(describing: kCVPixelBufferPixelFormatTypeKey): NSNumber(value: $0)] }
        return try stage.session(pictures: listener, camera: "cam", settings: settings)
    }

    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: 16 + $0 &* 5 % 200) } }

    /// The rows of a plane without what lies between them.
    private func plane(_ buffer: CVPixelBuffer, _ index: Int, rowBytes: Int) -> [UInt8] {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let isPlanar = CVPixelBufferIsPlanar(buffer)
        let base = isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, index) : CVPixelBufferGetBaseAddress(buffer)
        let stride =
            isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, index) : CVPixelBufferGetBytesPerRow(buffer)
        let rows = isPlanar ? CVPixelBufferGetHeightOfPlane(buffer, index) : CVPixelBufferGetHeight(buffer)
        return (0..<rows).flatMap { row in
            [UInt8](UnsafeRawBufferPointer(start: base! + row * stride, count: rowBytes))
        }
    }

    private func picture(_ layout: CameraLayout, _ format: OSType?, _ bytes: [UInt8], stride: Int) throws
        -> CVPixelBuffer
    {
        let (session, _) = try session(layout, format)
        session.startRunning()
        stage.cameras.bring("cam", bytes, stride: stride, at: 1_000_000)
        #expect(listener.wait(frames: 1))
        session.stopRunning()
        return try #require(listener.buffers.first?.imageBuffer)
    }

    @Test func picturesThatAreAskedForAsTheyAreStayTheSame() throws {
        let bytes = bytes(8 * 4 * 3 / 2)
        let buffer = try picture(.nv12, nil, bytes, stride: 8)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        #expect(plane(buffer, 0, rowBytes: 8) + plane(buffer, 1, rowBytes: 8) == bytes)
    }

    /// Cameras may leave room behind each row.
    @Test func rowsMayBeLonger() throws {
        let bytes = bytes(12 * 6)
        let buffer = try picture(.nv12, nil, bytes, stride: 12)
        let rows = (0..<6).flatMap { row -> [UInt8] in Array(bytes[12 * row..<12 * row + 8]) }
        #expect(plane(buffer, 0, rowBytes: 8) + plane(buffer, 1, rowBytes: 8) == rows)
    }

    @Test func planesAreJoined() throws {
        let bytes = bytes(8 * 4 + 2 * 4 * 2)
        let buffer = try picture(.i420, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, bytes, stride: 8)
        #expect(plane(buffer, 0, rowBytes: 8) == Array(bytes[..<32]))
        let chroma = (0..<8).flatMap { at -> [UInt8] in [bytes[32 + at], bytes[40 + at]] }
        #expect(plane(buffer, 1, rowBytes: 8) == chroma)
    }

    @Test(arguments: [CameraLayout.yuy2, .uyvy]) func packedLumaStaysTheSame(_ layout: CameraLayout) throws {
        let bytes = bytes(16 * 4)
        let buffer = try picture(layout, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, bytes, stride: 16)
        let luma = stride(from: layout == .yuy2 ? 0 : 1, to: 64, by: 2).map { bytes[$0] }
        #expect(plane(buffer, 0, rowBytes: 8) == luma)
        // Chroma of two rows becomes one.
        let blue = plane(buffer, 1, rowBytes: 8)[0]
        let at = layout == .yuy2 ? 1 : 0
        let (least, most) = (min(bytes[at], bytes[16 + at]), max(bytes[at], bytes[16 + at]))
        #expect((least...most).contains(blue))
    }

    @Test(arguments: [CameraLayout.bgra, .bgrx, .rgba, .rgbx, .rgb, .bgr])
    func coloursComeInTheOrderOfTheSettings(_ layout: CameraLayout) throws {
        let step = [.rgb, .bgr].contains(layout) ? 3 : 4
        let bytes = bytes(8 * step * 4)
        let buffer = try picture(layout, kCVPixelFormatType_32BGRA, bytes, stride: 8 * step)
        let isRedFirst = [CameraLayout.rgba, .rgbx, .rgb].contains(layout)
        let wanted = (0..<32).flatMap { pixel -> [UInt8] in
            let at = pixel * step
            let alpha = [.bgra, .rgba].contains(layout) ? bytes[at + 3] : 255
            return isRedFirst
                ? [bytes[at + 2], bytes[at + 1], bytes[at], alpha] : [bytes[at], bytes[at + 1], bytes[at + 2], alpha]
        }
        #expect(plane(buffer, 0, rowBytes: 32) == wanted)
    }

    @Test func grayIsGray() throws {
        let buffer = try picture(.gray8, kCVPixelFormatType_32BGRA, bytes(32), stride: 8)
        let wanted = bytes(32).flatMap { value -> [UInt8] in [value, value, value, 255] }
        #expect(plane(buffer, 0, rowBytes: 32) == wanted)
    }

    /// 32 by 16 pixels of one colour: 0x40 red, 0x80 green, 0xC0 blue.
    private static let jpeg = Data(
        base64Encoded:
            "/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAgKCgsKCw0NDQ0NDRAPEBAQEBAQEBAQEBASEhIVFRUS"
            + "EhIQEBISFBQVFRcXFxUVFRUXFxkZGR4eHBwjIyQrKzP/xABMAAEBAAAAAAAAAAAAAAAAAAAABAEBAQAAAAAAAAAAAAAAAAAAAAYQAQAA"
            + "AAAAAAAAAAAAAAAAAAARAQAAAAAAAAAAAAAAAAAAAAD/wAARCAAQACADASIAAhEAAxEA/9oADAMBAAIRAxEAPwCMBVpkAB//2Q==")!

    @Test func filesOfJPEGAreDecoded() throws {
        let (session, output) = try session(.mjpeg, kCVPixelFormatType_32BGRA, width: 32, height: 16)
        session.startRunning()
        for number in 0..<3 {
            stage.cameras.bring("cam", [UInt8](Self.jpeg), stride: 0, at: UInt64(number + 1) * 1_000_000)
            #expect(listener.wait(frames: number + 1))
        }
        let buffer = try #require(listener.buffers[2].imageBuffer)
        let pixels = plane(buffer, 0, rowBytes: 128)
        for (index, wanted) in [0xC0, 0x80, 0x40, 0xFF].enumerated() {
            #expect(abs(Int(pixels[4 * 100 + index]) - wanted) <= 6)
        }
        // What is damaged is left out, and what follows comes.
        stage.cameras.bring("cam", [UInt8](Self.jpeg.prefix(40)), stride: 0, at: 4_000_000)
        #expect(listener.wait(dropped: 1))
        #expect(reason(listener.dropped[0]) == "Discontinuity")
        stage.cameras.bring("cam", [UInt8](Self.jpeg), stride: 0, at: 5_000_000)
        #expect(listener.wait(frames: 4) && output.droppedBuffers == 1)
        session.stopRunning()
    }

    private func reason(_ buffer: CMSampleBuffer) -> String? {
        CMGetAttachment(buffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: nil)
            .map { String(describing: $0) }
    }

    @Test func timesAreTheCamerasOwn() throws {
        let (session, _) = try session(.gray8)
        session.startRunning()
        // Cameras slow down in the dark.
        let times: [UInt64] = [5_000_000_000, 5_033_000_000, 5_100_000_000, 5_133_333_333]
        for (number, time) in times.enumerated() {
            stage.cameras.bring("cam", bytes(32), stride: 8, at: time)
            #expect(listener.wait(frames: number + 1))
        }
        let buffers = listener.buffers
        #expect(buffers.map { CMClock.convertHostTimeToSystemUnits($0.presentationTimeStamp) } == times)
        let durations = buffers.map { $0.duration.isNumeric ? Int($0.duration.seconds * 1e9 + 0.5) : -1 }
        #expect(durations == [-1, 33_000_000, 67_000_000, 33_333_333] && listener.strays == 0)
        #expect(buffers.allSatisfy { $0.formatDescription?.dimensions.width == 8 })
        session.stopRunning()
    }

    /// A picture that comes while the delegate has another one is left out, and the delegate is notified in its place.
    @Test func lateFramesAreLeftOut() throws {
        let (session, output) = try session(.gray8)
        #expect(output.alwaysDiscardsLateVideoFrames)
        session.startRunning()
        listener.queue.suspend()
        for number in 0..<5 { stage.cameras.bring("cam", bytes(32), stride: 8, at: UInt64(number + 1) * 1000) }
        listener.queue.resume()
        #expect(listener.wait(dropped: 4) && listener.frames == 1 && output.droppedBuffers == 4)
        #expect(listener.dropped.map(reason) == [String?](repeating: "FrameWasLate", count: 4))
        let times = listener.dropped.map { CMClock.convertHostTimeToSystemUnits($0.presentationTimeStamp) }
        #expect(times == [2000, 3000, 4000, 5000] && listener.dropped.allSatisfy { $0.imageBuffer == nil })
        stage.cameras.bring("cam", bytes(32), stride: 8, at: 9000)
        #expect(listener.wait(frames: 2) && listener.strays == 0)
        session.stopRunning()
    }

    @Test func eightFramesWaitWhereLateOnesAreKept() throws {
        let (session, output) = try session(.gray8)
        output.alwaysDiscardsLateVideoFrames = false
        session.startRunning()
        listener.queue.suspend()
        for number in 0..<300 { stage.cameras.bring("cam", bytes(32), stride: 8, at: UInt64(number + 1) * 1000) }
        listener.queue.resume()
        // All that are left out count, and the delegate is notified of 256 of them.
        #expect(listener.wait(frames: 8) && listener.wait(dropped: 256) && output.droppedBuffers == 292)
        listener.queue.sync {}
        #expect(listener.frames == 8 && listener.dropped.count == 256)
        #expect(listener.dropped.allSatisfy { reason($0) == "OutOfBuffers" })
        session.stopRunning()
    }

    @Test func settingsAndTheDelegateChangeWhileItRuns() throws {
        let (session, output) = try session(.gray8)
        #expect(output.videoSettings == nil && output.availableVideoPixelFormatTypes.count == 3)
        session.startRunning()
        stage.cameras.bring("cam", bytes(32), stride: 8, at: 1000)
        #expect(listener.wait(frames: 1))
        output.videoSettings = [
            String(describing: kCVPixelBufferPixelFormatTypeKey): NSNumber(value: kCVPixelFormatType_32BGRA)
        ]
        stage.cameras.bring("cam", bytes(32), stride: 8, at: 2000)
        #expect(listener.wait(frames: 2))
        let format = try #require(listener.buffers[1].formatDescription)
        #expect(format.mediaSubType.rawValue == kCVPixelFormatType_32BGRA && output.videoSettings.count == 1)
        let other = CaptureListener()
        output.setSampleBufferDelegate(other, queue: other.queue)
        #expect(output.sampleBufferDelegate === other && output.sampleBufferCallbackQueue === other.queue)
        stage.cameras.bring("cam", bytes(32), stride: 8, at: 3000)
        #expect(other.wait(frames: 1) && listener.frames == 2)
        output.setSampleBufferDelegate(nil, queue: nil)
        #expect(output.sampleBufferDelegate == nil && output.sampleBufferCallbackQueue == nil)
        stage.cameras.bring("cam", bytes(32), stride: 8, at: 4000)
        #expect(output.droppedBuffers == 0 && stage.cameras.open.count == 1)
        session.stopRunning()
        #expect(stage.cameras.open.isEmpty)
    }

    @Test func twoOutputsShareTheCamera() throws {
        let (session, _) = try session(.nv12)
        let (other, second) = (CaptureListener(), AVCaptureVideoDataOutput())
        second.setSampleBufferDelegate(other, queue: other.queue)
        session.startRunning()
        session.addOutput(second)
        #expect(stage.cameras.opened.count == 1)
        stage.cameras.bring("cam", bytes(48), stride: 8, at: 1000)
        #expect(listener.wait(frames: 1) && other.wait(frames: 1))
        session.removeOutput(second)
        #expect(stage.cameras.opened.count == 1 && stage.cameras.open.count == 1)
        stage.cameras.bring("cam", bytes(48), stride: 8, at: 2000)
        #expect(listener.wait(frames: 2) && other.frames == 1)
        session.stopRunning()
    }

    /// Nothing that a camera says makes the program read beyond its memory.
    @Test func picturesThatAreTooShortAreLeftOut() throws {
        for layout in CameraLayout.allCases {
            let listener = CaptureListener()
            var camera = CameraDescription(id: "short \(layout)", name: "Camera")
            camera.formats = [CameraFormat(layout, 9, 5, rates: [CameraRate(30)])]
            stage.cameras.set([camera])
            let (session, output) = try stage.session(pictures: listener, camera: camera.id)
            session.startRunning()
            for count in [1, 9, 44, 80] {
                for stride in [0, 1, 9, 36, 1 << 19] {
                    stage.cameras.bring(camera.id, bytes(count), stride: stride, at: 1000)
                }
            }
            listener.queue.sync {}
            #expect(eventually { listener.frames + listener.dropped.count == 20 || output.droppedBuffers > 0 })
            session.stopRunning()
        }
    }
}
