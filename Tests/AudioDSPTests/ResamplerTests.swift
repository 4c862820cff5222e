import AudioCore
import TestSupport
import Testing

@testable import AudioDSP

/// Runs whole channels through a resampler, in pieces of the sizes given, and through to the end.
func resampled(_ resampler: Resampler, _ input: [[Float]], inputPiece: Int = 4096, outputPiece: Int = 4096) -> [[Float]]
{
    let channels = input.count
    let frames = input[0].count
    let source = UnsafeMutablePointer<Float>.allocate(capacity: max(1, channels * frames))
    let target = UnsafeMutablePointer<Float>.allocate(capacity: channels * outputPiece)
    defer {
        source.deallocate()
        target.deallocate()
    }
    for channel in 0..<channels {
        for i in 0..<frames { source[channel * frames + i] = input[channel][i] }
    }
    var output = [[Float]](repeating: [], count: channels)
    let targets = (0..<channels).map { target + $0 * outputPiece }
    var at = 0
    while true {
        let sources = (0..<channels).map { UnsafePointer(source + $0 * frames + at) }
        if at == frames { resampler.finish() }
        let (consumed, produced) = resampler.process(
            sources, inputFrames: min(inputPiece, frames - at), targets, outputCapacity: outputPiece)
        for channel in 0..<channels { output[channel] += UnsafeBufferPointer(start: targets[channel], count: produced) }
        if at == frames, produced == 0 { return output }
        at += consumed
    }
}

/// Any range of output, from the kernel without state.
func rendered(_ kernel: ResamplerKernel, _ input: [Float], _ range: Range<Int64>) -> [Float] {
    let needed = kernel.inputFrames(forOutput: range)
    let window = needed.map { $0 >= 0 && $0 < Int64(input.count) ? input[Int($0)] : 0 }
    return [Float](unsafeUninitializedCapacity: range.count) { target, count in
        window.withUnsafeBufferPointer { source in
            if let base = target.baseAddress {
                kernel.render(
                    [source.baseAddress!], firstInputFrame: needed.lowerBound, channels: 1,
                    firstOutputFrame: range.lowerBound, count: range.count, into: [base])
            }
        }
        count = range.count
    }
}

@Suite struct ResamplerTests {
    static let rates: [(Double, Double)] = [
        (44100, 48000), (48000, 44100), (8000, 48000), (96000, 44100), (22050, 16000), (44100, 44100),
        (48000, 47999.37),
        (44100, 48000 * 1.000_012_3), (1, 64), (64, 1), (11025, 192_000),
    ]

    @Test(arguments: rates) func lengthsAreExact(rates: (Double, Double)) throws {
        let (from, to) = rates
        for frames in [0, 1, 2, 100, 4001] {
            let resampler = try Resampler(inputRate: from, outputRate: to, channels: 1, quality: 0x20)
            let output = resampled(
                resampler, [Signal.noise(frames: frames, seed: 1)], inputPiece: 777, outputPiece: 501)[0]
            let exact = (Double(frames) * to / from)
            #expect(output.count == Int(exact.rounded(.up)))
            #expect(Int64(output.count) == resampler.kernel.outputFrames(forInput: Int64(frames)))
        }
    }

    @Test func reportsWhatItNeedsExactly() throws {
        for priming in [Resampler.Priming.pre, .normal, .none] {
            let resampler = try Resampler(
                inputRate: 44100, outputRate: 48000, channels: 1, quality: 0x40, priming: priming)
            #expect(resampler.leadingFrames + resampler.trailingFrames + 1 == resampler.kernel.taps)
            var output: Float = 0
            for frame in 0..<500 {
                let needed = resampler.inputFramesNeeded(forOutput: 1)
                let expected =
                    switch priming {
                    case .pre: resampler.leadingFrames + resampler.trailingFrames + 1
                    case .normal: resampler.trailingFrames + 1
                    case .none: 1
                    }
                if frame == 0 { #expect(needed == expected) }
                let zeros = [Float](repeating: 0, count: 600)
                zeros.withUnsafeBufferPointer { zeros in
                    withUnsafeMutablePointer(to: &output) { target in
                        if needed > 0 {
                            #expect(resampler.outputFramesAvailable(afterInput: needed - 1) == 0)
                            let early = resampler.process(
                                [zeros.baseAddress!], inputFrames: needed - 1, [target], outputCapacity: 1)
                            #expect(early == (needed - 1, 0))
                        }
                        let result = resampler.process(
                            [zeros.baseAddress!], inputFrames: min(needed, 1), [target], outputCapacity: 1)
                        #expect(result == (min(needed, 1), 1))
                    }
                }
            }
        }
    }

    /// An impulse comes out where it went in: there is no delay.
    @Test(arguments: [("norm", 0x7F), ("norm", 0), ("bats", 0x40), ("line", 0x7F)])
    func alignedWithTheInput(complexity: String, quality: Int) throws {
        for (from, to) in [(44100.0, 88200.0), (48000, 16000), (48000, 48000)] {
            let resampler = try Resampler(
                inputRate: from, outputRate: to, channels: 1, quality: quality,
                complexity: complexity == "bats" ? "bats" : complexity == "line" ? "line" : "norm")
            let output = resampled(resampler, [Signal.impulse(at: 600, frames: 1500)])[0]
            let place = Int(600 * to / from)
            #expect(output.firstIndex(of: output.max()!) == place)
            for i in 1...100 { #expect(abs(output[place - i] - output[place + i]) < 2e-7) }
        }
    }

    @Test func primingMovesTheFirstFrame() throws {
        let input = Signal.noise(frames: 3000, seed: 2)
        func run(_ priming: Resampler.Priming) throws -> ([Float], Resampler) {
            let resampler = try Resampler(
                inputRate: 48000, outputRate: 48000, channels: 1, quality: 0x40, priming: priming)
            return (resampled(resampler, [input])[0], resampler)
        }
        let (normal, resampler) = try run(.normal)
        let (pre, _) = try run(.pre)
        let (none, _) = try run(.none)
        #expect(normal.count == 3000 && none.count == 3000)
        #expect(pre == Array(normal[resampler.leadingFrames..<3000 - resampler.trailingFrames]))
        #expect(Array(none[resampler.trailingFrames...]) == Array(normal[..<(3000 - resampler.trailingFrames)]))
    }

    @Test(arguments: Kernels.available, rates)
    func splittingGivesTheSameBits(kernels: Kernels, rates: (Double, Double)) throws {
        let input = Signal.noise(frames: 1200, seed: 3)
        let resampler = try Resampler(
            inputRate: rates.0, outputRate: rates.1, channels: 1, quality: 0x40, kernels: kernels)
        let whole = resampled(resampler, [input])[0]
        let stereo = try Resampler(
            inputRate: rates.0, outputRate: rates.1, channels: 3, quality: 0x40, kernels: kernels)
        let pieces = resampled(
            stereo, [Signal.noise(frames: 1200, seed: 9), input, input], inputPiece: 13, outputPiece: 37)
        #expect(pieces[1] == whole && pieces[2] == whole)
        var parts: [Float] = []
        var at: Int64 = 0
        while at < Int64(whole.count) {
            let end = min(at + 157, Int64(whole.count))
            parts += rendered(resampler.kernel, input, at..<end)
            at = end
        }
        #expect(parts == whole)
    }

    /// Filters that are shorter than the steps between outputs.
    @Test(arguments: Kernels.available, [(44100.0, 16000.0), (48000, 11025), (44100, 8000)])
    func linesGiveTheSameInAnySplit(kernels: Kernels, rates: (Double, Double)) throws {
        let input = Signal.noise(frames: 1200, seed: 3)
        func run(_ piece: Int, _ kernels: Kernels) throws -> [Float] {
            let resampler = try Resampler(
                inputRate: rates.0, outputRate: rates.1, channels: 1, quality: 0x40, complexity: "line",
                kernels: kernels)
            return resampled(resampler, [input], inputPiece: 1200, outputPiece: piece)[0]
        }
        let whole = try run(1 << 12, kernels)
        #expect(try run(1, kernels) == whole)
        #expect(Measure.largestDifference(whole, try run(1 << 12, Kernels.available[0])) < 4e-6)
        #expect(whole.allSatisfy { abs($0) <= 1.5 })
    }

    @Test(arguments: rates) func variantsAgree(rates: (Double, Double)) throws {
        let input = Signal.noise(frames: 1500, seed: 4)
        let outputs = try Kernels.available.map { kernels in
            resampled(try Resampler(inputRate: rates.0, outputRate: rates.1, channels: 1, kernels: kernels), [input])[0]
        }
        for output in outputs { #expect(Measure.largestDifference(output, outputs[0]) < 4e-6) }
    }

    /// Lines at the lower qualities, cubics at the higher ones.
    @Test(arguments: [(0, 4e-6), (0x40, 4e-6), (0x60, 2e-6), (0x7F, 2e-6)] as [(Int, Float)])
    func exactAndInterpolatedTablesAgree(quality: Int, limit: Float) throws {
        let ratio = try ResamplerRatio(inputRate: 44100, outputRate: 48000)
        let design = try ResamplerDesign.forQuality(quality, complexity: "norm")
        let exact = try ResamplerKernel(ratio: ratio, design: design)
        let between = try ResamplerKernel(ratio: ratio, design: design, interpolated: true)
        #expect(!exact.isInterpolated && between.isInterpolated)
        let input = Signal.noise(frames: 600, seed: 5)
        #expect(Measure.largestDifference(rendered(exact, input, 0..<600), rendered(between, input, 0..<600)) < limit)
    }

    @Test func positionsStayExactInLongStreams() throws {
        let kernel = try ResamplerKernel(
            ratio: ResamplerRatio(inputRate: 44100, outputRate: 48000), design: .normal[0])
        let hours: Int64 = 48000 * 3600 * 24 * 365
        #expect(kernel.ratio.position(of: hours) == ResamplerPosition(frame: 44100 * 3600 * 24 * 365, part: 0))
        #expect(kernel.outputFrames(forInput: 44100 * 3600 * 24 * 365) == hours)
        #expect(kernel.ratio.position(of: -1) == ResamplerPosition(frame: -1, part: 13))
    }

    /// A sine stays one while the ratio wanders: no sample strays from the phase that the ratios add up to.
    @Test func aVaryingRatioDoesNotClick() throws {
        let resampler = try Resampler(inputRate: 48000, outputRate: 48000, channels: 1, quality: 0x60, variable: true)
        let input = Signal.sine(0.02, frames: 30000)
        var output: [Float] = []
        var phases: [Double] = []
        var place = 0.0
        var at = 0
        var block = [Float](repeating: 0, count: 64)
        input.withUnsafeBufferPointer { source in
            for step in 0..<400 {
                resampler.ratio = 1 + 0.002 * Double(step % 100) / 100
                let result = block.withUnsafeMutableBufferPointer {
                    resampler.process(
                        [source.baseAddress! + at], inputFrames: input.count - at, [$0.baseAddress!], outputCapacity: 64
                    )
                }
                at += result.consumed
                output += block[..<result.produced]
                for _ in 0..<result.produced {
                    phases.append(place)
                    place += 1 / resampler.ratio
                }
            }
        }
        #expect(output.count == 400 * 64)
        let expected = phases.map { Float(0.5 * sine(0.02 * $0)) }
        #expect(Measure.largestDifference(Array(output[200...]), Array(expected[200...])) < 1e-5)
    }

    /// Channels side by side, in any pieces, two outputs at a time or one: the same bits as planes.
    @Test(arguments: Kernels.available, [1, 2, 3, 5])
    func interleavedFramesGiveTheSameBits(kernels: Kernels, channels: Int) throws {
        let frames = 3000
        let input = (0..<channels).map { Signal.noise(frames: frames, seed: UInt64(20 + $0)) }
        let woven = (0..<frames).flatMap { frame in input.map { $0[frame] } }
        // Lines over 64 taps, over 32 and over longer ones for the way down, and cubics.
        for (quality, rate) in [(0x40, 48000.0), (0x20, 48000), (0x40, 30000), (0x60, 48000)] {
            let resampler = try Resampler(
                inputRate: 48000, outputRate: rate, channels: channels, quality: quality, variable: true,
                kernels: kernels)
            resampler.ratio = rate / 48000 * 1.037
            let expected = resampled(resampler, input, inputPiece: 777, outputPiece: 501)
            for (inputPiece, outputPiece) in [(frames, 5000), (13, 37), (500, 1)] {
                resampler.reset()
                let output = interleaved(resampler, woven, channels, inputPiece, outputPiece)
                for channel in 0..<channels {
                    let plane = stride(from: channel, to: output.count, by: channels).map { output[$0] }
                    #expect(plane == expected[channel])
                }
            }
        }
    }

    private func interleaved(
        _ resampler: Resampler, _ input: [Float], _ channels: Int, _ inputPiece: Int, _ outputPiece: Int
    ) -> [Float] {
        let frames = input.count / channels
        var output: [Float] = []
        var block = [Float](repeating: 0, count: outputPiece * channels)
        var at = 0
        while true {
            if at == frames { resampler.finish() }
            let (consumed, produced) = input.withUnsafeBufferPointer { source in
                block.withUnsafeMutableBufferPointer {
                    resampler.process(
                        interleaved: source.baseAddress! + at * channels, inputFrames: min(inputPiece, frames - at),
                        $0.baseAddress!, outputCapacity: outputPiece)
                }
            }
            output += block[..<(produced * channels)]
            if at == frames, produced == 0 { return output }
            at += consumed
        }
    }

    @Test func aSetRatioIsIgnoredWhereItIsFixed() throws {
        let resampler = try Resampler(inputRate: 48000, outputRate: 44100, channels: 1)
        resampler.ratio = 2
        #expect(resampler.ratio == 44100.0 / 48000)
    }

    @Test func resetStartsOver() throws {
        let resampler = try Resampler(inputRate: 8000, outputRate: 48000, channels: 2, quality: 0x40)
        let input = [Signal.noise(frames: 900, seed: 6), Signal.noise(frames: 900, seed: 7)]
        let first = resampled(resampler, input)
        resampler.reset()
        #expect(resampled(resampler, input) == first)
    }

    @Test func refusesRatesOutOfRange() {
        for (from, to, status) in [
            (0, 44100, AudioError.inputSampleRate), (-1, 44100, .inputSampleRate), (.nan, 44100, .inputSampleRate),
            (.infinity, 44100, .inputSampleRate), (44100, 0, .outputSampleRate), (44100, .nan, .outputSampleRate),
            (1000, 64001, .outputSampleRate), (64001, 1000, .outputSampleRate),
            (.leastNonzeroMagnitude, 1, .inputSampleRate),
        ] as [(Double, Double, AudioError)] {
            #expect(throws: status) { try Resampler(inputRate: from, outputRate: to, channels: 1) }
        }
        #expect(throws: AudioError.self) { try Resampler(inputRate: 1, outputRate: 1, channels: 0) }
        #expect(throws: AudioError.self) { try Resampler(inputRate: 1, outputRate: 1, channels: 1, complexity: "xxxx") }
    }
}
