import AudioCore
import CoreMIDI
import Foundation

// A program with MIDI endpoints, for tests. It does what its standard input says, a command a line, and writes what happens to it.

/// Writes a line at once, whatever the thread that reads the standard input holds.
func report(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
}

func text(of bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(Int($0) + 0x100, radix: 16).suffix(2) }.joined(separator: " ")
}

func bytes(of words: ArraySlice<String>) -> [UInt8] { words.compactMap { UInt8($0, radix: 16) } }

/// Calls `body` with a list of one packet.
func withPacket(_ bytes: [UInt8], at time: UInt64 = 0, _ body: (UnsafePointer<MIDIPacketList>) -> OSStatus) -> OSStatus
{
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes.count + 512, alignment: 8)
    defer { memory.deallocate() }
    let list = memory.assumingMemoryBound(to: MIDIPacketList.self)
    _ = MIDIPacketListAdd(list, bytes.count + 512, MIDIPacketListInit(list), time, bytes.count, bytes)
    return body(list)
}

func name(of object: MIDIObjectRef) -> String {
    var name: Unmanaged<CFString>?
    guard MIDIObjectGetStringProperty(object, kMIDIPropertyName, &name) == noErr else { return "" }
    return name?.takeRetainedValue().description ?? ""
}

func destination(_ wanted: String) -> MIDIEndpointRef {
    (0..<MIDIGetNumberOfDestinations()).map { MIDIGetDestination($0) }.first { name(of: $0) == wanted } ?? 0
}

func source(_ wanted: String) -> MIDIEndpointRef {
    (0..<MIDIGetNumberOfSources()).map { MIDIGetSource($0) }.first { name(of: $0) == wanted } ?? 0
}

func reportPackets(_ list: UnsafePointer<MIDIPacketList>, _ what: String) {
    let now = HostTime.now()
    for packet in list.unsafeSequence() {
        let time = UnsafeRawPointer(packet).loadUnaligned(as: UInt64.self)
        let lateness = time == 0 ? "" : " late \(Int64(bitPattern: now &- time))"
        report("\(what) \(text(of: packet.bytes()))\(lateness)")
    }
}

/// What the program has made.
struct Objects {
    var client = MIDIClientRef()
    var input = MIDIPortRef()
    var output = MIDIPortRef()
}

func begin(_ program: String) -> Objects {
    var objects = Objects()
    MIDIClientCreateWithBlock(program as CFString, &objects.client) { message in
        let raw = UnsafeRawPointer(message)
        switch message.pointee.messageID {
        case .msgObjectAdded: report("added \(name(of: raw.load(as: MIDIObjectAddRemoveNotification.self).child))")
        case .msgObjectRemoved: report("removed")
        case .msgPropertyChanged:
            let changed = raw.load(as: MIDIObjectPropertyChangeNotification.self)
            report("changed \(changed.propertyName.takeUnretainedValue().description)")
        case .msgThruConnectionsChanged: report("thru")
        default: break
        }
    }
    MIDIInputPortCreateWithBlock(objects.client, "in" as CFString, &objects.input) { list, _ in
        reportPackets(list, "heard")
    }
    MIDIOutputPortCreate(objects.client, "out" as CFString, &objects.output)
    return objects
}

/// Sends long messages that state their time to a destination, as often as the interval in microseconds says.
func stamp(_ count: Int, to destination: MIDIEndpointRef, interval: UInt64, _ objects: Objects) {
    var next = HostTime.now()
    for _ in 0..<count {
        next += interval * 1000
        AudioCore.Thread.sleep(until: next)
        let now = HostTime.now()
        let message = [0xF0] + (0..<10).map { UInt8(now >> (7 * UInt64($0)) & 0x7F) } + [0xF7]
        _ = withPacket(message) { MIDISend(objects.output, destination, $0) }
    }
}

/// Makes a child that executes no other program, and does nothing.
func makeChild() {
    // Not among what Swift imports.
    let fork = unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> Int32).self)
    if fork() == 0 {
        // The test may have started this program on a thread that blocks signals: the alarm would then wait for ever, as would whoever
        // waits for the end of what this child has inherited.
        var alarms = sigset_t()
        sigemptyset(&alarms)
        sigaddset(&alarms, SIGALRM)
        sigprocmask(SIG_UNBLOCK, &alarms, nil)
        signal(SIGALRM, SIG_DFL)
        alarm(20)
        while true { pause() }
    }
    report("forked")
}

/// Obeys `destination NAME`, `source NAME`, `echo DESTINATION SOURCE`, `connect SOURCE`, `send DESTINATION DELAY BYTES`,
/// `from SOURCE BYTES`, `stamp DESTINATION COUNT INTERVAL`, `flush`, `list`, `get NAME PROPERTY`, `set NAME PROPERTY VALUE`,
/// `dispose NAME`, `fork`, which makes a child that does nothing for 20 seconds, `exit`.
func obey(_ words: [String], _ objects: Objects) {
    var made = MIDIEndpointRef()
    switch words.first {
    case "destination":
        let name = words[1]
        let status = MIDIDestinationCreateWithBlock(objects.client, name as CFString, &made) { list, _ in
            reportPackets(list, name)
        }
        report("made \(name) \(status)")
    case "source":
        report("made \(words[1]) \(MIDISourceCreate(objects.client, words[1] as CFString, &made))")
    case "echo":
        var source = MIDIEndpointRef()
        MIDISourceCreateWithProtocol(objects.client, words[2] as CFString, ._2_0, &source)
        let echo = source
        let status = MIDIDestinationCreateWithProtocol(objects.client, words[1] as CFString, ._2_0, &made) { list, _ in
            _ = MIDIReceivedEventList(echo, list)
        }
        report("made \(words[1]) \(status)")
    case "connect": report("connected \(MIDIPortConnectSource(objects.input, source(words[1]), nil))")
    case "send":
        let delay = UInt64(words[2]) ?? 0
        let time = delay == 0 ? 0 : HostTime.now() + delay
        let status = withPacket(bytes(of: words[3...]), at: time) {
            MIDISend(objects.output, destination(words[1]), $0)
        }
        report("sent \(status)")
    case "from":
        report("sent \(withPacket(bytes(of: words[2...])) { MIDIReceived(source(words[1]), $0) })")
    case "stamp":
        stamp(Int(words[2]) ?? 0, to: destination(words[1]), interval: UInt64(words[3]) ?? 0, objects)
        report("stamped")
    case "flush": report("flushed \(MIDIFlushOutput(0))")
    case "list":
        let sources = (0..<MIDIGetNumberOfSources()).map { name(of: MIDIGetSource($0)) }
        let destinations = (0..<MIDIGetNumberOfDestinations()).map { name(of: MIDIGetDestination($0)) }
        report("sources \(sources.joined(separator: " ")) destinations \(destinations.joined(separator: " "))")
    case "get":
        let object = max(source(words[1]), destination(words[1]))
        var (text, number): (Unmanaged<CFString>?, Int32) = (nil, 0)
        if MIDIObjectGetIntegerProperty(object, words[2] as CFString, &number) == noErr {
            report("\(words[2]) \(number)")
        } else if MIDIObjectGetStringProperty(object, words[2] as CFString, &text) == noErr {
            report("\(words[2]) \(text?.takeRetainedValue().description ?? "")")
        } else {
            report("\(words[2]) none")
        }
    case "set":
        let object = max(source(words[1]), destination(words[1]))
        let status =
            Int32(words[3]).map { MIDIObjectSetIntegerProperty(object, words[2] as CFString, $0) }
            ?? MIDIObjectSetStringProperty(object, words[2] as CFString, words[3] as CFString)
        report("set \(status)")
    case "dispose": report("disposed \(MIDIEndpointDispose(max(source(words[1]), destination(words[1]))))")
    case "fork": makeChild()
    case "exit": exit(0)
    default: report("what")
    }
}

let objects = begin(CommandLine.arguments.dropFirst().first ?? "midi-program")
report("ready")
while let line = readLine() { obey(line.split(separator: " ").map(String.init), objects) }
