/// What a stream of audio consists of: the Swift side of `AudioStreamBasicDescription`.
///
/// A zero means "unknown or varying", as in the C struct: a format with packets of varying size has `bytesPerPacket` 0.
package struct StreamFormat: Hashable, Sendable {
    /// Frames per second; 0 where unknown.
    package var sampleRate: Double
    package var formatID: FourCC
    package var flags: Flags
    package var bytesPerPacket: Int
    package var framesPerPacket: Int
    package var bytesPerFrame: Int
    package var channels: Int
    package var bitsPerChannel: Int

    package init(
        sampleRate: Double = 0, formatID: FourCC, flags: Flags = [], bytesPerPacket: Int = 0, framesPerPacket: Int = 0,
        bytesPerFrame: Int = 0, channels: Int, bitsPerChannel: Int = 0
    ) {
        self.sampleRate = sampleRate
        self.formatID = formatID
        self.flags = flags
        self.bytesPerPacket = bytesPerPacket
        self.framesPerPacket = framesPerPacket
        self.bytesPerFrame = bytesPerFrame
        self.channels = channels
        self.bitsPerChannel = bitsPerChannel
    }

    /// The format flags of CoreAudioBaseTypes.h; those of linear PCM are named.
    package struct Flags: OptionSet, Hashable, Sendable {
        package var rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let float = Flags(rawValue: 1 << 0)
        package static let bigEndian = Flags(rawValue: 1 << 1)
        package static let signedInteger = Flags(rawValue: 1 << 2)
        package static let packed = Flags(rawValue: 1 << 3)
        package static let alignedHigh = Flags(rawValue: 1 << 4)
        package static let nonInterleaved = Flags(rawValue: 1 << 5)
        package static let nonMixable = Flags(rawValue: 1 << 6)

        /// Where the number of fraction bits of fixed point stands, 8.24 for instance.
        package static let fractionShift: UInt32 = 7
        /// Bits after the binary point, 0 for plain integers.
        package var fractionBits: Int { Int(rawValue >> Self.fractionShift & 0x3F) }
    }
}

extension FourCC {
    package static let linearPCM: FourCC = "lpcm"
    package static let ima4: FourCC = "ima4"
    package static let ulaw: FourCC = "ulaw"
    package static let alaw: FourCC = "alaw"
    package static let aac: FourCC = "aac "
    package static let alac: FourCC = "alac"
}

// MARK: Linear PCM

extension StreamFormat {
    /// How one sample of linear PCM is written down.
    package enum SampleKind: Hashable, Sendable { case float, signed, unsigned }

    /// Linear PCM, packed unless `bytesPerSample` leaves room around the bits.
    ///
    /// - Parameter bytesPerSample: the container of one sample; nil for the fewest bytes that hold `bits`.
    package static func pcm(
        _ kind: SampleKind, bits: Int, sampleRate: Double, channels: Int, bigEndian: Bool = false,
        interleaved: Bool = true, bytesPerSample: Int? = nil, alignedHigh: Bool = false, fractionBits: Int = 0
    ) -> StreamFormat {
        let bytes = bytesPerSample ?? (bits + 7) / 8
        var flags: Flags = bigEndian ? .bigEndian : []
        switch kind {
        case .float: flags.insert(.float)
        case .signed: flags.insert(.signedInteger)
        case .unsigned: break
        }
        if bytes * 8 == bits { flags.insert(.packed) } else if alignedHigh { flags.insert(.alignedHigh) }
        if !interleaved { flags.insert(.nonInterleaved) }
        flags.rawValue |= UInt32(fractionBits) << Flags.fractionShift
        let frame = interleaved ? bytes * channels : bytes
        return StreamFormat(
            sampleRate: sampleRate, formatID: .linearPCM, flags: flags, bytesPerPacket: frame, framesPerPacket: 1,
            bytesPerFrame: frame, channels: channels, bitsPerChannel: bits)
    }

    /// Native-endian 32-bit float, the form in which everything is mixed.
    package static func float32(sampleRate: Double, channels: Int, interleaved: Bool = true) -> StreamFormat {
        pcm(.float, bits: 32, sampleRate: sampleRate, channels: channels, interleaved: interleaved)
    }

    /// Native-endian packed 16-bit integers.
    package static func int16(sampleRate: Double, channels: Int, interleaved: Bool = true) -> StreamFormat {
        pcm(.signed, bits: 16, sampleRate: sampleRate, channels: channels, interleaved: interleaved)
    }

    package var isPCM: Bool { formatID == .linearPCM }
    package var isInterleaved: Bool { !flags.contains(.nonInterleaved) }
    package var isBigEndian: Bool { flags.contains(.bigEndian) }

    package var sampleKind: SampleKind {
        flags.contains(.float) ? .float : flags.contains(.signedInteger) ? .signed : .unsigned
    }

    /// Bytes from one sample of a channel to its neighbour in the same frame; 0 where the format is not sound.
    package var bytesPerSample: Int {
        isInterleaved ? (channels > 0 ? bytesPerFrame / channels : 0) : bytesPerFrame
    }

    /// How many buffers an `AudioBufferList` of this format has.
    package var bufferCount: Int { isInterleaved ? 1 : channels }

    /// Whether every packet has the same size, so that no packet descriptions are needed.
    package var hasConstantPacketSize: Bool { bytesPerPacket > 0 }

    /// Whether this is linear PCM whose samples have 0 bits: what a program states that does not know its format yet.
    package var isWithoutSamples: Bool {
        isPCM && (1...1024).contains(channels) && bitsPerChannel == 0 && bytesPerFrame == 0 && bytesPerPacket == 0
            && framesPerPacket <= 1
    }

    /// Whether this describes linear PCM that can be read and written: sane sizes, whole bytes, known widths.
    ///
    /// The limits (1…1024 channels, samples of 1…8 bytes) keep hostile headers from overflowing later arithmetic.
    package var isValidPCM: Bool {
        guard isPCM, (1...1024).contains(channels), framesPerPacket == 1, bytesPerPacket == bytesPerFrame
        else { return false }
        let bytes = bytesPerSample
        guard (1...8).contains(bytes), bytesPerFrame == bytes * (isInterleaved ? channels : 1) else { return false }
        guard bitsPerChannel > 0, bitsPerChannel <= bytes * 8 else { return false }
        return sampleKind != .float || bitsPerChannel == 32 && bytes == 4 || bitsPerChannel == 64 && bytes == 8
    }
}
