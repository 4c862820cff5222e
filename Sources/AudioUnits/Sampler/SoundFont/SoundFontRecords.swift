import AudioCore

// The records of the chunks in a SoundFont's `pdta` list. Each chunk ends with a record that only closes the one before it.

/// `phdr`: a preset.
struct SoundFontPreset {
    static let size = 38
    var name: String
    var program: UInt16
    var bank: UInt16
    /// Its first zone.
    var bag: Int

    init(parsing input: inout ByteReader) throws(AudioError) {
        name = try input.fixedText(20)
        program = try input.little()
        bank = try input.little()
        bag = Int(try input.little(UInt16.self))
        // Library, genre and morphology: reserved.
        try input.skip(12)
    }
}

/// `inst`: an instrument.
struct SoundFontInstrument {
    static let size = 22
    var name: String
    var bag: Int

    init(parsing input: inout ByteReader) throws(AudioError) {
        name = try input.fixedText(20)
        bag = Int(try input.little(UInt16.self))
    }
}

/// `pbag` and `ibag`: where a zone's generators and modulators begin.
struct SoundFontBag {
    static let size = 4
    var generator: Int
    var modulator: Int

    init(parsing input: inout ByteReader) throws(AudioError) {
        generator = Int(try input.little(UInt16.self))
        modulator = Int(try input.little(UInt16.self))
    }
}

/// `pgen` and `igen`: a generator with its amount.
struct SoundFontGenerator {
    static let size = 4
    var number: UInt16
    var amount: UInt16

    init(parsing input: inout ByteReader) throws(AudioError) {
        number = try input.little()
        amount = try input.little()
    }

    /// A range of keys or velocities, low and high; nil where it is empty.
    var range: ClosedRange<UInt8>? {
        let (low, high) = (UInt8(amount & 0xFF), UInt8(amount >> 8))
        return low <= high && low <= 127 ? low...min(high, 127) : nil
    }
}

extension SamplerModulator {
    /// Bytes of `pmod` and `imod` records.
    static let size = 10

    init(parsing input: inout ByteReader) throws(AudioError) {
        self.init(
            source: try input.little(), destination: try input.little(), amount: try input.little(),
            amountSource: try input.little(), transform: try input.little())
    }
}

/// `shdr`: where a sample's frames are, and how they are to be played.
struct SoundFontSample {
    static let size = 46
    var name: String
    /// Frames in `smpl`; where the sample is compressed, bytes.
    var start: UInt32
    /// One after the last.
    var end: UInt32
    /// As `start`; where the sample is compressed, in frames from the sample's start.
    var loopStart: UInt32
    var loopEnd: UInt32
    var rate: UInt32
    var key: UInt8
    var correction: Int8
    var type: UInt16

    /// In a ROM of a sound card, not in the file.
    var isInROM: Bool { type & 0x8000 != 0 }
    /// An Ogg Vorbis file in the place of the frames: SF3.
    var isCompressed: Bool { type & 0x10 != 0 }

    init(parsing input: inout ByteReader) throws(AudioError) {
        name = try input.fixedText(20)
        start = try input.little()
        end = try input.little()
        loopStart = try input.little()
        loopEnd = try input.little()
        rate = try input.little()
        key = try input.little()
        correction = try input.little()
        // The other channel of a stereo sample, which has a zone of its own.
        try input.skip(2)
        type = try input.little()
    }
}
