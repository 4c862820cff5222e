// midimonitor [--list] [--clock] [--count N] [--virtual NAME] [SOURCE ...]
//
// Prints each MIDI message in plain words, with its time in seconds since the start: of the named sources, or of all of them, as they come
// and go. With --virtual it is a destination itself, to which other programs send. Clocks and active sensing are left out without
// --clock. With --count it ends after so many messages.
import CoreMIDI
import Foundation

/// What the command line says.
struct Options {
    var lists = false
    var showsClock = false
    var count = Int.max
    var virtual: String?
    var sources: [String] = []

    /// Nil for a wrong use.
    init?(_ words: some Sequence<String>) {
        var words = words.makeIterator()
        while let word = words.next() {
            switch word {
            case "--list": lists = true
            case "--clock": showsClock = true
            case "--count":
                guard let text = words.next(), let number = Int(text), number > 0 else { return nil }
                count = number
            case "--virtual":
                guard let name = words.next(), !name.isEmpty else { return nil }
                virtual = name
            default:
                guard !word.hasPrefix("-") else { return nil }
                sources.append(word)
            }
        }
    }
}

func fail(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("midimonitor: \(reason)\n".utf8))
    exit(1)
}

/// Prints a line at once, also to who reads by a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// An endpoint's name, with its device's name where that makes a difference.
func name(of endpoint: MIDIEndpointRef) -> String {
    var name: Unmanaged<CFString>?
    guard MIDIObjectGetStringProperty(endpoint, kMIDIPropertyDisplayName, &name) == noErr, let name else { return "?" }
    return "\(name.takeRetainedValue())"
}

func allSources() -> [MIDIEndpointRef] { (0..<MIDIGetNumberOfSources()).map { MIDIGetSource($0) }.filter { $0 != 0 } }

guard let options = Options(CommandLine.arguments.dropFirst()) else {
    fail("usage: midimonitor [--list] [--clock] [--count N] [--virtual NAME] [SOURCE ...]")
}
if options.lists {
    for source in allSources() { say(name(of: source)) }
    exit(0)
}
let monitor = Monitor(options)
monitor.start()
RunLoop.main.run()
