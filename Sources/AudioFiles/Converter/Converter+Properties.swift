import AudioCodecs
import AudioCore
import CAudioToolbox
import CCoreAudioTypes

/// How many threads may decode, encode and convert rates: UInt32, 1 to 64, 1 by default. Not Apple's.
///
/// What comes out does not depend on it. Above 1, the client is asked for more than is needed at the moment. Not for
/// converters used on real-time threads.
package let converterThreadsProperty = FourCC("lxth").rawValue

/// `kAudioCodecPropertyBitRateControlMode` and `kAudioCodecPropertySoundQualityForVBR`, which converters pass on.
package let bitRateControlModeProperty = FourCC("acbf").rawValue
package let variableQualityProperty = FourCC("vbrq").rawValue
/// `kAudioCodecBitRateControlMode_LongTermAverage`
private let longTermAverage: UInt32 = 1

// AudioConverterGetPropertyInfo, AudioConverterGetProperty and AudioConverterSetProperty.
extension Converter {
    /// A property's value.
    ///
    /// - Parameter input: what the client's buffer holds; the two that calculate buffer sizes read their question from it.
    /// - Throws: `converterProperty` where there is no such property, or this conversion does not have it.
    package func property(_ id: UInt32, input: UnsafeRawBufferPointer) throws(AudioError) -> PropertyValue {
        if let value = try sizeProperty(id, input) { return value }
        if let value = try settingProperty(id) { return value }
        if let value = try channelProperty(id) { return value }
        if let value = try codecProperty(id) { return value }
        throw .converterProperty
    }

    /// The size a property's value has now, and whether it can be set.
    package func propertyInfo(_ id: UInt32) throws(AudioError) -> (size: Int, isWritable: Bool) {
        let isQuestion =
            id == kAudioConverterPropertyCalculateInputBufferSize
            || id == kAudioConverterPropertyCalculateOutputBufferSize
        if isQuestion { return (4, false) }
        let isWritable = isWritable(id)
        if isWritable, Self.mayBeUnset.contains(id) {
            return ((try? property(id, input: UnsafeRawBufferPointer(start: nil, count: 0)))?.size ?? 0, true)
        }
        return (try property(id, input: UnsafeRawBufferPointer(start: nil, count: 0)).size, isWritable)
    }

    /// Settable properties that have no value before they are set.
    private static let mayBeUnset: Set<UInt32> = [
        kAudioConverterDecompressionMagicCookie, kAudioConverterInputChannelLayout, kAudioConverterOutputChannelLayout,
    ]

    private func isWritable(_ id: UInt32) -> Bool {
        switch id {
        case kAudioConverterSampleRateConverterComplexity, kAudioConverterSampleRateConverterQuality,
            kAudioConverterPrimeMethod, kAudioConverterChannelMap, kAudioConverterInputChannelLayout,
            kAudioConverterOutputChannelLayout, kAudioConverterPropertyBitDepthHint,
            kAudioConverterPropertyPerformDownmix, kAudioConverterPropertyDithering,
            kAudioConverterPropertyDitherBitDepth, kAudioConverterPropertySettings, converterThreadsProperty:
            true
        case kAudioConverterPropertyChannelMixMap: settings.performsDownmix
        case kAudioConverterDecompressionMagicCookie, kAudioConverterPrimeInfo: !inputFormat.isPCM
        case kAudioConverterCodecQuality, kAudioConverterEncodeAdjustableSampleRate: !outputFormat.isPCM
        case kAudioConverterEncodeBitRate: hasBitRate
        case bitRateControlModeProperty, variableQualityProperty: encoderAbilities?.hasRateControl == true
        default: false
        }
    }

    /// How many bytes packets and buffers take.
    private func sizeProperty(_ id: UInt32, _ input: UnsafeRawBufferPointer) throws(AudioError) -> PropertyValue? {
        switch id {
        case kAudioConverterPropertyMinimumInputBufferSize: return .uint32(UInt32(clamping: minimumInputSize))
        case kAudioConverterPropertyMinimumOutputBufferSize, kAudioConverterPropertyMaximumOutputPacketSize:
            return .uint32(UInt32(clamping: try maximumOutputPacketSize()))
        case kAudioConverterPropertyMaximumInputPacketSize: return .uint32(UInt32(clamping: maximumInputPacketSize))
        case kAudioConverterPropertyCalculateInputBufferSize, kAudioConverterPropertyCalculateOutputBufferSize:
            guard input.count >= 4 else { throw .badPropertySize }
            let bytes = Int(input.loadUnaligned(as: UInt32.self))
            let answer =
                id == kAudioConverterPropertyCalculateInputBufferSize
                ? try inputBytes(forOutput: bytes) : try outputBytes(forInput: bytes)
            return .uint32(UInt32(clamping: answer))
        default: return nil
        }
    }

    /// What `set` sets and anybody may ask.
    private func settingProperty(_ id: UInt32) throws(AudioError) -> PropertyValue? {
        switch id {
        case kAudioConverterSampleRateConverterComplexity: .uint32(settings.rateComplexity.rawValue)
        case kAudioConverterSampleRateConverterQuality: .uint32(settings.rateQuality)
        case kAudioConverterPrimeMethod: .uint32(settings.primeMethod)
        case kAudioConverterPrimeInfo: .raw(AudioConverterPrimeInfo(try primeInfo()))
        case kAudioConverterPropertyBitDepthHint: .uint32(settings.bitDepthHint)
        case kAudioConverterPropertyDithering: .uint32(settings.dither)
        case kAudioConverterPropertyDitherBitDepth: .uint32(settings.ditherBitDepth)
        case kAudioConverterCurrentInputStreamDescription: .raw(AudioStreamBasicDescription(inputFormat))
        case kAudioConverterCurrentOutputStreamDescription: .raw(AudioStreamBasicDescription(outputFormat))
        case kAudioConverterPropertySettings: .settings(configuration)
        case converterThreadsProperty: .uint32(UInt32(settings.threads))
        default: nil
        }
    }

    private func channelProperty(_ id: UInt32) throws(AudioError) -> PropertyValue? {
        let routing = try placedSettings.routing(inputs: inputFormat.channels, outputs: outputFormat.channels)
        switch id {
        case kAudioConverterChannelMap:
            guard let map = routing.channelMap(outputs: outputFormat.channels) else {
                throw .converterProperty.because("channels are mixed, not mapped")
            }
            return .raws(map)
        case kAudioConverterPropertyPerformDownmix: return .uint32(settings.performsDownmix ? 1 : 0)
        case kAudioConverterPropertyChannelMixMap:
            guard settings.performsDownmix else { throw .converterProperty.because("channels are mapped, not mixed") }
            return .raws(routing.gains(inputs: inputFormat.channels, outputs: outputFormat.channels))
        case kAudioConverterInputChannelLayout:
            guard let layout = settings.inputLayout ?? codedLayout else {
                throw .converterProperty.because("no layout has been set")
            }
            return .bytes(layout.bytes)
        case kAudioConverterOutputChannelLayout:
            guard let layout = settings.outputLayout ?? codedLayout else {
                throw .converterProperty.because("no layout has been set")
            }
            return .bytes(layout.bytes)
        default: return nil
        }
    }

    /// What only encoders and decoders have.
    private func codecProperty(_ id: UInt32) throws(AudioError) -> PropertyValue? {
        if id == kAudioConverterDecompressionMagicCookie {
            guard !settings.decompressionCookie.isEmpty else { return nil }
            return .bytes(settings.decompressionCookie)
        }
        guard !outputFormat.isPCM else { return nil }
        switch id {
        case kAudioConverterCodecQuality: return .uint32(settings.codecQuality)
        case kAudioConverterCompressionMagicCookie:
            let cookie = try magicCookie()
            return cookie.isEmpty ? nil : .bytes(cookie)
        case kAudioConverterEncodeBitRate:
            // At a constant quality, what that usually comes to.
            let aimedAt = try prepared().encoding?.encoder.bitRate ?? settings.bitRate.map(Int.init)
            return (constantBitRate ?? aimedAt.map(Double.init))
                .map { .uint32(UInt32(clamping: Int64(clampingTo: $0))) }
        case kAudioConverterEncodeAdjustableSampleRate: return .raw(outputFormat.sampleRate)
        case kAudioConverterApplicableEncodeBitRates, kAudioConverterAvailableEncodeBitRates:
            let ranges = id == kAudioConverterApplicableEncodeBitRates ? encoderBitRates : availableBitRates
            return ranges.isEmpty ? nil : .raws(ranges.map(AudioValueRange.init))
        case kAudioConverterApplicableEncodeSampleRates:
            return .raw(AudioValueRange(outputFormat.sampleRate...outputFormat.sampleRate))
        case bitRateControlModeProperty where encoderAbilities?.hasRateControl == true:
            return .uint32(settings.bitRateControlMode ?? longTermAverage)
        case variableQualityProperty where encoderAbilities?.hasRateControl == true:
            return .uint32(settings.variableQuality ?? settings.codecQuality)
        // Zeros stand for any rate.
        case kAudioConverterAvailableEncodeSampleRates:
            return .raws((encoderAbilities?.sampleRates ?? [0...0]).map(AudioValueRange.init))
        case kAudioConverterAvailableEncodeChannelLayoutTags:
            let own = (encoderAbilities?.layouts ?? []).filter { $0.channelCount == outputFormat.channels }
            return .raws(own.isEmpty ? ChannelLayout.tags(channels: outputFormat.channels) : own.map(\.tag))
        case kAudioConverterPropertyFormatList:
            return .formatList([
                AudioFormatListItem(
                    mASBD: AudioStreamBasicDescription(outputFormat),
                    mChannelLayoutTag: settings.outputLayout?.tag
                        ?? ChannelLayout.standard(channels: outputFormat.channels)?.tag ?? ChannelLayout.unknown)
            ])
        default: return nil
        }
    }

    /// The frames that come before and after what counts.
    ///
    /// For an encoder those in the packets, the last known at the end; for a decoder what is dropped; for a sample-rate
    /// conversion the input frames around the place of an output frame.
    package func primeInfo() throws(AudioError) -> ConverterPrimeInfo {
        let plan = try prepared()
        if let encoding = plan.encoding { return encoding.primeInfo }
        if let decoding = plan.decoding {
            return settings.primeInfo ?? ConverterPrimeInfo(leading: decoding.decoder.primingFrames)
        }
        guard let rate = plan.pipeline.rate else { return ConverterPrimeInfo() }
        return ConverterPrimeInfo(leading: rate.leadingFrames, trailing: rate.trailingFrames)
    }
}

extension AudioConverterPrimeInfo {
    init(_ info: ConverterPrimeInfo) {
        self.init(leadingFrames: UInt32(clamping: info.leading), trailingFrames: UInt32(clamping: info.trailing))
    }
}

extension AudioValueRange {
    fileprivate init(_ range: ClosedRange<Double>) { self.init(mMinimum: range.lowerBound, mMaximum: range.upperBound) }
}
