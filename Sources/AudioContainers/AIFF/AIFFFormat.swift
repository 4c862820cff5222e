import AudioCore

// Between the `COMM` chunk and Core Audio's description of a format.

extension AIFFCommon {
    /// The format in Core Audio's terms; `bytesPerPacket` is 0 where it is unknown.
    func streamFormat() throws(AudioError) -> StreamFormat {
        guard (1...1024).contains(channels) else {
            throw .invalidFile.because("the file claims to have \(channels) channels")
        }
        guard sampleRate >= 1, sampleRate <= 1e9 else { throw .invalidFile.because("the sample rate is out of range") }
        switch compression {
        case nil, "NONE", "twos", "none": return try integers(bits: Int(bits), bigEndian: true)
        case "sowt": return try integers(bits: Int(bits), bigEndian: false)
        case "in16": return try integers(bits: 16, bigEndian: true)
        case "in24": return try integers(bits: 24, bigEndian: true)
        case "in32": return try integers(bits: 32, bigEndian: true)
        case "42ni": return try integers(bits: 24, bigEndian: false)
        case "23ni": return try integers(bits: 32, bigEndian: false)
        case "raw ": return pcm(.unsigned, bits: 8)
        case "fl32", "FL32": return pcm(.float, bits: 32)
        case "fl64", "FL64": return pcm(.float, bits: 64)
        case "ulaw", "ULAW": return packets(.ulaw, bytes: 1, frames: 1, bits: 8)
        case "alaw", "ALAW": return packets(.alaw, bytes: 1, frames: 1, bits: 8)
        case "ima4": return packets(.ima4, bytes: 34, frames: 64)
        case "MAC3": return packets("MAC3", bytes: 2, frames: 6)
        case "MAC6": return packets("MAC6", bytes: 1, frames: 6)
        case "agsm", "GSM ": return packets("agsm", bytes: 33, frames: 160)
        case "Qclp": return packets("Qclp", bytes: 35, frames: 160)
        case "QDM2", "QDMC": return packets(compression!, bytes: 0, frames: 0)
        default:
            throw .unsupportedDataFormat.because("AIFC compression '\(compression!)' is not supported")
        }
    }

    private func integers(bits: Int, bigEndian: Bool) throws(AudioError) -> StreamFormat {
        guard (1...32).contains(bits) else {
            throw .unsupportedDataFormat.because("samples of \(bits) bits are not supported")
        }
        return pcm(.signed, bits: bits, bigEndian: bigEndian)
    }

    /// Core Audio calls single bytes big-endian in AIFF, and gives them no order in AIFC.
    private func pcm(_ kind: StreamFormat.SampleKind, bits: Int, bigEndian: Bool = true) -> StreamFormat {
        .pcm(
            kind, bits: bits, sampleRate: sampleRate, channels: Int(channels),
            bigEndian: bigEndian && (bits > 8 || compression == nil), alignedHigh: bits % 8 != 0)
    }

    private func packets(_ id: FourCC, bytes: Int, frames: Int, bits: Int = 0) -> StreamFormat {
        StreamFormat(
            sampleRate: sampleRate, formatID: id, bytesPerPacket: bytes * Int(channels), framesPerPacket: frames,
            bytesPerFrame: frames == 1 ? bytes * Int(channels) : 0, channels: Int(channels), bitsPerChannel: bits)
    }
}

extension AIFFCommon {
    /// The chunk that describes `file`; AIFC's where the file type is.
    ///
    /// - Throws: `unsupportedDataFormat` where the type cannot hold the format.
    init(_ file: FileDescription) throws(AudioError) {
        let format = file.format
        guard (1...1024).contains(format.channels), format.sampleRate >= 1, format.sampleRate <= 1e9 else {
            throw .unsupportedDataFormat.because("AIFF needs 1 to 1024 channels and a sample rate")
        }
        var bits = 16
        var name = ""
        var code: FourCC
        switch format.formatID {
        case .linearPCM:
            code = try Self.linearCode(format)
            bits = format.bitsPerChannel
            name =
                ["NONE": "not compressed", "sowt": "little-endian", "raw ": "8-bit offset binary"][code]
                ?? "floating point"
        case .ulaw: (code, name) = ("ulaw", "uLaw 2:1")
        case .alaw: (code, name) = ("alaw", "ALaw 2:1")
        case .ima4: (code, name) = ("ima4", "IMA 4:1")
        case "agsm": (code, name) = ("GSM ", "GSM 6.10")
        case "MAC3": (code, name) = ("MAC3", "MACE 3-to-1")
        case "MAC6": (code, name) = ("MAC6", "MACE 6-to-1")
        default: throw .unsupportedDataFormat.because("AIFC files with '\(format.formatID)' are not written")
        }
        guard file.fileType == "AIFC" || code == "NONE" else {
            throw .unsupportedDataFormat.because("AIFF holds big-endian integers only; AIFC holds more")
        }
        self.init(
            channels: UInt16(format.channels), frames: 0, bits: UInt16(bits), sampleRate: format.sampleRate,
            compression: file.fileType == "AIFC" ? code : nil)
        compressionName = Array(name.utf8)
    }

    private static func linearCode(_ format: StreamFormat) throws(AudioError) -> FourCC {
        let bytes = format.bytesPerSample
        let isSnug = (format.bitsPerChannel + 7) / 8 == bytes
        let isPlaced = format.bitsPerChannel == bytes * 8 || format.flags.contains(.alignedHigh)
        guard format.isValidPCM, format.isInterleaved, format.flags.fractionBits == 0, isSnug, isPlaced else {
            throw .unsupportedDataFormat.because(
                "AIFF holds interleaved linear PCM in the upper bits of few bytes only")
        }
        switch format.sampleKind {
        case .float:
            guard format.isBigEndian else { break }
            return bytes == 8 ? "fl64" : "fl32"
        case .unsigned:
            guard bytes == 1 else { break }
            return "raw "
        case .signed:
            guard bytes <= 4 else { break }
            return format.isBigEndian || bytes == 1 ? "NONE" : "sowt"
        }
        throw .unsupportedDataFormat.because("AIFF and AIFC have no name for this linear PCM")
    }
}
