import AudioCore

/// AC-3 and Enhanced AC-3: packets are frames with their headers. Channels come in the order of the format: L C R Ls Rs LFE.
///
/// The decoder fills what was not coded with noise whose generator runs through the stream. The decoder is reset every
/// `segmentPackets` packets, so that the samples depend only on the position in the stream.
protocol FFmpegDolby: Codec {
    static var libraryName: String { get }
    static var maximumChannels: Int { get }
}

package enum AC3Codec: FFmpegDolby {
    package static let formatID: FourCC = "ac-3"
    package static let name = "AC-3"
    static let libraryName = "ac3"
    static let maximumChannels = 6
}

package enum EAC3Codec: FFmpegDolby {
    package static let formatID: FourCC = "ec-3"
    package static let name = "Enhanced AC-3"
    static let libraryName = "eac3"
    static let maximumChannels = 16
}

extension FFmpegDolby {
    /// C; L R; L C R; L R Ls Rs; L C R Ls Rs; and the low-frequency channel.
    package static func layout(_ format: StreamFormat, magicCookie: [UInt8]) -> ChannelLayout? {
        let numbers: [UInt32] = [100, 101, 150, 132, 119, 123]
        guard (1...numbers.count).contains(format.channels) else { return nil }
        return ChannelLayout(tag: numbers[format.channels - 1] << 16 | UInt32(format.channels))
    }

    /// Four seconds at 48 kHz: see `FFmpegAACFamily`.
    private static var segmentPackets: Int { 128 }

    package static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat {
        try requireSound(format, named: formatID)
        guard format.channels <= maximumChannels else {
            throw .converterFormat.because("\(name) has at most \(maximumChannels) channels")
        }
        var complete = format
        complete.bytesPerPacket = 0
        complete.bytesPerFrame = 0
        complete.bitsPerChannel = 0
        if complete.framesPerPacket == 0 { complete.framesPerPacket = 1536 }
        guard (256...1536).contains(complete.framesPerPacket) else {
            throw .converterFormat.because("packets of \(name) do not have \(complete.framesPerPacket) frames")
        }
        return complete
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        let complete = try complete(format, magicCookie: [])
        return try FFmpegDecoder(
            FFmpegConfig(name: libraryName, sampleRate: Int(complete.sampleRate)),
            output: .float32(sampleRate: complete.sampleRate, channels: complete.channels), preRollPackets: 1,
            maximumFramesPerPacket: 1536, order: .dolby, packetsPerSegment: segmentPackets, memory: { _ in 1 })
    }
}
