import AudioCore
import CoreMIDI
import Foundation

// Measures how long MIDI messages take from one program to another, or within one: `midi-bench [COUNT [INTERVAL]]`, 10,000 messages at
// intervals of 1,000 microseconds where nothing is given. The program starts itself again as the sender.

/// A message that states when it was sent.
func stamp(_ time: UInt64) -> [UInt8] { [0xF0] + (0..<10).map { UInt8(time >> (7 * UInt64($0)) & 0x7F) } + [0xF7] }

func time(in message: some Collection<UInt8>) -> UInt64 {
    message.dropFirst().prefix(10).reversed().reduce(0) { $0 << 7 | UInt64($1) }
}

func repeatedly(_ count: Int, every interval: UInt64, _ send: (UnsafePointer<MIDIPacketList>) -> OSStatus) {
    var next = HostTime.now() + 500_000_000
    for _ in 0..<count {
        next += interval * 1000
        AudioCore.Thread.sleep(until: next)
        let list = MIDIPacketList.Builder(byteSize: 64)
        list.append(timestamp: 0, data: stamp(HostTime.now()))
        _ = list.withUnsafePointer(send)
    }
}

func send(_ count: Int, every interval: UInt64, to destination: MIDIEndpointRef) {
    var (client, port) = (MIDIClientRef(), MIDIPortRef())
    MIDIClientCreateWithBlock("sender" as CFString, &client, nil)
    MIDIOutputPortCreate(client, "out" as CFString, &port)
    repeatedly(count, every: interval) { MIDISend(port, destination, $0) }
    MIDIClientDispose(client)
}

/// Sends from a virtual source of this program, which the other one has half a second to find.
func send(_ count: Int, every interval: UInt64, from name: String) {
    var (client, source) = (MIDIClientRef(), MIDIEndpointRef())
    MIDIClientCreateWithBlock("sender" as CFString, &client, nil)
    MIDISourceCreate(client, name as CFString, &source)
    repeatedly(count, every: interval) { MIDIReceived(source, $0) }
    MIDIClientDispose(client)
}

/// An endpoint of another program.
func endpoint(_ name: String, _ count: () -> Int, _ get: (Int) -> MIDIEndpointRef) -> MIDIEndpointRef {
    for _ in 0..<1000 {
        for index in 0..<count() {
            var found: Unmanaged<CFString>?
            let endpoint = get(index)
            if MIDIObjectGetStringProperty(endpoint, kMIDIPropertyName, &found) == noErr,
                found?.takeRetainedValue().description == name
            {
                return endpoint
            }
        }
        AudioCore.Thread.sleep(until: HostTime.now() + 5_000_000)
    }
    return 0
}

func report(_ what: String, _ times: [UInt64]) {
    let sorted = times.sorted()
    guard let worst = sorted.last else { return print("\(what): nothing arrived") }
    func part(_ share: Double) -> String { "\(Double(sorted[Int(Double(sorted.count - 1) * share)] / 100) / 10)" }
    print(
        "\(what): \(sorted.count) messages, in microseconds: p50 \(part(0.5)), p90 \(part(0.9)), p99 \(part(0.99)), most \(worst / 1000)"
    )
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--send", let name = arguments.dropFirst().first {
    let numbers = arguments.dropFirst(2).compactMap { Int($0) }
    let destination = endpoint(name, MIDIGetNumberOfDestinations, MIDIGetDestination)
    send(numbers[0], every: UInt64(numbers[1]), to: destination)
    exit(0)
}
if arguments.first == "--play", let name = arguments.dropFirst().first {
    let numbers = arguments.dropFirst(2).compactMap { Int($0) }
    send(numbers[0], every: UInt64(numbers[1]), from: name)
    exit(0)
}
let count = arguments.first.flatMap { Int($0) } ?? 10_000
let interval = arguments.dropFirst().first.flatMap { Int($0) } ?? 1000
let name = "midi-bench \(getpid())"
let times = WaitableValue<[UInt64]>([])
var (client, destination, port) = (MIDIClientRef(), MIDIEndpointRef(), MIDIPortRef())
MIDIClientCreateWithBlock("midi-bench" as CFString, &client, nil)
let receive: @Sendable (UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?) -> Void = { list, _ in
    let now = HostTime.now()
    times.withLock { times in for packet in list.unsafeSequence() { times.append(now - time(in: packet.bytes())) } }
}
MIDIDestinationCreateWithBlock(client, name as CFString, &destination, receive)
MIDIInputPortCreateWithBlock(client, "in" as CFString, &port, receive)

func measure(_ what: String, _ body: () -> Void) {
    times.withLock { $0 = [] }
    body()
    _ = times.wait(nanoseconds: 2_000_000_000) { $0.count >= count ? () : nil }
    report(what, times.withLockQuietly(\.self))
}

/// Runs this program as the sender, and calls `body` in the meantime.
func run(_ option: String, _ body: () -> Void = {}) {
    let sender = Process()
    sender.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    sender.arguments = [option, name, "\(count)", "\(interval)"]
    try? sender.run()
    body()
    sender.waitUntilExit()
}

measure("within the program") { send(count, every: UInt64(interval), to: destination) }
measure("from another program") { run("--send") }
measure("from another program's source") {
    run("--play") { MIDIPortConnectSource(port, endpoint(name, MIDIGetNumberOfSources, MIDIGetSource), nil) }
}
exit(0)
