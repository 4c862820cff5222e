import AudioCore
import CAudioToolbox
import Foundation
import TestSupport
import Testing

@testable import AudioUnits

/// A sampler with an instrument made by hand, and what it is sent.
final class SamplerStage {
    typealias G = SamplerGenerator

    /// The level of a mono sample at full scale on one side, in the middle: the headroom, and equal power.
    static let level = Float(0.5 * 0.5.squareRoot())

    let client: Client
    var unit: SamplerUnit { client.unit as! SamplerUnit }

    init(_ zones: [SamplerZone], rate: Double = 48_000, channels: Int = 2, voices: Int = 64) throws {
        client = try Client(SamplerUnit.sampler)
        try client.setFormats(rate: rate, channels: channels)
        unit.maximumVoices = voices
        unit.play(SamplerInstrument(name: "test", zones: zones))
        try client.unit.initialize()
    }

    /// A zone without modulators, and without an attack.
    static func zone(
        _ samples: [[Float]], rate: Double = 48_000, loop: Range<Int> = 0..<0, root: UInt8 = 60,
        keys: ClosedRange<UInt8> = 0...127, _ generators: [Int: Int16] = [:], modulators: [SamplerModulator] = []
    ) throws -> SamplerZone {
        let sample = try SamplerSample(
            channels: samples.count, capacity: samples[0].count, rate: rate, loop: loop, rootKey: root
        ) { buffers in
            for (buffer, samples) in zip(buffers, samples) {
                for frame in samples.indices { buffer[frame] = samples[frame] }
            }
            return samples[0].count
        }
        var values = SoundFontGenerators.defaults
        values[G.volumeEnvelope + 1] = -32_768
        for (index, value) in generators { values[index] = value }
        return SamplerZone(
            keys: keys, velocities: 0...127, sample: sample, generators: values, modulators: modulators)
    }

    /// A constant that sounds for as long as its note.
    static func constant(
        of value: Float = 1, keys: ClosedRange<UInt8> = 0...127, _ generators: [Int: Int16] = [:],
        modulators: [SamplerModulator] = []
    ) throws -> SamplerZone {
        try zone(
            [Array(repeating: value, count: 64)], loop: 8..<56, keys: keys,
            [G.loopMode: 1].merging(generators) { $1 }, modulators: modulators)
    }

    /// A sine of some frames in each period, which sounds for as long as its note.
    static func sine(
        period: Int, periods: Int = 40, rate: Double = 48_000, root: UInt8 = 60, _ generators: [Int: Int16] = [:],
        modulators: [SamplerModulator] = []
    ) throws -> SamplerZone {
        let samples = (0..<period * periods).map { Float(sin(2 * Double.pi * Double($0) / Double(period))) }
        return try zone(
            [samples], rate: rate, loop: 2 * period..<(periods - 2) * period, root: root,
            [G.loopMode: 1].merging(generators) { $1 }, modulators: modulators)
    }

    /// Sends a message for a frame of what is rendered next.
    func send(_ status: UInt8, _ first: UInt8, _ second: UInt8 = 0, at frame: Int = 0) {
        let status = client.instance.midiEvent(UInt32(status), UInt32(first), UInt32(second), at: UInt32(frame))
        #expect(status == 0)
    }

    func sendSystem(_ bytes: [UInt8]) { #expect(client.instance.sysEx(bytes, UInt32(bytes.count)) == 0) }

    private var time = 0.0

    /// Renders the next frames in cycles of a length.
    func render(_ frames: Int, cycle: Int = 512) throws -> [[Float]] {
        defer { time += Double(frames) }
        return try client.renderAll(frames, cycle: cycle, from: time)
    }

    /// The largest difference between neighbors.
    static func mostStep(_ samples: some Collection<Float>) -> Float {
        zip(samples, samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
    }

    static func decibels(_ ratio: Float) -> Float { 20 * log10(ratio) }
}
