import AudioCore
import AudioDevices
import AudioSession
import TestSupport
import Testing

@testable import AudioIO

/// Sessions of several programs in one process.
struct SessionCenterTests {
    private func setting(_ category: SessionCategory, _ options: SessionOptions = []) throws -> SessionSetting {
        try SessionSetting(category, options: options)
    }

    @Test func aProgramThatOnlyPlaysIsUnknown() throws {
        let neighbourhood = SessionNeighbourhood()
        let (center, neighbour, _) = try neighbourhood.program()
        let (other, _, _) = try neighbourhood.program()
        let player = SessionExtra()
        center.add(player)
        try center.activateImplicitly()
        try center.activateImplicitly(recording: true)
        center.participantDidChange()
        #expect(center.isActive)
        // Reading alone lets it hear of others, and others not of it.
        #expect(!center.isOtherAudioPlaying && neighbour.isHeard)
        try other.set(setting(.playback, .duckOthers))
        try other.activate()
        neighbour.receive(.callBegan)
        neighbour.receive(.screenLocked(true))
        neighbourhood.settle()
        #expect(center.isOtherAudioPlaying && !other.isOtherAudioPlaying)
        #expect(center.isActive && !center.isInterrupted && player.happened.isEmpty && neighbour.told.isEmpty)
        #expect(!neighbour.keepsAwake)
        // Its first setting makes it known as it is.
        neighbour.receive(.callEnded)
        neighbourhood.settle()
        try center.set(setting(.playback))
        #expect(neighbour.told == ["active soloAmbient", "active playback"] && neighbour.pausesOthers)
        neighbourhood.settle()
        #expect(other.isOtherAudioPlaying && neighbour.keepsAwake)
    }

    @Test func theLaterOfTwoInterruptsTheOther() throws {
        let neighbourhood = SessionNeighbourhood()
        let (first, _, _) = try neighbourhood.program()
        let (second, neighbour, _) = try neighbourhood.program()
        let player = SessionExtra()
        first.add(player)
        // The participants have stopped before the program is told.
        let order = LockedValue<[String]>([])
        let observation = first.observe { note in
            guard case .interruptionBegan = note else { return }
            let last = player.happened.last ?? ""
            order.withLock { $0.append(last) }
        }
        let diary = SessionDiary(first)
        try first.set(setting(.playback))
        try first.activate()
        try second.activate()
        neighbourhood.settle()
        #expect(!first.isActive && first.isInterrupted && second.isActive && !player.isRunning)
        #expect(order.withLock { $0 } == ["interrupted"])
        withExtendedLifetime(observation) {}
        try second.deactivate(notifiesOthers: true)
        neighbourhood.settle()
        #expect(!first.isActive && !first.isInterrupted)
        #expect(player.happened == ["interrupted", "resume true"])
        #expect(
            diary.important == [
                .routeChanged(.categoryChange, previous: first.route), .interruptionBegan(.standard),
                .interruptionEnded(shouldResume: true),
            ])
        #expect(neighbour.told == ["active soloAmbient", "inactive true"] && !neighbour.pausesOthers)
        // Without notifying, the other learns of the end all the same.
        diary.clear()
        try first.activate()
        try second.activate()
        neighbourhood.settle()
        try second.deactivate(notifiesOthers: false)
        neighbourhood.settle()
        #expect(diary.important == [.interruptionBegan(.standard), .interruptionEnded(shouldResume: false)])
    }

    /// A program that leaves players of other vendors alone, until it says something else.
    @Test func otherPlayersPauseUnlessTheProgramSaysNo() throws {
        let (center, neighbour, _) = try SessionNeighbourhood().program()
        #expect(center.pausesOtherPlayers)
        center.pausesOtherPlayers = false
        try center.set(setting(.playback))
        try center.activate()
        #expect(!neighbour.pausesOthers && neighbour.pauses == 0)
        try center.deactivate(notifiesOthers: true)
        center.pausesOtherPlayers = true
        #expect(neighbour.pauses == 0)
        try center.activate()
        #expect(neighbour.pausesOthers && neighbour.pauses == 1)
        // Those that are paused go on.
        center.pausesOtherPlayers = false
        try center.deactivate(notifiesOthers: true)
        #expect(!neighbour.pausesOthers)
    }

    /// Two programs that become active at once agree on which of them is.
    @Test func activationsThatCross() throws {
        for _ in 0..<200 {
            let neighbourhood = SessionNeighbourhood()
            let centers = [try neighbourhood.program().center, try neighbourhood.program().center]
            let threads = try centers.map { center in try Thread(name: "test") { try? center.activate() } }
            for thread in threads { thread.join() }
            neighbourhood.settle()
            #expect(centers.filter(\.isActive).count == 1)
            #expect(centers.filter(\.isInterrupted).count == 1)
        }
    }

    @Test func deactivatingWhileItRunsIsAnErrorAndHappensAllTheSame() throws {
        let neighbourhood = SessionNeighbourhood()
        let (center, neighbour, _) = try neighbourhood.program()
        let player = SessionExtra()
        center.add(player)
        try center.activate()
        #expect(throws: AudioError.sessionBusy) { try center.set(setting(.record)) }
        #expect(center.setting == .standard)
        #expect(throws: AudioError.sessionBusy) { try center.deactivate(notifiesOthers: true) }
        #expect(!center.isActive && player.happened == ["deactivated"])
        #expect(neighbour.told == ["active soloAmbient", "inactive true"])
        // Twice is fine, and so is the change now.
        try center.deactivate(notifiesOthers: true)
        try center.set(setting(.playAndRecord))
        #expect(neighbour.told == ["active soloAmbient", "inactive true"])
    }

    @Test func everyCallFromANotification() throws {
        let neighbourhood = SessionNeighbourhood()
        let (center, neighbour, _) = try neighbourhood.program()
        let (other, _, _) = try neighbourhood.program()
        let failure = LockedValue<AudioError?>(nil)
        let heard = LockedValue(0)
        let observation = center.observe { [weak center] note in
            guard let center, case .interruptionEnded(true) = note else { return }
            heard.withLock { $0 += 1 }
            do throws(AudioError) {
                try center.set(try SessionSetting(.playAndRecord))
                try center.activate()
                try center.setPreferredIOBufferDuration(0.01)
                try center.override(toSpeaker: true)
                try center.setPreferredInput(center.availableInputs.first)
                center.inputMuted = true
                center.settle()
            } catch { failure.withLock { $0 = error } }
        }
        try center.activate()
        try other.activate()
        neighbourhood.settle()
        try other.deactivate(notifiesOthers: true)
        neighbourhood.settle()
        #expect(heard.withLock { $0 } == 1 && failure.withLock { $0 } == nil)
        #expect(center.isActive && center.isOverriddenToSpeaker && center.inputMuted)
        #expect(neighbour.told.last == "active playAndRecord")
        withExtendedLifetime(observation) {}
    }

    @Test func anObserverThatIsReleasedHearsNothing() throws {
        let neighbourhood = SessionNeighbourhood()
        let center = try neighbourhood.program().center
        let count = LockedValue(0)
        var observation: SessionObservation? = center.observe { _ in count.withLock { $0 += 1 } }
        try center.set(setting(.playback))
        center.settle()
        let before = count.withLock { $0 }
        #expect(before > 0)
        withExtendedLifetime(observation) {}
        observation = nil
        try center.set(setting(.ambient))
        center.settle()
        #expect(count.withLock { $0 } == before)
    }

    @Test func whatPlaysOnKeepsTheMachineAwake() throws {
        let neighbourhood = SessionNeighbourhood()
        let (center, neighbour, _) = try neighbourhood.program()
        let player = SessionExtra()
        player.isRunning = false
        center.add(player)
        try center.set(setting(.playback))
        try center.activate()
        #expect(!neighbour.keepsAwake)
        player.isRunning = true
        center.participantDidChange()
        center.settle()
        #expect(neighbour.keepsAwake)
        player.isRunning = false
        center.participantDidChange()
        center.settle()
        #expect(!neighbour.keepsAwake)
        // The locked screen would silence it.
        try center.set(setting(.ambient))
        player.isRunning = true
        center.participantDidChange()
        center.settle()
        #expect(!neighbour.keepsAwake)
    }

    @Test func playersOfOthersGoOnWhenToldTo() throws {
        let neighbourhood = SessionNeighbourhood()
        let (center, neighbour, _) = try neighbourhood.program()
        try center.set(setting(.ambient))
        try center.activate()
        #expect(!neighbour.pausesOthers)
        try center.set(setting(.playback))
        #expect(neighbour.pausesOthers)
        try center.deactivate(notifiesOthers: false)
        #expect(neighbour.pausesOthers)
        try center.activate()
        neighbour.receive(.callBegan)
        neighbourhood.settle()
        #expect(center.isInterrupted && neighbour.pausesOthers)
        try center.deactivate(notifiesOthers: true)
        #expect(!neighbour.pausesOthers)
    }

    @Test func mutedInputIsToldOfWhileTheSessionRecords() throws {
        let center = try SessionNeighbourhood().program().center
        let diary = SessionDiary(center)
        center.inputMuted = true
        center.inputMuted = true
        center.settle()
        #expect(center.inputMuted && diary.all.isEmpty)
        try center.set(setting(.record))
        try center.activate()
        center.inputMuted = false
        center.settle()
        #expect(diary.all.filter { $0 == .inputMuteChanged(true) }.count == 1)
        #expect(diary.all.last == .inputMuteChanged(false))
    }

    /// Each time that it becomes active, also where those that it has paused before were not let go on.
    @Test func playersOfOthersArePausedByEachActivation() throws {
        let neighbourhood = SessionNeighbourhood()
        let (center, neighbour, _) = try neighbourhood.program()
        try center.set(setting(.playback))
        try center.activate()
        // A change of what is active already is none.
        try center.set(.moviePlayback)
        #expect(neighbour.pauses == 1)
        try center.deactivate(notifiesOthers: false)
        try center.activate()
        #expect(neighbour.pauses == 2)
        neighbour.receive(.callBegan)
        neighbour.receive(.callEnded)
        neighbourhood.settle()
        try center.activate()
        #expect(neighbour.pauses == 3 && neighbour.pausesOthers)
        try center.deactivate(notifiesOthers: true)
        #expect(!neighbour.pausesOthers)
    }

    /// Surroundings in which a thread of the program sets a mode while another one sets the category.
    private final class Crossing: SessionSurroundings {
        let body = LockedValue<(@Sendable () -> Void)?>(nil)

        func begin(_ deliver: @escaping @Sendable (SessionNews) -> Void) { body.withLock { $0 }?() }
        func announceActive(_ setting: SessionSetting) {}
        func announceInactive(notifiesOthers: Bool) {}
        func setKeepsAwake(_ keeps: Bool) {}
        func setPausesOtherPlayers(_ pauses: Bool) {}
    }

    @Test func settingsThatCrossBothCount() throws {
        let surroundings = Crossing()
        let center = SessionCenter(surroundings: surroundings)
        surroundings.body.withLock { body in
            body = { [weak center] in #expect(throws: Never.self) { try center?.set(.measurement) } }
        }
        try center.set(.playback, options: [.duckOthers])
        #expect(center.setting.category == .playback && center.setting.mode == .measurement)
        #expect(center.setting.options == [.mixWithOthers, .duckOthers])
    }

    /// A participant whose first answer takes long.
    private final class SlowParticipant: SessionParticipant {
        private let state = WaitableValue((questions: 0, isRunning: false))

        var isRunning: Bool {
            let (number, answer) = state.withLock { state in
                state.questions += 1
                return (state.questions, state.isRunning)
            }
            if number == 1 { _ = state.wait(nanoseconds: 200_000_000) { $0.questions > 1 ? true : nil } }
            return answer
        }

        var isAsked: Bool { state.wait(nanoseconds: 10_000_000_000) { $0.questions > 0 ? true : nil } ?? false }

        func run() { state.withLock { $0.isRunning = true } }
        func sessionWasInterrupted() {}
        func sessionMayResume(_ shouldResume: Bool) {}
        func routeWasLost() {}
    }

    @Test func anOldAnswerDoesNotReplaceANewerOne() throws {
        let neighbourhood = SessionNeighbourhood()
        let (center, neighbour, _) = try neighbourhood.program()
        try center.set(setting(.playback))
        try center.activate()
        let participant = SlowParticipant()
        center.add(participant)
        // Asks, and gets an answer that is not true any more.
        let thread = try Thread(name: "test") { try? center.setPreferredSampleRate(44_100) }
        #expect(participant.isAsked)
        participant.run()
        center.participantDidChange()
        thread.join()
        center.settle()
        #expect(neighbour.keepsAwake)
    }

    /// A participant that finds the session active, and runs when that is inactive already.
    @Test func whatBeginsTooLateStops() throws {
        let neighbourhood = SessionNeighbourhood()
        let (center, neighbour, _) = try neighbourhood.program()
        try center.set(setting(.playback))
        try center.activate()
        let player = SessionExtra()
        player.isRunning = false
        center.add(player)
        neighbour.receive(.callBegan)
        neighbourhood.settle()
        player.isRunning = true
        center.participantDidChange()
        center.settle()
        #expect(!player.isRunning && player.happened == ["interrupted", "interrupted"])
        neighbour.receive(.callEnded)
        neighbourhood.settle()
        #expect(player.happened.last == "resume true")
        try center.deactivate(notifiesOthers: false)
        player.isRunning = true
        center.participantDidChange()
        center.settle()
        #expect(!player.isRunning && player.happened.last == "deactivated")
    }

    /// One that only reads is told of the route, and what it plays goes on.
    @Test func aLossStopsNothingOfAProgramThatIsUnknown() throws {
        let server = ManualServer()
        let (center, _, connection) = try SessionNeighbourhood().program(on: server)
        let player = SessionExtra()
        center.add(player)
        server.setDevices([.test("headset", .output, .headphones)])
        #expect(eventually { center.route.outputs.map(\.uid) == ["headset"] })
        let diary = SessionDiary(center)
        server.setDevices([.test("speaker")])
        #expect(eventually { center.route.outputs.map(\.uid) == ["speaker"] })
        try connection.thread.perform {}
        center.settle()
        #expect(diary.reasons == [.oldDeviceUnavailable] && player.happened.isEmpty && player.isRunning)
    }
}
