import AudioCore
import CAudioToolbox

/// What all instances of one of our units have in common. The rows of `Units.all`.
package struct UnitBlueprint: Sendable {
    package var type: FourCC
    package var subtype: FourCC
    /// As in "Apple: AUConverter": programs for Apple's systems look for units by these names.
    package var name: String
    package var version: UInt32 = 0x0001_0000  // 1.0.0
    /// How many elements a new instance has, and whether clients change that.
    package var inputs = 1
    package var outputs = 1
    package var mayChangeInputs = false
    package var mayChangeOutputs = false
    package var parameters: [ParameterSpec] = []
    package var presets: [UnitPreset] = []
    /// The numbers of channels that go together; empty where each input has as many as each output, or any.
    package var channels: [(inputs: Int16, outputs: Int16)] = []
    package let make: @Sendable (UnitBlueprint) -> Unit

    package init(_ type: FourCC, _ subtype: FourCC, _ name: String, make: @escaping @Sendable (UnitBlueprint) -> Unit) {
        (self.type, self.subtype, self.name, self.make) = (type, subtype, name, make)
    }

    /// The blueprint of a component of the program's own.
    init(
        _ description: AudioComponentDescription, _ name: String,
        make: @escaping @Sendable (UnitBlueprint) -> Unit
    ) {
        self.init(FourCC(description.componentType), FourCC(description.componentSubType), name, make: make)
        manufacturer = FourCC(description.componentManufacturer)
    }

    package var manufacturer = UnitBlueprint.manufacturer
    package static let manufacturer: FourCC = "appl"

    package var description: AudioComponentDescription {
        AudioComponentDescription(
            componentType: type.rawValue, componentSubType: subtype.rawValue,
            componentManufacturer: manufacturer.rawValue, componentFlags: AudioComponentFlags.sandboxSafe.rawValue,
            componentFlagsMask: 0)
    }

    /// The same with changes.
    package func with(_ change: (inout UnitBlueprint) -> Void) -> UnitBlueprint {
        var changed = self
        change(&changed)
        return changed
    }
}

/// One element of a unit's input or output scope, as clients set it.
package struct UnitElement {
    package var format: StreamFormat
    /// Whether a client has set the format.
    package var isFormatSet = false
    package var name: String?
    package var layout: [UInt8]?
    package var source: InputSource?
    /// Whether a callback gets memory to fill.
    package var allocates = true
    /// Where the audio thread finds the source.
    let slot = Published()
}

/// What clients have set of a unit.
package struct UnitState {
    package var isInitialized = false
    package var isDisposed = false
    package var inputs: [UnitElement]
    package var outputs: [UnitElement]
    package var maximumFrames = 1156
    /// Whether a client has set that.
    package var isMaximumSet = false
    package var preset = UnitPreset(number: -1, name: "Untitled")
    package var contextName: String?
    package var nickName: String?
    package var isOffline = false
    package var hostCallbacks: [UInt8]?
    var notifies: [NotifyList.Entry] = []
    var plan: RenderPlan?
    /// How many plans have been begun, and the number of the present one. Where two threads make a plan at once, the one that
    /// began later knows the changes of both.
    var plansBegun = 0
    var planNumber = 0

    /// Restores the formats of all elements.
    mutating func takeFormats(from other: UnitState) {
        func take(_ element: inout UnitElement, _ known: UnitElement) {
            (element.format, element.isFormatSet, element.layout) = (known.format, known.isFormatSet, known.layout)
        }
        for index in inputs.indices where index < other.inputs.count { take(&inputs[index], other.inputs[index]) }
        for index in outputs.indices where index < other.outputs.count { take(&outputs[index], other.outputs[index]) }
    }

    package func elements(_ scope: AudioUnitScope) -> [UnitElement]? {
        switch scope {
        case kAudioUnitScope_Input: inputs
        case kAudioUnitScope_Output: outputs
        default: nil
        }
    }

    /// Throws where the scope has no such element.
    package func element(_ scope: AudioUnitScope, _ index: AudioUnitElement) throws(AudioError) -> UnitElement {
        guard let elements = elements(scope) else { throw .unitScope }
        guard index < UInt32(elements.count) else { throw .unitElement }
        return elements[Int(index)]
    }

    package mutating func change(
        _ scope: AudioUnitScope, _ index: AudioUnitElement, _ body: (inout UnitElement) throws(AudioError) -> Void
    ) throws(AudioError) {
        _ = try element(scope, index)
        if scope == kAudioUnitScope_Input { try body(&inputs[Int(index)]) } else { try body(&outputs[Int(index)]) }
    }
}
