import NowPlaying

/// A player of the library's that plays for the program, as the desktop shows it where the program does not say anything itself.
struct OwnPlayer: Sendable {
    var info: NowPlayingInfo
    var state = MPNowPlayingPlaybackState.paused
    /// The host time at which `info.elapsed` was the position.
    var time: UInt64 = 0
    var artwork: MPMediaItemArtwork?
    var repeats: PlayerState.Repeat?
    var shuffles: Bool?
    var abilities: PlayerAbilities = []
    /// The rates that it can play at.
    static let rates = 0.5...2.0
    /// Called on any thread.
    let carryOut: @Sendable (PlayerCommand) -> Void

    init(_ info: NowPlayingInfo, _ carryOut: @escaping @Sendable (PlayerCommand) -> Void) {
        (self.info, self.carryOut) = (info, carryOut)
    }
}

extension MPRemoteCommandCenter {
    /// What the program leaves to a player that has these abilities.
    func left(of abilities: PlayerAbilities) -> PlayerAbilities {
        let commands: [(PlayerAbilities, [MPRemoteCommand])] = [
            (.play, [playCommand, togglePlayPauseCommand]), (.pause, [pauseCommand, togglePlayPauseCommand]),
            (.stop, [stopCommand]), (.next, [nextTrackCommand]), (.previous, [previousTrackCommand]),
            (.seek, [changePlaybackPositionCommand, skipForwardCommand, skipBackwardCommand]),
            (.changeRate, [changePlaybackRateCommand]), (.changeRepeat, [changeRepeatModeCommand]),
            (.changeShuffle, [changeShuffleModeCommand]),
        ]
        var left: PlayerAbilities = []
        for (ability, of) in commands where abilities.contains(ability) && of.allSatisfy(\.isLeft) {
            left.insert(ability)
        }
        return left
    }
}

extension PlayerCommand {
    /// The ability that a player needs for it; nil for one that no music player has.
    var ability: PlayerAbilities? {
        switch self {
        case .play: .play
        case .pause: .pause
        case .toggle: [.play, .pause]
        case .stop: .stop
        case .next: .next
        case .previous: .previous
        case .skip, .move: .seek
        case .rate: .changeRate
        case .repeat: .changeRepeat
        case .shuffle: .changeShuffle
        case .volume, .goTo, .quit, .raise: nil
        }
    }
}
