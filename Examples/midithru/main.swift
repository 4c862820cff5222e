// midithru [--list] [--channel N] [--transpose SEMITONES] [--drop-clock] SOURCE DESTINATION
//
// Passes what a source sends on to a destination, until it is interrupted: as a box with a MIDI IN and a MIDI OUT does. The library does
// the work, by a thru connection, and this program only waits. --channel N has all messages on one channel, --transpose moves the notes.
import CoreMIDI
import Foundation

func fail(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("midithru: \(reason)\n".utf8))
    exit(1)
}

/// Prints a line at once, also to who reads by a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func name(of endpoint: MIDIEndpointRef) -> String {
    var name: Unmanaged<CFString>?
    guard MIDIObjectGetStringProperty(endpoint, kMIDIPropertyDisplayName, &name) == noErr, let name else { return "?" }
    return "\(name.takeRetainedValue())"
}

let sources = { (0..<MIDIGetNumberOfSources()).map { MIDIGetSource($0) } }
let destinations = { (0..<MIDIGetNumberOfDestinations()).map { MIDIGetDestination($0) } }
var rules = MIDIThruConnectionParams()
MIDIThruConnectionParamsInitialize(&rules)
var names: [String] = []
var words = CommandLine.arguments.dropFirst().makeIterator()
while let word = words.next() {
    switch word {
    case "--list":
        for source in sources() { say("from \(name(of: source))") }
        for destination in destinations() { say("to \(name(of: destination))") }
        exit(0)
    case "--channel":
        guard let number = words.next().flatMap(UInt8.init), (1...16).contains(number) else {
            fail("--channel takes 1 to 16")
        }
        // What each of the sixteen channels becomes.
        withUnsafeMutableBytes(of: &rules.channelMap) { for channel in $0.indices { $0[channel] = number - 1 } }
    case "--transpose":
        guard let number = words.next().flatMap(Int16.init), (-127...127).contains(number) else {
            fail("--transpose takes -127 to 127")
        }
        rules.noteNumber = MIDITransform(transform: .add, param: number)
    case "--drop-clock": rules.filterOutBeatClock = 1
    default:
        guard !word.hasPrefix("--") else { fail("there is no option \(word)") }
        names.append(word)
    }
}
guard names.count == 2 else {
    fail("usage: midithru [--list] [--channel N] [--transpose SEMITONES] [--drop-clock] SOURCE DESTINATION")
}
guard let source = sources().first(where: { name(of: $0) == names[0] }) else { fail("there is no source \(names[0])") }
guard let destination = destinations().first(where: { name(of: $0) == names[1] }) else {
    fail("there is no destination \(names[1])")
}
rules.numSources = 1
rules.sources.0 = MIDIThruConnectionEndpoint(endpointRef: source, uniqueID: 0)
rules.numDestinations = 1
rules.destinations.0 = MIDIThruConnectionEndpoint(endpointRef: destination, uniqueID: 0)

// Without an owner, the connection ends with this program.
var client = MIDIClientRef()
var connection = MIDIThruConnectionRef()
let made = MIDIClientCreate("midithru" as CFString, nil, nil, &client)
guard made == noErr else { fail("making a client failed: \(made)") }
let parameters = withUnsafeBytes(of: &rules) { NSData(bytes: $0.baseAddress, length: $0.count) }
let connected = MIDIThruConnectionCreate(nil, parameters as CFData, &connection)
guard connected == noErr else { fail("connecting failed: \(connected)") }
say("from \(names[0]) to \(names[1])")
RunLoop.main.run()
