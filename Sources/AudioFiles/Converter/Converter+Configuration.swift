import AudioCore
import CAudioToolbox

// All settings at once: `kAudioConverterPropertySettings`.
extension Converter {
    /// The settings of the rate conversion, of dithering and of the encoder; of those that an encoder decides for itself, the
    /// ones that were set.
    var configuration: [ConverterSetting] {
        let common = [
            (kAudioConverterSampleRateConverterComplexity, settings.rateComplexity.rawValue),
            (kAudioConverterSampleRateConverterQuality, settings.rateQuality),
            (kAudioConverterPrimeMethod, settings.primeMethod), (kAudioConverterPropertyDithering, settings.dither),
            (kAudioConverterPropertyDitherBitDepth, settings.ditherBitDepth),
            (kAudioConverterPropertyBitDepthHint, settings.bitDepthHint),
        ]
        let encoding: [(UInt32, UInt32?)] = [
            (kAudioConverterCodecQuality, settings.codecQuality),
            (bitRateControlModeProperty, settings.bitRateControlMode),
            (variableQualityProperty, settings.variableQuality), (kAudioConverterEncodeBitRate, settings.bitRate),
        ]
        let all = common.map { ($0, Optional($1)) } + (outputFormat.isPCM ? [] : encoding)
        return all.compactMap { property, value in
            value.map { ConverterSetting(property: FourCC(property), value: $0) }
        }
    }

    private static let configurable: Set<UInt32> = [
        kAudioConverterSampleRateConverterComplexity, kAudioConverterSampleRateConverterQuality,
        kAudioConverterPrimeMethod, kAudioConverterPropertyDithering, kAudioConverterPropertyDitherBitDepth,
        kAudioConverterPropertyBitDepthHint, kAudioConverterCodecQuality, bitRateControlModeProperty,
        variableQualityProperty, kAudioConverterEncodeBitRate,
    ]

    /// Sets what a list names and leaves the rest.
    ///
    /// - Throws: `parameter` for what no list names; what `setProperty` says of the first setting that it refuses. Nothing is
    ///   then changed.
    func configure(_ list: [ConverterSetting]) throws(AudioError) {
        let before = settings
        do throws(AudioError) {
            for setting in list {
                guard Self.configurable.contains(setting.property.rawValue) else {
                    throw .parameter.because("'\(setting.property)' is not among a converter's settings")
                }
                try withUnsafeBytes(of: setting.value) { bytes throws(AudioError) in
                    try setProperty(setting.property.rawValue, .bytes(bytes))
                }
            }
        } catch {
            change { $0 = before }
            throw error
        }
    }
}
