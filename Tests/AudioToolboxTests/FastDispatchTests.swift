import AudioToolbox
import Testing

/// The functions that a unit gives for calls without a search.
@Suite struct FastDispatchTests {
    /// The function of a selector.
    private func function<F>(_ unit: AudioUnit, _ selector: UInt32, as: F.Type = F.self) throws -> F {
        var (address, size) = (UInt(0), UInt32(MemoryLayout<UInt>.size))
        let status = AudioUnitGetProperty(
            unit, kAudioUnitProperty_FastDispatch, kAudioUnitScope_Global, selector, &address, &size)
        #expect(status == noErr && size == 8)
        try #require(address != 0)
        return unsafeBitCast(address, to: F.self)
    }

    private func storage(_ unit: AudioUnit) throws -> UnsafeMutableRawPointer {
        try #require(__GetComponentInstanceStorage(unit))
    }

    @Test func parametersAreSetAndRead() throws {
        let unit = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        let storage = try storage(unit)
        #expect(storage == UnsafeMutableRawPointer(unit))
        let set: AudioUnitSetParameterProc = try function(unit, UInt32(kAudioUnitSetParameterSelect))
        let get: AudioUnitGetParameterProc = try function(unit, UInt32(kAudioUnitGetParameterSelect))
        #expect(AudioUnitInitialize(unit) == noErr)
        #expect(set(storage, kLowPassParam_CutoffFrequency, 0, 0, 1234, 0) == noErr)
        var value: Float = 0
        #expect(AudioUnitGetParameter(unit, kLowPassParam_CutoffFrequency, 0, 0, &value) == noErr)
        #expect(value == 1234)
        #expect(AudioUnitSetParameter(unit, kLowPassParam_CutoffFrequency, 0, 0, 567, 0) == noErr)
        #expect(get(storage, kLowPassParam_CutoffFrequency, 0, 0, &value) == noErr)
        #expect(value == 567)
        #expect(get(storage, 99, 0, 0, &value) == kAudioUnitErr_InvalidParameter)
        #expect(AudioComponentInstanceDispose(unit) == noErr)
        #expect(get(storage, kLowPassParam_CutoffFrequency, 0, 0, &value) == kAudio_ParamError)
    }

    /// The same frames as those of `AudioUnitRender`, which a second render of a time repeats.
    @Test func aUnitIsRendered() throws {
        let unit = try makeUnit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        defer { AudioComponentInstanceDispose(unit) }
        var format = Instrument.format
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            #expect(AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, scope, 0, &format, 40) == noErr)
        }
        var callback = AURenderCallbackStruct(
            inputProc: { _, _, time, _, frames, list in
                let samples = list!.pointee.mBuffers.mData!.assumingMemoryBound(to: Float.self)
                for frame in 0..<Int(frames) { samples[frame] = Float(time.pointee.mSampleTime) + Float(frame) }
                return noErr
            }, inputProcRefCon: nil)
        let size = UInt32(MemoryLayout<AURenderCallbackStruct>.size)
        let status = AudioUnitSetProperty(
            unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, size)
        #expect(status == noErr)
        let render: AudioUnitRenderProc = try function(unit, UInt32(kAudioUnitRenderSelect))
        let storage = try storage(unit)
        var samples = [Float](repeating: -1, count: 4)
        var stamp = AudioTimeStamp()
        (stamp.mFlags, stamp.mSampleTime) = (.sampleTimeValid, 16)
        func renderFast() -> OSStatus {
            samples.withUnsafeMutableBytes { bytes in
                let buffer = AudioBuffer(mNumberChannels: 1, mDataByteSize: 16, mData: bytes.baseAddress)
                var list = AudioBufferList(mNumberBuffers: 1, mBuffers: buffer)
                var flags = AudioUnitRenderActionFlags()
                return render(storage, &flags, &stamp, 0, 4, &list)
            }
        }
        #expect(renderFast() == kAudioUnitErr_Uninitialized)
        #expect(AudioUnitInitialize(unit) == noErr)
        #expect(renderFast() == noErr)
        let wanted: [Float] = [16, 17, 18, 19]
        #expect(samples == wanted)
        #expect(try rendered(unit, 4, at: 16) == wanted)
    }

    @Test func otherFunctionsAreNotGiven() throws {
        let unit = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        defer { AudioComponentInstanceDispose(unit) }
        let id = kAudioUnitProperty_FastDispatch
        var (address, size, isWritable) = (UInt(0), UInt32(8), true)
        let render = UInt32(kAudioUnitRenderSelect)
        #expect(AudioUnitGetPropertyInfo(unit, id, 0, render, &size, &isWritable) == noErr)
        #expect(size == 8 && !isWritable)
        #expect(AudioUnitSetProperty(unit, id, 0, render, &address, 8) == kAudioUnitErr_PropertyNotWritable)
        let reset = UInt32(kAudioUnitResetSelect)
        #expect(AudioUnitGetProperty(unit, id, 0, reset, &address, &size) == kAudioUnitErr_InvalidElement)
        size = 8
        let status = AudioUnitGetProperty(unit, id, kAudioUnitScope_Input, render, &address, &size)
        #expect(status == kAudioUnitErr_InvalidScope)
        #expect(address == 0)
    }

    /// A component of the program's own gives a function that takes its own data.
    @Test func aComponentGivesItsOwnFunctions() throws {
        let unit = try Instrument.make()
        defer { AudioComponentInstanceDispose(unit) }
        let storage = try storage(unit)
        #expect(storage != UnsafeMutableRawPointer(unit))
        #expect(MusicDeviceMIDIEvent(unit, 0x90, 60, 64, 0) == noErr)
        #expect(try rendered(unit, 1, at: 0) == [0.5])
        let get: AudioUnitGetParameterProc = try function(unit, UInt32(kAudioUnitGetParameterSelect))
        var value: Float = 0
        #expect(get(storage, 7, 0, 0, &value) == noErr && value == 0.5)
        #expect(get(storage, 8, 0, 0, &value) == kAudioUnitErr_InvalidParameter)
        #expect(__GetComponentInstanceStorage(nil) == nil)
    }
}
