import AudioCore

/// A file of many instruments: SoundFont 2 and 3, or DLS of levels 1 and 2.
///
/// Opening reads the tables. An instrument's samples are read when it is asked for, and no others. A bank can be used by several
/// threads. It reads from disk: not real-time safe.
///
/// Damaged files are read as far as they make sense. Sizes and numbers that lie cost no more memory than the file's own bytes
/// justify: see `SampleBudget`.
final class SoundBank: Sendable {
    /// An instrument of the bank.
    struct Preset: Equatable, Sendable {
        /// A SoundFont 2 bank number: 0 to 127 for melodic instruments, 128 for percussion.
        var bank: UInt16
        var program: UInt8
        var name: String
    }

    /// What a kind of bank reads from its file.
    protocol Contents: Sendable {
        /// In the order of the file, which may have several of one number.
        var presets: [Preset] { get }
        /// The instrument of the preset at `index`, with its samples.
        func instrument(_ index: Int, _ source: any ByteSource) throws(AudioError) -> SamplerInstrument
    }

    /// By banks and programs, each once.
    let presets: [Preset]
    private let contents: any Contents
    private let places: [Int]
    private let source: LockedValue<Source>

    /// The bank's bytes, which belong to it alone and are read under its lock.
    private struct Source: @unchecked Sendable {
        let bytes: any ByteSource
    }

    /// Whether the first bytes of a file are those of a bank.
    static func claims(_ head: [UInt8]) -> Bool {
        guard head.count >= 12, head.starts(with: "RIFF".utf8) else { return false }
        return ["sfbk", "DLS "].contains { head[8..<12].elementsEqual($0.utf8) }
    }

    /// Opens the bank at `path`.
    ///
    /// - Throws: `unitInvalidFile` where the file is no bank, or its tables are damaged so that no instrument is left; what opening
    ///   throws.
    static func open(_ path: some FileName) throws(AudioError) -> SoundBank {
        try SoundBank(try FileBytes.open(path))
    }

    /// - Parameter source: for the bank alone from now on.
    init(_ source: any ByteSource) throws(AudioError) {
        let file = try RIFFChunks.outermost(source)
        switch file.type {
        case "sfbk": contents = try SoundFont(file, source)
        case "DLS ": contents = try DLSBank(file, source)
        default: throw .unitInvalidFile.because("a RIFF file of the type '\(file.type)' is no sound bank")
        }
        let found = contents.presets
        // The first of those that have one number. MIDI's two bank numbers have 14 bits.
        var first: [Int: Int] = [:]
        for (place, preset) in found.enumerated() where preset.bank < 1 << 14 {
            let number = Int(preset.bank) << 8 | Int(preset.program)
            if first[number] == nil { first[number] = place }
        }
        places = first.sorted { $0.key < $1.key }.map(\.value)
        presets = places.map { found[$0] }
        guard !presets.isEmpty else { throw .unitInvalidFile.because("the bank has no instrument") }
        self.source = LockedValue(Source(bytes: source), .file)
    }

    /// Reads an instrument with its samples.
    ///
    /// - Parameters:
    ///   - bank: a SoundFont 2 bank number; `bank(msb:lsb:program:)` finds the one that a program means.
    ///   - program: 0 to 127.
    /// - Throws: `unitValue` where the bank has no such instrument; `unitInvalidFile` where none of the instrument's samples can be
    ///   read; `memoryFull`.
    func instrument(bank: UInt16, program: UInt8) throws(AudioError) -> SamplerInstrument {
        guard let index = index(bank, program) else {
            throw .unitValue.because("the sound bank has no program \(program) in bank \(bank)")
        }
        return try source.withLock { source throws(AudioError) in
            let instrument = try contents.instrument(places[index], source.bytes)
            guard !instrument.zones.isEmpty else {
                throw .unitInvalidFile.because("the instrument \(instrument.name) has no samples")
            }
            return instrument
        }
    }

    /// The bank that MIDI's two bank numbers stand for.
    ///
    /// The MSB 0x79 stands for melodic instruments, with the bank in the LSB; 0x78 for percussion, bank 128. Programs also pass a
    /// bank as the MSB or as the LSB alone, or as both together. The first bank of these that has the program is taken.
    func bank(msb: UInt8, lsb: UInt8, program: UInt8) -> UInt16 {
        let (high, low) = (UInt16(msb), UInt16(lsb))
        let candidates: [UInt16] =
            switch msb {
            case Self.melodic: [low]
            case Self.percussion: [128]
            case 0: [low]
            default: [high << 7 | low, high]
            }
        return candidates.first { index($0, program) != nil } ?? candidates[0]
    }

    /// `kAUSampler_DefaultMelodicBankMSB`
    private static let melodic: UInt8 = 0x79
    /// `kAUSampler_DefaultPercussionBankMSB`
    private static let percussion: UInt8 = 0x78

    private func index(_ bank: UInt16, _ program: UInt8) -> Int? {
        presets.firstIndex { $0.bank == bank && $0.program == program }
    }
}
