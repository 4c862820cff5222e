import AudioCore
import CAudioToolbox
import Glibc

/// MatrixMixer: each channel of each output is a sum of all channels of all inputs, each with a gain of its own.
///
/// The channels of all inputs are counted through, and so are those of all outputs. A sample passes the volume of its
/// input channel, that of the crosspoint, that of the output channel and that of the mixer, which all begin at 0. An input
/// without a source, or disabled, is silent. All elements have one sample rate, and may have any form of linear PCM.
final class MatrixMixerUnit: Unit, @unchecked Sendable {
    static let volume: UInt32 = 0
    static let enable: UInt32 = 1
    /// The element of the global scope that is the whole mixer.
    static let master = UInt32.max
    /// The most crosspoints, each of which takes memory.
    static let mostCrosspoints = 1 << 16

    static let mixer = UnitBlueprint("aumx", "mxmx", "Apple: AUMatrixMixer") { MatrixMixerUnit($0) }
        .with {
            ($0.mayChangeInputs, $0.mayChangeOutputs) = (true, true)
            $0.channels = [(-1, -2)]
            $0.parameters = [kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output].flatMap { scope in
                var gain = ParameterSpec(volume, "Volume", .linearGain, 0...1, 0, scope: scope)
                gain.isOpen = true
                guard scope != kAudioUnitScope_Global else { return [gain] + meters(scope) }
                let isOn = ParameterSpec(enable, "Enable", .boolean, 0...1, 1, scope: scope, canRamp: false)
                return [gain, isOn] + meters(scope)
            }
        }

    private static let floor: Float = -120

    private static func meters(_ scope: UInt32) -> [ParameterSpec] {
        let names = ["Pre Average Power", "Pre Peak Hold Level", "Post Average Power", "Post Peak Hold Level"]
        return names.enumerated().flatMap { index, name in
            [
                ParameterSpec(
                    UInt32(index + 1) * 1000, name, .decibels, floor...20, floor, scope: scope,
                    flags: [.flag_MeterReadOnly]),
                ParameterSpec(
                    UInt32(index + 5) * 1000, name + " Linear", .linearGain, 0...10, 0, scope: scope,
                    flags: [.flag_MeterReadOnly]),
            ]
        }
    }

    /// The switches of the meters, by scope and element. That of the global scope switches all on.
    private let metered = LockedValue<Set<UInt64>>([])
    /// The meters of the last kernel: those of all input channels, then of all output channels.
    private let meters = LockedValue<(inputs: MeterCell, outputs: MeterCell)?>(nil)

    override var convertsInputForms: Bool { true }
    override var convertsOutputForms: Bool { true }

    // MARK: Channels

    private static func channels(_ elements: [UnitElement]) -> Int {
        elements.reduce(0) { $0 + $1.format.channels }
    }

    /// The channels of all inputs, and of all outputs.
    private var dimensions: (inputs: Int, outputs: Int) {
        state.withLock { (Self.channels($0.inputs), Self.channels($0.outputs)) }
    }

    /// Whether the mixer takes so many channels.
    private static func fits(_ inputs: Int, _ outputs: Int) -> Bool {
        inputs <= mostCrosspoints && outputs <= mostCrosspoints && inputs * outputs <= mostCrosspoints
    }

    /// The elements of a crosspoint's parameters, row by row, then that of the mixer.
    private static func crosspoints(_ inputs: Int, _ outputs: Int) -> [UInt32] {
        (0..<inputs).flatMap { input in (0..<outputs).map { UInt32(input << 16 | $0) } } + [master]
    }

    override func check(_ state: UnitState) throws(AudioError) {
        let rate = state.outputs[0].format.sampleRate
        guard (state.inputs + state.outputs).allSatisfy({ $0.format.sampleRate == rate }) else {
            throw .unitFormat.because("the elements have different rates")
        }
        let (inputs, outputs) = (Self.channels(state.inputs), Self.channels(state.outputs))
        guard Self.fits(inputs, outputs) else {
            throw .unitFailedInitialization.because("\(inputs) times \(outputs) channels are too many")
        }
    }

    override func renderedElements(_ spec: ParameterSpec, _ count: Int, _ state: UnitState) -> [UInt32] {
        guard spec.id == Self.volume else { return super.renderedElements(spec, count, state) }
        let (inputs, outputs) = (Self.channels(state.inputs), Self.channels(state.outputs))
        guard Self.fits(inputs, outputs) else { return [] }
        switch spec.scope {
        case kAudioUnitScope_Input: return (0..<UInt32(inputs)).map { $0 }
        case kAudioUnitScope_Output: return (0..<UInt32(outputs)).map { $0 }
        default: return Self.crosspoints(inputs, outputs)
        }
    }

    override func isElement(_ element: AudioUnitElement, of spec: ParameterSpec) -> Bool {
        guard spec.id != Self.enable else { return super.isElement(element, of: spec) }
        let (inputs, outputs) = dimensions
        switch spec.scope {
        case kAudioUnitScope_Input: return Int(element) < inputs
        case kAudioUnitScope_Output: return Int(element) < outputs
        default: return element == Self.master || Int(element >> 16) < inputs && Int(element & 0xFFFF) < outputs
        }
    }

    override func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        let (inputs, outputs) = (Self.channels(state.inputs), Self.channels(state.outputs))
        let made = (inputs: MeterCell(channels: inputs), outputs: MeterCell(channels: outputs))
        meters.withLock { $0 = made }
        return MatrixMixerKernel(
            inputs: state.inputs.map(\.format.channels), outputs: state.outputs.map(\.format.channels),
            try MatrixPlaces(parameters), made.inputs, made.outputs)
    }

    // MARK: Meters

    override func meter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Float? {
        guard id >= 1000 else { return nil }
        let (kind, isLinear) = (Int(id / 1000 - 1) % 4, id >= 5000)
        let level = isMetered(scope, element) ? level(kind, scope, element) : 0
        if isLinear { return level }
        return level > 0 ? max(Self.floor, 20 * log10(level)) : Self.floor
    }

    /// A level as a gain.
    private func level(_ kind: Int, _ scope: AudioUnitScope, _ element: AudioUnitElement) -> Float {
        guard let (inputs, outputs) = meters.withLock({ $0 }) else { return 0 }
        switch scope {
        case kAudioUnitScope_Input: return inputs.linear(kind, Int(element))
        case kAudioUnitScope_Output: return outputs.linear(kind, Int(element))
        default:
            guard element != Self.master else { return 0 }
            // What reaches a crosspoint is what leaves its input channel.
            let before = inputs.linear(2 + kind % 2, Int(element >> 16))
            guard kind >= 2 else { return before }
            return before * ((try? parameter(Self.volume, scope, element)) ?? 0).magnitude
        }
    }

    private static func key(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> UInt64 {
        UInt64(scope) << 32 | UInt64(element)
    }

    /// Whether the meters of a channel, or of all crosspoints, are on.
    private func isMetered(_ scope: AudioUnitScope, _ channel: AudioUnitElement) -> Bool {
        let metered = self.metered.withLock { $0 }
        guard !metered.contains(Self.key(kAudioUnitScope_Global, 0)) else { return true }
        guard scope != kAudioUnitScope_Global else { return false }
        var left = Int(channel)
        let elements: [UnitElement] = state.withLock { $0.elements(scope) ?? [] }
        for index in elements.indices {
            let channels = elements[index].format.channels
            if left < channels { return metered.contains(Self.key(scope, UInt32(index))) }
            left -= channels
        }
        return false
    }

    // MARK: Properties

    override func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        switch request.id {
        case kAudioUnitProperty_MeteringMode:
            try expectElement(request)
            return .flag(metered.withLock { $0.contains(Self.key(request.scope, request.element)) })
        case kAudioUnitProperty_MatrixLevels:
            try expectGlobal(request)
            return .many(try levels)
        case kAudioUnitProperty_MatrixDimensions:
            try expectGlobal(request)
            let (inputs, outputs) = dimensions
            return .many([UInt32(inputs), UInt32(outputs)])
        default: return nil
        }
    }

    private func expectElement(_ request: UnitRequest) throws(AudioError) {
        guard request.scope != kAudioUnitScope_Global else { return try expectGlobal(request) }
        _ = try element(request.scope, request.element)
    }

    override func isOwnWritable(_ request: UnitRequest) -> Bool? {
        switch request.id {
        case kAudioUnitProperty_MeteringMode, kAudioUnitProperty_MatrixLevels: true
        case kAudioUnitProperty_MatrixDimensions: false
        default: nil
        }
    }

    override func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch request.id {
        case kAudioUnitProperty_MeteringMode:
            try expectElement(request)
            let isOn = try request.flag()
            let key = Self.key(request.scope, request.element)
            metered.withLock { if isOn { $0.insert(key) } else { $0.remove(key) } }
        case kAudioUnitProperty_MatrixLevels:
            try expectGlobal(request)
            try setLevels(request)
        default: return false
        }
        notify(request.id, request.scope, request.element)
        return true
    }

    /// The parameter of each place of `kAudioUnitProperty_MatrixLevels`: the rows of the input channels, each with its
    /// volume at the end, then a row with the volumes of the output channels and of the mixer.
    private func places() throws(AudioError) -> [(scope: AudioUnitScope, element: AudioUnitElement)] {
        let (inputs, outputs) = dimensions
        guard Self.fits(inputs, outputs) else {
            throw .unitValue.because("\(inputs) times \(outputs) channels are too many")
        }
        var places: [(scope: AudioUnitScope, element: AudioUnitElement)] = []
        for input in 0..<inputs {
            for output in 0..<outputs { places.append((kAudioUnitScope_Global, UInt32(input << 16 | output))) }
            places.append((kAudioUnitScope_Input, UInt32(input)))
        }
        for output in 0..<outputs { places.append((kAudioUnitScope_Output, UInt32(output))) }
        places.append((kAudioUnitScope_Global, Self.master))
        return places
    }

    private var levels: [Float] {
        get throws(AudioError) {
            try places().map { place throws(AudioError) in try parameter(Self.volume, place.scope, place.element) }
        }
    }

    private func setLevels(_ request: UnitRequest) throws(AudioError) {
        let places = try places()
        guard request.input.count == places.count * MemoryLayout<Float>.size else {
            throw .unitValue.because("there are \(places.count) levels")
        }
        let values = places.indices.map {
            request.input.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Float>.size, as: Float.self)
        }
        guard values.allSatisfy(\.isFinite) else { throw .unitParameterValue }
        for (place, value) in zip(places, values) {
            try setParameter(Self.volume, place.scope, place.element, value)
        }
    }
}
