import AudioCore
import CAudioToolbox
import Glibc

/// MultiBandCompressor: four bands, each of which is compressed by itself.
///
/// The bands are divided by filters of Linkwitz and Riley of fourth order. Where no band is compressed their sum has the
/// spectrum of the input. Above its threshold the level of a band continues with the same slope and flattens out, so that it
/// never is more than the headroom above.
final class MultibandUnit: EffectUnit, @unchecked Sendable {
    static let compressor = UnitBlueprint("aufx", "mcmp", "Apple: AUMultibandCompressor") { MultibandUnit($0) }
        .with { $0.parameters = settings + meters }

    private static let settings: [ParameterSpec] = {
        var list = [
            ParameterSpec(0, "Pre-Gain", .decibels, -40...40, 0), ParameterSpec(1, "Post-Gain", .decibels, -40...40, 0),
        ]
        for (index, frequency) in [Float(120), 700, 3000].enumerated() {
            list.append(.frequency(UInt32(2 + index), "Crossover \(index + 1)", from: 20, frequency))
        }
        for (index, decibels) in [Float(-22), -32, -33, -36].enumerated() {
            list.append(ParameterSpec(UInt32(5 + index), "Threshold \(index + 1)", .decibels, -100...0, decibels))
        }
        for (index, decibels) in [Float(5), 12, 5, 7.5].enumerated() {
            list.append(ParameterSpec(UInt32(9 + index), "Headroom \(index + 1)", .decibels, 0.1...40, decibels))
        }
        list.append(ParameterSpec(13, "Attack Time", .seconds, 0.001...0.2, 0.08))
        list.append(ParameterSpec(14, "Release Time", .seconds, 0.01...3, 0.12))
        for index in 0..<4 {
            list.append(ParameterSpec(UInt32(15 + index), "EQ \(index + 1)", .decibels, -20...20, 0))
        }
        return list
    }()

    private static let meters: [ParameterSpec] = (0..<12).map { index in
        let names = ["Compression Amount", "Input Amplitude", "Output Amplitude"]
        let range: ClosedRange<Float> = index < 4 ? 0...20 : -120...20
        return ParameterSpec(
            UInt32(index + 1) * 1000, "\(names[index / 4]) \(index % 4 + 1)", .decibels, range, range.lowerBound,
            flags: [.flag_MeterReadOnly])
    }

    /// What the bands' meters show: how much they are compressed, then the levels before it and after it.
    fileprivate let levels = (0..<12).map { Latest($0 < 4 ? 0 : -120) }

    override func meter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Float? {
        id >= 1000 && id % 1000 == 0 && id <= 12_000 ? levels[Int(id / 1000) - 1].read() : nil
    }

    override func makeProcessor(
        _ format: StreamFormat, _ parameters: RenderParameters
    ) throws(AudioError) -> Processor {
        MultibandProcessor(format, levels)
    }

    override func kernelMemory(_ state: UnitState) -> Int {
        let channels = min(state.outputs[0].format.channels, 1 << 24)
        return channels * (4 * 32 * MemoryLayout<Float>.size + BandSplitter.filters * MemoryLayout<Biquad.State>.size)
    }
}

/// Divides channels into four bands, whose sum has the spectrum of the channel. Real-time safe but for making and freeing.
private struct BandSplitter {
    /// How many filters a channel passes.
    static let filters = 14

    /// Those of the three frequencies, and what passes all with the delays of the two filters of the first and the last.
    private var lows = (Biquad.through, Biquad.through, Biquad.through)
    private var highs = (Biquad.through, Biquad.through, Biquad.through)
    private var delays = (Biquad.through, Biquad.through)
    private let states: UnsafeMutablePointer<Biquad.State>
    private let channels: Int
    private var known = (Double.nan, Double.nan, Double.nan)

    init(channels: Int) {
        self.channels = channels
        states = .allocate(capacity: max(1, channels * Self.filters))
        states.initialize(repeating: .init(), count: channels * Self.filters)
    }

    func deallocate() { states.deallocate() }

    func clear() { for index in 0..<channels * Self.filters { states[index] = Biquad.State() } }

    /// - Parameter frequencies: in any order.
    mutating func setCrossovers(_ frequencies: (Double, Double, Double), _ sampleRate: Double) {
        let (one, two, three) = frequencies
        guard one != known.0 || two != known.1 || three != known.2 else { return }
        known = frequencies
        let (low, high) = (min(one, two, three), max(one, two, three))
        let middle = max(min(one, two), min(max(one, two), three))
        lows = (
            .lowPass(low, decibels: 0, sampleRate), .lowPass(middle, decibels: 0, sampleRate),
            .lowPass(high, decibels: 0, sampleRate)
        )
        highs = (
            .highPass(low, decibels: 0, sampleRate), .highPass(middle, decibels: 0, sampleRate),
            .highPass(high, decibels: 0, sampleRate)
        )
        delays = (Self.allPass(lows.0), Self.allPass(lows.2))
    }

    /// What the two filters of a frequency add up to, each applied twice.
    private static func allPass(_ filter: Biquad) -> Biquad {
        var made = filter
        (made.b0, made.b1, made.b2) = (filter.a2, filter.a1, 1)
        return made
    }

    /// Divides frames of a channel. The first band has the input.
    func split(
        _ bands: (
            UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>,
            UnsafeMutablePointer<Float>
        ), count: Int, _ channel: Int
    ) {
        let states = self.states + channel * Self.filters
        // The middle frequency first. Each half then has the delay of the frequency that divides the other.
        bands.2.update(from: bands.0, count: count)
        twice(lows.1, bands.0, count, states)
        twice(highs.1, bands.2, count, states + 2)
        delays.1.process(bands.0, count: count, states + 4)
        delays.0.process(bands.2, count: count, states + 5)
        bands.1.update(from: bands.0, count: count)
        bands.3.update(from: bands.2, count: count)
        twice(lows.0, bands.0, count, states + 6)
        twice(highs.0, bands.1, count, states + 8)
        twice(lows.2, bands.2, count, states + 10)
        twice(highs.2, bands.3, count, states + 12)
    }

    private func twice(
        _ filter: Biquad, _ samples: UnsafeMutablePointer<Float>, _ count: Int,
        _ states: UnsafeMutablePointer<Biquad.State>
    ) {
        filter.process(samples, count: count, states)
        filter.process(samples, count: count, states + 1)
    }
}

private final class MultibandProcessor: Processor, @unchecked Sendable {
    /// What a band remembers.
    private struct Band {
        var follower = GainFollower()
        var mostIn: Float = 0
        var mostOut: Float = 0
    }

    /// The most frames that are divided into bands at a time, over which parameters that change go in a straight line. What the
    /// compressors do does not depend on how the sound is cut into blocks.
    private static let block = 32

    private let channels: Int
    private let sampleRate: Double
    private let levels: [Latest]
    private let links: UnsafeMutablePointer<Unmanaged<Latest>>
    private var splitter: BandSplitter
    private let bands: UnsafeMutablePointer<Band>
    /// The bands of all channels, for the frames of a block.
    private let memory: UnsafeMutablePointer<Float>
    private var (preGain, postGain) = (Double.nan, Double.nan)

    init(_ format: StreamFormat, _ levels: [Latest]) {
        (channels, sampleRate, self.levels) = (format.channels, format.sampleRate, levels)
        links = .allocate(capacity: levels.count)
        for (index, level) in levels.enumerated() { (links + index).initialize(to: .passUnretained(level)) }
        splitter = BandSplitter(channels: format.channels)
        bands = .allocate(capacity: 4)
        bands.initialize(repeating: Band(), count: 4)
        memory = .allocate(capacity: max(1, 4 * channels * Self.block))
        memory.initialize(repeating: 0, count: 4 * channels * Self.block)
    }

    deinit {
        links.deallocate()
        splitter.deallocate()
        bands.deallocate()
        memory.deallocate()
    }

    @_noLocks override func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        // Sines and powers of numbers: nothing is allocated, nothing locks.
        let own = Unmanaged.passUnretained(self)
        realtimeTrusted { own._withUnsafeGuaranteedRef { $0.run(output, first, last, values) } }
    }

    private func run(
        _ output: UnsafeMutablePointer<RenderBus>, _ first: Int, _ last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        for band in 0..<4 { (bands[band].mostIn, bands[band].mostOut) = (0, 0) }
        var start = first
        while start < last {
            let end = min(last, start + Self.block)
            let place = Float(end - first) / Float(last - first)
            func value(_ index: Int) -> Double {
                Double(values[index].start + (values[index].end - values[index].start) * place)
            }
            splitter.setCrossovers((value(2), value(3), value(4)), sampleRate)
            preGain = split(output, start, end, preGain, pow(10, value(0) / 20))
            for band in 0..<4 {
                compress(band, end - start) {
                    GainFollower.Setting(
                        attack: value(13), release: value(14), sampleRate: sampleRate, threshold: value(5 + band),
                        headroom: value(9 + band), decibels: value(15 + band))
                }
            }
            postGain = join(output, start, end, postGain, pow(10, value(1) / 20))
            start = end
        }
        show()
    }

    private func samples(_ band: Int, _ channel: Int) -> UnsafeMutablePointer<Float> {
        memory + (band * channels + channel) * Self.block
    }

    /// Applies the first gain, which goes to its new value in a straight line, and divides the channels.
    private func split(
        _ output: UnsafeMutablePointer<RenderBus>, _ start: Int, _ end: Int, _ known: Double, _ wanted: Double
    ) -> Double {
        let from = known.isNaN ? wanted : known
        let step = (wanted - from) / Double(end - start)
        for channel in 0..<channels {
            let input = output.pointee.samples(channel) + start
            let first = samples(0, channel)
            for frame in 0..<end - start {
                let sample = input[frame] * Float(from + step * Double(frame + 1))
                // What is no number, or would become none in the filters and with the gains, counts as silence.
                first[frame] = sample.magnitude <= 1e30 ? sample : 0
            }
            splitter.split(
                (first, samples(1, channel), samples(2, channel), samples(3, channel)), count: end - start, channel)
        }
        return wanted
    }

    private func compress(_ band: Int, _ count: Int, _ setting: () -> GainFollower.Setting) {
        for frame in 0..<count {
            var peak: Float = 0
            for channel in 0..<channels { peak = max(peak, samples(band, channel)[frame].magnitude) }
            let gain = bands[band].follower.gain(for: peak, setting)
            bands[band].mostIn = max(bands[band].mostIn, peak)
            for channel in 0..<channels {
                let samples = samples(band, channel)
                samples[frame] *= gain
                bands[band].mostOut = max(bands[band].mostOut, samples[frame].magnitude)
            }
        }
    }

    /// Adds the bands up, with the last gain.
    private func join(
        _ output: UnsafeMutablePointer<RenderBus>, _ start: Int, _ end: Int, _ known: Double, _ wanted: Double
    ) -> Double {
        let from = known.isNaN ? wanted : known
        let step = (wanted - from) / Double(end - start)
        for channel in 0..<channels {
            let target = output.pointee.samples(channel) + start
            let (one, two) = (samples(0, channel), samples(1, channel))
            let (three, four) = (samples(2, channel), samples(3, channel))
            for frame in 0..<end - start {
                let sum = one[frame] + two[frame] + three[frame] + four[frame]
                target[frame] = sum * Float(from + step * Double(frame + 1))
            }
        }
        return wanted
    }

    private func show() {
        func decibels(_ level: Float) -> Float { level > 1e-6 ? min(20, 20 * log10(level)) : -120 }
        for band in 0..<4 {
            let (input, output) = (bands[band].mostIn, bands[band].mostOut)
            let amount = max(0, -bands[band].follower.change)
            links[band]._withUnsafeGuaranteedRef { $0.write(Float(min(20, amount))) }
            links[4 + band]._withUnsafeGuaranteedRef { $0.write(decibels(input)) }
            links[8 + band]._withUnsafeGuaranteedRef { $0.write(decibels(output)) }
        }
    }

    @_noLocks override func reset() {
        (preGain, postGain) = (.nan, .nan)
        for band in 0..<4 { bands[band] = Band() }
        let own = Unmanaged.passUnretained(self)
        // Sets numbers to 0.
        realtimeTrusted { own._withUnsafeGuaranteedRef { $0.splitter.clear() } }
    }
}
