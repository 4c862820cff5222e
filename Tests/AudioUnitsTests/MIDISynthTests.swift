import AudioCore
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioUnits

/// The synthesizer of 16 channels, whose instruments are those of one bank.
@Suite struct MIDISynthTests {
    /// Banks and programs, each a constant of its own level.
    private func stage(_ places: [(UInt16, UInt8, Float)]) throws -> Client {
        let client = try Client(MIDISynthUnit.synth)
        let unit = try #require(client.unit as? MIDISynthUnit)
        let list = try places.map { bank, program, level in
            let zone = try SamplerStage.constant(of: level)
            let instrument = PlayableInstrument(SamplerInstrument(name: "\(bank) \(program)", zones: [zone]))
            return (SamplerRack.Place(bank: bank, program: program), instrument)
        }
        unit.holder.publish(SamplerRack(list, endsOthers: true))
        try client.unit.initialize()
        return client
    }

    private func level(_ client: Client, _ messages: [[UInt32]], at time: Double) throws -> Float {
        for each in messages {
            #expect(client.instance.midiEvent(each[0], each[1], each.count > 2 ? each[2] : 0, at: 0) == 0)
        }
        return try client.render(512, at: time)[0][500] / SamplerStage.level
    }

    /// A program change is for the notes of its channel that come after it. What is not loaded sounds as the first program.
    @Test func channelsHavePrograms() throws {
        let client = try stage([(0, 0, 1), (0, 5, 0.5), (3, 5, 0.25), (128, 0, 0.125), (128, 9, 0.0625)])
        var time = 0.0
        for (messages, wanted) in [
            ([[0x90, 60, 127]], 1), ([[0xC1, 5], [0x91, 60, 127]], 1.5),
            ([[0xB2, 0, 0x79], [0xB2, 32, 3], [0xC2, 5], [0x92, 60, 127]], 1.75), ([[0x99, 60, 127]], 1.875),
            ([[0xC9, 9], [0x99, 61, 127]], 1.9375), ([[0xB4, 0, 0x78], [0xC4, 9], [0x94, 60, 127]], 2),
            ([[0xC5, 77], [0x95, 60, 127]], 3), ([[0x81, 60, 0]], 2.5),
        ] as [([[UInt32]], Float)] {
            _ = try level(client, messages, at: time)
            // A release of 16 ms.
            let found = try (1...3).map { try level(client, [], at: time + Double($0) * 512) }.last
            #expect(abs(try #require(found) - wanted) < 1e-4, "\(messages)")
            time += 2048
        }
    }

    /// Where more is loaded, what sounds continues.
    @Test func loadingMoreEndsNothing() throws {
        let client = try stage([(0, 0, 1)])
        let unit = try #require(client.unit as? MIDISynthUnit)
        #expect(try level(client, [[0x90, 60, 127]], at: 0) == 1)
        let zone = try SamplerStage.constant(of: 0.5)
        let other = PlayableInstrument(SamplerInstrument(name: "other", zones: [zone]))
        unit.holder.publish(SamplerRack([(SamplerRack.Place(bank: 0, program: 0), other)], endsOthers: false))
        #expect(try level(client, [[0x90, 62, 127]], at: 512) == 1.5)
    }

    /// Notes of the bank before end, although more of the new one is loaded before the next cycle.
    @Test func anotherBankEndsNotesWhateverIsLoadedAfterIt() throws {
        let client = try stage([(0, 0, 1)])
        let unit = try #require(client.unit as? MIDISynthUnit)
        #expect(try level(client, [[0x90, 60, 127]], at: 0) == 1)
        let list = try [(UInt8(0), Float(0.5)), (5, 0.25)].map { program, level in
            let zone = try SamplerStage.constant(of: level)
            return (
                SamplerRack.Place(bank: 0, program: program),
                PlayableInstrument(SamplerInstrument(name: "new", zones: [zone]))
            )
        }
        unit.holder.publish(SamplerRack(Array(list[..<1]), endsOthers: true))
        unit.holder.publish(SamplerRack(list, endsOthers: false))
        #expect(try level(client, [[0x90, 62, 127]], at: 512) == 0.5)
    }

    private func bank(_ folder: ScratchFolder) throws -> FilePath {
        _ = folder.write(SoundFontWriter.plain([SoundFontWriter.Zone([(53, 0)])]).bytes, "small.sf2")
        return FilePath(folder.file("small.sf2"))
    }

    /// Sets the bank, to which a client refers by some value.
    private func set(_ client: Client, _ value: UInt, _ paths: [FilePath]) throws {
        try withUnsafeBytes(of: value) { bytes in
            var request = UnitRequest(kMusicDeviceProperty_SoundBankURL, input: bytes)
            request.files = { (_) throws(AudioError) in paths }
            try client.unit.set(request)
        }
    }

    /// A program that comes while programs are preloaded has its own instrument, whose level is half of that of program 0, which
    /// stands in for others. Notes of the bank before end, also where such a program comes in the same cycle.
    @Test func aProgramIsPreloaded() throws {
        var writer = SoundFontWriter.plain([], frames: Array(repeating: 16_000, count: 100))
        writer.samples.append(
            SoundFontWriter.Sample(frames: Array(repeating: 8000 << 8, count: 100), loop: (10, 90)))
        writer.instruments = (0..<2).map { SoundFontWriter.Instrument(zones: [.init([(54, 1), (53, $0)])]) }
        writer.presets = [(0, 0), (5, 1)].map { program, instrument in
            SoundFontWriter.Preset(program: program, zones: [.init([(41, instrument)])])
        }
        let folder = ScratchFolder()
        _ = folder.write(writer.bytes, "two.sf2")
        let path = FilePath(folder.file("two.sf2"))
        let client = try Client(MIDISynthUnit.synth)
        try set(client, 1, [path])
        try client.unit.initialize()
        let usual = try level(client, [[0x90, 60, 127]], at: 0)
        #expect(usual > 0.1)
        let (silence, change) = ([UInt32(0xB0), 120, 0], [UInt32(0xC0), 5])
        let before = try level(client, [silence, change, [0x90, 60, 127]], at: 512)
        #expect(abs(before - usual) < 1e-4)
        try client.set(kAUMIDISynthProperty_EnablePreload, to: UInt32(1))
        let loaded = try level(client, [silence, change, [0x90, 60, 127]], at: 1024)
        #expect(abs(loaded - usual / 2) < 1e-4)
        try set(client, 1, [path])
        let anew = try level(client, [change, [0x90, 62, 127]], at: 1536)
        #expect(abs(anew - usual / 2) < 1e-4)
    }

    @Test func propertiesAreThoseOfTheBank() throws {
        let folder = ScratchFolder()
        let path = try bank(folder)
        let client = try Client(MIDISynthUnit.synth)
        func set(_ value: UInt, _ paths: [FilePath]) throws { try self.set(client, value, paths) }
        #expect(status { _ = try client.unit.value(UnitRequest(kMusicDeviceProperty_SoundBankURL)) } == -10850)
        #expect(try client.get(kMusicDeviceProperty_InstrumentCount, as: UInt32.self) == 0)
        try set(1, [path])
        guard case .file(path) = try client.unit.value(UnitRequest(kMusicDeviceProperty_SoundBankURL)) else {
            Issue.record("the bank is not known")
            return
        }
        #expect(try client.get(kMusicDeviceProperty_InstrumentCount, as: UInt32.self) > 0)
        let number = try client.get(kMusicDeviceProperty_InstrumentNumber, as: UInt32.self)
        guard case .text = try client.unit.value(UnitRequest(kMusicDeviceProperty_InstrumentName, 0, number)) else {
            Issue.record("the instrument has no name")
            return
        }
        #expect(
            status { _ = try client.unit.value(UnitRequest(kMusicDeviceProperty_InstrumentNumber, 0, 99)) } == -10877)
        #expect(status { try set(1, []) } == -10851)
        try client.set(kAUMIDISynthProperty_EnablePreload, to: UInt32(1))
        // A program that the bank does not have changes nothing.
        #expect(client.instance.midiEvent(0xC0, 77, 0, at: 0) == 0)
        try client.set(kAUMIDISynthProperty_EnablePreload, to: UInt32(0))
        let info = client.unit.classInfo
        let other = try Client(MIDISynthUnit.synth)
        try other.unit.restore(info)
        #expect(other.unit.classInfo.instrument == info.instrument && info.instrument?.files == [path])
    }

    /// A state without a bank brings the tone of a new instance back, sample by sample.
    @Test func aStateWithoutABankIsTheTone() throws {
        let folder = ScratchFolder()
        let (client, new) = (try Client(MIDISynthUnit.synth), try Client(MIDISynthUnit.synth))
        let state = client.unit.classInfo
        try set(client, 1, [bank(folder)])
        try client.unit.restore(state)
        #expect(client.unit.classInfo.instrument == nil)
        #expect(status { _ = try client.unit.value(UnitRequest(kMusicDeviceProperty_SoundBankURL)) } == -10850)
        for each in [client, new] {
            try each.unit.initialize()
            #expect(each.instance.midiEvent(0x90, 69, 100, at: 0) == 0)
        }
        let sound = try client.render(512)
        #expect(try new.render(512) == sound && sound[0][500] != 0)
    }
}
