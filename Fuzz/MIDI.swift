import MIDIDevices
import MIDIEvents

/// Reads the input as a list of packets of bytes, and translates it into words of both protocols and back.
func fuzz(packets input: UnsafeBufferPointer<UInt8>) {
    withList(input) { list, count in
        guard let size = PacketLists.size(of: list, limit: count) else { return }
        precondition(size <= count, "a list is longer than its memory")
        var (up, toWords) = (ProtocolUp(), BytesToWords())
        for _ in 0..<2 {
            let (words, doubled) = (EventListWriter(), EventListWriter())
            words.begin(1)
            toWords.translate(list, to: words)
            check(words)
            doubled.begin(2)
            up.translate(UnsafeRawPointer(words.list), to: doubled)
            check(doubled)
            pass(UnsafeRawPointer(words.list))
            pass(UnsafeRawPointer(doubled.list))
        }
        var filter = ThruFilter(ThruRules())
        let writer = PacketListWriter()
        writer.begin()
        filter.apply(list, to: writer)
        check(writer)
    }
}

/// Reads the input as a list of events, and translates it into the other protocol and into bytes.
func fuzz(events input: UnsafeBufferPointer<UInt8>) {
    withList(input) { list, count in
        guard let size = EventLists.size(of: list, limit: count) else { return }
        precondition(size <= count, "a list is longer than its memory")
        var up = ProtocolUp()
        let writer = EventListWriter()
        writer.begin(2)
        up.translate(list, to: writer)
        check(writer)
        pass(list)
    }
}

/// Translates a list of events into those of MIDI 1.0, and into bytes.
private func pass(_ list: UnsafeRawPointer) {
    let (words, bytes) = (EventListWriter(), PacketListWriter())
    words.begin(1)
    ProtocolDown.translate(list, to: words)
    check(words)
    bytes.begin()
    WordsToBytes.translate(list, to: bytes)
    check(bytes)
}

/// Lists are readable for 16 bytes beyond their end.
private func withList(_ input: UnsafeBufferPointer<UInt8>, _ body: (UnsafeRawPointer, Int) -> Void) {
    guard input.count >= EventLists.header else { return }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: input.count + 16, alignment: 8)
    defer { memory.deallocate() }
    memory.copyMemory(from: UnsafeRawBufferPointer(input))
    guard let start = memory.baseAddress else { return }
    for index in 0..<16 { memory[input.count + index] = 0 }
    body(UnsafeRawPointer(start), input.count)
}

/// What is written is a list.
private func check(_ writer: EventListWriter) {
    precondition(
        EventLists.size(of: UnsafeRawPointer(writer.list), limit: 64 << 20) != nil, "a list of events is malformed")
}

private func check(_ writer: PacketListWriter) {
    let list = UnsafeRawPointer(writer.list)
    precondition(PacketLists.size(of: list, limit: 64 << 20) != nil, "a list of packets is malformed")
}

/// Hands the input to a MIDI server as what three programs send.
func fuzz(server input: UnsafeBufferPointer<UInt8>) { ServerStreams.feed(server: input) }

/// Has programs and their MIDI server take turns in the order that the input says.
func fuzz(schedule input: UnsafeBufferPointer<UInt8>) { ProcessSchedules.feed(input) }

/// Hands the input to a program as what its MIDI server and another program say.
func fuzz(link input: UnsafeBufferPointer<UInt8>) { ServerStreams.feed(link: input) }
