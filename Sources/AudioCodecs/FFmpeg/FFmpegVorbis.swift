import AudioCore

/// Vorbis, for the sounds of themes. Not one of `Codecs.all`: Apple's converters do not know the format.
///
/// Channels come in the order of Vorbis. The first packet gives no frames.
package enum VorbisDecoder {
    /// Of one packet: at most half of the longest block, 4096, and room to spare.
    package static let maximumFramesPerPacket = 8192

    /// - Parameter headers: the identification, the comments and the setup, of which the first has been checked.
    /// - Throws: `converterFormat` where the library is missing or the headers are broken.
    package static func make(
        headers: [[UInt8]], channels: Int, sampleRate: Double
    ) throws(AudioError) -> any PacketDecoder {
        guard headers.count == 3 else { throw .converterFormat.because("Vorbis has three headers") }
        try VorbisSetup.check(headers[2])
        // The comments are of no use to the decoder, and may be large.
        let parts = [headers[0], [3] + Array("vorbis".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 1], headers[2]]
        // As in Matroska: the number of headers but one, the sizes of all but the last, then the headers.
        var configuration: [UInt8] = [UInt8(parts.count - 1)]
        for header in parts.dropLast() {
            configuration += [UInt8](repeating: 255, count: header.count / 255) + [UInt8(header.count % 255)]
        }
        configuration += parts.joined()
        return try FFmpegDecoder(
            FFmpegConfig(
                name: "vorbis", sampleRate: Int(sampleRate), channels: channels, samples: .float,
                configuration: configuration),
            output: .float32(sampleRate: sampleRate, channels: channels), preRollPackets: 1,
            maximumFramesPerPacket: maximumFramesPerPacket, order: .vorbis)
    }
}
