import AudioCore
import AudioFiles
import Foundation
import TestSupport
import Testing

@testable import AudioUnits

/// Audio files of a few frames, with what they say of how they are played.
struct PlayedFile {
    /// Bytes of chunks, by their names.
    var chunks: [(String, [UInt8])] = []
    var frames = 100

    /// A WAVE file of 16 bits, whose frames are 1, 2 and so on.
    var wave: [UInt8] {
        var (format, body, file) = (ByteWriter(), ByteWriter(), ByteWriter())
        for value in [1, 1] { format.little(UInt16(value)) }
        for value in [8000, 16000] { format.little(UInt32(value)) }
        for value in [2, 16] { format.little(UInt16(value)) }
        body.append(Array("WAVE".utf8))
        body.chunk("fmt ", format.bytes)
        body.chunk("data", (0..<frames).flatMap { [UInt8($0 & 255), 0] })
        for (name, bytes) in chunks { body.chunk(name, bytes) }
        file.chunk("RIFF", body.bytes)
        return file.bytes
    }

    /// The `smpl` chunk for a key, a fraction of the semitone above it in 1/256, and one loop.
    static func sampler(key: UInt8, fraction: UInt8 = 0, loop: (UInt8, UInt8)? = nil) -> (String, [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: 36)
        bytes[12] = key
        bytes[19] = fraction
        if let loop {
            bytes[28] = 1
            bytes +=
                [UInt8](repeating: 0, count: 8) + [loop.0, 0, 0, 0, loop.1, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
        }
        return ("smpl", bytes)
    }

    /// An AIFF file of 8 bits with an `INST` chunk.
    static func aiff(instrument: [UInt8], marks: [(UInt8, UInt8)]) -> [UInt8] {
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [0, 0, 0, UInt8(body.count)] + body + (body.count % 2 == 1 ? [0] : [])
        }
        // One channel, 100 frames, 8 bits, 8000 a second.
        let common: [UInt8] = [0, 1, 0, 0, 0, 100, 0, 8, 0x40, 0x0B, 0xFA, 0, 0, 0, 0, 0, 0, 0]
        let mark: [UInt8] = [0, UInt8(marks.count)] + marks.flatMap { [0, $0.0, 0, 0, 0, $0.1, 0, 0] }
        let sound = [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 1, count: 100)
        let body =
            Array("AIFF".utf8) + chunk("COMM", common) + chunk("MARK", mark) + chunk("INST", instrument)
            + chunk("SSND", sound)
        return Array("FORM".utf8) + [0, 0, UInt8(body.count >> 8), UInt8(body.count & 255)] + body
    }
}

/// Instruments of audio files: what their chunks and their names say, and where the others go.
@Suite struct SoundFileInstrumentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ name: String, _ bytes: [UInt8] = PlayedFile().wave) throws -> FilePath {
        let path = folder.path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return FilePath(path)
    }

    @Test(arguments: [
        ("Piano C4", 60), ("A#3", 58), ("strings_Eb2", 39), ("Gs5", 80), ("c-1", 0), ("G9", 127), ("B♭3 soft", 58),
        ("E2_A3", 57), ("bass F♯1 v2", 30),
    ])
    func notesInNames(name: String, key: Int) { #expect(NoteName.key(in: name) == UInt8(key)) }

    @Test(arguments: ["", "take2", "Kick", "A#", "H4", "C44", "G#9", "c-2", "abc4d", "4C"])
    func namesWithoutNotes(name: String) { #expect(NoteName.key(in: name) == nil) }

    @Test func oneFileIsPlayedByAllKeys() throws {
        let instrument = try SoundFileInstrument.load([try file("noise.wav")])
        let zone = try #require(instrument.zones.first)
        #expect(instrument.name == "noise")
        #expect(instrument.zones.count == 1)
        #expect(zone.keys == 0...127)
        #expect(zone.velocities == 0...127)
        #expect(zone.generators[58] == 60)
        #expect(zone.generators[54] == 0)
        #expect(zone.modulators == SoundFontModulators.defaults)
        #expect(zone.sample.samples() == (0..<100).map { Float($0) / 32768 })
        #expect(zone.sample.rate == 8000)
    }

    @Test func filesWithoutKeysGetWhiteOnes() throws {
        let paths = try (0..<4).map { try file("hit \($0).wav") }
        let zones = try SoundFileInstrument.load(paths).zones
        #expect(zones.map(\.keys) == [60...60, 62...62, 64...64, 65...65])
        #expect(zones.map { $0.generators[58] } == [60, 62, 64, 65])
    }

    /// 40 white keys from 60 up, then those below, then black ones.
    @Test func manyFilesGetEachAKey() {
        let places = SoundFileInstrument.places((0..<128).map { ("\($0)x", SoundFileSettings()) })
        #expect(Set(places.map(\.rootKey)).count == 128)
        #expect(places.prefix(41).map(\.rootKey).suffix(2) == [127, 59])
    }

    @Test func namesSpreadOverTheKeyboard() throws {
        let paths = try ["Piano C5.wav", "Piano C3.wav", "Piano C4.wav", "Piano C4 soft.wav"].map { try file($0) }
        let zones = try SoundFileInstrument.load(paths).zones
        #expect(zones.map(\.keys) == [67...127, 0...54, 55...66, 55...66])
        #expect(zones.map { $0.generators[58] } == [72, 48, 60, 60])
    }

    @Test func chunksOfWAVE() throws {
        // Half a semitone above the key.
        let tuned = PlayedFile(chunks: [PlayedFile.sampler(key: 62, fraction: 128, loop: (10, 49))])
        let placed = PlayedFile(chunks: [("inst", [70, 0xF6, 6, 65, 75, 1, 100])])
        let zones = try SoundFileInstrument.load([try file("C2.wav", tuned.wave), try file("x.wav", placed.wave)]).zones
        #expect(zones.map(\.keys) == [0...127, 65...75])
        #expect(zones.map { $0.generators[58] } == [62, 70])
        #expect(zones.map { $0.generators[52] } == [-50, -10])
        #expect(zones.map { $0.generators[54] } == [1, 0])
        #expect(zones[0].sample.loop == 10..<50)
        #expect(zones[1].velocities == 1...100)
        // A gain cannot be more than the file's own.
        #expect(zones[1].generators[48] == 0)
    }

    @Test func chunksOfAIFF() throws {
        // Key 50, 7 cents, keys and velocities, -6 dB; a loop between marks 1 and 2, none at release.
        let instrument: [UInt8] = [50, 7, 40, 60, 10, 90, 0xFF, 0xFA, 0, 1, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0]
        let bytes = PlayedFile.aiff(instrument: instrument, marks: [(1, 20), (2, 80)])
        let zone = try #require(try SoundFileInstrument.load([try file("A4.aiff", bytes)]).zones.first)
        #expect(zone.keys == 40...60)
        #expect(zone.velocities == 10...90)
        #expect(zone.generators[58] == 50)
        #expect(zone.generators[52] == 7)
        #expect(zone.generators[48] == 60)
        #expect(zone.generators[54] == 1)
        #expect(zone.sample.loop == 20..<80)
    }

    @Test func chunksOfCAF() throws {
        let path = try file("x.caf", [])
        let format = StreamFormat.int16(sampleRate: 8000, channels: 1)
        let open = try OpenFile.create(path, type: "caff", format: format, erasing: true, alignsAudioData: false)
        var chunk = ByteWriter()
        chunk.bigFloat32(61.75)
        chunk.append([30, 90, 2, 120])
        chunk.bigFloat32(-3)
        chunk.zeros(16)
        try open.setUserData("inst", index: 0, chunk.bytes)
        let frames = [UInt8](repeating: 1, count: 200)
        _ = try frames.withUnsafeBytes { try open.writePackets($0, nil, at: 0, count: 100) }
        try open.close()
        let zone = try #require(try SoundFileInstrument.load([path]).zones.first)
        #expect(zone.keys == 30...90)
        #expect(zone.velocities == 2...120)
        #expect(zone.generators[58] == 62)
        #expect(zone.generators[52] == 25)
        #expect(zone.generators[48] == 30)
    }

    @Test func whatCannotBeReadIsRefused() throws {
        #expect(throws: AudioError.unitFileNotSpecified) { try SoundFileInstrument.load([]) }
        #expect(throws: AudioError.self) { try SoundFileInstrument.load([FilePath(folder.path + "/none.wav")]) }
        #expect(throws: AudioError.self) { try SoundFileInstrument.load([try file("text.wav", Array("text".utf8))]) }
        let empty = PlayedFile(frames: 0).wave
        #expect(throws: AudioError.self) { try SoundFileInstrument.load([try file("empty.wav", empty)]) }
    }

    /// Of more than two channels the first two.
    @Test(arguments: ["CAF/ima4-stereo.caf", "Ogg/vorbis-stereo.ogg", "Ogg/vorbis-six.oga"])
    func anyFormatIsRead(path: String) throws {
        let fixture = Fixture.named(path)
        let sample = try #require(try SoundFileInstrument.load([FilePath(fixture.file)]).zones.first).sample
        #expect(sample.channels == 2)
        #expect(sample.count == fixture.frames)
        #expect(sample.rate == fixture.sampleRate)
        #expect(TestSupport.Measure.rms(sample.samples(1)[...]) > 0.01)
    }

    // MARK: By contents

    @Test func kindsOfFiles() throws {
        func kind(_ bytes: [UInt8]) throws -> SamplerFile.Kind { try SamplerFile.kind(file("any", bytes)) }
        #expect(try kind(SoundFontWriter.plain([]).bytes) == .soundBank)
        #expect(try kind(DLSWriter.plain().bytes) == .soundBank)
        #expect(try kind(PlayedFile().wave) == .audio)
        #expect(try kind(Array("\u{FEFF}<?xml version".utf8)) == .propertyList)
        #expect(try kind(Array("bplist00".utf8)) == .propertyList)
        #expect(try kind([1, 1, 0, 0] + [UInt8](repeating: 0, count: 12) + Array("TBOS".utf8)) == .exs24)
        #expect(try kind([]) == .audio)
    }

    @Test func filesAreLoadedByTheirContents() throws {
        var writer = SoundFontWriter.plain([SoundFontWriter.Zone([(53, 0)])])
        writer.presets[0].program = 5
        writer.presets.append(
            SoundFontWriter.Preset(name: "drums", program: 0, bank: 128, zones: writer.presets[0].zones))
        let path = try file("bank.wav", writer.bytes)
        #expect(try SamplerFile.load(path).name == "preset")
        #expect(try SamplerFile.load(path, preset: (0x78, 0, 0)).name == "drums")
        let failure = #expect(throws: AudioError.self) { try SamplerFile.load(path, preset: (0x79, 0, 0)) }
        #expect(failure?.status == -10851)
        #expect(try SamplerFile.load(try file("x.dat", PlayedFile().wave)).zones.count == 1)
        #expect(throws: AudioError.self) { try SamplerFile.load(try file("x.aupreset", Array("bplist00".utf8))) }
    }
}
