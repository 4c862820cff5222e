import AudioCore
import CAudioToolbox

/// The meters of a mixer's inputs and outputs: averages and peaks of each channel, before and after the volume.
///
/// A meter is on where the client has set `kAudioUnitProperty_MeteringMode`.
final class MixerMeters: Sendable {
    /// The parameters of the first channel; those of the others follow.
    private static let kinds: [(first: AudioUnitParameterID, name: String)] = [
        (1000, "Pre Average Power"), (2000, "Pre Peak Hold Level"), (3000, "Post Average Power"),
        (4000, "Post Peak Hold Level"),
    ]
    private static let floor: Float = -120

    private let cells = LockedValue<[UInt64: MeterCell]>([:])

    /// The meters of an element, made on first use.
    func cell(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> MeterCell {
        cells.withLock { cells in
            let key = UInt64(scope) << 32 | UInt64(element)
            if let cell = cells[key] { return cell }
            let cell = MeterCell()
            cells[key] = cell
            return cell
        }
    }

    // MARK: Parameters

    /// The parameter that shows a channel's level; nil where the id is none of those.
    ///
    /// - Parameter channels: how many channels of an element have meters.
    static func spec(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, channels: Int = MeterCell.usualChannels
    ) -> ParameterSpec? {
        let count = UInt32(channels)
        guard scope == kAudioUnitScope_Input || scope == kAudioUnitScope_Output,
            let kind = kinds.first(where: { id >= $0.first && id < $0.first + count })
        else { return nil }
        return ParameterSpec(
            id, "\(kind.name) \(id - kind.first)", .decibels, floor...20, floor, scope: scope,
            flags: [.flag_MeterReadOnly])
    }

    /// The level that such a parameter shows; nil for others.
    func decibels(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Float? {
        guard id >= 1000 else { return nil }
        return cell(scope, element).decibels(Int(id / 1000) - 1, Int(id % 1000), floor: Self.floor)
    }

    // MARK: Their mode

    /// Whether the meters of an element are on. The global scope has the mode of the output.
    func isOn(_ request: UnitRequest, of unit: Unit) throws(AudioError) -> Bool {
        if request.scope == kAudioUnitScope_Global, request.element == 0 {
            return cell(kAudioUnitScope_Output, 0).isOn
        }
        _ = try unit.element(request.scope, request.element)
        return cell(request.scope, request.element).isOn
    }

    /// Sets the mode of an element, or that of all elements for the global scope.
    func setMode(_ request: UnitRequest, of unit: Unit) throws(AudioError) {
        let isOn = try request.flag()
        guard request.scope == kAudioUnitScope_Global, request.element == 0 else {
            _ = try unit.element(request.scope, request.element)
            cell(request.scope, request.element).isOn = isOn
            return
        }
        // All elements, as a matrix has it.
        cell(kAudioUnitScope_Output, 0).isOn = isOn
        for index in 0..<UInt32(unit.elementCount(kAudioUnitScope_Input)) {
            cell(kAudioUnitScope_Input, index).isOn = isOn
        }
    }
}
