import CAudioToolbox
import CoreAudioTypes
import Foundation

extension UnitCheck {
    static let sliceChecks: [UnitCheck] = [
        .rendering("slices may have any lengths") { (component) throws(CheckFailure) in try slices(component) },
        .rendering("the input advances without gaps") { (component) throws(CheckFailure) in
            try timeLine(TestedUnit(component))
        },
        .rendering("reset ends the sound so far") { (component) throws(CheckFailure) in try reset(component) },
    ]

    /// An effect gives the same sound, however it is cut.
    private static func slices(_ component: AudioComponent) throws(CheckFailure) -> String? {
        let whole = try TestedUnit(component)
        let most = whole.maximumFrames
        try whole.prepare()
        let expected = try whole.renderAll(4000, slices: [min(most, 1000)])
        let cut = try TestedUnit(component)
        try cut.prepare()
        let result = try cut.renderAll(4000, slices: [1, 64, 7, min(most, 512), 333])
        try expect(
            result.allSatisfy { $0.allSatisfy(\.isFinite) }, "a sample of slices of several lengths is no number")
        guard whole.isEffect else { return nil }
        for (one, other) in zip(expected, result) {
            let error = zip(one, other).map { abs($0 - $1) }.max() ?? 0
            try expect(error < 1e-3, "slices of other lengths gave other samples, by up to \(error)")
        }
        return nil
    }

    private static func timeLine(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        try tested.prepare()
        guard let source = tested.source else { return "the unit has no input" }
        _ = try tested.renderAll(3000, slices: [100, 512, 1, 250], from: 1000)
        let calls = source.calls
        try expect(!calls.isEmpty, "the unit did not ask its input")
        for (call, next) in zip(calls, calls.dropFirst()) {
            try expect(
                next.time == call.time + Double(call.frames),
                "the input was asked for \(call.frames) frames at \(call.time), then for some at \(next.time)")
        }
        guard tested.isEffect else { return nil }
        let frames = calls.reduce(0) { $0 + Int($1.frames) }
        try expect(frames == 3000, "the effect took \(frames) frames for 3000")
        return nil
    }

    private static func reset(_ component: AudioComponent) throws(CheckFailure) -> String? {
        let tested = try TestedUnit(component)
        let source = TestSource()
        try tested.prepare { source }
        _ = try tested.renderAll(2000, slices: [500])
        try tested.call("AudioUnitReset", AudioUnitReset(tested.unit, kAudioUnitScope_Global, 0))
        let first = tested.render(500, at: 2000)
        try expect(first.status == noErr, "a render after a reset returned \(first.status)")
        guard tested.isEffect else { return nil }
        source.isSilent = true
        try tested.call("AudioUnitReset", AudioUnitReset(tested.unit, kAudioUnitScope_Global, 0))
        let second = tested.render(500, at: 2500)
        return try reasonForSound(second, component, "sound of before a reset came out behind it")
    }

    /// Finds out why an effect has made sound of silence; fails where it is the sound of before.
    ///
    /// - Returns: why it cannot be known; nil where there is no sound.
    static func reasonForSound(
        _ rendering: Rendering, _ component: AudioComponent, _ failure: String
    ) throws(CheckFailure) -> String? {
        func isSilent(_ samples: [[Float]]) -> Bool { (samples.joined().map(abs).max() ?? 0) < 1e-6 }
        guard !isSilent(rendering.samples) else { return nil }
        // Noise and clicks may be the effect's own.
        let other = try TestedUnit(component)
        try other.prepare { TestSource(isSilent: true) }
        try expect(!isSilent(other.renderAll(3000, slices: [500])), failure)
        return "the unit has sound of its own"
    }

    // MARK: State

    static let stateChecks = [
        UnitCheck("a state is saved and restored") { (component) throws(CheckFailure) in
            try roundTrip(component)
            return nil
        },
        UnitCheck("a state of another type is restored") { (component) throws(CheckFailure) in
            try anotherType(component)
            return nil
        },
        UnitCheck("a state that was restored has its name") { (component) throws(CheckFailure) in
            try names(component)
        },
        UnitCheck("presets can be chosen") { (component) throws(CheckFailure) in try presets(TestedUnit(component)) },
    ]

    private static func state(_ tested: TestedUnit) throws(CheckFailure) -> NSDictionary {
        var reference: UnsafeRawPointer?
        var size = UInt32(MemoryLayout<UnsafeRawPointer>.size)
        try tested.call(
            "reading ClassInfo",
            AudioUnitGetProperty(
                tested.unit, kAudioUnitProperty_ClassInfo, kAudioUnitScope_Global, 0, &reference, &size))
        try expect(size == MemoryLayout<UnsafeRawPointer>.size, "reading ClassInfo gave a size of \(size)")
        guard let reference else { throw CheckFailure("ClassInfo is null") }
        guard let state = takeDictionary(reference) as? NSDictionary else {
            throw CheckFailure("ClassInfo is no CFDictionary")
        }
        return state
    }

    private static func restore(_ state: NSDictionary, to tested: TestedUnit) -> OSStatus {
        var reference: Unmanaged<CFDictionary>? = .passUnretained(state as CFDictionary)
        let size = UInt32(MemoryLayout<UnsafeRawPointer>.size)
        return withExtendedLifetime(state) {
            AudioUnitSetProperty(
                tested.unit, kAudioUnitProperty_ClassInfo, kAudioUnitScope_Global, 0, &reference, size)
        }
    }

    /// What can be set of a unit's parameters, with a value away from the default.
    private static func changes(
        _ tested: TestedUnit
    ) -> [(id: AudioUnitParameterID, scope: AudioUnitScope, value: Float)] {
        var result: [(AudioUnitParameterID, AudioUnitScope, Float)] = []
        for scope in [kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output]
        where tested.elements(scope) > 0 {
            for id in tested.parameters(scope) {
                guard let info = tested.parameterInfo(id, scope), info.flags.contains(.flag_IsWritable),
                    info.flags.isDisjoint(with: [.flag_MeterReadOnly, .flag_OmitFromPresets])
                else { continue }
                let isWhole = info.unit == .indexed || info.unit == .boolean
                let middle = info.minValue + (info.maxValue - info.minValue) * 0.25
                let value = isWhole ? (info.defaultValue == info.maxValue ? info.minValue : info.maxValue) : middle
                result.append((id, scope, value))
            }
        }
        return result
    }

    private static func roundTrip(_ component: AudioComponent) throws(CheckFailure) {
        let tested = try TestedUnit(component)
        let changes = changes(tested)
        for change in changes {
            try tested.call(
                "setting parameter \(change.id)",
                AudioUnitSetParameter(tested.unit, change.id, change.scope, 0, change.value, 0))
        }
        let state = try state(tested)
        for (key, value) in [
            ("type", tested.description.componentType), ("subtype", tested.description.componentSubType),
            ("manufacturer", tested.description.componentManufacturer),
        ] {
            let found = (state.object(named: key) as? NSNumber)?.int32Value
            try expect(found == Int32(bitPattern: value), "the state has no \(key), or that of another unit")
        }
        let other = try TestedUnit(component)
        try other.call("restoring ClassInfo", restore(state, to: other))
        for change in changes {
            let (value, wanted) = (other.parameter(change.id, change.scope), tested.parameter(change.id, change.scope))
            try expect(
                value == wanted,
                "parameter \(change.id) was \(wanted ?? .nan) when the state was saved, and is restored as \(value ?? .nan)"
            )
        }
        guard let wrong = state.mutableCopy() as? NSMutableDictionary else { return }
        wrong.setObject(NSNumber(value: Int32(1)), forKey: "subtype" as NSString)
        try expect(restore(wrong, to: other) != noErr, "the unit took the state of another unit")
    }

    /// A state of the unit with another value.
    private static func state(
        of component: AudioComponent, _ key: String, _ value: NSObject
    ) throws(CheckFailure) -> NSDictionary {
        let state = try state(TestedUnit(component))
        guard let changed = state.mutableCopy() as? NSMutableDictionary else { return state }
        changed.setObject(value, forKey: key as NSString)
        return changed
    }

    /// A unit may have been of another type when its state was saved: its subtype and manufacturer alone are compared.
    private static func anotherType(_ component: AudioComponent) throws(CheckFailure) {
        let state = try state(of: component, "type", NSNumber(value: Int32(1)))
        let status = try restore(state, to: TestedUnit(component))
        try expect(status == noErr, "restoring a state of another type returned \(status)")
    }

    private static func names(_ component: AudioComponent) throws(CheckFailure) -> String? {
        let tested = try TestedUnit(component)
        guard tested.info(kAudioUnitProperty_PresentPreset) != nil else {
            return "the unit does not have PresentPreset"
        }
        let state = try state(of: component, "name", NSString(string: "Restored"))
        try tested.call("restoring ClassInfo", restore(state, to: tested))
        let preset = try present(tested)
        try expect(
            preset == PresentPreset(number: -1, name: "Restored"),
            "the state Restored was restored, and PresentPreset is \(preset.number) of the name \(preset.name)")
        return nil
    }

    private static func presets(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        var list: UnsafeRawPointer?
        var size = UInt32(MemoryLayout<UnsafeRawPointer>.size)
        let status = AudioUnitGetProperty(
            tested.unit, kAudioUnitProperty_FactoryPresets, kAudioUnitScope_Global, 0, &list, &size)
        guard status == noErr, let list else { return "the unit has no factory presets" }
        guard let places = addresses(inArray: list) else { throw CheckFailure("FactoryPresets is no CFArray") }
        for place in places {
            let preset = place.assumingMemoryBound(to: AUPreset.self).pointee
            var chosen = preset
            let size = UInt32(MemoryLayout<AUPreset>.size)
            try tested.call(
                "choosing preset \(preset.presetNumber)",
                AudioUnitSetProperty(
                    tested.unit, kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, &chosen, size))
            var present = AUPreset()
            var presentSize = size
            try tested.call(
                "reading PresentPreset",
                AudioUnitGetProperty(
                    tested.unit, kAudioUnitProperty_PresentPreset, kAudioUnitScope_Global, 0, &present, &presentSize))
            present.__presetName?.release()
            try expect(
                present.presetNumber == preset.presetNumber,
                "preset \(preset.presetNumber) was chosen, and PresentPreset is \(present.presetNumber)")
        }
        return nil
    }
}
