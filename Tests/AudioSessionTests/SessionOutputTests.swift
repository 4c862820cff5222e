import AudioCore
import AudioDevices
import CRealtime
import TestSupport
import Testing

@testable import AudioSession

/// The outputs that a user chooses from, and the choice.
struct SessionOutputTests {
    private let speaker = DeviceDescription.test("speaker")
    private let headset = DeviceDescription.test("headset", .output, .headset, .usb).aside
    private let kitchen = DeviceDescription.test("kitchen", .output, .unknown, .airPlay).aside

    private func ears(_ id: String, _ kind: DeviceKind = .bluetoothA2DP) -> DeviceDescription {
        DeviceDescription.test(id, .output, kind, .bluetooth, address: "00:11").aside
    }

    @Test func allOutputsAreListedWhateverTheCategory() throws {
        let microphone = DeviceDescription.test("microphone", .input, .microphone)
        let stage = try SessionStage([speaker, headset, kitchen, microphone], .record)
        let outputs = stage.center.outputs
        #expect(outputs.all.map(\.type) == [.builtInSpeaker, .usb, .airPlay] && outputs.present?.uid == "speaker")
        #expect(outputs.areSeveral && outputs.hasWireless && !outputs.isWireless)
        #expect(stage.center.route.outputs.isEmpty && stage.center.chosenOutput == nil)
    }

    @Test func aChoiceMovesTheRoute() throws {
        let stage = try SessionStage([speaker, kitchen], .playback)
        let before = stage.center.route
        try stage.center.chooseOutput("kitchen")
        try stage.settle()
        #expect(stage.outputs == ["kitchen"] && stage.center.chosenOutput?.uid == "kitchen")
        #expect(stage.center.outputs.isWireless && stage.player.isRunning)
        #expect(stage.diary.important == [.routeChanged(.override, previous: before)])
        #expect(stage.diary.all.contains(.outputsChanged))
        // It is the program's own: the default device is the other one, and may become yet another.
        #expect(stage.server.devices.first(where: \.isDefault)?.id == "speaker")
        var other = headset
        other.isDefault = true
        try stage.have([speaker.aside, kitchen, other])
        #expect(stage.outputs == ["kitchen"] && stage.diary.reasons == [.override])
        try stage.center.chooseOutput(nil)
        try stage.settle()
        #expect(stage.outputs == ["headset"] && stage.center.chosenOutput == nil)
    }

    /// What names no session call is unknown to other programs, and stays so.
    @Test func aChoiceDoesNotMakeTheSessionKnown() throws {
        let server = ManualServer()
        server.setDevices([speaker, kitchen])
        let surroundings = TestSurroundings()
        let center = try TestSession.center(server, surroundings)
        try center.chooseOutput("kitchen")
        center.askForVolume(0.5)
        center.settle()
        #expect(center.outputs.present?.uid == "kitchen" && surroundings.told.isEmpty)
        #expect(server.devices.map { $0.volume } == [[1, 1], [0.5, 0.5]])
    }

    @Test func aLostChoiceIsOver() throws {
        let stage = try SessionStage([speaker, kitchen], .playback)
        try stage.center.chooseOutput("kitchen")
        try stage.settle()
        try stage.have([speaker])
        #expect(stage.outputs == ["speaker"] && stage.diary.reasons == [.override, .oldDeviceUnavailable])
        #expect(stage.player.happened == ["lost"] && stage.center.chosenOutput == nil)
        // It may come back, and is not used by itself.
        try stage.have([speaker, kitchen])
        #expect(stage.outputs == ["speaker"] && stage.center.chosenOutput == nil)
        #expect(stage.diary.reasons.count == 2)
    }

    @Test func aChoiceFollowsItsHardwareToAnotherProfile() throws {
        let stage = try SessionStage([speaker, ears("ears.a2dp")], .playback)
        try stage.center.chooseOutput("ears.a2dp")
        try stage.settle()
        stage.diary.clear()
        try stage.have([speaker])
        #expect(stage.diary.reasons.isEmpty)
        try stage.have([speaker, ears("ears.hfp", .bluetoothHFP)])
        #expect(stage.outputs == ["ears.hfp"] && stage.center.chosenOutput?.type == .bluetoothHFP)
        #expect(stage.diary.reasons == [.routeConfigurationChange] && stage.player.isRunning)
    }

    @Test func whatIsNotThereCannotBeChosen() throws {
        let stage = try SessionStage([speaker, kitchen], .playback)
        let refused = { (id: String) in AudioError.sessionSetting.because("there is no output \"\(id)\"") }
        #expect(throws: refused("cellar")) { try stage.center.chooseOutput("cellar") }
        try stage.have([speaker])
        #expect(throws: refused("kitchen")) { try stage.center.chooseOutput("kitchen") }
        stage.server.answers = false
        #expect(throws: AudioError.sessionServer) { try stage.center.chooseOutput("speaker") }
        stage.server.answers = true
        stage.server.crash()
        try stage.settle()
        #expect(throws: AudioError.sessionServer) { try stage.center.chooseOutput("speaker") }
        #expect(stage.outputs == ["speaker"])
    }

    /// The loudspeaker instead of the chosen output, and back.
    @Test func anOverrideLeadsBackToTheChoice() throws {
        let microphone = DeviceDescription.test("microphone", .input, .microphone)
        let stage = try SessionStage([headset, speaker.aside, kitchen, microphone], .playAndRecord)
        try stage.center.chooseOutput("kitchen")
        try stage.center.override(toSpeaker: true)
        try stage.settle()
        #expect(stage.outputs == ["speaker"] && stage.center.isOverriddenToSpeaker)
        try stage.center.override(toSpeaker: false)
        try stage.settle()
        #expect(stage.outputs == ["kitchen"])
        // A choice ends an override.
        try stage.center.override(toSpeaker: true)
        try stage.center.chooseOutput("headset")
        try stage.settle()
        #expect(stage.outputs == ["headset"] && !stage.center.isOverriddenToSpeaker)
        // The loss of what is not in use ends the choice alone.
        try stage.center.override(toSpeaker: true)
        try stage.settle()
        stage.diary.clear()
        try stage.have([speaker.aside, kitchen, microphone])
        #expect(stage.outputs == ["speaker"] && stage.center.chosenOutput == nil && stage.diary.important.isEmpty)
    }

    /// A callback does not wait, and another thread's later choice counts.
    @Test func choicesComeInTheOrderInWhichTheyAreMade() throws {
        let stage = try SessionStage([speaker, kitchen], .playback)
        for _ in 0..<40 {
            realtime_enter_tap()
            try stage.center.chooseOutput("kitchen")
            realtime_exit_tap()
            try stage.center.chooseOutput(nil)
            try stage.settle()
            #expect(stage.outputs == ["speaker"])
        }
    }

    /// Outputs that come and go while two threads choose between them.
    @Test func outputsThatComeAndGoQuickly() throws {
        let stage = try SessionStage([speaker], .playback)
        let center = stage.center
        let threads = try ["kitchen", "headset"].map { id in
            try Thread(name: id) {
                for _ in 0..<200 {
                    try? center.chooseOutput(id)
                    center.askForVolume(steps: -1)
                }
            }
        }
        for index in 0..<200 {
            stage.server.setDevices([speaker] + (index % 2 == 0 ? [kitchen] : []) + (index % 3 == 0 ? [headset] : []))
        }
        for thread in threads { thread.join() }
        try stage.have([speaker])
        #expect(stage.outputs == ["speaker"] && center.chosenOutput == nil)
        #expect(center.outputs.all.map(\.uid) == ["speaker"])
    }
}
