import AudioCore
import AudioSession
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// What an `AVAudioSession` posts: names, numbers and queues.
@Suite struct SessionNotificationTests {
    private let stage: SessionStage
    private var session: AVAudioSession { stage.session }

    init() throws { stage = try SessionStage() }

    private func posts(_ names: NSNotification.Name...) -> Posts { Posts(stage.notifications, names) }

    private func number(_ value: UInt) -> NSNumber { NSNumber(value: value) }

    @Test func interruptionsAreToldOnTheMainQueue() throws {
        let posts = posts(AVAudioSession.interruptionNotification)
        try session.setCategory(.playback)
        try session.setActive(true)
        stage.surroundings.deliver(.peerActive("a", .standard))
        stage.surroundings.deliver(.peerInactive("a", notifiesOthers: true))
        try session.setActive(true)
        stage.surroundings.deliver(.peerActive("b", .standard))
        stage.surroundings.deliver(.peerEnded("b"))
        let all = posts.first(4)
        #expect(all.count == 4 && all.allSatisfy(\.isOnMain))
        let (type, option) = (AVAudioSessionInterruptionTypeKey, AVAudioSessionInterruptionOptionKey)
        let reason = AVAudioSessionInterruptionReasonKey
        #expect(
            all.map(\.values) == [
                [type: number(1), reason: number(0)], [type: number(0), option: number(1)],
                [type: number(1), reason: number(0)], [type: number(0), option: number(0)],
            ])
    }

    /// Programs cast the numbers in each of these ways.
    @Test func numbersCastAsProgramsCastThem() throws {
        let seen = LockedValue<[Bool]>([])
        let center = stage.notifications
        let told = DispatchSemaphore(value: 0)
        let token = center.addObserver(
            forName: AVAudioSession.interruptionNotification, object: session, queue: nil
        ) { notification in
            let value = notification.userInfo?["AVAudioSessionInterruptionTypeKey"]
            seen.withLock {
                $0 = [
                    value as? UInt == 1, value as? Int == 1, (value as? NSNumber)?.uintValue == 1,
                    value as? UInt32 == 1, (value as? NSNumber)?.intValue == 1,
                    (value as? UInt).flatMap(AVAudioSession.InterruptionType.init) == .began,
                ]
            }
            told.signal()
        }
        defer { center.removeObserver(token) }
        try session.setActive(true)
        stage.surroundings.deliver(.callBegan)
        #expect(told.wait(timeout: .now() + 20) == .success)
        #expect(seen.withLock { $0 } == Array(repeating: true, count: 6))
    }

    /// The route changes with the category, one at a time and not on the main queue; the route before comes along.
    @Test func changesOfTheRouteAreToldOneByOne() throws {
        let running = LockedValue((now: 0, most: 0))
        let token = stage.notifications.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
        ) { _ in
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            Thread.sleep(forTimeInterval: 0.001)
            running.withLock { $0.now -= 1 }
        }
        defer { stage.notifications.removeObserver(token) }
        let posts = posts(AVAudioSession.routeChangeNotification)
        let categories: [AVAudioSession.Category] = [.playback, .playAndRecord, .record, .ambient]
        for category in categories { try session.setCategory(category) }
        let all = posts.first(4)
        #expect(all.count == 4 && all.allSatisfy { !$0.isOnMain })
        #expect(all.map { $0.values[AVAudioSessionRouteChangeReasonKey] } == Array(repeating: number(3), count: 4))
        #expect(all.allSatisfy { $0.previousRoute != nil })
        // `record` had no output, and what came before it had no input.
        #expect(all.last?.previousRoute?.outputs.isEmpty == true)
        #expect(all[1].previousRoute?.inputs.isEmpty == true)
        #expect(running.withLock { $0.most } == 1)
    }

    @Test func hintsAreToldToActiveSessions() throws {
        let posts = posts(AVAudioSession.silenceSecondaryAudioHintNotification)
        try session.setCategory(.ambient)
        stage.surroundings.deliver(.peerActive("a", .standard))
        #expect(session.secondaryAudioShouldBeSilencedHint && session.isOtherAudioPlaying)
        #expect(session.promptStyle == .none)
        try session.setActive(true)
        stage.surroundings.deliver(.peerEnded("a"))
        let all = posts.first(2)
        let key = AVAudioSessionSilenceSecondaryAudioHintTypeKey
        #expect(all.map { $0.values[key] } == [number(1), number(0)] && all.allSatisfy(\.isOnMain))
    }

    /// The mute state is told while a session records.
    @Test func mutesTheInput() throws {
        let posts = posts(AVAudioApplication.inputMuteStateChangeNotification)
        let application = AVAudioApplication(center: stage.center)
        try session.setCategory(.playAndRecord)
        try session.setActive(true)
        #expect(!application.isInputMuted)
        try application.setInputMuted(true)
        #expect(application.isInputMuted)
        try application.setInputMuted(true)
        try application.setInputMuted(false)
        let all = posts.first(2)
        #expect(all.map { $0.values[AVAudioApplication.muteStateKey] } == [true, false] && all.allSatisfy(\.isOnMain))
    }

    @Test func aHandlerMayRefuseToMute() throws {
        let application = AVAudioApplication(center: stage.center)
        var asked: [Bool] = []
        try application.setInputMuteStateChangeHandler { isMuted in
            asked.append(isMuted)
            return !isMuted
        }
        let error = #expect(throws: NSError.self) { try application.setInputMuted(true) }
        #expect(error?.code == 0x7768_6174 && error?.domain == NSOSStatusErrorDomain)
        #expect(!application.isInputMuted && asked == [true])
        try application.setInputMuteStateChangeHandler(nil)
        try application.setInputMuted(true)
        #expect(application.isInputMuted && asked == [true])
    }

    /// What a handler keeps, and which uses the application when it is freed.
    private final class Kept: Sendable {
        let application: AVAudioApplication

        init(_ application: AVAudioApplication) { self.application = application }
        deinit { try? application.setInputMuteStateChangeHandler(nil) }

        func answer(_ isMuted: Bool) -> Bool { true }
    }

    @Test func whatAHandlerKeepsIsFreedWithoutALock() throws {
        let hasEnded = LockedValue(false)
        let thread = try Thread(name: "test") { [center = stage.center] in
            let application = AVAudioApplication(center: center)
            try? application.setInputMuteStateChangeHandler(Kept(application).answer)
            try? application.setInputMuteStateChangeHandler { _ in true }
            hasEnded.withLock { $0 = true }
        }
        thread.detach()
        #expect(eventually { hasEnded.withLock { $0 } })
    }

    @Test func mutesTheOutput() throws {
        let posts = posts(AVAudioSession.outputMuteStateChangeNotification)
        #expect(!session.isOutputMuted)
        try session.setOutputMuted(true)
        #expect(session.isOutputMuted)
        try session.setOutputMuted(true)
        try session.setOutputMuted(false)
        #expect(!session.isOutputMuted)
        let all = posts.first(2)
        #expect(all.map { $0.values[AVAudioSession.muteStateKey] } == [true, false] && all.allSatisfy(\.isOnMain))
    }
}
