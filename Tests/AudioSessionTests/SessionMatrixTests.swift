import AudioCore
import AudioSession
import Testing

/// What happens to an active session in each cell of categories, modes, options and disturbances.
struct SessionMatrixTests {
    enum Disturbance: CaseIterable {
        case solo, mixing, ducking, spokenPrompt, lock, call, silentSwitch, unplug
    }

    /// The options that a category takes by itself, as a table of its own.
    static let taken: [SessionCategory: [UInt]] = [
        .ambient: [0x1, 0x2, 0x20],
        .soloAmbient: [0x20],
        .playback: [0x1, 0x2, 0x11, 0x20],
        .record: [0x1, 0x2, 0x4, 0x11, 0x80, 0x4_0000, 0x8_0000],
        .playAndRecord: [0x1, 0x2, 0x4, 0x8, 0x11, 0x20, 0x40, 0x80, 0x4_0000, 0x8_0000],
        .audioProcessing: [],
        .multiRoute: [0x1, 0x2, 0x11, 0x80],
    ]
    static let options: [UInt] = [0x1, 0x2, 0x4, 0x8, 0x11, 0x20, 0x40, 0x80, 0x100, 0x4_0000, 0x8_0000]
    static let refusedModes: [SessionMode: Set<SessionCategory>] = [
        .voiceChat: Set(SessionCategory.allCases).subtracting([.playAndRecord]),
        .gameChat: Set(SessionCategory.allCases).subtracting([.playAndRecord]),
        .videoChat: Set(SessionCategory.allCases).subtracting([.playAndRecord]),
        .videoRecording: Set(SessionCategory.allCases).subtracting([.playAndRecord, .record]),
    ]

    /// Sets of options: none, each alone, and each two together.
    static let optionSets: [UInt] = Set(options.flatMap { one in [0, one] + options.map { one | $0 } }).sorted()

    @Test(arguments: SessionCategory.allCases)
    func everyCell(_ category: SessionCategory) throws {
        let allowed = Self.taken[category, default: []].reduce(0, |)
        var cells = 0
        for mode in SessionMode.allCases {
            for raw in Self.optionSets {
                let options = SessionOptions(rawValue: raw)
                let isRefused = Self.refusedModes[mode, default: []].contains(category) || raw & ~allowed != 0
                guard !isRefused else {
                    let airPlay = category == .playback && raw & 0x40 != 0
                    #expect(throws: airPlay ? AudioError.sessionUnspecified : .sessionSetting) {
                        _ = try SessionSetting(category, mode: mode, options: options)
                    }
                    continue
                }
                let setting = try SessionSetting(category, mode: mode, options: options)
                // What is read can be set, and gives the same.
                #expect(try SessionSetting(category, mode: mode, options: setting.options) == setting)
                for disturbance in Disturbance.allCases {
                    try check(setting, mixes: category == .ambient || raw & 0x13 != 0, disturbance)
                    cells += 1
                }
            }
        }
        #expect(cells >= 7 * Disturbance.allCases.count)
    }

    private func check(_ setting: SessionSetting, mixes: Bool, _ disturbance: Disturbance) throws {
        var session = Session()
        _ = try session.set(setting)
        _ = try session.activate()
        session.isPlayerRunning = true
        #expect(session.isNowPlaying == (setting.category == .playback && !mixes))
        let isSilenced = setting.category == .ambient || setting.category == .soloAmbient
        let interrupted: [Session.Effect] = [
            .announceInactive(notifiesOthers: false), .interruptionBegan(.standard), .gain(0),
        ]
        let effects: [Session.Effect]
        let expected: [Session.Effect]
        switch disturbance {
        case .solo:
            effects = session.peerDidActivate("a", try SessionSetting(.playback))
            expected = mixes ? [.secondaryAudioHint(silence: true)] : interrupted
        case .mixing:
            effects = session.peerDidActivate("a", try SessionSetting(.playback, options: .mixWithOthers))
            expected = []
        case .ducking:
            effects = session.peerDidActivate("a", try SessionSetting(.playback, options: .duckOthers))
            expected = [.gain(0.25)]
        case .spokenPrompt:
            let options: SessionOptions = [.mixWithOthers, .interruptSpokenAudio]
            effects = session.peerDidActivate("a", try SessionSetting(.playback, options: options))
            expected = setting.mode == .spokenAudio ? interrupted : []
        case .lock:
            effects = session.screenDidLock(true)
            expected = isSilenced ? [.gain(0)] : []
        case .silentSwitch:
            effects = session.silentSwitchDidMove(isOn: true)
            expected = isSilenced ? [.gain(0)] : []
        case .call:
            effects = session.callDidBegin()
            expected = interrupted
        case .unplug:
            effects = session.routeDidChange(.oldDeviceUnavailable)
            expected =
                setting.category == .playback && !mixes
                ? [
                    .announceInactive(notifiesOthers: false), .interruptionBegan(.routeDisconnected),
                    .routeChanged(.oldDeviceUnavailable), .gain(0),
                ] : [.routeChanged(.oldDeviceUnavailable)]
        }
        // What does not play is silent throughout.
        let isSilent = setting.category == .record || setting.category == .audioProcessing
        let heard = expected.filter { if case .gain = $0 { !isSilent } else { true } }
        #expect(effects == heard, "\(setting) \(disturbance)")
        #expect(!isSilent || session.gain == 0)
        #expect(session.isActive == !expected.contains(.announceInactive(notifiesOthers: false)))
    }
}
