import AudioCodecs
import AudioCore
import AudioFiles
import CAudioToolbox

// The properties of a codec. Most are those of its converter, under another name.
extension CodecUnit {
    /// The value of a property.
    ///
    /// - Parameter question: what the client's buffer holds.
    /// - Throws: `codecUnknownProperty`; `codecState` for one that only an initialized codec has.
    package func property(_ id: UInt32, _ question: UnsafeRawBufferPointer) throws(AudioError) -> PropertyValue {
        if let value = nameProperty(id) { return value }
        if let value = offerProperty(id) { return value }
        if let value = try stateProperty(id) { return value }
        guard let converterID = Self.converterProperties[id] else { throw .codecUnknownProperty }
        if converter == nil, let set = settings.last(where: { $0.id == id }) { return .bytes(set.value) }
        do throws(AudioError) { return try initialized().property(converterID, input: question) } catch {
            throw error == .codecState ? error : AudioError.codecUnknownProperty.because(error.reason)
        }
    }

    /// The size of a property's value, and whether it can be set.
    package func propertyInfo(_ id: UInt32) throws(AudioError) -> (size: Int, isWritable: Bool) {
        let isWritable = isWritable(id)
        do throws(AudioError) {
            return (try property(id, UnsafeRawBufferPointer(start: nil, count: 0)).size, isWritable)
        } catch {
            guard isWritable, error == .codecState || error == .codecUnknownProperty else { throw error }
            return (0, true)
        }
    }

    /// Sets a property. Formats and the cookie can be set only before the codec is initialized.
    package func setProperty(_ id: UInt32, _ bytes: UnsafeRawBufferPointer) throws(AudioError) {
        let value = PropertyInput.bytes(bytes)
        switch id {
        case kAudioCodecPropertyCurrentInputFormat, kAudioCodecPropertyCurrentOutputFormat,
            kAudioCodecPropertyMagicCookie:
            guard converter == nil else { throw .codecIllegalOperation.because("the codec is initialized") }
            guard id != kAudioCodecPropertyMagicCookie else {
                guard !encodes else { throw .codecIllegalOperation }
                cookie = Array(bytes)
                return
            }
            let format = StreamFormat(try value.load(AudioStreamBasicDescription.self))
            if id == kAudioCodecPropertyCurrentInputFormat { input = format } else { output = format }
        case kAudioCodecPropertyInputBufferSize:
            let size = Int(try value.load(UInt32.self))
            guard (1...0x100_0000).contains(size) else { throw .codecBufferSpace.because("the size is 0 or too large") }
            capacity = size
        default:
            guard isWritable(id) else {
                _ = try property(id, UnsafeRawBufferPointer(start: nil, count: 0))
                throw .codecIllegalOperation
            }
            if let converter { return try set(id, Array(bytes), in: converter) }
            settings.removeAll { $0.id == id }
            settings.append((id, Array(bytes)))
        }
    }

    func set(_ id: UInt32, _ value: [UInt8], in converter: Converter) throws(AudioError) {
        guard let converterID = Self.converterProperties[id] else { throw .codecUnknownProperty }
        try Self.set(converterID, value, of: converter)
    }

    /// Sets a property of a converter.
    static func set(_ id: UInt32, _ value: [UInt8], of converter: Converter) throws(AudioError) {
        let outcome = value.withUnsafeBytes { bytes in
            Result { () throws(AudioError) in try converter.setProperty(id, .bytes(bytes)) }
        }
        try outcome.get()
    }

    private func isWritable(_ id: UInt32) -> Bool {
        switch id {
        case kAudioCodecPropertyCurrentInputFormat, kAudioCodecPropertyCurrentOutputFormat: converter == nil
        case kAudioCodecPropertyMagicCookie: converter == nil && !encodes
        case kAudioCodecPropertyInputBufferSize: true
        case kAudioCodecPropertyCurrentInputChannelLayout, kAudioCodecPropertyCurrentOutputChannelLayout,
            kAudioCodecPropertyPrimeMethod:
            true
        case kAudioCodecPropertyPrimeInfo: !encodes
        case kAudioCodecPropertyCurrentTargetBitRate: encodes && !codec.abilities.bitRates.isEmpty
        case kAudioCodecPropertyQualitySetting: encodes
        case kAudioCodecPropertyBitRateControlMode, kAudioCodecPropertySoundQualityForVBR:
            encodes && codec.abilities.hasRateControl
        default: false
        }
    }

    private static let converterProperties: [UInt32: UInt32] = [
        kAudioCodecPropertyCurrentTargetBitRate: kAudioConverterEncodeBitRate,
        kAudioCodecPropertyQualitySetting: kAudioConverterCodecQuality,
        kAudioCodecPropertyBitRateControlMode: kAudioCodecPropertyBitRateControlMode,
        kAudioCodecPropertySoundQualityForVBR: kAudioCodecPropertySoundQualityForVBR,
        kAudioCodecPropertyPrimeMethod: kAudioConverterPrimeMethod,
        kAudioCodecPropertyPrimeInfo: kAudioConverterPrimeInfo,
        kAudioCodecPropertyCurrentInputChannelLayout: kAudioConverterInputChannelLayout,
        kAudioCodecPropertyCurrentOutputChannelLayout: kAudioConverterOutputChannelLayout,
        kAudioCodecPropertyApplicableBitRateRange: kAudioConverterApplicableEncodeBitRates,
        kAudioCodecPropertyFormatList: kAudioConverterPropertyFormatList,
        kAudioCodecPropertySettings: kAudioConverterPropertySettings,
    ]

    private func nameProperty(_ id: UInt32) -> PropertyValue? {
        switch id {
        case kAudioCodecPropertyNameCFString: .string(codec.name + (encodes ? " Encoder" : " Decoder"))
        case kAudioCodecPropertyManufacturerCFString: .string("swift-corelibs-audio")
        case kAudioCodecPropertyFormatCFString: .string(codec.name)
        default: nil
        }
    }

    /// What the codec can do in any of its formats. A rate, a number of channels or a size of 0 stands for any.
    private func offerProperty(_ id: UInt32) -> PropertyValue? {
        let abilities = codec.abilities
        let rates = (encodes ? abilities.sampleRates : nil) ?? [0...0]
        switch id {
        case kAudioCodecPropertySupportedInputFormats, kAudioCodecPropertyInputFormatsForOutputFormat:
            return .raws(encodes ? plainFormats : [codedFormat])
        case kAudioCodecPropertySupportedOutputFormats, kAudioCodecPropertyOutputFormatsForInputFormat:
            return .raws(encodes ? [codedFormat] : plainFormats)
        case kAudioCodecPropertyAvailableInputSampleRates, kAudioCodecPropertyAvailableOutputSampleRates:
            return .raws(rates.map { AudioValueRange(mMinimum: $0.lowerBound, mMaximum: $0.upperBound) })
        case kAudioCodecPropertyAvailableBitRateRange, kAudioCodecPropertyRecommendedBitRateRange:
            guard encodes, !abilities.bitRates.isEmpty else { return nil }
            return .raws(
                abilities.bitRates.map { AudioValueRange(mMinimum: $0.lowerBound, mMaximum: $0.upperBound) })
        case kAudioCodecPropertyMinimumNumberInputPackets, kAudioCodecPropertyMinimumNumberOutputPackets:
            return .uint32(1)
        case kAudioCodecPropertyAvailableNumberChannels:
            return .raws((abilities.channels ?? []).map(UInt32.init) + (abilities.channels == nil ? [0xFFFF_FFFF] : []))
        case kAudioCodecPropertyDoesSampleRateConversion: return .uint32(0)
        case kAudioCodecPropertyAvailableInputChannelLayoutTags, kAudioCodecPropertyAvailableOutputChannelLayoutTags:
            return .raws(abilities.layouts.map(\.tag))
        case kAudioCodecPropertyEmploysDependentPackets: return .uint32(abilities.hasDependentPackets ? 1 : 0)
        default: return nil
        }
    }

    private var codedFormat: AudioStreamBasicDescription {
        var format = AudioStreamBasicDescription()
        format.mFormatID = codec.formatID.rawValue
        return format
    }

    /// Without rate and channels, which are those of the encoded format.
    private var plainFormats: [AudioStreamBasicDescription] {
        [StreamFormat.int16(sampleRate: 0, channels: 1), .float32(sampleRate: 0, channels: 1)].map {
            var format = AudioStreamBasicDescription($0)
            (format.mChannelsPerFrame, format.mBytesPerFrame, format.mBytesPerPacket) = (0, 0, 0)
            return format
        }
    }

    /// The formats, the buffer, and what follows from the formats.
    private func stateProperty(_ id: UInt32) throws(AudioError) -> PropertyValue? {
        switch id {
        case kAudioCodecPropertyIsInitialized: return .uint32(converter == nil ? 0 : 1)
        case kAudioCodecPropertyInputBufferSize: return .uint32(UInt32(capacity))
        case kAudioCodecPropertyUsedInputBufferSize: return .uint32(UInt32(clamping: usedBytes))
        case kAudioCodecPropertyCurrentInputFormat, kAudioCodecPropertyCurrentOutputFormat:
            guard let format = id == kAudioCodecPropertyCurrentInputFormat ? input : output else {
                throw .codecState.because("the format has not been set")
            }
            return .raw(AudioStreamBasicDescription(format))
        case kAudioCodecPropertyMagicCookie:
            return .bytes(encodes ? try initialized().magicCookie() : cookie)
        case kAudioCodecPropertyPaddedZeros:
            return .uint32(UInt32(clamping: try initialized().primeInfo().trailing))
        default: return try formatProperty(id)
        }
    }

    private func formatProperty(_ id: UInt32) throws(AudioError) -> PropertyValue? {
        let known: Set<UInt32> = [
            kAudioCodecPropertyCurrentInputSampleRate, kAudioCodecPropertyCurrentOutputSampleRate,
            kAudioCodecPropertyApplicableInputSampleRates, kAudioCodecPropertyApplicableOutputSampleRates,
            kAudioCodecPropertyPacketFrameSize, kAudioCodecPropertyMaximumPacketByteSize,
            kAudioCodecPropertyHasVariablePacketByteSizes, kAudioCodecPropertyRequiresPacketDescription,
        ]
        guard known.contains(id) else { return nil }
        let converter = try initialized()
        let coded = encodes ? converter.outputFormat : converter.inputFormat
        let rate = coded.sampleRate
        switch id {
        case kAudioCodecPropertyCurrentInputSampleRate, kAudioCodecPropertyCurrentOutputSampleRate: return .raw(rate)
        case kAudioCodecPropertyPacketFrameSize: return .uint32(UInt32(clamping: coded.framesPerPacket))
        case kAudioCodecPropertyMaximumPacketByteSize:
            let size = encodes ? try converter.maximumOutputPacketSize() : converter.maximumInputPacketSize
            return .uint32(UInt32(clamping: size))
        case kAudioCodecPropertyHasVariablePacketByteSizes, kAudioCodecPropertyRequiresPacketDescription:
            return .uint32(coded.hasConstantPacketSize ? 0 : 1)
        default: return .raw(AudioValueRange(mMinimum: rate, mMaximum: rate))
        }
    }
}
