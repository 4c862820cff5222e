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

// The calls of MusicDevice.h, to a client's component. No unit of ours takes MIDI. Real-time safe, but for the component.
extension ComponentInstance {
    package func midiEvent(_ status: UInt32, _ first: UInt32, _ second: UInt32, at offset: UInt32) -> Int32 {
        music { functions, own in functions.midiEvent?(own, status, first, second, offset) }
    }

    package func sysEx(_ data: UnsafePointer<UInt8>, _ length: UInt32) -> Int32 {
        music { functions, own in functions.sysEx?(own, data, length) }
    }

    package func startNote(
        _ instrument: MusicDeviceInstrumentID, _ group: MusicDeviceGroupID,
        _ note: UnsafeMutablePointer<NoteInstanceID>, at offset: UInt32,
        _ parameters: UnsafePointer<MusicDeviceNoteParams>
    ) -> Int32 {
        music { functions, own in functions.start?(own, instrument, group, note, offset, parameters) }
    }

    package func stopNote(_ group: MusicDeviceGroupID, _ note: NoteInstanceID, at offset: UInt32) -> Int32 {
        music { functions, own in functions.stop?(own, group, note, offset) }
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
