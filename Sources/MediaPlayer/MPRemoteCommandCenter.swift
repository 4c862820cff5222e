public import Foundation

/// The commands that a program takes from outside: from media keys, headsets, lock screens and other programs.
///
/// ```swift
/// import AVFAudio
/// import MediaPlayer
///
/// let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: "song.m4a"))
/// let center = MPRemoteCommandCenter.shared()
/// center.playCommand.addTarget { _ in
///     player.play()
///     return .success
/// }
/// center.pauseCommand.addTarget { _ in
///     player.pause()
///     return .success
/// }
/// ```
///
/// Commands that have no target and are not disabled are carried out by ``MPMusicPlayerController``, while it plays or is paused.
///
/// They come from the desktop by MPRIS, which has no commands for feedback, ratings, languages and fast seeks: those of the center
/// can be set up, and nothing calls them.
open class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
    /// Pause.
    public let pauseCommand: MPRemoteCommand
    /// Play.
    public let playCommand: MPRemoteCommand
    /// Stop.
    public let stopCommand: MPRemoteCommand
    /// Play or pause: the one key of many headsets. Where it has no target, the other two are called by what the player does.
    public let togglePlayPauseCommand: MPRemoteCommand
    /// Choose a language.
    public let enableLanguageOptionCommand: MPRemoteCommand
    /// Choose a language no longer.
    public let disableLanguageOptionCommand: MPRemoteCommand
    /// Change how fast the item plays.
    public let changePlaybackRateCommand: MPChangePlaybackRateCommand
    /// Change whether items repeat.
    public let changeRepeatModeCommand: MPChangeRepeatModeCommand
    /// Change whether items play in an order by chance.
    public let changeShuffleModeCommand: MPChangeShuffleModeCommand
    /// Go to the next item.
    public let nextTrackCommand: MPRemoteCommand
    /// Go to the item before.
    public let previousTrackCommand: MPRemoteCommand
    /// Skip some seconds forward.
    public let skipForwardCommand: MPSkipIntervalCommand
    /// Skip some seconds backward.
    public let skipBackwardCommand: MPSkipIntervalCommand
    /// Play forward fast.
    public let seekForwardCommand: MPRemoteCommand
    /// Play backward fast.
    public let seekBackwardCommand: MPRemoteCommand
    /// Move within the item.
    public let changePlaybackPositionCommand: MPChangePlaybackPositionCommand
    /// Rate the item.
    public let ratingCommand: MPRatingCommand
    /// Like the item.
    public let likeCommand: MPFeedbackCommand
    /// Do not like the item.
    public let dislikeCommand: MPFeedbackCommand
    /// Keep the place in the item.
    public let bookmarkCommand: MPFeedbackCommand

    init(_ changed: @escaping @Sendable () -> Void) {
        pauseCommand = MPRemoteCommand(changed)
        playCommand = MPRemoteCommand(changed)
        stopCommand = MPRemoteCommand(changed)
        togglePlayPauseCommand = MPRemoteCommand(changed)
        enableLanguageOptionCommand = MPRemoteCommand(changed)
        disableLanguageOptionCommand = MPRemoteCommand(changed)
        changePlaybackRateCommand = MPChangePlaybackRateCommand(changed)
        changeRepeatModeCommand = MPChangeRepeatModeCommand(changed)
        changeShuffleModeCommand = MPChangeShuffleModeCommand(changed)
        nextTrackCommand = MPRemoteCommand(changed)
        previousTrackCommand = MPRemoteCommand(changed)
        skipForwardCommand = MPSkipIntervalCommand(changed)
        skipBackwardCommand = MPSkipIntervalCommand(changed)
        seekForwardCommand = MPRemoteCommand(changed)
        seekBackwardCommand = MPRemoteCommand(changed)
        changePlaybackPositionCommand = MPChangePlaybackPositionCommand(changed)
        ratingCommand = MPRatingCommand(changed)
        likeCommand = MPFeedbackCommand(changed)
        dislikeCommand = MPFeedbackCommand(changed)
        bookmarkCommand = MPFeedbackCommand(changed)
        super.init()
    }

    /// The one of the program.
    ///
    /// - Returns: the same object in each call.
    open class func shared() -> MPRemoteCommandCenter { NowPlayingLink.shared.center }

    var all: [MPRemoteCommand] {
        [
            pauseCommand, playCommand, stopCommand, togglePlayPauseCommand, enableLanguageOptionCommand,
            disableLanguageOptionCommand, changePlaybackRateCommand, changeRepeatModeCommand, changeShuffleModeCommand,
            nextTrackCommand, previousTrackCommand, skipForwardCommand, skipBackwardCommand, seekForwardCommand,
            seekBackwardCommand, changePlaybackPositionCommand, ratingCommand, likeCommand, dislikeCommand,
            bookmarkCommand,
        ]
    }
}
