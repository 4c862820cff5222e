// AVAudioSessionTypes.h: keys of what comes with notifications. The values are NSNumbers, which `as? UInt`, `as? Int` and
// `as? NSNumber` take, but for the previous route. Each string is its own name.

// MARK: Keys of notifications

/// An `AVAudioSession.InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"

/// The `AVAudioSession.InterruptionOptions` of an interruption that is over.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"

/// The `AVAudioSession.InterruptionReason` of an interruption that begins.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"

/// Not in any notification: programs are not suspended here.
@available(*, deprecated, message: "Use AVAudioSessionInterruptionReasonKey.")
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"

/// An `AVAudioSession.RouteChangeReason`.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"

/// An `AVAudioSessionRouteDescription`: the route as it was. `currentRoute` is the new one already.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"

/// An `AVAudioSession.SilenceSecondaryAudioHintType`.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

/// Whether the route plays spatial sound.
public let AVAudioSessionSpatialAudioEnabledKey = "AVAudioSessionSpatialAudioEnabledKey"

/// An `AVAudioSession.RenderingMode`.
public let AVAudioSessionRenderingModeNewRenderingModeKey = "AVAudioSessionRenderingModeNewRenderingModeKey"

/// Whether sound can be mixed into what a call's other end hears.
public let AVAudioSessionMicrophoneInjectionIsAvailableKey = "AVAudioSessionMicrophoneInjectionIsAvailableKey"
