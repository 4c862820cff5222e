import NowPlaying

/// What the desktop may ask of the program, by the commands that are enabled and have targets.
struct PlayerOffer {
    let hasTargets: Bool
    private(set) var abilities: PlayerAbilities = []
    /// Those at which it can play, above 0.
    let rates: [Double]
    /// Nil where nobody may change them.
    let repeats: PlayerState.Repeat?
    let shuffles: Bool?

    /// - Parameter receivesEvents: whether the program takes what no target takes as events of remote control.
    init(_ center: MPRemoteCommandCenter, receivesEvents: Bool = false) {
        hasTargets = receivesEvents || center.all.contains(where: \.hasTarget)
        let changesRate = center.changePlaybackRateCommand.isOffered
        rates = changesRate ? center.changePlaybackRateCommand.supported.filter { $0 > 0 }.map(Double.init) : []
        let repeatCommand = center.changeRepeatModeCommand
        repeats = repeatCommand.isOffered ? Self.mode(repeatCommand.currentRepeatType) : nil
        let shuffleCommand = center.changeShuffleModeCommand
        shuffles = shuffleCommand.isOffered ? shuffleCommand.currentShuffleType != .off : nil
        add(.play, center.playCommand, center.togglePlayPauseCommand)
        add(.pause, center.pauseCommand, center.togglePlayPauseCommand)
        add(.stop, center.stopCommand)
        add(.next, center.nextTrackCommand)
        add(.previous, center.previousTrackCommand)
        add(.seek, center.changePlaybackPositionCommand, center.skipForwardCommand, center.skipBackwardCommand)
        add(.changeRate, center.changePlaybackRateCommand)
        add(.changeRepeat, repeatCommand)
        add(.changeShuffle, shuffleCommand)
        guard receivesEvents else { return }
        let events: [(PlayerAbilities, [MPRemoteCommand])] = [
            (.play, [center.playCommand, center.togglePlayPauseCommand]),
            (.pause, [center.pauseCommand, center.togglePlayPauseCommand]), (.stop, [center.stopCommand]),
            (.next, [center.nextTrackCommand]), (.previous, [center.previousTrackCommand]),
        ]
        // A target takes the event away, also while its command is not enabled.
        for (ability, commands) in events where !commands.contains(where: \.hasTarget) { abilities.insert(ability) }
    }

    private mutating func add(_ ability: PlayerAbilities, _ commands: MPRemoteCommand...) {
        if commands.contains(where: \.isOffered) { abilities.insert(ability) }
    }

    private static func mode(_ type: MPRepeatType) -> PlayerState.Repeat {
        switch type {
        case .off: .off
        case .one: .one
        case .all: .all
        }
    }
}
