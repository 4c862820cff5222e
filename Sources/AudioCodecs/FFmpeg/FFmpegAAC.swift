import AudioCore

/// A member of the AAC family. Its magic cookie is an ES descriptor with an AudioSpecificConfig, or that alone; without one
/// the format's rate and channels are taken for plain AAC-LC.
///
/// Channels come in the order in which AAC codes them, as its layouts have it: six are C L R Ls Rs LFE. A stream with
/// spectral band replication, or parametric stereo, decodes to what the format asks for: 'aac ' is the base layer alone.
protocol FFmpegAACFamily: Codec {
    /// Whether rate and channels are those with the extension.
    static var hasReplication: Bool { get }
    static var hasParametricStereo: Bool { get }
    /// The audio object types that go by this format.
    static var objectTypes: [Int] { get }
    static var framesPerPacket: Int { get }
    /// Whether packets of 480 or 960 frames are decoded.
    static var decodesShortFrames: Bool { get }
    /// Earlier packets with which one overlaps.
    static var overlappingPackets: Int { get }
}

package enum AAC: FFmpegAACFamily {
    package static let formatID = FourCC.aac
    package static let name = "AAC"
    static let hasReplication = false
    static let hasParametricStereo = false
    static let objectTypes = [1, 2, 3, 4, 17]
    static let framesPerPacket = 1024
}

package enum HEAAC: FFmpegAACFamily {
    package static let formatID: FourCC = "aach"
    package static let name = "HE-AAC"
    static let hasReplication = true
    static let hasParametricStereo = false
    static let objectTypes = [1, 2, 3, 4, 17]
    static let framesPerPacket = 2048
}

package enum HEAACv2: FFmpegAACFamily {
    package static let formatID: FourCC = "aacp"
    package static let name = "HE-AAC v2"
    static let hasReplication = true
    static let hasParametricStereo = true
    static let objectTypes = [2]
    static let framesPerPacket = 2048
}

package enum AACLD: FFmpegAACFamily {
    package static let formatID: FourCC = "aacl"
    package static let name = "AAC-LD"
    static let hasReplication = false
    static let hasParametricStereo = false
    static let objectTypes = [AudioSpecificConfig.lowDelay]
    static let framesPerPacket = 512
    /// libavcodec transforms 480 frames as if they were 512, and what comes out is noise.
    static let decodesShortFrames = false
}

/// Without the low-delay kind of spectral band replication, which libavcodec does not have.
package enum AACELD: FFmpegAACFamily {
    package static let formatID: FourCC = "aace"
    package static let name = "AAC-ELD"
    static let hasReplication = false
    static let hasParametricStereo = false
    static let objectTypes = [AudioSpecificConfig.enhancedLowDelay]
    static let framesPerPacket = 512
    /// The window is as long as four packets.
    static let overlappingPackets = 3
}

extension FFmpegAACFamily {
    static var decodesShortFrames: Bool { true }
    static var overlappingPackets: Int { 1 }

    package static func layout(_ format: StreamFormat, magicCookie: [UInt8]) -> ChannelLayout? {
        let stated = magicCookie.isEmpty ? nil : try? AudioSpecificConfig(magicCookie: magicCookie).layout
        if let stated, stated.channelCount == format.channels { return stated }
        return (1...7).lazy.compactMap(AudioSpecificConfig.layout(ofConfiguration:))
            .first { $0.channelCount == format.channels }
    }

    package static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat {
        var complete = format
        let config = magicCookie.isEmpty ? nil : try config(magicCookie)
        if let config {
            let layer = layer(config)
            if complete.channels == 0 { complete.channels = layer.channels }
            if complete.sampleRate == 0 { complete.sampleRate = layer.sampleRate }
            if complete.framesPerPacket == 0 { complete.framesPerPacket = layer.framesPerPacket }
        }
        try requireSound(complete, named: formatID)
        guard complete.channels <= 48, complete.bytesPerPacket == 0 else {
            throw .converterFormat.because("\(name) has at most 48 channels, and packets that vary in size")
        }
        if complete.framesPerPacket == 0 { complete.framesPerPacket = framesPerPacket }
        guard complete.framesPerPacket > 0, complete.framesPerPacket <= 2048 else {
            throw .converterFormat.because("packets of \(name) do not have \(complete.framesPerPacket) frames")
        }
        complete.bytesPerFrame = 0
        complete.bitsPerChannel = 0
        return complete
    }

    /// The format as which the stream is decoded here.
    private static func layer(_ config: AudioSpecificConfig) -> StreamFormat {
        var rate = hasReplication ? config.sampleRate : config.coreSampleRate
        if hasReplication, !config.hasReplication { rate *= 2 }
        return StreamFormat(
            sampleRate: Double(rate), formatID: formatID,
            framesPerPacket: rate == config.coreSampleRate
                ? config.coreFramesPerPacket : config.coreFramesPerPacket * 2,
            channels: hasParametricStereo && config.coreChannels == 1 ? 2 : config.coreChannels)
    }

    private static func config(_ cookie: [UInt8]) throws(AudioError) -> AudioSpecificConfig {
        do throws(AudioError) {
            let config = try AudioSpecificConfig(magicCookie: cookie)
            guard objectTypes.contains(config.objectType) else {
                throw .converterFormat.because("audio object type \(config.objectType) is not \(name)")
            }
            return config
        } catch {
            throw .converterFormat.because("the magic cookie is not one of \(name): \(error.reason)")
        }
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        let complete = try complete(format, magicCookie: magicCookie)
        let (config, bytes) = try configuration(complete, magicCookie)
        guard config.coreChannels > 0 else { throw .converterFormat.because("the magic cookie states no channels") }
        guard decodesShortFrames || !config.hasShortFrames else {
            throw .converterFormat.because("\(name) of \(config.coreFramesPerPacket) frames a packet is not decoded")
        }
        let ffmpeg = FFmpegConfig(
            name: "aac",
            // In the stream's own order, and with the standard's meaning of seven channels and a low-frequency one.
            options: [("channel_order", "coded"), ("strict", "1")], sampleRate: config.coreSampleRate,
            configuration: bytes)
        let layer = layer(config)
        let isKnown = [AudioSpecificConfig.lowComplexity, AudioSpecificConfig.enhancedLowDelay].contains(
            config.objectType)
        if hasReplication, isKnown {
            let memory = ReplicationMemory(config: config, needsStereo: hasParametricStereo)
            return try FFmpegDecoder(
                ffmpeg, output: .float32(sampleRate: layer.sampleRate, channels: layer.channels), preRollPackets: 2,
                maximumFramesPerPacket: 4 * layer.framesPerPacket, packetsPerSegment: ReplicationMemory.segmentPackets,
                mostMemory: ReplicationMemory.mostPackets, memory: { memory.packets(of: $0) },
                repeatsOfLead: { ReplicationMemory.repeats(before: $0) })
        }
        return try FFmpegDecoder(
            ffmpeg, output: .float32(sampleRate: layer.sampleRate, channels: layer.channels),
            preRollPackets: hasReplication ? 2 : overlappingPackets,
            // A packet may hold four raw data blocks.
            maximumFramesPerPacket: 4 * layer.framesPerPacket,
            packetsPerSegment: isKnown ? max(1, segmentPackets / layer.channels) : nil,
            mostMemory: overlappingPackets, leavesTraces: true, memory: { _ in isKnown ? overlappingPackets : nil })
    }

    /// Packets of AAC-LC and AAC-ELD after which the random numbers of noise substitution start over, times the channels:
    /// 512 packets of stereo, which are 12 seconds at 44.1 kHz.
    ///
    /// Noise substitution takes any random numbers (ISO/IEC 14496-3, 4.6.13). libavcodec draws them from one sequence
    /// through the whole stream, so that no packet could be decoded without all before it. With segments the numbers depend
    /// only on the place in the stream, on one thread or several. Sound without noise is unaffected. The samples of a
    /// segment take 4 MiB.
    private static var segmentPackets: Int { 1024 }

    /// The configuration of the layer that `format` names. It signals the extension's presence or its absence.
    private static func configuration(
        _ format: StreamFormat, _ cookie: [UInt8]
    ) throws(AudioError) -> (AudioSpecificConfig, [UInt8]) {
        guard !cookie.isEmpty else {
            guard objectTypes.contains(AudioSpecificConfig.lowComplexity),
                var made = AudioSpecificConfig.lowComplexity(
                    sampleRate: hasReplication ? format.sampleRate / 2 : format.sampleRate,
                    channels: hasParametricStereo ? 1 : format.channels)
            else { throw .converterFormat.because("\(name) of this rate needs its magic cookie") }
            made.hasShortFrames = format.framesPerPacket % 960 == 0
            return (made, extended(made).bytes)
        }
        let config = try config(cookie)
        // The other types' configurations have parts that are not parsed, so they are not rewritten; and they have no
        // extension to exclude.
        guard (1...4).contains(config.objectType) else {
            return (config, try AudioSpecificConfig.bareBytes(of: cookie))
        }
        return (config, extended(config).bytes)
    }

    private static func extended(_ config: AudioSpecificConfig) -> AudioSpecificConfig {
        var config = config
        if hasReplication {
            if !config.hasReplication { config.sampleRate = config.coreSampleRate * 2 }
            config.signalling = .compatible
            config.hasParametricStereo = hasParametricStereo
            config.signalsParametricStereo = true
        } else {
            config.signalling = .excluded
            config.hasParametricStereo = false
        }
        return config
    }
}
