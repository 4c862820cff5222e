import AudioCore
import AudioSession
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// What is set of an `AVAudioSession`, and what is read back.
@Suite struct SessionSettingTests {
    private let stage: SessionStage
    private var session: AVAudioSession { stage.session }

    init() throws { stage = try SessionStage() }

    /// The code of an error in the domain of sessions; nil where nothing is thrown.
    private func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch let error as NSError {
            #expect(error.domain == NSOSStatusErrorDomain)
            #expect(error.localizedFailureReason?.isEmpty == false)
            return error.code
        }
    }

    @Test func beginsAsEverySession() {
        #expect(session.category == .soloAmbient && session.mode == .default && session.categoryOptions == [])
        #expect(session.routeSharingPolicy == .default)
        #expect(session.promptStyle == .normal)
        #expect(!session.isOtherAudioPlaying && !session.secondaryAudioShouldBeSilencedHint)
    }

    static let categories: [AVAudioSession.Category] = [
        .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute,
        AVAudioSession.Category(rawValue: "AVAudioSessionCategoryAudioProcessing"),
    ]

    @Test(arguments: categories) func takesACategory(_ category: AVAudioSession.Category) throws {
        try session.setCategory(category)
        #expect(session.category == category && session.mode == .default)
        #expect(session.categoryOptions == (category == .ambient ? .mixWithOthers : []))
    }

    /// Whatever a session accepts can be read, replaced and set again, with every mode.
    @Test(arguments: categories) func takesBackWhatItGave(_ category: AVAudioSession.Category) throws {
        var accepted = 0
        for mode in session.availableModes {
            for bits in UInt(0)..<256 {
                let options = AVAudioSession.CategoryOptions(rawValue: bits)
                try session.setCategory(.soloAmbient, mode: .default)
                guard (try? session.setCategory(category, mode: mode, options: options)) != nil else { continue }
                accepted += 1
                let kept = (session.category, session.mode, session.categoryOptions)
                #expect(kept.0 == category && kept.1 == mode && kept.2.isSuperset(of: options))
                try session.setCategory(.soloAmbient, mode: .default)
                try session.setCategory(kept.0, mode: kept.1, options: kept.2)
                #expect((session.category, session.mode, session.categoryOptions) == kept)
            }
        }
        #expect(accepted >= 7)
    }

    @Test func refusesWhatDoesNotGoTogether() throws {
        try session.setCategory(.playback, mode: .moviePlayback, options: .duckOthers)
        #expect(code { try session.setCategory(.ambient, options: .defaultToSpeaker) } == -50)
        #expect(code { try session.setCategory(.playback, options: [.allowBluetoothHFP]) } == -50)
        #expect(code { try session.setCategory(.playback, options: .allowAirPlay) } == 0x7768_6174)
        #expect(code { try session.setCategory(.playback, mode: .voiceChat) } == -50)
        #expect(code { try session.setCategory(AVAudioSession.Category(rawValue: "Music")) } == -50)
        #expect(code { try session.setCategory(.playback, mode: AVAudioSession.Mode(rawValue: "Loud")) } == -50)
        #expect(code { try session.setMode(.videoRecording) } == -50)
        #expect(code { try session.setMode(AVAudioSession.Mode(rawValue: "")) } == -50)
        let policy = { (policy: AVAudioSession.RouteSharingPolicy, options: AVAudioSession.CategoryOptions) in
            try session.setCategory(.playback, mode: .default, policy: policy, options: options)
        }
        #expect(code { try policy(.independent, []) } == -50)
        #expect(code { try policy(.longFormAudio, .mixWithOthers) } == -50)
        #expect(session.category == .playback && session.mode == .moviePlayback)
        #expect(session.categoryOptions == [.duckOthers, .mixWithOthers] && session.routeSharingPolicy == .default)
    }

    @Test func takesPolicies() throws {
        for policy in [AVAudioSession.RouteSharingPolicy.longFormAudio, .longFormVideo] {
            try session.setCategory(.playback, mode: .spokenAudio, policy: policy)
            #expect(session.routeSharingPolicy == policy && session.mode == .spokenAudio)
        }
        try session.setMode(.moviePlayback)
        #expect(session.routeSharingPolicy == .longFormVideo)
        try session.setCategory(.playback)
        #expect(session.routeSharingPolicy == .default)
    }

    /// Options do not stay with another category; the mode does where it suits it.
    @Test func keepsTheModeThatSuits() throws {
        try session.setCategory(.playAndRecord, mode: .voiceChat, options: .mixWithOthers)
        try session.setCategory(.playAndRecord, options: .allowAirPlay)
        #expect(session.mode == .voiceChat && session.categoryOptions == [.allowAirPlay, .allowBluetoothHFP])
        try session.setCategory(.playback)
        #expect(session.mode == .default && session.categoryOptions == [])
        try session.setMode(.measurement)
        try session.setCategory(.record)
        #expect(session.mode == .measurement)
    }

    /// What a mode implies goes with it; what the program asked for stays.
    @Test func forgetsWhatAModeImplied() throws {
        try session.setCategory(.playAndRecord, options: .mixWithOthers)
        try session.setMode(.videoChat)
        #expect(session.categoryOptions == [.mixWithOthers, .allowBluetoothHFP, .defaultToSpeaker])
        try session.setMode(.default)
        #expect(session.mode == .default && session.categoryOptions == .mixWithOthers)
        // What was implied stays once the program has asked for it.
        try session.setMode(.videoChat)
        try session.setCategory(.playAndRecord, mode: .videoChat, options: session.categoryOptions)
        try session.setMode(.default)
        #expect(session.categoryOptions == [.mixWithOthers, .allowBluetoothHFP, .defaultToSpeaker])
    }

    @Test func listsWhatCanBeSet() throws {
        for category in session.availableCategories { try session.setCategory(category) }
        #expect(Set(session.availableCategories).isSuperset(of: [.ambient, .soloAmbient, .playback, .playAndRecord]))
        #expect(session.availableModes.count == 11 && Set(session.availableModes).count == 11)
        #expect(session.availableModes.first == .default)
    }

    @Test func becomesActiveAndInactive() throws {
        try session.setCategory(.playback, options: .mixWithOthers)
        try session.setActive(true, options: .notifyOthersOnDeactivation)
        try session.setActive(true)
        try session.setActive(false, options: .notifyOthersOnDeactivation)
        try session.setActive(false)
        #expect(
            stage.surroundings.told == ["active playback", "inactive true"],
            "\(stage.surroundings.told)")
        try session.setActive(true)
        try session.setActive(false)
        #expect(stage.surroundings.told.last == "inactive false")
    }

    @Test func saysWhichChangeFailed() throws {
        try session.setCategory(.playAndRecord)
        stage.surroundings.deliver(.callBegan)
        let error = #expect(throws: NSError.self) { try session.setActive(true) }
        #expect(error?.localizedDescription == "Session activation failed")
        #expect(AVAudioSession.ErrorCode(rawValue: error?.code ?? 0) == .insufficientPriority)
    }

    @Test func overridesTheOutputOfPlayAndRecordAlone() throws {
        try session.setCategory(.playback)
        #expect(code { try session.overrideOutputAudioPort(.speaker) } == -50)
        try session.setCategory(.playAndRecord)
        try session.overrideOutputAudioPort(.speaker)
        #expect(stage.center.isOverriddenToSpeaker)
        try session.overrideOutputAudioPort(.none)
        #expect(!stage.center.isOverriddenToSpeaker)
    }

    /// What nothing here depends on is kept.
    @Test func keepsWishes() throws {
        try session.setAllowHapticsAndSystemSoundsDuringRecording(true)
        #expect(session.allowHapticsAndSystemSoundsDuringRecording)
        try session.setPrefersNoInterruptionsFromSystemAlerts(true)
        #expect(session.prefersNoInterruptionsFromSystemAlerts)
        try session.setPreferredInputOrientation(.landscapeLeft)
        #expect(session.preferredInputOrientation == .landscapeLeft && session.inputOrientation == .none)
        try session.setSupportsMultichannelContent(true)
        #expect(session.supportsMultichannelContent)
        try session.setPrefersEchoCancelledInput(true)
        #expect(session.prefersEchoCancelledInput)
        #expect(!session.isEchoCancelledInputAvailable && !session.isEchoCancelledInputEnabled)
        try session.setPreferredMicrophoneInjectionMode(.spokenAudio)
        #expect(session.preferredMicrophoneInjectionMode == .spokenAudio && !session.isMicrophoneInjectionAvailable)
        #expect(session.prefersInterruptionOnRouteDisconnect)
        try session.setPrefersInterruptionOnRouteDisconnect(false)
        #expect(!session.prefersInterruptionOnRouteDisconnect)
    }

    /// Whether input and output share a clock is not changed below what runs.
    @Test func theSharedClockIsChosenWhileNothingRuns() throws {
        let busy = AVAudioSession.ErrorCode.isBusy.rawValue
        let player = SessionExtra()
        stage.center.add(player)
        #expect(code { try session.setAggregatedIOPreference(.aggregated) } == busy)
        // It is not specified, and stays so.
        try session.setAggregatedIOPreference(.notSpecified)
        player.isRunning = false
        try session.setAggregatedIOPreference(.aggregated)
        player.isRunning = true
        try session.setAggregatedIOPreference(.aggregated)
        #expect(code { try session.setAggregatedIOPreference(.notSpecified) } == busy)
        withExtendedLifetime(player) {}
    }

    /// Programs that make an object of their own have the session of the others.
    @Test func anotherObjectIsTheSameSession() throws {
        let other = AVAudioSession(sharing: session)
        try other.setCategory(.playback, options: .mixWithOthers)
        try other.setPreferredInputOrientation(.portrait)
        #expect(session.category == .playback && session.preferredInputOrientation == .portrait)
        // What happens is posted once, by the session's first object.
        let posts = Posts(stage.notifications, [AVAudioSession.outputMuteStateChangeNotification])
        try other.setOutputMuted(true)
        try session.setOutputMuted(true)
        try other.setOutputMuted(false)
        #expect(posts.first(2).count == 2 && !session.isOutputMuted)
        stage.center.settle()
        #expect(posts.all.count == 2)
        // The object that has no other one is that of the program.
        #expect(AVAudioSession() !== AVAudioSession.sharedInstance())
        #expect(AVAudioSession().center === AVAudioSession.sharedInstance().center)
    }

    /// Preferences are 0 until they are set, and what was set afterwards.
    @Test func keepsPreferences() throws {
        #expect(session.preferredSampleRate == 0 && session.preferredIOBufferDuration == 0)
        #expect(session.preferredInputNumberOfChannels == 0 && session.preferredOutputNumberOfChannels == 0)
        try session.setPreferredSampleRate(12_345)
        try session.setPreferredIOBufferDuration(0.015)
        try session.setPreferredOutputNumberOfChannels(1)
        #expect(session.preferredSampleRate == 12_345 && session.preferredIOBufferDuration == 0.015)
        #expect(session.preferredOutputNumberOfChannels == 1)
        #expect(code { try session.setPreferredOutputNumberOfChannels(1000) } == -50)
        try session.setCategory(.record)
        #expect(code { try session.setPreferredInputNumberOfChannels(-1) } == -50)
    }

    @Test func permitsRecording() async {
        let answers = LockedValue<[Bool]>([])
        AVAudioApplication.requestRecordPermission { granted in answers.withLock { $0.append(granted) } }
        #expect(answers.withLock { $0 } == [true])
        #expect(await AVAudioApplication.requestRecordPermission())
        let application = AVAudioApplication(center: stage.center)
        #expect(application.recordPermission == .granted)
        #expect(application.microphoneInjectionPermission == .serviceDisabled)
        #expect(await AVAudioApplication.requestMicrophoneInjectionPermission() == .serviceDisabled)
        let permission = LockedValue<AVAudioApplication.MicrophoneInjectionPermission?>(nil)
        AVAudioApplication.requestMicrophoneInjectionPermission { answer in permission.withLock { $0 = answer } }
        #expect(permission.withLock { $0 } == .serviceDisabled)
    }

    @available(*, deprecated) @Test func olderNamesMeanTheSame() {
        #expect(session.recordPermission == .granted)
        var answer: Bool?
        session.requestRecordPermission { answer = $0 }
        #expect(answer == true)
        #expect(AVAudioSession.CategoryOptions.allowBluetooth == .allowBluetoothHFP)
        #expect(AVAudioSession.RouteSharingPolicy.longForm == .longFormAudio)
        #expect(AVAudioSession.Category.audioProcessing.rawValue == "AVAudioSessionCategoryAudioProcessing")
        #expect(AVAudioSession.InterruptionReason.appWasSuspended.rawValue == 1)
        #expect(AVAudioSessionInterruptionWasSuspendedKey == "AVAudioSessionInterruptionWasSuspendedKey")
    }

    @Test func thereIsOneSession() {
        #expect(AVAudioSession.sharedInstance() === AVAudioSession.sharedInstance())
        #expect(AVAudioApplication.shared === AVAudioApplication.shared)
    }
}
