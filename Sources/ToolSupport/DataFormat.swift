import AudioToolbox

/// A data format as `afconvert -d` spells it: `LEI16@44100`, `aac`, `alac-24`, `BEF32@96000/1#512`, `0`.
///
/// Grammar: `fmt[-bits][@rate][/hexflags][#frames][:L|H bytes][,channels D|I]`. For linear PCM `fmt` is
/// `[-][BE|LE]{F|[U]I}{8|16|24|32|64}` or `[-][BE|LE]I8.24`; without an endianness it is the machine's own. A leading
/// dash means nothing and is accepted. Other formats are four-character codes, padded with blanks.
public struct DataFormat: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        /// `0`: the source's own format, packets copied.
        case source
        /// `N`: what a lossless source decodes to.
        case native
        case pcm(PCM)
        case encoded(UInt32)
    }

    public struct PCM: Equatable, Sendable {
        public var isFloat = false
        public var isSigned = true
        public var bits: UInt32 = 16
        /// Bits after the binary point, for fixed point.
        public var fractionBits: UInt32 = 0
        /// Nil for the machine's own, which lets a file type decide.
        public var isBigEndian: Bool?

        public init() {}
    }

    public var kind: Kind
    /// Frames per second, nil for the source's rate.
    public var sampleRate: Double?
    public var flags: UInt32?
    public var framesPerPacket: UInt32?
    /// Bits of the samples inside a lossless format.
    public var sourceBits: UInt32?
    public var channels: UInt32?
    public var isInterleaved = true
    /// Bytes each sample takes, where more than its bits need.
    public var bytesPerSample: UInt32?
    public var isAlignedHigh = false

    /// The message for a user who spelt one that does not exist.
    public static let spelling =
        "a data format is LEI16, BEF32@48000, aac or another that afconvert -hf lists, with a rate after @"

    /// Reads the spelling, or returns nil where it is not one.
    public init?(_ text: String) {
        var rest = Substring(text)
        if rest.first == "-" { rest.removeFirst() }
        let name = rest.prefix { !"@/#:,".contains($0) }
        rest = rest.dropFirst(name.count)
        guard let kind = Self.kind(name, sourceBits: &sourceBits) else { return nil }
        self.kind = kind
        while let mark = rest.first {
            rest.removeFirst()
            let field = rest.prefix { !"@/#:,".contains($0) }
            rest = rest.dropFirst(field.count)
            guard parse(mark, field) else { return nil }
        }
    }

    private mutating func parse(_ mark: Character, _ field: Substring) -> Bool {
        switch mark {
        case "@":
            guard let rate = Double(field), rate.isFinite, rate >= 0 else { return false }
            sampleRate = rate == 0 ? nil : rate
        case "/":
            guard let value = UInt32(field, radix: 16) else { return false }
            flags = value
        case "#":
            guard let value = UInt32(field), value > 0 else { return false }
            framesPerPacket = value
        case ":":
            guard let side = field.first, "LH".contains(side), let bytes = UInt32(field.dropFirst()),
                (1...8).contains(bytes)
            else { return false }
            (bytesPerSample, isAlignedHigh) = (bytes, side == "H")
        default:
            guard let order = field.last, "DI".contains(order), let count = UInt32(field.dropLast()), count > 0 else {
                return false
            }
            (channels, isInterleaved) = (count, order == "I")
        }
        return true
    }

    private static let losslessBits: Set<UInt32> = [8, 16, 20, 24, 32]

    private static func kind(_ name: Substring, sourceBits: inout UInt32?) -> Kind? {
        if name == "0" { return .source }
        if name == "N" { return .native }
        if let pcm = pcm(name) { return .pcm(pcm) }
        var code = name
        if let dash = name.lastIndex(of: "-"), let bits = UInt32(name[name.index(after: dash)...]), bits > 0,
            dash > name.startIndex,
            name != "ac-3", name != "ec-3"
        {
            code = name[..<dash]
            guard losslessBits.contains(bits) else { return nil }
            sourceBits = bits
        }
        return fourCharacterCode(String(code)).map { .encoded($0) }
    }

    private static func pcm(_ name: Substring) -> PCM? {
        var pcm = PCM()
        var rest = name
        if rest.hasPrefix("BE") { pcm.isBigEndian = true } else if rest.hasPrefix("LE") { pcm.isBigEndian = false }
        if pcm.isBigEndian != nil { rest = rest.dropFirst(2) }
        if rest.hasPrefix("UI") {
            pcm.isSigned = false
            rest = rest.dropFirst(2)
        } else if rest.hasPrefix("I") {
            rest = rest.dropFirst()
        } else if rest.hasPrefix("F") {
            pcm.isFloat = true
            rest = rest.dropFirst()
        } else {
            return nil
        }
        if rest == "8.24", !pcm.isFloat, pcm.isSigned {
            (pcm.bits, pcm.fractionBits) = (32, 24)
            return pcm
        }
        guard let bits = UInt32(rest), (pcm.isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bits) else { return nil }
        pcm.bits = bits
        return pcm
    }
}

extension DataFormat.PCM {
    /// The stream description of this linear PCM.
    ///
    /// - Parameter bigEndianByDefault: the endianness where the spelling has none.
    public func description(
        sampleRate: Double, channels: UInt32, bigEndianByDefault: Bool = false, bytesPerSample: UInt32? = nil,
        isAlignedHigh: Bool = false, isInterleaved: Bool = true
    ) -> AudioStreamBasicDescription {
        let bytes = bytesPerSample ?? (bits + 7) / 8
        var flags: AudioFormatFlags = 0
        if isFloat { flags |= kAudioFormatFlagIsFloat } else if isSigned { flags |= kAudioFormatFlagIsSignedInteger }
        if isBigEndian ?? bigEndianByDefault { flags |= kAudioFormatFlagIsBigEndian }
        if bytes * 8 == bits {
            flags |= kAudioFormatFlagIsPacked
        } else if isAlignedHigh {
            flags |= kAudioFormatFlagIsAlignedHigh
        }
        if !isInterleaved { flags |= kAudioFormatFlagIsNonInterleaved }
        flags |= fractionBits << UInt32(kLinearPCMFormatFlagsSampleFractionShift)
        // More channels than any type holds are refused where the file is created.
        let frame = isInterleaved ? UInt32(clamping: UInt64(bytes) * UInt64(channels)) : bytes
        return AudioStreamBasicDescription(
            mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags, mBytesPerPacket: frame,
            mFramesPerPacket: 1, mBytesPerFrame: frame, mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0
        )
    }
}
