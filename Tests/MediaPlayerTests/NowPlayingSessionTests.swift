import AVFoundation
import AudioCore
import Foundation
import NowPlaying
import TestSupport
import Testing

@testable import MediaPlayer

/// Players of items show themselves, and take the commands that the program leaves to them.
@Suite(.serialized) struct NowPlayingSessionTests {
    private final class Delegate: NSObject, MPNowPlayingSessionDelegate, @unchecked Sendable {
        let changes = LockedValue(0)
        func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession) { changes.withLock { $0 += 1 } }
    }

    @Test func whatAPlayerPlaysIsShown() async throws {
        let link = NowPlayingLink({ PlayerService(.at("unix:path=/nonexistent"), command: $0) })
        let item = AVPlayerItem(url: URL(fileURLWithPath: "/nonexistent/song.m4a"))
        item.nowPlayingInfo = [MPMediaItemPropertyTitle: "Low Tide", MPMediaItemPropertyArtist: "The Larks"]
        let player = AVPlayer(playerItem: item)
        let session = MPNowPlayingSession([player], link)
        #expect(session.canBecomeActive && !session.automaticallyPublishesNowPlayingInfo && link.shown == nil)
        #expect(
            session.remoteCommandCenter === link.center
                && session.nowPlayingInfoCenter === MPNowPlayingInfoCenter.default())
        let delegate = Delegate()
        session.delegate = delegate
        #expect(await session.becomeActiveIfPossible() && session.isActive && session.delegate === delegate)
        session.automaticallyPublishesNowPlayingInfo = true
        #expect(eventually { link.shown?.track?.title == "Low Tide" && link.shown?.track?.artists == ["The Larks"] })
        #expect(link.shown?.status == .paused && link.shown?.abilities.contains(.next) == false)
        #expect(link.hasOwnPlayerObey(.rate(1.5)) && player.defaultRate == 1.5)
        #expect(link.hasOwnPlayerObey(.play) && player.rate == 1.5)
        #expect(link.hasOwnPlayerObey(.pause) && player.rate == 0)
        item.nowPlayingInfo = [MPMediaItemPropertyTitle: "High Tide"]
        #expect(eventually { link.shown?.track?.title == "High Tide" })
        let other = MPNowPlayingSession([], link)
        #expect(!other.isActive && other.players.isEmpty)
        #expect(await other.becomeActiveIfPossible() && other.isActive && !session.isActive)
        #expect(eventually { delegate.changes.withLock { $0 } >= 1 })
        delegate.nowPlayingSessionDidChangeCanBecomeActive(session)
        other.addPlayer(player)
        #expect(other.players == [player])
        other.removePlayer(player)
        #expect(other.players.isEmpty)
    }
}
