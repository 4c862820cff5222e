import AudioCore
import CAudioToolbox
import Synchronization

/// Sampler: plays the notes of all channels with one instrument, which a client loads from a file.
///
/// A soft sine sounds until then. Notes that arrive before the unit is initialized sound in its first cycle.
final class SamplerUnit: InstrumentUnit, @unchecked Sendable {
    static let sampler = UnitBlueprint("aumu", "samp", "Apple: AUSampler") { SamplerUnit($0) }
        .with {
            $0.inputs = 0
            $0.channels = [(0, 1), (0, 2)]
            $0.parameters = [
                ParameterSpec(kAUSamplerParam_Gain, "Gain", .decibels, -90...12, 0),
                ParameterSpec(kAUSamplerParam_CoarseTuning, "Coarse Tuning", .relativeSemiTones, -24...24, 0),
                ParameterSpec(kAUSamplerParam_FineTuning, "Fine Tuning", .cents, -99...99, 0),
                ParameterSpec(kAUSamplerParam_Pan, "Pan", .pan, -1...1, 0),
            ]
        }

    /// What a client has chosen; nil for the tone of a new instance.
    private let choice = LockedValue<InstrumentChoice?>(nil)

    init(_ blueprint: UnitBlueprint) {
        super.init(blueprint, SamplerRack(PlayableInstrument(.defaultTone)), hasParameters: true)
    }

    /// Plays another instrument. Notes that sound fade away.
    func play(_ instrument: SamplerInstrument) { holder.publish(SamplerRack(PlayableInstrument(instrument))) }

    private func load(_ wanted: InstrumentChoice) throws(AudioError) {
        play(try SamplerFiles.instrument(wanted))
        choice.withLock { $0 = wanted }
    }

    // MARK: Properties

    override func ownWriteOnlySize(_ id: AudioUnitPropertyID) -> Int? {
        switch id {
        case kAUSamplerProperty_LoadInstrument: MemoryLayout<AUSamplerInstrumentData>.size
        case kAUSamplerProperty_LoadPresetFromBank: MemoryLayout<AUSamplerBankPresetData>.size
        case kAUSamplerProperty_LoadAudioFiles: MemoryLayout<UnsafeRawPointer>.size
        default: nil
        }
    }

    override func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        switch request.id {
        case kMusicDeviceProperty_InstrumentCount:
            try expectGlobal(request)
            return .one(UInt32(1))
        default: return try super.ownValue(request)
        }
    }

    override func isOwnWritable(_ request: UnitRequest) -> Bool? {
        request.id == kMusicDeviceProperty_InstrumentCount ? false : super.isOwnWritable(request)
    }

    override func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        guard let size = ownWriteOnlySize(request.id) else { return try super.setOwn(request) }
        try expectGlobal(request)
        guard let place = request.input.baseAddress, request.input.count >= size else { throw .unitValue }
        let files = try request.files(place)
        guard !files.isEmpty else { throw .unitValue.because("there is no file") }
        var wanted = InstrumentChoice(kind: InstrumentKind.soundFile, files: files)
        if request.id != kAUSamplerProperty_LoadAudioFiles {
            // After the URL the numbers are one byte each. A preset of a bank has no kind.
            let hasKind = request.id == kAUSamplerProperty_LoadInstrument
            let numbers = Array(request.input[8..<size]).prefix(4)
            wanted.kind = hasKind ? numbers[0] : InstrumentKind.bank
            let first = hasKind ? 1 : 0
            (wanted.bankMSB, wanted.bankLSB, wanted.program) = (numbers[first], numbers[first + 1], numbers[first + 2])
        }
        try load(wanted)
        notify(request.id)
        return true
    }

    // MARK: State

    override func complete(_ info: inout ClassInfo) { info.instrument = choice.withLock { $0 } }

    override func restoreOwn(_ info: ClassInfo) throws(AudioError) {
        guard let wanted = info.instrument, wanted != choice.withLock({ $0 }) else { return }
        try load(wanted)
    }
}

/// `kInstrumentType_…`
enum InstrumentKind {
    static let bank: UInt8 = 1
    static let preset: UInt8 = 2
    static let soundFile: UInt8 = 3
    static let sampler24: UInt8 = 4
}
