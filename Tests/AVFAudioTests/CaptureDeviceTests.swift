import AVFAudio
import AudioCore
import Testing

@testable import AVFoundation

/// The permission to record by the names of capture devices.
@Suite struct CaptureDeviceTests {
    @Test func theMicrophoneHasThePermissionToRecord() async {
        #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .authorized)
        let answers = LockedValue<[Bool]>([])
        AVCaptureDevice.requestAccess(for: .audio) { granted in answers.withLock { $0.append(granted) } }
        // Where nobody is to be asked the answer comes at once.
        #expect(answers.withLock { $0 } == [true])
        #expect(await AVCaptureDevice.requestAccess(for: .audio))
    }

    /// PipeWire asks nobody before it shows cameras.
    @Test func camerasAreThereForEveryone() async {
        #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
        let answers = LockedValue<[Bool]>([])
        AVCaptureDevice.requestAccess(for: .video) { granted in answers.withLock { $0.append(granted) } }
        #expect(answers.withLock { $0 } == [true])
        #expect(await AVCaptureDevice.requestAccess(for: .video))
    }

    /// Nothing else is there that a user could permit.
    @Test(arguments: [AVMediaType.muxed, .text, .metadata, AVMediaType("none"), AVMediaType("")])
    func nothingElseIsPermitted(_ type: AVMediaType) async {
        #expect(AVCaptureDevice.authorizationStatus(for: type) == .restricted)
        let answers = LockedValue<[Bool]>([])
        AVCaptureDevice.requestAccess(for: type) { granted in answers.withLock { $0.append(granted) } }
        #expect(answers.withLock { $0 } == [false])
        #expect(await !AVCaptureDevice.requestAccess(for: type))
    }

    @Test func everyAnswerHasItsStatus() {
        #expect(AVAuthorizationStatus(AVAudioApplication.recordPermission.undetermined) == .notDetermined)
        #expect(AVAuthorizationStatus(AVAudioApplication.recordPermission.denied) == .denied)
        #expect(AVAuthorizationStatus(AVAudioApplication.recordPermission.granted) == .authorized)
        let all: [AVAuthorizationStatus] = [.notDetermined, .restricted, .denied, .authorized]
        #expect(all.map(\.rawValue) == [0, 1, 2, 3])
    }

    @Test func typesHaveFourCharacters() {
        let types: [(AVMediaType, String)] = [
            (.audio, "soun"), (.video, "vide"), (.muxed, "muxx"), (.text, "text"), (.closedCaption, "clcp"),
            (.subtitle, "sbtl"), (.timecode, "tmcd"), (.metadata, "meta"),
        ]
        for (type, text) in types { #expect(type.rawValue == text && AVMediaType(rawValue: text) == type) }
    }
}
