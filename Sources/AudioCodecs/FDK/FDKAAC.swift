import AudioCore
import CFDK

/// A member of the AAC family that libavcodec decodes and libfdk-aac encodes.
protocol FDKEncodedAAC: FFmpegAACFamily {
    /// The library's number of the format: its audio object type, with that of the extension where there is one.
    static var encodedType: Int32 { get }
    static var encodedChannels: [Int] { get }
    static var lowestRate: Int { get }
    static var highestRate: Int { get }
    /// Frames of the packets that it can make.
    static var encodedPackets: [Int] { get }
    /// Bits per second of a channel where nothing is asked for, at 44.1 kHz and above.
    static var usualBitRate: Double { get }
    /// The priming that clients expect; 0 where it is the encoder's own delay.
    static var usualPriming: Int { get }
}

extension HEAAC: FDKEncodedAAC {
    static let encodedType: Int32 = 5
    static let encodedChannels = Array(1...6)
    static let lowestRate = 16_000
    static let highestRate = 96_000
    static let encodedPackets = [2048]
    static let usualBitRate = 32_000.0
    /// 2,112 frames of the core and the 481 by which replication delays them, at twice the core's rate. The library's own
    /// is 5,058.
    static let usualPriming = 2 * (2112 + 481)
}

extension HEAACv2: FDKEncodedAAC {
    static let encodedType: Int32 = 29
    static let encodedChannels = [2]
    static let lowestRate = 16_000
    static let highestRate = 96_000
    static let encodedPackets = [2048]
    static let usualBitRate = 16_000.0
    static let usualPriming = 0
}

extension AACLD: FDKEncodedAAC {
    static let encodedType: Int32 = 23
    static let encodedChannels = Array(1...6)
    /// libavcodec does not decode the low-delay types at the rates below, which the library would encode.
    static let lowestRate = 22_050
    static let highestRate = 48_000
    static let encodedPackets = [512]
    static let usualBitRate = 64_000.0
    static let usualPriming = 0
}

extension AACELD: FDKEncodedAAC {
    static let encodedType: Int32 = 39
    static let encodedChannels = Array(1...6)
    static let lowestRate = AACLD.lowestRate
    static let highestRate = 48_000
    static let encodedPackets = [512, 480]
    static let usualBitRate = 64_000.0
    static let usualPriming = 0
}

extension FDKEncodedAAC {
    private static var rates: [Int] {
        AudioSpecificConfig.rates.filter { (lowestRate...highestRate).contains($0) }.reversed()
    }

    package static var abilities: CodecAbilities {
        CodecAbilities(
            decodes: FFmpegLibrary.isAvailable, channels: encodedChannels,
            sampleRates: rates.map { Double($0)...Double($0) }, bitRates: BitRates.steps(in: 8000...576_000),
            hasDependentPackets: true, hasRateControl: true)
    }

    package static func isInstalled(encoding: Bool) -> Bool {
        encoding ? FDKLibrary.isAvailable : FFmpegLibrary.isAvailable
    }

    /// Steps within what the library takes. It moves other bit rates to its limits, which are no round numbers.
    package static func bitRates(_ format: StreamFormat) -> [ClosedRange<Double>] {
        guard let complete = try? complete(format, magicCookie: []), isEncoded(complete),
            let limits = FDKLibrary.bitRates(config(complete))
        else { return [] }
        return BitRates.steps(in: Double(limits.lowerBound / 1000 * 1000)...Double(limits.upperBound))
    }

    private static func isEncoded(_ format: StreamFormat) -> Bool {
        encodedChannels.contains(format.channels) && rates.contains { Double($0) == format.sampleRate }
            && encodedPackets.contains(format.framesPerPacket)
    }

    private static func config(_ format: StreamFormat) -> FDKConfig {
        var config = FDKConfig()
        config.objectType = encodedType
        config.coreFrames = Int32(hasReplication ? format.framesPerPacket / 2 : format.framesPerPacket)
        config.sampleRate = Int32(format.sampleRate)
        config.channels = Int32(format.channels)
        config.bitRate = Int32(usualBitRate * Double(format.channels) * min(1, format.sampleRate / 44_100))
        config.isThorough = 1
        return config
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        let complete = try complete(format, magicCookie: [])
        guard isEncoded(complete) else {
            throw .converterFormat.because(
                "\(name) is encoded at the rates from \(lowestRate) to \(highestRate) Hz, with "
                    + "\(encodedChannels.map(String.init).joined(separator: ", ")) channels and "
                    + "\(encodedPackets.map(String.init).joined(separator: " or ")) frames a packet")
        }
        var config = config(complete)
        if let bitRate = options.bitRate { config.bitRate = Int32(clamping: bitRate) }
        // `kAudioCodecBitRateControlMode_Variable`. The others share the library's constant rate, in which packets differ
        // as far as the decoder's buffer allows.
        if options.bitRateControlMode == 3 {
            let quality = min(127, max(0, options.variableQuality ?? options.quality ?? 64))
            config.variableMode = Int32(1 + quality * 5 / 128)
        }
        config.isThorough = options.quality ?? 64 < 64 ? 0 : 1
        return try FDKEncoder(config, complete, leastPriming: options.hasLeastPriming ? 0 : usualPriming)
    }
}
