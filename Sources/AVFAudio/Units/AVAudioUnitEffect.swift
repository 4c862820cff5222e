public import AudioToolbox

/// A node that changes sound as it comes: as many frames come out as go in.
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {
    static let types: Set<OSType> = [
        kAudioUnitType_Effect, kAudioUnitType_MusicEffect, kAudioUnitType_Panner, kAudioUnitType_RemoteEffect,
        kAudioUnitType_RemoteMusicEffect,
    ]

    /// Creates a node with the first effect that a description finds.
    ///
    /// - Parameter audioComponentDescription: a component of the type `kAudioUnitType_Effect`, `MusicEffect`, `Panner`, `RemoteEffect` or
    ///   `RemoteMusicEffect`, which is there.
    public init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription, Self.types)
    }

    override init(_ unit: NodeUnit) { super.init(unit) }

    override var outputFollowsInput: Bool { true }

    /// Whether the input passes unchanged; false at first.
    open var bypass: Bool {
        get { isBypassed }
        set { isBypassed = newValue }
    }
}
