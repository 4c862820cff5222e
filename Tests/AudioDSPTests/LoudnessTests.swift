import AudioCore
import Glibc
import TestSupport
import Testing

@testable import AudioDSP

/// Loudness, by what BS.1770 and EBU Tech 3341 say known signals measure. ffmpeg's filter is the judge in ToolTests.
@Suite struct LoudnessTests {
    private func sine(_ frequency: Double, decibels: Double, seconds: Double, rate: Double) -> [Float] {
        let amplitude = pow(10, decibels / 20)
        return (0..<Int(seconds * rate)).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / rate)) }
    }

    private func measured(
        _ channels: [[Float]], rate: Double, labels: [UInt32]? = nil, block: Int = 1 << 12
    ) -> LoudnessMeter.Result {
        var meter = LoudnessMeter(sampleRate: rate, channels: channels.count, labels: labels)
        let frames = channels[0].count
        let samples = (0..<frames).flatMap { frame in channels.map { $0[frame] } }
        samples.withUnsafeBufferPointer { pointer in
            for start in stride(from: 0, to: frames, by: block) {
                meter.add(pointer.baseAddress! + start * channels.count, frames: min(block, frames - start))
            }
        }
        return meter.result()
    }

    @Test(arguments: [8000.0, 22_050, 44_100, 48_000, 96_000]) func theReferenceTone(rate: Double) {
        let tone = sine(997, decibels: 0, seconds: 4, rate: rate)
        let silent = [Float](repeating: 0, count: tone.count)
        #expect(abs(measured([tone, silent], rate: rate).integrated - -3.01) < 0.05)
        #expect(abs(measured([tone, tone], rate: rate).integrated) < 0.05)
        // One channel alone is not heard as two.
        #expect(abs(measured([tone], rate: rate).integrated - -3.01) < 0.05)
        let five = [silent, silent, silent, tone, tone]
        #expect(abs(measured(five, rate: rate).integrated - 10 * log10(1.41)) < 0.05)
        let six = [silent, silent, silent, tone, silent, silent]
        #expect(measured(six, rate: rate).integrated == -.infinity)
    }

    /// Tech 3341, cases 3 and 4 in short: quiet parts do not count, and neither does silence.
    @Test func gatesHold() {
        let rate = 48_000.0
        func part(_ decibels: Double, _ seconds: Double) -> [Float] {
            sine(1000, decibels: decibels, seconds: seconds, rate: rate)
        }
        let three = part(-36, 5) + part(-23, 30) + part(-36, 5)
        #expect(abs(measured([three, three], rate: rate).integrated - -23) < 0.1)
        let five = part(-72, 5) + part(-36, 5) + part(-23, 30) + part(-36, 5) + part(-72, 5)
        #expect(abs(measured([five, five], rate: rate).integrated - -23) < 0.1)
    }

    /// Tech 3342, case 1: two halves 10 dB apart.
    @Test func rangesAreRanges() {
        let tone = { sine(1000, decibels: $0, seconds: 20, rate: 48_000) }
        let sound = tone(-20) + tone(-30)
        let result = measured([sound, sound], rate: 48_000)
        #expect(abs(result.range - 10) < 0.5)
        #expect(abs(result.maximumMomentary - -20) < 0.1 && abs(result.maximumShortTerm - -20) < 0.1)
    }

    @Test func shortAndSilentSounds() {
        let blip = sine(997, decibels: -20, seconds: 0.25, rate: 44_100)
        #expect(abs(measured([blip, blip], rate: 44_100).integrated - -20) < 0.3)
        #expect(measured([[]], rate: 44_100).integrated == -.infinity)
        #expect(measured([[Float](repeating: 0, count: 44_100)], rate: 44_100).integrated == -.infinity)
        #expect(measured([[.nan, .infinity, 0]], rate: 44_100).integrated == -.infinity)
    }

    @Test func blocksOfAnySizeGiveTheSame() {
        let noise = Signal.noise(frames: 100_000, seed: 5, amplitude: 0.3)
        let whole = measured([noise], rate: 11_025, block: 100_000)
        for block in [1, 7, 1103, 4096] {
            // Sums are taken in another order.
            let result = measured([noise], rate: 11_025, block: block)
            #expect(abs(result.integrated - whole.integrated) < 1e-9)
        }
    }
}
