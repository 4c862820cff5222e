public import AudioToolbox
public import Foundation

/// An effect that repeats its input after a time, softer each time.
///
/// Values out of a range become the nearest one in it; what is not a number changes nothing.
open class AVAudioUnitDelay: AVAudioUnitEffect, @unchecked Sendable {
    /// Creates an effect of which nothing but the echo is heard, after a second.
    public init() {
        super.init(audioComponentDescription: .system(kAudioUnitType_Effect, kAudioUnitSubType_Delay))
        wetDryMix = 100
    }

    /// Creates a node with the first unit that a description finds, whose parameters have the numbers of those of the class.
    ///
    /// - Parameter audioComponentDescription: a component of a type that the superclass takes, which is there.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription: audioComponentDescription)
    }

    /// The seconds until the echo, from 0 to 2; 1 at first.
    open var delayTime: TimeInterval {
        get { TimeInterval(parameter(kDelayParam_DelayTime)) }
        set { setParameter(kDelayParam_DelayTime, Float(newValue)) }
    }

    /// How much of an echo is repeated, in percent from -100 to 100; 50 at first. A number below 0 turns the sound over.
    open var feedback: Float {
        get { parameter(kDelayParam_Feedback) }
        set { setParameter(kDelayParam_Feedback, newValue) }
    }

    /// The frequency in hertz above which echoes lose their sound, from 10 to half of the sample rate; 15 000 at first.
    open var lowPassCutoff: Float {
        get { parameter(kDelayParam_LopassCutoff) }
        set { setParameter(kDelayParam_LopassCutoff, newValue) }
    }

    /// The part of the echoes in what is heard, in percent from 0 to 100; 100 at first.
    open var wetDryMix: Float {
        get { parameter(kDelayParam_WetDryMix) }
        set { setParameter(kDelayParam_WetDryMix, newValue) }
    }
}
