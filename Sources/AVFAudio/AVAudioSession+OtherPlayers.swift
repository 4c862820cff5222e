import AudioSession

extension AVAudioSession {
    /// An addition: whether players of other vendors pause when the session becomes active and plays what does not mix. True unless
    /// set.
    ///
    /// They are paused through the desktop's MPRIS interface, and go on when the session is made inactive with
    /// `notifyOthersOnDeactivation`. Setting false concerns the next activation: those that are paused go on as they would.
    public var pausesOtherPlayers: Bool {
        get { center.pausesOtherPlayers }
        set { center.pausesOtherPlayers = newValue }
    }
}
