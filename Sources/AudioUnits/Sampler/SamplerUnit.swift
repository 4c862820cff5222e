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

    /// What a client has chosen, as a choice or as a preset; neither for the tone of a new instance.
    private struct Loaded {
        var choice: InstrumentChoice?
        var preset: PresetValue?
    }

    private let loaded = LockedValue(Loaded())

    init(_ blueprint: UnitBlueprint) {
        super.init(blueprint, SamplerRack(PlayableInstrument(.defaultTone)), hasParameters: true)
    }

    /// Plays another instrument. Notes that sound fade away.
    func play(_ instrument: SamplerInstrument) { holder.publish(SamplerRack(PlayableInstrument(instrument))) }

    private func load(
        _ wanted: InstrumentChoice, _ propertyList: (FilePath) -> PresetValue?
    ) throws(AudioError) {
        guard try SamplerFile.kind(wanted.files[0]) == .propertyList else {
            play(try Self.instrument(wanted))
            return loaded.withLock { $0 = Loaded(choice: wanted) }
        }
        guard let value = propertyList(wanted.files[0]) else {
            throw .unitInvalidFile.because("the file is no property list")
        }
        try load(value, near: wanted.files[0])
    }

    private func load(_ preset: PresetValue, near path: FilePath?) throws(AudioError) {
        play(try SamplerPreset(preset, near: path).instrument())
        loaded.withLock { $0 = Loaded(preset: preset) }
    }

    /// Loads an instrument.
    ///
    /// A sound bank is one by its content, whatever a client calls it. Where the client does not say which preset, it is the first.
    private static func instrument(_ choice: InstrumentChoice) throws(AudioError) -> SamplerInstrument {
        guard choice.files.count == 1 else { return try SoundFileInstrument.load(choice.files) }
        let isPreset = choice.kind == InstrumentKind.bank
        return try SamplerFile.load(
            choice.files[0], preset: isPreset ? (choice.bankMSB, choice.bankLSB, choice.program) : nil)
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
        try load(wanted, request.propertyList)
        notify(request.id)
        return true
    }

    // MARK: State

    override func complete(_ info: inout ClassInfo) {
        let loaded = loaded.withLock { $0 }
        info.instrument = loaded.choice
        // A preset has more than the instrument, which is for others to keep.
        let parts = ["Instrument", "file-references"].compactMap { key in loaded.preset?[key].map { (key, $0) } }
        if !parts.isEmpty { info.samplerPreset = .dictionary(Dictionary(uniqueKeysWithValues: parts)) }
    }

    override func restoreOwn(_ info: ClassInfo) throws(AudioError) {
        let loaded = loaded.withLock { $0 }
        if let wanted = info.instrument {
            guard wanted != loaded.choice else { return }
            return try load(wanted) { _ in nil }
        }
        if let preset = info.samplerPreset, preset["Instrument"]?["Layers"] != nil {
            guard preset != loaded.preset else { return }
            return try load(preset, near: nil)
        }
        // A state without an instrument is that of the tone.
        guard loaded.choice != nil || loaded.preset != nil else { return }
        play(.defaultTone)
        self.loaded.withLock { $0 = Loaded() }
    }
}

/// `kInstrumentType_…`
enum InstrumentKind {
    static let bank: UInt8 = 1
    static let soundFile: UInt8 = 3
}
