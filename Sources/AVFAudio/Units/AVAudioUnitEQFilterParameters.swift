import AudioToolbox
public import Foundation

/// Kinds of filters.
public enum AVAudioUnitEQFilterType: Int, @unchecked Sendable {
    /// Raises or lowers what is around a frequency. Uses frequency, bandwidth and gain.
    case parametric = 0
    /// Lets pass what is below a frequency. Uses the frequency.
    case lowPass = 1
    /// Lets pass what is above a frequency. Uses the frequency.
    case highPass = 2
    /// A low pass with a peak at the frequency. Uses frequency and bandwidth.
    case resonantLowPass = 3
    /// A high pass with a peak at the frequency. Uses frequency and bandwidth.
    case resonantHighPass = 4
    /// Lets pass what is around a frequency. Uses frequency and bandwidth.
    case bandPass = 5
    /// Takes away what is around a frequency. Uses frequency and bandwidth.
    case bandStop = 6
    /// Raises or lowers what is below a frequency. Uses frequency and gain.
    case lowShelf = 7
    /// Raises or lowers what is above a frequency. Uses frequency and gain.
    case highShelf = 8
    /// A low shelf with a peak at the frequency. Uses frequency, bandwidth and gain.
    case resonantLowShelf = 9
    /// A high shelf with a peak at the frequency. Uses frequency, bandwidth and gain.
    case resonantHighShelf = 10
}

/// One filter: a band of an `AVAudioUnitEQ`, or the filter after the reverb of an `AVAudioEnvironmentNode`.
///
/// Values out of a range become the nearest one in it; what is not a number changes nothing. Any thread may make any call, also while
/// the filter is heard.
open class AVAudioUnitEQFilterParameters: NSObject, @unchecked Sendable {
    /// The parameters of a unit that a filter consists of.
    struct Numbers {
        let type: AudioUnitParameterID
        let frequency: AudioUnitParameterID
        let bandwidth: AudioUnitParameterID
        let gain: AudioUnitParameterID
        let bypass: AudioUnitParameterID
        /// What the last one has while the filter is bypassed.
        let bypassed: Float

        /// A band of an equaliser.
        static func band(_ band: Int) -> Numbers {
            let band = AudioUnitParameterID(band)
            return Numbers(
                type: kAUNBandEQParam_FilterType + band, frequency: kAUNBandEQParam_Frequency + band,
                bandwidth: kAUNBandEQParam_Bandwidth + band, gain: kAUNBandEQParam_Gain + band,
                bypass: kAUNBandEQParam_BypassBand + band, bypassed: 1)
        }

        /// The filter after a reverb, which is switched on and not off.
        static let reverb = Numbers(
            type: kReverbParam_FilterType, frequency: kReverbParam_FilterFrequency,
            bandwidth: kReverbParam_FilterBandwidth, gain: kReverbParam_FilterGain, bypass: kReverbParam_FilterEnable,
            bypassed: 0)
    }

    private let unit: NodeUnit
    private let numbers: Numbers

    init(_ unit: NodeUnit, _ numbers: Numbers) {
        (self.unit, self.numbers) = (unit, numbers)
        super.init()
    }

    /// The kind of the filter; `parametric` at first.
    open var filterType: AVAudioUnitEQFilterType {
        get { AVAudioUnitEQFilterType(rawValue: Int(unit.parameter(numbers.type))) ?? .parametric }
        set { set(numbers.type, Float(newValue.rawValue)) }
    }

    /// In hertz, from 20 to half of the sample rate; 1000 at first. That of a reverb goes from 10 to 20 000, 800 at first.
    open var frequency: Float {
        get { unit.parameter(numbers.frequency) }
        set { set(numbers.frequency, newValue) }
    }

    /// In octaves, from 0.05 to 5; 0.5 at first. That of a reverb goes to 4, 3 at first.
    open var bandwidth: Float {
        get { unit.parameter(numbers.bandwidth) }
        set { set(numbers.bandwidth, newValue) }
    }

    /// In decibels, from -96 to 24; 0 at first. That of a reverb goes from -18 to 18.
    open var gain: Float {
        get { unit.parameter(numbers.gain) }
        set { set(numbers.gain, newValue) }
    }

    /// Whether the filter does nothing; true at first. That of a reverb is in use at first, with a gain of 0.
    open var bypass: Bool {
        get { unit.parameter(numbers.bypass) == numbers.bypassed }
        set { set(numbers.bypass, newValue ? numbers.bypassed : 1 - numbers.bypassed) }
    }

    private func set(_ id: AudioUnitParameterID, _ value: Float) {
        guard !value.isNaN else { return }
        let most = Float.greatestFiniteMagnitude
        unit.setParameter(id, to: min(max(value, -most), most))
    }
}
