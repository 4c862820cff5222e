import AudioCodecs
import AudioCore
import AudioDSP
import AudioFiles
import AudioIO

/// Which formats a queue takes, and where its channels go.
enum QueueFormats {
    /// Hertz. Buffers are sized by the rate.
    private static let sampleRates = 1.0...768_000.0

    /// Whether an output, which has at least 8000 Hz, is not too far from a rate to convert it.
    static func isAudible(_ sampleRate: Double) -> Bool {
        ResamplerRatio.limit * sampleRate >= Output.rate(for: sampleRate)
    }

    /// The format with everything filled in that its ID determines.
    ///
    /// - Throws: `converterFormat`, `queueCodec`.
    static func playable(_ format: StreamFormat) throws(AudioError) -> StreamFormat {
        guard sampleRates.contains(format.sampleRate) else {
            throw .converterFormat.because("a queue has a sample rate from 1 to 768,000 Hz")
        }
        guard (1...64).contains(format.channels) else {
            throw .converterFormat.because("a queue has 1 to 64 channels")
        }
        guard !format.isPCM else {
            guard format.isValidPCM, format.isInterleaved || format.channels == 1 else {
                throw .converterFormat.because("linear PCM for a queue must be interleaved")
            }
            return format
        }
        guard let codec = Codecs.named(format.formatID), codec.abilities.decodes else { throw .queueCodec }
        return try codec.complete(format, magicCookie: [])
    }

    /// The same for a queue that records.
    static func recordable(_ format: StreamFormat) throws(AudioError) -> StreamFormat {
        guard !format.isPCM else { return try playable(format) }
        guard let codec = Codecs.named(format.formatID), codec.abilities.encodes else { throw .queueCodec }
        guard sampleRates.contains(format.sampleRate), (1...64).contains(format.channels) else {
            throw .converterFormat.because("a queue records at 1 to 768,000 Hz, in 1 to 64 channels")
        }
        // What only the encoder knows, it fills in.
        let source = StreamFormat.float32(sampleRate: format.sampleRate, channels: format.channels)
        return try Converter(from: source, to: format).outputFormat
    }

    /// For each of the queue's channels, a factor for each of the output's.
    static func gains(channels: Int, outputs: Int, layout: ChannelLayout?, assignments: [Int]) -> [Float] {
        var gains = [Float](repeating: 0, count: channels * outputs)
        if assignments.count == channels {
            for (channel, output) in assignments.enumerated() where (1...outputs).contains(output) {
                gains[channel * outputs + output - 1] = 1
            }
            return gains
        }
        let from = layout ?? ChannelLayout.standard(channels: channels)
        let to = ChannelLayout.standard(channels: outputs)
        if channels != outputs || layout != nil, channels > 1, let from, let to,
            let matrix = ChannelLayout.mixMatrix(from: from, to: to)?.normalized
        {
            return matrix.gains
        }
        for channel in 0..<min(channels, outputs) { gains[channel * outputs + channel] = 1 }
        // One channel is heard from both front loudspeakers.
        if channels == 1, outputs > 1 { gains[1] = 1 }
        return gains
    }
}
