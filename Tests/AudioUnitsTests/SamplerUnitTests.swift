import AudioCore
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioUnits

/// The sampler as a unit: parameters, loading, what is kept.
@Suite struct SamplerUnitTests {
    typealias G = SamplerGenerator
    typealias Stage = SamplerStage

    /// A soft sine of the key's pitch.
    @Test func aToneSoundsWithoutAnInstrument() throws {
        let client = try Client(SamplerUnit.sampler)
        // Before it is initialized: the note is kept.
        #expect(client.instance.midiEvent(0x90, 69, 100, at: 10) == 0)
        try client.unit.initialize()
        let sound = try client.renderAll(44_100)
        #expect(sound[0][..<10].allSatisfy { $0 == 0 } && sound[0][11] != 0)
        let found = Measure.frequency(of: sound[0][1000...], rate: 44_100)
        #expect(abs(1200 * log2(found / 440)) < 0.5)
        #expect(sound[0] == sound[1] && sound[0].allSatisfy { abs($0) < 0.25 })
        #expect(Stage.mostStep(sound[0]) < 0.02)
    }

    @Test func theGainIsInDecibels() throws {
        let stage = try Stage([Stage.constant()])
        stage.send(0x90, 60, 127)
        _ = try stage.render(512)
        try stage.client.setParameter(kAUSamplerParam_Gain, -20)
        let sound = try stage.render(512)[0]
        #expect(abs(sound[500] / Stage.level - 0.1) < 1e-5)
        #expect(Stage.mostStep(sound) < 0.01)
        try stage.client.setParameter(kAUSamplerParam_Gain, 100)
        #expect(try stage.client.unit.parameter(kAUSamplerParam_Gain, 0, 0) == 12)
    }

    /// What was sent to a channel holds after the unit is initialized anew, as where an engine stops and starts.
    @Test func channelsOutliveAnInitialization() throws {
        let stage = try Stage([Stage.constant(modulators: SoundFontModulators.defaults)])
        stage.send(0xB0, 7, 0)
        stage.send(0x90, 60, 127)
        #expect(try stage.render(512)[0].allSatisfy { abs($0) < 1e-3 })
        stage.client.unit.uninitialize()
        try stage.client.unit.initialize()
        stage.send(0x90, 60, 127)
        #expect(try stage.render(512)[0].allSatisfy { abs($0) < 1e-3 })
        stage.send(0xB0, 7, 127)
        #expect(try stage.render(512)[0].contains { abs($0) > 0.1 })
    }

    @Test func theTuningsAddUp() throws {
        let stage = try Stage([Stage.sine(period: 96)])
        stage.send(0x90, 60, 127)
        try stage.client.setParameter(kAUSamplerParam_CoarseTuning, -5)
        try stage.client.setParameter(kAUSamplerParam_FineTuning, 25)
        let found = Measure.frequency(of: try stage.render(48_000)[0][1000...])
        #expect(abs(1200 * log2(found / 500) + 475) < 0.1)
    }

    @Test func thePlaceKeepsThePower() throws {
        let stage = try Stage([Stage.constant()])
        stage.send(0x90, 60, 127)
        _ = try stage.render(512)
        for (pan, left, right) in [(1, 0, 1), (-1, 1, 0), (0, 0.707_107, 0.707_107)] as [(Float, Float, Float)] {
            try stage.client.setParameter(kAUSamplerParam_Pan, pan)
            let sound = try stage.render(512)
            #expect(abs(sound[0][500] - 0.5 * left) < 1e-5 && abs(sound[1][500] - 0.5 * right) < 1e-5)
            #expect(Stage.mostStep(sound[0]) < 0.02)
        }
    }

    @Test func soundHasOneChannelOrTwo() throws {
        let client = try Client(SamplerUnit.sampler)
        #expect(status { try client.setFormats(channels: 3) } == -10868)
        try client.setFormats(channels: 1)
        try client.unit.initialize()
        #expect(try client.render(64).count == 1)
    }

    // MARK: Loading

    /// The old sound fades with the old instrument, which is freed when no voice plays it.
    @Test func loadingDoesNotClick() throws {
        let stage = try Stage([Stage.constant(of: 0.5)])
        stage.send(0x90, 60, 127)
        _ = try stage.render(512)
        weak let old = stage.unit.holder.rack?.instruments[0]
        #expect(old != nil)
        stage.unit.play(
            SamplerInstrument(name: "other", zones: [try Stage.constant(of: 0.25, [G.volumeEnvelope + 1: -6000])]))
        stage.send(0x90, 62, 127, at: 3)
        // Voices still play the old one.
        #expect(stage.unit.holder.instrumentCount == 2)
        let sound = try stage.render(2048)[0]
        #expect(Stage.mostStep(sound) < 0.01)
        #expect(abs(sound[2000] - 0.25 * Stage.level) < 1e-4)
        stage.unit.holder.collect()
        #expect(old == nil && stage.unit.holder.instrumentCount == 1)
    }

    /// Notes and cycles go on while other threads load.
    @Test func loadingMayComeAtAnyTime() throws {
        let stage = try Stage([Stage.constant(of: 0.5)])
        let unit = stage.unit
        let isOver = LockedValue(false)
        let zone = try Stage.sine(period: 96)
        let loader = try Thread(name: "test-loader") {
            for index in 0..<300 where !isOver.withLock({ $0 }) {
                unit.play(SamplerInstrument(name: "\(index)", zones: [zone]))
            }
        }
        for index in 0..<400 {
            stage.send(0x90, UInt8(40 + index % 40), 127, at: index % 64)
            #expect(try stage.render(64)[0].allSatisfy(\.isFinite))
        }
        isOver.withLock { $0 = true }
        loader.join()
        _ = try stage.render(4096)
        unit.holder.collect()
        #expect(unit.holder.instrumentCount == 1)
    }

    @Test func whatIsNoInstrumentIsRefused() throws {
        let client = try Client(SamplerUnit.sampler)
        // A client's references are read by the face: there is none here.
        #expect(status { try client.set(kAUSamplerProperty_LoadInstrument, to: (UInt(0), UInt64(1))) } == -10851)
        #expect(status { try client.set(kAUSamplerProperty_LoadInstrument, to: UInt32(0)) } == -10851)
        #expect(status { try client.set(kAUSamplerProperty_LoadAudioFiles, 1, 0, to: UInt(0)) } == -10866)
        let info = try client.unit.info(UnitRequest(kAUSamplerProperty_LoadInstrument))
        #expect(info.size == 16 && info.isWritable)
        #expect(try client.unit.info(UnitRequest(kAUSamplerProperty_LoadPresetFromBank)).size == 16)
        #expect(status { _ = try client.get(kAUSamplerProperty_LoadInstrument, as: UInt32.self) } == -10879)
        #expect(try client.get(kMusicDeviceProperty_InstrumentCount, as: UInt32.self) == 1)
        #expect(try client.get(kMusicDeviceProperty_SupportsStartStopNote, as: UInt32.self) == 1)
    }

    @Test func functionsAreThoseOfAnInstrument() throws {
        let client = try Client(SamplerUnit.sampler)
        for selector in [257, 258, 261, 262] as [Int16] { #expect(client.instance.canDo(selector)) }
        #expect(!client.instance.canDo(259))
        #expect(!(try Client(ConverterUnit.converter)).instance.canDo(257))
    }
}
