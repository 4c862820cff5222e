import CAudioToolbox
import CoreAudioTypes

extension UnitCheck {
    static let renderChecks: [UnitCheck] = [
        .rendering("renders up to the maximum of frames") { (component) throws(CheckFailure) in
            try lengths(TestedUnit(component))
            return nil
        },
        .rendering("renders refuse wrong arguments") { (component) throws(CheckFailure) in
            try arguments(TestedUnit(component))
            return nil
        },
        .rendering("a time is rendered once") { (component) throws(CheckFailure) in try once(TestedUnit(component)) },
        .rendering("render notifications come before and after") { (component) throws(CheckFailure) in
            try notifications(TestedUnit(component))
            return nil
        },
        .rendering("an error of an input is that of the render") { (component) throws(CheckFailure) in
            try errors(TestedUnit(component))
        },
        .rendering("a connection is an input") { (component) throws(CheckFailure) in
            try connection(TestedUnit(component))
        },
        .rendering("silence is zeros") { (component) throws(CheckFailure) in
            try silence(TestedUnit(component))
            return nil
        },
        .rendering("bypass passes the input") { (component) throws(CheckFailure) in try bypass(component) },
    ]

    private static func lengths(_ tested: TestedUnit) throws(CheckFailure) {
        let most = tested.maximumFrames
        try tested.prepare()
        var time = 0.0
        for bus in 0..<tested.count(kAudioUnitScope_Output) {
            for frames in [1, 64, 511, 512, most] where frames <= most {
                let rendering = tested.render(frames, at: time, bus: bus)
                try expect(rendering.status == noErr, "rendering \(frames) frames returned \(rendering.status)")
                try expect(rendering.isWhole, "rendering \(frames) frames took buffers or their memory away")
                try expect(
                    rendering.sizes.allSatisfy { $0 == rendering.expectedSize },
                    "rendering \(frames) frames left a buffer of another size")
                try expect(rendering.isFinite, "a sample of \(frames) frames is no number")
                time += Double(most)
            }
            let format = tested.format(kAudioUnitScope_Output, bus) ?? AudioStreamBasicDescription()
            let lent = Rendering(tested.unit, format, frames: 64, time: time, bus: bus, lends: true)
            try expect(lent.status == noErr, "rendering without buffers returned \(lent.status)")
            let isLent = !lent.samples.isEmpty && lent.samples.allSatisfy { UInt32($0.count) * 4 == lent.expectedSize }
            try expect(isLent, "rendering without buffers gave none")
            time += Double(most)
        }
    }

    private static func arguments(_ tested: TestedUnit) throws(CheckFailure) {
        let most = tested.maximumFrames
        try tested.prepare()
        let tooMany = tested.render(most + 1, at: 0).status
        try expect(
            tooMany == kAudioUnitErr_TooManyFramesToProcess,
            "rendering more frames than the maximum returned \(tooMany)")
        let error: OSStatus? = tested.value(kAudioUnitProperty_LastRenderError)
        try expect(error == nil || error == tooMany, "LastRenderError is \(error ?? 0) after an error of \(tooMany)")
        let format = tested.format(kAudioUnitScope_Output, 0) ?? AudioStreamBasicDescription()
        let bus = Rendering(
            tested.unit, format, frames: 64, time: 0, bus: tested.count(kAudioUnitScope_Output)
        ).status
        try expect(bus == kAudioUnitErr_InvalidElement, "rendering an output that does not exist returned \(bus)")
        let buffers = Rendering(
            tested.unit, format, frames: 64, time: 0, buffers: Int(format.mChannelsPerFrame) + 1
        ).status
        try expect(buffers == kAudio_ParamError, "rendering into too many buffers returned \(buffers)")
        let later = tested.render(64, at: 64).status
        try expect(later == noErr, "a render after those that failed returned \(later)")
    }

    private static func once(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        try tested.prepare()
        guard let source = tested.source else { return "the unit has no input" }
        let first = tested.render(64, at: 0)
        let calls = source.calls.count
        let second = tested.render(64, at: 0)
        try expect(second.status == noErr, "a second render of the same time returned \(second.status)")
        try expect(source.calls.count == calls, "a second render of the same time asked the input again")
        try expect(first.samples == second.samples, "a second render of the same time gave other samples")
        _ = tested.render(64, at: 64)
        return nil
    }

    private static func notifications(_ tested: TestedUnit) throws(CheckFailure) {
        let notes = RenderNotes()
        let (notify, context) = (RenderNotes.notify, notes.context)
        try tested.prepare()
        try tested.call("AudioUnitAddRenderNotify", AudioUnitAddRenderNotify(tested.unit, notify, context))
        _ = tested.render(96, at: 0)
        try expect(notes.calls.count == 2, "a render notified \(notes.calls.count) times, not before and after")
        try expect(
            notes.calls[0].flags.contains(.unitRenderAction_PreRender)
                && notes.calls[1].flags.contains(.unitRenderAction_PostRender),
            "the notifications of a render do not have the flags PreRender and PostRender")
        try expect(
            notes.calls.allSatisfy { $0.bus == 0 && $0.frames == 96 },
            "a notification has another output or number of frames than the render")
        try tested.call("AudioUnitRemoveRenderNotify", AudioUnitRemoveRenderNotify(tested.unit, notify, context))
        _ = tested.render(96, at: 96)
        try expect(notes.calls.count == 2, "a render notified a function that was removed")
        withExtendedLifetime(notes) {}
    }

    private static func errors(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        guard tested.count(kAudioUnitScope_Input) > 0 else { return "the unit has no input" }
        let failing = AURenderCallbackStruct({ _, _, _, _, _, _ in -77 })
        try tested.prepare()
        let id = kAudioUnitProperty_SetRenderCallback
        try tested.call("setting a callback", tested.set(id, kAudioUnitScope_Input, 0, to: failing))
        let status = tested.render(64, at: 0).status
        try expect(status == -77, "the input returned -77, and the render \(status)")
        return nil
    }

    private static func connection(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        guard tested.count(kAudioUnitScope_Input) > 0 else { return "the unit has no input" }
        let format = tested.format(kAudioUnitScope_Input, 0) ?? AudioStreamBasicDescription()
        guard let source = try TestedUnit.converter(giving: format) else { return "there is no unit to connect" }
        try source.prepare()
        try tested.feed()
        try tested.call("connecting the input", tested.connectInput(to: source.unit))
        try tested.initialize()
        let rendering = tested.render(64, at: 0)
        try expect(rendering.status == noErr, "rendering a connected unit returned \(rendering.status)")
        try expect(!(source.source?.calls.isEmpty ?? true), "the unit did not render what it is connected to")
        try tested.call("disconnecting the input", tested.connectInput(to: nil))
        let calls = source.source?.calls.count
        _ = tested.render(64, at: 64)
        try expect(source.source?.calls.count == calls, "the unit rendered what it is no longer connected to")
        return nil
    }

    private static func silence(_ tested: TestedUnit) throws(CheckFailure) {
        try tested.prepare { TestSource(isSilent: true) }
        for slice in 0..<4 {
            let rendering = tested.render(256, at: Double(slice * 256))
            try expect(rendering.status == noErr, "rendering silence returned \(rendering.status)")
            let isFlagged = rendering.flags.contains(.unitRenderAction_OutputIsSilence)
            try expect(!isFlagged || rendering.isZero, "the unit said that its output is silent, and it is not")
        }
    }

    private static func bypass(_ component: AudioComponent) throws(CheckFailure) -> String? {
        let tested = try TestedUnit(component)
        if let reason = tested.noBypass { return reason }
        try tested.prepare()
        try tested.call("setting BypassEffect", tested.set(kAudioUnitProperty_BypassEffect, to: UInt32(1)))
        try expect(tested.value(kAudioUnitProperty_BypassEffect) == UInt32(1), "BypassEffect was set and is not 1")
        for slice in 0..<3 {
            let rendering = tested.render(200, at: Double(slice * 200))
            try expect(rendering.samples == tested.source?.last, "a bypassed unit changed its input")
        }
        try tested.call("setting BypassEffect", tested.set(kAudioUnitProperty_BypassEffect, to: UInt32(0)))
        try expect(tested.value(kAudioUnitProperty_BypassEffect) == UInt32(0), "BypassEffect was set and is not 0")
        return nil
    }
}
