import AudioCore
import AudioDevices
import CRealtime
import TestSupport
import Testing

@testable import AudioSession

/// Routes that change under a session.
struct SessionRouteTests {
    private let speaker = DeviceDescription.test("speaker")
    private let microphone = DeviceDescription.test("microphone", .input, .microphone)
    private let headset = DeviceDescription.test("headset", .output, .headset, .usb)
    private let headsetMicrophone = DeviceDescription.test("headset", .input, .headset, .usb)

    @Test func headphonesInTheJack() throws {
        let stage = try SessionStage([speaker.withJack(isPlugged: false, inUse: "speaker"), microphone], .playback)
        #expect(stage.center.route.outputs.map(\.type) == [.builtInSpeaker])
        let before = stage.center.route
        // The plug goes in first, and the device changes to it then.
        try stage.have([speaker.withJack(isPlugged: true, inUse: "speaker"), microphone])
        #expect(stage.diary.all.isEmpty)
        try stage.have([speaker.withJack(isPlugged: true, inUse: "jack"), microphone])
        #expect(stage.diary.important == [.routeChanged(.newDeviceAvailable, previous: before)])
        #expect(stage.center.route.outputs.map(\.type) == [.headphones])
        #expect(stage.center.route.outputs.first?.selectedSource == 1)
        #expect(stage.player.isRunning && stage.player.happened.isEmpty)
        let with = stage.center.route
        try stage.have([speaker.withJack(isPlugged: false, inUse: "jack"), microphone])
        try stage.have([speaker.withJack(isPlugged: false, inUse: "speaker"), microphone])
        #expect(stage.diary.important.last == .routeChanged(.oldDeviceUnavailable, previous: with))
        #expect(stage.diary.reasons.count == 2 && stage.player.happened == ["lost"])
        #expect(stage.center.route == before)
    }

    @Test func aDeviceThatComesAndGoes() throws {
        let stage = try SessionStage([speaker, microphone])
        // It becomes the default one some time after it has come.
        try stage.have([speaker, microphone, headset.aside, headsetMicrophone.aside])
        #expect(stage.diary.important.isEmpty && stage.center.availableInputs.map(\.uid) == ["microphone", "headset"])
        try stage.have([speaker.aside, microphone, headset, headsetMicrophone.aside])
        try stage.have([speaker.aside, microphone.aside, headset, headsetMicrophone])
        #expect(stage.diary.reasons == [.newDeviceAvailable, .newDeviceAvailable])
        #expect(stage.outputs == ["headset"] && stage.inputs == ["headset"] && stage.player.isRunning)
        try stage.have([speaker, microphone])
        #expect(stage.diary.reasons.last == .oldDeviceUnavailable && stage.diary.reasons.count == 3)
        #expect(stage.outputs == ["speaker"] && stage.inputs == ["microphone"])
        #expect(stage.player.happened == ["lost"])
    }

    /// A server that does not answer for a while says nothing of its devices.
    @Test func aServerWithoutAnAnswerHasUnpluggedNothing() throws {
        let stage = try SessionStage([speaker, microphone])
        stage.player.isPlayer = true
        let before = stage.center.route
        stage.server.answers = false
        try stage.have([headset, microphone])
        #expect(stage.diary.all.isEmpty && stage.player.isRunning && stage.player.happened.isEmpty)
        #expect(stage.center.route == before && stage.outputs == ["speaker"])
        // It is asked again, without an event of its own.
        stage.server.answers = true
        #expect(stage.diary.waits(for: .routeChanged(.oldDeviceUnavailable, previous: before)))
        #expect(stage.outputs == ["headset"])
    }

    @Test func theUsersChoiceIsAnOverride() throws {
        let stage = try SessionStage([speaker, headset.aside, microphone])
        try stage.have([speaker.aside, headset, microphone])
        try stage.have([speaker, headset.aside, microphone])
        #expect(stage.diary.reasons == [.override, .override] && stage.player.isRunning)
    }

    @Test func aLostMicrophoneStopsNoPlayer() throws {
        let stage = try SessionStage([speaker, microphone.aside, headsetMicrophone])
        stage.player.isPlayer = true
        try stage.have([speaker, microphone])
        #expect(stage.diary.reasons == [.oldDeviceUnavailable] && stage.player.isRunning && stage.center.isActive)
        try stage.have([speaker])
        #expect(stage.diary.all.contains(.inputAvailabilityChanged(false)) && !stage.center.isInputAvailable)
        #expect(stage.inputs.isEmpty && stage.player.isRunning)
    }

    /// What makes a session the one that people listen to: a player that plays, the category, and not mixing.
    @Test func theLossInterruptsNoneOfTheOthers() throws {
        for (category, options, isPlayer) in [
            (SessionCategory.playback, [], false), (.playback, .mixWithOthers, true), (.soloAmbient, [], true),
            (.playAndRecord, [], true),
        ] as [(SessionCategory, SessionOptions, Bool)] {
            let stage = try SessionStage([speaker.aside, headset, microphone], category)
            try stage.center.set(category, options: options)
            stage.player.isPlayer = isPlayer
            stage.center.settle()
            stage.diary.clear()
            try stage.have([speaker, microphone])
            #expect(stage.diary.important.count == 1 && stage.diary.reasons == [.oldDeviceUnavailable])
            #expect(stage.center.isActive && stage.player.happened == ["lost"], "\(category)")
        }
    }

    /// One that stands still is not now playing.
    @Test func theLossInterruptsNoPlayerThatIsPaused() throws {
        let stage = try SessionStage([speaker.aside, headset, microphone], .playback)
        stage.player.isPlayer = true
        stage.player.isRunning = false
        try stage.have([speaker, microphone])
        #expect(stage.diary.reasons == [.oldDeviceUnavailable] && stage.diary.important.count == 1)
        #expect(stage.center.isActive)
    }

    @Test func whatIsRecordedGoesOnWithoutTheOutput() throws {
        let stage = try SessionStage([speaker.aside, headset, microphone], .record)
        try stage.have([speaker, microphone])
        #expect(stage.diary.reasons.isEmpty && stage.player.isRunning)
    }

    @Test(arguments: [true, false]) func theLossInterruptsTheProgramThatPeopleHear(_ prefers: Bool) throws {
        let stage = try SessionStage([speaker.aside, headset, microphone], .playback)
        stage.player.isPlayer = true
        stage.center.prefersInterruptionOnRouteDisconnect = prefers
        try stage.have([speaker, microphone])
        let began = SessionNotification.interruptionBegan(.routeDisconnected)
        #expect(stage.diary.all.contains(began) == prefers)
        #expect(stage.center.isActive != prefers)
        #expect(stage.player.happened == (prefers ? ["interrupted", "lost"] : ["lost"]))
    }

    // MARK: Bluetooth

    private func bluetooth(_ id: String, _ direction: DeviceDirection, _ kind: DeviceKind) -> DeviceDescription {
        .test(id, direction, kind, .bluetooth, address: "00:11:22")
    }

    @Test func anotherProfileIsOneChangeAndNoLoss() throws {
        let music = bluetooth("a2dp", .output, .bluetoothA2DP)
        let stage = try SessionStage([music, speaker.aside, microphone])
        #expect(stage.center.route.outputs.map(\.type) == [.bluetoothA2DP])
        let before = stage.center.route
        // The microphone of the headset is asked for: its output goes, and comes back as another.
        try stage.have([speaker, microphone])
        try stage.have([speaker, microphone])
        #expect(stage.diary.important.isEmpty && stage.outputs == ["a2dp"])
        try stage.have([
            speaker.aside, microphone.aside, bluetooth("hfp", .output, .bluetoothHFP),
            bluetooth("hfp", .input, .bluetoothHFP),
        ])
        #expect(stage.diary.important == [.routeChanged(.routeConfigurationChange, previous: before)])
        #expect(stage.center.route.outputs.map(\.type) == [.bluetoothHFP])
        #expect(stage.center.route.inputs.map(\.type) == [.bluetoothHFP])
        #expect(stage.player.isRunning && stage.player.happened.isEmpty)
    }

    @Test func aHeadsetThatStaysAwayIsLost() throws {
        let music = bluetooth("a2dp", .output, .bluetoothA2DP)
        let stage = try SessionStage([music, speaker.aside, microphone], profileTime: 1_000_000)
        let before = stage.center.route
        try stage.have([speaker, microphone])
        #expect(stage.diary.waits(for: .routeChanged(.oldDeviceUnavailable, previous: before)))
        #expect(stage.diary.reasons.count == 1 && stage.player.happened == ["lost"] && stage.outputs == ["speaker"])
    }

    /// The server may be away when a headset would have been back.
    @Test func aHeadsetIsLostWhileTheServerIsAway() throws {
        let music = bluetooth("a2dp", .output, .bluetoothA2DP)
        let stage = try SessionStage([music, speaker.aside, microphone])
        let before = stage.center.route
        try stage.have([speaker, microphone])
        stage.server.crash()
        try stage.settle()
        stage.center.refresh(confirming: 1)
        stage.server.revive()
        #expect(eventually { stage.connection.backend != nil })
        try stage.settle()
        #expect(stage.outputs == ["a2dp"])
        stage.center.refresh(confirming: 2)
        #expect(stage.outputs == ["speaker"])
        #expect(stage.diary.waits(for: .routeChanged(.oldDeviceUnavailable, previous: before)))
    }

    // MARK: The program's own wishes

    @Test func theLoudspeakerInsteadOfAHeadset() throws {
        let stage = try SessionStage([speaker.aside, headset, microphone])
        try stage.center.override(toSpeaker: true)
        try stage.settle()
        #expect(stage.outputs == ["speaker"] && stage.center.isOverriddenToSpeaker)
        try stage.center.override(toSpeaker: true)
        try stage.center.override(toSpeaker: false)
        try stage.settle()
        #expect(stage.outputs == ["headset"] && stage.diary.reasons == [.override, .override])
        // It ends with an interruption.
        try stage.center.override(toSpeaker: true)
        stage.neighbour.receive(.callBegan)
        stage.neighbourhood.settle()
        try stage.settle()
        #expect(stage.outputs == ["headset"] && !stage.center.isOverriddenToSpeaker)
        // It ends with another default device.
        stage.neighbour.receive(.callEnded)
        stage.neighbourhood.settle()
        try stage.center.activate()
        try stage.center.override(toSpeaker: true)
        stage.center.settle()
        stage.diary.clear()
        let line = DeviceDescription.test("line", .output, .line)
        try stage.have([speaker.aside, headset.aside, line.aside, microphone])
        #expect(stage.diary.important.isEmpty && stage.outputs == ["speaker"])
        try stage.have([speaker.aside, headset.aside, line, microphone])
        #expect(stage.diary.reasons == [.newDeviceAvailable] && stage.outputs == ["line"])
        #expect(!stage.center.isOverriddenToSpeaker)
    }

    /// What a callback asks for is done before what another thread asks for later.
    @Test func requestsComeInTheOrderInWhichTheyAreMade() throws {
        let stage = try SessionStage([speaker.aside, headset, microphone])
        for _ in 0..<40 {
            realtime_enter_tap()
            try stage.center.override(toSpeaker: true)
            realtime_exit_tap()
            try stage.center.override(toSpeaker: false)
            try stage.settle()
            #expect(stage.outputs == ["headset"] && !stage.center.isOverriddenToSpeaker)
        }
    }

    @Test func theLoudspeakerOfTheSameDevice() throws {
        let stage = try SessionStage([speaker.withJack(isPlugged: true, inUse: "jack"), microphone])
        try stage.center.override(toSpeaker: true)
        try stage.settle()
        #expect(stage.server.devices.first?.port == "speaker" && stage.diary.reasons == [.override])
        #expect(stage.center.route.outputs.map(\.type) == [.builtInSpeaker])
        stage.player.isRunning = false
        try stage.center.set(SessionSetting(.playback))
        stage.center.settle()
        try stage.settle()
        #expect(stage.server.devices.first?.port == "jack" && !stage.center.isOverriddenToSpeaker)
        #expect(stage.center.route.outputs.map(\.type) == [.headphones])
    }

    /// Another thread sets another category while the device goes to the loudspeaker: it goes back.
    @Test func aCategoryThatChangesMeanwhileEndsTheOverride() throws {
        let stage = try SessionStage([speaker.withJack(isPlugged: true, inUse: "jack"), microphone])
        stage.player.isRunning = false
        let center = stage.center
        let hasChanged = LockedValue(false)
        // Called where the device has another socket.
        let other = try Manual(server: stage.server) { _ in
            guard
                hasChanged.withLock({ has in
                    defer { has = true }
                    return !has
                })
            else { return }
            try? center.set(SessionSetting(.playback))
        }
        try center.override(toSpeaker: true)
        try stage.settle()
        try stage.settle()
        #expect(hasChanged.withLock { $0 } && center.setting.category == .playback)
        #expect(stage.server.devices.first?.port == "jack" && !center.isOverriddenToSpeaker)
        #expect(center.route.outputs.map(\.type) == [.headphones])
        other.close()
    }

    /// What the server refuses leaves the session as it was.
    @Test func aLoudspeakerThatIsRefusedIsNoOverride() throws {
        let stage = try SessionStage([speaker.withJack(isPlugged: true, inUse: "jack"), microphone])
        stage.server.crash()
        stage.diary.clear()
        #expect(throws: AudioError.self) { try stage.center.override(toSpeaker: true) }
        #expect(!stage.center.isOverriddenToSpeaker)
        stage.center.settle()
        #expect(!stage.diary.reasons.contains(.override))
    }

    @Test func withoutALoudspeakerTheRouteStays() throws {
        let stage = try SessionStage([headset, microphone])
        try stage.center.override(toSpeaker: true)
        #expect(stage.center.isOverriddenToSpeaker && stage.outputs == ["headset"])
    }

    @Test func thePreferredInputCountsWhileTheSessionIsActive() throws {
        let stage = try SessionStage([speaker, microphone, headsetMicrophone.aside])
        let (own, other) = (stage.center.availableInputs[0], stage.center.availableInputs[1])
        try stage.center.setPreferredInput(other)
        #expect(stage.inputs == ["headset"] && stage.center.preferredInput == other)
        stage.player.isRunning = false
        try stage.center.deactivate(notifiesOthers: false)
        #expect(stage.inputs == ["microphone"] && stage.center.preferredInput == other)
        try stage.center.activate()
        #expect(stage.inputs == ["headset"])
        // Gone, it is not preferred; back, it is.
        try stage.have([speaker, microphone])
        #expect(stage.inputs == ["microphone"] && stage.center.preferredInput == nil)
        try stage.have([speaker, microphone, headsetMicrophone.aside])
        #expect(stage.center.preferredInput?.uid == "headset")
        try stage.center.setPreferredInput(nil)
        #expect(stage.inputs == [own.uid] && stage.center.preferredInput == nil)
    }

    // MARK: Volumes

    @Test func volumesAreTheRoutes() throws {
        let stage = try SessionStage([speaker, microphone])
        var (quiet, low) = (speaker, microphone)
        (quiet.volume, low.volume) = ([0.25, 0.5], [0.75])
        try stage.have([quiet, low])
        #expect(stage.diary.all == [.outputVolumeChanged(0.5), .inputGainChanged(0.75)])
        #expect(stage.center.outputVolume == 0.5 && stage.center.inputGain == 0.75)
        quiet.isMuted = true
        try stage.have([quiet, low])
        #expect(stage.diary.all.last == .outputVolumeChanged(0) && stage.center.outputVolume == 0)
        #expect(stage.center.isInputGainSettable)
        try stage.center.setInputGain(7)
        try stage.settle()
        #expect(stage.server.devices[1].volume == [1] && stage.center.inputGain == 1)
        #expect(stage.diary.all.last == .inputGainChanged(1))
    }

    @Test func channelsAreTheRoutes() throws {
        let stage = try SessionStage([speaker, microphone])
        #expect(stage.center.outputChannels == 2 && stage.center.inputChannels == 2)
        try stage.have([.test("speaker", channels: 6), microphone])
        #expect(stage.diary.all.contains(.channelsChanged) && stage.center.maximumOutputChannels == 6)
        #expect(stage.diary.reasons == [.routeConfigurationChange])
        stage.diary.clear()
        try stage.center.setPreferredOutputChannels(4)
        try stage.center.setPreferredInputChannels(1)
        stage.center.settle()
        #expect(stage.center.outputChannels == 4 && stage.center.inputChannels == 1)
        #expect(stage.center.maximumOutputChannels == 6 && stage.diary.all == [.channelsChanged, .channelsChanged])
    }
}
