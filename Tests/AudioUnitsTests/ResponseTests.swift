import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc
import TestSupport
import Testing

@testable import AudioUnits

/// The responses of filters as a property and as sound, the load of a unit, and limits under attack.
@Suite struct ResponseTests {
    private static let rate = 48_000.0

    struct Row: Sendable, CustomTestStringConvertible {
        let blueprint: UnitBlueprint
        let values: [UInt32: Float]
        var testDescription: String { "\(blueprint.name) \(values.sorted { $0.key < $1.key })" }
    }

    static let rows: [Row] = [
        Row(blueprint: FilterUnit.lowPass, values: [0: 700, 1: 12]),
        Row(blueprint: FilterUnit.lowPass, values: [0: 15_000, 1: -6]),
        Row(blueprint: FilterUnit.highPass, values: [0: 90, 1: 3]),
        Row(blueprint: FilterUnit.bandPass, values: [0: 400, 1: 2400]),
        Row(blueprint: FilterUnit.bandPass, values: [0: 8000, 1: 300]),
        Row(blueprint: FilterUnit.lowShelf, values: [0: 200, 1: -20]),
        Row(blueprint: FilterUnit.highShelf, values: [0: 12_000, 1: 18]),
        Row(blueprint: FilterUnit.parametric, values: [0: 60, 1: 3, 2: 15]),
        Row(blueprint: GraphicEqualizerUnit.equalizer, values: [5: 12, 7: -20, 15: 6, 16: 6, 30: -12]),
        Row(blueprint: GraphicEqualizerUnit.equalizer, values: [10_000: 0, 0: 9, 1: -9, 5: 12, 9: 3]),
        Row(
            blueprint: BandEqualizerUnit.equalizer,
            values: [0: -3, 1000: 0, 2000: 9, 3000: 120, 4000: 8, 5000: 1]),
        Row(blueprint: BandEqualizerUnit.equalizer, values: [1000: 0, 2000: 6, 3000: 5000, 5000: 2]),
    ]

    private func client(_ blueprint: UnitBlueprint, channels: Int = 1) throws -> Client {
        let client = try Client(blueprint)
        try client.setFormats(rate: Self.rate, channels: channels)
        return client
    }

    private func client(_ row: Row) throws -> Client {
        let client = try client(row.blueprint)
        for (id, value) in row.values { try client.setParameter(id, value) }
        return client
    }

    /// What the property says is what is heard, from 20 Hz to 20 kHz.
    @Test(arguments: rows) func theResponseIsWhatIsHeard(row: Row) throws {
        let client = try client(row)
        let made = try client.response(thirds)
        let response = try client.impulse(32_768)[0]
        for (frequency, wanted) in zip(thirds, made) where wanted > -80 {
            #expect(abs(decibels(response, at: frequency, Self.rate) - wanted) < 0.05, "\(frequency) Hz")
        }
        #expect(made.contains { abs($0) > 0.5 })
    }

    /// The analogue prototypes at the frequencies that the bilinear transform moves.
    @Test func theResponseIsTheAnalyticOne() throws {
        func warped(_ frequency: Double) -> Double { tan(.pi * frequency / Self.rate) }
        func ratio(_ n: (Double, Double), _ d: (Double, Double)) -> Double {
            20 * log10(hypot(n.0, n.1) / hypot(d.0, d.1))
        }
        let low = try client(Row(blueprint: FilterUnit.lowPass, values: [0: 700, 1: 12])).response(thirds)
        let peak = try client(Row(blueprint: FilterUnit.parametric, values: [0: 60, 1: 3, 2: 15])).response(thirds)
        let pass = try client(Row(blueprint: FilterUnit.bandPass, values: [0: 400, 1: 2400])).response(thirds)
        let (w, a) = (2 * .pi * 400 / Self.rate, pow(10, 15 / 40.0))
        let width = 2 * sinh(log(2) * w / sin(w))
        for (index, frequency) in thirds.enumerated() {
            let x = warped(frequency) / warped(700)
            #expect(abs(low[index] - ratio((1, 0), (1 - x * x, x / (pow(10, 0.6) * 0.5.squareRoot())))) < 0.001)
            let y = warped(frequency) / warped(60)
            #expect(abs(peak[index] - ratio((1 - y * y, y * a / 3), (1 - y * y, y / a / 3))) < 0.001)
            let z = warped(frequency) / warped(400)
            #expect(abs(pass[index] - ratio((0, z * width), (1 - z * z, z * width))) < 0.001)
        }
    }

    /// A negative frequency ends the client's list; those behind it stay as they are.
    @Test func aNegativeFrequencyEndsTheList() throws {
        let client = try client(FilterUnit.lowPass)
        let made = try client.response([100, -1, 100], kAudioUnitScope_Output)
        #expect(abs(made[0]) < 0.01 && made[1] == made[2] && abs(made[2] - 20 * log10(7)) < 1e-9)
        try client.set(kAudioUnitProperty_BypassEffect, to: UInt32(1))
        #expect(try client.response([20_000]) == [0])
    }

    @Test func theResponseHasASizeAndPlaces() throws {
        let client = try client(FilterUnit.lowPass)
        let info = try client.unit.info(UnitRequest(kAudioUnitProperty_FrequencyResponse))
        #expect(info.size == 1024 * 16 && !info.isWritable)
        let many = [Double](repeating: 100, count: 2000)
        #expect(try client.response(many).count == 1024)
        #expect(status { _ = try client.response([1], 5) } == -10866)
        #expect(status { try client.set(kAudioUnitProperty_FrequencyResponse, to: UInt64(0)) } == -10865)
        #expect(status { _ = try self.client(LimiterUnit.limiter).response([1]) } == -10879)
    }

    /// A render that takes long shows up in the load.
    @Test func theLoadIsThePartOfTheTime() throws {
        let client = try client(FilterUnit.lowPass)
        let feed = Feed(constants: [0])
        // As long as the frames last, or longer.
        feed.body = { _ in
            let end = HostTime.now() + 10_000_000
            while HostTime.now() < end {}
        }
        try client.feed(feed)
        #expect(try client.get(kAudioUnitProperty_CPULoad, as: Double.self) == 0)
        try client.unit.initialize()
        _ = try client.render(480)
        #expect(try client.get(kAudioUnitProperty_CPULoad, as: Double.self) >= 1)
        let info = try client.unit.info(UnitRequest(kAudioUnitProperty_CPULoad))
        #expect(info.size == 8 && !info.isWritable)
        client.unit.uninitialize()
        #expect(try client.get(kAudioUnitProperty_CPULoad, as: Double.self) == 0)
    }

    /// Whatever comes in, and however the parameters change meanwhile, no sample exceeds 1.
    @Test func theLimiterHoldsUnderAttack() throws {
        var random = SeededRandom(11)
        let client = try client(LimiterUnit.limiter, channels: 2)
        try client.feed(
            Feed { channel, frame in
                switch frame % 1000 {
                case 0: 3e38
                case 1: -.infinity
                case 2 where channel == 1: .nan
                case 3: .leastNonzeroMagnitude
                case 500...510: frame % 2 == 0 ? 40 : -40
                case 511...700: sinf(Float(frame) * 3.1) * 1.5
                default: frame / 300 % 2 == 0 ? 0.9 : -1.0001
                }
            })
        try client.unit.initialize()
        for cycle in 0..<24 {
            try client.setParameter(0, Float.random(in: 0.001...0.03, using: &random))
            try client.setParameter(1, Float.random(in: 0.001...0.06, using: &random))
            try client.setParameter(2, cycle % 3 == 0 ? 40 : Float.random(in: -40...40, using: &random))
            for channel in try client.render(397, at: Double(cycle * 397)) {
                #expect(channel.allSatisfy { $0.magnitude <= 1 })
            }
        }
        // What is not loud passes again.
        try client.setParameter(2, 0)
        try client.setParameter(0, 0.001)
        try client.feed(Feed(constants: [0.5]))
        let output = try client.renderAll(24_000, cycle: 1000, from: 1e6)
        for channel in output { #expect(abs(channel.last! - 0.5) < 1e-3) }
    }
}
