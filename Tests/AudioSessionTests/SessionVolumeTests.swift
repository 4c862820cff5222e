import AudioCore
import AudioDevices
import TestSupport
import Testing

@testable import AudioSession

/// The volume of the output, as sliders and keys set it.
struct SessionVolumeTests {
    private func stage(_ volume: [Float], isMuted: Bool? = false) throws -> SessionStage {
        var device = DeviceDescription.test("speaker")
        (device.volume, device.isMuted) = (volume, isMuted)
        return try SessionStage([device], .playback)
    }

    private func settle(_ stage: SessionStage) throws {
        stage.center.settle()
        try stage.settle()
    }

    @Test func theBalanceStays() throws {
        let stage = try stage([0.5, 0.25])
        stage.center.askForVolume(1)
        #expect(stage.center.wantedVolume == 1)
        try settle(stage)
        #expect(stage.server.devices[0].volume == [1, 0.5] && stage.center.outputVolume == 1)
        #expect(stage.diary.all == [.outputVolumeChanged(1), .outputVolumeSettled])
    }

    @Test func valuesBeyondCountAsTheEnds() throws {
        let stage = try stage([0.5, 0.5])
        for (asked, given) in [(2, 1), (-1, 0), (.infinity, 1), (-.infinity, 0)] as [(Float, Float)] {
            stage.center.askForVolume(asked)
            try settle(stage)
            #expect(stage.center.outputVolume == given)
        }
        stage.center.askForVolume(.nan)
        try settle(stage)
        #expect(stage.center.outputVolume == 0 && stage.center.wantedVolume == 0)
        // From silence all channels rise alike.
        stage.center.askForVolume(0.5)
        try settle(stage)
        #expect(stage.server.devices[0].volume == [0.5, 0.5])
    }

    /// Some servers amplify.
    @Test func aVolumeAboveTheFullOneIsFull() throws {
        let stage = try stage([1.5, 0.75])
        #expect(stage.center.outputVolume == 1 && stage.center.wantedVolume == 1)
        stage.center.askForVolume(steps: -1)
        try settle(stage)
        #expect(stage.server.devices[0].volume == [0.9375, 0.46875] && stage.center.outputVolume == 0.9375)
    }

    @Test func aVolumeEndsAMute() throws {
        let stage = try stage([0.5, 0.5], isMuted: true)
        #expect(stage.center.outputVolume == 0)
        stage.center.askForVolume(0)
        try settle(stage)
        #expect(stage.server.devices[0].isMuted == true)
        stage.center.askForVolume(0.25)
        try settle(stage)
        #expect(stage.server.devices[0].isMuted == false && stage.center.outputVolume == 0.25)
    }

    @Test func sixteenKeysLeadFromSilenceToTheFullVolume() throws {
        let stage = try stage([0, 0])
        for step in 1...17 {
            stage.center.askForVolume(steps: 1)
            try settle(stage)
            #expect(stage.center.outputVolume == min(1, Float(step) / 16))
        }
        stage.center.askForVolume(steps: .min)
        try settle(stage)
        #expect(stage.center.outputVolume == 0)
        // From between two steps to the next one.
        for (steps, expected) in [(1, 0.3125), (-1, 0.25)] as [(Int, Float)] {
            stage.center.askForVolume(0.27)
            stage.center.askForVolume(steps: steps)
            try settle(stage)
            #expect(stage.center.outputVolume == expected)
        }
        // Of several at once each counts.
        for _ in 0..<3 { stage.center.askForVolume(steps: 1) }
        try settle(stage)
        #expect(stage.center.outputVolume == 0.4375)
    }

    @Test func aDeviceWithoutVolumeHasNoneToSet() throws {
        let stage = try stage([], isMuted: nil)
        #expect(!stage.center.isOutputVolumeSettable && stage.center.wantedVolume == 1)
        stage.center.askForVolume(0.5)
        stage.center.askForVolume(steps: -1)
        try settle(stage)
        #expect(stage.center.wantedVolume == 1 && stage.diary.all.isEmpty)
    }

    /// Who shows what was asked for learns that it is not so.
    @Test func aServerThatDiesTakesTheWishWithIt() throws {
        let stage = try stage([0.5, 0.5])
        stage.server.crash()
        stage.center.askForVolume(1)
        #expect(stage.diary.waits(for: .outputVolumeSettled))
        #expect(stage.center.wantedVolume == 0.5)
    }

    /// The last of many values counts, and not every one is sent.
    @Test func aStormOfValuesEndsWithTheLast() throws {
        let stage = try stage([0.5, 0.5])
        let center = stage.center
        let threads = try (0..<4).map { number in
            try Thread(name: "storm") {
                for value in 0..<5000 { center.askForVolume(Float((value + number) % 100) / 100) }
            }
        }
        for thread in threads { thread.join() }
        center.askForVolume(0.625)
        #expect(center.wantedVolume == 0.625)
        try settle(stage)
        #expect(stage.server.devices[0].volume == [0.625, 0.625] && center.outputVolume == 0.625)
    }
}
