import AVFAudio
import AudioCore
import AudioToolbox
public import CoreMedia
public import Dispatch
public import Foundation

/// Gets the sound of a microphone.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: NSObjectProtocol {
    /// Sound has been captured.
    ///
    /// Called on the output's queue. The buffer holds frames of linear PCM; its presentation time is when the first of them was at the
    /// microphone, in host time. Where frames were lost, the time of the next buffer is later than the end of the one before.
    ///
    /// - Parameters:
    ///   - output: the output.
    ///   - sampleBuffer: the sound, which the delegate may keep.
    ///   - connection: the way that it came.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
    /// Does nothing, for a delegate that takes no sound.
    ///
    /// - Parameters:
    ///   - output: the output.
    ///   - sampleBuffer: the sound.
    ///   - connection: the way that it came.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {}
}

/// Hands the sound of a microphone to a program as it comes, in buffers of 20 ms.
///
/// The buffers hold interleaved 16-bit integers at the rate of the device, in one or two channels as it has them, unless `audioSettings`
/// say otherwise. Any thread may call.
open class AVCaptureAudioDataOutput: AVCaptureOutput, @unchecked Sendable {
    private struct State {
        weak var delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?
        var settings: Sent<[String: Any]>?
    }

    private let state = LockedValue(State())
    /// How many buffers may wait for the program: four seconds of sound.
    private static let mostWaiting = 200

    /// Makes an output that is in no session. It takes nothing before it has a delegate.
    public override init() { super.init() }

    override var takes: AVMediaType { .audio }
    override var soundSettings: NSDictionary? { (audioSettings ?? [:]) as NSDictionary }

    /// Sets who gets the sound.
    ///
    /// What waits for the delegate before is thrown away. Buffers that come while the queue is blocked wait, four seconds of sound at
    /// most; later ones are lost, which their times show.
    /// - Parameters:
    ///   - sampleBufferDelegate: who gets it; nil for nobody. The output holds no reference to it.
    ///   - sampleBufferCallbackQueue: a serial queue, on which the delegate is called; nil only without a delegate, else the program
    ///     ends.
    open func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        requireAsset(
            sampleBufferDelegate == nil || sampleBufferCallbackQueue != nil,
            "-[AVCaptureAudioDataOutput setSampleBufferDelegate:queue:] NULL queue passed")
        state.withLock { $0.delegate = sampleBufferDelegate }
        guard sampleBufferDelegate != nil else { return delivery.set(nil, nil) }
        delivery.set(sampleBufferCallbackQueue) { [weak self] item in
            guard let self, item.connection.isActive else { return }
            self.sampleBufferDelegate?.captureOutput(self, didOutput: item.buffer, from: item.connection)
        }
    }

    /// Who gets the sound; nil for nobody, and once the delegate has gone.
    ///
    /// `setSampleBufferDelegate(_:queue:)` sets it.
    open var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? {
        state.withLock { $0.delegate }
    }
    /// Where the delegate is called; nil without one.
    ///
    /// `setSampleBufferDelegate(_:queue:)` sets it.
    open var sampleBufferCallbackQueue: DispatchQueue? { delivery.queue }

    /// What the buffers hold, by the keys of AVAudioSettings.h; nil, as at first, for 16-bit integers at the device's rate.
    ///
    /// The format must be linear PCM, in one to 64 channels; other settings end the program. The rate and the channels are the device's
    /// where the settings do not say, and what the device has is converted. 32-bit floating point numbers are the device's samples
    /// unchanged. Setting it in a session that runs takes effect before this returns.
    open var audioSettings: [String: Any]! {
        get { state.withLock { $0.settings }?.value }
        set {
            let settings = newValue.map { Sent(value: $0) }
            requireAsset(
                settings.map { CapturedFormat.isSupported($0.value) } ?? true,
                "-[AVCaptureAudioDataOutput setAudioSettings:] takes settings of linear PCM")
            let old = state.withLock { state in
                defer { state.settings = settings }
                return state.settings
            }
            withExtendedLifetime(old) {}
            session?.apply()
        }
    }

    /// Settings with which an `AVAssetWriterInput` writes the sound.
    ///
    /// - Parameter outputFileType: the type of the file.
    /// - Returns: linear PCM of 16 bits for files that hold no AAC, else AAC: the rate and the channels are left to the sound.
    open func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        switch outputFileType {
        case .mp4, .m4a, .mov, .m4v: [AVFormatIDKey: kAudioFormatMPEG4AAC]
        case .wav, .caf, .aiff, .aifc:
            [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false]
        default: nil
        }
    }

    /// Takes a buffer of the microphone's. On a thread of the session's.
    func take(_ buffer: CMSampleBuffer, _ connection: AVCaptureConnection) {
        guard connection.isActive else { return }
        delivery.add(SampleDelivery.Item(buffer: buffer, connection: connection), limit: Self.mostWaiting)
    }
}

/// What an audio data output gives of a device's sound.
enum CapturedFormat {
    /// Whether settings are of linear PCM, whatever the device.
    static func isSupported(_ settings: [String: Any]) -> Bool {
        make(settings, .float32(sampleRate: 48_000, channels: 1)) != nil
    }

    /// The format that settings ask for; nil where they are not of linear PCM.
    static func make(_ settings: [String: Any], _ device: StreamFormat) -> StreamFormat? {
        var all: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: device.sampleRate,
            AVNumberOfChannelsKey: min(2, device.channels), AVLinearPCMBitDepthKey: 16,
            AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
        ]
        // Floating point numbers have 32 bits where the settings do not say.
        if (settings[AVLinearPCMIsFloatKey] as? NSNumber)?.boolValue ?? (settings[AVLinearPCMIsFloatKey] as? Bool)
            ?? false
        {
            all[AVLinearPCMBitDepthKey] = 32
        }
        all.merge(settings) { $1 }
        all[AVLinearPCMIsNonInterleaved] = false
        guard let format = AVAudioFormat(settings: all).map({ StreamFormat($0.streamDescription.pointee) }),
            format.isPCM, format.isValidPCM, (1...64).contains(format.channels)
        else { return nil }
        return format
    }
}
