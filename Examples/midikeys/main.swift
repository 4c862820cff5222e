// midikeys [--list] [--name NAME | --destination NAME] [--channel N] [--velocity N] [--length SECONDS]
//
// A MIDI keyboard made of the computer's: a virtual source, or a sender to a destination. The row from a to ' has the white keys from middle
// C on, the row above it the black ones. z and x move by an octave, c and v make keys softer and harder, space ends all notes, q ends the
// program. A terminal does not report when keys go up, so each note lasts as long as --length says, half a second at first, and longer
// while its key repeats. Without a terminal it plays the characters of its input, each for that long.
import CoreMIDI
import Foundation

func fail(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("midikeys: \(reason)\n".utf8))
    exit(1)
}

/// Prints a line at once, also to who reads by a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\r\n").utf8)) }

func displayName(of endpoint: MIDIEndpointRef) -> String {
    var name: Unmanaged<CFString>?
    guard MIDIObjectGetStringProperty(endpoint, kMIDIPropertyDisplayName, &name) == noErr, let name else { return "?" }
    return "\(name.takeRetainedValue())"
}

/// What the command line says.
struct Options {
    var name = "Keyboard"
    var destination: String?
    var channel: UInt8 = 0
    var velocity: UInt8 = 100
    var length = 0.5

    init(_ words: some Sequence<String>) {
        var words = words.makeIterator()
        func value(_ option: String) -> String {
            guard let value = words.next() else { fail("\(option) takes a value") }
            return value
        }
        while let word = words.next() {
            switch word {
            case "--list":
                for index in 0..<MIDIGetNumberOfDestinations() { print(displayName(of: MIDIGetDestination(index))) }
                exit(0)
            case "--name": name = value(word)
            case "--destination": destination = value(word)
            case "--channel":
                guard let number = UInt8(value(word)), (1...16).contains(number) else {
                    fail("--channel takes 1 to 16")
                }
                channel = number - 1
            case "--velocity":
                guard let number = UInt8(value(word)), (1...127).contains(number) else {
                    fail("--velocity takes 1 to 127")
                }
                velocity = number
            case "--length":
                guard let number = Double(value(word)), number > 0, number < 60 else {
                    fail("--length takes seconds, less than 60")
                }
                length = number
            default:
                fail(
                    "usage: midikeys [--list] [--name NAME | --destination NAME] [--channel N] [--velocity N] "
                        + "[--length SECONDS]")
            }
        }
    }
}

let options = Options(CommandLine.arguments.dropFirst())
do {
    let keyboard = try Keyboard(options)
    let terminal = Terminal()
    say(
        "\(options.destination.map { "to \($0)" } ?? "source \(options.name)"): a to ' play, z x octave, c v velocity, q ends"
    )
    while let character = terminal.next(), keyboard.press(character) {
        guard !terminal.isTerminal else { continue }
        // A song of characters: each note ends before the next begins.
        Thread.sleep(forTimeInterval: options.length)
        keyboard.endAll()
    }
    keyboard.endAll()
    terminal.restore()
} catch { fail("\(error)") }
