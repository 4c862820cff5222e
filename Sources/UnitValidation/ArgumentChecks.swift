import CAudioToolbox
import CoreAudioTypes

// Arguments that are missing or larger than they need to be, which of several errors is returned, and what becomes of times, ramps and
// slices.
extension UnitCheck {
    static let argumentChecks: [UnitCheck] = [
        UnitCheck("missing arguments have their errors") { (component) throws(CheckFailure) in
            try missing(TestedUnit(component))
            return nil
        },
        .rendering("a render does without flags") { (component) throws(CheckFailure) in
            try flags(TestedUnit(component))
            return nil
        },
        .rendering("larger buffers are cut to their frames") { (component) throws(CheckFailure) in
            try largerBuffers(TestedUnit(component))
            return nil
        },
        UnitCheck("a callback without a function is none") { (component) throws(CheckFailure) in
            try noFunction(TestedUnit(component))
        },
        .rendering("the first error of several is returned") { (component) throws(CheckFailure) in
            try order(TestedUnit(component))
            return nil
        },
        .rendering("a time is processed once") { (component) throws(CheckFailure) in
            try processedOnce(TestedUnit(component))
        },
        .rendering("ramps are of parameters that can ramp") { (component) throws(CheckFailure) in
            try ramps(TestedUnit(component))
        },
        UnitCheck("slices are long enough at first") { (component) throws(CheckFailure) in
            try slices(TestedUnit(component))
        },
    ]

    // MARK: What is missing

    /// A null pointer as C programs pass it.
    private static func none<Pointee>(_ type: Pointee.Type) -> UnsafeMutablePointer<Pointee> {
        unsafeBitCast(UnsafeRawPointer?.none, to: UnsafeMutablePointer<Pointee>.self)
    }

    private static func missing(_ tested: TestedUnit) throws(CheckFailure) {
        let id = kAudioUnitProperty_MaximumFramesPerSlice
        var size: UInt32 = 0
        let asking = AudioUnitGetProperty(
            tested.unit, id, kAudioUnitScope_Global, 0, UnsafeMutableRawPointer(none(UInt32.self)), &size)
        try expect(
            asking == noErr && size == 4,
            "reading MaximumFramesPerSlice into no memory returned \(asking) and a size of \(size)")
        var value: UInt32 = 0
        let list = AudioBufferList.allocate(maximumBuffers: 1)
        defer { list.unsafeMutablePointer.deallocate() }
        var (flags, stamp) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
        let statuses = [
            (
                "reading a property without a size",
                AudioUnitGetProperty(tested.unit, id, kAudioUnitScope_Global, 0, &value, none(UInt32.self))
            ),
            (
                "reading a parameter without memory",
                AudioUnitGetParameter(tested.unit, 0, kAudioUnitScope_Global, 0, none(Float.self))
            ),
            ("scheduling no events", AudioUnitScheduleParameters(tested.unit, none(AudioUnitParameterEvent.self), 1)),
            (
                "rendering without a time",
                AudioUnitRender(tested.unit, &flags, none(AudioTimeStamp.self), 0, 64, list.unsafeMutablePointer)
            ),
            (
                "rendering without buffers",
                AudioUnitRender(tested.unit, &flags, &stamp, 0, 64, none(AudioBufferList.self))
            ),
            (
                "adding a render notification without a function",
                AudioUnitAddRenderNotify(
                    tested.unit, unsafeBitCast(UnsafeRawPointer?.none, to: SendableRenderCallback.self), nil)
            ),
        ]
        for (name, status) in statuses {
            try expect(status == kAudio_ParamError, "\(name) returned \(status)")
        }
    }

    private static func flags(_ tested: TestedUnit) throws(CheckFailure) {
        try tested.prepare()
        let format = tested.format(kAudioUnitScope_Output, 0) ?? AudioStreamBasicDescription()
        let status = Rendering(tested.unit, format, frames: 64, time: 0, hasFlags: false).status
        try expect(status == noErr, "a render without flags returned \(status)")
    }

    private static func noFunction(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        let (id, scope) = (kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input)
        guard tested.count(scope) > 0 else { return "the unit has no input" }
        try tested.prepare()
        // Input 1 of an output unit is the device's.
        for element in 0..<(tested.isDevice ? 1 : tested.count(scope)) {
            // `AURenderCallbackStruct` as C programs leave it.
            let status = tested.set(id, scope, element, to: (UInt(0), UInt(0)))
            try expect(status == noErr, "setting a callback without a function returned \(status)")
        }
        guard !tested.isDevice, tested.count(kAudioUnitScope_Output) > 0 else { return nil }
        try tested.expectRoom()
        let rendering = tested.render(64, at: 0)
        try expect(tested.source?.calls.isEmpty ?? true, "the unit asked a callback that a null function has replaced")
        let isWithout =
            rendering.status == kAudioUnitErr_NoConnection || rendering.status == noErr && rendering.isZero
        let sound = rendering.status == noErr ? ", and sound" : ""
        try expect(isWithout, "a render without inputs returned \(rendering.status)\(sound)")
        return nil
    }

    private static func largerBuffers(_ tested: TestedUnit) throws(CheckFailure) {
        try tested.prepare()
        let format = tested.format(kAudioUnitScope_Output, 0) ?? AudioStreamBasicDescription()
        let rendering = Rendering(tested.unit, format, frames: 64, time: 0, surplus: 64)
        try expect(rendering.status == noErr, "a render into larger buffers returned \(rendering.status)")
        try expect(
            rendering.sizes.allSatisfy { $0 == rendering.expectedSize },
            "a render of \(rendering.expectedSize) bytes left larger buffers as they were")
    }

    // MARK: Several errors

    private static func order(_ tested: TestedUnit) throws(CheckFailure) {
        let format = tested.format(kAudioUnitScope_Output, 0) ?? AudioStreamBasicDescription()
        let (most, other) = (tested.maximumFrames, tested.count(kAudioUnitScope_Output))
        let tooMany = (TestedUnit.isPlanar(format) ? Int(format.mChannelsPerFrame) : 1) + 1
        func render(_ frames: UInt32, bus: UInt32) -> OSStatus {
            Rendering(tested.unit, format, frames: frames, time: 0, bus: bus, buffers: tooMany).status
        }
        try tested.expectRoom()
        try tested.feed()
        let early = render(most + 1, bus: other)
        try expect(
            early == kAudioUnitErr_Uninitialized,
            "a wrong render returned \(early) before the unit was initialized")
        try tested.initialize()
        let long = render(most + 1, bus: other)
        try expect(
            long == kAudioUnitErr_TooManyFramesToProcess,
            "a render of too many frames of an output that does not exist returned \(long)")
        let place = render(64, bus: other)
        try expect(
            place == kAudioUnitErr_InvalidElement,
            "a render of an output that does not exist into too many buffers returned \(place)")
    }

    // MARK: Time

    private static func processedOnce(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        try tested.initialize()
        let first = process(tested, [], at: 0)
        guard first.status == noErr else { return "the unit does not process a list of buffers" }
        let second = process(tested, [], at: 0)
        try expect(second.status == noErr, "processing the same time again returned \(second.status)")
        try expect(first.samples == second.samples, "processing the same time again gave other samples")
        let later = process(tested, [], at: 64).status
        try expect(later == noErr, "processing the time behind it returned \(later)")
        return nil
    }

    // MARK: Parameters and slices

    /// The first parameter of the global scope that can be set, and can ramp or not.
    private static func parameter(
        _ tested: TestedUnit, canRamp: Bool
    ) -> (id: AudioUnitParameterID, info: AudioUnitParameterInfo)? {
        for id in tested.parameters(kAudioUnitScope_Global) {
            guard let info = tested.parameterInfo(id, kAudioUnitScope_Global), info.flags.contains(.flag_IsWritable),
                !info.flags.contains(.flag_MeterReadOnly), info.minValue < info.maxValue,
                info.flags.contains(.flag_CanRamp) == canRamp
            else { continue }
            return (id, info)
        }
        return nil
    }

    private static func ramps(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        var found = 0
        try tested.prepare()
        for canRamp in [true, false] {
            guard let (id, info) = parameter(tested, canRamp: canRamp) else { continue }
            let before = tested.parameter(id, kAudioUnitScope_Global) ?? .nan
            let middle = info.minValue + (info.maxValue - info.minValue) / 2
            let end = before == middle ? info.maxValue : middle
            var event = AudioUnitParameterEvent()
            (event.scope, event.element, event.parameter) = (kAudioUnitScope_Global, 0, id)
            event.eventType = .parameterEvent_Ramped
            event.eventValues.ramp.startBufferOffset = 0
            event.eventValues.ramp.durationInFrames = 64
            event.eventValues.ramp.startValue = before
            event.eventValues.ramp.endValue = end
            let status = AudioUnitScheduleParameters(tested.unit, &event, 1)
            if status == kAudio_UnimplementedError { return "the unit takes no scheduled values" }
            try expect(status == noErr, "scheduling a ramp of parameter \(id) returned \(status)")
            let rendering = tested.render(64, at: Double(found) * 64).status
            try expect(rendering == noErr, "a render with a ramp of parameter \(id) returned \(rendering)")
            let (after, wanted) = (tested.parameter(id, kAudioUnitScope_Global) ?? .nan, canRamp ? end : before)
            try expect(
                abs(after - wanted) <= max(1e-4, abs(wanted) * 1e-5),
                "parameter \(id), which \(canRamp ? "can" : "cannot") ramp, was \(before) and is \(after) after a ramp to \(end)"
            )
            found += 1
        }
        return found == 0 ? "the unit has no parameters that can be set" : nil
    }

    /// 512 frames at 44.1 kHz, which a converter makes of those of a device, are as long as 1115 at 96 kHz.
    private static func slices(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        guard !tested.isDevice else { return "the unit plays on a device" }
        let frames = tested.statedFrames ?? 0
        try expect(
            frames >= 1115, "MaximumFramesPerSlice is \(frames), and a device may need 1115 frames at once")
        return nil
    }
}
