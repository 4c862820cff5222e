// midisynth [--list] [--offline FILE] [SOURCE ...]
//
// A keyboard instrument: a polyphonic synthesizer of this program, an audio unit in an engine, which the named sources play, or all that
// are there. Each note sounds one cycle after its key, to the frame. When it ends, at control-C or the end of its input, it says how long
// notes took from the key to their first sample. --offline writes a scale to a file instead, faster than it sounds.
import CoreMIDI
import Foundation

func fail(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("midisynth: \(reason)\n".utf8))
    exit(1)
}

/// Prints a line at once, also to who reads by a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func name(of endpoint: MIDIEndpointRef) -> String {
    var name: Unmanaged<CFString>?
    guard MIDIObjectGetStringProperty(endpoint, kMIDIPropertyDisplayName, &name) == noErr, let name else { return "?" }
    return "\(name.takeRetainedValue())"
}

var offline: String?
var names: [String] = []
var words = CommandLine.arguments.dropFirst().makeIterator()
let sources = (0..<MIDIGetNumberOfSources()).map { MIDIGetSource($0) }
while let word = words.next() {
    switch word {
    case "--list":
        for source in sources { say(name(of: source)) }
        exit(0)
    case "--offline":
        guard let path = words.next() else { fail("--offline takes a file") }
        offline = path
    default:
        guard !word.hasPrefix("-") else {
            fail("there is no option \(word); usage: midisynth [--list] [--offline FILE] [SOURCE ...]")
        }
        names.append(word)
    }
}
do {
    let instrument = try Instrument()
    if let offline {
        try instrument.writeScale(offline)
        exit(0)
    }
    let chosen =
        names.isEmpty
        ? sources
        : try names.map { wanted in
            guard let source = sources.first(where: { name(of: $0) == wanted }) else {
                throw InstrumentFault(description: "there is no source \(wanted)")
            }
            return source
        }
    try instrument.play(chosen)
    say("playing " + (chosen.isEmpty ? "nothing: there are no sources" : chosen.map(name(of:)).joined(separator: ", ")))
    signal(SIGINT, SIG_IGN)
    let interruption = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interruption.setEventHandler {
        try? FileHandle.standardInput.close()
        report(instrument)
    }
    interruption.resume()
    while readLine() != nil {}
    report(instrument)
} catch { fail("\(error)") }

func report(_ instrument: Instrument) -> Never {
    if let latency = instrument.latency {
        say(
            String(
                format: "%d notes, from the key to the sample %.2f ms, at most %.2f ms, and %.2f ms in the device",
                Int(latency.notes), latency.mean, latency.longest, latency.device))
    }
    exit(0)
}
