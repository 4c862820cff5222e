public import AudioToolbox

/// Changes how fast its input is played, and its pitch, each by itself.
///
/// At a rate of 1 and a pitch of 0 the input passes unchanged until one of them is set. Values out of a range become the nearest one in
/// it; what is not a number changes nothing.
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect, @unchecked Sendable {
    /// Creates a node that changes nothing yet.
    public init() {
        super.init(audioComponentDescription: .system(kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch))
    }

    /// Creates a node with the first unit that a description finds, whose parameters have the numbers of those of the class.
    ///
    /// - Parameter audioComponentDescription: a component of a type that the superclass takes, which is there.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription: audioComponentDescription)
    }

    /// How fast the input is played, from 1/32 to 32; 1 at first. The pitch stays.
    open var rate: Float {
        get { parameter(kNewTimePitchParam_Rate) }
        set { setParameter(kNewTimePitchParam_Rate, newValue) }
    }

    /// By how much the pitch is raised, in cents from -2400 to 2400; 0 at first. The rate stays.
    open var pitch: Float {
        get { parameter(kNewTimePitchParam_Pitch) }
        set { setParameter(kNewTimePitchParam_Pitch, newValue) }
    }

    /// How many pieces of the input overlap, from 3 to 32; 8 at first. More sound smoother and take more time.
    open var overlap: Float {
        get { parameter(kNewTimePitchParam_Overlap) }
        set { setParameter(kNewTimePitchParam_Overlap, newValue) }
    }
}
