import AudioCore

/// iLBC, the speech codec of RFC 3951: 8000 Hz, one channel, packets of 20 ms in 38 bytes or of 30 ms in 50 bytes.
///
/// Of the packets before it, a packet needs only the spectrum that its first filters begin with; so a lost one does little
/// harm. Frames per packet, or else bytes per packet, determine which of the two modes a format has. Where a format states
/// neither, packets have 20 ms.
///
/// The decoder's enhancer looks ahead by half a block or a whole one: what comes out is late by 40 frames in packets of
/// 20 ms and by 80 in those of 30 ms. The encoder reports them as its priming.
package enum ILBC: Codec {
    package static let formatID: FourCC = "ilbc"
    package static let name = "iLBC"

    static let sampleRate = 8000.0

    package static var abilities: CodecAbilities {
        CodecAbilities(channels: [1], sampleRates: [sampleRate...sampleRate], hasDependentPackets: true)
    }

    package static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat {
        let mode = try mode(of: format)
        var complete = format
        complete.sampleRate = sampleRate
        complete.framesPerPacket = mode.frames
        complete.bytesPerPacket = mode.packetSize
        complete.bytesPerFrame = 0
        complete.bitsPerChannel = 0
        return complete
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        ILBCDecoder(try mode(of: format))
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        ILBCEncoder(try mode(of: format), try complete(format, magicCookie: []))
    }

    private static func mode(of format: StreamFormat) throws(AudioError) -> ILBCMode {
        try requireSound(format, named: formatID)
        guard format.channels == 1 else { throw .converterFormat.because("iLBC has one channel") }
        guard format.sampleRate == 0 || format.sampleRate == sampleRate else {
            throw .converterFormat.because("iLBC has 8000 frames per second")
        }
        let fitting = [ILBCMode.short, .long].first { mode in
            (format.framesPerPacket == 0 || format.framesPerPacket == mode.frames)
                && (format.bytesPerPacket == 0 || format.bytesPerPacket == mode.packetSize)
        }
        guard let fitting else {
            throw .converterFormat.because("an iLBC packet has 160 frames in 38 bytes or 240 frames in 50 bytes")
        }
        return fitting
    }

    /// The linear PCM outside.
    static var pcmFormat: StreamFormat { .int16(sampleRate: sampleRate, channels: 1) }
}
