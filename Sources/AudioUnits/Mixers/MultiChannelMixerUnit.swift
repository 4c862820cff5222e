import AudioCore
import AudioDSP
import AudioFiles
import CAudioToolbox
import CRealtime
import Synchronization

/// MultiChannelMixer: the sum of its inputs, each of any rate and width, with a volume and a place between two channels.
///
/// Inputs of one rate that is not the output's are summed at their rate, and converted together. Their gains go to new values with
/// the frames that are asked for in the cycle, which are heard half a filter later.
///
/// An input without a source, or disabled, is silent. A volume that changes goes to its new value over a slice. Instead of
/// a place an input may have a matrix of gains from its channels to those of the output.
class MultiChannelMixerUnit: Unit, @unchecked Sendable {
    private static func perElement(_ scope: UInt32) -> [ParameterSpec] {
        [
            volume(scope), ParameterSpec(1, "Enable", .boolean, 0...1, 1, scope: scope, canRamp: false),
        ]
    }

    private static func volume(_ scope: UInt32) -> ParameterSpec {
        var volume = ParameterSpec(0, "Volume", .linearGain, 0...1, 1, scope: scope)
        volume.isOpen = true
        return volume
    }

    static let mixer = UnitBlueprint("aumx", "mcmx", "Apple: AUMultiChannelMixer") { MultiChannelMixerUnit($0) }
        .with {
            ($0.inputs, $0.mayChangeInputs) = (8, true)
            $0.parameters =
                perElement(kAudioUnitScope_Input)
                + [ParameterSpec(2, "Pan", .pan, -1...1, 0, scope: kAudioUnitScope_Input)]
                + perElement(kAudioUnitScope_Output)
        }

    private let meters = MixerMeters()
    /// The gains that clients have set, by inputs.
    private let matrices = LockedValue<[UInt32: MixerMatrix]>([:])
    /// Whether a client has set gains of any input.
    private let areMatricesSet = Atomic<Bool>(false)

    /// What distinguishes the mixers that are built on this one.
    var style: MixerStyle { .multiChannel }
    /// Whether clients set gains from channels to channels.
    var hasMatrices: Bool { true }

    override final var convertsFormats: Bool { true }
    override final var convertsOutputForms: Bool { true }
    override final var keepsSound: Bool { true }

    override final func makeKernel(_ state: UnitState, _ parameters: RenderParameters) throws(AudioError) -> Kernel {
        let former = state.plan?.ownKernel as? MixerKernel
        let memory = try MixerMemory(state, former?.memory) { matrix($0, $1, $2) }
        return MixerKernel(memory, style, parameters) { meters.cell($0, $1) }
    }

    /// The gains from channels to channels, and the frames of inputs with a higher rate.
    override final func kernelMemory(_ state: UnitState) -> Int {
        let (most, output) = (1 << 20, state.outputs[0].format)
        let outputs = min(output.channels, most)
        return state.inputs.reduce(0) { total, input in
            let frames = Double(state.maximumFrames) * max(1, min(64, input.format.sampleRate / output.sampleRate))
            return total + min(input.format.channels, most) * (outputs * 2 + Int(frames)) * MemoryLayout<Float>.size
        }
    }

    // MARK: Meters

    override final func ownSpec(_ id: AudioUnitParameterID, _ scope: AudioUnitScope) -> ParameterSpec? {
        MixerMeters.spec(id, scope, channels: style.meteredChannels)
    }

    override final func meter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Float? { meters.decibels(id, scope, element) }

    override final func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        switch request.id {
        case kAudioUnitProperty_MeteringMode: return .flag(try meters.isOn(request, of: self))
        case kAudioUnitProperty_MatrixLevels where hasMatrices:
            let matrix = try matrix(request)
            let pan = (try? parameter(style.pan, kAudioUnitScope_Input, request.element)) ?? 0
            guard matrix.hasLevels else { throw .unitValue }
            return .many(
                (0..<matrix.inputs * matrix.outputs).map {
                    matrix.level($0 / matrix.outputs, $0 % matrix.outputs, pan: matrix.outputs == 2 ? pan : 0)
                })
        default: return nil
        }
    }

    override final func isOwnWritable(_ request: UnitRequest) -> Bool? {
        switch request.id {
        case kAudioUnitProperty_MeteringMode: true
        case kAudioUnitProperty_MatrixLevels: hasMatrices ? true : nil
        default: nil
        }
    }

    override final func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch request.id {
        case kAudioUnitProperty_MeteringMode: try meters.setMode(request, of: self)
        case kAudioUnitProperty_MatrixLevels where hasMatrices:
            let matrix = try matrix(request)
            areMatricesSet.store(true, ordering: .releasing)
            try matrix.set(request.input)
        default: return false
        }
        notify(request.id, request.scope, request.element)
        return true
    }

    // MARK: Matrices

    /// The gains of an input; others than those that a client has set for other numbers of channels.
    private func matrix(_ element: UInt32, _ inputs: Int, _ outputs: Int) -> MixerMatrix {
        matrices.withLock { matrices in
            if let known = matrices[element], known.inputs == inputs, known.outputs == outputs { return known }
            let made = MixerMatrix(inputs: inputs, outputs: outputs)
            matrices[element] = made
            return made
        }
    }

    private func matrix(_ request: UnitRequest) throws(AudioError) -> MixerMatrix {
        guard request.scope == kAudioUnitScope_Input else { throw .unitScope }
        let input = try element(kAudioUnitScope_Input, request.element).format.channels
        let output = try element(kAudioUnitScope_Output, 0).format.channels
        return matrix(request.element, input, output)
    }

    /// A place takes the place of a matrix.
    override final func didSetParameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ value: Float
    ) {
        guard id == style.pan, scope == kAudioUnitScope_Input, areMatricesSet.load(ordering: .acquiring) else { return }
        matrices.withLock { $0[element] }?.clear()
    }
}
