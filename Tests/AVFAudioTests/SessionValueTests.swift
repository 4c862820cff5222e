import Foundation
import Testing

@testable import AVFAudio

/// The strings and numbers of a session, which programs compare with literals and keep in files.
@Suite struct SessionValueTests {
    @Test func stringsEqualTheirNames() {
        let categories: [(AVAudioSession.Category, String)] = [
            (.ambient, "Ambient"), (.soloAmbient, "SoloAmbient"), (.playback, "Playback"), (.record, "Record"),
            (.playAndRecord, "PlayAndRecord"), (.multiRoute, "MultiRoute"),
        ]
        for (category, name) in categories { #expect(category.rawValue == "AVAudioSessionCategory" + name) }
        let modes: [(AVAudioSession.Mode, String)] = [
            (.default, "Default"), (.voiceChat, "VoiceChat"), (.gameChat, "GameChat"),
            (.videoRecording, "VideoRecording"), (.measurement, "Measurement"), (.moviePlayback, "MoviePlayback"),
            (.videoChat, "VideoChat"), (.spokenAudio, "SpokenAudio"), (.voicePrompt, "VoicePrompt"),
            (.shortFormVideo, "ShortFormVideo"), (.dualRoute, "DualRoute"),
        ]
        for (mode, name) in modes { #expect(mode.rawValue == "AVAudioSessionMode" + name) }
        let notifications: [(NSNotification.Name, String)] = [
            (AVAudioSession.interruptionNotification, "Interruption"),
            (AVAudioSession.routeChangeNotification, "RouteChange"),
            (AVAudioSession.mediaServicesWereLostNotification, "MediaServicesWereLost"),
            (AVAudioSession.mediaServicesWereResetNotification, "MediaServicesWereReset"),
            (AVAudioSession.silenceSecondaryAudioHintNotification, "SilenceSecondaryAudioHint"),
            (AVAudioSession.spatialPlaybackCapabilitiesChangedNotification, "SpatialPlaybackCapabilitiesChanged"),
            (AVAudioSession.renderingModeChangeNotification, "RenderingModeChange"),
            (AVAudioSession.renderingCapabilitiesChangeNotification, "RenderingCapabilitiesChange"),
            (AVAudioSession.outputMuteStateChangeNotification, "OutputMuteStateChange"),
            (AVAudioSession.userIntentToUnmuteOutputNotification, "UserIntentToUnmuteOutput"),
            (AVAudioSession.availableInputsChangeNotification, "AvailableInputsChange"),
            (AVAudioSession.propertyDidChangeNotification, "PropertyDidChange"),
        ]
        for (name, text) in notifications { #expect(name.rawValue == "AVAudioSession\(text)Notification") }
        let applications = AVAudioApplication.inputMuteStateChangeNotification.rawValue
        #expect(applications == "AVAudioApplicationInputMuteStateChangeNotification")
        #expect(AVAudioApplication.muteStateKey == "AVAudioApplicationMuteStateKey")
        #expect(AVAudioSession.muteStateKey == "AVAudioSessionMuteStateKey")
        #expect(AVAudioSession.propertyNameKey == "AVAudioSessionPropertyNameKey")
        #expect(AVAudioSession.propertyValueKey == "AVAudioSessionPropertyValueKey")
    }

    @Test func keysEqualTheirNames() {
        let keys = [
            (AVAudioSessionInterruptionTypeKey, "InterruptionType"),
            (AVAudioSessionInterruptionOptionKey, "InterruptionOption"),
            (AVAudioSessionInterruptionReasonKey, "InterruptionReason"),
            (AVAudioSessionRouteChangeReasonKey, "RouteChangeReason"),
            (AVAudioSessionRouteChangePreviousRouteKey, "RouteChangePreviousRoute"),
            (AVAudioSessionSilenceSecondaryAudioHintTypeKey, "SilenceSecondaryAudioHintType"),
            (AVAudioSessionSpatialAudioEnabledKey, "SpatialAudioEnabled"),
            (AVAudioSessionRenderingModeNewRenderingModeKey, "RenderingModeNewRenderingMode"),
            (AVAudioSessionMicrophoneInjectionIsAvailableKey, "MicrophoneInjectionIsAvailable"),
        ]
        for (key, name) in keys { #expect(key == "AVAudioSession\(name)Key") }
    }

    @Test func portsAndPlacesHaveShortStrings() {
        let ports: [(AVAudioSession.Port, String)] = [
            (.lineIn, "LineIn"), (.builtInMic, "MicrophoneBuiltIn"), (.headsetMic, "MicrophoneWired"),
            (.lineOut, "LineOut"), (.headphones, "Headphones"), (.bluetoothA2DP, "BluetoothA2DPOutput"),
            (.builtInReceiver, "Receiver"), (.builtInSpeaker, "Speaker"), (.HDMI, "HDMIOutput"),
            (.airPlay, "AirPlay"), (.bluetoothLE, "BluetoothLE"), (.bluetoothHFP, "BluetoothHFP"),
            (.usbAudio, "USBAudio"), (.carAudio, "CarAudio"), (.virtual, "Virtual"), (.PCI, "PCI"),
            (.fireWire, "FireWire"), (.displayPort, "DisplayPort"), (.AVB, "AVB"), (.thunderbolt, "Thunderbolt"),
            (.continuityMicrophone, "ContinuityMicrophone"),
        ]
        for (port, text) in ports { #expect(port.rawValue == text) }
        let orientations: [(AVAudioSession.Orientation, String)] = [
            (.top, "Top"), (.bottom, "Bottom"), (.front, "Front"), (.back, "Back"), (.left, "Left"), (.right, "Right"),
        ]
        for (orientation, text) in orientations { #expect(orientation.rawValue == text) }
        let patterns: [(AVAudioSession.PolarPattern, String)] = [
            (.omnidirectional, "Omnidirectional"), (.cardioid, "Cardioid"), (.subcardioid, "Subcardioid"),
            (.stereo, "Stereo"),
        ]
        for (pattern, text) in patterns { #expect(pattern.rawValue == text) }
        #expect(AVAudioSession.Location.upper.rawValue == "Upper" && AVAudioSession.Location.lower.rawValue == "Lower")
    }

    @Test func numbersAreThoseOfTheHeaders() {
        typealias Options = AVAudioSession.CategoryOptions
        let options: [Options] = [
            .mixWithOthers, .duckOthers, .allowBluetoothHFP, .defaultToSpeaker, .interruptSpokenAudioAndMixWithOthers,
            .allowBluetoothA2DP, .allowAirPlay, .overrideMutedMicrophoneInterruption, .farFieldInput,
            .bluetoothHighQualityRecording,
        ]
        #expect(options.map(\.rawValue) == [1, 2, 4, 8, 17, 32, 64, 128, 262_144, 524_288])
        let types: [AVAudioSession.InterruptionType] = [.ended, .began]
        #expect(types.map(\.rawValue) == [0, 1])
        #expect(AVAudioSession.InterruptionOptions.shouldResume.rawValue == 1)
        #expect(AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation.rawValue == 1)
        #expect(AVAudioSessionActivationOptions(rawValue: 0).isEmpty)
        let reasons: [AVAudioSession.InterruptionReason] = [.default, .builtInMicMuted, .routeDisconnected]
        #expect(reasons.map(\.rawValue) == [0, 2, 4] && AVAudioSession.InterruptionReason(rawValue: 1) != nil)
        let changes: [AVAudioSession.RouteChangeReason] = [
            .unknown, .newDeviceAvailable, .oldDeviceUnavailable, .categoryChange, .override, .wakeFromSleep,
            .noSuitableRouteForCategory, .routeConfigurationChange,
        ]
        #expect(changes.map(\.rawValue) == [0, 1, 2, 3, 4, 6, 7, 8])
        let hints: [AVAudioSession.SilenceSecondaryAudioHintType] = [.end, .begin]
        #expect(hints.map(\.rawValue) == [0, 1])
        let inputs: [AVAudioSession.IOType] = [.notSpecified, .aggregated]
        #expect(inputs.map(\.rawValue) == [0, 1])
        let policies: [AVAudioSession.RouteSharingPolicy] = [.default, .longFormAudio, .independent, .longFormVideo]
        #expect(policies.map(\.rawValue) == [0, 1, 2, 3])
        let modes: [AVAudioSession.RenderingMode] = [
            .notApplicable, .monoStereo, .surround, .spatialAudio, .dolbyAudio, .dolbyAtmos,
        ]
        #expect(modes.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        let orientations: [AVAudioSession.StereoOrientation] = [
            .none, .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft,
        ]
        #expect(orientations.map(\.rawValue) == [0, 1, 2, 3, 4])
        let injections: [AVAudioSession.MicrophoneInjectionMode] = [.none, .spokenAudio]
        #expect(injections.map(\.rawValue) == [0, 1])
    }

    @Test func codesAreFourCharacters() {
        let codes: [(Int, String)] = [
            (Int(AVAudioSession.PortOverride.speaker.rawValue), "spkr"),
            (Int(AVAudioSession.PromptStyle.none.rawValue), "none"),
            (Int(AVAudioSession.PromptStyle.short.rawValue), "shrt"),
            (Int(AVAudioSession.PromptStyle.normal.rawValue), "nrml"),
            (Int(AVAudioSession.RecordPermission.undetermined.rawValue), "undt"),
            (Int(AVAudioSession.RecordPermission.denied.rawValue), "deny"),
            (Int(AVAudioSession.RecordPermission.granted.rawValue), "grnt"),
            (AVAudioApplication.recordPermission.undetermined.rawValue, "undt"),
            (AVAudioApplication.recordPermission.denied.rawValue, "deny"),
            (AVAudioApplication.recordPermission.granted.rawValue, "grnt"),
            (AVAudioApplication.MicrophoneInjectionPermission.serviceDisabled.rawValue, "srds"),
            (AVAudioApplication.MicrophoneInjectionPermission.undetermined.rawValue, "undt"),
            (AVAudioApplication.MicrophoneInjectionPermission.denied.rawValue, "deny"),
            (AVAudioApplication.MicrophoneInjectionPermission.granted.rawValue, "grnt"),
            (AVAudioSession.ErrorCode.mediaServicesFailed.rawValue, "msrv"),
            (AVAudioSession.ErrorCode.isBusy.rawValue, "!act"),
            (AVAudioSession.ErrorCode.incompatibleCategory.rawValue, "!cat"),
            (AVAudioSession.ErrorCode.cannotInterruptOthers.rawValue, "!int"),
            (AVAudioSession.ErrorCode.missingEntitlement.rawValue, "ent?"),
            (AVAudioSession.ErrorCode.siriIsRecording.rawValue, "siri"),
            (AVAudioSession.ErrorCode.cannotStartPlaying.rawValue, "!pla"),
            (AVAudioSession.ErrorCode.cannotStartRecording.rawValue, "!rec"),
            (AVAudioSession.ErrorCode.insufficientPriority.rawValue, "!pri"),
            (AVAudioSession.ErrorCode.resourceNotAvailable.rawValue, "!res"),
            (AVAudioSession.ErrorCode.unspecified.rawValue, "what"),
            (AVAudioSession.ErrorCode.expiredSession.rawValue, "!ses"),
            (AVAudioSession.ErrorCode.sessionNotActive.rawValue, "inac"),
            (Int(AVAudioSessionErrorInsufficientPriority), "!pri"),
        ]
        for (code, text) in codes { #expect(code == text.utf8.reduce(0) { $0 << 8 | Int($1) }, "\(text)") }
        #expect(AVAudioSession.ErrorCode.none.rawValue == 0 && AVAudioSession.ErrorCode.badParam.rawValue == -50)
        #expect(AVAudioSession.PortOverride.none.rawValue == 0)
    }
}
