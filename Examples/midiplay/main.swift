// midiplay [--list] [--destination NAME] [--bank FILE] [--loop] FILE.mid
//
// Plays a standard MIDI file: to a MIDI destination, or by the library's synthesizer with the instruments of a SoundFont or DLS bank. Each
// message is handed over some time before it is due, with its time, so that no message depends on when this program runs. --list
// prints the destinations. On a terminal it shows how far it is; control-C ends it, and all notes.
import CoreMIDI
import Foundation

/// What the command line says.
struct Options {
    var lists = false
    var loops = false
    var destination: String?
    var bank: String?
    var file: String?

    /// Nil for a wrong use.
    init?(_ words: some Sequence<String>) {
        var words = words.makeIterator()
        while let word = words.next() {
            switch word {
            case "--list": lists = true
            case "--loop": loops = true
            case "--destination", "--bank":
                guard let value = words.next() else { return nil }
                if word == "--bank" { bank = value } else { destination = value }
            default:
                guard !word.hasPrefix("-"), file == nil else { return nil }
                file = word
            }
        }
        guard lists != (file != nil), destination == nil || bank == nil else { return nil }
    }
}

func fail(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("midiplay: \(reason)\n".utf8))
    exit(1)
}

/// Prints a line at once, also to who reads by a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

guard let options = Options(CommandLine.arguments.dropFirst()) else {
    fail("usage: midiplay --list | [--destination NAME | --bank FILE] [--loop] FILE.mid")
}
if options.lists {
    for destination in DestinationOutput.all() { say(destination.name) }
    exit(0)
}
do {
    let path = options.file ?? ""
    let song: Song
    do { song = try Song(try Data(contentsOf: URL(fileURLWithPath: path))) } catch let fault as Song.Fault {
        fail("\(path): \(fault)")
    }
    let output: any MIDIOutput =
        if let name = options.destination { try DestinationOutput(name) } else {
            try SynthesizerOutput(options.bank, song)
        }
    let player = SongPlayer(song, output, loops: options.loops)
    // Control-C ends the song, not the program: a note that has no end would go on.
    signal(SIGINT, SIG_IGN)
    let interruption = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interruption.setEventHandler { player.stop() }
    interruption.resume()
    say("\(song.title ?? URL(fileURLWithPath: path).lastPathComponent), \(minutes(song.seconds))")
    player.play()
} catch {
    fail(error is OutputFault ? "\(error)" : "\(options.file ?? ""): \(error.localizedDescription)")
}
