import CAudioToolbox
import CoreAudioTypes

// What renders have in common with each other, and what they leave to their callers.
extension UnitCheck {
    static let renderRuleChecks: [UnitCheck] = [
        .rendering("the first error is kept until it is read") { (component) throws(CheckFailure) in
            try firstError(TestedUnit(component))
        },
        .rendering("notifications say that a render failed") { (component) throws(CheckFailure) in
            try failures(TestedUnit(component))
            return nil
        },
        .rendering("outputs of one time come from one render") { (component) throws(CheckFailure) in
            try outputs(TestedUnit(component), TestedUnit(component))
        },
        UnitCheck("a source may bring its own memory") { (component) throws(CheckFailure) in
            try ownMemory(component)
        },
        .rendering("only Process leaves its buffers unchecked") { (component) throws(CheckFailure) in
            try unchecked(component)
        },
    ]

    // MARK: Errors

    private static func firstError(_ tested: TestedUnit) throws(CheckFailure) -> String? {
        let id = kAudioUnitProperty_LastRenderError
        guard tested.info(id) != nil else { return "the unit does not have LastRenderError" }
        try tested.prepare()
        let first = tested.render(tested.maximumFrames + 1, at: 0).status
        let format = tested.format(kAudioUnitScope_Output, 0) ?? AudioStreamBasicDescription()
        let second = Rendering(
            tested.unit, format, frames: 64, time: 0, bus: tested.count(kAudioUnitScope_Output)
        ).status
        try expect(
            first != noErr && second != noErr && first != second, "two wrong renders returned \(first) and \(second)")
        let kept: OSStatus? = tested.value(id)
        try expect(kept == first, "LastRenderError is \(kept ?? 0) after an error of \(first) and one of \(second)")
        let cleared: OSStatus? = tested.value(id)
        try expect(cleared == noErr, "LastRenderError is \(cleared ?? 0) after it was read")
        let later = tested.render(64, at: 64).status
        try expect(later == noErr, "a render after those that failed returned \(later)")
        let fine: OSStatus? = tested.value(id)
        try expect(fine == noErr, "LastRenderError is \(fine ?? 0) after a render without an error")
        return nil
    }

    private static func failures(_ tested: TestedUnit) throws(CheckFailure) {
        let notes = RenderNotes()
        let failed: AudioUnitRenderActionFlags = [.unitRenderAction_PostRender, .unitRenderAction_PostRenderError]
        try tested.prepare()
        try tested.call(
            "AudioUnitAddRenderNotify", AudioUnitAddRenderNotify(tested.unit, RenderNotes.notify, notes.context))
        _ = tested.render(tested.maximumFrames + 1, at: 0)
        try expect(
            notes.calls.count == 1 && notes.calls[0].flags.isSuperset(of: failed)
                && !notes.calls[0].flags.contains(.unitRenderAction_PreRender),
            "a render that was refused did not notify once, with PostRender and PostRenderError")
        if let source = tested.source {
            notes.calls = []
            let id = kAudioUnitProperty_SetRenderCallback
            let failing = AURenderCallbackStruct({ _, _, _, _, _, _ in -77 })
            try tested.call("setting a callback", tested.set(id, kAudioUnitScope_Input, 0, to: failing))
            _ = tested.render(64, at: 0)
            try expect(
                notes.calls.count == 2 && notes.calls[0].flags.contains(.unitRenderAction_PreRender)
                    && notes.calls[1].flags.isSuperset(of: failed),
                "a render whose input failed did not notify before, and after with PostRenderError")
            try tested.call("setting a callback", tested.set(id, kAudioUnitScope_Input, 0, to: source.callback))
        }
        notes.calls = []
        let rendering = tested.render(64, at: 64)
        try expect(
            notes.calls.count == 2
                && notes.calls.allSatisfy { !$0.flags.contains(.unitRenderAction_PostRenderError) },
            "a render without an error did not notify twice without PostRenderError")
        try expect(
            notes.calls.allSatisfy { !$0.flags.contains(.unitRenderAction_DoNotCheckRenderArgs) }
                && !rendering.flags.contains(.unitRenderAction_DoNotCheckRenderArgs),
            "the flags that a notification set were seen behind it")
        withExtendedLifetime(notes) {}
    }

    // MARK: Outputs and sources

    /// Two instances that are asked for their outputs in other orders give the same.
    private static func outputs(_ one: TestedUnit, _ other: TestedUnit) throws(CheckFailure) -> String? {
        guard one.count(kAudioUnitScope_Input) > 0 else { return "the unit has no input" }
        for tested in [one, other] where tested.count(kAudioUnitScope_Output) < 2 {
            _ = tested.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Output, 0, to: UInt32(2))
        }
        guard one.count(kAudioUnitScope_Output) > 1 else { return "the unit has one output" }
        for tested in [one, other] { try tested.prepare() }
        for slice in 0..<4 {
            let time = Double(slice * 64)
            let first = [one.render(64, at: time, bus: 0), one.render(64, at: time, bus: 1)]
            let second = [other.render(64, at: time, bus: 1), other.render(64, at: time, bus: 0)]
            for rendering in first + second {
                try expect(rendering.status == noErr, "rendering one of the outputs returned \(rendering.status)")
            }
            for tested in [one, other] {
                let calls = tested.source?.calls.count ?? 0
                try expect(calls <= slice + 1, "two outputs of one time asked the input more than once")
            }
            try expect(
                first[0].samples == second[1].samples && first[1].samples == second[0].samples,
                "the outputs of one time depend on which is rendered first")
        }
        return nil
    }

    private static func ownMemory(_ component: AudioComponent) throws(CheckFailure) -> String? {
        let (id, scope) = (kAudioUnitProperty_ShouldAllocateBuffer, kAudioUnitScope_Input)
        let tested = try TestedUnit(component)
        guard tested.count(scope) > 0 else { return "the unit has no input" }
        guard tested.info(id, scope)?.isWritable ?? false else {
            return "ShouldAllocateBuffer of the input cannot be set"
        }
        try expect(tested.value(id, scope) == UInt32(1), "ShouldAllocateBuffer is not 1 at first")
        try tested.call("setting ShouldAllocateBuffer", tested.set(id, scope, 0, to: UInt32(0)))
        try expect(tested.value(id, scope) == UInt32(0), "ShouldAllocateBuffer was set to 0 and is not")
        let lender = TestSource(lends: true)
        var isFirst = true
        try tested.prepare {
            defer { isFirst = false }
            return isFirst ? lender : TestSource()
        }
        let late = tested.set(id, scope, 0, to: UInt32(1))
        try expect(
            late == kAudioUnitErr_Initialized,
            "setting ShouldAllocateBuffer returned \(late) while the unit is initialized")
        guard !tested.isDevice, tested.count(kAudioUnitScope_Output) > 0 else { return nil }
        try tested.expectRoom()
        let usual = try TestedUnit(component)
        try usual.prepare()
        for slice in 0..<3 {
            let lent = tested.render(200, at: Double(slice * 200))
            let copied = usual.render(200, at: Double(slice * 200))
            try expect(
                lent.status == noErr && copied.status == noErr,
                "rendering an input with its own memory returned \(lent.status)")
            try expect(!lender.hasGotMemory, "a source got memory although ShouldAllocateBuffer is 0")
            for (own, other) in zip(lent.samples, copied.samples) {
                let error = zip(own, other).map { abs($0 - $1) }.max() ?? 0
                try expect(error < 1e-5, "an input with its own memory gave other samples, by up to \(error)")
            }
        }
        return nil
    }

    // MARK: Arguments

    /// Calls a function with 64 frames of noise in a list whose buffers say that they have other sizes.
    private static func passNoise(
        _ tested: TestedUnit, _ given: AudioUnitRenderActionFlags, size: UInt32?, at time: Double,
        _ call: (
            UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>,
            UnsafeMutablePointer<AudioBufferList>
        ) -> OSStatus
    ) -> (status: OSStatus, samples: [[Float]]) {
        let format = tested.format(kAudioUnitScope_Output, 0) ?? AudioStreamBasicDescription()
        let isPlanar = format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
        let list = AudioBufferList.allocate(maximumBuffers: isPlanar ? Int(format.mChannelsPerFrame) : 1)
        defer { list.unsafeMutablePointer.deallocate() }
        let count = 64 * Int(format.mBytesPerFrame) / MemoryLayout<Float>.size
        let memory = (0..<list.count).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: max(1, count)) }
        defer { for samples in memory { samples.deallocate() } }
        for (index, samples) in memory.enumerated() {
            for place in 0..<count { samples[place] = TestSource.sample(UInt32(place), UInt32(index)) }
            list[index] = AudioBuffer(
                mNumberChannels: isPlanar ? 1 : format.mChannelsPerFrame,
                mDataByteSize: size ?? 64 * format.mBytesPerFrame, mData: UnsafeMutableRawPointer(samples))
        }
        var (flags, stamp) = (given, AudioTimeStamp())
        (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
        let status = call(&flags, &stamp, list.unsafeMutablePointer)
        return (status, memory.map { Array(UnsafeBufferPointer(start: $0, count: count)) })
    }

    /// Processes 64 frames of noise.
    static func process(
        _ tested: TestedUnit, _ flags: AudioUnitRenderActionFlags, size: UInt32? = nil, at time: Double = 0
    ) -> (status: OSStatus, samples: [[Float]]) {
        passNoise(tested, flags, size: size, at: time) { AudioUnitProcess(tested.unit, $0, $1, 64, $2) }
    }

    private static func unchecked(_ component: AudioComponent) throws(CheckFailure) -> String? {
        let flag = AudioUnitRenderActionFlags.unitRenderAction_DoNotCheckRenderArgs
        let rendered = try TestedUnit(component)
        try rendered.prepare()
        let short = passNoise(rendered, flag, size: 4, at: 0) { AudioUnitRender(rendered.unit, $0, $1, 0, 64, $2) }
        try expect(
            short.status == kAudio_ParamError,
            "a render with DoNotCheckRenderArgs into buffers that are too small returned \(short.status)")
        let checked = try TestedUnit(component)
        try checked.initialize()
        let expected = process(checked, [])
        guard expected.status == noErr else { return "the unit does not process a list of buffers" }
        let refused = process(checked, [], size: 4, at: 64).status
        try expect(refused == kAudio_ParamError, "processing buffers that are too small returned \(refused)")
        let trusting = try TestedUnit(component)
        try trusting.initialize()
        let taken = process(trusting, flag, size: 4)
        try expect(
            taken.status == noErr,
            "processing buffers of unknown sizes with DoNotCheckRenderArgs returned \(taken.status)")
        try expect(taken.samples == expected.samples, "DoNotCheckRenderArgs changed what was processed")
        return nil
    }
}
