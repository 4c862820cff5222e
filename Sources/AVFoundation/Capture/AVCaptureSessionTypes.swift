public import Foundation

extension AVCaptureSession {
    /// What a session is to capture, by a name: a quality, or the size of pictures.
    public struct Preset: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Makes a preset of a name. Sessions take the names of this type alone.
        ///
        /// - Parameter rawValue: the name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The largest pictures of the camera.
        public static let photo = Self(rawValue: "AVCaptureSessionPresetPhoto")
        /// The largest pictures of up to 1920 by 1080 that come 24 times a second or more. The preset of a new session.
        public static let high = Self(rawValue: "AVCaptureSessionPresetHigh")
        /// Pictures of about 480 by 360.
        public static let medium = Self(rawValue: "AVCaptureSessionPresetMedium")
        /// Pictures of about 192 by 144.
        public static let low = Self(rawValue: "AVCaptureSessionPresetLow")
        /// Pictures of 352 by 288.
        public static let cif352x288 = Self(rawValue: "AVCaptureSessionPreset352x288")
        /// Pictures of 640 by 480.
        public static let vga640x480 = Self(rawValue: "AVCaptureSessionPreset640x480")
        /// Pictures of 1280 by 720.
        public static let hd1280x720 = Self(rawValue: "AVCaptureSessionPreset1280x720")
        /// Pictures of 1920 by 1080.
        public static let hd1920x1080 = Self(rawValue: "AVCaptureSessionPreset1920x1080")
        /// Pictures of 3840 by 2160.
        public static let hd4K3840x2160 = Self(rawValue: "AVCaptureSessionPreset3840x2160")
        /// Pictures of 960 by 540.
        public static let iFrame960x540 = Self(rawValue: "AVCaptureSessionPresetiFrame960x540")
        /// Pictures of 1280 by 720.
        public static let iFrame1280x720 = Self(rawValue: "AVCaptureSessionPresetiFrame1280x720")
        /// What the devices' active formats say.
        public static let inputPriority = Self(rawValue: "AVCaptureSessionPresetInputPriority")

        private static let sizes: [Self: (width: Int, height: Int)] = [
            cif352x288: (352, 288), vga640x480: (640, 480), hd1280x720: (1280, 720), hd1920x1080: (1920, 1080),
            hd4K3840x2160: (3840, 2160), iFrame960x540: (960, 540), iFrame1280x720: (1280, 720),
        ]
        private static let qualities: Set<Self> = [photo, high, medium, low, inputPriority]

        /// The size of pictures that the preset names; nil for a quality.
        var size: (width: Int, height: Int)? { Self.sizes[self] }
        var isKnown: Bool { size != nil || Self.qualities.contains(self) }
    }

    /// Why a session is interrupted.
    ///
    /// Here it is always `audioDeviceInUseByAnotherClient`: the audio session of the program was interrupted.
    public enum InterruptionReason: Int, Sendable {
        case videoDeviceNotAvailableInBackground = 1
        case audioDeviceInUseByAnotherClient = 2
        case videoDeviceInUseByAnotherClient = 3
        case videoDeviceNotAvailableWithMultipleForegroundApps = 4
        case videoDeviceNotAvailableDueToSystemPressure = 5
    }
}

/// Under which the notification of a session's error has the error, an `AVError`.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// Under which the notification of an interruption has its reason: the number of an `AVCaptureSession.InterruptionReason`.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

extension NSNotification.Name {
    /// A capture session, the object, could not start or go on, and does not run any more.
    ///
    /// Posted on the thread of the call that failed, or on one of the library's. `AVCaptureSessionErrorKey` has the error.
    public static let AVCaptureSessionRuntimeError = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
    /// A capture session, the object, runs.
    ///
    /// Posted on the thread that has started it, before `startRunning()` returns.
    public static let AVCaptureSessionDidStartRunning = NSNotification.Name(
        "AVCaptureSessionDidStartRunningNotification")
    /// A capture session, the object, does not run any more.
    ///
    /// Posted on the thread that has stopped it, before `stopRunning()` returns; else on one of the library's.
    public static let AVCaptureSessionDidStopRunning = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
    /// A capture session, the object, gets no sound for now, because the audio session was interrupted.
    ///
    /// Posted on a thread of the library's. `AVCaptureSessionInterruptionReasonKey` has the reason.
    public static let AVCaptureSessionWasInterrupted = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
    /// The interruption of a capture session, the object, is over.
    ///
    /// Posted on a thread of the library's. The session continues by itself where it may, else `isRunning` is false now.
    public static let AVCaptureSessionInterruptionEnded = NSNotification.Name(
        "AVCaptureSessionInterruptionEndedNotification")
}
