import AudioCore
import AudioDevices
import AudioFiles
import AudioIO
import AudioSession
import CAudioToolbox
import TestSupport
import Testing

@testable import PlaybackAndRecording

/// Players, recorders and queues under a session that is interrupted and loses its devices.
struct SessionParticipantTests {
    private func ramp(_ range: ClosedRange<Int>) -> [Float] { range.map { Float($0) / 1024 } }
    private func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

    /// A program with a session of its own. What plays and records has devices of its own, too.
    private struct Program {
        let neighbourhood = SessionNeighbourhood()
        let center: SessionCenter
        let neighbour: SessionNeighbour
        let server = ManualServer()

        /// - Parameter category: nil for a program that does not use its session.
        init(_ category: SessionCategory?) throws {
            (center, neighbour, _) = try neighbourhood.program(on: server)
            if let category { try center.set(SessionSetting(category)) }
            // Observers of what follows have nothing to do with the change of the category.
            center.settle()
        }

        func hear(_ news: SessionNews) {
            neighbour.receive(news)
            neighbourhood.settle()
        }
    }

    @Test func aPlayerPausesAndGoesOnWithTheNextSample() throws {
        let program = try Program(.playback)
        let runner = try PlayerRunner(PlayerRunner.file(ramp(1...300)), session: program.center)
        #expect(!program.center.isActive)
        #expect(runner.play() && program.center.isActive)
        #expect(program.neighbour.told == ["active playback"])
        #expect(runner.hear(96) == ramp(1...96))
        program.center.settle()
        #expect(program.neighbour.keepsAwake)
        program.hear(.callBegan)
        #expect(!runner.player.isPlaying && runner.events == ["began"] && !program.center.isActive)
        #expect(runner.hear(64) == zeros(64) && runner.frame == 96)
        #expect(!program.neighbour.keepsAwake)
        // The end makes the session active, and nothing plays by itself.
        program.hear(.callEnded)
        #expect(runner.events == ["began", "ended true"] && program.center.isActive && !runner.player.isPlaying)
        #expect(runner.hear(32) == zeros(32))
        #expect(runner.play())
        #expect(runner.hear(214) == ramp(97...300) + zeros(10))
        #expect(runner.events == ["began", "ended true", "finished true"])
    }

    @Test func aPlayerThatDoesNotPlayIsNotInterrupted() throws {
        let program = try Program(.playback)
        let runner = try PlayerRunner(PlayerRunner.file(ramp(1...300)), session: program.center)
        #expect(runner.player.prepare() && program.center.isActive)
        program.hear(.callBegan)
        program.hear(.callEnded)
        #expect(runner.events.isEmpty && !program.center.isActive)
        // What the program paused during the interruption stays so, too.
        #expect(runner.play())
        runner.player.pause()
        program.hear(.callBegan)
        program.hear(.callEnded)
        #expect(runner.events.isEmpty)
    }

    /// The program takes the sound back without playing: the end of the next interruption is none of the player's.
    @Test func anInterruptionThatTheProgramEndsIsNotToldLater() throws {
        let program = try Program(.playback)
        let runner = try PlayerRunner(PlayerRunner.file(ramp(1...300)), session: program.center)
        #expect(runner.play())
        program.hear(.peerActive("a", .standard))
        #expect(runner.player.prepare() && program.center.isActive)
        program.hear(.peerInactive("a", notifiesOthers: true))
        program.hear(.peerActive("b", .standard))
        program.hear(.peerInactive("b", notifiesOthers: true))
        #expect(runner.events == ["began"])
    }

    @Test func anEndWithoutResumingLeavesTheSessionInactive() throws {
        let program = try Program(.playback)
        let runner = try PlayerRunner(PlayerRunner.file(ramp(1...300)), session: program.center)
        #expect(runner.play())
        program.hear(.peerActive("a", .standard))
        program.hear(.peerInactive("a", notifiesOthers: false))
        #expect(runner.events == ["began", "ended false"] && !program.center.isActive)
        // Playing takes the sound back from whoever has it.
        program.hear(.peerActive("b", .standard))
        #expect(runner.play() && program.center.isActive)
        #expect(program.neighbour.told == ["active playback", "inactive false", "active playback"])
    }

    @Test func theEndLeavesTheSessionOfAStoppedPlayerInactive() throws {
        let program = try Program(.playback)
        let runner = try PlayerRunner(PlayerRunner.file(ramp(1...300)), session: program.center)
        #expect(runner.play())
        program.hear(.callBegan)
        runner.player.stop()
        program.hear(.callEnded)
        #expect(runner.events == ["began", "ended true"] && !program.center.isActive)
        #expect(runner.play() && program.center.isActive)
    }

    @Test func aPlayerWhoseDevicesOpenNoMoreLetsTheMachineSleep() throws {
        let program = try Program(.playback)
        let output = try program.server.output(rate: 1000, channels: 1)
        let opens = LockedValue(true)
        let provider: Player.OutputProvider = { (_) throws(AudioError) in
            guard opens.withLock({ $0 }) else { throw .noDevice }
            return output
        }
        let player = try Player(
            PlayerRunner.file(ramp(1...300)), timeline: PlayerTimeline(), session: program.center, output: provider
        ) { _ in }
        defer { player.close() }
        #expect(player.play())
        program.center.settle()
        #expect(program.neighbour.keepsAwake)
        opens.withLock { $0 = false }
        player.setDevice("another")
        program.center.settle()
        #expect(!player.isPlaying && player.device == nil && !program.neighbour.keepsAwake)
    }

    @Test func deactivatingPausesAPlayerWithoutTellingOfAnInterruption() throws {
        let program = try Program(.playback)
        let runner = try PlayerRunner(PlayerRunner.file(ramp(1...300)), session: program.center)
        #expect(runner.play())
        _ = runner.hear(32)
        #expect(throws: AudioError.sessionBusy) { try program.center.deactivate(notifiesOthers: true) }
        #expect(!runner.player.isPlaying && runner.events.isEmpty)
        #expect(runner.play() && program.center.isActive)
        #expect(runner.hear(8) == ramp(33...40))
    }

    /// A program whose player plays is interrupted, with all that it plays, unless it prefers none.
    @Test(arguments: [true, false]) func theLossOfTheOutputPausesPlayers(isInterrupted: Bool) throws {
        let program = try Program(.playback)
        program.center.prefersInterruptionOnRouteDisconnect = isInterrupted
        let speaker = DeviceDescription(id: "speaker", name: "", direction: .output, isDefault: true)
        let headset = DeviceDescription(id: "headset", name: "", direction: .output, isDefault: true)
        program.server.setDevices([headset])
        #expect(eventually { program.center.route.outputs.map(\.uid) == ["headset"] })
        // The loss of the first device, too, stops what plays when it is noticed.
        program.center.settle()
        let runner = try PlayerRunner(PlayerRunner.file(ramp(1...300)), session: program.center)
        let queue = try QueueRunner()
        queue.queue.session = program.center
        try queue.enqueue(ramp(1...600))
        try queue.start()
        #expect(runner.play())
        #expect(runner.hear(32) == ramp(1...32))
        let diary = SessionDiary(program.center)
        program.server.setDevices([speaker])
        #expect(eventually { !diary.reasons.isEmpty })
        program.center.settle()
        #expect(diary.reasons == [.oldDeviceUnavailable] && program.center.isActive != isInterrupted)
        #expect(!runner.player.isPlaying && queue.queue.isRunning != isInterrupted)
        #expect(runner.events == (isInterrupted ? ["began"] : []))
        #expect(runner.play() && program.center.isActive)
        #expect(runner.hear(8) == ramp(33...40))
        try queue.end()
    }

    @Test func aQueuePausesWithItsBuffers() throws {
        let program = try Program(.playback)
        let runner = try QueueRunner()
        runner.queue.session = program.center
        try runner.enqueue(ramp(1...100))
        try runner.enqueue(ramp(101...200))
        try runner.start()
        #expect(program.center.isActive && runner.waitForDecoded(64))
        #expect(runner.server.advance(64) == ramp(1...64))
        #expect(eventually { runner.isRunning })
        program.hear(.callBegan)
        #expect(!runner.queue.isRunning && !runner.isRunning && runner.returnedBuffers.count < 2)
        #expect(runner.server.advance(16).allSatisfy { $0 == 0 })
        program.hear(.callEnded)
        #expect(!runner.queue.isRunning && !program.center.isActive)
        // During a call what records is refused, and what plays is not.
        try runner.start()
        #expect(program.center.isActive)
        #expect(runner.server.advance(64) == ramp(65...128))
        try runner.end()
    }

    @Test func aRecordingQueueKeepsWhatItHasAndAppends() throws {
        let program = try Program(.record)
        let runner = try RecordingRunner()
        runner.queue.session = program.center
        try runner.enqueue(frames: 8)
        try runner.start()
        #expect(program.center.isActive)
        runner.record([1, 2, 3])
        #expect(eventually { runner.isRunning })
        program.hear(.peerActive("a", .standard))
        #expect(!runner.queue.isRunning && !runner.isRunning && runner.all.isEmpty)
        program.hear(.peerInactive("a", notifiesOthers: true))
        try runner.start()
        runner.record([4, 5, 6, 7, 8])
        #expect(runner.waitFor(1))
        #expect(runner.all.first?.samples == [1, 2, 3, 4, 5, 6, 7, 8])
        try runner.end()
    }

    @Test func whatRecordsNeedsACategoryWithInput() throws {
        let program = try Program(.playback)
        let runner = try RecordingRunner()
        runner.queue.session = program.center
        #expect(throws: AudioError.sessionCategory) { try runner.queue.start(at: nil) }
        #expect(!runner.queue.isRunning && !program.center.isActive)
        try runner.end()
        // A program that does not use its session records all the same.
        let plain = try Program(nil)
        let other = try RecordingRunner()
        other.queue.session = plain.center
        try other.start()
        plain.hear(.callBegan)
        #expect(other.queue.isRunning && plain.neighbour.told.isEmpty)
        try other.end()
    }

    @Test func aCallRefusesARecording() throws {
        let program = try Program(.playAndRecord)
        let runner = try RecordingRunner()
        runner.queue.session = program.center
        program.hear(.callBegan)
        #expect(throws: AudioError.sessionPriority) { try runner.queue.start(at: nil) }
        program.hear(.callEnded)
        try runner.start()
        try runner.end()
    }

    @Test func aPlayerOfAProgramWithoutASessionPlaysThroughEverything() throws {
        let program = try Program(nil)
        let runner = try PlayerRunner(PlayerRunner.file(ramp(1...300)), session: program.center)
        let observation = program.center.observe { _ in }
        #expect(runner.play() && program.center.isActive)
        program.hear(.callBegan)
        program.hear(.peerActive("a", .standard))
        program.server.crash()
        program.neighbourhood.settle()
        #expect(runner.hear(96) == ramp(1...96))
        runner.player.stop()
        #expect(runner.play() && runner.events.isEmpty && program.neighbour.told.isEmpty)
        withExtendedLifetime(observation) {}
    }

    @Test func aPlayerThatMayNotPlaySaysSo() throws {
        let program = try Program(.playback)
        let runner = try PlayerRunner(PlayerRunner.file(ramp(1...300)), session: program.center)
        let diary = SessionDiary(program.center)
        program.server.crash()
        #expect(diary.waits(for: .servicesLost))
        #expect(!runner.player.play() && !runner.player.prepare() && !runner.player.isPlaying)
    }

    @Test func aQueueThatIsPausedInItsCallback() throws {
        let program = try Program(.playback)
        let runner = try QueueRunner()
        runner.queue.session = program.center
        let center = program.center
        let failure = LockedValue<AudioError?>(nil)
        runner.onReturn { [server = runner.server] queue, buffer in
            // The first ones come back while the queue still starts.
            guard queue.isRunning, server.runningStreams == 1 else {
                _ = try? queue.enqueue(EnqueueRequest(buffer: buffer))
                return
            }
            do throws(AudioError) { try center.deactivate(notifiesOthers: true) } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        try runner.enqueue(ramp(1...10))
        try runner.enqueue(ramp(11...500))
        // The callback may end it before its stream runs.
        try runner.queue.start(at: nil)
        #expect(
            eventually {
                _ = runner.server.advance(8)
                return !center.isActive
            })
        #expect(eventually { !runner.queue.isRunning })
        #expect(eventually { failure.withLock { $0 } == .sessionBusy })
        try runner.end()
    }

    /// Keeps a session's thread busy, so that an interruption has begun and nothing has stopped for it yet.
    private final class Delay: SessionParticipant {
        private let state = WaitableValue((isHeld: true, isReached: false))

        var isReached: Bool { state.wait(nanoseconds: 10_000_000_000) { $0.isReached ? true : nil } ?? false }
        func end() { state.withLock { $0.isHeld = false } }

        var isRunning: Bool { false }
        func sessionWasInterrupted() {
            state.withLock { $0.isReached = true }
            _ = state.wait(nanoseconds: 10_000_000_000) { $0.isHeld ? nil : true }
        }
        func sessionMayResume(_ shouldResume: Bool) {}
        func routeWasLost() {}
    }

    /// What is started before everything has stopped does not start, and learns of the end.
    @Test func aStartDuringTheBeginningOfAnInterruptionFails() throws {
        let program = try Program(.playback)
        let runner = try PlayerRunner(PlayerRunner.file(ramp(1...300)), session: program.center)
        #expect(runner.play())
        let delay = Delay()
        program.center.add(delay)
        let diary = SessionDiary(program.center)
        program.neighbour.receive(.peerActive("a", .standard))
        #expect(delay.isReached)
        let other = try PlayerRunner(PlayerRunner.file(ramp(1...300)), session: program.center)
        #expect(!other.player.play() && !other.player.isPlaying && !program.center.isActive)
        delay.end()
        program.hear(.peerInactive("a", notifiesOthers: true))
        #expect(!runner.player.isPlaying && runner.events == ["began", "ended true"])
        #expect(diary.important == [.interruptionBegan(.standard), .interruptionEnded(shouldResume: true)])
        #expect(other.play())
    }

    /// What the program starts after it has made the session active is not stopped by an interruption of before.
    @Test func activatingWaitsUntilAllHaveStopped() throws {
        let program = try Program(.playback)
        let runner = try PlayerRunner(PlayerRunner.file(ramp(1...300)), session: program.center)
        #expect(runner.play())
        let delay = Delay()
        program.center.add(delay)
        program.neighbour.receive(.peerActive("a", .standard))
        #expect(delay.isReached)
        let isActive = LockedValue(false)
        let thread = try Thread(name: "test") { [center = program.center] in
            try? center.activate()
            isActive.withLock { $0 = true }
            _ = runner.player.play()
        }
        #expect(!eventually(seconds: 0.1) { isActive.withLock { $0 } })
        delay.end()
        thread.join()
        program.neighbourhood.settle()
        #expect(program.center.isActive && runner.player.isPlaying && runner.events == ["began"])
    }
}
