import AudioCore

/// The `fmt ` chunk: WAVEFORMAT, WAVEFORMATEX or WAVEFORMATEXTENSIBLE.
struct WAVEFormatChunk: Equatable {
    /// What `wFormatTag` says, or the subformat of an extensible one.
    var tag: UInt16
    var channels: UInt16
    var sampleRate: UInt32
    var bytesPerSecond: UInt32 = 0
    var blockAlign: UInt16 = 0
    /// Bits of a sample's container in an extensible chunk, else of the sample.
    var bits: UInt16 = 0
    /// What follows the common fields where the chunk is not extensible, as in little-endian files.
    var extra: [UInt8] = []
    var wider: Extension?

    /// What WAVEFORMATEXTENSIBLE adds.
    struct Extension: Equatable {
        var validBits: UInt16
        var channelMask: UInt32
        /// Whether the subformat is one of those for ambisonic B-format.
        var isAmbisonic = false
    }

    /// More bytes than 256 predictors of ADPCM take.
    static let largestBody = 2048

    static let pcm: UInt16 = 1
    static let float: UInt16 = 3
    static let alaw: UInt16 = 6
    static let ulaw: UInt16 = 7
    static let mpeg: UInt16 = 0x50
    static let mpegLayer3: UInt16 = 0x55
    static let dolby: UInt16 = 0x2000
    static let extensible: UInt16 = 0xFFFE

    /// The last 12 bytes of the subformats' GUIDs, whose first 4 bytes carry the format tag.
    private static let waveGUID: [UInt8] = [
        0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
    ]
    private static let ambisonicGUID: [UInt8] = [
        0x21, 0x07, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0x00, 0x00, 0x00,
    ]

    init(tag: UInt16, channels: UInt16, sampleRate: UInt32) {
        self.tag = tag
        self.channels = channels
        self.sampleRate = sampleRate
    }

    init(parsing input: inout ByteReader, bigEndian: Bool) throws(AudioError) {
        tag = try input.integer(bigEndian: bigEndian)
        channels = try input.integer(bigEndian: bigEndian)
        sampleRate = try input.integer(bigEndian: bigEndian)
        bytesPerSecond = try input.integer(bigEndian: bigEndian)
        blockAlign = try input.integer(bigEndian: bigEndian)
        bits = input.remaining >= 2 ? try input.integer(bigEndian: bigEndian) : 0
        guard input.remaining >= 2 else { return }
        let extraSize = try input.integer(UInt16.self, bigEndian: bigEndian)
        guard tag == Self.extensible else {
            extra = Array(try input.take(min(Int(extraSize), input.remaining)))
            if bigEndian {
                for place in stride(from: 0, to: extra.count - 1, by: 2) { extra.swapAt(place, place + 1) }
            }
            return
        }
        let validBits = try input.integer(UInt16.self, bigEndian: bigEndian)
        let mask = try input.integer(UInt32.self, bigEndian: bigEndian)
        let number = try input.integer(UInt32.self, bigEndian: bigEndian)
        let guid = Array(try input.take(12))
        wider = Extension(
            validBits: validBits, channelMask: mask, isAmbisonic: guid.suffix(7) == Self.ambisonicGUID.suffix(7))
        tag = UInt16(truncatingIfNeeded: number)
    }

    /// The body of the chunk.
    var bytes: [UInt8] {
        var output = ByteWriter()
        write(to: &output)
        return output.bytes
    }

    func write(to output: inout ByteWriter) {
        output.little(wider == nil ? tag : Self.extensible)
        output.little(channels)
        output.little(sampleRate)
        output.little(bytesPerSecond)
        output.little(blockAlign)
        output.little(bits)
        if let wider {
            output.little(22 as UInt16)
            output.little(wider.validBits)
            output.little(wider.channelMask)
            output.little(UInt32(tag))
            output.append(wider.isAmbisonic ? Self.ambisonicGUID : Self.waveGUID)
        } else if tag != Self.pcm {
            output.little(UInt16(clamping: extra.count))
            output.append(extra)
        }
    }
}

/// The `ds64` chunk: the sizes that RF64 and BW64 have no room for elsewhere.
struct WAVESizes64: Equatable {
    var formSize: UInt64
    var dataSize: UInt64
    var frames: UInt64

    init(formSize: UInt64, dataSize: UInt64, frames: UInt64) {
        self.formSize = formSize
        self.dataSize = dataSize
        self.frames = frames
    }

    init(parsing input: inout ByteReader) throws(AudioError) {
        formSize = try input.little()
        dataSize = try input.little()
        frames = input.remaining >= 8 ? try input.little() : 0
    }

    func write(to output: inout ByteWriter) {
        output.little(formSize)
        output.little(dataSize)
        output.little(frames)
        // No other chunk is so large that it needs a row in the table.
        output.little(0 as UInt32)
    }
}
