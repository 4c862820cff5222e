import AudioCore

/// Apple Lossless: adaptive linear prediction, adaptive Rice codes, packets of 4096 frames that know nothing of each other.
///
/// Samples of 16, 20, 24 or 32 bits, one to eight channels. The channels of a packet come in the order of Core Audio's
/// AAC layouts (three are C L R, six are C L R Ls Rs LFE), and stay in that order on both sides.
///
/// The PCM outside is packed: two, three or four bytes a sample. Samples of 20 bits stand in the upper bits of three
/// bytes, so that they are 24-bit samples, too.
package enum ALAC: Codec {
    package static let formatID = FourCC.alac
    package static let name = "Apple Lossless"

    static let framesPerPacket = 4096
    static let maximumChannels = 8

    /// Mono, stereo, then centre first: C L R, C L R Cs, C L R Ls Rs, the same with LFE, with Cs before it, and with Lc Rc.
    private static let layouts = ([100, 101, 114, 116, 120, 124, 142, 127] as [UInt32]).enumerated().map {
        ChannelLayout(tag: $1 << 16 | UInt32($0 + 1))
    }

    package static var abilities: CodecAbilities {
        CodecAbilities(channels: Array(1...maximumChannels), layouts: layouts)
    }

    /// The layout of the cookie's last part; without it the one that so many channels have.
    package static func layout(magicCookie: [UInt8]) -> ChannelLayout? {
        guard let config = try? ALACConfig(cookie: magicCookie) else { return nil }
        let stated = ChannelLayout(tag: config.layoutTag)
        return stated.isValid && stated.channelCount == config.channels ? stated : layouts[config.channels - 1]
    }

    package static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat {
        let config = magicCookie.isEmpty ? nil : try ALACConfig(cookie: magicCookie)
        var format = format
        if format.channels == 0, let config { format.channels = config.channels }
        try requireSound(format, named: formatID)
        guard format.channels <= maximumChannels else {
            throw .converterFormat.because("Apple Lossless has at most \(maximumChannels) channels")
        }
        guard format.bytesPerPacket == 0 else {
            throw .converterFormat.because("packets of Apple Lossless vary in size")
        }
        var complete = format
        complete.bytesPerFrame = 0
        complete.bitsPerChannel = 0
        guard let config else {
            guard format.flags.rawValue <= 4 else {
                throw .converterFormat.because("the flags of Apple Lossless are 0 to 4")
            }
            guard format.framesPerPacket <= ALACConfig.longestFrame, format.framesPerPacket >= 0 else {
                throw .converterFormat.because("packets of Apple Lossless are not that long")
            }
            if format.framesPerPacket == 0 { complete.framesPerPacket = framesPerPacket }
            return complete
        }
        guard config.channels == format.channels,
            format.framesPerPacket == 0 || format.framesPerPacket == config.frameLength
        else { throw .converterFormat.because("the format and the magic cookie contradict each other") }
        complete.framesPerPacket = config.frameLength
        complete.flags = flags(bitDepth: config.bitDepth)
        if format.sampleRate == 0 { complete.sampleRate = Double(config.sampleRate) }
        return complete
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        guard !magicCookie.isEmpty else {
            throw .converterFormat.because("Apple Lossless cannot be decoded without its magic cookie")
        }
        let complete = try complete(format, magicCookie: magicCookie)
        return ALACDecoder(try ALACConfig(cookie: magicCookie), sampleRate: complete.sampleRate)
    }

    /// Creates an encoder of the bit depth that the format's flags state; without flags, of the source's, or of 16 bits.
    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        let complete = try complete(format, magicCookie: [])
        guard complete.framesPerPacket == framesPerPacket else {
            throw .converterFormat.because("packets of Apple Lossless are made with \(framesPerPacket) frames")
        }
        let wanted = min(options.sourceBitDepth ?? 16, 32)
        let flagged = Int(complete.flags.rawValue)
        let bitDepth =
            flagged > 0
            ? ALACConfig.bitDepths[flagged - 1] : ALACConfig.bitDepths.first { $0 >= wanted } ?? 32
        return ALACEncoder(complete, bitDepth: bitDepth, layout: options.layout ?? layouts[complete.channels - 1])
    }

    /// The format flags that state the bit depth of the source: 1 to 4 for 16, 20, 24 and 32 bits.
    static func flags(bitDepth: Int) -> StreamFormat.Flags {
        .init(rawValue: UInt32((ALACConfig.bitDepths.firstIndex(of: bitDepth) ?? -1) + 1))
    }

    /// The linear PCM outside.
    static func pcmFormat(bitDepth: Int, sampleRate: Double, channels: Int) -> StreamFormat {
        .pcm(.signed, bits: bitDepth, sampleRate: sampleRate, channels: channels, alignedHigh: true)
    }
}

/// The kinds of elements in a packet: the three bits before each.
enum ALACElement: UInt32 {
    case single, pair, coupling, lowFrequency, data, program, fill, end

    /// The elements that an encoder makes of so many channels.
    static func layout(channels: Int) -> [ALACElement] {
        switch channels {
        case 1: [.single]
        case 2: [.pair]
        case 3: [.single, .pair]
        case 4: [.single, .pair, .single]
        case 5: [.single, .pair, .pair]
        case 6: [.single, .pair, .pair, .single]
        case 7: [.single, .pair, .pair, .single, .single]
        default: [.single, .pair, .pair, .pair, .single]
        }
    }
}
