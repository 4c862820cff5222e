import AudioCore
import CAudioToolbox
import Glibc

/// The filters of second order: low pass, high pass, band pass, shelves, and the parametric equaliser.
final class FilterUnit: EffectUnit, @unchecked Sendable {
    /// Makes the coefficients of a filter from the two or three parameters that it has, in their order.
    typealias Design = @Sendable (_ values: (Double, Double, Double), _ sampleRate: Double) -> Biquad

    static let lowPass = row(
        "lpas", "AULowpass",
        [
            .frequency(0, "Cutoff Frequency", from: 10, 6900),
            ParameterSpec(1, "Resonance", .decibels, -20...40, 0),
        ]
    ) { Biquad.lowPass($0.0, decibels: $0.1, $1) }

    static let highPass = row(
        "hpas", "AUHipass",
        [
            .frequency(0, "Cutoff Frequency", from: 10, 6900),
            ParameterSpec(1, "Resonance", .decibels, -20...40, 0),
        ]
    ) { Biquad.highPass($0.0, decibels: $0.1, $1) }

    static let bandPass = row(
        "bpas", "AUBandpass",
        [
            .frequency(0, "Center Frequency", from: 20, 5000),
            ParameterSpec(1, "Bandwidth", .cents, 100...12_000, 600),
        ]
    ) { Biquad.bandPass($0.0, octaves: $0.1 / 1200, $1) }

    static let highShelf = row(
        "hshf", "AUHighShelfFilter",
        [
            .frequency(0, "Cutoff Frequency", from: 10_000, 10_000),
            ParameterSpec(1, "Gain", .decibels, -40...40, 0),
        ]
    ) { Biquad.highShelf($0.0, decibels: $0.1, $1) }

    static let lowShelf = row(
        "lshf", "AULowShelfFilter",
        [
            .frequency(0, "Cutoff Frequency", from: 10, 80, upTo: 200),
            ParameterSpec(1, "Gain", .decibels, -40...40, 0),
        ]
    ) { Biquad.lowShelf($0.0, decibels: $0.1, $1) }

    static let parametric = row(
        "pmeq", "AUParametricEQ",
        [
            .frequency(0, "Center Frequency", from: 20, 2000),
            ParameterSpec(1, "Q", .generic, 0.1...20, 1),
            ParameterSpec(2, "Gain", .decibels, -20...20, 0),
        ]
    ) { Biquad.peak($0.0, q: $0.1, decibels: $0.2, $1) }

    private static func row(
        _ subtype: FourCC, _ name: String, _ parameters: [ParameterSpec], _ design: @escaping Design
    ) -> UnitBlueprint {
        UnitBlueprint("aufx", subtype, "Apple: " + name) { FilterUnit($0, design) }
            .with { $0.parameters = parameters }
    }

    private let design: Design

    @available(*, unavailable) override init(_ blueprint: UnitBlueprint, format: StreamFormat) {
        fatalError("a filter has a design")
    }

    private init(_ blueprint: UnitBlueprint, _ design: @escaping Design) {
        self.design = design
        super.init(blueprint)
    }

    override var filters: (list: [Biquad], gain: Double)? {
        let values = (0..<UInt32(3)).map { Double((try? parameter($0, kAudioUnitScope_Global, 0)) ?? 0) }
        return ([design((values[0], values[1], values[2]), parameterRate)], 1)
    }

    override func makeProcessor(
        _ format: StreamFormat, _ parameters: RenderParameters
    ) throws(AudioError) -> Processor {
        FilterProcessor(format, count: blueprint.parameters.count, design)
    }
}

private final class FilterProcessor: Processor, @unchecked Sendable {
    private final class Box: @unchecked Sendable {
        let design: FilterUnit.Design
        init(_ design: @escaping FilterUnit.Design) { self.design = design }
    }

    private let sampleRate: Double
    private let count: Int
    private let box: Box
    private let boxLink: Unmanaged<Box>
    private let channels: Int
    private let states: UnsafeMutablePointer<Biquad.State>
    private var filter = Biquad.through
    private var last = (Double.nan, Double.nan, Double.nan)

    init(_ format: StreamFormat, count: Int, _ design: @escaping FilterUnit.Design) {
        sampleRate = format.sampleRate
        self.count = count
        channels = format.channels
        box = Box(design)
        boxLink = .passUnretained(box)
        states = .allocate(capacity: format.channels)
        states.initialize(repeating: .init(), count: format.channels)
    }

    deinit { states.deallocate() }

    @_noLocks override func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        var start = first
        let count = self.count
        while start < last {
            // A ramp goes in steps of 32 frames.
            let isRamp =
                values[0].start != values[0].end || values[1].start != values[1].end
                || count > 2 && values[2].start != values[2].end
            let end = isRamp ? min(last, start + 32) : last
            let place = Float(start - first) / Float(max(1, last - first))
            update(
                (
                    Double(values[0].start + (values[0].end - values[0].start) * place),
                    Double(values[1].start + (values[1].end - values[1].start) * place),
                    count > 2 ? Double(values[2].start + (values[2].end - values[2].start) * place) : 0
                ))
            for channel in 0..<channels {
                filter.process(output.pointee.samples(channel) + start, count: end - start, states + channel)
            }
            start = end
        }
    }

    /// Makes new coefficients where a parameter has changed.
    @_noLocks private func update(_ values: (Double, Double, Double)) {
        let known = last
        guard values.0 != known.0 || values.1 != known.1 || values.2 != known.2 else { return }
        last = values
        var made = Biquad.through
        let (link, rate) = (boxLink, sampleRate)
        // Sines and powers of numbers: nothing is allocated, nothing locks.
        realtimeTrusted { made = link._withUnsafeGuaranteedRef { $0.design(values, rate) } }
        filter = made
    }

    @_noLocks override func reset() {
        for channel in 0..<channels { states[channel] = Biquad.State() }
    }
}
