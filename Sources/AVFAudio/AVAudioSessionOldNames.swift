import Foundation

// The names that Swift before 4.2 gave to members of AVAudioSession. As on Apple's systems, language mode 4 takes them, and later ones
// refuse them with the name that came instead.

// MARK: Categories

/// The old name of `AVAudioSession.Category.ambient`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Category.ambient")
public let AVAudioSessionCategoryAmbient = AVAudioSession.Category.ambient
/// The old name of `AVAudioSession.Category.soloAmbient`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Category.soloAmbient")
public let AVAudioSessionCategorySoloAmbient = AVAudioSession.Category.soloAmbient
/// The old name of `AVAudioSession.Category.playback`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Category.playback")
public let AVAudioSessionCategoryPlayback = AVAudioSession.Category.playback
/// The old name of `AVAudioSession.Category.record`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Category.record")
public let AVAudioSessionCategoryRecord = AVAudioSession.Category.record
/// The old name of `AVAudioSession.Category.playAndRecord`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Category.playAndRecord")
public let AVAudioSessionCategoryPlayAndRecord = AVAudioSession.Category.playAndRecord
/// The old name of `AVAudioSession.Category.multiRoute`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Category.multiRoute")
public let AVAudioSessionCategoryMultiRoute = AVAudioSession.Category.multiRoute

// MARK: Modes

/// The old name of `AVAudioSession.Mode.default`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Mode.default")
public let AVAudioSessionModeDefault = AVAudioSession.Mode.default
/// The old name of `AVAudioSession.Mode.voiceChat`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Mode.voiceChat")
public let AVAudioSessionModeVoiceChat = AVAudioSession.Mode.voiceChat
/// The old name of `AVAudioSession.Mode.gameChat`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Mode.gameChat")
public let AVAudioSessionModeGameChat = AVAudioSession.Mode.gameChat
/// The old name of `AVAudioSession.Mode.videoRecording`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Mode.videoRecording")
public let AVAudioSessionModeVideoRecording = AVAudioSession.Mode.videoRecording
/// The old name of `AVAudioSession.Mode.measurement`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Mode.measurement")
public let AVAudioSessionModeMeasurement = AVAudioSession.Mode.measurement
/// The old name of `AVAudioSession.Mode.moviePlayback`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Mode.moviePlayback")
public let AVAudioSessionModeMoviePlayback = AVAudioSession.Mode.moviePlayback
/// The old name of `AVAudioSession.Mode.videoChat`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Mode.videoChat")
public let AVAudioSessionModeVideoChat = AVAudioSession.Mode.videoChat
/// The old name of `AVAudioSession.Mode.spokenAudio`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Mode.spokenAudio")
public let AVAudioSessionModeSpokenAudio = AVAudioSession.Mode.spokenAudio

// MARK: Ports

/// The old name of `AVAudioSession.Port.lineIn`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.lineIn")
public let AVAudioSessionPortLineIn = AVAudioSession.Port.lineIn
/// The old name of `AVAudioSession.Port.builtInMic`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.builtInMic")
public let AVAudioSessionPortBuiltInMic = AVAudioSession.Port.builtInMic
/// The old name of `AVAudioSession.Port.headsetMic`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.headsetMic")
public let AVAudioSessionPortHeadsetMic = AVAudioSession.Port.headsetMic
/// The old name of `AVAudioSession.Port.lineOut`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.lineOut")
public let AVAudioSessionPortLineOut = AVAudioSession.Port.lineOut
/// The old name of `AVAudioSession.Port.headphones`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.headphones")
public let AVAudioSessionPortHeadphones = AVAudioSession.Port.headphones
/// The old name of `AVAudioSession.Port.bluetoothA2DP`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.bluetoothA2DP")
public let AVAudioSessionPortBluetoothA2DP = AVAudioSession.Port.bluetoothA2DP
/// The old name of `AVAudioSession.Port.builtInReceiver`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.builtInReceiver")
public let AVAudioSessionPortBuiltInReceiver = AVAudioSession.Port.builtInReceiver
/// The old name of `AVAudioSession.Port.builtInSpeaker`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.builtInSpeaker")
public let AVAudioSessionPortBuiltInSpeaker = AVAudioSession.Port.builtInSpeaker
/// The old name of `AVAudioSession.Port.HDMI`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.HDMI")
public let AVAudioSessionPortHDMI = AVAudioSession.Port.HDMI
/// The old name of `AVAudioSession.Port.airPlay`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.airPlay")
public let AVAudioSessionPortAirPlay = AVAudioSession.Port.airPlay
/// The old name of `AVAudioSession.Port.bluetoothLE`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.bluetoothLE")
public let AVAudioSessionPortBluetoothLE = AVAudioSession.Port.bluetoothLE
/// The old name of `AVAudioSession.Port.bluetoothHFP`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.bluetoothHFP")
public let AVAudioSessionPortBluetoothHFP = AVAudioSession.Port.bluetoothHFP
/// The old name of `AVAudioSession.Port.usbAudio`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.usbAudio")
public let AVAudioSessionPortUSBAudio = AVAudioSession.Port.usbAudio
/// The old name of `AVAudioSession.Port.carAudio`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.Port.carAudio")
public let AVAudioSessionPortCarAudio = AVAudioSession.Port.carAudio

// MARK: Types

/// The old name of `AVAudioSession.CategoryOptions`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.CategoryOptions")
public typealias AVAudioSessionCategoryOptions = AVAudioSession.CategoryOptions
/// The old name of `AVAudioSession.InterruptionType`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.InterruptionType")
public typealias AVAudioSessionInterruptionType = AVAudioSession.InterruptionType
/// The old name of `AVAudioSession.InterruptionOptions`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.InterruptionOptions")
public typealias AVAudioSessionInterruptionOptions = AVAudioSession.InterruptionOptions
/// The old name of `AVAudioSession.SetActiveOptions`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.SetActiveOptions")
public typealias AVAudioSessionSetActiveOptions = AVAudioSession.SetActiveOptions
/// The old name of `AVAudioSession.RouteChangeReason`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.RouteChangeReason")
public typealias AVAudioSessionRouteChangeReason = AVAudioSession.RouteChangeReason
/// The old name of `AVAudioSession.PortOverride`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.PortOverride")
public typealias AVAudioSessionPortOverride = AVAudioSession.PortOverride
/// The old name of `AVAudioSession.RecordPermission`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.RecordPermission")
public typealias AVAudioSessionRecordPermission = AVAudioSession.RecordPermission
/// The old name of `AVAudioSession.SilenceSecondaryAudioHintType`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.SilenceSecondaryAudioHintType")
public typealias AVAudioSessionSilenceSecondaryAudioHintType = AVAudioSession.SilenceSecondaryAudioHintType
/// The old name of `AVAudioSession.IOType`.
@_documentation(visibility: internal)
@available(swift, obsoleted: 4.2, renamed: "AVAudioSession.IOType")
public typealias AVAudioSessionIOType = AVAudioSession.IOType

// MARK: Notifications

extension NSNotification.Name {
    /// The old name of `AVAudioSession.interruptionNotification`.
    @_documentation(visibility: internal)
    @available(swift, obsoleted: 4.2, renamed: "AVAudioSession.interruptionNotification")
    public static let AVAudioSessionInterruption = AVAudioSession.interruptionNotification
    /// The old name of `AVAudioSession.routeChangeNotification`.
    @_documentation(visibility: internal)
    @available(swift, obsoleted: 4.2, renamed: "AVAudioSession.routeChangeNotification")
    public static let AVAudioSessionRouteChange = AVAudioSession.routeChangeNotification
    /// The old name of `AVAudioSession.mediaServicesWereLostNotification`.
    @_documentation(visibility: internal)
    @available(swift, obsoleted: 4.2, renamed: "AVAudioSession.mediaServicesWereLostNotification")
    public static let AVAudioSessionMediaServicesWereLost = AVAudioSession.mediaServicesWereLostNotification
    /// The old name of `AVAudioSession.mediaServicesWereResetNotification`.
    @_documentation(visibility: internal)
    @available(swift, obsoleted: 4.2, renamed: "AVAudioSession.mediaServicesWereResetNotification")
    public static let AVAudioSessionMediaServicesWereReset = AVAudioSession.mediaServicesWereResetNotification
    /// The old name of `AVAudioSession.silenceSecondaryAudioHintNotification`.
    @_documentation(visibility: internal)
    @available(swift, obsoleted: 4.2, renamed: "AVAudioSession.silenceSecondaryAudioHintNotification")
    public static let AVAudioSessionSilenceSecondaryAudioHint = AVAudioSession.silenceSecondaryAudioHintNotification
}

// MARK: Calls

extension AVAudioSession {
    /// The old name of `setCategory(_:options:)`.
    ///
    /// - Parameters:
    ///   - category: what the program uses sound for.
    ///   - options: how it gets on with others.
    /// - Throws: what the new one throws.
    @_documentation(visibility: internal)
    @available(swift, obsoleted: 4.2, renamed: "setCategory(_:options:)")
    public func setCategory(_ category: Category, with options: CategoryOptions) throws {
        try setCategory(category, options: options)
    }

    /// The old name of `setActive(_:options:)`.
    ///
    /// - Parameters:
    ///   - active: whether the session is to be active.
    ///   - options: whether others may go on.
    /// - Throws: what the new one throws.
    @_documentation(visibility: internal)
    @available(swift, obsoleted: 4.2, renamed: "setActive(_:options:)")
    public func setActive(_ active: Bool, with options: SetActiveOptions) throws {
        try setActive(active, options: options)
    }
}
