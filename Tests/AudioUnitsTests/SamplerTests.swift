import AudioCore
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioUnits

/// How a sampler plays the notes of an instrument.
@Suite struct SamplerTests {
    typealias G = SamplerGenerator
    typealias Stage = SamplerStage

    // MARK: Time and pitch

    /// Its first frame is that of the message, also where a later cycle has it.
    @Test(arguments: [0, 33, 511, 512, 700]) func aNoteStartsAtItsFrame(frame: Int) throws {
        let stage = try Stage([Stage.constant()])
        stage.send(0x90, 60, 127, at: frame)
        let sound = try stage.render(1024)
        for channel in sound {
            #expect(channel[..<frame].allSatisfy { $0 == 0 })
            #expect(channel[frame...].allSatisfy { abs($0 - Stage.level) < 1e-6 })
        }
    }

    /// At its own rate and key a sample is what it was.
    @Test func aSampleIsPlayedAsItIs() throws {
        let samples = Signal.noise(frames: 300, seed: 5).map { $0 * 0.5 }
        let stage = try Stage([Stage.zone([samples])])
        stage.send(0x90, 60, 127, at: 7)
        let sound = try stage.render(512)[0]
        for frame in samples.indices { #expect(abs(sound[7 + frame] - samples[frame] * Stage.level) < 1e-6) }
        #expect(sound[308...].allSatisfy { $0 == 0 })
    }

    /// Within 0.1 cent, at any rate.
    @Test(arguments: [(60, 48_000.0), (67, 48_000.0), (60, 44_100.0), (48, 44_100.0), (84, 96_000.0)])
    func aKeyHasItsPitch(key: Int, rate: Double) throws {
        let stage = try Stage([Stage.sine(period: 96)], rate: rate)
        stage.send(0x90, UInt8(key), 127)
        let sound = try stage.render(Int(rate))[0]
        let wanted = 500 * exp2(Double(key - 60) / 12)
        let found = Measure.frequency(of: sound[1000...], rate: rate)
        #expect(abs(1200 * log2(found / wanted)) < 0.1)
    }

    @Test func tuningGeneratorsAddUp() throws {
        let stage = try Stage([Stage.sine(period: 96, [G.coarseTune: -2, G.fineTune: 30, G.scaleTuning: 50])])
        stage.send(0x90, 66, 127)
        let found = Measure.frequency(of: try stage.render(48_000)[0][1000...])
        #expect(abs(1200 * log2(found / 500) - (300 - 200 + 30)) < 0.1)
    }

    // MARK: Envelopes

    /// Each stage has its frames. The decay and the release are straight lines in decibels, of 100 dB in their times.
    @Test func theVolumeEnvelopeHasItsTimes() throws {
        // 10, 20, 30, 100 and 200 ms; a sustain of 12 dB.
        func timecents(_ seconds: Double) -> Int16 { Int16((1200 * log2(seconds)).rounded()) }
        let first = G.volumeEnvelope
        let stage = try Stage([
            Stage.constant([
                first: timecents(0.01), first + 1: timecents(0.02), first + 2: timecents(0.03),
                first + 3: timecents(0.1), first + 4: 120, first + 5: timecents(0.2),
            ])
        ])
        func frames(_ seconds: Double) -> Double { 48_000 * exp2(Double(timecents(seconds)) / 1200) }
        let delay = Int(frames(0.01).rounded())
        let attack = Int(frames(0.02).rounded())
        let hold = Int(frames(0.03).rounded())
        let decay = Int((frames(0.1) * 0.12).rounded())
        stage.send(0x90, 60, 127)
        let off = 4800
        stage.send(0x80, 60, 0, at: off)
        let sound = try stage.render(20_000)[0].map { $0 / Stage.level }
        #expect(sound[..<delay].allSatisfy { $0 == 0 } && sound[delay] > 0)
        for frame in 0..<attack { #expect(abs(sound[delay + frame] - Float(frame + 1) / Float(attack)) < 1e-4) }
        let top = delay + attack
        #expect(sound[top..<top + hold].allSatisfy { abs($0 - 1) < 1e-4 })
        let fall = top + hold
        for frame in stride(from: 0, to: decay, by: 7) {
            let wanted = -12 * Float(frame + 1) / Float(decay)
            #expect(abs(Stage.decibels(sound[fall + frame]) - wanted) < 0.03, "\(frame)")
        }
        #expect(sound[fall + decay..<off].allSatisfy { abs(Stage.decibels($0) + 12) < 0.01 })
        let release = frames(0.2)
        for frame in stride(from: 0, to: Int(release * 0.8), by: 97) {
            let wanted = -12 - 100 * Float(frame + 1) / Float(release)
            #expect(abs(Stage.decibels(sound[off + frame]) - wanted) < 0.05, "\(frame)")
        }
        let end = off + Int((release * 0.88).rounded())
        #expect(sound[end - 2] > 0 && sound[end...].allSatisfy { $0 == 0 })
    }

    /// A key away from the middle has a longer or shorter hold.
    @Test func theHoldFollowsTheKey() throws {
        let first = G.volumeEnvelope
        // 100 timecents a key: an octave lower has twice the time.
        let stage = try Stage([Stage.constant([first + 2: -4800, first + 4: 1000, first + 6: 100])])
        for (key, factor) in [(60, 1), (48, 2), (72, 0.5)] {
            stage.send(0x90, UInt8(key), 127)
            let sound = try stage.render(8192)[0]
            let wanted = 48_000 / 16 * factor
            let end = try #require(sound.firstIndex { $0 == 0 })
            #expect(end == Int(wanted), "\(key)")
        }
    }

    /// From the first frame of the attack on, the modulation envelope goes to the pitch.
    @Test func theModulationEnvelopeBendsThePitch() throws {
        let first = G.modulationEnvelope
        let stage = try Stage([
            Stage.sine(
                period: 96, [G.modulationEnvelopeToPitch: 1200, first + 1: -32_768, first + 3: -1200, first + 4: 1000])
        ])
        stage.send(0x90, 60, 127)
        let sound = try stage.render(48_000)[0]
        // It falls from an octave to nothing in half a second.
        let middle = Measure.frequency(of: sound[11_000..<13_000])
        #expect(abs(1200 * log2(middle / 500) - 600) < 15)
        #expect(abs(1200 * log2(Measure.frequency(of: sound[26_000...]) / 500)) < 0.2)
    }

    /// A triangle around the pitch, after its delay.
    @Test func theVibratoSwings() throws {
        let stage = try Stage([
            Stage.sine(
                period: 48, [G.vibratoLFOToPitch: 100, G.vibratoLFOFrequency: -851 - 1200, G.vibratoLFODelay: -2400])
        ])
        stage.send(0x90, 60, 127)
        let sound = try stage.render(48_000)[0]
        #expect(abs(1200 * log2(Measure.frequency(of: sound[..<12_000]) / 1000)) < 0.3)
        // 2.5 Hz: the first peak is 0.1 s behind the delay, the first dip 0.3 s.
        #expect(1200 * log2(Measure.frequency(of: sound[16_300..<17_300]) / 1000) > 85)
        #expect(1200 * log2(Measure.frequency(of: sound[25_900..<26_900]) / 1000) < -85)
    }

    // MARK: Loops

    /// A curve without corners goes through the seam of a loop, at any step and however short it is.
    @Test(arguments: [(96, 3, 61), (96, 40, 66), (7, 9, 60), (7, 3, 65), (3, 5, 71)])
    func aLoopHasNoSeam(period: Int, periods: Int, key: Int) throws {
        let samples = (0..<period * periods).map { Float(sin(2 * Double.pi * Double($0) / Double(period))) }
        let zone = try Stage.zone([samples], loop: period..<(periods - 1) * period, [G.loopMode: 1])
        let stage = try Stage([zone])
        stage.send(0x90, UInt8(key), 127)
        let sound = try stage.render(9600)[0]
        let later = sound[4800...]
        // The same sine from a sample that needs no loop.
        let whole = (0..<period * 9000).prefix(20_000).map { Float(sin(2 * Double.pi * Double($0) / Double(period))) }
        let other = try Stage([Stage.zone([whole])])
        other.send(0x90, UInt8(key), 127)
        let plain = try other.render(9600)[0]
        for frame in later.indices { #expect(abs(later[frame] - plain[frame]) < 2e-4, "\(frame)") }
    }

    /// A loop until the release plays what is behind it from there on.
    @Test func aLoopMayEndWithTheNote() throws {
        let samples = Array(repeating: Float(1), count: 100) + Array(repeating: Float(0.5), count: 400)
        let zone = try Stage.zone(
            [samples], loop: 50..<90, [G.loopMode: 3, G.volumeEnvelope + 5: 1200 * 4])
        let stage = try Stage([zone])
        stage.send(0x90, 60, 127)
        stage.send(0x80, 60, 0, at: 1000)
        let sound = try stage.render(2048)[0].map { $0 / Stage.level }
        #expect(sound[..<1000].allSatisfy { abs($0 - 1) < 1e-5 })
        #expect(sound[1080..<1300].allSatisfy { $0 > 0.45 && $0 < 0.51 })
        #expect(sound[1500...].allSatisfy { $0 == 0 })
    }

    /// Whatever offsets say, nothing beyond the sample is read.
    @Test func offsetsStayInTheSample() throws {
        let samples = [Float](repeating: 1, count: 100)
        for mode in [0, 1, 3] as [Int16] {
            for (offset, coarse) in [(Int16.max, Int16.max), (.min, .min), (.max, .min), (-1, 0)] {
                let zone = try Stage.zone(
                    [samples], loop: 20..<80,
                    [
                        G.loopMode: mode, G.startOffset: offset, G.startCoarseOffset: coarse, G.endOffset: coarse,
                        G.loopStartOffset: offset, G.loopEndOffset: coarse, G.loopEndCoarseOffset: offset,
                    ])
                let stage = try Stage([zone])
                stage.send(0x90, 127, 127)
                stage.send(0x90, 1, 127)
                let sound = try stage.render(2000)[0]
                #expect(sound.allSatisfy { $0.isFinite && abs($0) <= 2.5 * Stage.level })
            }
        }
    }

    // MARK: Level and place

    /// A velocity attenuates by 40 dB for each factor of ten, as modulators of the file say.
    @Test(arguments: [127, 100, 64, 20, 1] as [UInt8]) func theVelocityHasItsCurve(velocity: UInt8) throws {
        let stage = try Stage([Stage.constant(modulators: SoundFontModulators.defaults)])
        stage.send(0xB0, 7, 127)
        stage.send(0x90, 60, velocity)
        let sound = try stage.render(512)[0]
        let wanted = 40 * log10(Float(velocity) / 127)
        #expect(abs(Stage.decibels(sound[500] / Stage.level) - max(-96, wanted)) < 0.01)
    }

    @Test func theAttenuationHasItsFactor() throws {
        for factor in [1, 0.4] as [Float] {
            let stage = try Stage([Stage.constant()])
            stage.unit.play(
                SamplerInstrument(
                    name: "soft", zones: [try Stage.constant([G.attenuation: 200])], attenuationFactor: factor))
            stage.send(0x90, 60, 127)
            let sound = try stage.render(512)[0]
            #expect(abs(Stage.decibels(sound[500] / Stage.level) + 20 * factor) < 0.01)
        }
    }

    @Test func thePlaceKeepsThePower() throws {
        for (pan, left, right) in [(-500, 1, 0), (500, 0, 1), (250, 0.382_683, 0.923_880)] as [(Int16, Float, Float)] {
            let stage = try Stage([Stage.constant([G.pan: pan])])
            stage.send(0x90, 60, 127)
            let sound = try stage.render(64)
            #expect(abs(sound[0][40] - 0.5 * left) < 1e-4 && abs(sound[1][40] - 0.5 * right) < 1e-4)
        }
    }

    /// Both channels of a sample are where they were. One channel gets the mean power of both.
    @Test func stereoSamplesStayStereo() throws {
        let zone = try Stage.zone([Array(repeating: 1, count: 600), Array(repeating: -0.5, count: 600)])
        let stage = try Stage([zone])
        stage.send(0x90, 60, 127)
        let sound = try stage.render(256)
        #expect(sound[0].allSatisfy { abs($0 - 0.5) < 1e-5 } && sound[1].allSatisfy { abs($0 + 0.25) < 1e-5 })
        let mono = try Stage([zone], channels: 1)
        mono.send(0x90, 60, 127)
        let one = try mono.render(256)
        #expect(one.count == 1 && one[0].allSatisfy { abs($0 - 0.25 * 0.707_107) < 1e-5 })
    }

    // MARK: The filter

    /// The level of a sine through the filter.
    private func level(of frequency: Double, cutoff: Int16, resonance: Int16) throws -> Float {
        // A period of whole frames.
        let period = Int((48_000 / frequency).rounded())
        let stage = try Stage([
            Stage.sine(period: period, [G.cutoff: cutoff, G.resonance: resonance])
        ])
        stage.send(0x90, 60, 127)
        let sound = try stage.render(9600 + period * 20)[0]
        let (amplitude, _, _) = Measure.sine(48_000 / Double(period), in: sound[9600...])
        return Stage.decibels(Float(amplitude) / Stage.level)
    }

    /// 12 dB an octave above the frequency, 3 dB at it; a resonance raises it, and lowers all by half as much.
    @Test func theFilterIsResonant() throws {
        // 1000 Hz.
        let cutoff = Int16((1200 * log2(1000 / 8.175_799)).rounded())
        #expect(abs(try level(of: 50, cutoff: cutoff, resonance: 0)) < 0.05)
        #expect(abs(try level(of: 1000, cutoff: cutoff, resonance: 0) + 3.01) < 0.1)
        #expect(abs(try level(of: 4000, cutoff: cutoff, resonance: 0) + 24.5) < 1)
        #expect(abs(try level(of: 50, cutoff: cutoff, resonance: 200) + 10) < 0.1)
        #expect(abs(try level(of: 1000, cutoff: cutoff, resonance: 200) - (20 - 3.01 - 10)) < 0.2)
    }

    // MARK: Sends

    /// A generator and controller 93 send to the chorus, whose delays are from 8 to 12 ms.
    @Test func theChorusIsSentTo() throws {
        func sound(_ send: Int16, _ control: UInt8) throws -> [[Float]] {
            let stage = try Stage([Stage.constant([G.chorusSend: send], modulators: SoundFontModulators.defaults)])
            stage.send(0xB0, 93, control)
            stage.send(0x90, 60, 127)
            stage.send(0x80, 60, 0, at: 4800)
            return try stage.render(9600)
        }
        let dry = try sound(0, 0)[0]
        #expect(dry[4000] > 0.1)
        for (send, control, part) in [(500, 0, 0.5), (0, 127, 0.2), (300, 127, 0.5), (1000, 127, 1)]
            as [(Int16, UInt8, Float)]
        {
            let wet = try sound(send, control)
            #expect(wet[0][..<380] == dry[..<380])
            #expect((700..<4800).allSatisfy { abs(wet[0][$0] - dry[$0] * (1 + part)) < 1e-4 }, "\(send) \(control)")
            #expect(wet[0].suffix(1000).allSatisfy { $0 == 0 })
        }
    }

    /// The two sides differ, and neither is louder than the note and what comes back together.
    @Test func theChorusIsWide() throws {
        let stage = try Stage([Stage.sine(period: 48, [G.chorusSend: 1000])])
        stage.send(0x90, 60, 127)
        let sound = try stage.render(96_000)
        let difference = zip(sound[0], sound[1]).map { abs($0 - $1) }
        #expect((difference.max() ?? 0) > 0.3 * Stage.level)
        #expect(difference[..<380].allSatisfy { $0 == 0 })
        #expect(sound[0].allSatisfy { abs($0) < 2.01 * Stage.level })
    }

    // MARK: Many notes

    private func busy(cycle: Int) throws -> [[Float]] {
        let zones = [
            try Stage.sine(
                period: 96,
                [
                    G.vibratoLFOToPitch: 20, G.modulationEnvelopeToCutoff: 2400, G.cutoff: 8000, G.resonance: 60,
                    G.modulationEnvelope + 1: -2000, G.modulationEnvelope + 3: 0, G.modulationEnvelope + 4: 500,
                    G.modulationLFOToVolume: 30, G.volumeEnvelope + 1: -5000, G.volumeEnvelope + 3: 0,
                    G.volumeEnvelope + 4: 100, G.reverbSend: 300, G.chorusSend: 200,
                ], modulators: SoundFontModulators.defaults),
            try Stage.zone(
                [Signal.noise(frames: 3000, seed: 2)], rate: 22_050, keys: 70...127,
                [G.exclusiveClass: 1, G.pan: -300, G.volumeEnvelope + 5: -2400],
                modulators: SoundFontModulators.defaults),
        ]
        let stage = try Stage(zones, rate: 44_100, voices: 6)
        var generator = SeededRandom(11)
        for index in 0..<120 {
            let (frame, key) = (index * 97, UInt8.random(in: 40...90, using: &generator))
            stage.send(0x90, key, UInt8.random(in: 1...127, using: &generator), at: frame)
            stage.send(0x80, key, 0, at: frame + 801)
            switch index % 6 {
            case 0: stage.send(0xE0, 0, UInt8.random(in: 0...127, using: &generator), at: frame + 13)
            case 1: stage.send(0xB0, 1, UInt8.random(in: 0...127, using: &generator), at: frame + 40)
            case 2: stage.send(0xB0, 64, index % 12 < 6 ? 127 : 0, at: frame + 51)
            case 3: stage.send(0xB0, 10, UInt8.random(in: 0...127, using: &generator), at: frame + 60)
            case 4: stage.send(0xD0, UInt8.random(in: 0...127, using: &generator), at: frame + 7)
            default: stage.send(0xB0, 11, UInt8.random(in: 40...127, using: &generator), at: frame)
            }
        }
        return try stage.render(14_000, cycle: cycle)
    }

    /// The same bits whatever the cycles are, and in each run.
    @Test func cyclesDoNotMatter() throws {
        let wanted = try busy(cycle: 512)
        #expect(Stage.mostStep(wanted[0]) > 0.01)
        for cycle in [64, 100, 37, 1000, 512] {
            #expect(try busy(cycle: cycle) == wanted, "\(cycle)")
        }
    }

    /// A voice that has to go fades, and does so without a click.
    @Test func takingAVoiceAwayDoesNotClick() throws {
        let stage = try Stage([Stage.constant(of: 0.25, [G.volumeEnvelope + 1: -6000])], voices: 4)
        for key in 0..<4 { stage.send(0x90, UInt8(40 + key), 127) }
        _ = try stage.render(4800)
        for key in 0..<8 { stage.send(0x90, UInt8(60 + key), 127, at: 100 + key * 50) }
        let sound = try stage.render(4800)[0]
        // Four voices at full level again. A voice that is cut would be a step of a quarter of the level.
        #expect(abs(sound[4000] - Stage.level) < 1e-3)
        #expect(Stage.mostStep(sound) < 0.01)
    }

    /// With more new notes than places for what fades, too.
    @Test func aStormOfNotesStaysBounded() throws {
        let stage = try Stage([Stage.constant(of: 0.25)], voices: 4)
        for index in 0..<1500 { stage.send(0x90, UInt8(index % 128), 127, at: index % 256) }
        let sound = try stage.render(2048)[0]
        // There are 40 places, and a sample that begins with its level overshoots it by some percent between its first frames.
        #expect(sound.allSatisfy { $0.isFinite && $0 < 11 * Stage.level })
        #expect(abs(sound[2000] - Stage.level) < 1e-3)
    }

    @Test func oneOfAClassSoundsAtATime() throws {
        let zones = [
            try Stage.constant(of: 0.5, keys: 40...49, [G.exclusiveClass: 3]),
            try Stage.constant(of: 0.25, keys: 50...59, [G.exclusiveClass: 3]),
            try Stage.constant(of: 0.125, keys: 60...69),
        ]
        let stage = try Stage(zones)
        stage.send(0x90, 40, 127)
        stage.send(0x90, 60, 127)
        // Another channel has its own.
        stage.send(0x91, 41, 127)
        var sound = try stage.render(1024)[0]
        #expect(abs(sound[1000] - 1.125 * Stage.level) < 1e-4)
        stage.send(0x90, 50, 127)
        sound = try stage.render(1024)[0]
        #expect(abs(sound[1000] - (0.25 + 0.125 + 0.5) * Stage.level) < 1e-4)
        #expect(Stage.mostStep(sound[1...]) < 0.01)
    }
}
