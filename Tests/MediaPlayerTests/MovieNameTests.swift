import Foundation
import Testing

@testable import MediaPlayer

/// Names and numbers of movie players, as Apple's headers have them, and the controller of the whole screen.
@Suite struct MovieNameTests {
    @Test func numbersAreApples() {
        #expect([MPMovieScalingMode.none, .aspectFit, .aspectFill, .fill].map(\.rawValue) == [0, 1, 2, 3])
        #expect(
            [MPMoviePlaybackState.stopped, .playing, .paused, .interrupted, .seekingForward, .seekingBackward].map(
                \.rawValue) == [0, 1, 2, 3, 4, 5])
        #expect([MPMovieLoadState.playable, .playthroughOK, .stalled].map(\.rawValue) == [1, 2, 4])
        #expect([MPMovieRepeatMode.none, .one].map(\.rawValue) == [0, 1])
        #expect([MPMovieControlStyle.none, .embedded, .fullscreen, .default].map(\.rawValue) == [0, 1, 2, 1])
        #expect([MPMovieFinishReason.playbackEnded, .playbackError, .userExited].map(\.rawValue) == [0, 1, 2])
        #expect([MPMovieMediaTypeMask.video, .audio].map(\.rawValue) == [1, 2])
        #expect([MPMovieSourceType.unknown, .file, .streaming].map(\.rawValue) == [0, 1, 2])
        #expect([MPMovieTimeOption.nearestKeyFrame, .exact].map(\.rawValue) == [0, 1])
    }

    @Test func namesAreApples() {
        let names: [NSNotification.Name] = [
            .MPMovieMediaTypesAvailable, .MPMovieSourceTypeAvailable, .MPMovieNaturalSizeAvailable,
            .MPMovieDurationAvailable, .MPMediaPlaybackIsPreparedToPlayDidChange, .MPMoviePlayerLoadStateDidChange,
            .MPMoviePlayerReadyForDisplayDidChange, .MPMoviePlayerTimedMetadataUpdated,
            .MPMoviePlayerThumbnailImageRequestDidFinish, .MPMoviePlayerNowPlayingMovieDidChange,
            .MPMoviePlayerPlaybackStateDidChange, .MPMoviePlayerPlaybackDidFinish, .MPMoviePlayerScalingModeDidChange,
            .MPMoviePlayerWillEnterFullscreen, .MPMoviePlayerDidEnterFullscreen, .MPMoviePlayerWillExitFullscreen,
            .MPMoviePlayerDidExitFullscreen, .MPMoviePlayerIsAirPlayVideoActiveDidChange,
        ]
        #expect(Set(names).count == 18 && names.allSatisfy { $0.rawValue.hasSuffix("Notification") })
        let keys = [
            MPMoviePlayerPlaybackDidFinishReasonUserInfoKey, MPMoviePlayerFullscreenAnimationDurationUserInfoKey,
            MPMoviePlayerFullscreenAnimationCurveUserInfoKey, MPMoviePlayerThumbnailImageKey,
            MPMoviePlayerThumbnailTimeKey, MPMoviePlayerThumbnailErrorKey, MPMoviePlayerTimedMetadataUserInfoKey,
            MPMoviePlayerTimedMetadataKeyName, MPMoviePlayerTimedMetadataKeyInfo,
            MPMoviePlayerTimedMetadataKeyMIMEType, MPMoviePlayerTimedMetadataKeyDataType,
            MPMoviePlayerTimedMetadataKeyLanguageCode,
        ]
        #expect(Set(keys).count == 12 && keys.allSatisfy { $0.hasPrefix("MPMoviePlayer") })
    }

    @MainActor @Test func theControllerOfTheWholeScreen() async throws {
        let stage = try MovieStage()
        let controller = MPMoviePlayerViewController(stage.movie)
        #expect(controller.moviePlayer === stage.movie && stage.movie.controlStyle == .fullscreen)
        var dismissed = 0
        controller.beginPresentation { dismissed += 1 }
        #expect(controller.isPresented)
        controller.beginPresentation { dismissed += 10 }
        #expect(dismissed == 1 && controller.isPresented)
        stage.movie.userDidPressDone()
        for _ in 0..<1000 where controller.isPresented { try await Task.sleep(for: .milliseconds(5)) }
        #expect(dismissed == 11 && !controller.isPresented)
        var completed = false
        controller.dismiss(animated: true) { completed = true }
        #expect(completed && dismissed == 11)
        let made: MPMoviePlayerViewController? = MPMoviePlayerViewController(
            contentURL: URL(fileURLWithPath: "/nonexistent.mp4"))
        #expect(made?.moviePlayer.contentURL.path == "/nonexistent.mp4")
        // What cannot be opened is over at once.
        made?.beginPresentation { dismissed += 100 }
        for _ in 0..<1000 where made?.isPresented == true { try await Task.sleep(for: .milliseconds(5)) }
        #expect(dismissed == 111)
    }

    @MainActor @Test func aMovieIsPresentedAgain() async throws {
        let stage = try MovieStage()
        let movie = stage.movie
        movie.contentURL = try stage.sound(frames: 4800)
        let controller = MPMoviePlayerViewController(movie)
        var dismissed = 0
        controller.beginPresentation { dismissed += 1 }
        await Task.detached { stage.settle() }.value
        #expect(movie.playbackState == .playing)
        // The end of the presentation before is posted while the next one is there already.
        controller.dismiss(animated: false)
        controller.beginPresentation { dismissed += 10 }
        let posted = await Task.detached { stage.take() }.value
        // Whoever hears that it has stopped reads that it plays again.
        #expect(posted.suffix(3) == ["state playing", "finish 0", "state playing"])
        #expect(dismissed == 1 && controller.isPresented && movie.playbackState == .playing)
        // A movie that has ended is shown from its beginning.
        await Task.detached { _ = stage.hear(48_000) }.value
        #expect(dismissed == 11 && !controller.isPresented && movie.playbackState == .stopped)
        controller.beginPresentation { dismissed += 100 }
        await Task.detached { stage.settle() }.value
        #expect(movie.playbackState == .playing && controller.isPresented && dismissed == 11)
        // One that waits for the user is opened, and does not play.
        controller.dismiss(animated: false)
        movie.shouldAutoplay = false
        controller.beginPresentation { dismissed += 1000 }
        await Task.detached { stage.settle() }.value
        #expect(movie.playbackState == .stopped && controller.isPresented && dismissed == 111)
    }
}
