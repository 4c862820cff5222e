import AVFAudio
public import Foundation

/// Whether the program may use a kind of device.
public enum AVAuthorizationStatus: Int, Sendable {
    /// The user has not been asked.
    case notDetermined = 0
    /// The program may not, and no user can change that.
    case restricted = 1
    /// The user has refused.
    case denied = 2
    /// The program may, whether the user was asked or nobody is to be.
    case authorized = 3

    init(_ permission: AVAudioApplication.recordPermission) {
        switch permission {
        case .undetermined: self = .notDetermined
        case .denied: self = .denied
        case .granted: self = .authorized
        }
    }
}

/// Whether the program may record from microphones, and the question to the user. Nothing is captured by this class so far.
///
/// The answers are those of `AVAudioApplication`, by its names of old. Cameras are not supported so far.
open class AVCaptureDevice: NSObject {
    /// Devices are the system's: programs make none.
    @available(*, unavailable)
    public override init() { super.init() }

    /// What the user has answered, as `AVAudioApplication.recordPermission`.
    ///
    /// - Parameter mediaType: `audio`. Cameras are not supported so far.
    /// - Returns: whether the program may record; `restricted` for `video` and everything else: there is nothing to ask the user for.
    open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        guard mediaType == .audio else { return .restricted }
        return AVAuthorizationStatus(AVAudioApplication.shared.recordPermission)
    }

    /// Has the desktop's portal ask the user, where one runs and the answer is not known.
    ///
    /// - Parameters:
    ///   - mediaType: `audio`. Cameras are not supported so far.
    ///   - handler: called with whether the program may record, as that of `AVAudioApplication.requestRecordPermission`: before this
    ///     returns where nobody is to be asked, else on another thread. For `video` and everything else it is called with false,
    ///     before this returns.
    @preconcurrency open class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        guard mediaType == .audio else { return handler(false) }
        AVAudioApplication.requestRecordPermission(completionHandler: handler)
    }

    /// Has the desktop's portal ask the user, where one runs and the answer is not known.
    ///
    /// - Parameter mediaType: `audio`. Cameras are not supported so far.
    /// - Returns: whether the program may record; false for `video` and everything else.
    open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        guard mediaType == .audio else { return false }
        return await AVAudioApplication.requestRecordPermission()
    }
}
