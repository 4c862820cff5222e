import AudioCore
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioUnits

/// What messages do to the notes of a sampler: pedals, wheels, controllers, modes, messages of the system.
@Suite struct SamplerMessageTests {
    typealias G = SamplerGenerator
    typealias Stage = SamplerStage

    /// The level after some frames, as a part of that of one note.
    private func level(_ stage: SamplerStage, after frames: Int = 2048) throws -> Float {
        try stage.render(frames)[0][frames - 1] / Stage.level
    }

    // MARK: Pedals

    @Test func thePedalKeepsNotes() throws {
        let stage = try Stage([Stage.constant()])
        stage.send(0x90, 60, 127)
        stage.send(0xB0, 64, 127)
        stage.send(0x80, 60, 0)
        #expect(try abs(level(stage) - 1) < 1e-5)
        stage.send(0xB0, 64, 0)
        #expect(try level(stage) == 0)
        // Without it a note ends, by a note-on without a velocity, too.
        stage.send(0x90, 60, 127)
        stage.send(0x90, 60, 0)
        #expect(try level(stage) == 0)
    }

    /// It keeps the notes that were held when it went down, and no others.
    @Test func theSostenutoKeepsWhatWasHeld() throws {
        let stage = try Stage([Stage.constant()])
        stage.send(0x90, 60, 127)
        stage.send(0xB0, 66, 127)
        stage.send(0x90, 62, 127)
        stage.send(0x80, 60, 0)
        stage.send(0x80, 62, 0)
        #expect(try abs(level(stage) - 1) < 1e-5)
        stage.send(0xB0, 66, 0)
        #expect(try level(stage) == 0)
    }

    @Test func theSoftPedalIsForNotesToCome() throws {
        let stage = try Stage([Stage.constant()])
        stage.send(0x90, 60, 127)
        stage.send(0xB0, 67, 127)
        #expect(try abs(level(stage) - 1) < 1e-5)
        stage.send(0x80, 60, 0)
        stage.send(0x90, 62, 127)
        #expect(try abs(Stage.decibels(level(stage)) + 5) < 0.01)
    }

    /// A key that is struck again does not sound twice.
    @Test func aKeyIsOneNote() throws {
        let stage = try Stage([Stage.constant()])
        stage.send(0xB0, 64, 127)
        for _ in 0..<10 {
            stage.send(0x90, 60, 127)
            stage.send(0x80, 60, 0)
        }
        #expect(try abs(level(stage) - 1) < 1e-5)
    }

    // MARK: Modes

    @Test func allNotesEnd() throws {
        let stage = try Stage([Stage.constant([G.volumeEnvelope + 5: 3600])])
        // All sound off: at once, whatever the release and the pedal.
        stage.send(0xB0, 64, 127)
        stage.send(0x90, 60, 127)
        stage.send(0xB0, 120, 0)
        #expect(try level(stage) == 0)
        // All notes off: as the keys come up, so that the pedal keeps them.
        stage.send(0x90, 60, 127)
        stage.send(0xB0, 123, 0)
        #expect(try abs(level(stage) - 1) < 1e-5)
        stage.send(0xB0, 64, 0)
        let later = try level(stage)
        #expect(later > 0.3 && later < 0.99)
    }

    /// The wheels, the expression and the pedals go back, the volume stays.
    @Test func controllersAreReset() throws {
        let stage = try Stage([Stage.constant(modulators: SoundFontModulators.defaults)])
        for (control, value) in [(7, 127), (11, 64), (64, 127)] as [(UInt8, UInt8)] { stage.send(0xB0, control, value) }
        stage.send(0x90, 60, 127)
        #expect(try abs(Stage.decibels(level(stage)) - 40 * log10(64.0 / 127)) < 0.01)
        stage.send(0xB0, 121, 0)
        #expect(try abs(level(stage) - 1) < 1e-4)
        stage.send(0x80, 60, 0)
        #expect(try level(stage) == 0)
        stage.send(0xB0, 7, 64)
        stage.send(0xB0, 121, 0)
        stage.send(0x90, 60, 127)
        #expect(try abs(Stage.decibels(level(stage)) - 40 * log10(64.0 / 127)) < 0.01)
    }

    // MARK: Pitch

    /// The pitch of a note, in cents above that without messages.
    private func cents(_ messages: [(UInt8, UInt8, UInt8)]) throws -> Double {
        let stage = try Stage([Stage.sine(period: 96, modulators: SoundFontModulators.defaults)])
        stage.send(0x90, 60, 127)
        for (status, first, second) in messages { stage.send(status, first, second) }
        return 1200 * log2(Measure.frequency(of: try stage.render(48_000)[0][2000...]) / 500)
    }

    @Test func theWheelBends() throws {
        #expect(try abs(cents([(0xE0, 0, 64)])) < 0.1)
        #expect(try abs(cents([(0xE0, 127, 127)]) - 200) < 0.1)
        #expect(try abs(cents([(0xE0, 0, 0)]) + 200) < 0.1)
        #expect(try abs(cents([(0xE0, 0, 96)]) - 100) < 0.1)
        // Another channel is not concerned.
        #expect(try abs(cents([(0xE1, 0, 0)])) < 0.1)
    }

    /// Registered parameters: the range of the wheel, the tunings.
    @Test func parametersAreRegistered() throws {
        func set(_ parameter: UInt8, _ coarse: UInt8, _ fine: UInt8) -> [(UInt8, UInt8, UInt8)] {
            [(0xB0, 101, 0), (0xB0, 100, parameter), (0xB0, 6, coarse), (0xB0, 38, fine)]
        }
        #expect(try abs(cents(set(0, 12, 0) + [(0xE0, 127, 127)]) - 1200) < 0.1)
        #expect(try abs(cents(set(0, 2, 50) + [(0xE0, 0, 0)]) + 250) < 0.1)
        #expect(try abs(cents(set(1, 96, 0)) - 50) < 0.1)
        #expect(try abs(cents(set(2, 61, 0)) + 300) < 0.1)
        // Data without a parameter is for nobody.
        let none: [(UInt8, UInt8, UInt8)] = [(0xB0, 101, 127), (0xB0, 100, 127), (0xB0, 6, 12), (0xE0, 127, 127)]
        #expect(try abs(cents(set(0, 2, 0) + none) - 200) < 0.1)
        #expect(try abs(cents(set(2, 64, 0) + [(0xB0, 99, 1), (0xB0, 98, 8), (0xB0, 6, 10)])) < 0.1)
    }

    /// How far the pitch swings, in cents.
    private func swing(_ messages: [(UInt8, UInt8, UInt8)]) throws -> Double {
        let stage = try Stage([
            Stage.sine(period: 48, [G.vibratoLFOFrequency: -851], modulators: SoundFontModulators.defaults)
        ])
        stage.send(0x90, 60, 127)
        for (status, first, second) in messages { stage.send(status, first, second) }
        let sound = try stage.render(24_000)[0]
        let pitches = stride(from: 0, to: 23_000, by: 480).map {
            1200 * log2(Measure.frequency(of: sound[$0..<$0 + 960]) / 1000)
        }
        return (pitches.max()! - pitches.min()!) / 2
    }

    @Test func wheelAndPressureAreTheVibrato() throws {
        #expect(try swing([]) < 0.2)
        #expect(try abs(swing([(0xB0, 1, 127)]) - 50) < 8)
        #expect(try abs(swing([(0xD0, 127, 0)]) - 50) < 8)
    }

    /// The pressure of a key is for that key's note.
    @Test func aKeyHasItsPressure() throws {
        let toAttenuation = SamplerModulator(
            source: 0x000A, destination: 48, amount: 254, amountSource: 0, transform: 0)
        let stage = try Stage([Stage.constant(modulators: [toAttenuation])])
        stage.send(0x90, 60, 127)
        stage.send(0xA0, 61, 100)
        #expect(try abs(level(stage) - 1) < 1e-5)
        stage.send(0xA0, 60, 100)
        #expect(try abs(Stage.decibels(level(stage)) + 20) < 0.01)
    }

    // MARK: Level and place

    @Test func volumeAndPlaceGlide() throws {
        let stage = try Stage([Stage.constant(modulators: SoundFontModulators.defaults)])
        stage.send(0xB0, 7, 127)
        stage.send(0x90, 60, 127)
        _ = try stage.render(512)
        stage.send(0xB0, 7, 64, at: 100)
        stage.send(0xB0, 10, 127, at: 700)
        let sound = try stage.render(1024)
        #expect(Stage.mostStep(sound[0]) < 0.01 && Stage.mostStep(sound[1]) < 0.01)
        #expect(sound[0][99] == sound[0][0] && sound[0][100] != sound[0][99])
        #expect(abs(Stage.decibels(sound[0][600] / Stage.level) - 40 * log10(64.0 / 127)) < 0.01)
        #expect(abs(sound[0][1000]) < 1e-6 && sound[1][1000] > sound[1][600] * 1.41)
    }

    // MARK: The system

    @Test func theSystemIsReset() throws {
        let stage = try Stage([Stage.constant([G.volumeEnvelope + 5: 3600], modulators: SoundFontModulators.defaults)])
        stage.send(0xB0, 7, 20)
        stage.send(0xB0, 64, 127)
        stage.send(0x90, 60, 127)
        _ = try stage.render(512)
        stage.sendSystem([0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7])
        #expect(try level(stage) == 0)
        stage.send(0x90, 60, 127)
        #expect(try abs(Stage.decibels(level(stage)) - 40 * log10(100.0 / 127)) < 0.01)
    }

    /// With the curve of the volume of a channel.
    @Test func theSystemHasAVolume() throws {
        let stage = try Stage([Stage.constant()])
        stage.send(0x90, 60, 127)
        _ = try stage.render(512)
        stage.sendSystem([0xF0, 0x7F, 0x7F, 0x04, 0x01, 0x00, 0x40, 0xF7])
        let sound = try stage.render(1024)[0]
        #expect(abs(sound[1000] / Stage.level - 0.25) < 1e-3)
        #expect(Stage.mostStep(sound) < 0.01)
    }

    /// Messages that are cut off, too long, or of no kind leave the unit as it was.
    @Test func hostileMessagesDoNoHarm() throws {
        let stage = try Stage([Stage.constant(modulators: SoundFontModulators.defaults)])
        var random = SeededRandom(3)
        for _ in 0..<3000 {
            let count = Int.random(in: 1...24, using: &random)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            bytes[0] |= 0x80
            _ = stage.client.unit.takeMIDI(bytes, count, at: UInt32.random(in: 0...2000, using: &random))
            if Bool.random(using: &random) { #expect(try stage.render(64)[0].allSatisfy(\.isFinite)) }
        }
        // What begins a message of the unit's own is refused.
        #expect(stage.client.unit.takeMIDI([1, 0, 0, 0], 4, at: 0) == -50)
        #expect(stage.client.unit.takeMIDI([], 0, at: 0) == -50)
    }

    // MARK: Notes with names

    @Test func notesHaveNamesAndFractions() throws {
        let stage = try Stage([Stage.sine(period: 96)])
        func start(_ pitch: Float) throws -> NoteInstanceID {
            var parameters = MusicDeviceNoteParams()
            (parameters.argCount, parameters.mPitch, parameters.mVelocity) = (2, pitch, 127)
            var note: NoteInstanceID = 0
            #expect(stage.client.instance.startNote(0xFFFF_FFFF, 2, &note, at: 16, &parameters) == 0)
            return note
        }
        let first = try start(60.5)
        let sound = try stage.render(48_000)[0]
        #expect(sound[..<16].allSatisfy { $0 == 0 } && sound[17] != 0)
        #expect(abs(1200 * log2(Measure.frequency(of: sound[1000...]) / 500) - 50) < 0.1)
        // Two of one pitch are two notes.
        let second = try start(60.5)
        #expect(first != second && first > 127)
        #expect(stage.client.instance.stopNote(2, first, at: 0) == 0)
        let one = try stage.render(9600)[0]
        #expect(abs(Measure.power(of: one[4800...]).squareRoot() - Stage.level * 0.707) < 0.01)
        #expect(stage.client.instance.stopNote(2, second, at: 0) == 0)
        #expect(try stage.render(9600)[0][4800...].allSatisfy { $0 == 0 })
        var parameters = MusicDeviceNoteParams()
        (parameters.mPitch, parameters.mVelocity) = (128, .nan)
        var note: NoteInstanceID = 0
        #expect(stage.client.instance.startNote(0, 0, &note, at: 0, &parameters) == -50)
    }
}
