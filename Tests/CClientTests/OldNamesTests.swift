import Foundation
import TestSupport
import Testing

/// Names that Swift before 4.2 gave to members of the session and constants of Core Media.
@Suite struct OldNamesTests {
    private let folder = ScratchFolder()

    private func build(_ text: String, languageMode: Int) throws -> Run {
        _ = folder.write(Array("import AVFAudio\nimport CoreMedia\nimport Foundation\n\(text)\n".utf8), "program.swift")
        return try SwiftCompiler.build(
            [folder.file("program.swift")], to: folder.file("program"), languageMode: languageMode)
    }

    @Test func languageMode4TakesThem() throws {
        let text = """
            let session = AVAudioSession.sharedInstance()
            let options: AVAudioSessionCategoryOptions = [.mixWithOthers]
            try session.setCategory(AVAudioSessionCategoryPlayback, with: options)
            try session.setMode(AVAudioSessionModeSpokenAudio)
            precondition(session.category == .playback && session.mode == .spokenAudio)
            precondition(session.categoryOptions == options)
            try session.setActive(false, with: .notifyOthersOnDeactivation)
            precondition(AVAudioSessionPortHeadphones.rawValue == "Headphones")
            precondition(NSNotification.Name.AVAudioSessionInterruption == AVAudioSession.interruptionNotification)
            precondition(AVAudioSessionInterruptionType(rawValue: 1) == .began)
            precondition(kCMTimeZero == CMTime.zero && kCMTimeRangeInvalid == CMTimeRange.invalid)
            """
        let build = try build(text, languageMode: 4)
        #expect(build.status == 0, "\(build.output)")
        #expect(try run(folder.file("program"), [], environment: ["COREAUDIO_BACKEND": "null"]) == .success)
    }

    /// Old names that the modules declare, and what came instead.
    private static let names = [
        ("AVAudioSessionCategoryAmbient", "AVAudioSession.Category.ambient"),
        ("AVAudioSessionCategorySoloAmbient", "AVAudioSession.Category.soloAmbient"),
        ("AVAudioSessionCategoryPlayback", "AVAudioSession.Category.playback"),
        ("AVAudioSessionCategoryRecord", "AVAudioSession.Category.record"),
        ("AVAudioSessionCategoryPlayAndRecord", "AVAudioSession.Category.playAndRecord"),
        ("AVAudioSessionCategoryMultiRoute", "AVAudioSession.Category.multiRoute"),
        ("AVAudioSessionModeDefault", "AVAudioSession.Mode.default"),
        ("AVAudioSessionModeVoiceChat", "AVAudioSession.Mode.voiceChat"),
        ("AVAudioSessionModeGameChat", "AVAudioSession.Mode.gameChat"),
        ("AVAudioSessionModeVideoRecording", "AVAudioSession.Mode.videoRecording"),
        ("AVAudioSessionModeMeasurement", "AVAudioSession.Mode.measurement"),
        ("AVAudioSessionModeMoviePlayback", "AVAudioSession.Mode.moviePlayback"),
        ("AVAudioSessionModeVideoChat", "AVAudioSession.Mode.videoChat"),
        ("AVAudioSessionModeSpokenAudio", "AVAudioSession.Mode.spokenAudio"),
        ("AVAudioSessionPortLineIn", "AVAudioSession.Port.lineIn"),
        ("AVAudioSessionPortBuiltInMic", "AVAudioSession.Port.builtInMic"),
        ("AVAudioSessionPortHeadsetMic", "AVAudioSession.Port.headsetMic"),
        ("AVAudioSessionPortLineOut", "AVAudioSession.Port.lineOut"),
        ("AVAudioSessionPortHeadphones", "AVAudioSession.Port.headphones"),
        ("AVAudioSessionPortBluetoothA2DP", "AVAudioSession.Port.bluetoothA2DP"),
        ("AVAudioSessionPortBuiltInReceiver", "AVAudioSession.Port.builtInReceiver"),
        ("AVAudioSessionPortBuiltInSpeaker", "AVAudioSession.Port.builtInSpeaker"),
        ("AVAudioSessionPortHDMI", "AVAudioSession.Port.HDMI"),
        ("AVAudioSessionPortAirPlay", "AVAudioSession.Port.airPlay"),
        ("AVAudioSessionPortBluetoothLE", "AVAudioSession.Port.bluetoothLE"),
        ("AVAudioSessionPortBluetoothHFP", "AVAudioSession.Port.bluetoothHFP"),
        ("AVAudioSessionPortUSBAudio", "AVAudioSession.Port.usbAudio"),
        ("AVAudioSessionPortCarAudio", "AVAudioSession.Port.carAudio"),
        ("kCMTimeInvalid", "CMTime.invalid"),
        ("kCMTimeIndefinite", "CMTime.indefinite"),
        ("kCMTimePositiveInfinity", "CMTime.positiveInfinity"),
        ("kCMTimeNegativeInfinity", "CMTime.negativeInfinity"),
        ("kCMTimeZero", "CMTime.zero"),
        ("kCMTimeRangeInvalid", "CMTimeRange.invalid"),
        ("kCMTimeRangeZero", "CMTimeRange.zero"),
        ("AVAudioSessionCategoryOptions.self", "AVAudioSession.CategoryOptions.self"),
        ("AVAudioSessionInterruptionType.self", "AVAudioSession.InterruptionType.self"),
        ("AVAudioSessionInterruptionOptions.self", "AVAudioSession.InterruptionOptions.self"),
        ("AVAudioSessionSetActiveOptions.self", "AVAudioSession.SetActiveOptions.self"),
        ("AVAudioSessionRouteChangeReason.self", "AVAudioSession.RouteChangeReason.self"),
        ("AVAudioSessionPortOverride.self", "AVAudioSession.PortOverride.self"),
        ("AVAudioSessionRecordPermission.self", "AVAudioSession.RecordPermission.self"),
        ("AVAudioSessionSilenceSecondaryAudioHintType.self", "AVAudioSession.SilenceSecondaryAudioHintType.self"),
        ("AVAudioSessionIOType.self", "AVAudioSession.IOType.self"),
        ("NSNotification.Name.AVAudioSessionInterruption", "AVAudioSession.interruptionNotification"),
        ("NSNotification.Name.AVAudioSessionRouteChange", "AVAudioSession.routeChangeNotification"),
        (
            "NSNotification.Name.AVAudioSessionMediaServicesWereLost",
            "AVAudioSession.mediaServicesWereLostNotification"
        ),
        (
            "NSNotification.Name.AVAudioSessionMediaServicesWereReset",
            "AVAudioSession.mediaServicesWereResetNotification"
        ),
        (
            "NSNotification.Name.AVAudioSessionSilenceSecondaryAudioHint",
            "AVAudioSession.silenceSecondaryAudioHintNotification"
        ),
    ]

    /// Each old name that the modules declare is the value or the type that came instead.
    @Test func eachOldNameIsTheNewOne() throws {
        let text = Self.names.map { "precondition(\($0) == \($1), \"\($0)\")" }
        // An invalid mapping equals none, itself included, as it has no times to compare.
        let mapping = "precondition(!kCMTimeMappingInvalid.source.isValid && !kCMTimeMappingInvalid.target.isValid)"
        let build = try build((text + [mapping]).joined(separator: "\n"), languageMode: 4)
        #expect(build.status == 0, "\(build.output)")
        #expect(try run(folder.file("program"), [], environment: ["COREAUDIO_BACKEND": "null"]) == .success)
    }

    @Test(arguments: [
        ("AVAudioSessionCategoryRecord", "AVAudioSession.Category.record"),
        ("AVAudioSessionModeDefault", "AVAudioSession.Mode.default"),
        ("AVAudioSessionPortLineIn", "AVAudioSession.Port.lineIn"),
        ("AVAudioSessionRouteChangeReason.override", "AVAudioSession.RouteChangeReason"),
        ("NSNotification.Name.AVAudioSessionRouteChange", "AVAudioSession.routeChangeNotification"),
        ("kCMTimeZero", "CMTime.zero"), ("kCMTimeRangeZero", "CMTimeRange.zero"),
        ("AVAudioSession.sharedInstance().setActive(true, with: [])", "setActive(_:options:)"),
    ])
    func laterOnesAreRefusedWithTheNewName(old: String, new: String) throws {
        let build = try build("let value = try \(old)", languageMode: 5)
        #expect(build.status != 0 && build.output.contains("has been renamed to '\(new)'"), "\(build.output)")
    }

    /// Members that were deprecated before Swift had them are in no language mode: their successors and AudioSession.h have what
    /// they had.
    @Test func membersFromBeforeSwiftAreNotThere() throws {
        let names = [
            "inputIsAvailable", "currentHardwareSampleRate", "currentHardwareInputNumberOfChannels",
            "currentHardwareOutputNumberOfChannels", "preferredHardwareSampleRate", "setPreferredHardwareSampleRate",
        ]
        let uses = names.map { "print(AVAudioSession.sharedInstance().\($0))" }
        let build = try build(uses.joined(separator: "\n"), languageMode: 4)
        #expect(build.status != 0)
        for name in names { #expect(build.output.contains("has no member '\(name)'"), "\(build.output)") }
        let successors = """
            let session = AVAudioSession.sharedInstance()
            let channels = (session.inputNumberOfChannels, session.outputNumberOfChannels)
            precondition(session.isInputAvailable && channels == (0, 2) && session.sampleRate == 48_000)
            try session.setPreferredSampleRate(44_100)
            precondition(session.preferredSampleRate == 44_100)
            """
        #expect(try self.build(successors, languageMode: 4).status == 0)
        #expect(try run(folder.file("program"), [], environment: ["COREAUDIO_BACKEND": "null"]) == .success)
    }
}
