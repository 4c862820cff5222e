import AudioCore
import CAudioToolbox

// AudioConverterSetProperty.
extension Converter {
    /// Sets a property. Where it changes how the conversion is done, what had been taken in is lost.
    ///
    /// - Throws: `badPropertySize` for data of the wrong size, `parameter` for a value out of range,
    ///   `converterOperation` for a property that this conversion only lets read, `converterProperty` for one it has not.
    package func setProperty(_ id: UInt32, _ value: PropertyInput) throws(AudioError) {
        if id == kAudioConverterPropertySettings { return try configure(try value.settings()) }
        if try setRateProperty(id, value) { return }
        if try setChannelProperty(id, value) { return }
        if try setCodecProperty(id, value) { return }
        _ = try propertyInfo(id)
        throw .converterOperation.because("the property can only be read")
    }

    private func setRateProperty(_ id: UInt32, _ value: PropertyInput) throws(AudioError) -> Bool {
        switch id {
        case kAudioConverterSampleRateConverterQuality:
            let quality = try Self.quality(value)
            change { $0.rateQuality = quality }
        case kAudioConverterSampleRateConverterComplexity:
            let complexity = FourCC(try value.load(UInt32.self))
            guard ["line", "norm", "bats", "minp"].contains(complexity) else { throw .parameter }
            change { $0.rateComplexity = complexity }
        case kAudioConverterPrimeMethod:
            let method = try value.load(UInt32.self)
            guard method <= 2 else { throw .parameter }
            change { $0.primeMethod = method }
        case kAudioConverterPropertyDithering:
            let algorithm = try value.load(UInt32.self)
            guard algorithm <= 2 else { throw .parameter }
            change { $0.dither = algorithm }
        case kAudioConverterPropertyDitherBitDepth:
            let bits = try value.load(UInt32.self)
            guard bits <= 64 else { throw .parameter }
            change { $0.ditherBitDepth = bits }
        case kAudioConverterPropertyBitDepthHint:
            let bits = try value.load(UInt32.self)
            guard bits <= 64 else { throw .parameter }
            change { $0.bitDepthHint = bits }
        case converterThreadsProperty:
            let count = Int(try value.load(UInt32.self))
            guard (1...64).contains(count) else { throw .parameter }
            change { $0.threads = count }
        default: return false
        }
        return true
    }

    private func setChannelProperty(_ id: UInt32, _ value: PropertyInput) throws(AudioError) -> Bool {
        let (inputs, outputs) = (inputFormat.channels, outputFormat.channels)
        switch id {
        case kAudioConverterChannelMap:
            let map = try value.array(of: Int32.self, count: outputs)
            _ = try ChannelRouting(map: map, inputs: inputs)
            change { $0.channelMap = map }
        case kAudioConverterPropertyPerformDownmix:
            let mixes = try value.load(UInt32.self) != 0
            change {
                $0.performsDownmix = mixes
                if mixes { $0.channelMap = nil }
            }
        case kAudioConverterPropertyChannelMixMap:
            guard settings.performsDownmix else {
                throw .converterOperation.because("a mix map needs kAudioConverterPropertyPerformDownmix")
            }
            let gains = try value.array(of: Float.self, count: inputs * outputs)
            guard gains.allSatisfy(\.isFinite) else { throw .parameter.because("a gain is not a number") }
            change { $0.mixMatrix = gains }
        case kAudioConverterInputChannelLayout:
            let layout = try Self.layout(value, channels: inputs)
            change { $0.inputLayout = layout }
        case kAudioConverterOutputChannelLayout:
            let layout = try Self.layout(value, channels: outputs)
            change { $0.outputLayout = layout }
        default: return false
        }
        return true
    }

    private func setCodecProperty(_ id: UInt32, _ value: PropertyInput) throws(AudioError) -> Bool {
        switch id {
        case kAudioConverterDecompressionMagicCookie where !inputFormat.isPCM:
            try setDecompressionCookie(try value.bytes())
        case kAudioConverterPrimeInfo where !inputFormat.isPCM:
            let info = try value.load(AudioConverterPrimeInfo.self)
            let limit: UInt32 = 1 << 20
            guard info.leadingFrames <= limit, info.trailingFrames <= limit else { throw .parameter }
            change {
                $0.primeInfo = ConverterPrimeInfo(leading: Int(info.leadingFrames), trailing: Int(info.trailingFrames))
            }
        case kAudioConverterCodecQuality where !outputFormat.isPCM:
            let quality = try Self.quality(value)
            try changeEncoder { $0.codecQuality = quality }
        case kAudioConverterEncodeBitRate where hasBitRate:
            let rate = try value.load(UInt32.self)
            if let constantBitRate, Double(rate) != constantBitRate.rounded(.down) {
                throw .converterOperation.because("this format's bit rate follows from its sample rate")
            }
            // Between the rates of a list, the encoder takes the nearest.
            let offered = encoderBitRates
            let (least, most) = (offered.map(\.lowerBound).min() ?? 0, offered.map(\.upperBound).max() ?? .infinity)
            guard (least...most).contains(Double(rate)) else {
                throw .parameter.because("the encoder does not offer \(rate) bits per second for this format")
            }
            try changeEncoder { $0.bitRate = rate }
        case bitRateControlModeProperty where encoderAbilities?.hasRateControl == true:
            let mode = try value.load(UInt32.self)
            guard mode <= 3 else { throw .parameter.because("bit-rate control modes go from 0 to 3") }
            try changeEncoder { $0.bitRateControlMode = mode }
        case variableQualityProperty where encoderAbilities?.hasRateControl == true:
            let quality = try Self.quality(value)
            try changeEncoder { $0.variableQuality = quality }
        case kAudioConverterEncodeAdjustableSampleRate where !outputFormat.isPCM:
            let rate = try value.load(Double.self)
            guard rate == 0 || rate == outputFormat.sampleRate else {
                throw .converterOperation.because("the encoder's sample rate is that of the output format")
            }
        default: return false
        }
        return true
    }

    /// Changes settings of the encoder, as far as it takes them.
    private func changeEncoder(_ body: (inout ConverterSettings) -> Void) throws(AudioError) {
        let before = settings
        change(body)
        do throws(AudioError) { _ = try prepared() } catch {
            change { $0 = before }
            throw error
        }
    }

    private static func quality(_ value: PropertyInput) throws(AudioError) -> UInt32 {
        let quality = try value.load(UInt32.self)
        guard quality <= kAudioConverterQuality_Max else { throw .parameter.because("qualities go from 0 to 127") }
        return quality
    }

    private static func layout(_ value: PropertyInput, channels: Int) throws(AudioError) -> ChannelLayout {
        let layout = try value.layout()
        guard layout.channelCount == channels else {
            throw .parameter.because("the layout places \(layout.channelCount) of \(channels) channels")
        }
        return layout
    }
}

extension PropertyInput {
    /// The values, where exactly `count` of `T` were handed in.
    func array<T: BitwiseCopyable>(of _: T.Type, count: Int) throws(AudioError) -> [T] {
        guard case .bytes(let bytes) = self, bytes.count == count * MemoryLayout<T>.stride else {
            throw .badPropertySize
        }
        return (0..<count).map { bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<T>.stride, as: T.self) }
    }
}
