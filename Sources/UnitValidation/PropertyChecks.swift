import CAudioToolbox
import CoreAudioTypes

extension UnitCheck {
    static let propertyChecks = [
        UnitCheck("properties have their sizes") { (component) throws(CheckFailure) in
            try sizes(TestedUnit(component))
            return nil
        },
        UnitCheck("properties have their scopes") { (component) throws(CheckFailure) in
            try scopes(TestedUnit(component))
            return nil
        },
        UnitCheck("listeners of properties are called") { (component) throws(CheckFailure) in
            try listeners(TestedUnit(component))
            return nil
        },
    ]

    private static func sizes(_ tested: TestedUnit) throws(CheckFailure) {
        let expected: [(String, AudioUnitPropertyID, UInt32)] = [
            ("Latency", kAudioUnitProperty_Latency, 8), ("TailTime", kAudioUnitProperty_TailTime, 8),
            ("MaximumFramesPerSlice", kAudioUnitProperty_MaximumFramesPerSlice, 4),
            ("ClassInfo", kAudioUnitProperty_ClassInfo, UInt32(MemoryLayout<UnsafeRawPointer>.size)),
            ("PresentPreset", kAudioUnitProperty_PresentPreset, UInt32(MemoryLayout<AUPreset>.size)),
            ("BypassEffect", kAudioUnitProperty_BypassEffect, 4),
            ("LastRenderError", kAudioUnitProperty_LastRenderError, 4),
        ]
        for (name, id, size) in expected {
            guard let info = tested.info(id) else {
                let isNeeded = id == kAudioUnitProperty_MaximumFramesPerSlice || id == kAudioUnitProperty_ClassInfo
                try expect(!isNeeded, "the unit does not have the property \(name)")
                continue
            }
            try expect(info.size == size, "the size of \(name) is \(info.size), not \(size)")
            // The checks of states read, and release, what has objects in it.
            guard id != kAudioUnitProperty_ClassInfo, id != kAudioUnitProperty_PresentPreset else { continue }
            let bytes = tested.bytes(id)
            try expect(bytes?.count == Int(size), "\(name) cannot be read, or has another size than it says")
        }
        for id in [kAudioUnitProperty_Latency, kAudioUnitProperty_TailTime] {
            guard let seconds = tested.value(id, as: Float64.self) else { continue }
            try expect(seconds >= 0, "a latency or a tail of \(seconds) seconds")
        }
        let frames = tested.statedFrames ?? 0
        try expect((1...TestedUnit.Most.frames).contains(frames), "MaximumFramesPerSlice is \(frames)")
    }

    private static func scopes(_ tested: TestedUnit) throws(CheckFailure) {
        for (name, scope) in [("input", kAudioUnitScope_Input), ("output", kAudioUnitScope_Output)] {
            let count: UInt32? = tested.value(kAudioUnitProperty_ElementCount, scope)
            guard let count else { throw CheckFailure("ElementCount of the \(name) scope cannot be read") }
            try expect(count <= TestedUnit.Most.elements, "ElementCount of the \(name) scope is \(count)")
            for element in 0..<count {
                guard let format = tested.statedFormat(scope, element) else {
                    throw CheckFailure("\(name) \(element) has no format")
                }
                let size = format.mBytesPerFrame
                try expect(
                    TestedUnit.isPossible(format),
                    "the format of \(name) \(element) has \(format.mChannelsPerFrame) channels in \(size) bytes")
            }
            try expect(
                tested.info(kAudioUnitProperty_StreamFormat, scope, count) == nil,
                "\(name) \(count) has a format, and there are \(count)")
        }
        try expect(
            tested.info(kAudioUnitProperty_StreamFormat, 77) == nil, "a scope that does not exist has a format")
        try expect(tested.info(0xFFFF_FFF0) == nil, "a property that does not exist has a size")
    }

    private final class Heard {
        var count = 0
        var unit: AudioUnit?
    }

    private static func listeners(_ tested: TestedUnit) throws(CheckFailure) {
        let heard = Heard()
        let context = Unmanaged.passUnretained(heard).toOpaque()
        let listener: SendablePropertyListener = { context, unit, id, _, _ in
            let heard = Unmanaged<Heard>.fromOpaque(context).takeUnretainedValue()
            heard.count += id == kAudioUnitProperty_MaximumFramesPerSlice ? 1 : 0
            heard.unit = unit
        }
        let id = kAudioUnitProperty_MaximumFramesPerSlice
        let frames = tested.maximumFrames
        try tested.call("adding a listener", AudioUnitAddPropertyListener(tested.unit, id, listener, context))
        try tested.call("setting MaximumFramesPerSlice", tested.set(id, to: frames + 100))
        try expect(heard.count == 1, "a listener was called \(heard.count) times for one change")
        try expect(heard.unit == tested.unit, "a listener was called with another unit")
        try expect(tested.statedFrames == frames + 100, "MaximumFramesPerSlice did not change")
        try tested.call(
            "removing a listener",
            AudioUnitRemovePropertyListenerWithUserData(tested.unit, id, listener, context))
        _ = tested.set(id, to: frames)
        try expect(heard.count == 1, "a listener was called after it was removed")
        withExtendedLifetime(heard) {}
    }

    // MARK: Parameters

    static let parameterChecks = [
        UnitCheck("parameters have ranges and defaults") { (component) throws(CheckFailure) in
            try ranges(TestedUnit(component))
        },
        UnitCheck("parameters keep to their ranges") { (component) throws(CheckFailure) in
            try values(TestedUnit(component))
        },
    ]

    private static let scopes: [AudioUnitScope] = [
        kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output,
    ]

    private static func ranges(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        var found = 0
        for scope in scopes {
            let list = tested.parameters(scope)
            try expect(Set(list).count == list.count, "a parameter is twice in the list of scope \(scope)")
            for id in list {
                guard let info = tested.parameterInfo(id, scope) else {
                    throw CheckFailure("parameter \(id) of scope \(scope) has no ParameterInfo")
                }
                found += 1
                try expect(
                    info.minValue <= info.defaultValue && info.defaultValue <= info.maxValue,
                    "parameter \(id): the default \(info.defaultValue) is not in \(info.minValue)...\(info.maxValue)")
                guard !info.flags.contains(.flag_MeterReadOnly), tested.elements(scope) > 0 else { continue }
                let value = tested.parameter(id, scope)
                try expect(
                    value == info.defaultValue,
                    "parameter \(id) is \(value.map { "\($0)" } ?? "not readable"), and its default \(info.defaultValue)"
                )
            }
        }
        return found == 0 ? "the unit has no parameters" : nil
    }

    private static func values(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        var found = 0
        for scope in scopes where tested.elements(scope) > 0 {
            for id in tested.parameters(scope) {
                guard let info = tested.parameterInfo(id, scope), info.flags.contains(.flag_IsWritable),
                    !info.flags.contains(.flag_MeterReadOnly)
                else { continue }
                found += 1
                for wanted in [info.minValue, info.maxValue, info.defaultValue] {
                    try tested.call(
                        "setting parameter \(id) to \(wanted)",
                        AudioUnitSetParameter(tested.unit, id, scope, 0, wanted, 0))
                    let value = tested.parameter(id, scope) ?? .nan
                    let room = max(1e-4, abs(wanted) * 1e-5)
                    try expect(abs(value - wanted) <= room, "parameter \(id) was set to \(wanted) and is \(value)")
                }
                _ = AudioUnitSetParameter(tested.unit, id, scope, 0, .nan, 0)
                let value = tested.parameter(id, scope) ?? .nan
                try expect(
                    value >= info.minValue && value <= info.maxValue,
                    "parameter \(id) is \(value) after it was set to no number")
            }
        }
        return found == 0 ? "the unit has no parameters that can be set" : nil
    }
}

extension TestedUnit {
    /// How many elements a scope has for parameters.
    func elements(_ scope: AudioUnitScope) -> UInt32 { scope == kAudioUnitScope_Global ? 1 : count(scope) }
}
