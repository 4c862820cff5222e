import AudioCore
import CFFmpeg

/// libavcodec, loaded when a codec of its is first needed.
enum FFmpegLibrary {
    static var isAvailable: Bool { FFUnavailable() == nil }

    /// - Throws: `converterFormat` that says what is missing.
    static func require() throws(AudioError) {
        guard let reason = FFUnavailable() else { return }
        throw .converterFormat.because("this format needs libavcodec: \(String(cString: reason))")
    }

    /// The abilities of a codec that is decoded, where the library is there.
    static func decoding(channels: ClosedRange<Int>, hasDependentPackets: Bool = true) -> CodecAbilities {
        CodecAbilities(
            decodes: isAvailable, encodes: false, channels: Array(channels), hasDependentPackets: hasDependentPackets)
    }
}

/// What a codec of libavcodec's is opened with.
struct FFmpegConfig {
    /// The library's own name for the codec.
    var name: String
    /// The library's own options, by name.
    var options: [(String, String)] = []
    var sampleRate = 0
    var channels = 0
    var channelMask: UInt64 = 0
    var samples = FFmpegSamples.unknown
    /// Checked by us: the library parses it once more.
    var configuration: [UInt8] = []

    enum FFmpegSamples: Int32 {
        case unknown, int16, int32, float
    }

    var isPlanar = false

    /// Calls `body` with the configuration as C has it.
    func withC<T>(_ body: (UnsafePointer<FFConfig>) -> T) -> T {
        let text = options.map { "\($0.0)=\($0.1)" }.joined(separator: ":")
        return name.withCString { name in
            text.withCString { text in
                configuration.withUnsafeBufferPointer { bytes in
                    var config = FFConfig()
                    config.name = name
                    config.options = text
                    config.sampleRate = Int32(clamping: sampleRate)
                    config.channels = Int32(clamping: channels)
                    config.channelMask = channelMask
                    config.sampleFormat = samples.rawValue
                    config.isPlanar = isPlanar ? 1 : 0
                    config.configuration = bytes.isEmpty ? nil : bytes.baseAddress
                    config.configurationSize = bytes.count
                    return body(&config)
                }
            }
        }
    }
}

/// The order in which channels come out, where it is not libavcodec's own.
///
/// libavcodec has them in the order of the loudspeakers' bits, which are those of WAVE.
enum FFmpegChannelOrder: Sendable {
    /// As they are in the stream.
    case coded
    /// That of AAC: C L R, the surround channels, LFE.
    case centreFirst
    /// That of AC-3: L C R, the surround channels, LFE, and behind it what Enhanced AC-3 adds.
    case dolby
    /// That of Vorbis and Opus: L C R, then the sides, then the rear, the low frequencies last.
    case vorbis

    /// For each channel wanted, the place it has in libavcodec's order; nil where that is the same.
    func places(mask: UInt64) -> [Int]? {
        let wanted: [Int]
        switch self {
        case .coded: return nil
        case .centreFirst: wanted = [2, 0, 1, 4, 5, 8, 3]
        case .dolby:
            let hasSides = mask & (1 << 9) != 0
            wanted = hasSides ? [0, 2, 1, 9, 10, 3, 4, 5, 6, 7, 8] : [0, 2, 1, 8, 4, 5, 3, 6, 7]
        case .vorbis: wanted = [0, 2, 1, 9, 10, 4, 5, 8, 3]
        }
        func place(_ bit: Int) -> Int { (mask & ((1 << UInt64(bit)) - 1)).nonzeroBitCount }
        let places = wanted.filter { mask & (1 << UInt64($0)) != 0 }.map(place)
        guard places.count == mask.nonzeroBitCount, places != Array(places.indices) else { return nil }
        return places
    }
}
