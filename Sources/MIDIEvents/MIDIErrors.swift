package import AudioCore

// MIDIServices.h.
extension AudioError {
    package static let midiClient = Self(status: -10830, reason: "there is no such MIDI client")
    package static let midiPort = Self(status: -10831, reason: "there is no such MIDI port, or it is of the other kind")
    package static let midiEndpointType = Self(status: -10832, reason: "the endpoint is of the other direction")
    package static let midiNoConnection = Self(status: -10833, reason: "the source is not connected to the port")
    package static let midiEndpoint = Self(status: -10834, reason: "there is no such MIDI endpoint")
    package static let midiProperty = Self(status: -10835, reason: "the MIDI object does not have the property")
    package static let midiPropertyType = Self(
        status: -10836, reason: "the property of the MIDI object has another type")
    package static let midiNoSetup = Self(status: -10837, reason: "there is no such MIDI setup")
    package static let midiSend = Self(
        status: -10838, reason: "the MIDI messages are malformed, or too many wait to be delivered")
    package static let midiServerStart = Self(status: -10839, reason: "MIDI does not work")
    package static let midiObject = Self(status: -10842, reason: "there is no such MIDI object")
    package static let midiIDNotUnique = Self(status: -10843, reason: "another MIDI object has the unique identifier")
    package static let midiNotPermitted = Self(status: -10844, reason: "this cannot be done with the MIDI object")
    package static let midiUnknown = Self(status: -10845, reason: "the MIDI call failed")
}
