import AudioToolbox
import Foundation
import Testing

/// Units of version 2 behind `AUAudioUnit`.
@Suite struct UnitClassesBridgeTests {
    private func description(_ type: UInt32, _ subtype: UInt32) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
            componentFlags: 0, componentFlagsMask: 0)
    }

    private func lowPass() throws -> AUAudioUnit {
        try AUAudioUnit(componentDescription: description(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter))
    }

    /// A sound with something at many frequencies.
    private func sound(_ frame: Int) -> Float { Float((frame * 7919) % 101) / 101 - 0.5 }

    @Test func rendersTheSamplesOfTheUnitItself() throws {
        let bridge = try lowPass()
        let reference = try #require(bridge as? AUAudioUnitV2Bridge).audioUnit
        #expect(reference != AudioUnit(bitPattern: 1))
        try bridge.allocateRenderResources()
        bridge.parameterTree?.parameter(withAddress: 0)?.value = 1000
        var heard: [Float] = []
        for cycle in 0..<4 { heard += try bridge.rendered(64, at: Double(64 * cycle), channels: 2) { sound($1) } }
        let unit = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        defer { AudioComponentInstanceDispose(unit) }
        var callback = AURenderCallbackStruct(
            inputProc: { _, _, time, _, frames, list in
                guard let list else { return kAudio_ParamError }
                for buffer in UnsafeMutableAudioBufferListPointer(list) {
                    let data = buffer.mData!.assumingMemoryBound(to: Float.self)
                    for frame in 0..<Int(frames) {
                        data[frame] = Float(((Int(time.pointee.mSampleTime) + frame) * 7919) % 101) / 101 - 0.5
                    }
                }
                return noErr
            }, inputProcRefCon: nil)
        AudioUnitSetProperty(
            unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
            UInt32(MemoryLayout<AURenderCallbackStruct>.size))
        #expect(AudioUnitInitialize(unit) == noErr && AudioUnitSetParameter(unit, 0, 0, 0, 1000, 0) == noErr)
        var wanted: [Float] = []
        let buffers = RenderBuffers(channels: 2, capacity: 64)
        for cycle in 0..<4 {
            buffers.prepare(64)
            var (flags, stamp) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
            (stamp.mSampleTime, stamp.mFlags) = (Double(64 * cycle), .sampleTimeValid)
            #expect(AudioUnitRender(unit, &flags, &stamp, 0, 64, buffers.list.unsafeMutablePointer) == noErr)
            wanted += buffers.samples(0, 64)
        }
        #expect(heard == wanted && Set(heard).count > 100)
    }

    @Test func parametersAreThoseOfTheUnit() throws {
        let bridge = try lowPass()
        let unit = try #require(bridge as? AUAudioUnitV2Bridge).audioUnit
        let tree = try #require(bridge.parameterTree)
        #expect(bridge.parameterTree === tree)
        let cutoff = try #require(
            tree.parameter(withID: kLowPassParam_CutoffFrequency, scope: kAudioUnitScope_Global, element: 0))
        #expect(cutoff === tree.parameter(withAddress: 0) && cutoff.unit == .hertz && cutoff.unitName == "Hz")
        #expect(cutoff.minValue == 10 && cutoff.maxValue == 22_050 && cutoff.value == 6900)
        #expect(cutoff.flags.contains(.flag_CanRamp) && cutoff.valueStrings == nil)
        #expect(tree.parameter(withID: 0, scope: kAudioUnitScope_Input, element: 0) == nil)
        cutoff.value = 440
        var value: Float = 0
        #expect(AudioUnitGetParameter(unit, 0, kAudioUnitScope_Global, 0, &value) == noErr && value == 440)
        AudioUnitSetParameter(unit, 0, kAudioUnitScope_Global, 0, 880, 0)
        #expect(cutoff.value == 880)
        #expect(cutoff.string(fromValue: nil) == "880" && cutoff.value(from: "12.5") == 12.5)
    }

    @Test func parametersOfInputsAreInGroups() throws {
        let mixer = try AUAudioUnit(
            componentDescription: description(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer))
        #expect(mixer.inputBusses.isCountChangeable && !mixer.outputBusses.isCountChangeable)
        try mixer.inputBusses.setBusCount(2)
        #expect(mixer.inputBusses.count == 2 && mixer.inputBusses[1].index == 1)
        let tree = try #require(mixer.parameterTree)
        let volume = try #require(
            tree.parameter(withID: kMultiChannelMixerParam_Volume, scope: kAudioUnitScope_Input, element: 1))
        #expect(volume.keyPath == "input1.0")
        volume.value = 0.5
        mixer.inputBusses[1].isEnabled = true
        try mixer.allocateRenderResources()
        let sum = try mixer.rendered(4, channels: 2) { bus, _ in bus == 0 ? 1 : 0.5 }
        #expect(sum == [1.25, 1.25, 1.25, 1.25])
        mixer.inputBusses[0].isEnabled = false
        #expect(try mixer.rendered(4, at: 4, channels: 2) { bus, _ in bus == 0 ? 1 : 0.5 } == [0.25, 0.25, 0.25, 0.25])
    }

    @Test func scheduledParametersAndRampsAreExact() throws {
        let mixer = try AUAudioUnit(
            componentDescription: description(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer))
        let tree = try #require(mixer.parameterTree)
        let volume = try #require(
            tree.parameter(withID: kMultiChannelMixerParam_Volume, scope: kAudioUnitScope_Input, element: 0))
        try mixer.allocateRenderResources()
        mixer.scheduleParameterBlock(AUEventSampleTimeImmediate + 2, 0, volume.address, 0.5)
        // The ramp begins in this cycle, and ends in the one after the next.
        mixer.scheduleParameterBlock(6, 8, volume.address, 0.25)
        mixer.scheduleParameterBlock(17, 0, volume.address, 1)
        // The mixer spreads a jump over the rest of the cycle.
        #expect(try mixer.rendered(4, channels: 2) == [1, 1, 1, 0.75])
        #expect(try mixer.rendered(4, at: 4, channels: 2) == [0.5, 0.5, 0.5, 0.46875])
        #expect(try mixer.rendered(4, at: 8, channels: 2) == [0.4375, 0.40625, 0.375, 0.34375])
        #expect(try mixer.rendered(4, at: 12, channels: 2) == [0.3125, 0.28125, 0.25, 0.25])
        #expect(try mixer.rendered(4, at: 16, channels: 2) == [0.25, 0.25, 0.5, 0.75])
        #expect(volume.value == 1)
    }

    @Test func formatsAreRefusedWhileAllocated() throws {
        let bridge = try lowPass()
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)!
        #expect(bridge.inputBusses === bridge.inputBusses && bridge.outputBusses.count == 1)
        for bus in [bridge.inputBusses[0], bridge.outputBusses[0]] { try bus.setFormat(format) }
        #expect(bridge.outputBusses[0].format == format)
        let other = AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 1, interleaved: true)!
        #expect(unitStatus { try bridge.inputBusses[0].setFormat(other) } == kAudioUnitErr_FormatNotSupported)
        try bridge.allocateRenderResources()
        #expect(unitStatus { try bridge.inputBusses[0].setFormat(TestedUnit.format) } == kAudioUnitErr_Initialized)
        try bridge.inputBusses[0].setFormat(format)
        bridge.deallocateRenderResources()
        #expect(!bridge.renderResourcesAllocated)
        try bridge.inputBusses[0].setFormat(TestedUnit.format)
        // The unit checks both sides when it is allocated.
        #expect(unitStatus { try bridge.allocateRenderResources() } == kAudioUnitErr_FormatNotSupported)
        #expect(unitStatus { try bridge.outputBusses.setBusCount(2) } == kAudioUnitErr_PropertyNotWritable)
    }

    @Test func aBridgePassesWhatItIsGiven() throws {
        let bridge = try lowPass()
        #expect(bridge.componentName == "Apple: AULowpass" && bridge.manufacturerName == "Apple")
        #expect(!bridge.shouldBypassEffect && bridge.canProcessInPlace && bridge.latency == 0 && bridge.tailTime == 0)
        bridge.shouldBypassEffect = true
        let unit = try #require(bridge as? AUAudioUnitV2Bridge).audioUnit
        var (flag, size) = (UInt32(0), UInt32(4))
        AudioUnitGetProperty(unit, kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, 0, &flag, &size)
        #expect(flag == 1)
        bridge.maximumFramesToRender = 99
        AudioUnitGetProperty(unit, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitScope_Global, 0, &flag, &size)
        #expect(flag == 99 && bridge.maximumFramesToRender == 99)
        try bridge.allocateRenderResources()
        #expect(try bridge.rendered(8, channels: 2) { sound($1) } == (0..<8).map(sound))
        #expect(unitStatus { _ = try bridge.rendered(100, channels: 2) } == kAudioUnitErr_TooManyFramesToProcess)
        #expect(unitStatus { _ = try bridge.rendered(8, at: 8, channels: 2, input: nil) } == kAudioUnitErr_NoConnection)
        bridge.contextName = "a track"
        #expect(bridge.contextName == "a track")
        #expect(!bridge.canPerformInput && !bridge.canPerformOutput && !bridge.isRunning)
        #expect(unitStatus { try bridge.startHardware() } == kAudio_UnimplementedError)
    }

    @Test func stateAndPresetsAreTheUnits() throws {
        let distortion = try AUAudioUnit(
            componentDescription: description(kAudioUnitType_Effect, kAudioUnitSubType_Distortion))
        let presets = try #require(distortion.factoryPresets)
        #expect(presets.count > 20 && presets[0].number == 0)
        #expect(distortion.currentPreset == nil)
        let heard = Heard()
        let observation = distortion.observe(\.currentPreset, options: [.new]) { _, change in
            heard.add((change.newValue ?? nil)?.name ?? "none")
        }
        let all = distortion.observe(\.allParameterValues) { _, _ in heard.add("all") }
        distortion.currentPreset = presets[3]
        #expect(distortion.currentPreset == presets[3])
        #expect(heard.all.contains(presets[3].name) && heard.all.contains("all"))
        let state = try #require(distortion.fullState)
        #expect(state["subtype"] as? Int == 0x6469_7374 && state["data"] is Data && state["name"] is String)
        let parameter = try #require(distortion.parameterTree?.allParameters.first)
        let value = parameter.value
        parameter.value = parameter.maxValue
        distortion.fullState = state
        #expect(parameter.value == value)
        observation.invalidate()
        all.invalidate()
        let count = heard.all.count
        distortion.currentPreset = presets[4]
        #expect(heard.all.count == count)
    }

    @Test func aRegisteredComponentOfVersion2IsBridged() throws {
        let unit = try Instrument.make()
        defer { AudioComponentInstanceDispose(unit) }
        let bridge = try AUAudioUnit.bridging(unit)
        let send = try #require(bridge.scheduleMIDIEventBlock)
        try bridge.allocateRenderResources()
        send(AUEventSampleTimeImmediate + 3, 0, 3, [0x90, 60, 64])
        let frames = try bridge.rendered(8, input: nil)
        #expect(frames == [0, 0, 0, 0.5, 0.5, 0.5, 0.5, 0.5])
        #expect(Instrument.calls(of: unit).contains("message 144 60 64 at 3"))
        var words = MIDIEventList()
        (words.`protocol`, words.numPackets) = (._2_0, 1)
        (words.packet.wordCount, words.packet.words.0, words.packet.words.1) = (2, 0x4090_3E00, 0x8000_0000)
        let list = try #require(bridge.scheduleMIDIEventListBlock)
        #expect(list(10, 0, &words) == noErr)
        // Several messages in one call.
        send(AUEventSampleTimeImmediate + 4, 0, 8, [0xB0, 7, 1, 0xC0, 5, 0x90, 72, 3])
        _ = try bridge.rendered(8, at: 8, input: nil)
        let calls = Instrument.calls(of: unit)
        for message in ["144 62 64 at 2", "176 7 1 at 4", "192 5 0 at 4", "144 72 3 at 4"] {
            #expect(calls.contains("message " + message))
        }
    }

    @Test func theHostsBlocksAreTheUnitsFunctions() throws {
        let bridge = try lowPass()
        bridge.musicalContextBlock = { tempo, _, _, beat, _, _ in
            (tempo!.pointee, beat!.pointee) = (90, 2)
            return true
        }
        #expect(bridge.musicalContextBlock != nil && bridge.transportStateBlock == nil)
    }

    /// A description of a class that is made with options is a bridge over the class's unit.
    @Test func aClassWithOptionsIsReachedThroughItsUnit() throws {
        _ = TestedUnit.registered
        let unit = try AUAudioUnit(componentDescription: TestedUnit.description(), options: .loadOutOfProcess)
        #expect(!(unit is TestedUnit))
        unit.parameterTree?.parameter(withAddress: 0)?.value = 3
        try unit.allocateRenderResources()
        unit.scheduleParameterBlock(2, 0, 0, 2)
        #expect(try unit.rendered(4) == [3, 3, 2, 2])
        #expect(unit.latency == 0.25 && unit.componentName == "Ours: Tested Unit")
    }
}
