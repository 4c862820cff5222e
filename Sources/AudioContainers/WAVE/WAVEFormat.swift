import AudioCore

// Between the `fmt ` chunk and Core Audio's description of a format.

extension WAVEFormatChunk {
    /// `kAudioChannelLayoutTag_Ambisonic_B_Format`
    private static let ambisonicLayout: UInt32 = 107 << 16 | 4

    /// The format in Core Audio's terms, where packets have a constant size.
    func streamFormat(bigEndian: Bool) throws(AudioError) -> StreamFormat {
        guard (1...1024).contains(channels) else {
            throw .invalidFile.because("the file claims to have \(channels) channels")
        }
        guard sampleRate > 0 else { throw .invalidFile.because("the sample rate is 0") }
        switch tag {
        case Self.pcm, Self.float: return try linear(bigEndian: bigEndian)
        case Self.ulaw: return companded(.ulaw)
        case Self.alaw: return companded(.alaw)
        default:
            if let kind = WAVEBlocks.Kind(rawValue: tag) { return try blocks(kind) }
            throw .unsupportedDataFormat.because("WAVE format 0x\(String(tag, radix: 16)) is not supported")
        }
    }

    private func linear(bigEndian: Bool) throws(AudioError) -> StreamFormat {
        guard (1...64).contains(bits) else {
            throw .unsupportedDataFormat.because("samples of \(bits) bits are not supported")
        }
        let containerBytes = (Int(bits) + 7) / 8
        let perChannel = Int(blockAlign) % Int(channels) == 0 ? Int(blockAlign) / Int(channels) : 0
        // The block alignment only counts where it can be true: broken ones are common.
        let bytes = (max(1, containerBytes)...8).contains(perChannel) ? perChannel : containerBytes
        var valid = Int(bits)
        if let wider, (1...Int(bits)).contains(Int(wider.validBits)) { valid = Int(wider.validBits) }
        let kind: StreamFormat.SampleKind = tag == Self.float ? .float : bytes == 1 ? .unsigned : .signed
        // Samples stand in the upper bits of their container. A plain chunk that states whole bytes in a wider block is the
        // exception: there they stand in the lower ones.
        let alignedHigh = valid % 8 != 0 || wider != nil
        let format = StreamFormat.pcm(
            kind, bits: valid, sampleRate: Double(sampleRate), channels: Int(channels),
            bigEndian: bigEndian && bytes > 1, bytesPerSample: bytes, alignedHigh: alignedHigh)
        guard format.isValidPCM else {
            throw .unsupportedDataFormat.because(
                "samples of \(bits) bits in blocks of \(blockAlign) bytes are not supported")
        }
        return format
    }

    private func companded(_ id: FourCC) -> StreamFormat {
        StreamFormat(
            sampleRate: Double(sampleRate), formatID: id, bytesPerPacket: Int(channels), framesPerPacket: 1,
            bytesPerFrame: Int(channels), channels: Int(channels), bitsPerChannel: 8)
    }

    private func blocks(_ kind: WAVEBlocks.Kind) throws(AudioError) -> StreamFormat {
        let (channels, block) = (Int(self.channels), Int(blockAlign))
        guard let frames = kind.frames(inBytes: block, channels: channels) else {
            throw .invalidFile.because("\(channels) channels do not fit blocks of \(block) bytes")
        }
        // A block that is not filled up is the only reason to claim fewer frames.
        var claimed = 0
        if extra.count >= 2 { claimed = Int(extra[0]) | Int(extra[1]) << 8 }
        return StreamFormat(
            sampleRate: Double(sampleRate), formatID: kind.formatID, bytesPerPacket: block,
            framesPerPacket: (1...frames).contains(claimed) ? claimed : frames, channels: channels,
            bitsPerChannel: kind.bitsPerChannel)
    }

    /// The layout an extensible chunk gives its channels.
    var layout: ChannelLayout? {
        guard let wider else { return nil }
        if wider.isAmbisonic {
            return channels == 4 ? ChannelLayout(tag: Self.ambisonicLayout) : nil
        }
        return ChannelLayout(waveMask: wider.channelMask, channels: Int(channels))
    }
}

extension WAVEFormatChunk {
    /// The chunk that describes `format`; extensible where it must contain a layout, or a plain chunk would be ambiguous.
    ///
    /// - Throws: `unsupportedDataFormat` where WAVE cannot hold the format.
    init(_ format: StreamFormat, layout: ChannelLayout?) throws(AudioError) {
        guard (1...1024).contains(format.channels), format.sampleRate >= 1, format.sampleRate <= Double(UInt32.max)
        else {
            throw .unsupportedDataFormat.because("WAVE needs 1 to 1024 channels and a sample rate")
        }
        if WAVEBlocks.Kind(format.formatID) != nil {
            guard let blocks = WAVEBlocks(format) else {
                throw .unsupportedDataFormat.because("the packets are no blocks of this format")
            }
            self.init(blocks)
            return
        }
        let tag: UInt16
        switch format.formatID {
        case .linearPCM:
            try Self.check(format)
            tag = format.sampleKind == .float ? Self.float : Self.pcm
        case .ulaw: tag = Self.ulaw
        case .alaw: tag = Self.alaw
        default: throw .unsupportedDataFormat.because("WAVE files with '\(format.formatID)' are not written")
        }
        self.init(
            tag: tag, channels: UInt16(format.channels), sampleRate: UInt32(format.sampleRate.rounded()))
        let bytes = format.isPCM ? format.bytesPerSample : 1
        let block = bytes * format.channels
        guard block <= UInt16.max else { throw .unsupportedDataFormat.because("a frame has more than 65535 bytes") }
        blockAlign = UInt16(block)
        bytesPerSecond = UInt32(clamping: UInt64(sampleRate) * UInt64(block))
        bits = format.isPCM ? UInt16(bytes * 8) : 8
        let isLow = format.isPCM && format.bitsPerChannel < bytes * 8 && !format.flags.contains(.alignedHigh)
        if isLow, format.bitsPerChannel % 8 == 0, layout == nil {
            bits = UInt16(format.bitsPerChannel)
            return
        }
        guard !isLow else {
            throw .unsupportedDataFormat.because("WAVE wants samples in the upper bits of their bytes")
        }
        let valid = format.isPCM ? format.bitsPerChannel : 8
        let mask = layout.map { Self.mask(of: $0, channels: format.channels) } ?? 0
        let isAmbisonic = layout?.tag == Self.ambisonicLayout && format.isPCM
        if format.channels > 2 || mask != 0 || isAmbisonic || valid != Int(bits) {
            wider = Extension(validBits: UInt16(valid), channelMask: mask, isAmbisonic: isAmbisonic)
        }
    }

    init(_ blocks: WAVEBlocks) {
        self.init(
            tag: blocks.kind.rawValue, channels: UInt16(clamping: blocks.channels), sampleRate: blocks.sampleRate)
        bytesPerSecond = blocks.bytesPerSecond
        blockAlign = UInt16(clamping: blocks.bytesPerBlock)
        bits = UInt16(blocks.kind.bitsPerChannel)
        extra = blocks.extra
    }

    private static func check(_ format: StreamFormat) throws(AudioError) {
        guard format.isValidPCM, format.isInterleaved, format.flags.fractionBits == 0 else {
            throw .unsupportedDataFormat.because("WAVE holds interleaved linear PCM only")
        }
        let isByte = format.bytesPerSample == 1
        guard isByte || !format.isBigEndian else { throw .unsupportedDataFormat.because("WAVE is little-endian") }
        guard format.sampleKind == .float || isByte == (format.sampleKind == .unsigned) else {
            throw .unsupportedDataFormat.because("WAVE samples are unsigned in one byte and signed in more")
        }
    }

    /// The mask that places the channels as `layout` does, or 0 where none can.
    private static func mask(of layout: ChannelLayout, channels: Int) -> UInt32 {
        guard layout.channelCount == channels else { return 0 }
        var placed = layout
        // A mask says of the last channels that their place is unknown by not naming them.
        if placed.tag == ChannelLayout.useDescriptions {
            while placed.descriptions.last?.label == .max { placed.descriptions.removeLast() }
        }
        return placed.waveMask ?? 0
    }
}
