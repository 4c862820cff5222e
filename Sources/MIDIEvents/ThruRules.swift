package import AudioCore

/// What a thru connection passes on, and how: `MIDIThruConnectionParams` with the transforms and maps that follow it.
package struct ThruRules: Sendable, Equatable {
    /// A source or destination: by reference, or by unique identifier.
    package struct Place: Sendable, Equatable {
        package var reference: UInt32
        package var uniqueID: Int32
        package init(reference: UInt32, uniqueID: Int32) {
            self.reference = reference
            self.uniqueID = uniqueID
        }
    }

    /// What happens to a value. The raw values are those of `MIDITransformType`.
    package enum Kind: UInt16, Sendable {
        case none = 0
        case filterOut = 1
        case mapControl = 2
        case add = 8
        case scale = 9
        case minimum = 10
        case maximum = 11
        case mapValue = 12
    }

    package struct Transform: Sendable, Equatable {
        package var kind = Kind.none
        package var parameter: Int16 = 0
    }

    package struct Control: Sendable, Equatable {
        package var type: UInt8
        package var remappedType: UInt8
        package var number: UInt16
        package var transform: Transform
    }

    package static let size = 204
    package static let mostPlaces = 8

    package var sources: [Place] = []
    package var destinations: [Place] = []
    package var channelMap: [UInt8] = Array(0..<16)
    package var velocities: (low: UInt8, high: UInt8) = (0, 0)
    package var notes: (low: UInt8, high: UInt8) = (0, 127)
    /// Notes, velocities, pressure of keys, pressure of channels, programs, pitch.
    package var transforms = [Transform](repeating: Transform(), count: 6)
    /// System exclusive messages, time code, beat clock, tune requests.
    package var filters: [Bool] = [false, false, false, false]
    package var filtersControls = false
    package var controls: [Control] = []
    package var maps: [[UInt8]] = []

    package init() {}

    package static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }

    /// - Throws: `parameter` where the bytes are not of the version, or not as many as they state.
    package init(_ bytes: UnsafeRawBufferPointer) throws(AudioError) {
        let malformed = AudioError.parameter.because("the parameters of the thru connection are malformed")
        guard bytes.count >= Self.size, bytes.loadUnaligned(as: UInt32.self) == 0 else { throw malformed }
        func number<Value: BitwiseCopyable>(_ offset: Int) -> Value {
            bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
        }
        let counts: (UInt32, UInt32) = (number(4), number(72))
        guard counts.0 <= Self.mostPlaces, counts.1 <= Self.mostPlaces else { throw malformed }
        func places(_ count: UInt32, at offset: Int) -> [Place] {
            (0..<Int(count)).map { Place(reference: number(offset + 8 * $0), uniqueID: number(offset + 8 * $0 + 4)) }
        }
        sources = places(counts.0, at: 8)
        destinations = places(counts.1, at: 76)
        channelMap = (0..<16).map { number(140 + $0) }
        velocities = (number(156), number(157))
        notes = (number(158), number(159))
        func transform(at offset: Int) throws(AudioError) -> Transform {
            guard let kind = Kind(rawValue: number(offset)) else { throw malformed }
            return Transform(kind: kind, parameter: number(offset + 2))
        }
        for index in 0..<6 { transforms[index] = try transform(at: 160 + 4 * index) }
        filters = (0..<4).map { bytes[184 + $0] != 0 }
        filtersControls = bytes[191] != 0
        let (controlCount, mapCount) = (Int(number(192) as UInt16), Int(number(194) as UInt16))
        guard bytes.count >= Self.size + 8 * controlCount + 128 * mapCount else { throw malformed }
        for index in 0..<controlCount {
            let offset = Self.size + 8 * index
            controls.append(
                Control(
                    type: bytes[offset], remappedType: bytes[offset + 1], number: number(offset + 2),
                    transform: try transform(at: offset + 4)))
        }
        maps = (0..<mapCount).map { index in
            let offset = Self.size + 8 * controlCount + 128 * index
            return Array(bytes[offset..<offset + 128])
        }
    }

    /// The rules as `MIDIThruConnectionParams`, with what follows it.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func put(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
        put(UInt32(0))
        for places in [sources, destinations] {
            put(UInt32(places.count))
            for place in places {
                put(place.reference)
                put(place.uniqueID)
            }
            for _ in places.count..<Self.mostPlaces { put(UInt64(0)) }
        }
        bytes += channelMap
        bytes += [velocities.low, velocities.high, notes.low, notes.high]
        for transform in transforms {
            put(transform.kind.rawValue)
            put(transform.parameter)
        }
        bytes += filters.map { $0 ? 1 : 0 }
        bytes += [0, 0, 0, filtersControls ? 1 : 0]
        put(UInt16(controls.count))
        put(UInt16(maps.count))
        put(UInt64(0))
        for control in controls {
            bytes += [control.type, control.remappedType]
            put(control.number)
            put(control.transform.kind.rawValue)
            put(control.transform.parameter)
        }
        for map in maps { bytes += map }
        return bytes
    }
}
