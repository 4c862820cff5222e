import AudioCore
import AudioFiles
import CAudioToolbox

// The properties of AudioConverter.h that a queue forwards to its converter. The queue's own properties come first: of
// their codes, only `kAudioQueueProperty_MaximumOutputPacketSize` is also a converter's, with the same meaning.
extension Converter {
    /// All properties that a queue forwards. A request for any other does not open the device.
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
    /// - Throws: `queueProperty` if the conversion does not have it.
    func propertyOfQueue(_ id: UInt32) throws(AudioError) -> PropertyValue {
        do throws(AudioError) {
            return try property(id, input: UnsafeRawBufferPointer(start: nil, count: 0))
        } catch { throw error.asQueueError }
    }

    /// Sets a property.
    ///
    /// - Throws: `queueProperty` if the conversion does not have it, or has it read-only; `queuePropertySize`;
    ///   `queuePropertyValue`.
    func setPropertyOfQueue(_ id: UInt32, _ input: PropertyInput) throws(AudioError) {
        do throws(AudioError) { try setProperty(id, input) } catch { throw error.asQueueError }
    }
}

extension AudioError {
    /// The queue's error for an error of its converter.
    fileprivate var asQueueError: AudioError {
        switch status {
        case Self.converterProperty.status, Self.converterOperation.status: .queueProperty
        case Self.badPropertySize.status: .queuePropertySize
        case Self.parameter.status: .queuePropertyValue
        default: self
        }
    }
}
