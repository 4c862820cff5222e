import Foundation
import MediaPlayer
import Testing

/// Subclasses of the movie player's classes, with what a program can see of these.
@Suite struct MovieSubclassTests {
    private final class NamedPlayer: MPMoviePlayerController, @unchecked Sendable {
        let name: String

        init!(_ name: String, _ url: URL) {
            self.name = name
            super.init(contentURL: url)
        }

        override init!(contentURL url: URL!) {
            name = "none"
            super.init(contentURL: url)
        }

        override init() {
            name = "empty"
            super.init()
        }
    }

    private final class NamedController: MPMoviePlayerViewController {
        let name: String

        init!(_ name: String, _ url: URL) {
            self.name = name
            super.init(contentURL: url)
        }
    }

    private static let url = URL(fileURLWithPath: "/a.mp4")

    @Test func aPlayerHasASubclass() throws {
        let named = try #require(NamedPlayer("film", Self.url))
        #expect(named.name == "film" && named.contentURL == Self.url)
        let other = try #require(NamedPlayer(contentURL: Self.url))
        #expect(other.name == "none" && other.contentURL == Self.url)
        #expect(NamedPlayer().name == "empty" && NamedPlayer().contentURL == nil)
    }

    @MainActor @Test func aControllerHasASubclass() throws {
        let named = try #require(NamedController("film", Self.url))
        #expect(named.name == "film" && named.moviePlayer.contentURL == Self.url)
        #expect(named.moviePlayer.controlStyle == .fullscreen)
    }
}
