import CAudioToolbox
import CoreAudioTypes

// When the formats of a unit, and the numbers of its elements, cannot be set.
extension UnitCheck {
    static let frozenFormatChecks: [UnitCheck] = [
        UnitCheck("formats stay while a unit is initialized") { (component) throws(CheckFailure) in
            try initialized(TestedUnit(component))
        },
        UnitCheck("elements stay while a unit is initialized") { (component) throws(CheckFailure) in
            try elements(TestedUnit(component))
            return nil
        },
        UnitCheck("a connected input has its source's format") { (component) throws(CheckFailure) in
            try connected(TestedUnit(component))
        },
    ]

    /// The same format at another rate.
    private static func atAnotherRate(_ format: AudioStreamBasicDescription) -> AudioStreamBasicDescription {
        var other = format
        other.mSampleRate = format.mSampleRate == 32_000 ? 48_000 : 32_000
        return other
    }

    private static func initialized(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        let id = kAudioUnitProperty_StreamFormat
        var isTaken = false
        try tested.prepare()
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            for element in 0..<min(2, tested.count(scope)) {
                guard let format = tested.format(scope, element) else { continue }
                // The sides of a device have its formats.
                guard !tested.isDevice || tested.info(id, scope, element)?.isWritable ?? false else { continue }
                let place = "\(scope == kAudioUnitScope_Input ? "input" : "output") \(element)"
                let same = tested.set(id, scope, element, to: format)
                try expect(same == noErr, "setting the format that \(place) has returned \(same)")
                let other = atAnotherRate(format)
                let status = tested.set(id, scope, element, to: other)
                let rate = tested.format(scope, element)?.mSampleRate
                if status == noErr, !tested.isEffect {
                    try expect(rate == other.mSampleRate, "\(place) took a format and has another")
                    _ = tested.set(id, scope, element, to: format)
                    isTaken = true
                } else {
                    try expect(
                        status == kAudioUnitErr_PropertyNotWritable,
                        "setting another format of \(place) returned \(status) while the unit is initialized")
                    try expect(rate == format.mSampleRate, "\(place) has another format after one was refused")
                }
            }
        }
        return isTaken ? "the unit takes formats while it is initialized" : nil
    }

    /// A number of elements that is always the same cannot be set at any time.
    private static func elements(_ tested: TestedUnit) throws(CheckFailure) {
        let id = kAudioUnitProperty_ElementCount
        try tested.prepare()
        for (name, scope) in [("inputs", kAudioUnitScope_Input), ("outputs", kAudioUnitScope_Output)] {
            let count = tested.count(scope)
            let isWritable = tested.info(id, scope)?.isWritable ?? false
            let status = tested.set(id, scope, 0, to: count + 1)
            try expect(
                status == (isWritable ? kAudioUnitErr_Initialized : kAudioUnitErr_PropertyNotWritable),
                "setting the number of \(name) returned \(status) while the unit is initialized")
            try expect(tested.count(scope) == count, "the number of \(name) is another after one was refused")
        }
    }

    private static func connected(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        let (id, scope) = (kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input)
        guard tested.count(scope) > 0, let format = tested.format(scope, 0) else { return "the unit has no input" }
        guard let source = try TestedUnit.converter(giving: atAnotherRate(format)) else {
            return "there is no unit to connect"
        }
        let connection = tested.connectInput(to: source.unit)
        if connection == kAudioUnitErr_FormatNotSupported { return "the unit takes no input at another rate" }
        try tested.call("connecting the input", connection)
        let taken = tested.format(scope, 0)
        try expect(
            taken?.mSampleRate == atAnotherRate(format).mSampleRate, "a connected input has not its source's format")
        let same = tested.set(id, scope, 0, to: atAnotherRate(format))
        try expect(same == noErr, "setting the format that a connected input has returned \(same)")
        let other = tested.set(id, scope, 0, to: format)
        try expect(
            other == kAudioUnitErr_PropertyNotWritable, "setting another format of a connected input returned \(other)")
        try tested.call("disconnecting the input", tested.connectInput(to: nil))
        return nil
    }
}
