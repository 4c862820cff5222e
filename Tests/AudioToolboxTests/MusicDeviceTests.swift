import AudioToolbox
import Testing

/// MIDI messages and notes, which reach an instrument that the program has registered.
@Suite struct MusicDeviceTests {
    @Test func messagesReachTheInstrument() throws {
        let unit = try Instrument.make()
        defer { AudioComponentInstanceDispose(unit) }
        #expect(MusicDeviceMIDIEvent(unit, 0x93, 60, 100, 17) == noErr)
        #expect(MusicDeviceMIDIEvent(unit, 0x83, 60, 0, 18) == noErr)
        let bytes: [UInt8] = [0xF0, 0x7D, 1, 0xF7]
        #expect(MusicDeviceSysEx(unit, bytes, 4) == noErr)
        #expect(MusicDevicePrepareInstrument(unit, 42) == noErr)
        // The status of the component is that of the call, and so is that of a function that it lacks.
        #expect(MusicDeviceMIDIEvent(unit, 0xB0, 7, 127, 0) == kAudioUnitErr_InvalidParameterValue)
        #expect(MusicDeviceReleaseInstrument(unit, 42) == kAudio_UnimplementedError)
        let wanted: [String] = [
            "message 147 60 100 at 17", "message 131 60 0 at 18", "exclusive 240 125 1 247", "prepare 42",
            "message 176 7 127 at 0",
        ]
        #expect(Instrument.calls(of: unit) == wanted)
    }

    @Test func notesReachTheInstrument() throws {
        let unit = try Instrument.make()
        defer { AudioComponentInstanceDispose(unit) }
        var parameters = MusicDeviceNoteParams()
        (parameters.argCount, parameters.mPitch, parameters.mVelocity) = (3, 60.5, 64)
        parameters.mControls = NoteParamsControlValue(mID: 9, mValue: 0.25)
        var note: NoteInstanceID = 0
        let group = kMusicNoteEvent_UseGroupInstrument
        #expect(MusicDeviceStartNote(unit, MusicDeviceInstrumentID(group), 5, &note, 11, &parameters) == noErr)
        #expect(note == 1005)
        #expect(MusicDeviceStopNote(unit, 5, note, 12) == noErr)
        let wanted: [String] = ["start 4294967295 5 60.5 64.0 9=0.25 at 11", "stop 5 1005 at 12"]
        #expect(Instrument.calls(of: unit) == wanted)
    }

    /// A message counts at its frame of the next render, whether the host renders the instrument or what it is connected to.
    @Test(arguments: [false, true]) func anInstrumentIsHeard(isConnected: Bool) throws {
        let instrument = try Instrument.make()
        let output = try makeUnit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        defer {
            AudioComponentInstanceDispose(output)
            AudioComponentInstanceDispose(instrument)
        }
        var format = Instrument.format
        for scope in [kAudioUnitScope_Input, kAudioUnitScope_Output] {
            #expect(AudioUnitSetProperty(output, kAudioUnitProperty_StreamFormat, scope, 0, &format, 40) == noErr)
        }
        var connection = AudioUnitConnection(
            sourceAudioUnit: instrument, sourceOutputNumber: 0, destInputNumber: 0)
        let size = UInt32(MemoryLayout<AudioUnitConnection>.size)
        let status = AudioUnitSetProperty(
            output, kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, &connection, size)
        #expect(status == noErr)
        #expect(AudioUnitInitialize(instrument) == noErr && AudioUnitInitialize(output) == noErr)
        let unit = isConnected ? output : instrument
        #expect(MusicDeviceMIDIEvent(instrument, 0x90, 60, 64, 3) == noErr)
        let first: [Float] = [0, 0, 0, 0.5, 0.5, 0.5, 0.5, 0.5]
        #expect(try rendered(unit, 8, at: 0) == first)
        var (parameters, note) = (MusicDeviceNoteParams(), NoteInstanceID(0))
        (parameters.argCount, parameters.mPitch, parameters.mVelocity) = (2, 62, 96)
        #expect(MusicDeviceStartNote(instrument, 0, 1, &note, 2, &parameters) == noErr)
        #expect(MusicDeviceStopNote(instrument, 1, note, 6) == noErr)
        let second: [Float] = [0.5, 0.5, 0.75, 0.75, 0.75, 0.75, 0, 0]
        #expect(try rendered(unit, 8, at: 8) == second)
    }

    @Test func anInstrumentIsFoundByItsFunctions() throws {
        let unit = try Instrument.make()
        defer { AudioComponentInstanceDispose(unit) }
        for selector in [kMusicDeviceMIDIEventSelect, kMusicDeviceStartNoteSelect, kMusicDeviceStopNoteSelect] {
            #expect(AudioComponentInstanceCanDo(unit, Int16(selector)))
        }
        #expect(!AudioComponentInstanceCanDo(unit, Int16(kMusicDeviceReleaseInstrumentSelect)))
    }

    @Test func unitsOfTheLibraryTakeNoMessages() throws {
        let unit = try makeUnit(kAudioUnitType_Effect, kAudioUnitSubType_LowPassFilter)
        var (parameters, note, byte) = (MusicDeviceNoteParams(), NoteInstanceID(0), UInt8(0xF0))
        func all() -> [OSStatus] {
            [
                MusicDeviceMIDIEvent(unit, 0x90, 60, 64, 0), MusicDeviceSysEx(unit, &byte, 1),
                MusicDeviceStartNote(unit, 0, 0, &note, 0, &parameters), MusicDeviceStopNote(unit, 0, 0, 0),
                MusicDevicePrepareInstrument(unit, 0), MusicDeviceReleaseInstrument(unit, 0),
            ]
        }
        #expect(all() == Array(repeating: kAudio_UnimplementedError, count: 6))
        #expect(!AudioComponentInstanceCanDo(unit, Int16(kMusicDeviceMIDIEventSelect)))
        #expect(AudioComponentInstanceDispose(unit) == noErr)
        // There is no such unit any more.
        #expect(all() == Array(repeating: kAudio_ParamError, count: 6))
    }
}

/// Makes a unit of the library.
func makeUnit(_ type: UInt32, _ subtype: UInt32) throws -> AudioUnit {
    var (description, unit) = (AudioComponentDescription(), AudioUnit?.none)
    description.componentType = type
    description.componentSubType = subtype
    description.componentManufacturer = kAudioUnitManufacturer_Apple
    let component = try #require(AudioComponentFindNext(nil, &description))
    #expect(AudioComponentInstanceNew(component, &unit) == noErr)
    return try #require(unit)
}

/// What a unit of one channel renders.
func rendered(_ unit: AudioUnit, _ frames: Int, at time: Double) throws -> [Float] {
    var samples = [Float](repeating: -1, count: frames)
    var stamp = AudioTimeStamp()
    (stamp.mFlags, stamp.mSampleTime) = (.sampleTimeValid, time)
    let status = samples.withUnsafeMutableBytes { bytes in
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
        return AudioUnitRender(unit, nil, &stamp, 0, UInt32(frames), &list)
    }
    #expect(status == noErr)
    return samples
}
