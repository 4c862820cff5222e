import AudioCore

/// Opus, which runs at 48 kHz, 24, 16, 12 or 8 kHz.
///
/// The frames of a packet count at the format's rate. The magic cookie is the packet `OpusHead` of RFC 7845, or what MP4 has
/// of it in `dOps`; without one there are one or two channels.
///
/// More than two channels come in the order of Vorbis: L C R, surround, LFE last. Streams of more than eight, which say
/// nothing of loudspeakers, are decoded by libopus itself.
package enum OpusCodec: Codec {
    package static let formatID: FourCC = "opus"
    package static let name = "Opus"

    static let sampleRate = 48_000.0
    private static let rates = [8000.0, 12_000, 16_000, 24_000, sampleRate]
    static let maximumChannels = 8
    /// Where channels stand for no loudspeakers.
    static let maximumDiscreteChannels = 255
    /// 120 ms.
    static let longestPacket = 5760

    package static var abilities: CodecAbilities {
        CodecAbilities(
            decodes: FFmpegLibrary.isAvailable, encodes: FFmpegLibrary.isAvailable,
            channels: Array(1...maximumChannels), sampleRates: rates.map { $0...$0 },
            bitRates: BitRates.steps(in: 6000...256_000 * Double(maximumChannels)), hasDependentPackets: true,
            framesPerPacket: longestUsual, hasRateControl: true)
    }

    /// 20 ms.
    package static func usualFrames(_ format: StreamFormat) -> Int { Int(format.sampleRate / 50) }

    package static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat {
        var complete = format
        if !magicCookie.isEmpty {
            let head = try OpusHead(cookie: magicCookie)
            if complete.channels == 0 { complete.channels = head.channels }
            guard complete.channels == head.channels else {
                throw .converterFormat.because("the format and the magic cookie contradict each other")
            }
        }
        if complete.sampleRate == 0 { complete.sampleRate = sampleRate }
        try requireSound(complete, named: formatID)
        guard complete.channels <= maximumDiscreteChannels, complete.bytesPerPacket == 0,
            (0...longestPacket).contains(complete.framesPerPacket)
        else { throw .converterFormat.because("Opus has up to 255 channels, and packets of at most 120 ms") }
        guard rates.contains(complete.sampleRate) else {
            throw .converterFormat.because("Opus is converted at 8, 12, 16, 24 or 48 kHz")
        }
        complete.bytesPerFrame = 0
        complete.bitsPerChannel = 0
        return complete
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        let complete = try complete(format, magicCookie: magicCookie)
        let head = try magicCookie.isEmpty ? OpusHead(channels: complete.channels) : OpusHead(cookie: magicCookie)
        let usual = complete.framesPerPacket > 0 ? complete.framesPerPacket : usualFrames(complete)
        // After a second a reset decoder gives the same samples. After the 80 ms that RFC 7845, 4.6, asks players to decode,
        // they are only close, because band energies are predicted from previous packets.
        let preRoll = max(1, Int(complete.sampleRate) / usual)
        guard complete.sampleRate == sampleRate, head.channels <= maximumChannels else {
            return try OpusBandDecoder(head, sampleRate: complete.sampleRate, preRollPackets: preRoll)
        }
        return try FFmpegDecoder(
            FFmpegConfig(
                name: "libopus", sampleRate: Int(sampleRate), channels: head.channels, samples: .float,
                configuration: head.bytes),
            output: .float32(sampleRate: sampleRate, channels: head.channels),
            preRollPackets: preRoll, maximumFramesPerPacket: longestPacket, order: .vorbis)
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        var complete = try complete(format, magicCookie: [])
        guard complete.channels <= maximumChannels else {
            throw .converterFormat.because("Opus of more than eight channels is decoded, but not encoded")
        }
        if complete.framesPerPacket == 0 { complete.framesPerPacket = usualFrames(complete) }
        let fullFrames = complete.framesPerPacket * Int(sampleRate / complete.sampleRate)
        let durations = [120: "2.5", 240: "5", 480: "10", 960: "20", 1920: "40", 2880: "60"]
        guard let duration = durations[fullFrames] else {
            throw .converterFormat.because("packets of Opus are made of 2.5, 5, 10, 20, 40 or 60 ms")
        }
        // 64 kbit/s for the first channel or pair, 48 for each further one.
        let bitRate = options.bitRate ?? 64_000 + 32_000 * (complete.channels - 1)
        let modes = ["off", "on", "constrained", "on"]
        let mode = options.bitRateControlMode.flatMap { modes.indices.contains($0) ? modes[$0] : nil } ?? "on"
        let quality = options.quality ?? 64
        let config = FFmpegConfig(
            name: "libopus",
            options: [
                ("b", String(bitRate)), ("frame_duration", duration), ("vbr", mode), ("flags", "+bitexact"),
                ("compression_level", String(quality < 64 ? quality * 10 / 64 : 10)),
            ], sampleRate: Int(complete.sampleRate), channels: complete.channels, channelMask: masks[complete.channels],
            samples: .float)
        var plan = FFmpegEncoder.Plan(
            input: .float32(sampleRate: complete.sampleRate, channels: complete.channels), output: complete,
            // As many frames as a packet can have, each of the largest size, for each stream.
            maximumPacketSize: max(1, fullFrames / 960) * 1277 * complete.channels + 7, order: .vorbis)
        plan.bitRate = bitRate
        plan.dropsSurplus = true
        plan.cookie = { $0 }
        return try FFmpegEncoder(config, plan)
    }

    /// By number of channels, the loudspeakers of mapping family 1.
    private static let masks: [UInt64] = [0, 0x4, 0x3, 0x7, 0x33, 0x37, 0x3F, 0x70F, 0x63F]
    /// 20 ms at 48 kHz.
    private static let longestUsual = 960

    package static func bitRates(_ format: StreamFormat) -> [ClosedRange<Double>] {
        BitRates.steps(in: 6000...256_000 * Double(format.channels))
    }
}

/// The identification header of Opus, parsed from untrusted bytes (RFC 7845, 5.1).
struct OpusHead {
    let channels: Int
    let preSkip: Int
    private let inputRate: UInt32
    /// In 256ths of a decibel.
    let gain: Int16
    private let family: UInt8
    /// Streams, coupled streams and the place of each channel, where the family is not 0.
    private let mapping: [UInt8]

    /// How many streams a packet holds, how many of them are of two channels, and which of those each channel is.
    var streams: (count: Int, coupled: Int, places: [UInt8]) {
        guard family != 0 else { return (1, channels - 1, Array(0..<UInt8(channels))) }
        return (Int(mapping[0]), Int(mapping[1]), Array(mapping[2...]))
    }

    init(channels: Int) throws(AudioError) {
        guard (1...2).contains(channels) else {
            throw .converterFormat.because("Opus of more than two channels needs its magic cookie")
        }
        self.channels = channels
        (preSkip, inputRate, gain, family, mapping) = (0, 48_000, 0, 0, [])
    }

    init(cookie: [UInt8]) throws(AudioError) {
        var channels: UInt8 = 0
        var preSkip: UInt16 = 0
        let isHead = cookie.starts(with: "OpusHead".utf8)
        do throws(AudioError) {
            var input = ByteReader(cookie)
            // MP4's form has the same fields in the other byte order, version 0, and no name.
            if isHead { try input.skip(8) }
            let version = try input.big(UInt8.self)
            channels = try input.big()
            if isHead {
                preSkip = try input.little()
                inputRate = try input.little()
                gain = try input.little()
            } else {
                preSkip = try input.big()
                inputRate = try input.big()
                gain = try input.big()
            }
            family = try input.big()
            mapping = family == 0 ? [] : Array(try input.take(2 + Int(channels)))
            guard version < 16 else { throw .converterFormat }
        } catch { throw .converterFormat.because("the magic cookie of Opus is cut short or of another kind") }
        self.channels = Int(channels)
        self.preSkip = Int(preSkip)
        guard isSane else { throw .converterFormat.because("the magic cookie of Opus contradicts itself") }
    }

    private var isSane: Bool {
        // Family 3 has a matrix in place of the channels' table.
        guard channels > 0, family != 3 else { return false }
        guard family != 0 else { return channels <= 2 }
        guard family > 1 || channels <= OpusCodec.maximumChannels else { return false }
        let (streams, coupled) = (Int(mapping[0]), Int(mapping[1]))
        return streams > 0 && coupled <= streams && streams + coupled <= 255
            && mapping[2...].allSatisfy { $0 == 255 || Int($0) < streams + coupled }
    }

    /// As `OpusHead` is in Ogg.
    var bytes: [UInt8] {
        var output = ByteWriter()
        output.append("OpusHead".utf8)
        output.big(UInt8(1))
        output.big(UInt8(channels))
        output.little(UInt16(preSkip))
        output.little(inputRate)
        output.little(gain)
        output.big(family)
        output.append(mapping)
        return output.bytes
    }
}
