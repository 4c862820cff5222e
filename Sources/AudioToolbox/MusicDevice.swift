import AudioUnits
import CAudioToolbox

// The bodies of AudioToolbox/MusicDevice.h.

// MARK: MIDI messages

@c @implementation
public func MusicDeviceMIDIEvent(
    _ inUnit: MusicDeviceComponent, _ inStatus: UInt32, _ inData1: UInt32, _ inData2: UInt32,
    _ inOffsetSampleFrame: UInt32
) -> OSStatus {
    rendered { try instance(inUnit).midiEvent(inStatus, inData1, inData2, at: inOffsetSampleFrame) }
}

@c @implementation
public func MusicDeviceSysEx(
    _ inUnit: MusicDeviceComponent, _ inData: UnsafePointer<UInt8>, _ inLength: UInt32
) -> OSStatus {
    rendered { try instance(inUnit).sysEx(nonnull(inData), inLength) }
}

// MARK: Notes

@c @implementation
public func MusicDeviceStartNote(
    _ inUnit: MusicDeviceComponent, _ inInstrument: MusicDeviceInstrumentID, _ inGroupID: MusicDeviceGroupID,
    _ outNoteInstanceID: UnsafeMutablePointer<NoteInstanceID>, _ inOffsetSampleFrame: UInt32,
    _ inParams: UnsafePointer<MusicDeviceNoteParams>
) -> OSStatus {
    rendered {
        try instance(inUnit).startNote(
            inInstrument, inGroupID, nonnull(outNoteInstanceID), at: inOffsetSampleFrame, nonnull(inParams))
    }
}

@c @implementation
public func MusicDeviceStopNote(
    _ inUnit: MusicDeviceComponent, _ inGroupID: MusicDeviceGroupID, _ inNoteInstanceID: NoteInstanceID,
    _ inOffsetSampleFrame: UInt32
) -> OSStatus {
    rendered { try instance(inUnit).stopNote(inGroupID, inNoteInstanceID, at: inOffsetSampleFrame) }
}

// MARK: Instruments

@c @implementation
public func MusicDevicePrepareInstrument(
    _ inUnit: MusicDeviceComponent, _ inInstrument: MusicDeviceInstrumentID
) -> OSStatus {
    rendered { try instance(inUnit).prepareInstrument(inInstrument) }
}

@c @implementation
public func MusicDeviceReleaseInstrument(
    _ inUnit: MusicDeviceComponent, _ inInstrument: MusicDeviceInstrumentID
) -> OSStatus {
    rendered { try instance(inUnit).releaseInstrument(inInstrument) }
}
