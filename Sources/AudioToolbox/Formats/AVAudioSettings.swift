// AVFAudio/AVAudioSettings.h: the keys of settings dictionaries and their values. Each key's string is its name.

// MARK: Format

/// `kAudioFormat…`, a number.
public let AVFormatIDKey: String = "AVFormatIDKey"
/// Frames per second, a number.
public let AVSampleRateKey: String = "AVSampleRateKey"
/// A number of channels.
public let AVNumberOfChannelsKey: String = "AVNumberOfChannelsKey"
/// `Data` that holds an `AudioChannelLayout`. Formats of more than two channels need it.
public let AVChannelLayoutKey: String = "AVChannelLayoutKey"

// MARK: Linear PCM

/// Bits per sample: 8, 16, 24 or 32.
public let AVLinearPCMBitDepthKey: String = "AVLinearPCMBitDepthKey"
/// Whether samples have their most significant byte first, a Boolean.
public let AVLinearPCMIsBigEndianKey: String = "AVLinearPCMIsBigEndianKey"
/// Whether samples are floating point, a Boolean.
public let AVLinearPCMIsFloatKey: String = "AVLinearPCMIsFloatKey"
/// Whether each channel has a buffer of its own, a Boolean. Files are always interleaved.
public let AVLinearPCMIsNonInterleaved: String = "AVLinearPCMIsNonInterleaved"

// MARK: Files

/// `kAudioFile…Type`, a number: the type of a new file, instead of what its name's extension says.
public let AVAudioFileTypeKey: String = "AVAudioFileTypeKey"

// MARK: Encoders

/// The raw value of an `AVAudioQuality`.
public let AVEncoderAudioQualityKey: String = "AVEncoderAudioQualityKey"
/// The raw value of an `AVAudioQuality`, for encoding at a variable bit rate.
public let AVEncoderAudioQualityForVBRKey: String = "AVEncoderAudioQualityForVBRKey"
/// Bits per second of all channels together.
public let AVEncoderBitRateKey: String = "AVEncoderBitRateKey"
/// Bits per second of each channel.
public let AVEncoderBitRatePerChannelKey: String = "AVEncoderBitRatePerChannelKey"
/// How an encoder spends its bits: one of `AVAudioBitRateStrategy_…`.
public let AVEncoderBitRateStrategyKey: String = "AVEncoderBitRateStrategyKey"
/// The bit depth of the source, 8 to 32: a hint for the encoder. Apple Lossless takes it as its own.
public let AVEncoderBitDepthHintKey: String = "AVEncoderBitDepthHintKey"
/// The raw value of an `AVAudioDynamicRangeControlConfiguration`.
public let AVEncoderDynamicRangeControlConfigurationKey: String = "AVEncoderDynamicRangeControlConfigurationKey"
/// The raw value of an `AVAudioContentSource`.
public let AVEncoderContentSourceKey: String = "AVEncoderContentSourceKey"
/// Packets between two that a decoder can start at.
public let AVEncoderASPFrequencyKey: String = "AVEncoderASPFrequencyKey"

/// Each packet has the same size, or nearly so.
public let AVAudioBitRateStrategy_Constant: String = "AVAudioBitRateStrategy_Constant"
/// The bit rate is met over a long time.
public let AVAudioBitRateStrategy_LongTermAverage: String = "AVAudioBitRateStrategy_LongTermAverage"
/// The bit rate varies within limits.
public let AVAudioBitRateStrategy_VariableConstrained: String = "AVAudioBitRateStrategy_VariableConstrained"
/// The bit rate follows from the quality.
public let AVAudioBitRateStrategy_Variable: String = "AVAudioBitRateStrategy_Variable"

// MARK: Sample-rate converters

/// How the sample rate is converted: one of `AVSampleRateConverterAlgorithm_…`.
public let AVSampleRateConverterAlgorithmKey: String = "AVSampleRateConverterAlgorithmKey"
/// The raw value of an `AVAudioQuality`.
public let AVSampleRateConverterAudioQualityKey: String = "AVSampleRateConverterAudioQualityKey"

/// The usual algorithm.
public let AVSampleRateConverterAlgorithm_Normal: String = "AVSampleRateConverterAlgorithm_Normal"
/// The most careful algorithm.
public let AVSampleRateConverterAlgorithm_Mastering: String = "AVSampleRateConverterAlgorithm_Mastering"
/// An algorithm with a minimum-phase filter, which rings after transients only.
public let AVSampleRateConverterAlgorithm_MinimumPhase: String = "AVSampleRateConverterAlgorithm_MinimumPhase"

// MARK: Values

/// How much work an encoder or a sample-rate converter does.
public enum AVAudioQuality: Int, Sendable {
    case min = 0
    case low = 32
    case medium = 64
    case high = 96
    case max = 127
}

/// Where content comes from, as an encoder may record it in its packets.
public enum AVAudioContentSource: Int, Sendable {
    case unspecified = -1
    case reserved = 0
    case appleCapture_Traditional = 1
    case appleCapture_Spatial = 2
    case appleCapture_Spatial_Enhanced = 3
    case appleMusic_Traditional = 4
    case appleMusic_Spatial = 5
    case appleAV_Traditional_Offline = 6
    case appleAV_Spatial_Offline = 7
    case appleAV_Traditional_Live = 8
    case appleAV_Spatial_Live = 9
    case applePassthrough = 10
    case capture_Traditional = 33
    case capture_Spatial = 34
    case capture_Spatial_Enhanced = 35
    case music_Traditional = 36
    case music_Spatial = 37
    case av_Traditional_Offline = 38
    case av_Spatial_Offline = 39
    case av_Traditional_Live = 40
    case av_Spatial_Live = 41
    case passthrough = 42
}

/// The kind of content that an encoder prepares for dynamic range control.
public enum AVAudioDynamicRangeControlConfiguration: Int, Sendable {
    case none = 0
    case music = 1
    case speech = 2
    case movie = 3
    case capture = 4
}
