import AudioCore
import Glibc
import TestSupport
import Testing

@testable import AudioDSP

/// Sound that is read faster, so that its pitch rises, and the filter that then takes away what would fold back.
@Suite struct VarispeedTests {
    /// What a varispeed makes of a sine, at one rate after the other, and the places in the sine at which its frames should be.
    private func played(_ parts: [(rate: Double, frames: Int)], tone: Double) throws -> (
        heard: [Float], places: [Double]
    ) {
        let unit = try TimePitch(channels: 1, sampleRate: 48_000, algorithm: TimePitch.Algorithm.varispeed)
        var (next, place, heard, places) = (0, 0.0, [Float](), [Double]())
        for part in parts {
            unit.rate = part.rate
            var block = [Float](repeating: 0, count: part.frames)
            block.withUnsafeMutableBufferPointer { block in
                var done = 0
                while done < block.count {
                    done += unit.read(block.baseAddress! + done, frames: block.count - done) { samples, frames in
                        for frame in 0..<frames { samples[frame] = Float(sin(2 * .pi * tone * Double(next + frame))) }
                        next += frames
                        return frames
                    }
                }
            }
            heard += block
            for _ in 0..<part.frames {
                places.append(place)
                place += part.rate
            }
        }
        return (heard, places)
    }

    /// A change of the rate goes on where the sound is, without a click, though the filter begins or ends there.
    @Test func aChangeOfTheRateDoesNotClick() throws {
        let (heard, places) = try played([(0.8, 2400), (1.5, 2400), (2, 2400), (0.8, 2400)], tone: 1.0 / 96)
        let errors = (0..<9600).map { abs(Double(heard[$0]) - sin(2 * .pi * places[$0] / 96)) }
        // The filter is late by less than two frames of the output, of which one changes the sine by at most 0.131.
        #expect(errors[200...].max() ?? 1 < 0.25)
        #expect(errors[200..<2300].max() ?? 1 < 1e-3 && errors[8400...].max() ?? 1 < 1e-3)
        let bends = (200..<9599).map { index -> Float in
            let others = heard[index + 1] + heard[index - 1]
            return abs(others - 2 * heard[index])
        }
        // The slope goes from 0.131 to 0.052 at most.
        #expect(bends.max() ?? 1 < 0.09)
    }

    /// Interleaved or apart, with another channel or without, a channel is filtered the same way.
    @Test func channelsAreFilteredByThemselves() {
        let frames = 600
        let sounds = (1...3).map { Signal.noise(frames: frames, seed: $0) }
        let alone = sounds.map { sound -> [Float] in
            var samples = sound
            let filter = AliasFilter(channels: 1)
            samples.withUnsafeMutableBufferPointer { filter.process($0.baseAddress!, frames: frames, octaves: 0.7) }
            return samples
        }
        var interleaved = (0..<3 * frames).map { sounds[$0 % 3][$0 / 3] }
        let filter = AliasFilter(channels: 3)
        interleaved.withUnsafeMutableBufferPointer { samples in
            filter.process(samples.baseAddress!, frames: 100, octaves: 0.7)
            filter.process(samples.baseAddress! + 300, frames: frames - 100, octaves: 0.7)
        }
        let others = AliasFilter(channels: 3)
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 3)
        for channel in 0..<3 {
            planes[channel] = .allocate(capacity: frames)
            planes[channel].initialize(from: sounds[channel], count: frames)
        }
        others.process(planes: planes, frames: frames, octaves: 0.7)
        for channel in 0..<3 {
            let apart = Array(UnsafeBufferPointer(start: planes[channel], count: frames))
            let isSame = alone[channel] == apart
            #expect(isSame)
            let isSameInterleaved = (0..<frames).allSatisfy { interleaved[3 * $0 + channel] == apart[$0] }
            #expect(isSameInterleaved)
            planes[channel].deallocate()
        }
        planes.deallocate()
    }

    /// Each set of loops filters a sound the same, in whatever pieces: in a short one some sections begin when others have ended.
    @Test(arguments: Kernels.available) func piecesAreFilteredAsTheWhole(kernels: Kernels) {
        func filtered(_ piece: Int, _ kernels: Kernels) -> [Float] {
            var samples = Signal.noise(frames: 600, seed: 1)
            let filter = AliasFilter(channels: 2, kernels: kernels)
            samples.withUnsafeMutableBufferPointer { samples in
                var done = 0
                while done < 300 {
                    let frames = min(piece, 300 - done)
                    filter.process(samples.baseAddress! + 2 * done, frames: frames, octaves: 0.7)
                    done += frames
                }
            }
            return samples
        }
        let whole = filtered(300, kernels)
        for piece in 1...5 {
            let isSame = filtered(piece, kernels) == whole
            #expect(isSame)
        }
        #expect(Measure.largestDifference(whole, filtered(300, .baseline)) < 1e-4)
    }

    /// Behind a sound the filter comes to rest: it gives silence, and no numbers so small that arithmetic becomes slow.
    @Test func silenceFollowsASound() {
        let filter = AliasFilter(channels: 1)
        var block = Signal.noise(frames: 4800, seed: 1)
        block.withUnsafeMutableBufferPointer { filter.process($0.baseAddress!, frames: 4800, octaves: 1) }
        #expect(!filter.isAtRest)
        block = [Float](repeating: 0, count: 4800)
        block.withUnsafeMutableBufferPointer { filter.process($0.baseAddress!, frames: 4800, octaves: 1) }
        #expect(filter.isAtRest)
        block = [Float](repeating: 0, count: 4800)
        block.withUnsafeMutableBufferPointer { filter.process($0.baseAddress!, frames: 4800, octaves: 1) }
        let isSilent = block.allSatisfy { $0 == 0 }
        #expect(isSilent && filter.isOn)
    }

    /// A channel comes to rest behind its own sound, whatever the other one plays.
    @Test func silenceFollowsTheSoundOfOneChannel() {
        let filter = AliasFilter(channels: 2)
        var played = Signal.noise(frames: 3 * 4800, seed: 1).flatMap { [$0, $0] }
        for frame in 4800..<3 * 4800 { played[2 * frame + 1] = 0 }
        played.withUnsafeMutableBufferPointer { samples in
            for block in 0..<3 * 4800 / 480 {
                filter.process(samples.baseAddress! + 960 * block, frames: 480, octaves: 1)
            }
        }
        let channels = (0..<2).map { channel in (2 * 4800..<3 * 4800).map { played[2 * $0 + channel] } }
        let (goesOn, isSilent) = (channels[0].contains { abs($0) > 0.01 }, channels[1].allSatisfy { $0 == 0 })
        #expect(goesOn && isSilent)
    }
}
