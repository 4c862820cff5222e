import AudioCore
import CAudioToolbox
import Synchronization

/// MIDISynth: plays 16 channels, each with an instrument of one sound bank. Channel 10 has percussion.
///
/// A client sets the bank, turns preloading on, and sends the program changes of what it is about to play: each loads its instrument.
/// A program that is not loaded sounds as program 0 of its bank.
final class MIDISynthUnit: InstrumentUnit, @unchecked Sendable {
    static let synth = UnitBlueprint("aumu", "msyn", "Apple: AUMIDISynth") { MIDISynthUnit($0) }
        .with {
            $0.inputs = 0
            $0.channels = [(0, 1), (0, 2)]
        }

    /// The bank, and what is loaded of it.
    private struct Loaded {
        var path: FilePath?
        var bank: SoundBank?
        var list: [(SamplerRack.Place, PlayableInstrument)] = []
        /// The controllers 0 and 32 of each channel while programs are loaded.
        var selected = [(msb: UInt8, lsb: UInt8)](repeating: (0, 0), count: 16)

        func has(_ place: SamplerRack.Place) -> Bool { list.contains { $0.0 == place } }
    }

    private let loaded = LockedValue(Loaded(), .edits)
    private let preloads = Atomic<Bool>(false)

    init(_ blueprint: UnitBlueprint) {
        super.init(blueprint, SamplerRack(PlayableInstrument(.defaultTone)), hasParameters: false)
    }

    // MARK: Loading

    private func setBank(_ path: FilePath) throws(AudioError) {
        var new = Loaded()
        let bank = try SoundBank.open(path)
        (new.path, new.bank) = (path, bank)
        // What sounds for programs that are not loaded: those of them that the bank has.
        for place in [SamplerRack.Place(bank: 0, program: 0), .init(bank: 128, program: 0)] {
            guard bank.presets.contains(where: { $0.bank == place.bank && $0.program == 0 }) else { continue }
            new.list.append((place, PlayableInstrument(try bank.instrument(bank: place.bank, program: 0))))
        }
        loaded.withLock { loaded in
            loaded = new
            holder.publish(SamplerRack(loaded.list, endsOthers: true))
        }
    }

    /// Plays the tone of a new instance again.
    private func dropBank() {
        loaded.withLock { loaded in
            loaded = Loaded()
            holder.publish(SamplerRack(PlayableInstrument(.defaultTone)))
        }
    }

    /// Loads the instrument of a program change, with the bank that the channel has selected.
    private func preload(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        guard length > 1 else { return }
        let (kind, channel, first) = (bytes[0] & 0xF0, Int(bytes[0] & 15), bytes[1])
        if kind == 0xB0, length > 2 {
            let value = bytes[2]
            return loaded.withLock { loaded in
                if first == 0 { loaded.selected[channel].msb = value }
                if first == 32 { loaded.selected[channel].lsb = value }
            }
        }
        guard kind == 0xC0 else { return }
        let (selected, bank) = loaded.withLock { ($0.selected[channel], $0.bank) }
        let number = SamplerChannel.bank(selected.msb, selected.lsb, isPercussion: channel == 9)
        let place = SamplerRack.Place(bank: number, program: first)
        guard let bank, !loaded.withLock({ $0.has(place) }) else { return }
        let known = number == 128 ? 128 : bank.bank(msb: selected.msb, lsb: selected.lsb, program: first)
        // A program that the bank does not have sounds as one that is not loaded.
        guard let read = try? bank.instrument(bank: known, program: first) else { return }
        let instrument = PlayableInstrument(read)
        loaded.withLock { loaded in
            // Another thread may have loaded it, or set another bank.
            guard loaded.bank === bank, !loaded.has(place) else { return }
            loaded.list.append((place, instrument))
            holder.publish(SamplerRack(loaded.list, endsOthers: false))
        }
    }

    /// Real-time safe while programs are not preloaded.
    override func takeMIDI(_ bytes: UnsafePointer<UInt8>, _ length: Int, at offset: UInt32) -> Int32 {
        if preloads.load(ordering: .acquiring) { preload(bytes, length) }
        return super.takeMIDI(bytes, length, at: offset)
    }

    // MARK: Properties

    /// The number of a preset: the bank's two halves and the program, one byte each.
    private static func number(_ preset: SoundBank.Preset) -> UInt32 {
        let bank = preset.bank == 128 ? 0x7800 : 0x7900 | UInt32(preset.bank & 0x7F)
        return bank << 8 | UInt32(preset.program)
    }

    override func ownWriteOnlySize(_ id: AudioUnitPropertyID) -> Int? {
        id == kAUMIDISynthProperty_EnablePreload ? MemoryLayout<UInt32>.size : nil
    }

    override func ownValue(_ request: UnitRequest) throws(AudioError) -> UnitValue? {
        let presets = loaded.withLock { $0.bank?.presets ?? [] }
        switch request.id {
        case kMusicDeviceProperty_SoundBankURL:
            try expectGlobal(request)
            guard let path = loaded.withLock({ $0.path }) else { throw .unitNotInUse }
            return .file(path)
        case kMusicDeviceProperty_InstrumentCount:
            try expectGlobal(request)
            return .one(UInt32(presets.count))
        case kMusicDeviceProperty_InstrumentNumber:
            guard request.scope == kAudioUnitScope_Global else { throw .unitScope }
            guard request.element < UInt32(presets.count) else { throw .unitElement }
            return .one(Self.number(presets[Int(request.element)]))
        case kMusicDeviceProperty_InstrumentName:
            guard request.scope == kAudioUnitScope_Global else { throw .unitScope }
            guard let preset = presets.first(where: { Self.number($0) == request.element }) else { throw .unitElement }
            return .text(preset.name)
        default: return try super.ownValue(request)
        }
    }

    override func isOwnWritable(_ request: UnitRequest) -> Bool? {
        switch request.id {
        case kMusicDeviceProperty_SoundBankURL: true
        case kMusicDeviceProperty_InstrumentCount, kMusicDeviceProperty_InstrumentNumber,
            kMusicDeviceProperty_InstrumentName:
            false
        default: super.isOwnWritable(request)
        }
    }

    override func setOwn(_ request: UnitRequest) throws(AudioError) -> Bool {
        switch request.id {
        case kMusicDeviceProperty_SoundBankURL:
            try expectGlobal(request)
            guard let place = request.input.baseAddress, request.input.count >= MemoryLayout<UnsafeRawPointer>.size,
                let path = try request.files(place).first
            else { throw .unitValue }
            try setBank(path)
        case kAUMIDISynthProperty_EnablePreload:
            try expectGlobal(request)
            preloads.store(try request.flag(), ordering: .releasing)
        default: return try super.setOwn(request)
        }
        notify(request.id)
        return true
    }

    // MARK: State

    override func complete(_ info: inout ClassInfo) {
        info.instrument = loaded.withLock { $0.path }.map { InstrumentChoice(kind: InstrumentKind.bank, files: [$0]) }
    }

    override func restoreOwn(_ info: ClassInfo) throws(AudioError) {
        let present = loaded.withLock { $0.path }
        guard let path = info.instrument?.files.first else {
            // A state without a bank is that of the tone.
            if present != nil { dropBank() }
            return
        }
        if path != present { try setBank(path) }
    }
}
