import AVFAudio
import AudioCore
import AudioSession
public import CoreMedia
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

/// A microphone or a camera, and the permission to use such devices.
///
/// Microphones are the inputs of the sound server, cameras the video sources of PipeWire. The same device is the same object as long as
/// the program has it. Any thread may call.
open class AVCaptureDevice: NSObject, @unchecked Sendable {
    let device: CaptureDevice
    let center: CaptureCenter

    /// Devices are the system's: programs make none.
    @available(*, unavailable)
    public override init() { fatalError("capture devices are the system's") }

    init(_ device: CaptureDevice, _ center: CaptureCenter) {
        (self.device, self.center) = (device, center)
        super.init()
    }

    /// The device of an identifier; nil where there is none.
    ///
    /// The object is equal to that of `devices()`. A device that was connected when the program last looked is found after it has
    /// gone, too.
    /// - Parameter deviceUniqueID: what `uniqueID` gave, perhaps in another run of the program.
    public convenience init?(uniqueID deviceUniqueID: String) {
        guard let device = CaptureCenter.shared.device(deviceUniqueID) else { return nil }
        self.init(device, .shared)
    }

    /// Whether another object is the same device.
    ///
    /// - Parameter object: any object.
    /// - Returns: true for a device of the same identifier.
    open override func isEqual(_ object: Any?) -> Bool { (object as? AVCaptureDevice)?.device === device }
    /// A number that equal devices have in common.
    open override var hash: Int { ObjectIdentifier(device).hashValue }

    // MARK: Finding devices

    /// All microphones and cameras that are connected. The user's default microphone is the first.
    ///
    /// The first call reaches the servers, which takes some milliseconds, three seconds at most.
    /// - Returns: the devices; none where no server answers.
    @available(*, deprecated, message: "Use AVCaptureDevice.DiscoverySession.")
    open class func devices() -> [AVCaptureDevice] { CaptureCenter.shared.devices(nil) }

    /// The microphones or the cameras that are connected. The user's default microphone is the first.
    ///
    /// The first call reaches the server, which takes some milliseconds, three seconds at most.
    /// - Parameter mediaType: `audio` or `video`; other types have no devices.
    /// - Returns: the devices; none where no server answers.
    @available(*, deprecated, message: "Use AVCaptureDevice.DiscoverySession.")
    open class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        CaptureCenter.shared.devices(mediaType)
    }

    /// The microphone that the user has chosen, or the first camera.
    ///
    /// What a session captures from the default microphone follows the user's choice, and the route of the audio session, as a
    /// recorder does.
    /// - Parameter mediaType: `audio` or `video`.
    /// - Returns: the device; nil where there is none, and for other types.
    open class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        CaptureCenter.shared.devices(mediaType).first
    }

    /// The first device of a kind, a medium and a place.
    ///
    /// The user's default microphone comes before other microphones.
    /// - Parameters:
    ///   - deviceType: `builtInMicrophone` or `builtInWideAngleCamera`.
    ///   - mediaType: `audio` or `video`; nil for either.
    ///   - position: where a camera is; `unspecified` for anywhere.
    /// - Returns: the device; nil where there is none.
    open class func `default`(
        _ deviceType: AVCaptureDevice.DeviceType, for mediaType: AVMediaType?, position: AVCaptureDevice.Position
    ) -> AVCaptureDevice? {
        CaptureCenter.shared.devices(mediaType).first { $0.matches([deviceType], position) }
    }

    func matches(_ types: [DeviceType], _ position: Position) -> Bool {
        types.contains(deviceType) && (position == .unspecified || position == self.position)
    }

    // MARK: What the device is

    /// The server's lasting name for the device.
    ///
    /// It is the same in every run of every program as long as the device stays at its place.
    open var uniqueID: String { device.id }
    /// What people call the device. The server's description of the hardware also names its model, so both are the same text.
    open var modelID: String { device.facts.name }
    /// What people call the device, such as "Built-in Audio Analog Stereo".
    ///
    /// The sound server chooses the language.
    open var localizedName: String { device.facts.name }
    /// Who has made the device; empty where the server does not report it. The text is the server's own.
    open var manufacturer: String { device.facts.maker }

    /// Whether the device captures a medium.
    ///
    /// - Parameter mediaType: the medium. A microphone has `audio` alone, a camera `video` alone.
    /// - Returns: true if it does.
    open func hasMediaType(_ mediaType: AVMediaType) -> Bool { device.mediaType == mediaType }

    /// Whether the device is there. A device that has gone and comes back is the same object, which is connected again.
    open var isConnected: Bool { device.facts.isConnected }
    /// Whether the device is there and cannot be used, as a camera in a closed lid; false: servers do not report it.
    open var isSuspended: Bool { false }
    /// Where a camera is, as the server reports it; `unspecified` for microphones.
    open var position: AVCaptureDevice.Position { device.facts.position }
    /// What kind of device it is: every microphone is `builtInMicrophone` and every camera `builtInWideAngleCamera`.
    ///
    /// No server says of a camera which lens it has, and programs look for these two.
    open var deviceType: AVCaptureDevice.DeviceType {
        device.mediaType == .audio ? .builtInMicrophone : .builtInWideAngleCamera
    }

    // MARK: Configuration

    /// Lets the caller change properties of the device, until `unlockForConfiguration()` has been called as often.
    ///
    /// Other threads of the program may lock it at the same time.
    /// - Throws: `AVError.deviceNotConnected` where the device has gone.
    open func lockForConfiguration() throws {
        guard isConnected else { throw AVError(.deviceNotConnected) }
        device.lock()
    }

    /// Ends what `lockForConfiguration()` began. A call without one has no effect.
    open func unlockForConfiguration() { device.unlock() }

    /// Whether a session may have a preset with this device.
    ///
    /// - Parameter preset: the preset. Those without a size of pictures fit every device; one with a size fits cameras that have a
    ///   format of that size.
    /// - Returns: true if it may.
    open func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
        guard device.mediaType == .video, let (width, height) = preset.size else { return true }
        return device.facts.formats.contains { $0.width == width && $0.height == height }
    }

    /// The formats that the device has: those of a camera's pictures, or the one of a microphone.
    ///
    /// A camera's formats are ordered by size, the largest first.
    open var formats: [AVCaptureDevice.Format] { device.formats }

    /// The format in use. Setting it takes effect at once in a session that runs, whose preset becomes `inputPriority`.
    ///
    /// Setting it without the device's lock, or to a format that the device does not have, ends the program.
    open var activeFormat: AVCaptureDevice.Format {
        get { device.activeFormat }
        set {
            requireAsset(device.isLocked, "activeFormat is set without lockForConfiguration()")
            requireAsset(device.has(newValue), "activeFormat is set to a format of another device")
            device.choose(newValue)
            center.configurationDidChange(device, formatWasChosen: true)
        }
    }

    /// The least time from one picture of a camera to the next; `invalid` sets it back to the camera's choice.
    ///
    /// Setting it without the device's lock, or to what no rate of the active format has, ends the program.
    open var activeVideoMinFrameDuration: CMTime {
        get { device.frameDuration ?? activeFormat.shortestFrame }
        set { setFrameDuration(newValue) }
    }

    /// The most time from one picture of a camera to the next; `invalid` sets it back to the camera's choice.
    ///
    /// A camera has one rate at a time, so it always equals the least time once one of them has been set. Setting it fails as that of
    /// `activeVideoMinFrameDuration`.
    open var activeVideoMaxFrameDuration: CMTime {
        get { device.frameDuration ?? activeFormat.longestFrame }
        set { setFrameDuration(newValue) }
    }

    private func setFrameDuration(_ duration: CMTime) {
        requireAsset(device.isLocked, "a frame duration is set without lockForConfiguration()")
        requireAsset(
            !duration.isNumeric || activeFormat.allows(duration), "the active format has no such frame duration")
        device.setFrameDuration(duration.isNumeric ? duration : nil)
        center.configurationDidChange(device, formatWasChosen: false)
    }

    // MARK: Permission

    /// Whether the program may use microphones or cameras.
    ///
    /// - Parameter mediaType: `audio`, for which the answer is that of `AVAudioApplication.recordPermission`, or `video`: PipeWire asks
    ///   nobody before it shows cameras to a program that reaches it, so they are authorized.
    /// - Returns: whether the program may; `restricted` for everything else: there is nothing to ask the user for.
    open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        switch mediaType {
        case .audio: AVAuthorizationStatus(AVAudioApplication.shared.recordPermission)
        case .video: .authorized
        default: .restricted
        }
    }

    /// Has the desktop's portal ask the user, where one runs and the answer is not known.
    ///
    /// - Parameters:
    ///   - mediaType: `audio`, or `video`, for which nobody is to be asked.
    ///   - handler: called with whether the program may, as that of `AVAudioApplication.requestRecordPermission`: before this
    ///     returns where nobody is to be asked, else on another thread. For everything else it is called with false, before this
    ///     returns.
    @preconcurrency open class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        guard mediaType == .audio else { return handler(mediaType == .video) }
        AVAudioApplication.requestRecordPermission(completionHandler: handler)
    }

    /// Has the desktop's portal ask the user, where one runs and the answer is not known.
    ///
    /// - Parameter mediaType: `audio`, or `video`, for which nobody is to be asked.
    /// - Returns: whether the program may; false for everything else.
    open class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        guard mediaType == .audio else { return mediaType == .video }
        return await AVAudioApplication.requestRecordPermission()
    }
}

extension NSNotification.Name {
    /// A capture device, the object, has been connected.
    ///
    /// Posted on a thread of the library's, once the program has looked for devices.
    public static let AVCaptureDeviceWasConnected = NSNotification.Name("AVCaptureDeviceWasConnectedNotification")
    /// A capture device, the object, has gone.
    ///
    /// Posted on a thread of the library's, once the program has looked for devices.
    public static let AVCaptureDeviceWasDisconnected = NSNotification.Name("AVCaptureDeviceWasDisconnectedNotification")
}
