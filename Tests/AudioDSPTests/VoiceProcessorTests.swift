import Glibc
import TestSupport
import Testing

@testable import AudioDSP

/// The loop of a loudspeaker and a microphone, in which a voice is to be alone.
@Suite(.mustEnd) struct VoiceProcessorTests {
    /// Runs a processor over a loop, in frames of 10 ms.
    ///
    /// - Returns: what it makes of each frame of the microphone, without the processor's delay.
    private func voice(
        _ played: [Float], _ heard: [Float], _ sampleRate: Double, levels: Bool = false, frames: Int? = nil
    ) -> [Float] {
        let processor = VoiceProcessor(sampleRate: sampleRate)
        processor.levelsVoice = levels
        var output = [Float](repeating: 0, count: heard.count)
        let frames = frames ?? Int(sampleRate / 100)
        played.withUnsafeBufferPointer { played in
            heard.withUnsafeBufferPointer { heard in
                output.withUnsafeMutableBufferPointer { output in
                    for start in stride(from: 0, to: output.count, by: frames) {
                        processor.process(
                            played: played.baseAddress! + start, heard: heard.baseAddress! + start,
                            into: output.baseAddress! + start, frames: min(frames, output.count - start))
                    }
                }
            }
        }
        let delay = VoiceProcessor.latency(sampleRate)
        return Array(output[delay...]) + [Float](repeating: 0, count: delay)
    }

    private func power(_ samples: [Float], _ sampleRate: Double, _ seconds: ClosedRange<Double>) -> Double {
        let range = Int(seconds.lowerBound * sampleRate)..<Int(seconds.upperBound * sampleRate)
        return samples[range].reduce(1e-12) { $0 + Double($1) * Double($1) }
    }

    /// By how many decibels less is left of what the microphone heard.
    private func loss(
        _ heard: [Float], _ voice: [Float], _ sampleRate: Double, _ seconds: ClosedRange<Double>
    ) -> Double {
        10 * log10(power(heard, sampleRate, seconds) / power(voice, sampleRate, seconds))
    }

    /// The gain of a near voice in what is left, in decibels.
    private func gain(_ near: [Float], _ voice: [Float], _ sampleRate: Double, from start: Double, to end: Double)
        -> Double
    {
        let range = Int(start * sampleRate)..<Int(end * sampleRate)
        var (product, power) = (0.0, 0.0)
        for index in range {
            product += Double(near[index]) * Double(voice[index])
            power += Double(near[index]) * Double(near[index])
        }
        return 20 * log10(product / power)
    }

    /// An echo after 40 ms that decays within 150 ms: alone for 25 s, and then with a near voice as loud as what is played.
    @Test(arguments: [1, 2, 3] as [UInt64]) func takesTheEchoAndLeavesTheVoice(seed: UInt64) {
        var loop = SpeechLoop()
        loop.seed = seed
        let (far, _, near, heard) = loop.make()
        let voice = voice(far, heard, 16_000)
        #expect(loss(heard, voice, 16_000, 2...5) >= 25)
        #expect(loss(heard, voice, 16_000, 5...24.9) >= 38)
        #expect(abs(gain(near, voice, 16_000, from: 25, to: 29.9)) <= 1)
    }

    /// A near voice that is much softer than the echo is not lost.
    @Test func leavesASoftVoice() {
        var loop = SpeechLoop()
        loop.nearGain = 0.3
        let (far, _, near, heard) = loop.make()
        let voice = voice(far, heard, 16_000)
        #expect(abs(gain(near, voice, 16_000, from: 25, to: 29.9)) <= 1)
    }

    /// Where the room changes, the processor learns the new one.
    @Test func learnsAnotherRoom() {
        var loop = SpeechLoop()
        (loop.seconds, loop.nearStart, loop.change) = (16, 16, 8)
        let (far, _, _, heard) = loop.make()
        let voice = voice(far, heard, 16_000)
        #expect(loss(heard, voice, 16_000, 5...8) >= 35)
        #expect(loss(heard, voice, 16_000, 11...15.9) >= 20)
    }

    /// What a loudspeaker adds that no filter predicts is taken away too.
    @Test func takesTheEchoOfALoudspeakerThatDistorts() {
        var loop = SpeechLoop()
        loop.distortion = 2
        let (far, _, near, heard) = loop.make()
        let voice = voice(far, heard, 16_000)
        #expect(loss(heard, voice, 16_000, 5...24.9) >= 24)
        #expect(abs(gain(near, voice, 16_000, from: 25, to: 29.9)) <= 1)
    }

    @Test(arguments: [44_100.0, 48_000]) func servesTheRatesOfDevices(sampleRate: Double) {
        var loop = SpeechLoop()
        (loop.sampleRate, loop.seconds, loop.nearStart) = (sampleRate, 9, 7)
        let (far, _, near, heard) = loop.make()
        let voice = voice(far, heard, sampleRate)
        #expect(loss(heard, voice, sampleRate, 2...5) >= 25)
        #expect(loss(heard, voice, sampleRate, 5...6.9) >= 30)
        #expect(abs(gain(near, voice, sampleRate, from: 7, to: 8.9)) <= 1)
    }

    /// Without an echo, a voice passes, and steady noise gets softer.
    @Test func takesSteadyNoise() {
        var loop = SpeechLoop()
        (loop.echoGain, loop.noise, loop.seconds, loop.nearStart) = (0, 0.005, 10, 4)
        let (far, _, near, heard) = loop.make()
        let silence = [Float](repeating: 0, count: far.count)
        let voice = voice(silence, heard, 16_000)
        #expect(loss(heard, voice, 16_000, 2...3.9) >= 8)
        #expect(abs(gain(near, voice, 16_000, from: 5, to: 9.9)) <= 1)
    }

    /// Soft and loud voices come closer to one level, and no sample is above 1.
    @Test func levelsVoices() {
        func level(of gain: Float) -> Double {
            let near = SpeechLoop.voice(160_000, 16_000, pitch: 150, seed: 4).map { $0 * gain }
            let voice = voice([Float](repeating: 0, count: near.count), near, 16_000, levels: true)
            #expect(voice.allSatisfy { abs($0) <= 1 })
            return 10 * log10(power(voice, 16_000, 6...9.9) / (3.9 * 16_000))
        }
        let (soft, loud) = (level(of: 0.1), level(of: 2))
        #expect(loud - soft < 12)
        #expect((-30.0 ... -10).contains(soft) && (-30.0 ... -10).contains(loud))
    }

    /// The same frames come out, whatever the lengths of the calls are.
    @Test(arguments: [1, 7, 128, 160, 1000, 4096]) func lengthsOfCallsDoNotMatter(frames: Int) {
        var loop = SpeechLoop()
        (loop.seconds, loop.nearStart) = (1.5, 1)
        let (far, _, _, heard) = loop.make()
        #expect(voice(far, heard, 16_000, levels: true, frames: frames) == voice(far, heard, 16_000, levels: true))
    }

    /// What is no number, or far too loud, does no lasting harm.
    @Test(arguments: [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 16, -16])
    func survivesWhatIsNoSound(sample: Float) {
        var loop = SpeechLoop()
        (loop.seconds, loop.nearStart) = (8, 8)
        var (far, _, _, heard) = loop.make()
        for index in 16_000..<16_400 { (far[index], heard[index]) = (sample, sample) }
        let voice = voice(far, heard, 16_000)
        #expect(voice.allSatisfy { $0.isFinite })
        #expect(loss(heard, voice, 16_000, 5...7.9) >= 20)
    }

    /// After a reset, a processor is like a new one.
    @Test func resets() {
        var loop = SpeechLoop()
        (loop.seconds, loop.nearStart) = (2, 1)
        let (far, _, _, heard) = loop.make()
        let processor = VoiceProcessor(sampleRate: 16_000)
        func run() -> [Float] {
            var output = [Float](repeating: 0, count: far.count)
            processor.process(played: far, heard: heard, into: &output, frames: far.count)
            return output
        }
        let first = run()
        processor.reset()
        #expect(run() == first)
    }

    @Test(arguments: [2, 8, 256, 1024]) func transformsThereAndBack(size: Int) {
        let transform = FourierTransform(size: size)
        let samples = Signal.noise(frames: size, seed: 3)
        var (real, imaginary) = (samples, [Float](repeating: 0, count: size))
        transform.forward(&real, &imaginary)
        for bin in [0, 1, size / 2] {
            var sums = (0.0, 0.0)
            for (index, sample) in samples.enumerated() {
                let angle = -2 * Double.pi * Double(bin * index) / Double(size)
                sums = (sums.0 + Double(sample) * cos(angle), sums.1 + Double(sample) * sin(angle))
            }
            #expect(abs(Double(real[bin]) - sums.0) < 1e-4 && abs(Double(imaginary[bin]) - sums.1) < 1e-4)
        }
        transform.inverse(&real, &imaginary)
        for (index, sample) in samples.enumerated() { #expect(abs(real[index] - sample) < 1e-6) }
    }
}
