public import Foundation

// Names of notifications, each the same as its name in C, and keys of what comes with them. AVAudioSessionKeys.swift has more.

extension AVAudioSession {
    // MARK: Notifications

    /// An interruption has begun or ended; posted on the main queue. When it has begun, the session is inactive and its players
    /// are paused already.
    public static let interruptionNotification = NSNotification.Name("AVAudioSessionInterruptionNotification")

    /// The route has changed; posted on a serial queue that is not the main one.
    public static let routeChangeNotification = NSNotification.Name("AVAudioSessionRouteChangeNotification")

    /// The sound server is gone; posted on the main queue, without `userInfo`.
    public static let mediaServicesWereLostNotification =
        NSNotification.Name("AVAudioSessionMediaServicesWereLostNotification")

    /// The sound server is back; posted on the main queue, without `userInfo`.
    public static let mediaServicesWereResetNotification =
        NSNotification.Name("AVAudioSessionMediaServicesWereResetNotification")

    /// Sound that accompanies other sound is to fall silent, or may be heard again; posted on the main queue, to active sessions.
    public static let silenceSecondaryAudioHintNotification =
        NSNotification.Name("AVAudioSessionSilenceSecondaryAudioHintNotification")

    /// Not posted: no route plays spatial sound.
    public static let spatialPlaybackCapabilitiesChangedNotification =
        NSNotification.Name("AVAudioSessionSpatialPlaybackCapabilitiesChangedNotification")

    /// `renderingMode` has changed; posted on the main queue, with `AVAudioSessionRenderingModeNewRenderingModeKey`.
    public static let renderingModeChangeNotification =
        NSNotification.Name("AVAudioSessionRenderingModeChangeNotification")

    /// Not posted: what the route renders changes with the route, which is notified.
    public static let renderingCapabilitiesChangeNotification =
        NSNotification.Name("AVAudioSessionRenderingCapabilitiesChangeNotification")

    /// `setOutputMuted` has silenced the program or let it be heard; posted on the main queue.
    public static let outputMuteStateChangeNotification =
        NSNotification.Name("AVAudioSessionOutputMuteStateChangeNotification")

    /// Key of `outputMuteStateChangeNotification`: an NSNumber, whether the output is muted.
    public static let muteStateKey = "AVAudioSessionMuteStateKey"

    /// Not posted on Linux: users do not state it to sound servers.
    public static let userIntentToUnmuteOutputNotification =
        NSNotification.Name("AVAudioSessionUserIntentToUnmuteOutputNotification")

    /// There are other inputs to choose from; posted on the main queue.
    public static let availableInputsChangeNotification =
        NSNotification.Name("AVAudioSessionAvailableInputsChangeNotification")
}
