/// The block format of a compressed sound that Core Audio names after a tag of WAVE: `ms` and the tag.
///
/// The magic cookie of these formats is the WAVEFORMATEX with its extension, as it stands in the `fmt ` chunk of a file. Containers
/// write it and codecs read it. Sources: Microsoft's Multimedia Data Standards Update, revision 3.0, and New Multimedia Data Types
/// and Data Techniques.
package struct WAVEBlocks: Equatable, Sendable {
    package enum Kind: UInt16, CaseIterable, Sendable {
        case microsoftADPCM = 0x02
        case intelIMA = 0x11
        case gsm = 0x31

        package init?(_ format: FourCC) {
            guard format.rawValue >> 16 == 0x6D73 else { return nil }
            self.init(rawValue: UInt16(truncatingIfNeeded: format.rawValue))
        }

        package var formatID: FourCC { FourCC(0x6D73_0000 | UInt32(rawValue)) }

        /// The most channels that a block may have.
        package var maximumChannels: Int {
            switch self {
            case .microsoftADPCM: 2
            case .intelIMA: 8
            case .gsm: 1
            }
        }

        /// Bits of a sample, 0 where there are less than one.
        package var bitsPerChannel: Int { self == .gsm ? 0 : 4 }

        /// The frames that fill a block of a size; nil where no block has this size.
        package func frames(inBytes bytes: Int, channels: Int) -> Int? {
            guard (1...maximumChannels).contains(channels), bytes <= UInt16.max else { return nil }
            switch self {
            case .microsoftADPCM: return bytes > 7 * channels ? (bytes - 7 * channels) * 2 / channels + 2 : nil
            // Eight frames stand in four bytes of each channel.
            case .intelIMA: return bytes >= 8 * channels ? (bytes / (4 * channels) - 1) * 8 + 1 : nil
            case .gsm: return bytes >= 65 && bytes % 65 == 0 ? bytes / 65 * 320 : nil
            }
        }

        /// The smallest block that holds this many frames.
        package func bytes(forFrames frames: Int, channels: Int) -> Int {
            let frames = min(max(frames, 1), 1 << 20)
            switch self {
            case .microsoftADPCM: return 7 * channels + max(1, ((frames - 2) * channels + 1) / 2)
            case .intelIMA: return 4 * channels * (1 + max(1, (frames + 6) / 8))
            case .gsm: return (frames + 319) / 320 * 65
            }
        }

        /// The size that encoders choose: 256 bytes a channel for each 11025 Hz.
        package func usualBytes(sampleRate: Double, channels: Int) -> Int {
            guard self != .gsm else { return 65 }
            let times = min(max(sampleRate / 11_025, 1), 24)
            return min(256 * Int(times) * channels, Int(UInt16.max) / (4 * channels) * 4 * channels)
        }
    }

    /// The two factors of a predictor of Microsoft ADPCM, in 256ths.
    package struct Coefficients: Equatable, Sendable {
        package var first: Int16
        package var second: Int16

        package init(_ first: Int16, _ second: Int16) {
            self.first = first
            self.second = second
        }
    }

    /// The predictors that every file with Microsoft ADPCM begins its list with.
    package static let standardCoefficients = [
        Coefficients(256, 0), Coefficients(512, -256), Coefficients(0, 0), Coefficients(192, 64), Coefficients(240, 0),
        Coefficients(460, -208), Coefficients(392, -232),
    ]

    package var kind: Kind
    package var channels: Int
    package var sampleRate: UInt32
    package var bytesPerBlock: Int
    package var framesPerBlock: Int
    /// Empty but for Microsoft ADPCM.
    package var coefficients: [Coefficients] = []

    /// The block format of a stream, with the standard predictors; nil for another format, or one without blocks.
    package init?(_ format: StreamFormat) {
        guard let kind = Kind(format.formatID),
            let capacity = kind.frames(inBytes: format.bytesPerPacket, channels: format.channels),
            (1...capacity).contains(format.framesPerPacket)
        else { return nil }
        self.kind = kind
        channels = format.channels
        sampleRate = UInt32(exactly: format.sampleRate.rounded()) ?? 0
        bytesPerBlock = format.bytesPerPacket
        framesPerBlock = format.framesPerPacket
        if kind == .microsoftADPCM { coefficients = Self.standardCoefficients }
    }

    /// - Throws: `invalidFile` for a cookie that is cut short, contradicts itself, or is of another kind of sound.
    package init(magicCookie: [UInt8]) throws(AudioError) {
        var reader = ByteReader(magicCookie)
        let tag: UInt16 = try reader.little()
        guard let kind = Kind(rawValue: tag) else { throw .invalidFile.because("the magic cookie has another format") }
        self.kind = kind
        channels = Int(try reader.little(UInt16.self))
        sampleRate = try reader.little()
        try reader.skip(4)
        bytesPerBlock = Int(try reader.little(UInt16.self))
        try reader.skip(2)
        guard let capacity = kind.frames(inBytes: bytesPerBlock, channels: channels) else {
            throw .invalidFile.because("\(channels) channels do not fit blocks of \(bytesPerBlock) bytes")
        }
        let extraSize = reader.remaining >= 2 ? Int(try reader.little(UInt16.self)) : 0
        var extra = ByteReader(try reader.take(min(extraSize, reader.remaining)))
        let claimed = extra.remaining >= 2 ? Int(try extra.little(UInt16.self)) : 0
        // A block that is not filled up is the only reason to claim fewer frames.
        framesPerBlock = (1...capacity).contains(claimed) ? claimed : capacity
        if kind == .microsoftADPCM { coefficients = try Self.coefficients(&extra) }
    }

    /// The table of predictors, the standard ones where there is none.
    private static func coefficients(_ input: inout ByteReader) throws(AudioError) -> [Coefficients] {
        guard input.remaining >= 2 else { return standardCoefficients }
        let count = Int(try input.little(UInt16.self))
        // A block names its predictor in a byte.
        guard (1...256).contains(count), input.remaining >= 4 * count else {
            throw .invalidFile.because("the table of ADPCM predictors is broken")
        }
        var list: [Coefficients] = []
        for _ in 0..<count { list.append(Coefficients(try input.little(), try input.little())) }
        return list
    }

    /// What follows the common fields of WAVEFORMATEX.
    package var extra: [UInt8] {
        var output = ByteWriter()
        output.little(UInt16(clamping: framesPerBlock))
        if kind == .microsoftADPCM {
            output.little(UInt16(clamping: coefficients.count))
            for pair in coefficients {
                output.little(pair.first)
                output.little(pair.second)
            }
        }
        return output.bytes
    }

    package var bytesPerSecond: UInt32 {
        UInt32(clamping: UInt64(sampleRate) * UInt64(bytesPerBlock) / UInt64(max(1, framesPerBlock)))
    }

    package var magicCookie: [UInt8] {
        let extra = extra
        var output = ByteWriter()
        output.little(kind.rawValue)
        output.little(UInt16(clamping: channels))
        output.little(sampleRate)
        output.little(bytesPerSecond)
        output.little(UInt16(clamping: bytesPerBlock))
        output.little(UInt16(kind.bitsPerChannel))
        output.little(UInt16(clamping: extra.count))
        output.append(extra)
        return output.bytes
    }
}
