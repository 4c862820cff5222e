import AudioCore
import CAudioToolbox

// The properties of AudioConverter.h that a queue passes on to the converter in it. The queue's own come first: of their
// codes, only `kAudioQueueProperty_MaximumOutputPacketSize` is a converter's too, and means the same.
extension Converter {
    /// All that a queue passes on. Asking for any other does not open its device.
    static let queueProperties: Set<UInt32> = [
        kAudioConverterPropertyMinimumInputBufferSize, kAudioConverterPropertyMinimumOutputBufferSize,
        kAudioConverterPropertyMaximumInputPacketSize, kAudioConverterPropertyMaximumOutputPacketSize,
        kAudioConverterPropertyCalculateInputBufferSize, kAudioConverterPropertyCalculateOutputBufferSize,
        kAudioConverterSampleRateConverterComplexity, kAudioConverterSampleRateConverterQuality,
        kAudioConverterPrimeMethod, kAudioConverterPrimeInfo, kAudioConverterPropertyBitDepthHint,
        kAudioConverterPropertyDithering, kAudioConverterPropertyDitherBitDepth,
        kAudioConverterCurrentInputStreamDescription, kAudioConverterCurrentOutputStreamDescription,
        kAudioConverterPropertySettings, converterThreadsProperty, kAudioConverterChannelMap,
        kAudioConverterPropertyPerformDownmix, kAudioConverterPropertyChannelMixMap, kAudioConverterInputChannelLayout,
        kAudioConverterOutputChannelLayout, kAudioConverterDecompressionMagicCookie,
        kAudioConverterCompressionMagicCookie, kAudioConverterCodecQuality, kAudioConverterEncodeBitRate,
        kAudioConverterEncodeAdjustableSampleRate, kAudioConverterApplicableEncodeBitRates,
        kAudioConverterAvailableEncodeBitRates, kAudioConverterApplicableEncodeSampleRates,
        kAudioConverterAvailableEncodeSampleRates, kAudioConverterAvailableEncodeChannelLayoutTags,
        kAudioConverterPropertyFormatList, bitRateControlModeProperty, variableQualityProperty,
    ]

    /// A property's value.
    ///
    /// - Throws: `queueProperty` where the conversion does not have it.
    func propertyOfQueue(_ id: UInt32) throws(AudioError) -> PropertyValue {
        do throws(AudioError) {
            return try property(id, input: UnsafeRawBufferPointer(start: nil, count: 0))
        } catch { throw error.asQueueError }
    }

    /// Sets a property.
    ///
    /// - Throws: `queueProperty` where the conversion does not have it, or only lets read it; `queuePropertySize`;
    ///   `queuePropertyValue`.
    func setPropertyOfQueue(_ id: UInt32, _ input: PropertyInput) throws(AudioError) {
        do throws(AudioError) { try setProperty(id, input) } catch { throw error.asQueueError }
    }
}

extension AudioError {
    /// What a queue says where its converter says this.
    fileprivate var asQueueError: AudioError {
        switch status {
        case Self.converterProperty.status, Self.converterOperation.status: .queueProperty
        case Self.badPropertySize.status: .queuePropertySize
        case Self.parameter.status: .queuePropertyValue
        default: self
        }
    }
}
