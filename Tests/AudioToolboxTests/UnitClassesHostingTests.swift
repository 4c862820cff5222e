import AudioToolbox
import Foundation
import Synchronization
import Testing

/// A class that is registered, as hosts of version 2 use it: `AudioUnitRender`, properties, MIDI and graphs.
@Suite struct UnitClassesHostingTests {
    /// Renders an output of a unit by the C API.
    private func render(_ unit: AudioUnit, _ frames: Int, at time: Double = 0) throws -> [Float] {
        let buffers = RenderBuffers(channels: 1, capacity: frames)
        buffers.prepare(frames)
        var (flags, stamp) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
        (stamp.mSampleTime, stamp.mFlags) = (time, .sampleTimeValid)
        let status = AudioUnitRender(unit, &flags, &stamp, 0, UInt32(frames), buffers.list.unsafeMutablePointer)
        guard status == noErr else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
        return buffers.samples(0, frames)
    }

    /// Feeds an input with the frame's number.
    private func feed(_ unit: AudioUnit) {
        var callback = AURenderCallbackStruct(
            inputProc: { _, _, time, _, frames, list in
                guard let list else { return kAudio_ParamError }
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    let data = buffer.mData!.assumingMemoryBound(to: Float.self)
                    for frame in 0..<Int(frames) { data[frame] = Float(time.pointee.mSampleTime) + Float(frame) }
                }
                return noErr
            }, inputProcRefCon: nil)
        let size = UInt32(MemoryLayout<AURenderCallbackStruct>.size)
        AudioUnitSetProperty(unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, size)
    }

    @Test func rendersThroughTheCAPI() throws {
        let (unit, object) = try TestedUnit.hosted()
        defer { AudioComponentInstanceDispose(unit) }
        feed(unit)
        #expect(AudioUnitInitialize(unit) == noErr)
        #expect(object.renderResourcesAllocated && object.maximumFramesToRender == 1156)
        #expect(AudioUnitSetParameter(unit, 0, kAudioUnitScope_Global, 0, 2, 0) == noErr)
        #expect(object.parameterTree?.parameter(withAddress: 0)?.value == 2)
        #expect(try render(unit, 4, at: 8) == [16, 18, 20, 22])
        #expect(AudioUnitUninitialize(unit) == noErr)
        #expect(!object.renderResourcesAllocated)
        #expect(unitStatus { _ = try render(unit, 4) } == -10867)
    }

    @Test func scheduledParametersCountAtTheirFrames() throws {
        let (unit, object) = try TestedUnit.hosted()
        defer { AudioComponentInstanceDispose(unit) }
        feed(unit)
        var events = [AudioUnitParameterEvent](repeating: AudioUnitParameterEvent(), count: 2)
        for index in 0..<2 { (events[index].scope, events[index].parameter) = (kAudioUnitScope_Global, 0) }
        events[0].eventType = .parameterEvent_Immediate
        (events[0].eventValues.immediate.bufferOffset, events[0].eventValues.immediate.value) = (1, 0)
        events[1].eventType = .parameterEvent_Ramped
        (events[1].eventValues.ramp.startBufferOffset, events[1].eventValues.ramp.durationInFrames) = (2, 2)
        (events[1].eventValues.ramp.startValue, events[1].eventValues.ramp.endValue) = (1, 3)
        #expect(AudioUnitScheduleParameters(unit, events, 2) == kAudioUnitErr_Uninitialized)
        #expect(AudioUnitInitialize(unit) == noErr)
        #expect(AudioUnitScheduleParameters(unit, events, 2) == noErr)
        #expect(try render(unit, 6) == [0, 0, 4, 9, 12, 15])
        #expect(object.code.gain == 3)
        var wrong = events[0]
        wrong.parameter = 77
        #expect(AudioUnitScheduleParameters(unit, &wrong, 1) == kAudioUnitErr_InvalidParameter)
        wrong = events[0]
        wrong.eventValues.immediate.value = .nan
        #expect(AudioUnitScheduleParameters(unit, &wrong, 1) == kAudioUnitErr_InvalidParameterValue)
    }

    @Test func propertiesAreTheObjects() throws {
        let (unit, object) = try TestedUnit.hosted()
        defer { AudioComponentInstanceDispose(unit) }
        var (seconds, size) = (Double(0), UInt32(8))
        AudioUnitGetProperty(unit, kAudioUnitProperty_Latency, kAudioUnitScope_Global, 0, &seconds, &size)
        #expect(seconds == 0.25)
        AudioUnitGetProperty(unit, kAudioUnitProperty_TailTime, kAudioUnitScope_Global, 0, &seconds, &size)
        #expect(seconds == 0.5)
        var (flag, small) = (UInt32(1), UInt32(4))
        #expect(
            AudioUnitSetProperty(unit, kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, 0, &flag, 4) == noErr)
        #expect(object.shouldBypassEffect)
        object.shouldBypassEffect = false
        AudioUnitGetProperty(unit, kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, 0, &flag, &small)
        #expect(flag == 0)
        var (ids, length) = ([UInt32](repeating: 9, count: 4), UInt32(16))
        #expect(
            AudioUnitGetProperty(unit, kAudioUnitProperty_ParameterList, kAudioUnitScope_Global, 0, &ids, &length) == 0)
        #expect(length == 8 && ids.prefix(2) == [0, 1])
        var (info, room) = (AudioUnitParameterInfo(), UInt32(MemoryLayout<AudioUnitParameterInfo>.size))
        #expect(
            AudioUnitGetProperty(unit, kAudioUnitProperty_ParameterInfo, kAudioUnitScope_Global, 1, &info, &room) == 0)
        #expect(info.cfNameString?.takeRetainedValue().description == "Offset")
        #expect(info.minValue == -1 && info.maxValue == 1 && info.clumpID == 2)
        #expect(info.flags.contains(.flag_HasClump) && !info.flags.contains(.flag_CanRamp))
        flag = 1
        AudioUnitSetProperty(unit, kAudioUnitProperty_OfflineRender, kAudioUnitScope_Global, 0, &flag, 4)
        #expect(object.isRenderingOffline)
    }

    @Test func formatsAreOneWithTheBuses() throws {
        let (unit, object) = try TestedUnit.hosted()
        defer { AudioComponentInstanceDispose(unit) }
        let heard = Heard()
        let context = Unmanaged.passRetained(heard)
        defer { context.release() }
        AudioUnitAddPropertyListener(
            unit, kAudioUnitProperty_StreamFormat,
            { context, _, _, scope, element in
                Unmanaged<Heard>.fromOpaque(context).takeUnretainedValue().add("\(scope) \(element)")
            }, context.toOpaque())
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)!
        var description = format.streamDescription.pointee
        let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        let (property, input) = (kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input)
        #expect(AudioUnitSetProperty(unit, property, input, 0, &description, size) == noErr)
        #expect(object.inputBusses[0].format == format)
        try object.outputBusses[0].setFormat(format)
        var (found, length) = (AudioStreamBasicDescription(), size)
        AudioUnitGetProperty(unit, property, kAudioUnitScope_Output, 0, &found, &length)
        #expect(found.mSampleRate == 48_000 && found.mChannelsPerFrame == 2)
        #expect(heard.all == ["1 0", "2 0"])
        #expect(AudioUnitInitialize(unit) == noErr)
        // The same format always passes.
        #expect(AudioUnitSetProperty(unit, property, input, 0, &description, size) == noErr)
        description.mSampleRate = 44_100
        #expect(
            AudioUnitSetProperty(unit, property, input, 0, &description, size) == kAudioUnitErr_PropertyNotWritable)
        #expect(unitStatus { try object.inputBusses[0].setFormat(TestedUnit.format) } == kAudioUnitErr_Initialized)
    }

    @Test func messagesReachTheInstrument() throws {
        let (unit, object) = try TestedUnit.hosted(kAudioUnitType_MusicDevice)
        defer { AudioComponentInstanceDispose(unit) }
        #expect(AudioComponentInstanceCanDo(unit, Int16(kMusicDeviceMIDIEventSelect)))
        #expect(AudioUnitInitialize(unit) == noErr)
        #expect(MusicDeviceMIDIEvent(unit, 0x90, 60, 64, 2) == noErr)
        #expect(MusicDeviceMIDIEvent(unit, 0xC0, 5, 0, 3) == noErr)
        #expect(MusicDeviceSysEx(unit, [0xF0, 1, 2, 3, 0xF7], 5) == noErr)
        #expect(try render(unit, 4) == [0, 0, 0.5, 0.5])
        #expect(object.code.events.map(\.bytes) == [[0xF0, 1, 2, 3, 0xF7], [0x90, 60, 64], [0xC0, 5]])
        var (parameters, note) = (MusicDeviceNoteParams(), NoteInstanceID(0))
        (parameters.argCount, parameters.mPitch, parameters.mVelocity) = (2, 62, 32)
        #expect(MusicDeviceStartNote(unit, 0, 1, &note, 1, &parameters) == noErr)
        #expect(MusicDeviceStopNote(unit, 1, note, 3) == noErr)
        #expect(try render(unit, 4, at: 4) == [0.5, 0.25, 0.25, 0])
        #expect(object.code.events.suffix(2).map(\.bytes) == [[0x91, 62, 32], [0x81, 62, 0]])
        let effect = try TestedUnit.hosted()
        defer { AudioComponentInstanceDispose(effect.reference) }
        #expect(MusicDeviceMIDIEvent(effect.reference, 0x90, 60, 64, 0) == kAudio_UnimplementedError)
        #expect(!AudioComponentInstanceCanDo(effect.reference, Int16(kMusicDeviceMIDIEventSelect)))
    }

    @Test func aStateIsTheObjects() throws {
        let (unit, object) = try TestedUnit.hosted()
        defer { AudioComponentInstanceDispose(unit) }
        object.parameterTree?.parameter(withAddress: 1)?.value = 0.75
        var (state, size) = (Unmanaged<AnyObject>?.none, UInt32(8))
        let property = kAudioUnitProperty_ClassInfo
        #expect(AudioUnitGetProperty(unit, property, kAudioUnitScope_Global, 0, &state, &size) == noErr)
        object.parameterTree?.parameter(withAddress: 1)?.value = 0
        #expect(AudioUnitSetProperty(unit, property, kAudioUnitScope_Global, 0, &state, 8) == noErr)
        #expect(object.code.offset == 0.75)
        state?.release()
        object.presets = [AUAudioUnitPreset(number: 3, name: "Loud")]
        var preset = AUPreset(presetNumber: 3, presetName: nil)
        let length = UInt32(MemoryLayout<AUPreset>.size)
        let chosen = kAudioUnitProperty_PresentPreset
        #expect(AudioUnitSetProperty(unit, chosen, kAudioUnitScope_Global, 0, &preset, length) == noErr)
        #expect(object.currentPreset?.name == "Loud" && object.code.gain == 2)
        preset.presetNumber = 4
        #expect(
            AudioUnitSetProperty(unit, chosen, kAudioUnitScope_Global, 0, &preset, length)
                == kAudioUnitErr_InvalidPropertyValue)
    }

    @Test func theHostsFunctionsAreTheObjectsBlocks() throws {
        let (unit, object) = try TestedUnit.hosted()
        defer { AudioComponentInstanceDispose(unit) }
        var info = HostCallbackInfo()
        info.beatAndTempoProc = { _, beat, tempo in
            (beat!.pointee, tempo!.pointee) = (3.5, 120)
            return noErr
        }
        info.musicalTimeLocationProc = { _, delta, upper, lower, downBeat in
            (delta!.pointee, upper!.pointee, lower!.pointee, downBeat!.pointee) = (99, 3, 4, 3)
            return noErr
        }
        info.transportStateProc2 = { _, plays, records, changed, sample, cycles, start, end in
            (plays!.pointee, records!.pointee, changed!.pointee, cycles!.pointee) = (true, false, true, true)
            (sample!.pointee, start!.pointee, end!.pointee) = (1234, 4, 8)
            return noErr
        }
        let size = UInt32(MemoryLayout<HostCallbackInfo>.size)
        AudioUnitSetProperty(unit, kAudioUnitProperty_HostCallbacks, kAudioUnitScope_Global, 0, &info, size)
        let musical = try #require(object.musicalContextBlock)
        var (tempo, upper, lower, beat, offset, downBeat) = (0.0, 0.0, 0, 0.0, 0, 0.0)
        #expect(musical(&tempo, &upper, &lower, &beat, &offset, &downBeat))
        #expect([tempo, upper, Double(lower), beat, Double(offset), downBeat] == [120, 3, 4, 3.5, 99, 3])
        let transport = try #require(object.transportStateBlock)
        var (flags, sample, start, end) = (AUHostTransportStateFlags(), 0.0, 0.0, 0.0)
        #expect(transport(&flags, &sample, &start, &end))
        #expect(flags == [.moving, .changed, .cycling] && [sample, start, end] == [1234, 4, 8])
        AudioUnitSetProperty(unit, kAudioUnitProperty_HostCallbacks, kAudioUnitScope_Global, 0, nil, 0)
        #expect(object.musicalContextBlock == nil && object.transportStateBlock == nil)
    }

    @Test func aGraphRendersTheClass() throws {
        _ = TestedUnit.registered
        var graph: AUGraph?
        #expect(NewAUGraph(&graph) == noErr)
        let made = try #require(graph)
        defer { DisposeAUGraph(made) }
        var (effect, output) = (TestedUnit.description(), TestedUnit.description())
        (output.componentType, output.componentSubType) = (kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        output.componentManufacturer = kAudioUnitManufacturer_Apple
        var (first, last) = (AUNode(), AUNode())
        #expect(AUGraphAddNode(made, &effect, &first) == noErr && AUGraphAddNode(made, &output, &last) == noErr)
        #expect(AUGraphConnectNodeInput(made, first, 0, last, 0) == noErr && AUGraphOpen(made) == noErr)
        var (unit, end): (AudioUnit?, AudioUnit?)
        #expect(AUGraphNodeInfo(made, first, nil, &unit) == noErr && AUGraphNodeInfo(made, last, nil, &end) == noErr)
        let (reference, generic) = (try #require(unit), try #require(end))
        feed(reference)
        var format = TestedUnit.format.streamDescription.pointee
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            AudioUnitSetProperty(generic, kAudioUnitProperty_StreamFormat, scope, 0, &format, 40)
        }
        #expect(AUGraphInitialize(made) == noErr)
        let object = try #require(try AUAudioUnit.bridging(reference) as? TestedUnit)
        object.parameterTree?.parameter(withAddress: 0)?.value = 0.5
        object.scheduleParameterBlock(6, 0, 0, 0)
        #expect(try render(generic, 4) == [0, 0.5, 1, 1.5])
        #expect(try render(generic, 4, at: 4) == [2, 2.5, 0, 0])
    }

    /// The class passes the checks of the contract between units and hosts, as any unit of the system does.
    @Test(arguments: [kAudioUnitType_Effect, kAudioUnitType_MusicDevice]) func theClassIsValid(type: UInt32) throws {
        _ = TestedUnit.registered
        var wanted = TestedUnit.description(type)
        let component = try #require(AudioComponentFindNext(nil, &wanted))
        var result = AudioComponentValidationResult.unknown
        #expect(AudioComponentValidate(component, nil as CFDictionary?, &result) == noErr)
        #expect(result == .passed)
    }

    @Test func oneObjectStandsForAnInstance() throws {
        let (unit, object) = try TestedUnit.hosted()
        #expect(try AUAudioUnit.bridging(unit) === object)
        AudioComponentInstanceDispose(unit)
        #expect(unitStatus { _ = try AUAudioUnit.bridging(unit) } == -50)
        let filter = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        defer { AudioComponentInstanceDispose(filter) }
        let bridge = try AUAudioUnit.bridging(filter)
        #expect(try AUAudioUnit.bridging(filter) === bridge)
        #expect((bridge as? AUAudioUnitV2Bridge)?.audioUnit == filter)
    }
}
