import AudioCore

/// Vorbis, which Core Audio does not have: an addition under the code that QuickTime's components of Xiph gave it.
///
/// The magic cookie is `VorbisHeaders`'s. Channels come in the order of Vorbis. Each packet ends what the one before it
/// began, so that the first gives no frames, and every other gives its exact frames after one packet. An identification
/// header among the packets begins another stream with the same setup.
package enum VorbisCodec: Codec {
    package static let formatID: FourCC = "vorb"
    package static let name = "Vorbis"

    package static var abilities: CodecAbilities { FFmpegLibrary.decoding(channels: 1...8) }

    package static func layout(magicCookie: [UInt8]) -> ChannelLayout? {
        (try? VorbisHeaders(cookie: magicCookie)).flatMap { VorbisHeaders.layout(channels: $0.channels) }
    }

    package static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat {
        var complete = format
        if !magicCookie.isEmpty {
            let headers = try VorbisHeaders(cookie: magicCookie)
            if complete.channels == 0 { complete.channels = headers.channels }
            if complete.sampleRate == 0 { complete.sampleRate = Double(headers.sampleRate) }
            guard complete.channels == headers.channels, complete.sampleRate == Double(headers.sampleRate) else {
                throw .converterFormat.because("the format and the magic cookie contradict each other")
            }
        }
        try requireSound(complete, named: formatID)
        guard complete.channels <= 8, complete.bytesPerPacket == 0 else {
            throw .converterFormat.because("Vorbis has one to eight channels, and packets of varying sizes")
        }
        complete.framesPerPacket = 0
        complete.bytesPerFrame = 0
        complete.bitsPerChannel = 0
        return complete
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        guard !magicCookie.isEmpty else {
            throw .converterFormat.because("Vorbis is decoded with its three headers, the magic cookie")
        }
        let complete = try complete(format, magicCookie: magicCookie)
        let headers = try VorbisHeaders(cookie: magicCookie)
        return try FFmpegDecoder(
            FFmpegConfig(
                name: "vorbis", sampleRate: headers.sampleRate, channels: headers.channels, samples: .float,
                configuration: headers.cookie),
            output: .float32(sampleRate: complete.sampleRate, channels: headers.channels), preRollPackets: 1,
            maximumFramesPerPacket: headers.maximumFrames, order: .vorbis, leavesTraces: true,
            memory: { _ in 1 }, beginsAnew: { VorbisHeaders.isHeader($0, kind: 1) })
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        _ = try complete(format, magicCookie: [])
        return nil
    }
}
