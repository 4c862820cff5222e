import AudioCore
import CAudioToolbox

// The calls of AUComponent.h and AudioOutputUnit.h, to a unit of ours or to a client's component.
extension ComponentInstance {
    /// A status of a client's component as an error.
    package static func check(_ status: Int32) throws(AudioError) {
        guard status == 0 else { throw AudioError(status: status, reason: "the component's function failed") }
    }

    package func initialize() throws(AudioError) {
        switch body {
        case .unit(let unit): try unit.initialize()
        case .plugIn(let plugIn): try Self.check(plugIn.perform(kAudioUnitInitializeSelect))
        }
    }

    package func uninitialize() throws(AudioError) {
        switch body {
        case .unit(let unit): unit.uninitialize()
        case .plugIn(let plugIn): try Self.check(plugIn.perform(kAudioUnitUninitializeSelect))
        }
    }

    package func start() throws(AudioError) {
        switch body {
        case .unit(let unit): try unit.start()
        case .plugIn(let plugIn): try Self.check(plugIn.perform(kAudioOutputUnitStartSelect))
        }
    }

    package func stop() throws(AudioError) {
        switch body {
        case .unit(let unit): try unit.stop()
        case .plugIn(let plugIn): try Self.check(plugIn.perform(kAudioOutputUnitStopSelect))
        }
    }

    package func reset(_ scope: AudioUnitScope, _ element: AudioUnitElement) throws(AudioError) {
        switch body {
        case .unit(let unit): unit.reset()
        case .plugIn(let plugIn): try Self.check(plugIn.reset(scope, element))
        }
    }

    /// The functions that all units of ours have, and those that their output units have besides.
    private static let unitSelectors: Set = [
        kAudioUnitInitializeSelect, kAudioUnitUninitializeSelect, kAudioUnitGetPropertyInfoSelect,
        kAudioUnitGetPropertySelect, kAudioUnitSetPropertySelect, kAudioUnitGetParameterSelect,
        kAudioUnitSetParameterSelect, kAudioUnitResetSelect, kAudioUnitAddPropertyListenerSelect,
        kAudioUnitRemovePropertyListenerSelect, kAudioUnitRenderSelect, kAudioUnitAddRenderNotifySelect,
        kAudioUnitRemoveRenderNotifySelect, kAudioUnitScheduleParametersSelect,
        kAudioUnitRemovePropertyListenerWithUserDataSelect, kAudioUnitProcessSelect, kAudioUnitProcessMultipleSelect,
    ]
    /// The functions of a unit that takes MIDI.
    private static let musicSelectors: Set = [
        kMusicDeviceMIDIEventSelect, kMusicDeviceSysExSelect, kMusicDeviceStartNoteSelect, kMusicDeviceStopNoteSelect,
    ]
    private static let outputSelectors: Set = [kAudioOutputUnitStartSelect, kAudioOutputUnitStopSelect]

    /// Whether the instance has the function of a selector.
    package func canDo(_ selector: Int16) -> Bool {
        let number = Int(selector)
        let ofCodecs = Int(kAudioCodecGetPropertyInfoSelect)...Int(kAudioCodecProduceOutputBufferListSelect)
        if codec != nil { return ofCodecs.contains(number) }
        switch body {
        case .plugIn(let plugIn): return plugIn.has(selector)
        case .unit(let unit):
            let isOutput = unit.blueprint.type == "auou"
            if Self.musicSelectors.contains(number) { return unit.takesMIDI }
            return Self.unitSelectors.contains(number) || isOutput && Self.outputSelectors.contains(number)
        }
    }

    // MARK: Listeners

    package func addListener(
        _ id: AudioUnitPropertyID, _ function: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?
    ) throws(AudioError) {
        switch body {
        case .unit(let unit): unit.addListener(id, unsafeBitCast(function, to: PropertyListenerFunction.self), context)
        case .plugIn(let plugIn):
            try Self.check(plugIn.listen(kAudioUnitAddPropertyListenerSelect, id, function, context))
        }
    }

    package func removeListener(
        _ id: AudioUnitPropertyID, _ function: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?
    ) throws(AudioError) {
        switch body {
        case .unit(let unit):
            unit.removeListener(id, unsafeBitCast(function, to: PropertyListenerFunction.self), context)
        case .plugIn(let plugIn):
            try Self.check(plugIn.listen(kAudioUnitRemovePropertyListenerWithUserDataSelect, id, function, context))
        }
    }

    /// Removes a listener of a property, whatever contexts it was added with.
    package func removeListener(_ id: AudioUnitPropertyID, _ function: UnsafeRawPointer) throws(AudioError) {
        switch body {
        case .unit(let unit): unit.removeListener(id, unsafeBitCast(function, to: PropertyListenerFunction.self))
        case .plugIn(let plugIn): try Self.check(plugIn.removeListener(id, function))
        }
    }

    package func addNotify(_ function: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?) throws(AudioError) {
        switch body {
        case .unit(let unit): unit.addNotify(unsafeBitCast(function, to: RenderCallback.self), context)
        case .plugIn(let plugIn): try Self.check(plugIn.notify(kAudioUnitAddRenderNotifySelect, function, context))
        }
    }

    package func removeNotify(_ function: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?) throws(AudioError) {
        switch body {
        case .unit(let unit): unit.removeNotify(unsafeBitCast(function, to: RenderCallback.self), context)
        case .plugIn(let plugIn): try Self.check(plugIn.notify(kAudioUnitRemoveRenderNotifySelect, function, context))
        }
    }

    /// Removes a render notification, and keeps its context until no render of the unit uses it.
    package func removeNotify(
        _ function: UnsafeRawPointer, _ context: UnsafeMutableRawPointer?, keeping object: AnyObject
    ) {
        try? removeNotify(function, context)
        // A client's unit does not say when its renders end.
        if let unit { unit.renderer.gate.retire(object) } else { _ = Unmanaged.passRetained(object) }
    }

    /// Calls a function before and after each render, as a render notification. It is also called where a client's component has
    /// no notifications.
    package func follow(_ function: @escaping RenderCallback, _ context: UnsafeMutableRawPointer) {
        switch body {
        case .unit(let unit): unit.addNotify(function, context)
        case .plugIn(let plugIn): plugIn.follow(NotifyList.Entry(function: function, context: context), true)
        }
    }

    /// Ends that, and keeps the context until no render uses it.
    package func unfollow(_ function: @escaping RenderCallback, keeping context: AnyObject) {
        let place = Unmanaged.passUnretained(context).toOpaque()
        switch body {
        case .unit(let unit):
            unit.removeNotify(function, place)
            unit.renderer.gate.retire(context)
        case .plugIn(let plugIn):
            plugIn.follow(NotifyList.Entry(function: function, context: place), false)
            plugIn.keep(context)
        }
    }

    // MARK: Parameters

    package func parameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ value: UnsafeMutablePointer<Float>
    ) throws(AudioError) {
        switch body {
        case .unit(let unit): value.pointee = try unit.parameter(id, scope, element)
        case .plugIn(let plugIn): try Self.check(plugIn.parameter(id, scope, element, value))
        }
    }

    /// Sets a parameter, and reports it to those who follow the unit's parameters.
    ///
    /// - Parameter own: the follower of whoever sets it, which is not notified of it.
    package func setParameter(
        _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement, _ value: Float,
        _ offset: UInt32, leavingOut own: ParameterFollower? = nil
    ) throws(AudioError) {
        switch body {
        case .unit(let unit): try unit.setParameter(id, scope, element, value)
        case .plugIn(let plugIn): try Self.check(plugIn.setParameter(id, scope, element, value, offset))
        }
        parameterFollowers.tell(
            id, scope, element, value, leavingOut: own.map { Unmanaged.passUnretained($0).toOpaque() })
    }

    package func schedule(_ events: UnsafePointer<AudioUnitParameterEvent>, _ count: UInt32) throws(AudioError) {
        switch body {
        case .unit(let unit): try unit.schedule(UnsafeBufferPointer(start: events, count: Int(count)))
        case .plugIn(let plugIn): try Self.check(plugIn.schedule(events, count))
        }
    }

    /// Schedules a value for a frame of the next cycle. A unit of ours keeps the value before until that frame.
    package func scheduleExactly(_ event: AudioUnitParameterEvent) {
        switch body {
        case .unit(let unit): try? unit.scheduleExactly(event)
        case .plugIn(let plugIn): withUnsafePointer(to: event) { _ = plugIn.schedule($0, 1) }
        }
    }

    // MARK: Samples to samples

    package func process(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: UnsafePointer<AudioTimeStamp>, frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> Int32 {
        switch body {
        case .plugIn(let plugIn): return plugIn.process(flags, time, frames, list)
        case .unit(let unit):
            var lists = list
            return withUnsafePointer(to: &lists) {
                unit.renderer.process(flags, time, frames: frames, UnitRenderer.Given(inputs: $0, 1, outputs: $0, 1))
            }
        }
    }

    package func processMultiple(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: UnsafePointer<AudioTimeStamp>, frames: UInt32,
        _ inputs: UnsafeMutablePointer<UnsafePointer<AudioBufferList>>, _ inputCount: UInt32,
        _ outputs: UnsafeMutablePointer<UnsafeMutablePointer<AudioBufferList>>, _ outputCount: UInt32
    ) -> Int32 {
        // C programs may leave out lists. Neither notifications nor a plug-in get such a one.
        for index in 0..<Int(inputCount) where UInt(bitPattern: inputs[index]) == 0 {
            return AudioError.parameter.status
        }
        for index in 0..<Int(outputCount) where UInt(bitPattern: outputs[index]) == 0 {
            return AudioError.parameter.status
        }
        switch body {
        case .plugIn(let plugIn):
            return plugIn.processMultiple(flags, time, frames, inputs, inputCount, outputs, outputCount)
        case .unit(let unit):
            guard outputCount > 0 else { return AudioError.parameter.status }
            // The inputs are only read.
            let given = UnsafeRawPointer(inputs).assumingMemoryBound(to: UnsafeMutablePointer<AudioBufferList>.self)
            return unit.renderer.process(
                flags, time, frames: frames,
                UnitRenderer.Given(inputs: given, Int(inputCount), outputs: outputs, Int(outputCount)))
        }
    }
}
