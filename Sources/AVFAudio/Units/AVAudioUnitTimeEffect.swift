public import AudioToolbox

/// A node that takes another number of frames than it gives: it plays its input faster or slower.
open class AVAudioUnitTimeEffect: AVAudioUnit, @unchecked Sendable {
    static let types: Set<OSType> = [kAudioUnitType_FormatConverter]

    /// Creates a node with the first unit that a description finds.
    ///
    /// - Parameter audioComponentDescription: a component of the type `kAudioUnitType_FormatConverter`, which is there.
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
