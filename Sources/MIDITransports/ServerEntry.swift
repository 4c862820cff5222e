internal import MIDIDevices

/// What the installed program `coreaudio-midi-server` calls, which has no code of its own.
@c(coreaudio_midi_server)
package func serveMIDIPrograms() -> Int32 { ServerProgram.run { MIDITransports.start($0) } }
