import AudioCore

// AAC-LC is what libavcodec's encoder makes; none of the others.
extension AAC {
    /// By number of channels, the loudspeakers that channel configurations 1 to 6 stand for.
    private static let masks: [UInt64] = [0, 0x4, 0x3, 0x7, 0x107, 0x37, 0x3F]
    private static let rates = AudioSpecificConfig.rates.filter { $0 >= 8000 }
    /// What a decoder must be able to hold for each channel: 6144 bits.
    private static let bufferBits = 6144
    /// The library's packets may exceed that by half, where a burst follows silence at a rate near the limit. Six channels fit
    /// into a packet of ADTS.
    private static let packetBytesPerChannel = 1360

    /// The priming of Apple's encoder, which programs expect. The library's own is 1024.
    private static let usualPriming = 2112

    package static var abilities: CodecAbilities {
        CodecAbilities(
            decodes: FFmpegLibrary.isAvailable, encodes: FFmpegLibrary.isAvailable,
            channels: Array(1..<masks.count),
            sampleRates: rates.reversed().map { Double($0)...Double($0) },
            bitRates: BitRates.steps(in: 8000...3_456_000),
            hasDependentPackets: true, hasRateControl: true)
    }

    /// Steps from 8 kbit/s a channel to what the buffer allows.
    package static func bitRates(_ format: StreamFormat) -> [ClosedRange<Double>] {
        let most = mostBitRate(format)
        let least = min(8000 * Double(format.channels), most)
        return BitRates.steps(in: least...most.rounded(.down))
    }

    private static func mostBitRate(_ format: StreamFormat) -> Double {
        Double(bufferBits * format.channels) * format.sampleRate / Double(framesPerPacket)
    }

    /// The customary bit rate nearest to two and a quarter bits a frame, at most 64 kbit/s, for each channel, and of the
    /// sum.
    ///
    /// With fewer than about two bits the library's rate control loses tones within seconds: Benchmarks/README.md. At a low
    /// sample rate a frame needs more bits than at a high one, where the upper half of the spectrum takes few.
    private static func usualBitRate(_ format: StreamFormat) -> Int {
        let each = BitRates.nearest(to: min(64_000, 2.25 * format.sampleRate))
        return BitRates.nearest(to: Double(each * format.channels))
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        let complete = try complete(format, magicCookie: [])
        // What fills packets goes through the stream from its start.
        let isConstant = RateMode(rawValue: options.bitRateControlMode ?? -1) == .constant
        return try makeEncoder(complete, options, isConstant ? nil : lanes(complete))
    }

    /// - Parameter lanes: how the stream is divided; nil for one encoder.
    static func makeEncoder(
        _ complete: StreamFormat, _ options: EncoderOptions, _ lanes: LanePlan?
    ) throws(AudioError) -> any PacketEncoder {
        guard complete.channels < masks.count, rates.contains(where: { Double($0) == complete.sampleRate }),
            complete.framesPerPacket == framesPerPacket
        else {
            throw .converterFormat.because(
                "AAC is encoded with one to six channels, 1024 frames a packet, at the rates from 8 to 96 kHz")
        }
        let mode = RateMode(rawValue: options.bitRateControlMode ?? RateMode.average.rawValue) ?? .average
        let quality = options.variableQuality ?? options.quality ?? 64
        let bitRate =
            mode == .variable
            ? Int(AACQuality.bitRate(quality) * share(complete)) : options.bitRate ?? usualBitRate(complete)
        var config = FFmpegConfig(
            name: "aac", sampleRate: Int(complete.sampleRate), channels: complete.channels,
            channelMask: masks[complete.channels], samples: .float)
        config.isPlanar = true
        config.options = [("flags", "+bitexact"), ("b", String(bitRate))]
        let isVariable = mode == .variable || mode == .constrained
        let cutoff = isVariable ? cutoff(complete, bitRate: bitRate) : nil
        if let cutoff { config.options.append(("cutoff", String(cutoff))) }
        let isFast = (options.quality ?? 64) < 64
        config.options.append(("aac_coder", isFast ? "fast" : "twoloop"))
        // Noise in place of sound saves bits where there are few. Where there are enough it only makes decoders differ.
        let isRich = Double(bitRate) >= 48_000 * Double(complete.channels) * min(1, complete.sampleRate / 44_100)
        config.options.append(("aac_pns", isRich ? "0" : "1"))
        // The library shapes noise in time so that it takes longer and leaves more of it, before attacks too.
        config.options.append(("aac_tns", "0"))
        var plan = FFmpegEncoder.Plan(
            input: .float32(sampleRate: complete.sampleRate, channels: complete.channels), output: complete,
            maximumPacketSize: packetBytesPerChannel * complete.channels, order: .centreFirst)
        plan.bitRate = bitRate
        plan.rateControl = AACRateControl(
            bitRate: bitRate, mostBitRate: mostBitRate(complete), framesPerPacket: framesPerPacket,
            sampleRate: complete.sampleRate, mostSaved: mode.mostSaved,
            cutoffs: (cutoff, usualCutoff(complete, bitRate: bitRate)))
        plan.leastPriming = options.hasLeastPriming ? 0 : usualPriming
        if mode == .constant {
            plan.filling = AACFilling(
                bitRate: bitRate, framesPerPacket: framesPerPacket, sampleRate: complete.sampleRate)
        }
        plan.cookie = { cookie($0, channels: complete.channels, bitRate: mode == .variable ? 0 : bitRate) }
        guard let lanes else { return try FFmpegEncoder(config, plan) }
        return try LanedEncoder(lanes) { [config, plan] () throws(AudioError) -> any PacketEncoder in
            try FFmpegEncoder(config, plan)
        }
    }

    /// 1024 packets of stereo in a segment, 24 seconds at 44.1 kHz; 640 are read ahead, 5 MiB of samples.
    ///
    /// libavcodec's encoder decides on windows by the last three packets. Its rate control has followed the sound after some
    /// tens. Each lane keeps its encoder, and so what the rate control learns in the first hundreds of packets.
    private static func lanes(_ format: StreamFormat) -> LanePlan {
        let packets = max(256, 2048 / format.channels)
        return LanePlan(firstPackets: packets, segmentPackets: packets, runIn: 64, firstRunIn: packets / 2)
    }

    /// `kAudioCodecBitRateControlMode_…`. The library knows an average rate, with a reservoir as small as a packet's
    /// buffer, which `AACRateControl` corrects. The constant rate is the average one with packets filled up. The variable
    /// ones leave what a part of the sound does not take to the next parts.
    ///
    /// The library's constant quality is none of them: what it takes varies between sounds by more than a factor of two.
    private enum RateMode: Int {
        case constant, average, constrained, variable

        /// Seconds of the bit rate that a part of the sound may leave.
        var mostSaved: Double {
            switch self {
            case .constant, .average: 0
            case .constrained: 0.7
            case .variable: 1.5
            }
        }
    }

    /// The highest frequency of sound that has fewer than two bits a frame, of which the library's choice is too high at low bit
    /// rates: its tones turn into noise. Nil for the library's choice, which is about 0.23 of a channel's bit rate.
    private static func cutoff(_ format: StreamFormat, bitRate: Int) -> Int? {
        let each = Double(bitRate) / Double(format.channels)
        guard each < 48_000, each < 2 * format.sampleRate else { return nil }
        let share = 0.17 + 0.06 * max(0, (each - 32_000) / 16_000)
        return Int(max(each * share, min(4000, format.sampleRate / 4)))
    }

    /// The highest frequency of sound that the library chooses, nearly.
    private static func usualCutoff(_ format: StreamFormat, bitRate: Int) -> Double {
        min(max(0.23 * Double(bitRate) / Double(format.channels), 4000), format.sampleRate / 2)
    }

    /// The ratio of a format's bit rate to that of stereo at 44.1 kHz, at the same quality.
    private static func share(_ format: StreamFormat) -> Double {
        Double(format.channels) / 2 * min(1, format.sampleRate / 44_100)
    }

    private static func cookie(_ configuration: [UInt8], channels: Int, bitRate: Int) -> [UInt8] {
        guard var config = try? AudioSpecificConfig(configuration) else { return [] }
        // That there is no extension goes without saying.
        config.signalling = .none
        var descriptor = ESDescriptor(specificInfo: config.bytes)
        descriptor.bufferSize = UInt32(bufferBits / 8 * channels)
        descriptor.maximumBitRate = UInt32(clamping: bitRate)
        descriptor.averageBitRate = UInt32(clamping: bitRate)
        return descriptor.bytes
    }
}

/// Qualities of variable bit rate from 0 to 127, and the bit rates that they give.
private enum AACQuality {
    /// Bits per second of stereo at 44.1 kHz, near what Apple's encoder makes of the quality.
    private static let steps: [(quality: Double, bitRate: Double)] = [
        (0, 40_000), (18, 64_000), (36, 80_000), (45, 96_000), (64, 128_000), (73, 144_000), (82, 160_000),
        (91, 192_000),
        (109, 256_000), (127, 320_000),
    ]

    /// Interpolates linearly between steps. Values beyond the ends get the first or the last step's result.
    static func bitRate(_ quality: Int) -> Double {
        let quality = Double(quality)
        guard let next = steps.firstIndex(where: { $0.quality >= quality }) else {
            return steps[steps.count - 1].bitRate
        }
        guard next > 0 else { return steps[0].bitRate }
        let (low, high) = (steps[next - 1], steps[next])
        return low.bitRate + (quality - low.quality) / (high.quality - low.quality) * (high.bitRate - low.bitRate)
    }
}
