import AudioCore

/// What a player shows of itself to the desktop.
package struct PlayerState: Sendable, Equatable {
    package enum Status: String, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    package enum Repeat: String, Sendable {
        case off = "None"
        case one = "Track"
        case all = "Playlist"
    }

    package var status = Status.stopped
    package var track: PlayerTrack?
    package var position = PlayerPosition()
    /// How fast it plays, or will play when it plays again; 1 is normal.
    package var rate = 1.0
    /// The rates that it can play at.
    package var rates = 1.0...1.0
    /// Nil where the player does not repeat, or does not say so.
    package var repeats: Repeat?
    /// Nil where the player has no order to shuffle.
    package var shuffles: Bool?
    /// From 0 to 1; nil where the player has no volume of its own.
    package var volume: Double?
    package var abilities: PlayerAbilities = []
    /// Nil where it is not known what plays next.
    package var queue: PlayerQueue?

    package init() {}
}

/// What others may have a player do.
package struct PlayerAbilities: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let play = Self(rawValue: 1)
    package static let pause = Self(rawValue: 2)
    package static let stop = Self(rawValue: 4)
    package static let next = Self(rawValue: 8)
    package static let previous = Self(rawValue: 16)
    /// To a position, or by an interval.
    package static let seek = Self(rawValue: 32)
    package static let changeRate = Self(rawValue: 64)
    package static let changeRepeat = Self(rawValue: 128)
    package static let changeShuffle = Self(rawValue: 256)
    package static let changeVolume = Self(rawValue: 512)
    /// End the program.
    package static let quit = Self(rawValue: 1024)
    /// Show the program's window.
    package static let raise = Self(rawValue: 2048)
}

/// A position that moves with time: what it was at a host time, and how fast it has moved since.
package struct PlayerPosition: Sendable, Equatable {
    package var seconds = 0.0
    package var hostTime: UInt64 = 0
    /// 0 while the player is paused.
    package var rate = 0.0

    package init() {}

    package init(seconds: Double, at hostTime: UInt64, rate: Double) {
        (self.seconds, self.hostTime, self.rate) = (seconds, hostTime, rate)
    }

    /// The seconds at a host time, from 0 to the end of the track.
    package func seconds(at time: UInt64, of duration: Double?) -> Double {
        let passed = time > hostTime ? Double(time - hostTime) / Double(HostTime.ticksPerSecond) : 0
        let now = seconds + rate * passed
        return max(0, min(now.isFinite ? now : 0, duration ?? .infinity))
    }
}

/// What a player plays, with the names that are shown.
package struct PlayerTrack: Sendable, Equatable {
    /// Differs from that of the track before, also where all names are equal.
    package var identifier: UInt64 = 0
    package var title: String?
    package var album: String?
    package var artists: [String] = []
    package var albumArtists: [String] = []
    package var composers: [String] = []
    package var genres: [String] = []
    package var comments: [String] = []
    package var lyrics: String?
    package var trackNumber: Int?
    package var discNumber: Int?
    package var beatsPerMinute: Int?
    package var playCount: Int?
    /// From 0 to 1.
    package var rating: Double?
    /// As ISO 8601 writes dates.
    package var created: String?
    package var lastPlayed: String?
    /// Seconds; nil for streams without an end.
    package var duration: Double?
    package var url: String?
    /// The address of a file with the picture.
    package var artwork: String?

    package init() {}
}

/// What a user asks of a player with a key, a headset or the desktop.
package enum PlayerCommand: Sendable, Equatable {
    case play, pause, toggle, stop, next, previous
    /// By so many seconds; back, where they are negative.
    case skip(Double)
    /// To a position in seconds, within the track.
    case move(Double)
    case rate(Double)
    case `repeat`(PlayerState.Repeat)
    case shuffle(Bool)
    /// From 0 to 1.
    case volume(Double)
    /// To a track of the queue, by its identifier.
    case goTo(UInt64)
    case quit, raise
}
