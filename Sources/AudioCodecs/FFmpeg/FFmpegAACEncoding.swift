import AudioCore

// AAC-LC is what libavcodec's encoder makes; none of the others.
extension AAC {
    /// By number of channels, the loudspeakers that channel configurations 1 to 6 stand for.
    private static let masks: [UInt64] = [0, 0x4, 0x3, 0x7, 0x107, 0x37, 0x3F]
    private static let rates = AudioSpecificConfig.rates.filter { $0 >= 8000 }
    /// What a decoder must be able to hold for each channel: 6144 bits.
    private static let bufferBits = 6144
    /// The library's packets may exceed that a little where the rate is at its limit.
    private static let packetBytesPerChannel = 1024

    package static var abilities: CodecAbilities {
        CodecAbilities(
            decodes: FFmpegLibrary.isAvailable, encodes: FFmpegLibrary.isAvailable,
            channels: Array(1..<masks.count),
            sampleRates: rates.reversed().map { Double($0)...Double($0) }, bitRates: [8000...3_456_000],
            hasDependentPackets: true, hasRateControl: true)
    }

    /// From 8 kbit/s a channel to what the buffer allows.
    package static func bitRates(_ format: StreamFormat) -> [ClosedRange<Double>] {
        let most = Double(bufferBits * format.channels) * format.sampleRate / Double(framesPerPacket)
        let least = min(8000 * Double(format.channels), most)
        return [least...most.rounded(.down)]
    }

    /// 64 kbit/s a channel at 44.1 kHz and above; less at lower rates, as there is less to encode.
    private static func usualBitRate(_ format: StreamFormat) -> Int {
        let share = min(1, format.sampleRate / 44_100)
        return max(8, Int(share * 64)) * 1000 * format.channels
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        let complete = try complete(format, magicCookie: [])
        guard complete.channels < masks.count, rates.contains(where: { Double($0) == complete.sampleRate }),
            complete.framesPerPacket == framesPerPacket
        else {
            throw .converterFormat.because(
                "AAC is encoded with one to six channels, 1024 frames a packet, at the rates from 8 to 96 kHz")
        }
        let bitRate = options.bitRate ?? usualBitRate(complete)
        var config = FFmpegConfig(
            name: "aac", sampleRate: Int(complete.sampleRate), channels: complete.channels,
            channelMask: masks[complete.channels], samples: .float)
        config.isPlanar = true
        config.options = rateOptions(bitRate, options)
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
        let isVariable = options.bitRateControlMode == 3
        plan.bitRate = isVariable ? nil : bitRate
        plan.cookie = { cookie($0, channels: complete.channels, bitRate: isVariable ? 0 : bitRate) }
        return try FFmpegEncoder(config, plan)
    }

    /// The library knows an average rate, with a reservoir as small as a packet's buffer, and a constant quality.
    private static func rateOptions(_ bitRate: Int, _ options: EncoderOptions) -> [(String, String)] {
        guard options.bitRateControlMode == 3 else { return [("flags", "+bitexact"), ("b", String(bitRate))] }
        // 0 to 127 become the 0.1 to 3 that the encoder's scale makes sense for.
        let quality = Double(options.variableQuality ?? options.quality ?? 64)
        let scale = 0.1 + quality / 127 * 2.9
        // In units of 1/118.
        return [("flags", "+bitexact+qscale"), ("global_quality", String(Int(scale * 118)))]
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
