import AudioCore
import AudioSession
import Testing

/// What a session does in the course of time.
struct SessionTests {
    private func active(_ setting: SessionSetting = .standard) throws -> Session {
        var session = Session()
        _ = try session.set(setting)
        _ = try session.activate()
        return session
    }

    @Test func becomesActiveOnce() throws {
        var session = Session()
        #expect(try session.activate() == [.announceActive(.standard)])
        #expect(try session.activate() == [])
        let (effects, error) = session.deactivate(notifiesOthers: true)
        #expect(effects == [.announceInactive(notifiesOthers: true)])
        #expect(error == nil)
        #expect(session.deactivate(notifiesOthers: true).effects == [])
    }

    @Test(arguments: [true, false]) func resumesAsTheOtherSays(_ notifies: Bool) throws {
        var session = try active()
        _ = session.peerDidActivate("a", .standard)
        #expect(session.isInterrupted)
        let effects = session.peerDidDeactivate("a", notifiesOthers: notifies)
        #expect(effects.first == .interruptionEnded(shouldResume: notifies))
        #expect(effects.contains(.gain(1)))
        #expect(!session.isActive)
        #expect(try session.activate() == [.announceActive(.standard)])
    }

    @Test func losesNothingToAProgramThatEnds() throws {
        var session = try active()
        _ = session.peerDidActivate("a", try SessionSetting(.playback, options: .duckOthers))
        #expect(session.gain == Session.duckedGain)
        #expect(session.peerDidEnd("a") == [.gain(1)])
        _ = session.peerDidActivate("b", .standard)
        #expect(session.peerDidEnd("b").first == .interruptionEnded(shouldResume: false))
    }

    @Test func waitsForTheLastHolder() throws {
        var session = try active()
        _ = session.peerDidActivate("a", .standard)
        #expect(session.callDidBegin() == [])
        #expect(session.peerDidDeactivate("a", notifiesOthers: true) == [])
        #expect(session.callDidEnd() == [.interruptionEnded(shouldResume: true), .gain(1)])
        session = try active()
        _ = session.peerDidActivate("a", .standard)
        _ = session.callDidBegin()
        #expect(session.callDidEnd() == [])
        #expect(session.isInterrupted)
        #expect(session.peerDidEnd("a").first == .interruptionEnded(shouldResume: false))
    }

    @Test func leavesTheSoundToTheOneThatHadItLast() throws {
        var session = try active()
        _ = session.peerDidActivate("a", .standard)
        _ = session.peerDidActivate("b", .standard)
        // It has been interrupted by the other.
        #expect(session.peerDidDeactivate("a", notifiesOthers: false) == [])
        #expect(session.peerDidDeactivate("b", notifiesOthers: true).first == .interruptionEnded(shouldResume: false))
        // The next interruption is another matter.
        _ = try session.activate()
        _ = session.peerDidActivate("a", .standard)
        #expect(session.peerDidDeactivate("a", notifiesOthers: true).first == .interruptionEnded(shouldResume: true))
        session = try active()
        _ = session.peerDidActivate("a", .standard)
        _ = session.callDidBegin()
        #expect(session.peerDidDeactivate("a", notifiesOthers: false) == [])
        #expect(session.callDidEnd().first == .interruptionEnded(shouldResume: false))
    }

    @Test func takesTheSoundBack() throws {
        var session = try active()
        _ = session.peerDidActivate("a", .standard)
        #expect(try session.activate() == [.announceActive(.standard), .gain(1)])
        #expect(!session.isInterrupted)
        #expect(!session.isOtherAudioPlaying)
        // The other one reports that it was interrupted.
        #expect(session.peerDidDeactivate("a", notifiesOthers: false) == [])
    }

    @Test func isBusyWhileRunningAndInactiveAllTheSame() throws {
        var session = try active()
        session.isRunning = true
        #expect(throws: AudioError.sessionBusy) { _ = try session.set(SessionSetting(.record)) }
        #expect(session.setting == .standard)
        // An input besides is no reason to stop.
        _ = try session.set(SessionSetting(.playAndRecord))
        #expect(session.setting.category == .playAndRecord && session.isActive)
        #expect(throws: AudioError.sessionBusy) { _ = try session.set(.standard) }
        let (effects, error) = session.deactivate(notifiesOthers: false)
        #expect(effects == [.announceInactive(notifiesOthers: false)])
        #expect(error == .sessionBusy)
        #expect(error?.status == 560_030_580)
        #expect(!session.isActive)
    }

    @Test func refusesWhatCannotStart() throws {
        var session = Session()
        session.hasServer = false
        #expect(throws: AudioError.sessionServer) { _ = try session.activate() }
        session.hasServer = true
        session.hasInput = false
        _ = try session.set(SessionSetting(.record))
        #expect(throws: AudioError.sessionResource) { _ = try session.activate() }
        session.hasInput = true
        _ = session.callDidBegin()
        #expect(throws: AudioError.sessionPriority) { _ = try session.activate() }
        _ = try session.set(SessionSetting(.playback))
        #expect(!session.isActive)
        _ = try session.activate()
        #expect(session.isActive)
    }

    @Test func overridesUntilTheRouteChanges() throws {
        var session = try active()
        #expect(throws: AudioError.sessionSetting) { _ = try session.override(toSpeaker: true) }
        #expect(
            try session.set(SessionSetting(.playAndRecord))
                == [.routeChanged(.categoryChange), .announceActive(SessionSetting(.playAndRecord))])
        #expect(try session.override(toSpeaker: true) == [.routeChanged(.override)])
        #expect(try session.override(toSpeaker: true) == [])
        _ = session.routeDidChange(.newDeviceAvailable)
        #expect(!session.isOverriddenToSpeaker)
    }

    @Test func staysInterruptedByALostDevice() throws {
        var session = try active(SessionSetting(.playback))
        session.isPlayerRunning = true
        #expect(session.routeDidChange(.oldDeviceUnavailable).contains(.interruptionBegan(.routeDisconnected)))
        #expect(session.peerDidActivate("a", .standard) == [])
        #expect(session.peerDidDeactivate("a", notifiesOthers: true) == [])
        #expect(session.isInterrupted)
        #expect(try session.activate().contains(.gain(1)))
    }

    @Test func playsOnWithoutTheDeviceForAProgramThatOptsOut() throws {
        var session = try active(SessionSetting(.playback))
        session.isPlayerRunning = true
        session.prefersInterruptionOnRouteDisconnect = false
        #expect(session.routeDidChange(.oldDeviceUnavailable) == [.routeChanged(.oldDeviceUnavailable)])
        #expect(session.isActive)
    }

    @Test func tellsOfOtherSound() throws {
        var session = try active(SessionSetting(.ambient))
        _ = session.peerDidActivate("a", try SessionSetting(.ambient))
        #expect(session.isOtherAudioPlaying)
        #expect(!session.shouldSilenceSecondaryAudio)
        #expect(session.peerDidActivate("b", .standard) == [.secondaryAudioHint(silence: true)])
        #expect(session.peerDidEnd("b") == [.secondaryAudioHint(silence: false)])
    }

    @Test(arguments: SessionPolicy.allCases) func takesPoliciesForLongSound(_ policy: SessionPolicy) {
        let works = { (body: () throws -> SessionSetting) in (try? body()) != nil }
        #expect(works { try SessionSetting(.playback, mode: .spokenAudio, policy: policy) } == (policy != .independent))
        #expect(works { try SessionSetting(.ambient, policy: policy) } == (policy == .standard))
        #expect(works { try SessionSetting(.playback, mode: .measurement, policy: policy) } == (policy == .standard))
        let mixes = works { try SessionSetting(.playback, options: .mixWithOthers, policy: policy) }
        #expect(mixes == (policy == .standard))
    }
}
