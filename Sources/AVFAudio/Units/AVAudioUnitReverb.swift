public import AudioToolbox

/// Rooms.
public enum AVAudioUnitReverbPreset: Int, @unchecked Sendable {
    /// A small room.
    case smallRoom = 0
    /// A room of medium size.
    case mediumRoom = 1
    /// A large room.
    case largeRoom = 2
    /// A hall of medium size.
    case mediumHall = 3
    /// A large hall.
    case largeHall = 4
    /// A plate of metal that the sound shakes.
    case plate = 5
    /// A chamber of medium size.
    case mediumChamber = 6
    /// A large chamber.
    case largeChamber = 7
    /// A cathedral.
    case cathedral = 8
    /// Another large room.
    case largeRoom2 = 9
    /// Another hall of medium size.
    case mediumHall2 = 10
    /// A third hall of medium size.
    case mediumHall3 = 11
    /// Another large hall.
    case largeHall2 = 12
}

/// An effect that makes its input sound as in a room.
open class AVAudioUnitReverb: AVAudioUnitEffect, @unchecked Sendable {
    /// Creates an effect with a medium hall, of which nothing is heard until `wetDryMix` is set.
    public init() {
        super.init(audioComponentDescription: .system(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2))
        loadFactoryPreset(.mediumHall)
        wetDryMix = 0
    }

    /// Creates a node with the first unit that a description finds, whose parameters have the numbers of those of the class.
    ///
    /// - Parameter audioComponentDescription: a component of a type that the superclass takes, which is there.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription: audioComponentDescription)
    }

    /// Changes the room. `wetDryMix` stays.
    ///
    /// - Parameter preset: the room.
    open func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) { setPreset(preset.rawValue) }

    /// The part of the room in what is heard, in percent from 0 to 100; 0 at first.
    ///
    /// Values out of the range become the nearest one in it; what is not a number changes nothing.
    open var wetDryMix: Float {
        get { parameter(kReverb2Param_DryWetMix) }
        set { setParameter(kReverb2Param_DryWetMix, newValue) }
    }
}
