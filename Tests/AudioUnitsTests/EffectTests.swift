import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import Testing

@testable import AudioUnits

/// Effects: their responses against the analytic ones, bypass, ramps, and what their formats must be.
@Suite struct EffectTests {
    private static let rate = 48_000.0

    struct Row: Sendable, CustomTestStringConvertible {
        let blueprint: UnitBlueprint
        let values: [Float]
        /// The gain in decibels at a frequency.
        let gain: @Sendable (Double) -> Double
        var testDescription: String { "\(blueprint.name) \(values)" }
    }

    /// The analogue prototype at a frequency that the bilinear transform moves: tan of half of the angle.
    private static func warped(_ frequency: Double) -> Double { tan(.pi * frequency / rate) }

    private static func decibels(_ numerator: (Double, Double), _ denominator: (Double, Double)) -> Double {
        20 * log10(hypot(numerator.0, numerator.1) / hypot(denominator.0, denominator.1))
    }

    static let rows: [Row] = [
        Row(blueprint: FilterUnit.lowPass, values: [1000, 0]) { f in
            let x = warped(f) / warped(1000)
            return decibels((1, 0), (1 - x * x, x * 2.0.squareRoot()))
        },
        Row(blueprint: FilterUnit.highPass, values: [2000, 6]) { f in
            let (x, q) = (warped(f) / warped(2000), pow(10, 6 / 20.0) * 0.5.squareRoot())
            return decibels((x * x, 0), (1 - x * x, x / q))
        },
        Row(blueprint: FilterUnit.parametric, values: [3000, 2, -12]) { f in
            let (x, a) = (warped(f) / warped(3000), pow(10, -12 / 40.0))
            return decibels((1 - x * x, x * a / 2), (1 - x * x, x / a / 2))
        },
        Row(blueprint: FilterUnit.lowShelf, values: [150, 9]) { f in
            let (x, a) = (warped(f) / warped(150), pow(10, 9 / 40.0))
            let r = (2 * a).squareRoot()
            return decibels((a * (a - x * x), a * x * r), (1 - a * x * x, x * r))
        },
        Row(blueprint: FilterUnit.highShelf, values: [10_000, -15]) { f in
            let (x, a) = (warped(f) / warped(10_000), pow(10, -15 / 40.0))
            let r = (2 * a).squareRoot()
            return decibels((a * (1 - a * x * x), a * x * r), (a - x * x, x * r))
        },
    ]

    private func client(_ blueprint: UnitBlueprint, channels: Int = 1) throws -> Client {
        let client = try Client(blueprint)
        try client.setFormats(rate: Self.rate, channels: channels)
        return client
    }

    /// The response to an impulse, as a gain in decibels at a frequency.
    private func gain(_ response: [Float], at frequency: Double) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (frame, sample) in response.enumerated() {
            let angle = 2 * .pi * frequency * Double(frame) / Self.rate
            real += Double(sample) * cos(angle)
            imaginary += Double(sample) * sin(angle)
        }
        return 20 * log10(hypot(real, imaginary))
    }

    @Test(arguments: rows) func hasItsResponse(row: Row) throws {
        let client = try client(row.blueprint)
        for (id, value) in row.values.enumerated() { try client.setParameter(UInt32(id), value) }
        try client.feed(Feed { _, frame in frame == 0 ? 1 : 0 })
        try client.unit.initialize()
        let response = try client.renderAll(16_384)[0]
        for frequency in thirds {
            let wanted = row.gain(frequency)
            guard wanted > -90 else { continue }
            #expect(abs(gain(response, at: frequency) - wanted) < 0.05, "\(frequency) Hz")
        }
    }

    @Test func bandPassHasItsWidth() throws {
        let client = try client(FilterUnit.bandPass)
        try client.setParameter(0, 1000)
        try client.setParameter(1, 1200)
        try client.feed(Feed { _, frame in frame == 0 ? 1 : 0 })
        try client.unit.initialize()
        let response = try client.renderAll(8192)[0]
        #expect(abs(gain(response, at: 1000)) < 0.01)
        for edge in [1000 / 2.0.squareRoot(), 1000 * 2.0.squareRoot()] {
            #expect(abs(gain(response, at: edge) + 3.01) < 0.05)
        }
    }

    @Test func rangesAndDefaults() throws {
        let client = try client(FilterUnit.lowPass)
        guard
            case .parameter(let spec, let maximum) = try client.unit.value(
                UnitRequest(kAudioUnitProperty_ParameterInfo))
        else { return }
        #expect(spec.minimum == 10 && maximum == 24_000 && spec.initial == 6900)
        #expect(try client.unit.parameter(0, 0, 0) == 6900)
        try client.setParameter(1, 99)
        #expect(try client.unit.parameter(1, 0, 0) == 40)
        #expect(status { try client.setParameter(1, .nan) } == -66743)
        try client.unit.initialize()
        #expect(status { try client.setParameter(77, 1) } == -10878)
        #expect(status { try client.setParameter(0, 1, 0, 1) } == -10877)
    }

    @Test func bypassPassesAndResets() throws {
        let client = try client(FilterUnit.lowPass)
        let feed = Feed(constants: [1])
        try client.feed(feed)
        try client.unit.initialize()
        let first = try client.render(8, at: 0)[0]
        try client.set(kAudioUnitProperty_BypassEffect, to: UInt32(1))
        #expect(try client.render(8, at: 8)[0] == Array(repeating: 1, count: 8))
        try client.set(kAudioUnitProperty_BypassEffect, to: UInt32(0))
        #expect(try client.render(8, at: 16)[0] == first)
    }

    @Test func formatsGoTogether() throws {
        let client = try Client(FilterUnit.lowPass)
        #expect(
            status { try client.setFormat(.int16(sampleRate: 48_000, channels: 2), kAudioUnitScope_Input) } == -10868)
        #expect(
            status { try client.setFormat(.float32(sampleRate: 48_000, channels: 2), kAudioUnitScope_Input) } == -10868)
        let (mono, stereo) = (
            StreamFormat.float32(sampleRate: 48_000, channels: 1, interleaved: false),
            StreamFormat.float32(sampleRate: 48_000, channels: 2, interleaved: false)
        )
        // An output that no one has set follows.
        try client.setFormat(mono, kAudioUnitScope_Input)
        #expect(try client.unit.format(kAudioUnitScope_Output, 0) == mono)
        try client.setFormat(stereo, kAudioUnitScope_Output)
        #expect(status { try client.unit.initialize() } == -10868)
        try client.setFormat(stereo, kAudioUnitScope_Input)
        try client.unit.initialize()
        try client.setFormat(stereo, kAudioUnitScope_Input)
        #expect(status { try client.setFormat(mono, kAudioUnitScope_Input) } == -10865)
    }

    /// A state that is saved and restored has the same parameters.
    @Test func stateGoesAroundTrip() throws {
        let (one, two) = (try client(FilterUnit.parametric), try client(FilterUnit.parametric))
        try one.setParameter(0, 440)
        try one.setParameter(2, -7.5)
        try two.unit.restore(one.unit.classInfo)
        #expect(try two.unit.parameter(0, 0, 0) == 440)
        #expect(try two.unit.parameter(2, 0, 0) == -7.5)
        var cut = one.unit.classInfo
        cut.data.removeLast(4)
        #expect(status { try two.unit.restore(cut) } == -10851)
    }

    @Test func splitterAsksOnce() throws {
        let client = try Client(SplitterUnit.multiSplitter)
        try client.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Output, to: UInt32(3))
        try client.setFormats(channels: 1)
        let feed = Feed { _, frame in Float(frame) }
        try client.feed(feed)
        try client.unit.initialize()
        for bus in 0..<3 { #expect(try client.render(4, at: 0, bus: bus) == [[0, 1, 2, 3]]) }
        #expect(try client.render(4, at: 4, bus: 2) == [[4, 5, 6, 7]])
        #expect(feed.calls.count == 2)
    }

    @Test func mergerPutsChannelsSideBySide() throws {
        let client = try Client(MergerUnit.merger)
        let mono = StreamFormat.float32(sampleRate: 48_000, channels: 1, interleaved: false)
        for element in UInt32(0)..<2 { try client.setFormat(mono, kAudioUnitScope_Input, element) }
        try client.setFormat(
            .float32(sampleRate: 48_000, channels: 2, interleaved: false), kAudioUnitScope_Output)
        try client.feed(Feed(constants: [5]), 1)
        try client.unit.initialize()
        #expect(try client.render(2) == [[0, 0], [5, 5]])
        try client.feed(Feed(constants: [3]), 0)
        #expect(try client.render(2, at: 2) == [[3, 3], [5, 5]])
    }

    /// A chain by connections sounds: the source, a filter, a converter to 16 bits.
    @Test func aChainOfConnections() throws {
        let (filter, end) = (try client(FilterUnit.parametric), try Client(ConverterUnit.genericOutput))
        try filter.feed(Feed(constants: [0.5]))
        try filter.unit.initialize()
        try end.connect(to: filter)
        try end.setFormats(rate: Self.rate, channels: 1)
        try end.unit.initialize()
        #expect(try end.render(16)[0].allSatisfy { abs($0 - 0.5) < 1e-6 })
    }
}
