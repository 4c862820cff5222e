import AudioCore
import NowPlaying

/// A player of the desktop, which shows what a tool plays and passes on what users ask of it. Apple's classes for that have neither
/// the names of what plays next, nor a volume, nor an end of the program.
package typealias DesktopPlayer = NowPlaying.PlayerService

/// What such a player shows.
package typealias DesktopState = NowPlaying.PlayerState
package typealias DesktopTrack = NowPlaying.PlayerTrack
package typealias DesktopQueue = NowPlaying.PlayerQueue
package typealias DesktopPosition = NowPlaying.PlayerPosition
package typealias DesktopAbilities = NowPlaying.PlayerAbilities

/// What users ask of it.
package typealias DesktopCommand = NowPlaying.PlayerCommand

extension DesktopPosition {
    /// How far a position may be from where it should be by itself, in seconds, and still be that.
    private static let tolerance = 0.2

    /// A position that it is at now, and that moves at a rate from now on; 0 while it does not move.
    package static func now(_ seconds: Double, rate: Double) -> DesktopPosition {
        DesktopPosition(seconds: seconds, at: HostTime.now(), rate: rate)
    }

    /// Whether it is where another one comes to by itself.
    package func follows(_ other: DesktopPosition, of duration: Double?) -> Bool {
        rate == other.rate && abs(seconds - other.seconds(at: hostTime, of: duration)) < Self.tolerance
    }
}
