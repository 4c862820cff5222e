import AudioCore
import CAudioToolbox
import Glibc

/// AUiPodEQ: an equaliser without parameters, whose factory presets are curves of ten bands an octave apart.
///
/// The curves are this library's own. At the frequency of each band the response is that of the curve, whatever the bells
/// of the bands beside it add there.
final class PresetEqualizerUnit: EffectUnit, @unchecked Sendable {
    static let bands = 10

    static let equalizer = UnitBlueprint("aufx", "ipeq", "Apple: AUiPodEQ") { PresetEqualizerUnit($0) }
        .with { $0.presets = curves.enumerated().map { UnitPreset(number: Int32($0), name: $1.name) } }

    /// Decibels at 31.25, 62.5, 125, 250, 500, 1000, 2000, 4000, 8000 and 16,000 Hz.
    static let curves: [(name: String, decibels: [Double])] = [
        ("Disabled", Array(repeating: 0, count: bands)),
        ("Acoustic", [5, 5, 4, 1, 2, 2, 3.5, 4, 3.5, 2]),
        ("Bass Booster", [6, 5, 4, 2.5, 1, 0, 0, 0, 0, 0]),
        ("Bass Reducer", [-6, -5, -4, -2.5, -1, 0, 0, 0, 0, 0]),
        ("Classical", [4.5, 4, 3, 2, -1, -1, 0, 2, 3, 3.5]),
        ("Dance", [3.5, 6, 5, 0.5, 2, 3.5, 5, 4.5, 3, 0]),
        ("Deep", [5, 3.5, 2, 1, 3, 2.5, 1, -2, -4, -5]),
        ("Electronic", [4, 4, 1.5, 0, -2, 2, 1, 1.5, 4, 5]),
        ("Flat", Array(repeating: 0, count: bands)),
        ("Hip Hop", [5, 4, 2, 3, -1, -1, 1.5, -0.5, 2, 3]),
        ("Jazz", [4, 3, 1.5, 2, -2, -2, 0, 1.5, 3, 4]),
        ("Latin", [4, 3, 0, 0, -1.5, -1.5, -1.5, 0, 3, 4.5]),
        ("Loudness", [6, 4.5, 2, 0, -1.5, -1, 0, 1, 4, 3]),
        ("Lounge", [-3, -1.5, -0.5, 1.5, 4, 2.5, 0, -1.5, 2, 1]),
        ("Piano", [3, 2, 0, 2.5, 3, 1.5, 3.5, 4.5, 3, 3]),
        ("Pop", [-1.5, -1, 0, 2, 4, 4, 2, 0, -1, -1.5]),
        ("R & B", [3, 6, 5, 1.5, -2, -1.5, 2, 3, 3, 4]),
        ("Rock", [5, 4, 3, 1, -0.5, -1, 0.5, 2.5, 4, 4.5]),
        ("Small Speakers", [5.5, 4.5, 3.5, 2.5, 1, 0, -1, -2.5, -3.5, -4.5]),
        ("Spoken Word", [-4, -1, 0, 1, 3.5, 4.5, 5, 4, 2.5, 0]),
        ("Treble Booster", [0, 0, 0, 0, 0, 1, 2.5, 4, 5, 6]),
        ("Treble Reducer", [0, 0, 0, 0, 0, -1, -2.5, -4, -5, -6]),
        ("Vocal Booster", [-1.5, -3, -3, 1.5, 4, 4, 3, 1.5, 0, -1.5]),
    ]

    /// The bells of a curve, in decibels: where they overlap they add up to the curve.
    static func bells(_ curve: [Double], _ sampleRate: Double) -> [Double] {
        var bells = curve
        for _ in 0..<24 {
            let made = filters(bells, sampleRate)
            for band in 0..<bands {
                let frequency = GraphicEqualizerUnit.frequency(band, isThird: false)
                guard frequency < sampleRate / 2 else { continue }
                let gain = made.reduce(1) { $0 * $1.magnitude(at: frequency, sampleRate) }
                bells[band] += 0.7 * (curve[band] - 20 * log10(max(gain, 1e-6)))
                bells[band] = min(max(bells[band], -18), 18)
            }
        }
        return bells
    }

    private static func filters(_ bells: [Double], _ sampleRate: Double) -> [Biquad] {
        bells.indices.map { filter($0, bells[$0], sampleRate) }
    }

    /// The filter of a band, which changes nothing where the rate is too low for it.
    static func filter(_ band: Int, _ decibels: Double, _ sampleRate: Double) -> Biquad {
        let frequency = GraphicEqualizerUnit.frequency(band, isThird: false)
        guard frequency < sampleRate / 2 else { return .through }
        return .peak(frequency, q: GraphicEqualizerUnit.q(isThird: false), decibels: decibels, sampleRate)
    }

    /// The bells of the present preset, for the audio thread.
    private let cells = (0..<PresetEqualizerUnit.bands).map { _ in Latest(0) }
    private let curve = LockedValue(0)

    override func apply(_ preset: UnitPreset) {
        guard Self.curves.indices.contains(Int(preset.number)) else { return }
        curve.withLock { $0 = Int(preset.number) }
        setBells(parameterRate)
    }

    private func setBells(_ sampleRate: Double) {
        let bells = Self.bells(Self.curves[curve.withLock { $0 }].decibels, sampleRate)
        for (cell, bell) in zip(cells, bells) { cell.write(Float(bell)) }
    }

    /// The preset is all that a state has.
    override func didRestore(_ info: ClassInfo) {
        guard let number = info.presetNumber, let preset = blueprint.presets.first(where: { $0.number == number })
        else { return }
        apply(preset)
        state.withLock { $0.preset = preset }
    }

    override var filters: (list: [Biquad], gain: Double)? {
        (Self.filters(cells.map { Double($0.read()) }, parameterRate), 1)
    }

    override func makeProcessor(
        _ format: StreamFormat, _ parameters: RenderParameters
    ) throws(AudioError) -> Processor {
        setBells(format.sampleRate)
        return PresetProcessor(format, cells)
    }
}

private final class PresetProcessor: Processor, @unchecked Sendable {
    private let channels: Int
    private let sampleRate: Double
    private let count: Int
    private let cells: [Latest]
    private let links: UnsafeMutablePointer<Unmanaged<Latest>>
    private let filters: UnsafeMutablePointer<Biquad>
    private let states: UnsafeMutablePointer<Biquad.State>
    /// The bells that the filters are made for, in decibels.
    private let bells: UnsafeMutablePointer<Float>
    private var hasBegun = false

    init(_ format: StreamFormat, _ cells: [Latest]) {
        (channels, sampleRate, self.cells, count) = (format.channels, format.sampleRate, cells, cells.count)
        links = .allocate(capacity: count)
        for (index, cell) in cells.enumerated() { (links + index).initialize(to: .passUnretained(cell)) }
        filters = .allocate(capacity: count)
        filters.initialize(repeating: .through, count: count)
        states = .allocate(capacity: count * channels)
        states.initialize(repeating: .init(), count: count * channels)
        bells = .allocate(capacity: count)
        bells.initialize(repeating: 0, count: count)
    }

    deinit {
        links.deallocate()
        filters.deallocate()
        states.deallocate()
        bells.deallocate()
    }

    @_noLocks override func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        var start = first
        while start < last {
            let end = min(last, start + 64)
            update()
            for band in 0..<count where bells[band] != 0 {
                for channel in 0..<channels {
                    let samples = output.pointee.samples(channel) + start
                    filters[band].process(samples, count: end - start, states + channel * count + band)
                }
            }
            start = end
        }
    }

    /// Brings the bells closer to the present preset, by half a decibel in 64 frames.
    @_noLocks private func update() {
        for band in 0..<count {
            let wanted = links[band]._withUnsafeGuaranteedRef { $0.read() }
            let known = bells[band]
            guard wanted != known else { continue }
            let next = hasBegun ? min(max(wanted, known - 0.5), known + 0.5) : wanted
            bells[band] = next
            var made = Biquad.through
            let rate = sampleRate
            // Sines and powers of numbers: nothing is allocated, nothing locks.
            realtimeTrusted { made = PresetEqualizerUnit.filter(band, Double(next), rate) }
            filters[band] = made
            guard next == 0 else { continue }
            for channel in 0..<channels { states[channel * count + band] = Biquad.State() }
        }
        hasBegun = true
    }

    @_noLocks override func reset() {
        hasBegun = false
        for index in 0..<count * channels { states[index] = Biquad.State() }
    }
}
