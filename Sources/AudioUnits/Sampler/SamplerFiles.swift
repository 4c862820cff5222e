import AudioCore

/// The instruments of files. Reads from disk and allocates: not for audio threads.
enum SamplerFiles {
    /// Loads an instrument.
    ///
    /// A sound bank is one by its content, whatever a client calls it. Where the client does not say which preset, it is the first.
    static func instrument(_ choice: InstrumentChoice) throws(AudioError) -> SamplerInstrument {
        guard let first = choice.files.first else { throw .unitValue.because("there is no file") }
        let bank = try SoundBank.open(first)
        guard choice.kind == InstrumentKind.bank else {
            return try bank.instrument(bank: bank.presets[0].bank, program: bank.presets[0].program)
        }
        let number = bank.bank(msb: choice.bankMSB, lsb: choice.bankLSB, program: choice.program)
        return try bank.instrument(bank: number, program: choice.program)
    }
}
