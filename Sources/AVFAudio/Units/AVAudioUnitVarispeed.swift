public import AudioToolbox

/// Plays its input faster or slower, as a tape does: the pitch follows.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect, @unchecked Sendable {
    /// Creates a node that changes nothing yet.
    public init() {
        super.init(audioComponentDescription: .system(kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed))
    }

    /// Creates a node with the first unit that a description finds, whose parameters have the numbers of those of the class.
    ///
    /// - Parameter audioComponentDescription: a component of a type that the superclass takes, which is there.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription: audioComponentDescription)
    }

    /// How fast the input is played, from 0.25 to 4; 1 at first. Twice as fast is an octave higher.
    ///
    /// At a rate of 1 the input passes unchanged until another one is set. Values out of the range become the nearest one in it; what
    /// is not a number changes nothing.
    open var rate: Float {
        get { parameter(kVarispeedParam_PlaybackRate) }
        set { setParameter(kVarispeedParam_PlaybackRate, newValue) }
    }
}
