import AudioCore

extension FFmpegDolby {
    /// By number of channels: C; L R; L C R; L R Ls Rs; L C R Ls Rs; and the low-frequency one.
    static var masks: [UInt64] { [0, 0x4, 0x3, 0x7, 0x603, 0x607, 0x60F] }
    static var rates: [Double] { [32_000, 44_100, 48_000] }
    /// In kbit/s.
    static var steps: [Double] {
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
    }

    package static var abilities: CodecAbilities {
        CodecAbilities(
            decodes: FFmpegLibrary.isAvailable, encodes: FFmpegLibrary.isAvailable,
            channels: Array(1...maximumChannels), sampleRates: rates.map { $0...$0 },
            bitRates: steps.map { $0 * 1000...$0 * 1000 }, hasDependentPackets: true)
    }

    package static func bitRates(_ format: StreamFormat) -> [ClosedRange<Double>] {
        steps.filter { $0 >= 24 * Double(format.channels) }.map { $0 * 1000...$0 * 1000 }
    }

    /// 96 kbit/s a channel, or the step above.
    private static func usualBitRate(_ format: StreamFormat) -> Int {
        Int(steps.first { $0 >= min(640, 96 * Double(format.channels)) } ?? 640) * 1000
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        let complete = try complete(format, magicCookie: [])
        guard complete.channels < masks.count, rates.contains(complete.sampleRate), complete.framesPerPacket == 1536
        else {
            throw .converterFormat.because(
                "\(name) is encoded with one to six channels and 1536 frames a packet at 32, 44.1 or 48 kHz")
        }
        let wanted = Double(options.bitRate ?? usualBitRate(complete)) / 1000
        let bitRate = Int(steps.min { abs($0 - wanted) < abs($1 - wanted) } ?? wanted) * 1000
        var config = FFmpegConfig(
            name: libraryName, options: [("b", String(bitRate)), ("flags", "+bitexact")],
            sampleRate: Int(complete.sampleRate), channels: complete.channels, channelMask: masks[complete.channels],
            samples: .float)
        config.isPlanar = true
        var plan = FFmpegEncoder.Plan(
            input: .float32(sampleRate: complete.sampleRate, channels: complete.channels), output: complete,
            maximumPacketSize: 4096, order: .dolby)
        plan.bitRate = bitRate
        plan.needsPushing = true
        return try FFmpegEncoder(config, plan)
    }
}
