import AudioCore
import CAudioToolbox

/// The functions of a client's component that take MIDI messages and notes, looked up once.
struct MusicFunctions {
    typealias Instrument = @convention(c) (UnsafeMutableRawPointer, MusicDeviceInstrumentID) -> Int32

    let midiEvent: MusicDeviceMIDIEventProc?
    let sysEx: MusicDeviceSysExProc?
    let prepare: Instrument?
    let release: Instrument?
    let start: MusicDeviceStartNoteProc?
    let stop: MusicDeviceStopNoteProc?

    /// - Parameter interface: nil for a component that is no unit, and has none of these.
    init(_ interface: UnsafeMutablePointer<AudioComponentPlugInInterface>?) {
        func function<F>(_ selector: Int) -> F? {
            interface?.pointee.method(selector).map { unsafeBitCast($0, to: F.self) }
        }
        midiEvent = function(kMusicDeviceMIDIEventSelect)
        sysEx = function(kMusicDeviceSysExSelect)
        prepare = function(kMusicDevicePrepareInstrumentSelect)
        release = function(kMusicDeviceReleaseInstrumentSelect)
        start = function(kMusicDeviceStartNoteSelect)
        stop = function(kMusicDeviceStopNoteSelect)
    }
}

// The calls of MusicDevice.h, to a client's component, or to a unit of ours that takes MIDI. Real-time safe, but for the component.
extension ComponentInstance {
    package func midiEvent(_ status: UInt32, _ first: UInt32, _ second: UInt32, at offset: UInt32) -> Int32 {
        if case .unit(let unit) = body { return Self.send(status, first, second, at: offset, to: unit) }
        return music { functions, own in functions.midiEvent?(own, status, first, second, offset) }
    }

    package func sysEx(_ data: UnsafePointer<UInt8>, _ length: UInt32) -> Int32 {
        if case .unit(let unit) = body { return unit.takeMIDI(data, Int(length), at: 0) }
        return music { functions, own in functions.sysEx?(own, data, length) }
    }

    package func startNote(
        _ instrument: MusicDeviceInstrumentID, _ group: MusicDeviceGroupID,
        _ note: UnsafeMutablePointer<NoteInstanceID>, at offset: UInt32,
        _ parameters: UnsafePointer<MusicDeviceNoteParams>
    ) -> Int32 {
        if case .unit(let unit) = body {
            let (pitch, velocity) = (parameters.pointee.mPitch, parameters.pointee.mVelocity)
            if let status = unit.startNote(group, note, at: offset, parameters) { return status }
            guard (0..<128).contains(pitch), (0..<128).contains(velocity) else { return AudioError.parameter.status }
            note.pointee = NoteInstanceID(pitch)
            return Self.send(0x90 | group & 15, note.pointee, UInt32(max(1, velocity)), at: offset, to: unit)
        }
        return music { functions, own in functions.start?(own, instrument, group, note, offset, parameters) }
    }

    package func stopNote(_ group: MusicDeviceGroupID, _ note: NoteInstanceID, at offset: UInt32) -> Int32 {
        if case .unit(let unit) = body {
            if let status = unit.stopNote(group, note, at: offset) { return status }
            return Self.send(0x80 | group & 15, note, 0, at: offset, to: unit)
        }
        return music { functions, own in functions.stop?(own, group, note, offset) }
    }

    /// Sends a message of as many bytes as its status has.
    private static func send(
        _ status: UInt32, _ first: UInt32, _ second: UInt32, at offset: UInt32, to unit: Unit
    ) -> Int32 {
        let length =
            switch status & 0xF0 {
            case 0xC0, 0xD0: 2
            case 0xF0: status == 0xF1 || status == 0xF3 ? 2 : status == 0xF2 ? 3 : 1
            default: 3
            }
        let bytes = (UInt8(truncatingIfNeeded: status), UInt8(first & 0x7F), UInt8(second & 0x7F))
        return withUnsafeBytes(of: bytes) {
            unit.takeMIDI($0.baseAddress!.assumingMemoryBound(to: UInt8.self), length, at: offset)
        }
    }

    package func prepareInstrument(_ instrument: MusicDeviceInstrumentID) -> Int32 {
        music { functions, own in functions.prepare?(own, instrument) }
    }

    package func releaseInstrument(_ instrument: MusicDeviceInstrumentID) -> Int32 {
        music { functions, own in functions.release?(own, instrument) }
    }

    private func music(_ body: (MusicFunctions, UnsafeMutableRawPointer) -> Int32?) -> Int32 {
        switch self.body {
        case .unit: AudioError.unitUnimplemented.status
        case .plugIn(let plugIn): plugIn.music(body)
        }
    }
}
