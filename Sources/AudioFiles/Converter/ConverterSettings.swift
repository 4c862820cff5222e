import AudioCodecs
import AudioCore
import AudioDSP

/// What the properties of a converter set. The defaults are those of a converter just made.
package struct ConverterSettings: Hashable, Sendable {
    /// An input channel, or -1 for silence, for each output channel; nil for the first to the first.
    package var channelMap: [Int32]?
    /// Whether channels are mixed rather than mapped.
    package var performsDownmix = false
    /// Gains, all outputs of input 0 first; nil for those that the layouts give.
    package var mixMatrix: [Float]?
    package var inputLayout: ChannelLayout?
    package var outputLayout: ChannelLayout?

    /// 0…127, `kAudioConverterQuality_…`
    package var rateQuality: UInt32 = 0x40
    /// `kAudioConverterSampleRateConverterComplexity_…`
    package var rateComplexity: FourCC = "norm"
    /// `kConverterPrimeMethod_…`: 0 pre, 1 normal, 2 none.
    package var primeMethod: UInt32 = 1
    /// Frames to drop from the decoded sound, as a file's packet table states them.
    package var primeInfo: ConverterPrimeInfo?

    /// `kDitherAlgorithm_…`, 0 for none.
    package var dither: UInt32 = 0
    /// Bits to keep, 0 for all that the output has.
    package var ditherBitDepth: UInt32 = 0
    /// Bits of the source that count, 0 for what its format says.
    package var bitDepthHint: UInt32 = 0

    package var codecQuality: UInt32 = 0x40
    /// Bits per second, nil for the codec's own choice.
    package var bitRate: UInt32?
    /// `kAudioCodecBitRateControlMode_…`, nil for the codec's own choice.
    package var bitRateControlMode: UInt32?
    /// 0…127, nil for what `codecQuality` says.
    package var variableQuality: UInt32?
    package var decompressionCookie: [UInt8] = []
    package var threads = 1

    package init() {}

    func encoderOptions(for source: StreamFormat) -> EncoderOptions {
        var options = EncoderOptions()
        options.quality = Int(codecQuality)
        options.bitRate = bitRate.map(Int.init)
        options.bitRateControlMode = bitRateControlMode.map(Int.init)
        options.variableQuality = variableQuality.map(Int.init)
        options.layout = outputLayout
        options.hasLeastPriming = primeMethod == 2
        let ownDepth = source.sampleKind == .float ? nil : source.bitsPerChannel
        options.sourceBitDepth = bitDepthHint > 0 ? Int(bitDepthHint) : source.isPCM ? ownDepth : nil
        return options
    }

    func pipelineOptions(
        from source: StreamFormat, to destination: StreamFormat
    ) throws(AudioError) -> PCMPipeline.Options {
        var options = PCMPipeline.Options()
        options.routing = try routing(inputs: source.channels, outputs: destination.channels)
        options.dither = dither == 1 ? .tpdf : dither == 2 ? .noiseShaped : .none
        options.ditherBitDepth = ditherBitDepth > 0 ? Int(ditherBitDepth) : nil
        options.rate.quality = Int(rateQuality)
        options.rate.complexity = rateComplexity
        options.rate.priming = primeMethod == 0 ? .pre : primeMethod == 1 ? .normal : .none
        options.rate.threads = threads
        return options
    }

    /// An explicit map counts before a mix, and that before what the layouts and the number of channels suggest.
    func routing(inputs: Int, outputs: Int) throws(AudioError) -> ChannelRouting {
        if let channelMap {
            // The map may have been set for other numbers of channels.
            let fitting = (0..<outputs).map { channelMap.indices.contains($0) ? channelMap[$0] : -1 }
            return try ChannelRouting(map: fitting, inputs: inputs)
        }
        guard performsDownmix else {
            // Two layouts with the same loudspeakers in different places only need their channels moved.
            if inputLayout != nil, outputLayout != nil, let map = layoutMatrix(inputs, outputs)?.channelMap {
                return try ChannelRouting(map: map, inputs: inputs)
            }
            return .standard(inputs: inputs, outputs: outputs)
        }
        guard let gains = mixMatrix ?? layoutMatrix(inputs, outputs)?.normalized.gains else {
            return .standard(inputs: inputs, outputs: outputs)
        }
        return .mix(gains)
    }

    /// How the layouts turn into each other; one that is not set is the usual one for its number of channels.
    private func layoutMatrix(_ inputs: Int, _ outputs: Int) -> MixMatrix? {
        guard let source = inputLayout ?? .standard(channels: inputs),
            let destination = outputLayout ?? .standard(channels: outputs),
            let matrix = ChannelLayout.mixMatrix(from: source, to: destination),
            matrix.inputs == inputs, matrix.outputs == outputs
        else { return nil }
        return matrix
    }
}
