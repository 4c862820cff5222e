package import AudioCore
package import AudioFiles
import CAudioToolbox
import Foundation

/// What a dictionary of settings says, with its values as Swift's types.
package struct FormatSettings {
    private let values: [String: Any]

    /// - Throws: `parameter` where a value of a number's key is no number.
    package init(_ settings: [String: Any]) throws(AudioError) {
        values = settings
        for key in Self.numberKeys where settings[key] != nil { _ = try number(key) }
    }

    private static let numberKeys = [
        AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey, AVLinearPCMBitDepthKey, AVLinearPCMIsBigEndianKey,
        AVLinearPCMIsFloatKey, AVLinearPCMIsNonInterleaved, AVAudioFileTypeKey, AVEncoderAudioQualityKey,
        AVEncoderAudioQualityForVBRKey, AVEncoderBitRateKey, AVEncoderBitRatePerChannelKey, AVEncoderBitDepthHintKey,
        AVSampleRateConverterAudioQualityKey,
    ]

    /// A number of any type; nil if there is none.
    package func number(_ key: String) throws(AudioError) -> Double? {
        guard let value = values[key] else { return nil }
        switch value {
        case let number as NSNumber: return number.doubleValue
        case let flag as Bool: return flag ? 1 : 0
        case let number as any BinaryInteger: return Double(Int(clamping: number))
        case let number as any BinaryFloatingPoint: return Double(number)
        // Swift hands an enumeration's case to Objective-C as its number.
        case let quality as AVAudioQuality: return Double(quality.rawValue)
        default: throw .parameter.because("the value of \(key) is not a number")
        }
    }

    /// A number that fits the C API's; nil if there is none.
    package func word(_ key: String) throws(AudioError) -> UInt32? {
        guard let number = try number(key) else { return nil }
        guard let word = UInt32(exactly: number) else {
            throw .parameter.because("the value of \(key) is out of range")
        }
        return word
    }

    private func flag(_ key: String) throws(AudioError) -> Bool { try (number(key) ?? 0) != 0 }

    package func text(_ key: String) throws(AudioError) -> String? {
        guard let value = values[key] else { return nil }
        guard let text = value as? String else { throw .parameter.because("the value of \(key) is not a string") }
        return text
    }

    /// A layout, or none.
    package struct Layout { package let value: AVAudioChannelLayout? }

    /// The layout, which `AVChannelLayoutKey` holds as the bytes of the C struct.
    package func layout() throws(AudioError) -> Layout {
        guard let value = values[AVChannelLayoutKey] else { return Layout(value: nil) }
        guard let data = value as? Data ?? (value as? NSData).map({ $0 as Data }),
            let layout = AVAudioChannelLayout.read(data), layout.channelCount > 0
        else { throw .parameter.because("the value of AVChannelLayoutKey is not a layout") }
        return Layout(value: AVAudioChannelLayout(layout))
    }

    /// The format that the dictionary describes.
    ///
    /// - Parameters:
    ///   - formatID: what it is where the dictionary does not say.
    ///   - maximumBits: of a sample of linear PCM.
    ///   - widensFloat: whether floating point of 8, 16 or 24 bits, which no sample has, becomes that of 32.
    package func format(
        formatID: FourCC? = nil, maximumBits: Int, widensFloat: Bool = false
    ) throws(AudioError) -> StreamFormat {
        guard let id = try word(AVFormatIDKey).map({ FourCC($0) }) ?? formatID, let rate = try number(AVSampleRateKey),
            let channels = try word(AVNumberOfChannelsKey), (1...1024).contains(channels), rate.isFinite, rate >= 0
        else { throw .parameter.because("the settings have no format, sample rate or number of channels") }
        guard id == .linearPCM else { return try encoded(id, rate, Int(channels)) }
        let isFloat = try flag(AVLinearPCMIsFloatKey)
        var bits = try word(AVLinearPCMBitDepthKey) ?? (isFloat ? 32 : 16)
        if isFloat, widensFloat, [8, 16, 24].contains(bits) { bits = 32 }
        guard (8...UInt32(maximumBits)).contains(bits), bits % 8 == 0, !isFloat || bits == 32 || bits == 64 else {
            throw .parameter.because("\(bits) is no bit depth of linear PCM")
        }
        return .pcm(
            isFloat ? .float : .signed, bits: Int(bits), sampleRate: rate, channels: Int(channels),
            bigEndian: try flag(AVLinearPCMIsBigEndianKey), interleaved: try !flag(AVLinearPCMIsNonInterleaved))
    }

    /// An encoded format, completed by its codec where there is one.
    private func encoded(_ id: FourCC, _ rate: Double, _ channels: Int) throws(AudioError) -> StreamFormat {
        var format = StreamFormat(sampleRate: rate, formatID: id, channels: channels)
        let depths: [UInt32: UInt32] = [16: 1, 20: 2, 24: 3, 32: 4]
        if id == .alac, let depth = try word(AVEncoderBitDepthHintKey), let flag = depths[depth] {
            format.flags = StreamFormat.Flags(rawValue: flag)
        }
        var asbd = AudioStreamBasicDescription(format)
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        guard AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &asbd) == noErr else {
            return format
        }
        return StreamFormat(asbd)
    }

    /// The settings of a format.
    package static func dictionary(_ format: StreamFormat, _ layout: AVAudioChannelLayout?) -> [String: Any] {
        var settings: [String: Any] = [
            AVFormatIDKey: NSNumber(value: format.formatID.rawValue),
            AVSampleRateKey: NSNumber(value: format.sampleRate),
            AVNumberOfChannelsKey: NSNumber(value: format.channels),
        ]
        if format.isPCM {
            settings[AVLinearPCMBitDepthKey] = NSNumber(value: format.bitsPerChannel)
            settings[AVLinearPCMIsFloatKey] = NSNumber(value: format.sampleKind == .float)
            settings[AVLinearPCMIsBigEndianKey] = NSNumber(value: format.isBigEndian)
            settings[AVLinearPCMIsNonInterleaved] = NSNumber(value: !format.isInterleaved)
        }
        if let layout { settings[AVChannelLayoutKey] = layout.data }
        return settings
    }
}

// MARK: Encoders

extension FormatSettings {
    /// The settings of an encoder for so many channels, as a converter takes them, those first on which others depend.
    package func encoderSettings(channels: Int) throws(AudioError) -> [ConverterSetting] {
        var settings: [ConverterSetting] = []
        let best = UInt32(AVAudioQuality.max.rawValue)
        func add(_ property: UInt32, _ value: UInt32?) {
            if let value { settings.append(ConverterSetting(property: FourCC(property), value: value)) }
        }
        let strategy = try text(AVEncoderBitRateStrategyKey)
        add(bitRateControlModeProperty, strategy.flatMap(BitRateStrategy.mode))
        add(kAudioConverterCodecQuality, try word(AVEncoderAudioQualityKey).map { min($0, best) })
        if strategy == AVAudioBitRateStrategy_Variable {
            add(variableQualityProperty, try word(AVEncoderAudioQualityForVBRKey).map { min($0, best) })
        }
        let each = try word(AVEncoderBitRatePerChannelKey)
        let all = each.map { UInt32(clamping: Int($0) * channels) }
        add(kAudioConverterEncodeBitRate, try word(AVEncoderBitRateKey) ?? all)
        add(kAudioConverterPropertyBitDepthHint, try word(AVEncoderBitDepthHintKey))
        return settings
    }
}

// MARK: Sample-rate converters

extension FormatSettings {
    /// How a sample-rate converter is set up: as well as possible, where the dictionary does not say.
    package func rateSettings() throws(AudioError) -> [ConverterSetting] {
        let algorithm = try text(AVSampleRateConverterAlgorithmKey) ?? AVSampleRateConverterAlgorithm_Normal
        let quality = try word(AVSampleRateConverterAudioQualityKey) ?? UInt32(AVAudioQuality.max.rawValue)
        var settings = [
            ConverterSetting(property: FourCC(kAudioConverterSampleRateConverterQuality), value: min(quality, 127))
        ]
        if let complexity = RateAlgorithm.complexity(algorithm) {
            settings.append(
                ConverterSetting(property: FourCC(kAudioConverterSampleRateConverterComplexity), value: complexity))
        }
        return settings
    }
}

/// Between the names of bit rate strategies and `kAudioCodecBitRateControlMode_…`.
package enum BitRateStrategy {
    private static let names = [
        AVAudioBitRateStrategy_Constant, AVAudioBitRateStrategy_LongTermAverage,
        AVAudioBitRateStrategy_VariableConstrained, AVAudioBitRateStrategy_Variable,
    ]

    package static func mode(_ name: String) -> UInt32? { names.firstIndex(of: name).map { UInt32($0) } }
    package static func name(_ mode: UInt32) -> String? { Int(mode) < names.count ? names[Int(mode)] : nil }
}

/// Between the names of algorithms and `kAudioConverterSampleRateConverterComplexity_…`.
package enum RateAlgorithm {
    private static let names: [(name: String, complexity: UInt32)] = [
        (AVSampleRateConverterAlgorithm_Normal, kAudioConverterSampleRateConverterComplexity_Normal),
        (AVSampleRateConverterAlgorithm_Mastering, kAudioConverterSampleRateConverterComplexity_Mastering),
        (AVSampleRateConverterAlgorithm_MinimumPhase, kAudioConverterSampleRateConverterComplexity_MinimumPhase),
    ]

    package static func complexity(_ name: String) -> UInt32? { names.first { $0.name == name }?.complexity }
    package static func name(_ complexity: UInt32) -> String? { names.first { $0.complexity == complexity }?.name }
}
