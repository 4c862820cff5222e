import AudioToolbox
import CoreAudioAdditions
import Foundation
import ToolSupport

/// A sound that is brought to a player of its own, on a thread of its own, from some place in it on.
final class Bringing: Sendable {
    private struct State {
        var player: QueuePlayer?
        var failure: (any Error)?
        var isOver = false
        var isCancelled = false
    }

    /// Seconds of sound that are left out.
    let start: Double
    private let bringer: any SoundBringer
    private let state = LockedValue(State())
    /// There is a player, or nothing more comes.
    private let changed = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)

    typealias MakePlayer = @Sendable (QueuePlayer.Sound, Double) throws(ToolError) -> QueuePlayer

    init(_ bringer: any SoundBringer, from start: Double, _ makePlayer: @escaping MakePlayer) {
        (self.bringer, self.start) = (bringer, start)
        Thread.detachNewThread { [self] in bring(makePlayer) }
    }

    var player: QueuePlayer? { state.withLock { $0.player } }

    /// Why less was brought than there is.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Whether nothing more is brought.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Waits until there is a player or nothing more comes, for some seconds at most.
    ///
    /// - Returns: false where neither came.
    func waitForPlayer(seconds: Double) -> Bool { changed.wait(timeout: .now() + seconds) == .success }

    /// Ends the sound at once. What is on its way is no longer played, and is not waited for.
    func abandon() {
        let player = state.withLock { state in
            state.isCancelled = true
            return state.player
        }
        player?.cancel()
        bringer.setInterrupted(true)
    }

    /// Ends the sound at once, and waits until nothing more is brought.
    func cancel() {
        abandon()
        done.wait()
        done.signal()
        bringer.setInterrupted(false)
    }

    private func bring(_ makePlayer: @escaping MakePlayer) {
        var failure: (any Error)?
        do {
            try bringer.bring(from: start) { [self] (sound, headStart) throws(ToolError) in
                guard !state.withLock({ $0.isCancelled }) else {
                    throw ToolError(saying: "Nobody waits for the sound any more", kAudioFileUnspecifiedError)
                }
                let player = try makePlayer(sound, headStart)
                let isCancelled = state.withLock { state in
                    state.player = player
                    return state.isCancelled
                }
                if isCancelled { player.cancel() }
                changed.signal()
                return player
            }
        } catch { failure = error }
        do { try player?.finish() } catch {
            failure = failure ?? error
            // It never ends by itself.
            state.withLock { $0.player = nil }
        }
        state.withLock { state in
            state.failure = failure
            state.isOver = true
        }
        changed.signal()
        done.signal()
    }
}
