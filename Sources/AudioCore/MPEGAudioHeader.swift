/// The four bytes that begin each frame of MPEG-1, -2 and -2.5 audio, after ISO/IEC 11172-3 and 13818-3.
package struct MPEGAudioHeader: Equatable, Sendable {
    /// As the header has it.
    package enum Version: UInt8, Sendable {
        case mpeg2Point5 = 0
        case mpeg2 = 2
        case mpeg1 = 3

        /// By how many octaves its sample rates are lower than those of MPEG-1.
        fileprivate var shift: Int { self == .mpeg1 ? 0 : self == .mpeg2 ? 1 : 2 }
    }

    package let version: Version
    /// 1 to 3.
    package let layer: Int
    package let sampleRate: Int
    /// In bits per second; nil for free format, in which the header states no rate.
    package let bitRate: Int?
    package let channels: Int
    package let hasChecksum: Bool
    package let hasPadding: Bool

    /// The formats of the layers' packets.
    package static let formatIDs: [FourCC] = [".mp1", ".mp2", ".mp3"]

    private static let sampleRates = [44_100, 48_000, 32_000]
    /// In kbit/s by index: MPEG-1 layers I, II, III, then layer I of the lower rates, then their layers II and III.
    private static let bitRateTable = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    /// Nil where the bytes are no header.
    package init?(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
        guard first == 0xFF, second >> 5 == 7, let version = Version(rawValue: second >> 3 & 3) else { return nil }
        let (layer, bitRateIndex, rateIndex) = (4 - Int(second >> 1 & 3), Int(third >> 4), Int(third >> 2 & 3))
        guard layer < 4, bitRateIndex < 15, rateIndex < 3 else { return nil }
        self.version = version
        self.layer = layer
        sampleRate = Self.sampleRates[rateIndex] >> version.shift
        bitRate =
            bitRateIndex == 0
            ? nil : Self.bitRateTable[Self.row(layer: layer, isLow: version != .mpeg1)][bitRateIndex] * 1000
        channels = fourth >> 6 == 3 ? 1 : 2
        hasChecksum = second & 1 == 0
        hasPadding = third & 2 != 0
    }

    private static func row(layer: Int, isLow: Bool) -> Int { !isLow ? layer - 1 : layer == 1 ? 3 : 4 }

    /// The bit rates that headers of a layer can state, in bits per second.
    ///
    /// - Parameter isLow: whether they are of MPEG-2 or 2.5.
    package static func bitRates(layer: Int, isLow: Bool) -> [Int] {
        bitRateTable[row(layer: layer, isLow: isLow)].dropFirst().map { $0 * 1000 }
    }

    /// The second and the third byte of a header without check sum and padding; nil for a rate that no frame has.
    package static func bytes(layer: Int, sampleRate: Int, bitRateIndex: UInt8) -> (second: UInt8, third: UInt8)? {
        let versions: [Version] = [.mpeg1, .mpeg2, .mpeg2Point5]
        for version in versions {
            guard let rateIndex = sampleRates.firstIndex(where: { $0 >> version.shift == sampleRate }) else { continue }
            let second: UInt8 = 0xE1 | version.rawValue << 3 | UInt8(4 - layer) << 1
            let third: UInt8 = bitRateIndex << 4 | UInt8(rateIndex) << 2
            return (second, third)
        }
        return nil
    }

    /// Whether it is of MPEG-2 or 2.5, which have the lower sample rates.
    package var isLow: Bool { version != .mpeg1 }

    /// The sound of a frame.
    package var frames: Int { layer == 1 ? 384 : layer == 3 && isLow ? 576 : 1152 }

    /// Bytes that padding adds to a frame.
    package var padding: Int { !hasPadding ? 0 : layer == 1 ? 4 : 1 }

    /// Bytes of the whole frame; nil for free format.
    package var size: Int? {
        bitRate.map { bitRate in
            layer == 1 ? 12 * bitRate / sampleRate * 4 + padding : frames / 8 * bitRate / sampleRate + padding
        }
    }

    /// Bytes before the side information: the header, and the check sum where there is one.
    package var headSize: Int { hasChecksum ? 6 : 4 }

    /// Bytes of layer III's side information; 0 in the other layers.
    package var sideInfoSize: Int { layer < 3 ? 0 : isLow ? (channels == 1 ? 9 : 17) : (channels == 1 ? 17 : 32) }
}
