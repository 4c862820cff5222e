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

    /// The old sound fades with the old instrument, which is freed when no voice plays it, without another call.
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
        #expect(eventually { old == nil })
        #expect(stage.unit.holder.instrumentCount == 1)
    }

    /// The same where the unit ends while its notes sound, and where no cycle comes after the change.
    @Test func whatNobodyPlaysIsFreedAtOnce() throws {
        let stage = try Stage([Stage.constant(of: 0.5)])
        stage.send(0x90, 60, 127)
        _ = try stage.render(512)
        weak let first = stage.unit.holder.rack?.instruments[0]
        let other = SamplerInstrument(name: "other", zones: [try Stage.constant()])
        stage.unit.play(other)
        #expect(first != nil)
        stage.client.unit.uninitialize()
        #expect(eventually { first == nil })
        weak let second = stage.unit.holder.rack?.instruments[0]
        #expect(second?.source === other)
        // No voice has ever played it.
        stage.unit.play(SamplerInstrument(name: "third", zones: [try Stage.constant()]))
        #expect(second == nil && stage.unit.holder.instrumentCount == 1)
    }

    /// A constant, whose level is that of a number.
    private static func numbered(_ number: Int) throws -> SamplerInstrument {
        SamplerInstrument(name: "\(number)", zones: [try Stage.constant(of: Float(number) / 65_536)])
    }

    /// Notes and cycles go on while another thread loads. A note begins with an instrument that was there when its cycle began, or that
    /// came then, and the notes of others are over after 5 ms.
    @Test func loadingMayComeAtAnyTime() throws {
        struct Progress { var begun = 0, done = 0, isOver = false }
        let (stage, progress) = (try Stage([Stage.constant(of: 0)]), LockedValue(Progress()))
        let unit = stage.unit
        let loader = try Thread(name: "test-loader") {
            while true {
                let next = progress.withLock { progress -> Int? in
                    guard !progress.isOver, progress.begun < 65_535 else { return nil }
                    progress.begun += 1
                    return progress.begun
                }
                guard let next, let instrument = try? Self.numbered(next) else { return }
                unit.play(instrument)
                progress.withLock { $0.done = next }
            }
        }
        func note() throws -> Int {
            stage.send(0xB0, 120)
            stage.send(0x90, 60, 127)
            return Int((try stage.render(512)[0][500] / Stage.level * 65_536).rounded())
        }
        var heard = [0]
        while heard.count < 400 || heard[heard.count - 1] < 20 && heard.count < 10_000 {
            let least = progress.withLock { $0.done }
            heard.append(try note())
            let most = progress.withLock { $0.begun }
            #expect((least...most).contains(heard[heard.count - 1]))
        }
        progress.withLock { $0.isOver = true }
        loader.join()
        #expect(heard == heard.sorted())
        #expect(try note() == progress.withLock { $0.done })
        #expect(eventually { unit.holder.instrumentCount == 1 })
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
