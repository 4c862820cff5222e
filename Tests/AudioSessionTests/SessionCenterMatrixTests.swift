import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import TestSupport
import Testing

/// Each category, mode and option on a session with devices, and the errors of its calls.
struct SessionCenterMatrixTests {
    enum Disturbance: CaseIterable {
        case solo, mixing, ducking, prompt, call, lock, silentSwitch, sleep, unplug, nowPlaying
    }

    /// How another session that does not mix ends.
    enum Ending: CaseIterable {
        case notifying, silent, crash

        var resumes: Bool { self == .notifying }
        func news(_ peer: Session.PeerID) -> SessionNews {
            switch self {
            case .notifying: .peerInactive(peer, notifiesOthers: true)
            case .silent: .peerInactive(peer, notifiesOthers: false)
            case .crash: .peerEnded(peer)
            }
        }
    }

    /// The options that a category takes by itself.
    private static let options: [SessionCategory: [UInt]] = [
        .ambient: [0x1, 0x2, 0x20], .soloAmbient: [0x20], .playback: [0x1, 0x2, 0x11, 0x20],
        .record: [0x1, 0x2, 0x4, 0x11, 0x80, 0x4_0000, 0x8_0000],
        .playAndRecord: [0x1, 0x2, 0x4, 0x8, 0x11, 0x20, 0x40, 0x80, 0x4_0000, 0x8_0000],
        .audioProcessing: [], .multiRoute: [0x1, 0x2, 0x11, 0x80],
    ]

    private static func suits(_ mode: SessionMode, _ category: SessionCategory) -> Bool {
        switch mode {
        case .voiceChat, .gameChat, .videoChat: category == .playAndRecord
        case .videoRecording: category == .playAndRecord || category == .record
        default: true
        }
    }

    @Test(arguments: SessionCategory.allCases)
    func everyCellTellsWhatItShould(_ category: SessionCategory) throws {
        for mode in SessionMode.allCases where Self.suits(mode, category) {
            for raw in [0] + Self.options[category, default: []] {
                for disturbance in Disturbance.allCases {
                    let setting = try SessionSetting(category, mode: mode, options: SessionOptions(rawValue: raw))
                    try check(setting, mixes: category == .ambient || raw & 0x13 != 0, disturbance)
                }
            }
        }
    }

    /// What the second session is does not matter where neither mixes, but for the hint, which needs output.
    @Test(arguments: SessionCategory.allCases, SessionCategory.allCases)
    func everySecondSession(_ category: SessionCategory, _ second: SessionCategory) throws {
        for raw in [0] + Self.options[category, default: []] {
            let setting = try SessionSetting(category, options: SessionOptions(rawValue: raw))
            for ending in Ending.allCases { try check(setting, against: SessionSetting(second), ending) }
        }
    }

    /// Policies say which programs share a route, and nothing about interruptions.
    @Test(arguments: [SessionPolicy.longFormAudio, .longFormVideo], SessionCategory.allCases)
    func everyPolicy(_ policy: SessionPolicy, _ other: SessionCategory) throws {
        for mode in [SessionMode.standard, .moviePlayback, .spokenAudio] {
            let setting = try SessionSetting(.playback, mode: mode, policy: policy)
            for ending in Ending.allCases {
                try check(setting, against: SessionSetting(other), ending)
                try check(SessionSetting(other), against: setting, ending)
            }
        }
    }

    private func check(_ setting: SessionSetting, against second: SessionSetting, _ ending: Ending) throws {
        let neighbour = TestNeighbour()
        let center = SessionCenter(surroundings: neighbour, connection: Self.connect)
        try center.set(setting)
        try center.activate()
        let player = SessionExtra()
        center.add(player)
        center.settle()
        let diary = SessionDiary(center)
        neighbour.receive(.peerActive("a", second))
        #expect(center.isOtherAudioPlaying == second.category.hasOutput)
        let interrupts = !setting.isMixable && second.category != .ambient
        let hints = setting.isMixable && second.category != .ambient && second.category.hasOutput
        #expect(center.isActive != interrupts && center.isInterrupted == interrupts)
        neighbour.receive(ending.news("a"))
        center.settle()
        let expected: [SessionNotification] =
            interrupts
            ? [.interruptionBegan(.standard), .interruptionEnded(shouldResume: ending.resumes)]
            : hints ? [.secondaryAudioHint(silence: true), .secondaryAudioHint(silence: false)] : []
        #expect(diary.important == expected, "\(setting) \(second) \(ending)")
        #expect(player.happened == (interrupts ? ["interrupted", "resume \(ending.resumes)"] : []))
        // Nothing becomes active, and nothing plays, by itself.
        #expect(center.isActive != interrupts && player.isRunning != interrupts && !center.isOtherAudioPlaying)
    }

    private func check(_ setting: SessionSetting, mixes: Bool, _ disturbance: Disturbance) throws {
        if disturbance == .unplug || disturbance == .nowPlaying {
            return try unplug(setting, mixes: mixes, isPlayer: disturbance == .nowPlaying)
        }
        let neighbour = TestNeighbour()
        let center = SessionCenter(surroundings: neighbour, connection: Self.connect)
        try center.set(setting)
        try center.activate()
        let player = SessionExtra()
        center.add(player)
        center.settle()
        let diary = SessionDiary(center)
        let interruption: [SessionNotification] = [
            .interruptionBegan(.standard), .interruptionEnded(shouldResume: true),
        ]
        let expected: [SessionNotification]
        switch disturbance {
        case .solo:
            neighbour.receive(.peerActive("a", try SessionSetting(.playback)))
            neighbour.receive(.peerInactive("a", notifiesOthers: true))
            expected =
                mixes ? [.secondaryAudioHint(silence: true), .secondaryAudioHint(silence: false)] : interruption
        case .mixing:
            neighbour.receive(.peerActive("a", try SessionSetting(.ambient)))
            #expect(center.isOtherAudioPlaying && !center.shouldSilenceSecondaryAudio)
            neighbour.receive(.peerEnded("a"))
            expected = []
        case .ducking:
            neighbour.receive(.peerActive("a", try SessionSetting(.playback, options: .duckOthers)))
            expected = []
        case .prompt:
            let options: SessionOptions = [.mixWithOthers, .interruptSpokenAudio]
            neighbour.receive(.peerActive("a", try SessionSetting(.playback, options: options)))
            neighbour.receive(.peerInactive("a", notifiesOthers: true))
            expected = setting.mode == .spokenAudio ? interruption : []
        case .call:
            neighbour.receive(.callBegan)
            if setting.category.hasInput {
                #expect(throws: AudioError.sessionPriority) { try center.activate() }
            }
            neighbour.receive(.callEnded)
            expected = interruption
        case .lock, .silentSwitch:
            neighbour.receive(disturbance == .lock ? .screenLocked(true) : .silentSwitch(true))
            expected = []
        case .sleep:
            neighbour.receive(.sleeping(true))
            neighbour.receive(.sleeping(false))
            expected = (mixes ? [] : interruption) + [.routeChanged(.wakeFromSleep, previous: center.route)]
        case .unplug, .nowPlaying: return
        }
        center.settle()
        #expect(diary.important == expected, "\(setting) \(disturbance)")
        let isInterrupted = expected.contains(.interruptionBegan(.standard))
        #expect(center.isActive == !isInterrupted && player.isRunning == !isInterrupted)
        #expect(player.happened == (isInterrupted ? ["interrupted", "resume true"] : []))
    }

    /// The headset in use goes, with its microphone.
    private func unplug(_ setting: SessionSetting, mixes: Bool, isPlayer: Bool) throws {
        let (speaker, microphone) = (
            DeviceDescription.test("speaker"), DeviceDescription.test("mic", .input, .microphone)
        )
        let headset = [
            DeviceDescription.test("headset", .output, .headset, .usb), .test("headset", .input, .headset, .usb),
        ]
        let stage = try SessionStage([speaker.aside, microphone.aside] + headset, setting.category)
        try stage.center.set(setting)
        stage.player.isPlayer = isPlayer
        stage.center.settle()
        stage.diary.clear()
        let before = stage.center.route
        try stage.have([speaker, microphone])
        let interrupts = isPlayer && setting.category == .playback && !mixes
        let isRouted = setting.category.hasOutput || setting.category.hasInput
        let change = SessionNotification.routeChanged(.oldDeviceUnavailable, previous: before)
        let expected = (interrupts ? [.interruptionBegan(.routeDisconnected)] : []) + (isRouted ? [change] : [])
        #expect(stage.diary.important == expected, "\(setting) player \(isPlayer)")
        #expect(stage.center.isActive != interrupts && stage.center.isInterrupted == interrupts)
        let stops = setting.category.hasOutput
        #expect(stage.player.happened == (interrupts ? ["interrupted"] : []) + (stops ? ["lost"] : []))
        #expect(stage.outputs == (stops ? ["speaker"] : []))
        #expect(stage.inputs == (setting.category.hasInput ? ["mic"] : []))
        // The program goes on by itself, without the end of an interruption.
        try stage.center.activate()
        #expect(stage.center.isActive && !stage.center.isInterrupted)
    }

    /// One for all, as none of them plays.
    private static let connection = Result {
        let server = ManualServer()
        return try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
    }
    @Sendable private static func connect() throws(AudioError) -> Connection {
        do { return try connection.get() } catch { throw .serverUnavailable }
    }

    // MARK: Errors

    private func program(_ server: ManualServer = ManualServer()) throws -> SessionCenter {
        let connection = try Connection { (events) throws(AudioError) in try Manual(server: server, events: events) }
        return SessionCenter(surroundings: TestNeighbour()) { () throws(AudioError) in connection }
    }

    @Test(arguments: SessionCategory.allCases)
    func channelsNeedTheirDirection(_ category: SessionCategory) throws {
        let center = try program()
        try center.set(SessionSetting(category))
        if category.hasInput {
            try center.setPreferredInputChannels(2)
            #expect(throws: AudioError.sessionSetting) { try center.setPreferredInputChannels(3) }
            #expect(center.preferredInputChannels == 2 && center.maximumInputChannels == 2)
        } else {
            #expect(throws: AudioError.sessionCategory) { try center.setPreferredInputChannels(1) }
            #expect(center.inputChannels == 0 && center.availableInputs.isEmpty && center.route.inputs.isEmpty)
            #expect(center.inputGain == 0 && !center.isInputGainSettable && center.inputLatency == 0)
            #expect(throws: AudioError.sessionUnspecified) { try center.setInputGain(0.5) }
        }
        if category.hasOutput {
            try center.setPreferredOutputChannels(1)
            #expect(throws: AudioError.sessionSetting) { try center.setPreferredOutputChannels(-1) }
            #expect(center.route.outputs.map(\.uid) == ["manual"])
        } else {
            #expect(throws: AudioError.sessionCategory) { try center.setPreferredOutputChannels(1) }
            #expect(center.outputChannels == 0 && center.route.outputs.isEmpty && center.outputLatency == 0)
        }
        #expect(AudioError.sessionCategory.status == 560_161_140)
    }

    @Test(arguments: SessionCategory.allCases)
    func onlyPlayAndRecordGoesToTheLoudspeaker(_ category: SessionCategory) throws {
        let center = try program()
        try center.set(SessionSetting(category))
        guard category != .playAndRecord else { return try center.override(toSpeaker: true) }
        #expect(throws: AudioError.sessionSetting) { try center.override(toSpeaker: true) }
        #expect(AudioError.sessionSetting.status == -50 && !center.isOverriddenToSpeaker)
    }

    @Test func numbersThatAreNone() throws {
        let center = try program()
        for number in [-1, Double.nan, .infinity] {
            #expect(throws: AudioError.sessionSetting) { try center.setPreferredSampleRate(number) }
            #expect(throws: AudioError.sessionSetting) { try center.setPreferredIOBufferDuration(number) }
        }
        #expect(center.preferredSampleRate == 0 && center.preferredIOBufferDuration == 0)
        try center.set(SessionSetting(.record))
        #expect(throws: AudioError.sessionUnspecified) { try center.setInputGain(.nan) }
        let stranger = SessionPort(type: .usb, name: "", uid: "stranger", channels: [])
        #expect(throws: AudioError.sessionSetting) { try center.setPreferredInput(stranger) }
        #expect(throws: AudioError.sessionSetting) { try center.selectSource(0, of: stranger, .input) }
        let port = try #require(center.availableInputs.first)
        #expect(throws: AudioError.sessionSetting) { try center.selectSource(2, of: port, .input) }
        try center.selectSource(1, of: port, .input)
        #expect(center.route.inputs.first?.selectedSource == 1)
        #expect(AudioError.sessionUnspecified.status == 2_003_329_396)
    }

    @Test func recordingWithoutAnInput() throws {
        let server = ManualServer()
        server.setDevices(server.devices.filter { $0.direction == .output })
        let center = try program(server)
        try center.set(SessionSetting(.record))
        #expect(!center.isInputAvailable && center.availableInputs.isEmpty)
        #expect(throws: AudioError.sessionResource) { try center.activate() }
        #expect(AudioError.sessionResource.status == AudioError("!res", "").status)
        // Playing goes on without one.
        try center.set(SessionSetting(.playAndRecord))
        try center.activate()
        #expect(center.isActive && center.inputChannels == 0)
    }

    @Test func recordingInACategoryWithoutInput() throws {
        let center = try program()
        try center.activateImplicitly(recording: true)
        try center.set(SessionSetting(.playback))
        #expect(throws: AudioError.sessionCategory) { try center.activateImplicitly(recording: true) }
        try center.activateImplicitly()
    }

    @Test func aServerThatIsGone() throws {
        let server = ManualServer()
        let center = try program(server)
        let diary = SessionDiary(center)
        try center.set(SessionSetting(.playback))
        server.crash()
        #expect(diary.waits(for: .servicesLost))
        #expect(throws: AudioError.sessionServer) { try center.activate() }
        #expect(throws: AudioError.sessionServer) { try center.activateImplicitly() }
        #expect(AudioError.sessionServer.status == AudioError("msrv", "").status)
        server.revive()
        #expect(diary.waits(for: .servicesReset))
        try center.activate()
        center.settle()
        // The devices were the server's all the time.
        #expect(diary.reasons == [.categoryChange])
    }

    @Test func noServerAtAll() {
        let center = SessionCenter { () throws(AudioError) in throw .serverUnavailable }
        #expect(throws: AudioError.sessionServer) { try center.activate() }
        #expect(center.route == SessionRoute() && center.sampleRate == 48_000 && center.outputVolume == 1)
    }
}

/// Brings the test's news on its thread.
private final class TestNeighbour: SessionSurroundings {
    private let deliver = LockedValue<(@Sendable (SessionNews) -> Void)?>(nil)

    func receive(_ news: SessionNews) { deliver.withLock { $0 }?(news) }
    func begin(_ deliver: @escaping @Sendable (SessionNews) -> Void) { self.deliver.withLock { $0 = deliver } }
    func announceActive(_ setting: SessionSetting) {}
    func announceInactive(notifiesOthers: Bool) {}
    func setKeepsAwake(_ keeps: Bool) {}
    func setPausesOtherPlayers(_ pauses: Bool) {}
}
