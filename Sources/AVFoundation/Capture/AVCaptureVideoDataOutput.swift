import AVFAudio
import AudioCore
public import CoreMedia
import CoreVideo
public import Dispatch
public import Foundation

/// Gets the pictures of a camera.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// A picture has been captured.
    ///
    /// Called on the output's queue. The buffer has an image buffer of pixels; its presentation time is when the picture was captured, in
    /// host time, and its duration the time since the picture before.
    ///
    /// - Parameters:
    ///   - output: the output.
    ///   - sampleBuffer: the picture, which the delegate may keep.
    ///   - connection: the way that it came.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

    /// A picture was left out, because the delegate is slow.
    ///
    /// Called on the output's queue. The buffer has the times and the format of the picture, no pixels, and the reason as the attachment
    /// `kCMSampleBufferAttachmentKey_DroppedFrameReason`. Of more than 256 pictures that are left out in a row while the queue is
    /// blocked, the delegate is notified of the first 256.
    ///
    /// - Parameters:
    ///   - output: the output.
    ///   - sampleBuffer: what is known of the picture.
    ///   - connection: the way that it would have come.
    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing, for a delegate that takes no pictures.
    ///
    /// - Parameters:
    ///   - output: the output.
    ///   - sampleBuffer: the picture.
    ///   - connection: the way that it came.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
    /// Does nothing, for a delegate that does not count what is left out.
    ///
    /// - Parameters:
    ///   - output: the output.
    ///   - sampleBuffer: what is known of the picture.
    ///   - connection: the way that it would have come.
    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}

/// Hands the pictures of a camera to a program as they come, as pixels in memory.
///
/// The pixels are 420v, 420f or BGRA; the camera's are converted where they are others, and JPEG is decoded. Any thread may call.
open class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
        var settings: Sent<[String: Any]>?
        var maker: CapturedPixels
        var discardsLate = true
    }

    private let state = LockedValue(State(maker: CapturedPixels(nil)))
    /// How many pictures may wait for the program where late ones are not discarded.
    private static let mostWaiting = 8

    /// Makes an output that is in no session. It takes nothing before it has a delegate.
    public override init() { super.init() }

    override var takes: AVMediaType { .video }

    /// Sets who gets the pictures.
    ///
    /// What waits for the delegate before is thrown away.
    /// - Parameters:
    ///   - sampleBufferDelegate: who gets them; nil for nobody. The output holds no reference to it.
    ///   - sampleBufferCallbackQueue: a serial queue, on which the delegate is called; nil only without a delegate, else the program
    ///     ends.
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        requireAsset(
            sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil,
            "-[AVCaptureVideoDataOutput setSampleBufferDelegate:queue:] NULL queue passed")
        state.withLock { $0.delegate = sampleBufferDelegate }
        guard sampleBufferDelegate != nil else { return delivery.set(nil, nil) }
        delivery.set(sampleBufferCallbackQueue) { [weak self] item in
            guard let self, item.connection.isActive, let delegate = self.sampleBufferDelegate else { return }
            if item.isDropped {
                delegate.captureOutput(self, didDrop: item.buffer, from: item.connection)
            } else {
                delegate.captureOutput(self, didOutput: item.buffer, from: item.connection)
            }
        }
    }

    /// Who gets the pictures; nil for nobody, and once the delegate has gone.
    ///
    /// `setSampleBufferDelegate(_:queue:)` sets it.
    open var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
        state.withLock { $0.delegate }
    }
    /// Where the delegate is called; nil without one.
    ///
    /// `setSampleBufferDelegate(_:queue:)` sets it.
    open var sampleBufferCallbackQueue: DispatchQueue? { delivery.queue }

    /// What the pixels are: attributes of pixel buffers, of which `kCVPixelBufferPixelFormatTypeKey` says the format.
    ///
    /// Nil, as at first, and an empty dictionary stand for the format that makes the least work. Formats other than 420v, 420f and BGRA
    /// and sizes other than the camera's are not supported, and end the program. It takes effect with the next picture.
    open var videoSettings: [String: Any]! {
        get { state.withLock { $0.settings }?.value }
        set {
            let settings = newValue.map { Sent(value: $0) }
            let pixels = PixelSettings(settings?.value ?? [:])
            requireAsset(pixels != nil, "-[AVCaptureVideoDataOutput setVideoSettings:] \(PixelSettings.complaint)")
            let maker = CapturedPixels(pixels)
            let old = state.withLock { state in
                defer { (state.settings, state.maker) = (settings, maker) }
                return (state.settings, state.maker)
            }
            withExtendedLifetime(old) {}
        }
    }

    /// The formats of pixels that `videoSettings` may ask for, whatever the camera.
    ///
    /// The first one makes the least work.
    open var availableVideoPixelFormatTypes: [OSType] { PixelSettings.supported }

    /// Whether a picture that comes while the delegate deals with another one is left out; true unless set.
    ///
    /// Else up to eight pictures wait, and what comes then is left out.
    open var alwaysDiscardsLateVideoFrames: Bool {
        get { state.withLock { $0.discardsLate } }
        set { state.withLock { $0.discardsLate = newValue } }
    }

    private var limit: Int { alwaysDiscardsLateVideoFrames ? 1 : Self.mostWaiting }

    /// Whether there is room for a picture.
    func wants(_ connection: AVCaptureConnection) -> Bool {
        delivery.hasClient && connection.isActive && !delivery.isLate(limit: limit)
    }

    /// Takes a picture of the camera's. On a thread of the camera's.
    func take(_ picture: CapturedPicture, _ timing: CMSampleTimingInfo, _ connection: AVCaptureConnection) {
        guard delivery.hasClient, connection.isActive else { return }
        let reason: CFString
        if wants(connection) {
            if let sample = state.withLock({ $0.maker }).sample(picture, timing) {
                delivery.add(SampleDelivery.Item(buffer: sample, connection: connection), limit: limit)
                return
            }
            reason = kCMSampleBufferDroppedFrameReason_Discontinuity
        } else {
            reason =
                alwaysDiscardsLateVideoFrames
                ? kCMSampleBufferDroppedFrameReason_FrameWasLate : kCMSampleBufferDroppedFrameReason_OutOfBuffers
        }
        guard let note = CapturedPixels.note(picture, timing, reason) else { return }
        delivery.add(
            SampleDelivery.Item(buffer: note, connection: connection, isDropped: true), limit: limit)
    }
}
