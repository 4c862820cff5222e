import AudioCore
import CAudioToolbox

/// What a parameter of a unit is: `AudioUnitParameterInfo`, and where it belongs.
package struct ParameterSpec: Sendable {
    package var id: UInt32
    package var scope: UInt32
    package var name: String
    package var unit: AudioUnitParameterUnit
    package var minimum: Float
    package var maximum: Float
    package var initial: Float
    package var flags: AudioUnitParameterOptions
    /// The names of the values of an indexed parameter.
    package var valueNames: [String] = []
    /// The group that the parameter is shown in, and its name; 0 for none.
    package var clump: UInt32 = 0
    package var clumpName: String?
    /// The name of a unit of measure of the unit's own.
    package var unitName: String?
    /// The greatest value is this part of the sample rate instead; 0 for none.
    package var ofSampleRate: Float = 0
    /// Whether clients may set values outside of the range, which is then only what controls show.
    package var isOpen = false
    /// The value is the unit's, for clients to read.
    package var isMeter: Bool { flags.contains(.flag_MeterReadOnly) }

    package static let writable: AudioUnitParameterOptions = [.flag_IsReadable, .flag_IsWritable]

    package init(
        _ id: UInt32, _ name: String, _ unit: AudioUnitParameterUnit, _ range: ClosedRange<Float>, _ initial: Float,
        scope: UInt32 = 0, flags: AudioUnitParameterOptions = [], canRamp: Bool = true
    ) {
        (self.id, self.scope, self.name, self.unit) = (id, scope, name, unit)
        (minimum, maximum, self.initial) = (range.lowerBound, range.upperBound, initial)
        self.flags = flags.contains(.flag_MeterReadOnly) ? [.flag_IsReadable] : Self.writable
        self.flags.formUnion(flags)
        if canRamp, !flags.contains(.flag_MeterReadOnly) { self.flags.insert(.flag_CanRamp) }
    }

    /// A frequency in hertz up to half of the sample rate.
    package static func frequency(
        _ id: UInt32, _ name: String, from minimum: Float, _ initial: Float, upTo maximum: Float? = nil
    ) -> ParameterSpec {
        var spec = ParameterSpec(
            id, name, .hertz, minimum...(maximum ?? 22_050), initial, flags: [.flag_DisplayLogarithmic])
        if maximum == nil { spec.ofSampleRate = 0.5 }
        return spec
    }

    /// The greatest value at a sample rate.
    package func maximum(at sampleRate: Double) -> Float {
        ofSampleRate > 0 ? max(minimum, Float(sampleRate) * ofSampleRate) : maximum
    }

    /// The values that the unit takes at a sample rate.
    package func accepted(at sampleRate: Double) -> ClosedRange<Float> {
        let most = Float.greatestFiniteMagnitude
        return isOpen ? -most...most : minimum...maximum(at: sampleRate)
    }

    /// The nearest value that the unit takes.
    package func limited(_ value: Float, at sampleRate: Double) -> Float {
        let range = accepted(at: sampleRate)
        return min(max(value, range.lowerBound), range.upperBound)
    }
}

/// The values of a unit's parameters. Any thread.
package final class ParameterStore: @unchecked Sendable {
    package struct Key: Hashable, Sendable {
        package var scope: UInt32
        package var element: UInt32
        package var id: UInt32

        package init(scope: UInt32, element: UInt32, id: UInt32) {
            (self.scope, self.element, self.id) = (scope, element, id)
        }
    }

    private let cells = LockedValue<[Key: Latest]>([:])

    /// The place of a value; nil where there is none.
    package func known(_ key: Key) -> Latest? { cells.withLock { $0[key] } }

    /// The place of a value, made on first use.
    package func cell(_ key: Key, initial: Float) -> Latest {
        cells.withLock { cells in
            if let cell = cells[key] { return cell }
            let cell = Latest(initial)
            cells[key] = cell
            return cell
        }
    }

    package var all: [(key: Key, value: Float)] {
        cells.withLock { $0.map { ($0.key, $0.value.read()) } }
            .sorted { ($0.key.scope, $0.key.element, $0.key.id) < ($1.key.scope, $1.key.element, $1.key.id) }
    }
}
