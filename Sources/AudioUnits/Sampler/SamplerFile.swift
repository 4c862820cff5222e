import AudioCore

/// Any file that a sampler can play, by what it contains.
enum SamplerFile {
    enum Kind: Equatable {
        case soundBank, exs24
        /// A property list, in text or binary form: for `SamplerPreset`, once a face has parsed it.
        case propertyList
        /// Whatever the library opens as an audio file, or nothing that it knows.
        case audio
    }

    /// The kind of the file at `path`, from its first bytes.
    static func kind(_ path: FilePath) throws(AudioError) -> Kind {
        let file = try FileBytes.open(path)
        let head = try file.prefix(at: 0, upTo: 64)
        if SoundBank.claims(head) { return .soundBank }
        if EXS24.claims(head) { return .exs24 }
        let text = head.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        let starts = ["bplist", "<?xml", "<!DOCTYPE plist", "<plist"]
        return starts.contains { text.starts(with: $0.utf8) } ? .propertyList : .audio
    }

    /// Reads the instrument in a file that is no property list.
    ///
    /// - Parameter preset: the two bank numbers of MIDI and a program, for a sound bank; nil for its first instrument.
    /// - Throws: `unitInvalidFile` for a property list; what the readers throw.
    static func load(
        _ path: FilePath, preset: (msb: UInt8, lsb: UInt8, program: UInt8)? = nil
    ) throws(AudioError) -> SamplerInstrument {
        switch try kind(path) {
        case .soundBank:
            let bank = try SoundBank.open(path)
            guard let preset else {
                return try bank.instrument(bank: bank.presets[0].bank, program: bank.presets[0].program)
            }
            let number = bank.bank(msb: preset.msb, lsb: preset.lsb, program: preset.program)
            return try bank.instrument(bank: number, program: preset.program)
        case .exs24: return try EXS24.load(path)
        case .audio: return try SoundFileInstrument.load([path])
        case .propertyList: throw .unitInvalidFile.because("\(path) is a property list, which has to be parsed first")
        }
    }
}
