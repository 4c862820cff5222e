// Plays an internet radio station: `radio ADDRESS [SECONDS]`.
//
// `Station` brings the bytes over the network and connects again when they stop; `Titles` takes the titles out of them;
// `Player` has Audio File Stream Services find the packets, and an audio queue play them.
import Foundation

@main
struct Radio {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count > 1, let address = URL(string: arguments[1]), address.scheme?.hasPrefix("http") == true
        else {
            say("usage: radio ADDRESS [SECONDS]")
            exit(2)
        }
        let end = arguments.count > 2 ? Date() + (Double(arguments[2]) ?? 0) : .distantFuture
        let station = Station(address)
        station.connect()
        while Date() < end, station.failure == nil {
            RunLoop.main.run(until: min(end, Date() + 0.25))
            station.watch()
        }
        if let failure = station.failure {
            say("The station cannot be played: \(failure)")
            exit(1)
        }
    }
}

/// Writes a line at once, also where standard output is no terminal.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
