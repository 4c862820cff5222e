import AudioCore
import CAudioToolbox
import Glibc

/// Runs filters of second order one after the other: those of a graphic equaliser or of an equaliser of bands.
private final class BandProcessor: Processor, @unchecked Sendable {
    private let isGraphic: Bool
    private let count: Int
    private let channels: Int
    private let sampleRate: Double
    private let filters: UnsafeMutablePointer<Biquad>
    /// Whether a filter is in use.
    private let isOn: UnsafeMutablePointer<Bool>
    private let states: UnsafeMutablePointer<Biquad.State>
    /// The values that the filters are made for: one of each band of a graphic equaliser, else five.
    private let known: UnsafeMutablePointer<Float>
    private var decibels: Float = 0
    private var gain: Float = 1

    init(_ format: StreamFormat, count: Int, isGraphic: Bool) {
        (self.count, channels, sampleRate, self.isGraphic) = (count, format.channels, format.sampleRate, isGraphic)
        filters = .allocate(capacity: count)
        filters.initialize(repeating: .through, count: count)
        isOn = .allocate(capacity: count)
        isOn.initialize(repeating: false, count: count)
        states = .allocate(capacity: count * channels)
        states.initialize(repeating: .init(), count: count * channels)
        known = .allocate(capacity: 5 * count)
        known.initialize(repeating: .nan, count: 5 * count)
    }

    deinit {
        filters.deallocate()
        isOn.deallocate()
        states.deallocate()
        known.deallocate()
    }

    @_noLocks override func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int,
        _ values: UnsafeMutablePointer<RenderParameter>
    ) {
        var start = first
        while start < last {
            // Values that change go in steps of 64 frames.
            let end = min(last, start + 64)
            let place = Float(start - first) / Float(last - first)
            if isGraphic { updateBells(values, place) } else { updateBands(values, place) }
            for channel in 0..<channels {
                let samples = output.pointee.samples(channel) + start
                for band in 0..<count where isOn[band] {
                    filters[band].process(samples, count: end - start, states + channel * count + band)
                }
                if gain != 1 { for frame in 0..<end - start { samples[frame] *= gain } }
            }
            start = end
        }
    }

    @_noLocks private func updateBells(_ values: UnsafeMutablePointer<RenderParameter>, _ place: Float) {
        let (isThird, rate) = (count > 10, sampleRate)
        for band in 0..<count {
            let decibels = values[band].start + (values[band].end - values[band].start) * place
            guard decibels != known[band] else { continue }
            known[band] = decibels
            var (made, isHeard) = (Biquad.through, false)
            // Sines and powers of numbers: nothing is allocated, nothing locks.
            realtimeTrusted {
                let frequency = GraphicEqualizerUnit.frequency(band, isThird: isThird)
                isHeard = frequency < rate / 2
                if isHeard {
                    made = Biquad.peak(
                        frequency, q: GraphicEqualizerUnit.q(isThird: isThird), decibels: Double(decibels), rate)
                }
            }
            filters[band] = made
            isOn[band] = isHeard
        }
    }

    @_noLocks private func updateBands(_ values: UnsafeMutablePointer<RenderParameter>, _ place: Float) {
        for band in 0..<count {
            var isOther = false
            for index in 0..<5 {
                let value = values + 1 + band * 5 + index
                let now = value.pointee.start + (value.pointee.end - value.pointee.start) * place
                if now != known[band * 5 + index] { isOther = true }
                known[band * 5 + index] = now
            }
            guard isOther else { continue }
            let (five, rate) = (known + band * 5, sampleRate)
            var made = Biquad.through
            // As above.
            realtimeTrusted {
                made = Biquad.band(Int(five[1]), Double(five[2]), Double(five[3]), Double(five[4]), rate)
            }
            filters[band] = made
            isOn[band] = five[0] == 0
        }
        let now = values[0].start + (values[0].end - values[0].start) * place
        guard now != decibels else { return }
        decibels = now
        var made = 1.0
        // As above.
        realtimeTrusted { made = pow(10, Double(now) / 20) }
        gain = Float(made)
    }

    @_noLocks override func reset() { for index in 0..<count * channels { states[index] = Biquad.State() } }
}

/// GraphicEQ: bells at fixed frequencies, ten an octave apart or 31 a third of one.
final class GraphicEqualizerUnit: EffectUnit, @unchecked Sendable {
    static let bandCount: UInt32 = 10_000
    static let equalizer = UnitBlueprint("aufx", "greq", "Apple: AUGraphicEQ") { GraphicEqualizerUnit($0) }
        .with { blueprint in
            blueprint.parameters = (0..<31).map { band in
                ParameterSpec(UInt32(band), "Band \(band + 1)", .decibels, -20...20, 0)
            }
            var bands = ParameterSpec(bandCount, "Number of Bands", .indexed, 0...1, 1, canRamp: false)
            bands.valueNames = ["10 Bands", "31 Bands"]
            blueprint.parameters.append(bands)
        }

    /// The frequency of a band.
    static func frequency(_ band: Int, isThird: Bool) -> Double {
        isThird ? 1000 * pow(2, Double(band - 17) / 3) : 1000 * pow(2, Double(band - 5))
    }

    /// How narrow the bells are, so that neighbours meet.
    static func q(isThird: Bool) -> Double { 1 / (2 * sinh(log(2) / 2 * (isThird ? 1.0 / 3 : 1))) }

    /// Those of the bands that there are, then their number.
    override func renderedSpecs(_ state: UnitState) -> [ParameterSpec] {
        let isThird = (try? parameter(Self.bandCount, kAudioUnitScope_Global, 0)) != 0
        return isThird ? blueprint.parameters : Array(blueprint.parameters.prefix(10) + blueprint.parameters.suffix(1))
    }

    override var filters: (list: [Biquad], gain: Double)? {
        func value(_ id: UInt32) -> Double { Double((try? parameter(id, kAudioUnitScope_Global, 0)) ?? 0) }
        let (isThird, rate) = (value(Self.bandCount) != 0, parameterRate)
        let bands = (0..<(isThird ? 31 : 10)).map { (Self.frequency($0, isThird: isThird), value(UInt32($0))) }
        let heard = bands.filter { $0.0 < rate / 2 }
        return (heard.map { .peak($0.0, q: Self.q(isThird: isThird), decibels: $0.1, rate) }, 1)
    }

    override func didSetParameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ value: Float
    ) {
        guard id == Self.bandCount else { return }
        try? rebuild()
        notify(kAudioUnitProperty_ParameterList)
    }

    override func makeProcessor(
        _ format: StreamFormat, _ parameters: RenderParameters
    ) throws(AudioError) -> Processor {
        BandProcessor(format, count: parameters.count - 1, isGraphic: true)
    }
}

/// NBandEQ: bands that are each a filter of one of eleven kinds.
final class BandEqualizerUnit: EffectUnit, @unchecked Sendable {
    static let mostBands = 16
    static let equalizer = UnitBlueprint("aufx", "nbeq", "Apple: AUNBandEQ") { BandEqualizerUnit($0) }
        .with { $0.parameters = [ParameterSpec(0, "Global Gain", .decibels, -96...24, 0)] }

    /// The names of `kAUNBandEQFilterType_…`.
    static let kinds = [
        "Parametric", "2nd Order Butterworth Low Pass", "2nd Order Butterworth High Pass", "Resonant Low Pass",
        "Resonant High Pass", "Band Pass", "Band Stop", "Low Shelf", "High Shelf", "Resonant Low Shelf",
        "Resonant High Shelf",
    ]

    private let bandCount = LockedValue(1)

    private static func specs(_ bands: Int) -> [ParameterSpec] {
        (0..<UInt32(bands)).flatMap { band -> [ParameterSpec] in
            var kind = ParameterSpec(2000 + band, "Band \(band + 1) Type", .indexed, 0...10, 0, canRamp: false)
            kind.valueNames = kinds
            return [
                ParameterSpec(1000 + band, "Band \(band + 1) Bypass", .boolean, 0...1, 1, canRamp: false), kind,
                .frequency(3000 + band, "Band \(band + 1) Frequency", from: 20, 1000),
                ParameterSpec(4000 + band, "Band \(band + 1) Gain", .decibels, -96...24, 0),
                ParameterSpec(5000 + band, "Band \(band + 1) Bandwidth", .octaves, 0.05...5, 0.5),
            ]
        }
    }

    override func ownSpec(_ id: AudioUnitParameterID, _ scope: AudioUnitScope) -> ParameterSpec? {
        guard scope == kAudioUnitScope_Global else { return nil }
        return Self.specs(bandCount.withLock { $0 }).first { $0.id == id }
    }

    override func renderedSpecs(_ state: UnitState) -> [ParameterSpec] {
        blueprint.parameters + Self.specs(bandCount.withLock { $0 })
    }

    override func makeProcessor(
        _ format: StreamFormat, _ parameters: RenderParameters
    ) throws(AudioError) -> Processor {
        BandProcessor(format, count: (parameters.count - 1) / 5, isGraphic: false)
    }

    override func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        switch request.id {
        case kAUNBandEQProperty_NumberOfBands:
            try expectGlobal(request)
            return .one(UInt32(bandCount.withLock { $0 }))
        case kAUNBandEQProperty_MaxNumberOfBands:
            try expectGlobal(request)
            return .one(UInt32(Self.mostBands))
        case kAUNBandEQProperty_BiquadCoefficients:
            try expectGlobal(request)
            // Each band has five: the input's, the newest frame's first, then the output's.
            return .many(try bandFilters().flatMap { [$0.b0, $0.b1, $0.b2, $0.a1, $0.a2] })
        default: return try super.ownValue(request)
        }
    }

    override func isOwnWritable(_ request: UnitRequest) -> Bool? {
        switch request.id {
        case kAUNBandEQProperty_NumberOfBands: !state.withLock { $0.isInitialized }
        case kAUNBandEQProperty_MaxNumberOfBands, kAUNBandEQProperty_BiquadCoefficients: false
        default: super.isOwnWritable(request)
        }
    }

    override func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        guard request.id == kAUNBandEQProperty_NumberOfBands else { return try super.setOwn(request) }
        try expectGlobal(request)
        let count = Int(try request.load(UInt32.self))
        guard (1...Self.mostBands).contains(count) else { throw .unitValue }
        guard !state.withLock({ $0.isInitialized }) else { throw .unitInitialized }
        bandCount.withLock { $0 = count }
        notify(request.id)
        notify(kAudioUnitProperty_ParameterList)
        return true
    }

    /// A state with other bands changes their number while that can be changed.
    override func prepare(for ids: Set<AudioUnitParameterID>) {
        let count = (0..<UInt32(Self.mostBands)).last { ids.contains(1000 + $0) }.map { Int($0) + 1 }
        guard let count, !state.withLock({ $0.isInitialized }) else { return }
        let isOther = bandCount.withLock { bandCount in
            defer { bandCount = count }
            return bandCount != count
        }
        guard isOther else { return }
        notify(kAUNBandEQProperty_NumberOfBands)
        notify(kAudioUnitProperty_ParameterList)
    }

    override var filters: (list: [Biquad], gain: Double)? {
        guard let bands = try? bandFilters(), let gain = try? parameter(0, kAudioUnitScope_Global, 0) else {
            return nil
        }
        return (bands, pow(10, Double(gain) / 20))
    }

    private func bandFilters() throws(AudioError) -> [Biquad] {
        let rate = parameterRate
        var all: [Biquad] = []
        for band in 0..<UInt32(bandCount.withLock { $0 }) {
            let values = try (1...5).map { group throws(AudioError) in
                try parameter(UInt32(group) * 1000 + band, kAudioUnitScope_Global, 0)
            }
            all.append(
                values[0] != 0
                    ? .through : .band(Int(values[1]), Double(values[2]), Double(values[3]), Double(values[4]), rate))
        }
        return all
    }
}

extension Biquad {
    /// The filter of a band: `kAUNBandEQFilterType_…`.
    ///
    /// - Parameters:
    ///   - gain: in decibels, for the bell and the shelves.
    ///   - octaves: the bandwidth, for the bell, what passes or stops a band, and what resonates.
    static func band(
        _ kind: Int, _ frequency: Double, _ gain: Double, _ octaves: Double, _ sampleRate: Double
    ) -> Biquad {
        let q = 1 / (2 * sinh(log(2) / 2 * octaves))
        // The same above the filter of Butterworth.
        let resonance = 20 * log10(q * 2.squareRoot())
        switch kind {
        case 1: return lowPass(frequency, decibels: 0, sampleRate)
        case 2: return highPass(frequency, decibels: 0, sampleRate)
        case 3: return lowPass(frequency, decibels: resonance, sampleRate)
        case 4: return highPass(frequency, decibels: resonance, sampleRate)
        case 5: return bandPass(frequency, octaves: octaves, sampleRate)
        case 6: return bandStop(frequency, octaves: octaves, sampleRate)
        case 7: return lowShelf(frequency, decibels: gain, sampleRate)
        case 8: return highShelf(frequency, decibels: gain, sampleRate)
        case 9: return shelf(frequency, q: q, decibels: gain, isLow: true, sampleRate)
        case 10: return shelf(frequency, q: q, decibels: gain, isLow: false, sampleRate)
        default: return peak(frequency, q: q, decibels: gain, sampleRate)
        }
    }

    /// What a band pass leaves.
    private static func bandStop(_ frequency: Double, octaves: Double, _ sampleRate: Double) -> Biquad {
        var filter = bandPass(frequency, octaves: octaves, sampleRate)
        (filter.b0, filter.b1, filter.b2) = (1 - filter.b0, filter.a1 - filter.b1, filter.a2 - filter.b2)
        return filter
    }

    /// A shelf with a resonance.
    private static func shelf(
        _ frequency: Double, q: Double, decibels: Double, isLow: Bool, _ sampleRate: Double
    ) -> Biquad {
        let w = 2 * Double.pi * min(max(frequency, 1e-3), sampleRate * 0.499) / sampleRate
        let gain = pow(10, decibels / 40)
        let (c, slope) = (isLow ? cos(w) : -cos(w), sin(w) / q * gain.squareRoot())
        let a0 = gain + 1 + (gain - 1) * c + slope
        var filter = Biquad.through
        filter.b0 = gain * (gain + 1 - (gain - 1) * c + slope) / a0
        filter.b1 = (isLow ? 1 : -1) * 2 * gain * (gain - 1 - (gain + 1) * c) / a0
        filter.b2 = gain * (gain + 1 - (gain - 1) * c - slope) / a0
        filter.a1 = (isLow ? 1 : -1) * -2 * (gain - 1 + (gain + 1) * c) / a0
        filter.a2 = (gain + 1 + (gain - 1) * c - slope) / a0
        return filter
    }
}
