import AudioCore
import AudioToolbox
import Dispatch
import Foundation
import TestSupport
import Testing
import ToolSupport

@testable import afplay

/// Sounds on their way to a player.
@Suite struct BringingTests {
    /// Brings once it is told to.
    private final class Bringer: SoundBringer {
        let duration: Double? = nil
        let start = DispatchSemaphore(value: 0)
        let outcome = LockedValue<Result<Void, any Error>?>(nil)

        func bring(from start: Double, _ makePlayer: @escaping MakePlayer) throws {
            self.start.wait()
            do {
                _ = try makePlayer(QueuePlayer.Sound(AudioStreamBasicDescription()), 0)
                outcome.withLock { $0 = .success(()) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
                throw error
            }
        }
    }

    /// A sound that nobody waits for gets no player, which would open the device for it.
    @Test(arguments: [true, false]) func anAbandonedSoundGetsNoPlayer(isAbandoned: Bool) {
        let (bringer, made) = (Bringer(), LockedValue(0))
        let bringing = Bringing(bringer, from: 0) { (_, _) throws(ToolError) in
            made.withLock { $0 += 1 }
            throw ToolError(saying: "There is no player in this test", -1)
        }
        if isAbandoned { bringing.abandon() }
        bringer.start.signal()
        #expect(eventually { bringing.isOver })
        #expect(made.withLock { $0 } == (isAbandoned ? 0 : 1))
        #expect(bringer.outcome.withLock { $0 } != nil && bringing.player == nil && bringing.failure != nil)
    }
}
