import AVFAudio
import Foundation
import TestSupport
import Testing

/// The sampler as a node of an engine.
@Suite struct SamplerNodeTests {
    private static func isNear(_ value: Float, _ wanted: Float) -> Bool { abs(value - wanted) < 1e-4 }

    /// An engine that plays a sampler.
    private func engine(_ sampler: AVAudioUnitSampler) throws -> AVAudioEngine {
        let engine = try EngineTests.engine()
        engine.attach(sampler)
        engine.connect(sampler, to: engine.mainMixerNode, format: nil)
        try engine.start()
        return engine
    }

    /// How often a sound goes up through zero in a second at 48 kHz.
    private func pitch(_ samples: [Float]) -> Double {
        let places = samples.indices.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
        guard let first = places.first, let last = places.last, last > first else { return 0 }
        return 48_000 * Double(places.count - 1) / Double(last - first)
    }

    private func bank(in folder: ScratchFolder) throws -> URL {
        let url = folder.place("small.sf2")
        try SmallSoundBank.bytes([(0, 5), (128, 0)]).write(to: url)
        return url
    }

    /// A note that is sent before the engine starts sounds, too.
    @Test func aToneIsHeardAtOnce() throws {
        let sampler = AVAudioUnitSampler()
        sampler.startNote(69, withVelocity: 100, onChannel: 0)
        let engine = try engine(sampler)
        let sound = try EngineTests.render(engine, [4096, 4096, 4096])
        #expect(abs(pitch(Array(sound[0][1000...])) - 440) < 1)
        sampler.stopNote(69, onChannel: 0)
        let later = try EngineTests.render(engine, Array(repeating: 4096, count: 13))
        #expect(later[0].suffix(1000).allSatisfy { $0 == 0 })
    }

    @Test func aPresetOfABankIsLoaded() throws {
        let folder = ScratchFolder()
        let url = try bank(in: folder)
        let sampler = AVAudioUnitSampler()
        let engine = try engine(sampler)
        try sampler.loadSoundBankInstrument(
            at: url, program: 5, bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB),
            bankLSB: UInt8(kAUSampler_DefaultBankLSB))
        func heard() throws -> Double {
            sampler.startNote(60, withVelocity: 127, onChannel: 0)
            let sound = try EngineTests.render(engine, [4096, 4096, 4096])
            return pitch(Array(sound[0][1000...]))
        }
        #expect(abs(try heard() - 500) < 1)
        // Percussion, and the first preset of a bank as an instrument. Notes of the one before are over by then.
        try sampler.loadSoundBankInstrument(
            at: url, program: 0, bankMSB: UInt8(kAUSampler_DefaultPercussionBankMSB), bankLSB: 0)
        #expect(abs(try heard() - 1000) < 1)
        try sampler.loadInstrument(at: url)
        #expect(abs(try heard() - 500) < 1)
    }

    /// A file with a sine of 500 Hz, which lasts a second.
    private func soundFile(in folder: ScratchFolder) throws -> URL {
        let url = folder.place("sine C4.wav")
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: EngineTests.stereo, frameCapacity: 48_000))
        buffer.frameLength = 48_000
        for channel in 0..<2 {
            for frame in 0..<48_000 {
                buffer.floatChannelData![channel][frame] = Float(sin(2 * Double.pi * Double(frame) / 96))
            }
        }
        let file = try AVAudioFile(forWriting: url, settings: EngineTests.stereo.settings)
        try file.write(from: buffer)
        return url
    }

    @Test func soundFilesAreAnInstrument() throws {
        let folder = ScratchFolder()
        let url = try soundFile(in: folder)
        for load in [
            { try $0.loadAudioFiles(at: [url]) }, { try $0.loadInstrument(at: url) },
            { try $0.loadInstrument(at: self.preset(of: url, in: folder)) },
        ] as [(AVAudioUnitSampler) throws -> Void] {
            let sampler = AVAudioUnitSampler()
            let engine = try engine(sampler)
            try load(sampler)
            sampler.startNote(72, withVelocity: 127, onChannel: 0)
            let sound = try EngineTests.render(engine, [4096, 4096, 4096])
            #expect(abs(pitch(Array(sound[0][1000...])) - 1000) < 1)
        }
    }

    /// A preset of Apple's sampler with one file.
    private func preset(of file: URL, in folder: ScratchFolder) throws -> URL {
        let zone: [String: Any] = ["waveform": 268_435_457, "root key": 60, "min key": 0, "max key": 127]
        let list: [String: Any] = [
            "version": 0, "type": 0x6175_6D75, "subtype": 0x7361_6D70, "manufacturer": 0x6170_706C, "data": Data(),
            "name": "Sine", "Instrument": ["Layers": [["Zones": [zone]]]],
            "file-references": ["Sample:268435457": file.path],
        ]
        let url = folder.place("sine.aupreset")
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0).write(to: url)
        return url
    }

    /// A state in Apple's form brings the instrument, and is given again.
    @Test func aPresetIsAState() throws {
        let folder = ScratchFolder()
        let sampler = AVAudioUnitSampler()
        let engine = try engine(sampler)
        try sampler.loadPreset(at: preset(of: soundFile(in: folder), in: folder))
        let other = AVAudioUnitSampler()
        other.auAudioUnit.fullState = sampler.auAudioUnit.fullState
        sampler.startNote(60, withVelocity: 127, onChannel: 0)
        let sound = try EngineTests.render(engine, [4096, 4096, 4096])
        #expect(abs(pitch(Array(sound[0][1000...])) - 500) < 1)
        let second = try self.engine(other)
        other.startNote(48, withVelocity: 127, onChannel: 0)
        let lower = try EngineTests.render(second, [4096, 4096, 4096])
        #expect(abs(pitch(Array(lower[0][1000...])) - 250) < 1)
    }

    /// A state that was saved before an instrument was loaded brings the tone back.
    @Test func aStateOfTheToneIsRestored() throws {
        let folder = ScratchFolder()
        let sampler = AVAudioUnitSampler()
        let state = sampler.auAudioUnit.fullState
        try sampler.loadSoundBankInstrument(at: bank(in: folder), program: 5, bankMSB: 0x79, bankLSB: 0)
        let engine = try engine(sampler)
        func heard() throws -> Double {
            sampler.startNote(69, withVelocity: 127, onChannel: 0)
            return pitch(Array(try EngineTests.render(engine, [4096, 4096, 4096])[0][1000...]))
        }
        // Nine semitones above the sine's own key.
        #expect(abs(try heard() - 840.9) < 1)
        sampler.auAudioUnit.fullState = state
        #expect(abs(try heard() - 440) < 1)
    }

    /// The statuses of the unit are the codes, and the instrument stays.
    @Test func whatCannotBeLoadedIsAnError() throws {
        let folder = ScratchFolder()
        let url = try bank(in: folder)
        let sampler = AVAudioUnitSampler()
        try sampler.loadSoundBankInstrument(at: url, program: 5, bankMSB: 0x79, bankLSB: 0)
        func code(_ body: () throws -> Void) -> Int {
            let error = #expect(throws: NSError.self) { try body() }
            #expect(error?.domain == "com.apple.coreaudio.avfaudio")
            return error?.code ?? 0
        }
        #expect(
            code { try sampler.loadSoundBankInstrument(at: url, program: 6, bankMSB: 0x79, bankLSB: 0) } == -10851)
        let missing = folder.place("missing.sf2")
        #expect(code { try sampler.loadInstrument(at: missing) } == -43)
        #expect(code { try sampler.loadAudioFiles(at: [missing]) } == -43)
        #expect(code { try sampler.loadAudioFiles(at: []) } == -10851)
        let noise = folder.place("noise.sf2")
        try Data([1, 2, 3]).write(to: noise)
        #expect(code { try sampler.loadInstrument(at: noise) } != 0)
        let engine = try engine(sampler)
        sampler.startNote(60, withVelocity: 127, onChannel: 0)
        let sound = try EngineTests.render(engine, [4096, 4096])
        #expect(abs(pitch(Array(sound[0][1000...])) - 500) < 1)
    }

    @Test func valuesAreThoseOfTheUnit() throws {
        let sampler = AVAudioUnitSampler()
        #expect(sampler.overallGain == 0 && sampler.stereoPan == 0 && sampler.globalTuning == 0)
        (sampler.overallGain, sampler.stereoPan, sampler.globalTuning) = (-6, 50, -1234)
        #expect(Self.isNear(sampler.overallGain, -6) && Self.isNear(sampler.stereoPan, 50))
        #expect(Self.isNear(sampler.globalTuning, -1234))
        (sampler.overallGain, sampler.stereoPan, sampler.globalTuning) = (100, -1000, 9999)
        #expect(sampler.overallGain == 12 && sampler.stereoPan == -100 && sampler.globalTuning == 2400)
        (sampler.overallGain, sampler.stereoPan, sampler.globalTuning) = (.nan, .nan, .nan)
        #expect(sampler.overallGain == 12 && sampler.stereoPan == -100 && sampler.globalTuning == 2400)
        #expect(sampler.name == "AUSampler" && sampler.manufacturerName == "Apple")
    }

    @available(*, deprecated) @Test func theOlderNameMeansTheSame() {
        let sampler = AVAudioUnitSampler()
        sampler.masterGain = -3
        #expect(sampler.overallGain == -3 && sampler.masterGain == -3)
    }

    /// What a host has saved brings the instrument back.
    @Test func theStateHasTheInstrument() throws {
        let folder = ScratchFolder()
        let sampler = AVAudioUnitSampler()
        try sampler.loadSoundBankInstrument(at: bank(in: folder), program: 5, bankMSB: 0x79, bankLSB: 0)
        sampler.overallGain = -20
        let state = sampler.auAudioUnit.fullState
        let other = AVAudioUnitSampler()
        let engine = try engine(other)
        other.auAudioUnit.fullState = state
        #expect(Self.isNear(other.overallGain, -20))
        other.startNote(60, withVelocity: 127, onChannel: 0)
        let sound = try EngineTests.render(engine, [4096, 4096, 4096])
        #expect(abs(pitch(Array(sound[0][1000...])) - 500) < 1)
    }
}
