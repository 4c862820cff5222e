import AudioCore

/// FLAC. The magic cookie is the box `dfLa` around the STREAMINFO block, the block with its header, or the block alone.
/// Without one, a decoder uses the format's rate, channels and frames per packet, and the bit depth in its flags, or 16
/// bits.
///
/// Channels stay in the order that the format prescribes: L R C LFE and so on, as in WAVE. The integers outside have the
/// depth of the stream, in two bytes up to 16 bits and in the upper bits of four above.
package enum FLACCodec: Codec {
    package static let formatID: FourCC = "flac"
    package static let name = "FLAC"

    static let maximumChannels = 8
    static let longestBlock = 65_535

    package static var abilities: CodecAbilities {
        CodecAbilities(
            decodes: FFmpegLibrary.isAvailable, encodes: FFmpegLibrary.isAvailable,
            channels: Array(1...maximumChannels), framesPerPacket: framesPerPacket)
    }

    package static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat {
        var complete = format
        if !magicCookie.isEmpty {
            let stream = try FLACConfig(cookie: magicCookie)
            if complete.channels == 0 { complete.channels = stream.channels }
            if complete.sampleRate == 0 { complete.sampleRate = Double(stream.sampleRate) }
            guard complete.channels == stream.channels else {
                throw .converterFormat.because("the format and the magic cookie contradict each other")
            }
            if complete.flags.rawValue == 0 { complete.flags = FLACConfig.flags(bitDepth: stream.bitDepth) }
            if complete.framesPerPacket == 0, stream.smallestBlock == stream.largestBlock {
                complete.framesPerPacket = stream.largestBlock
            }
        }
        try requireSound(complete, named: formatID)
        guard complete.channels <= maximumChannels, complete.bytesPerPacket == 0,
            (0...longestBlock).contains(complete.framesPerPacket), complete.flags.rawValue <= 4
        else { throw .converterFormat.because("FLAC has one to eight channels, and packets that vary in size") }
        complete.bytesPerFrame = 0
        complete.bitsPerChannel = 0
        return complete
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        let complete = try complete(format, magicCookie: magicCookie)
        let stream = try magicCookie.isEmpty ? FLACConfig(describing: complete) : FLACConfig(cookie: magicCookie)
        return try FLACDecoder(
            stream, sampleRate: complete.sampleRate, framesPerPacket: complete.framesPerPacket)
    }

    /// Creates an encoder of the bit depth that the format's flags state, 16 or 24; without flags, of the source's.
    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        var complete = try complete(format, magicCookie: [])
        if complete.framesPerPacket == 0 { complete.framesPerPacket = framesPerPacket }
        let wanted = [16, 16, 20, 24, 32][Int(complete.flags.rawValue)]
        let bits = complete.flags.rawValue > 0 ? wanted : options.sourceBitDepth ?? 16
        guard bits <= 24 || complete.flags.rawValue == 0, complete.framesPerPacket >= 16,
            (1...655_350).contains(complete.sampleRate), complete.sampleRate == complete.sampleRate.rounded()
        else { throw .converterFormat.because("FLAC is encoded with 16 or 24 bits, at whole rates up to 655,350 Hz") }
        let depth = bits > 16 ? 24 : 16
        complete.flags = FLACConfig.flags(bitDepth: depth)
        let level = [5, 8][(options.quality ?? 64) > 96 ? 1 : 0]
        let config = FFmpegConfig(
            name: "flac",
            options: [
                ("frame_size", String(complete.framesPerPacket)), ("compression_level", String(level)),
                ("flags", "+bitexact"),
            ], sampleRate: Int(complete.sampleRate), channels: complete.channels, channelMask: masks[complete.channels],
            samples: depth > 16 ? .int32 : .int16)
        var plan = FFmpegEncoder.Plan(
            input: pcmFormat(bitDepth: depth, sampleRate: complete.sampleRate, channels: complete.channels),
            output: complete,
            // Stored as they are, one channel a bit wider, with the headers of the frame and the channels.
            maximumPacketSize: complete.framesPerPacket * complete.channels * (depth + 1) / 8 + 8 * complete.channels
                + 64)
        plan.hasShortPackets = true
        plan.cookie = FLACConfig.cookie(around:)
        return try FFmpegEncoder(config, plan)
    }

    /// By number of channels, the loudspeakers that the format prescribes.
    private static let masks: [UInt64] = [0, 0x4, 0x3, 0x7, 0x33, 0x37, 0x3F, 0x70F, 0x63F]
    /// Frames of the packets that are made where the format leaves it open.
    private static let framesPerPacket = 4096

    /// The linear PCM outside.
    static func pcmFormat(bitDepth: Int, sampleRate: Double, channels: Int) -> StreamFormat {
        .pcm(
            .signed, bits: bitDepth, sampleRate: sampleRate, channels: channels, bytesPerSample: bitDepth > 16 ? 4 : 2,
            alignedHigh: true)
    }
}

/// STREAMINFO, parsed from untrusted bytes (RFC 9639, 8.2).
struct FLACConfig {
    /// The 34 bytes of the block.
    let bytes: [UInt8]
    let smallestBlock: Int
    let largestBlock: Int
    let sampleRate: Int
    let channels: Int
    let bitDepth: Int

    private static let size = 34

    init(cookie: [UInt8]) throws(AudioError) {
        let box: [UInt8] = Array("dfLa".utf8)
        var start = 0
        if cookie.count >= 12, cookie[4..<8].elementsEqual(box) { start = 12 }
        // A header's type is 0, with or without the mark of the last block; a block's first byte could be 0, too.
        if cookie.count >= start + 4 + Self.size, cookie[start] & 0x7F == 0,
            cookie[start + 1..<start + 4].elementsEqual([0, 0, UInt8(Self.size)])
        {
            start += 4
        }
        guard cookie.count >= start + Self.size else {
            throw .converterFormat.because("the magic cookie of FLAC is cut short")
        }
        let block = Array(cookie[start..<start + Self.size])
        func number(_ range: Range<Int>) -> Int { block[range].reduce(0) { $0 << 8 | Int($1) } }
        bytes = block
        smallestBlock = number(0..<2)
        largestBlock = number(2..<4)
        let packed = number(10..<14)
        sampleRate = packed >> 12
        channels = packed >> 9 & 7 + 1
        bitDepth = packed >> 4 & 31 + 1
        guard sampleRate > 0, largestBlock >= 16, smallestBlock <= largestBlock, (4...32).contains(bitDepth) else {
            throw .converterFormat.because("the magic cookie of FLAC contradicts itself")
        }
    }

    /// The stream information that a format implies.
    ///
    /// - Throws: `converterFormat` if the sample rate is missing, or FLAC does not support it.
    init(describing format: StreamFormat) throws(AudioError) {
        guard (1...655_350).contains(format.sampleRate), format.sampleRate == format.sampleRate.rounded() else {
            throw .converterFormat.because("FLAC has whole sample rates up to 655,350 Hz")
        }
        let frames = UInt16(max(16, format.framesPerPacket > 0 ? format.framesPerPacket : FLACCodec.longestBlock))
        let depth = [16, 16, 20, 24, 32][Int(min(format.flags.rawValue, 4))]
        var block = ByteWriter()
        block.big(format.framesPerPacket > 0 ? frames : 16)
        block.big(frames)
        // Sizes of frames in bytes, which are not known.
        block.zeros(6)
        block.big(
            UInt64(format.sampleRate) << 44 | UInt64(format.channels - 1) << 41 | UInt64(depth - 1) << 36)
        block.zeros(16)
        try self.init(cookie: block.bytes)
    }

    /// The same stream in another bit depth.
    func of(bitDepth: Int) throws(AudioError) -> FLACConfig {
        var block = bytes
        block[12] = block[12] & 0xFE | UInt8((bitDepth - 1) >> 4)
        block[13] = block[13] & 0x0F | UInt8((bitDepth - 1) & 0xF) << 4
        return try FLACConfig(cookie: block)
    }

    /// The box `dfLa` around STREAMINFO, as Core Audio has it.
    static func cookie(around block: [UInt8]) -> [UInt8] {
        var output = ByteWriter()
        output.big(UInt32(16 + block.count))
        output.fourCC("dfLa")
        output.big(UInt32(0))
        output.big(0x8000_0000 | UInt32(block.count))
        output.append(block)
        return output.bytes
    }

    /// The format flag that states the depth of the source: 1 to 4 for 16, 20, 24 and 32 bits.
    static func flags(bitDepth: Int) -> StreamFormat.Flags {
        .init(rawValue: UInt32(([16, 20, 24, 32].firstIndex(of: bitDepth) ?? -1) + 1))
    }
}
