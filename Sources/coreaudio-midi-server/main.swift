import Glibc
import MIDITransports

// The server through which the MIDI programs of a user reach each other. The first of them starts it.
exit(serveMIDIPrograms())
