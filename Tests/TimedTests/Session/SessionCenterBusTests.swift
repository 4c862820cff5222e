import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import Foundation
import MessageBus
import TestSupport
import Testing

/// Sessions of programs that reach each other by a bus of our own.
@Suite(.serialized) struct SessionCenterBusTests {
    private func program(_ address: String) throws -> SessionCenter {
        let server = ManualServer()
        let connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let surroundings = DesktopSurroundings(session: .at(address), system: .at("unix:path=/nonexistent/bus"))
        return SessionCenter(surroundings: surroundings) { () throws(AudioError) in connection }
    }

    @Test(.needs("dbus-daemon")) func interruptEachOther() throws {
        let bus = try PrivateBus()
        let (first, second) = (try program(bus.address), try program(bus.address))
        let diary = SessionDiary(first)
        try first.set(SessionSetting(.playback))
        try first.activate()
        #expect(eventually { (try? program(bus.address).isOtherAudioPlaying) ?? false })
        // The first question is answered with what is there.
        #expect(second.isOtherAudioPlaying && second.shouldSilenceSecondaryAudio)
        try second.activate()
        #expect(diary.waits(for: .interruptionBegan(.standard)))
        #expect(first.isInterrupted && second.isActive)
        try second.deactivate(notifiesOthers: true)
        #expect(diary.waits(for: .interruptionEnded(shouldResume: true)))
        // One that ends is no reason to go on.
        diary.clear()
        try first.activate()
        var third: SessionCenter? = try program(bus.address)
        try third?.activate()
        #expect(diary.waits(for: .interruptionBegan(.standard)))
        third = nil
        #expect(diary.waits(for: .interruptionEnded(shouldResume: false)))
        #expect(!first.isOtherAudioPlaying)
    }

    @Test(.needs("dbus-daemon")) func agreeWhenTheyCross() throws {
        let bus = try PrivateBus()
        let programs = [try program(bus.address), try program(bus.address)]
        for program in programs { try program.set(SessionSetting(.playback)) }
        for _ in 0..<20 {
            let threads = try programs.map { program in try Thread(name: "test") { try? program.activate() } }
            for thread in threads { thread.join() }
            #expect(
                eventually { programs.count(where: \.isActive) == 1 && programs.count(where: \.isInterrupted) == 1 })
            for program in programs { try program.deactivate(notifiesOthers: false) }
            #expect(eventually { programs.allSatisfy { !$0.isOtherAudioPlaying } })
        }
    }

    @Test func withoutABusAreAlone() throws {
        let program = try program("unix:path=/nonexistent/bus")
        #expect(!program.isOtherAudioPlaying)
        try program.activate()
        #expect(program.isActive && !program.shouldSilenceSecondaryAudio)
        try program.deactivate(notifiesOthers: true)
    }
}
