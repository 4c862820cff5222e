import CAudioToolbox
import CoreAudioTypes

// The errors that a unit returns, who is notified of them, what counts of two calls that do the same, and what a reset and the end of a
// bypass forget.
extension UnitCheck {
    static let contractChecks: [UnitCheck] = [
        UnitCheck("wrong places have their errors") { (component) throws(CheckFailure) in
            try places(TestedUnit(component))
            return nil
        },
        UnitCheck("wrong parameters have their errors") { (component) throws(CheckFailure) in
            try parameters(TestedUnit(component))
            return nil
        },
        UnitCheck("a scheduled value is that of the parameter") { (component) throws(CheckFailure) in
            try schedule(TestedUnit(component))
        },
        UnitCheck("a rate is a field of its format") { (component) throws(CheckFailure) in
            try rates(TestedUnit(component))
        },
        .rendering("the first error is told to listeners") { (component) throws(CheckFailure) in
            try errorListeners(TestedUnit(component))
        },
        .rendering("a notification is added once") { (component) throws(CheckFailure) in
            try notifications(TestedUnit(component))
            return nil
        },
        .rendering("the last source of an input counts") { (component) throws(CheckFailure) in
            try lastSource(TestedUnit(component))
        },
        .rendering("reset forgets what was rendered") { (component) throws(CheckFailure) in
            try forgets(TestedUnit(component))
        },
        .rendering("the end of a bypass ends the sound so far") { (component) throws(CheckFailure) in
            try endsBypass(component)
        },
    ]

    // MARK: Errors

    /// Reads a property, and returns the status and the size that is left.
    private static func read(
        _ tested: TestedUnit, _ id: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> (status: OSStatus, size: UInt32) {
        var format = AudioStreamBasicDescription()
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        let status = AudioUnitGetProperty(tested.unit, id, scope, element, &format, &size)
        return (status, size)
    }

    private static func places(_ tested: TestedUnit) throws(CheckFailure) {
        let id = kAudioUnitProperty_StreamFormat
        let scope = tested.count(kAudioUnitScope_Output) > 0 ? kAudioUnitScope_Output : kAudioUnitScope_Input
        for (name, read, wanted) in [
            ("an element", read(tested, id, scope, tested.count(scope)), OSStatus(kAudioUnitErr_InvalidElement)),
            ("a scope", read(tested, id, 77, 0), OSStatus(kAudioUnitErr_InvalidScope)),
            ("a property", read(tested, 0xFFFF_FFF0, 0, 0), OSStatus(kAudioUnitErr_InvalidProperty)),
        ] {
            try expect(
                read.status == wanted,
                "reading \(name) that the unit does not have returned \(read.status), not \(wanted)")
            try expect(read.size == 0, "reading \(name) that the unit does not have left a size of \(read.size)")
        }
    }

    private static func parameters(_ tested: TestedUnit) throws(CheckFailure) {
        let (unknown, wanted) = (AudioUnitParameterID(0x7FFF_FFF1), OSStatus(kAudioUnitErr_InvalidParameter))
        try tested.prepare()
        let setting = AudioUnitSetParameter(tested.unit, unknown, kAudioUnitScope_Global, 0, 0, 0)
        try expect(setting == wanted, "setting a parameter that the unit does not have returned \(setting)")
        var value: Float = 0
        let reading = AudioUnitGetParameter(tested.unit, unknown, kAudioUnitScope_Global, 0, &value)
        try expect(reading == wanted, "reading a parameter that the unit does not have returned \(reading)")
        guard let (id, _) = writable(tested) else { return }
        for number in [Float.nan, .infinity] {
            let status = AudioUnitSetParameter(tested.unit, id, kAudioUnitScope_Global, 0, number, 0)
            try expect(
                status == kAudioUnitErr_InvalidParameterValue, "setting parameter \(id) to \(number) returned \(status)"
            )
        }
    }

    /// The first parameter of the global scope that can be set, with a value that is not its default.
    private static func writable(_ tested: TestedUnit) -> (id: AudioUnitParameterID, value: Float)? {
        for id in tested.parameters(kAudioUnitScope_Global) {
            guard let info = tested.parameterInfo(id, kAudioUnitScope_Global), info.flags.contains(.flag_IsWritable),
                !info.flags.contains(.flag_MeterReadOnly), info.minValue < info.maxValue
            else { continue }
            return (id, info.defaultValue == info.maxValue ? info.minValue : info.maxValue)
        }
        return nil
    }

    private static func schedule(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        guard let (id, value) = writable(tested) else { return "the unit has no parameters that can be set" }
        try tested.prepare()
        var event = AudioUnitParameterEvent()
        (event.scope, event.element, event.parameter) = (kAudioUnitScope_Global, 0, id)
        event.eventType = .parameterEvent_Immediate
        event.eventValues.immediate.bufferOffset = 0
        event.eventValues.immediate.value = value
        let status = AudioUnitScheduleParameters(tested.unit, &event, 1)
        if status == kAudio_UnimplementedError { return "the unit takes no scheduled values" }
        try expect(status == noErr, "scheduling a value of parameter \(id) returned \(status)")
        let found = tested.parameter(id, kAudioUnitScope_Global) ?? .nan
        let room = max(1e-4, abs(value) * 1e-5)
        try expect(abs(found - value) <= room, "parameter \(id) was scheduled to be \(value) at once and is \(found)")
        return nil
    }

    // MARK: Rates

    private static func rates(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        var found = 0
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            for element in 0..<tested.count(scope) {
                guard let format = tested.format(scope, element),
                    let rate: Float64 = tested.value(kAudioUnitProperty_SampleRate, scope, element)
                else { continue }
                found += 1
                try expect(
                    rate == format.mSampleRate,
                    "SampleRate of element \(element) is \(rate), and the rate of its format \(format.mSampleRate)")
            }
        }
        return found == 0 ? "the unit does not have SampleRate" : nil
    }

    // MARK: Listeners and notifications

    private final class HeardErrors { var count = 0 }

    private static func errorListeners(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        let id = kAudioUnitProperty_LastRenderError
        guard tested.info(id) != nil else { return "the unit does not have LastRenderError" }
        let heard = HeardErrors()
        let context = Unmanaged.passUnretained(heard).toOpaque()
        let listener: SendablePropertyListener = { context, _, _, _, _ in
            Unmanaged<HeardErrors>.fromOpaque(context).takeUnretainedValue().count += 1
        }
        try tested.prepare()
        try tested.call("adding a listener", AudioUnitAddPropertyListener(tested.unit, id, listener, context))
        _ = tested.render(64, at: 0)
        try expect(heard.count == 0, "a listener of LastRenderError was called without an error")
        for _ in 0..<2 { _ = tested.render(tested.maximumFrames + 1, at: 64) }
        try expect(heard.count == 1, "a listener of LastRenderError was called \(heard.count) times for two errors")
        let _: OSStatus? = tested.value(id)
        _ = tested.render(tested.maximumFrames + 1, at: 64)
        try expect(heard.count == 2, "a listener of LastRenderError was not called for an error after it was read")
        try tested.call(
            "removing a listener",
            AudioUnitRemovePropertyListenerWithUserData(tested.unit, id, listener, context))
        withExtendedLifetime(heard) {}
        return nil
    }

    private static func notifications(_ tested: TestedUnit) throws(CheckFailure) {
        let notes = RenderNotes()
        let (notify, context) = (RenderNotes.notify, notes.context)
        try tested.prepare()
        for _ in 0..<2 {
            try tested.call("AudioUnitAddRenderNotify", AudioUnitAddRenderNotify(tested.unit, notify, context))
        }
        _ = tested.render(64, at: 0)
        try expect(
            notes.calls.count == 2,
            "a function that was added twice was notified \(notes.calls.count) times of a render")
        try tested.call("AudioUnitRemoveRenderNotify", AudioUnitRemoveRenderNotify(tested.unit, notify, context))
        _ = tested.render(64, at: 64)
        try expect(notes.calls.count == 2, "a function that was added twice was notified after it was removed")
        withExtendedLifetime(notes) {}
    }

    // MARK: Sources and time

    private static func lastSource(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        guard tested.count(kAudioUnitScope_Input) > 0 else { return "the unit has no input" }
        let format = tested.format(kAudioUnitScope_Input, 0) ?? AudioStreamBasicDescription()
        guard let other = try TestedUnit.converter(giving: format) else { return "there is no unit to connect" }
        try other.prepare()
        try tested.feed()
        guard let source = tested.source else { return "the unit has no input" }
        try tested.call("connecting the input", tested.connectInput(to: other.unit))
        try tested.initialize()
        let first = tested.render(64, at: 0).status
        try expect(first == noErr, "rendering a connected unit returned \(first)")
        try expect(source.calls.isEmpty, "the unit asked a callback that a connection has replaced")
        try tested.call(
            "setting a callback",
            tested.set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, to: source.callback))
        let calls = other.source?.calls.count
        let second = tested.render(64, at: 64).status
        try expect(second == noErr, "a render after a callback replaced a connection returned \(second)")
        try expect(
            !source.calls.isEmpty && other.source?.calls.count == calls,
            "the unit did not ask the callback that has replaced a connection")
        return nil
    }

    private static func forgets(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        try tested.prepare()
        guard let source = tested.source else { return "the unit has no input" }
        _ = tested.render(64, at: 0)
        let before = source.calls.count
        try tested.call("AudioUnitReset", AudioUnitReset(tested.unit, kAudioUnitScope_Global, 0))
        let reset = tested.render(64, at: 0).status
        try expect(reset == noErr, "a render after a reset returned \(reset)")
        try expect(source.calls.count > before, "a render of the same time after a reset did not ask the input")
        let between = source.calls.count
        try tested.call("AudioUnitUninitialize", AudioUnitUninitialize(tested.unit))
        try tested.initialize()
        _ = tested.render(64, at: 0)
        try expect(
            source.calls.count > between, "a render of the same time after AudioUnitUninitialize did not ask the input")
        return nil
    }

    /// An initialized effect is reset by the end of its bypass.
    private static func endsBypass(_ component: AudioComponent) throws(CheckFailure) -> String? {
        let (tested, id) = (try TestedUnit(component), kAudioUnitProperty_BypassEffect)
        guard tested.isEffect else { return "the unit is no effect" }
        if let reason = tested.noBypass { return reason }
        let source = TestSource()
        try tested.prepare { source }
        _ = try tested.renderAll(2000, slices: [500])
        for value in [UInt32(1), 0] { try tested.call("setting BypassEffect", tested.set(id, to: value)) }
        source.isSilent = true
        let rendering = tested.render(500, at: 2000)
        try expect(rendering.status == noErr, "a render after a bypass returned \(rendering.status)")
        return try reasonForSound(rendering, component, "sound of before a bypass came out behind its end")
    }
}
