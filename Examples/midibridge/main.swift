// midibridge [--connect HOST[:PORT] ...] [--anyone] [--from SOURCE] [--to DESTINATION]
//
// A bridge between this machine and the network: MIDI by RTP, as Macs and iOS devices speak it. What --from sends goes to all connections, and
// what they send goes to --to; without these, other programs use the session's own endpoints. --connect invites a host, by its address or
// its name; with --anyone, hosts may invite this one. It reports connections as they come and go, until it is interrupted.
import CoreMIDI
import Foundation

func fail(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("midibridge: \(reason)\n".utf8))
    exit(1)
}

/// Prints a line at once, also to who reads by a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func name(of endpoint: MIDIEndpointRef) -> String {
    var name: Unmanaged<CFString>?
    guard MIDIObjectGetStringProperty(endpoint, kMIDIPropertyDisplayName, &name) == noErr, let name else { return "?" }
    return "\(name.takeRetainedValue())"
}

/// A host as the command line names it. Addresses of IPv6 stand in brackets where a port follows.
func host(_ text: String) -> MIDINetworkHost {
    var (address, port) = (text, 5004)
    if let colon = text.lastIndex(of: ":"), text.hasSuffix("]") == false,
        text.firstIndex(of: ":") == colon || text.hasPrefix("[")
    {
        guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else { fail("\(text) has no port") }
        (address, port) = (String(text[..<colon]), Int(number))
    }
    return MIDINetworkHost(name: text, address: address.trimmingCharacters(in: ["[", "]"]), port: port)
}

/// Passes all that a source sends to a destination, as long as the program runs.
func connect(_ source: MIDIEndpointRef, to destination: MIDIEndpointRef) {
    var rules = MIDIThruConnectionParams()
    MIDIThruConnectionParamsInitialize(&rules)
    rules.numSources = 1
    rules.sources.0 = MIDIThruConnectionEndpoint(endpointRef: source, uniqueID: 0)
    rules.numDestinations = 1
    rules.destinations.0 = MIDIThruConnectionEndpoint(endpointRef: destination, uniqueID: 0)
    var connection = MIDIThruConnectionRef()
    let parameters = withUnsafeBytes(of: &rules) { NSData(bytes: $0.baseAddress, length: $0.count) }
    let status = MIDIThruConnectionCreate(nil, parameters as CFData, &connection)
    guard status == noErr else { fail("connecting failed: \(status)") }
}

var client = MIDIClientRef()
let made = MIDIClientCreateWithBlock("midibridge" as CFString, &client, nil)
guard made == noErr else { fail("making a client failed: \(made)") }
let session = MIDINetworkSession.default()
var hosts: [MIDINetworkHost] = []
var words = CommandLine.arguments.dropFirst().makeIterator()
while let word = words.next() {
    switch word {
    case "--anyone": session.connectionPolicy = .anyone
    case "--connect", "--from", "--to":
        guard let value = words.next() else { fail("\(word) takes a name") }
        switch word {
        case "--connect": hosts.append(host(value))
        case "--from":
            let sources = (0..<MIDIGetNumberOfSources()).map { MIDIGetSource($0) }
            guard let source = sources.first(where: { name(of: $0) == value }) else {
                fail("there is no source \(value)")
            }
            connect(source, to: session.destinationEndpoint())
        default:
            let destinations = (0..<MIDIGetNumberOfDestinations()).map { MIDIGetDestination($0) }
            guard let destination = destinations.first(where: { name(of: $0) == value }) else {
                fail("there is no destination \(value)")
            }
            connect(session.sourceEndpoint(), to: destination)
        }
    default: fail("usage: midibridge [--connect HOST[:PORT] ...] [--anyone] [--from SOURCE] [--to DESTINATION]")
    }
}
session.isEnabled = true
guard session.networkPort != 0 else { fail("no ports of the network are free") }
say("\(session.networkName) at port \(session.networkPort)")
/// What the user knows of the connections.
@MainActor enum Report {
    private static var known: Set<String> = []

    static func print() {
        let present = Set(MIDINetworkSession.default().connections().map(\.host.name))
        for name in present.subtracting(known).sorted() { say("connection with \(name)") }
        for name in known.subtracting(present).sorted() { say("\(name) is gone") }
        known = present
    }
}

let observer = NotificationCenter.default.addObserver(
    forName: Notification.Name(MIDINetworkNotificationSessionDidChange), object: nil, queue: nil
) { _ in MainActor.assumeIsolated { Report.print() } }
for host in hosts { session.addConnection(MIDINetworkConnection(host: host)) }
Report.print()
signal(SIGINT, SIG_IGN)
let interruption = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
interruption.setEventHandler {
    session.isEnabled = false
    exit(0)
}
interruption.resume()
RunLoop.main.run()
