/// What a session notifies its program of. Delivered one at a time, in order, without a lock, on a thread of the session's own.
package enum SessionNotification: Sendable, Equatable {
    /// Players, recorders and queues have stopped by now.
    case interruptionBegan(Session.InterruptionReason)
    case interruptionEnded(shouldResume: Bool)
    /// The session has its new route by now.
    case routeChanged(Session.RouteChangeReason, previous: SessionRoute)
    /// Sound that accompanies other sound is to fall silent, or may be heard again.
    case secondaryAudioHint(silence: Bool)
    case servicesLost
    case servicesReset
    case outputVolumeChanged(Float)
    case inputAvailabilityChanged(Bool)
    case inputGainChanged(Float)
    /// The number of the route's input or output channels is another one.
    case channelsChanged
    case inputMuteChanged(Bool)
    /// The volume that was asked for last is the output's now, or has been given up.
    case outputVolumeSettled
    /// There are other outputs to choose from, or another one plays.
    case outputsChanged
}
