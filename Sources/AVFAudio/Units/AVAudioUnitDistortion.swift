public import AudioToolbox

/// Ways to spoil sound.
public enum AVAudioUnitDistortionPreset: Int, @unchecked Sendable {
    /// Drums Bit Brush.
    case drumsBitBrush = 0
    /// Drums Buffer Beats.
    case drumsBufferBeats = 1
    /// Drums LoFi.
    case drumsLoFi = 2
    /// Multi Broken Speaker.
    case multiBrokenSpeaker = 3
    /// Multi Cellphone Concert.
    case multiCellphoneConcert = 4
    /// Multi Decimated 1.
    case multiDecimated1 = 5
    /// Multi Decimated 2.
    case multiDecimated2 = 6
    /// Multi Decimated 3.
    case multiDecimated3 = 7
    /// Multi Decimated 4.
    case multiDecimated4 = 8
    /// Multi Distorted Funk.
    case multiDistortedFunk = 9
    /// Multi Distorted Cubed.
    case multiDistortedCubed = 10
    /// Multi Distorted Squared.
    case multiDistortedSquared = 11
    /// Multi Echo 1.
    case multiEcho1 = 12
    /// Multi Echo 2.
    case multiEcho2 = 13
    /// Multi Echo Tight 1.
    case multiEchoTight1 = 14
    /// Multi Echo Tight 2.
    case multiEchoTight2 = 15
    /// Multi Everything Is Broken.
    case multiEverythingIsBroken = 16
    /// Speech Alien Chatter.
    case speechAlienChatter = 17
    /// Speech Cosmic Interference.
    case speechCosmicInterference = 18
    /// Speech Golden Pi.
    case speechGoldenPi = 19
    /// Speech Radio Tower.
    case speechRadioTower = 20
    /// Speech Waves.
    case speechWaves = 21
}

/// An effect that spoils its input.
///
/// Values out of a range become the nearest one in it; what is not a number changes nothing.
open class AVAudioUnitDistortion: AVAudioUnitEffect, @unchecked Sendable {
    /// Creates an effect with the preset `drumsBitBrush`, but with `preGain` and `wetDryMix` as below.
    public init() {
        super.init(audioComponentDescription: .system(kAudioUnitType_Effect, kAudioUnitSubType_Distortion))
        loadFactoryPreset(.drumsBitBrush)
        preGain = -6
        wetDryMix = 50
    }

    /// Creates a node with the first unit that a description finds, whose parameters have the numbers of those of the class.
    ///
    /// - Parameter audioComponentDescription: a component of a type that the superclass takes, which is there.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription: audioComponentDescription)
    }

    /// Sets all that the effect does, also `preGain` and `wetDryMix`.
    ///
    /// - Parameter preset: what it does.
    open func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) { setPreset(preset.rawValue) }

    /// The gain before the effect in decibels, from -80 to 20; -6 at first.
    open var preGain: Float {
        get { parameter(kDistortionParam_SoftClipGain) }
        set { setParameter(kDistortionParam_SoftClipGain, newValue) }
    }

    /// The part of the effect in what is heard, in percent from 0 to 100; 50 at first.
    open var wetDryMix: Float {
        get { parameter(kDistortionParam_FinalMix) }
        set { setParameter(kDistortionParam_FinalMix, newValue) }
    }
}
