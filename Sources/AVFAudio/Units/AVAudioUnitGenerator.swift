import AudioCore
public import AudioToolbox

/// A node with a unit that generates sound.
open class AVAudioUnitGenerator: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    static let types: Set<OSType> = [kAudioUnitType_Generator, kAudioUnitType_RemoteGenerator]

    /// What was set of a unit without the property.
    private let wish = Latest(0)

    /// Creates a node with the first generator that a description finds.
    ///
    /// - Parameter audioComponentDescription: a component of the type `kAudioUnitType_Generator` or `RemoteGenerator`, which is there.
    public init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription, Self.types)
    }

    override init(_ unit: NodeUnit) { super.init(unit) }

    /// Whether the unit is to pass by what it does; false at first. Most generators, as those of the system, have no such property: the
    /// value is kept, and changes nothing.
    open var bypass: Bool {
        get { isBypassed || wish.read() != 0 }
        set {
            wish.write(newValue ? 1 : 0)
            isBypassed = newValue
        }
    }
}
