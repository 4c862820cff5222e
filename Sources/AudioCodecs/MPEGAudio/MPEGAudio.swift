import AudioCore

/// MPEG-1, -2 and -2.5 audio: packets are frames with their headers, which state everything a decoder needs.
///
/// A frame of layer III may begin in up to 511 bytes of the frames before it, and overlaps with the one before: decoding is
/// exact once the packets before hold that many bytes. At 128 kbit/s these are three, at the lowest rates many.
///
/// libmpg123 decodes: it is small and loads fast. Where it is not installed, libavcodec does.
protocol MPEGAudioCodec: Codec {
    static var layer: Int { get }
}

package enum MPEGLayer1: MPEGAudioCodec {
    package static let formatID: FourCC = ".mp1"
    package static let name = "MPEG Layer 1"
    static let layer = 1
}

package enum MPEGLayer2: MPEGAudioCodec {
    package static let formatID: FourCC = ".mp2"
    package static let name = "MPEG Layer 2"
    static let layer = 2
}

/// Decoded only: an encoder of ours would be news to programs that ask Core Audio for one.
package enum MPEGLayer3: MPEGAudioCodec {
    package static let formatID: FourCC = ".mp3"
    package static let name = "MPEG Layer 3"
    static let layer = 3
}

extension MPEGAudioCodec {
    package static var abilities: CodecAbilities {
        // libavcodec is loaded only where it would decode.
        CodecAbilities(
            decodes: MPGLibrary.isAvailable || FFmpegLibrary.isAvailable, encodes: false, channels: [1, 2],
            hasDependentPackets: true)
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        _ = try complete(format, magicCookie: [])
        return nil
    }

    package static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat {
        try requireSound(format, named: formatID)
        guard format.channels <= 2 else { throw .converterFormat.because("\(name) has one or two channels") }
        var complete = format
        // A constant packet size is that of the frames, whose headers count.
        complete.bytesPerPacket = 0
        complete.bytesPerFrame = 0
        complete.bitsPerChannel = 0
        let isLow = format.sampleRate > 0 && format.sampleRate < 32_000
        complete.framesPerPacket = layer == 1 ? 384 : layer == 3 && isLow ? 576 : 1152
        return complete
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        let complete = try complete(format, magicCookie: [])
        guard MPGLibrary.isAvailable else { return try makeFFmpegDecoder(complete) }
        return MPEGFrameDecoder(complete, layer: layer, preRollPackets: preRollPackets(complete))
    }

    /// The reservoir of layer III: what 128 kbit/s need in MPEG-1, what 64 need in MPEG-2.
    private static func preRollPackets(_ complete: StreamFormat) -> Int {
        layer < 3 ? 1 : complete.framesPerPacket == 576 ? 8 : 4
    }

    /// The decoder by libavcodec, which also is what tests compare with.
    static func makeFFmpegDecoder(_ complete: StreamFormat) throws(AudioError) -> FFmpegDecoder {
        guard FFmpegLibrary.isAvailable else { throw MPGLibrary.missing }
        let (sampleRate, channels) = (Int(complete.sampleRate), complete.channels)
        let config = FFmpegConfig(name: "mp\(layer)float", sampleRate: sampleRate, channels: channels)
        return try FFmpegDecoder(
            config, output: .float32(sampleRate: complete.sampleRate, channels: channels),
            preRollPackets: preRollPackets(complete), maximumFramesPerPacket: complete.framesPerPacket,
            memory: {
                MPEGAudioMemory.packets(of: $0, layer: layer, sampleRate: sampleRate, channels: channels)
            })
    }
}
