import CPipeWire
import MIDIEvents
import Testing

@testable import MIDITransports

/// Messages in the buffers of PipeWire's ports, and the ports in devices: without a server.
struct PipeWireMessageTests {
    /// 256 frames at 48 kHz, which begin at one second.
    private let times = CycleTimes(start: 1_000_000_000, frames: 256, numerator: 1, denominator: 48_000)

    private func withBuffer<Result>(_ capacity: Int, _ body: (UnsafeMutableRawPointer) throws -> Result) rethrows
        -> Result
    {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity + 8, alignment: 8)
        memory.initializeMemory(as: UInt8.self, repeating: 0xEE, count: capacity + 8)
        defer { memory.deallocate() }
        let result = try body(memory)
        #expect((memory + capacity).load(as: UInt64.self) == 0xEEEE_EEEE_EEEE_EEEE, "written beyond the end")
        return result
    }

    private func controls(_ memory: UnsafeRawPointer, _ count: Int) -> [(UInt32, UInt32, [UInt8])]? {
        guard var reader = ControlSequenceReader(memory, count: count) else { return nil }
        var result: [(UInt32, UInt32, [UInt8])] = []
        while let control = reader.next() {
            let bytes = Array(UnsafeRawBufferPointer(start: control.bytes, count: control.count))
            result.append((control.offset, control.kind, bytes))
        }
        return result
    }

    private func ring(_ messages: [(UInt64, [UInt8])]) -> MessageRing {
        let ring = MessageRing(capacity: 4096)
        for (time, bytes) in messages { #expect(ring.write(isWords: false, at: time, bytes, bytes.count)) }
        return ring
    }

    @Test func aSequenceIsWrittenAsItIsInMemory() {
        let bytes = withBuffer(64) { memory -> [UInt8] in
            guard var writer = ControlSequenceWriter(memory, capacity: 64) else { return [] }
            let place = writer.add(UInt32(PWControlMIDI), at: 5, count: 3)
            place.copyMemory(from: [0x90, 60, 100] as [UInt8], byteCount: 3)
            return Array(UnsafeRawBufferPointer(start: memory, count: writer.end()))
        }
        #expect(
            bytes == [
                32, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 9, 0, 0, 0, 0x90,
                60, 100, 0, 0,
                0, 0, 0,
            ])
    }

    @Test func timesBecomeFramesAndComeBack() {
        let begin: UInt64 = 1_000_000_000 - 5_333_333
        #expect(times.begin == begin && times.offset(of: 0) == 0 && times.offset(of: begin) == 0)
        #expect(times.offset(of: 1_000_000_000) == nil && times.offset(of: 999_999_999) == 255)
        for time in stride(from: begin, to: 1_000_000_000, by: 9_973) {
            guard let offset = times.offset(of: time) else {
                Issue.record("\(time) is in no cycle")
                continue
            }
            let back = times.time(at: offset)
            #expect(back <= time + 1 && time - min(time, back) <= 20_834)
        }
        #expect(times.time(at: 256) == 1_000_000_000 && times.time(at: .max) == 1_000_000_000)
        // A cycle that is somewhat longer than its frames, and one after a gap.
        let late = CycleTimes(
            start: 1_000_000_000, previous: 994_000_000, frames: 256, numerator: 1, denominator: 48_000)
        #expect(late.begin == 994_000_000 && late.offset(of: 997_000_000) == 128 && late.time(at: 128) == 997_000_000)
        let next = CycleTimes(
            start: 1_000_000_000, previous: 989_333_333, frames: 256, numerator: 1, denominator: 48_000)
        #expect(next == times)
        // A clock that does not run yet has no frames.
        let none = CycleTimes(start: 0, frames: 0, numerator: 0, denominator: 0)
        #expect(none.offset(of: 5) == 0 && none.time(at: 3) == 0)
    }

    @Test func aCycleHasTheMessagesOfTheOneBefore() {
        let begin = times.begin
        let messages = ring([
            (begin - 9_000_000, [0x90, 1, 1]), (begin + 100 * 20_834, [0x90, 2, 1]),
            (begin + 99 * 20_834, [0x90, 3, 1]),
            (1_000_000_001, [0x90, 4, 1]),
        ])
        let size = withBuffer(4096) { memory -> Int in
            guard var writer = ControlSequenceWriter(memory, capacity: 4096) else { return 0 }
            PipeWireCycle.fill(&writer, from: messages, times)
            let size = writer.end()
            let found = controls(memory, size) ?? []
            #expect(found.map(\.0) == [0, 100, 100] && found.map(\.1) == [2, 2, 2])
            #expect(found.map(\.2) == [[0x90, 1, 1], [0x90, 2, 1], [0x90, 3, 1]])
            return size
        }
        #expect(size == 16 + 3 * 24 && messages.next()?.time == 1_000_000_001)
    }

    @Test func longMessagesArePartedWhereThereIsNoRoom() {
        let long: [UInt8] = [0xF0] + (0..<1000).map { UInt8($0 & 0x7F) } + [0xF7]
        let messages = ring([(0, [0x90, 1, 1]), (0, long), (0, [0xF8])])
        var got: [[UInt8]] = []
        for _ in 0..<20 {
            withBuffer(128) { memory in
                guard var writer = ControlSequenceWriter(memory, capacity: 128) else { return }
                PipeWireCycle.fill(&writer, from: messages, times)
                got += (controls(memory, writer.end()) ?? []).map(\.2)
            }
        }
        #expect(got.first == [0x90, 1, 1] && got.last == [0xF8] && got.dropFirst().dropLast().flatMap { $0 } == long)
        #expect(messages.next() == nil)
        // Where not even one fits, it stays.
        let short = ring([(0, [0xF8])])
        withBuffer(32) { memory in
            guard var writer = ControlSequenceWriter(memory, capacity: 32) else { return }
            PipeWireCycle.fill(&writer, from: short, times)
            #expect(writer.end() == 16 && short.next()?.count == 1)
        }
    }

    @Test func wordsAreNeverParted() {
        let ring = MessageRing(capacity: 4096)
        let words: [UInt32] = [0x4090_3C00, 0x8000_0000]
        for _ in 0..<3 { #expect(ring.write(isWords: true, at: 0, words, 8)) }
        withBuffer(72) { memory in
            guard var writer = ControlSequenceWriter(memory, capacity: 72) else { return }
            PipeWireCycle.fill(&writer, from: ring, times)
            let found = controls(memory, writer.end()) ?? []
            #expect(found.map(\.1) == [4, 4] && found.map(\.2.count) == [8, 8] && ring.next()?.count == 8)
        }
    }

    @Test func whatOthersSendIsTakenWithItsTimes() {
        let ring = MessageRing(capacity: 4096)
        withBuffer(256) { memory in
            guard var writer = ControlSequenceWriter(memory, capacity: 256) else { return }
            writer.add(2, at: 0, count: 1).storeBytes(of: 0xF8, as: UInt8.self)
            writer.add(4, at: 255, count: 4).storeBytes(of: 0x2090_3C40, as: UInt32.self)
            // Neither what is no message nor half a word.
            _ = writer.add(1, at: 255, count: 8)
            _ = writer.add(4, at: 255, count: 6)
            guard var reader = ControlSequenceReader(memory, count: writer.end()) else { return }
            #expect(PipeWireCycle.take(&reader, into: ring, times))
        }
        var received: [(Bool, UInt64, Int)] = []
        while let message = ring.next() {
            received.append((message.isWords, message.time, message.count))
            withBuffer(16) { ring.take(message.count, into: $0) }
        }
        #expect(received.map(\.0) == [false, true] && received.map(\.2) == [1, 4])
        #expect(received.map(\.1) == [times.begin, times.time(at: 255)])
    }

    /// Lengths that lie end a sequence, at the latest with its buffer.
    @Test(arguments: UInt64(1)...50) func anyBytesCanBeRead(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func random() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        for _ in 0..<200 {
            let count = Int(random() % 160)
            withBuffer(160) { memory in
                for index in 0..<160 {
                    memory.storeBytes(of: UInt8(truncatingIfNeeded: random()), toByteOffset: index, as: UInt8.self)
                }
                memory.storeBytes(of: UInt32(PWTypeSequence), toByteOffset: 4, as: UInt32.self)
                for place in stride(from: 16, to: 144, by: 24) where random() % 4 != 0 {
                    memory.storeBytes(of: UInt32(random() % 20), toByteOffset: place + 8, as: UInt32.self)
                    memory.storeBytes(of: UInt32(PWTypeBytes), toByteOffset: place + 12, as: UInt32.self)
                }
                guard let found = controls(memory, count) else { return #expect(count < 16) }
                #expect(found.reduce(0) { $0 + 16 + $1.2.count } <= count)
            }
        }
    }

    @Test func bytesAreCutIntoMessages() {
        var messages = ByteMessages()
        func cut(_ bytes: [UInt8]) -> [[UInt8]] {
            var result: [[UInt8]] = []
            bytes.withUnsafeBytes { messages.forEach($0) { result.append(Array($0)) } }
            return result
        }
        #expect(cut([0x90, 1, 2, 0xC0, 3, 0xF8, 0xF2, 1, 2]) == [[0x90, 1, 2], [0xC0, 3], [0xF8], [0xF2, 1, 2]])
        #expect(cut([0xF0, 1, 2, 0xF7, 0xF6]) == [[0xF0, 1, 2, 0xF7], [0xF6]])
        #expect(cut([0xF0, 1]) == [[0xF0, 1]] && messages.isExclusive)
        #expect(cut([2, 0xF8, 3]) == [[2], [0xF8], [3]] && cut([4, 0xF7]) == [[4, 0xF7]] && !messages.isExclusive)
        #expect(cut([5, 0xF7, 0x90, 1]).isEmpty && cut([0x90, 0x91, 1, 2]) == [[0x91, 1, 2]])
        #expect(cut([0xF0]) == [[0xF0]] && cut([0x90, 1, 2, 7]) == [[0x90, 1, 2]] && cut([]).isEmpty)
    }

    // MARK: The graph

    private func graph() -> PipeWireMIDIGraph {
        var graph = PipeWireMIDIGraph()
        func node(_ id: UInt32, _ name: String, _ client: UInt32) {
            let properties = ["node.name": name, "node.description": "The \(name)", "client.id": "\(client)"]
            let isKnown = graph.add(id, type: "PipeWire:Interface:Node", properties)
            #expect(isKnown)
        }
        func port(
            _ id: UInt32, _ node: UInt32, _ name: String, _ direction: String, _ format: String = "8 bit raw midi"
        ) -> Bool {
            graph.add(
                id, type: "PipeWire:Interface:Port",
                ["node.id": "\(node)", "port.name": name, "port.direction": direction, "format.dsp": format])
        }
        node(1, "Midi-Bridge", 30)
        node(2, "synth", 31)
        node(3, "synth", 32)
        node(4, "own", 33)
        node(5, "coreaudio-midi-link.other.7", 34)
        node(6, "speakers", 35)
        let isMIDI = [
            port(10, 1, "Keys:(capture_0) Keys MIDI 1", "out"), port(11, 1, "Keys:(playback_0) Keys MIDI 1", "in"),
            port(12, 1, "Pads:(capture_0) Pads MIDI 1", "out"), port(13, 1, "Keys:(capture_1) Keys MIDI 1", "out"),
            port(20, 2, "midi_in", "in"), port(21, 3, "midi_in", "in", "32 bit raw UMP"), port(22, 4, "x", "in"),
            port(23, 5, "x", "in"), port(24, 6, "playback_FL", "in", "32 bit float mono audio"),
        ]
        #expect(isMIDI == [true, true, true, true, true, true, true, true, false])
        return graph
    }

    @Test func nodesBecomeDevicesAndPortsEntities() {
        let devices = graph().devices(without: 33)
        #expect(devices.map(\.key) == ["Midi-Bridge:Keys", "Midi-Bridge:Pads", "synth", "synth#2"])
        #expect(devices.map(\.name) == ["Keys", "Pads", "The synth", "The synth"])
        #expect(
            devices[0].entities == [
                .init(key: "Keys MIDI 1", name: "Keys MIDI 1", output: 10, input: 11),
                .init(key: "Keys MIDI 1#2", name: "Keys MIDI 1", output: 13),
            ])
        #expect(devices[3].entities == [.init(key: "midi_in", name: "midi_in", takesWords: true, input: 21)])
    }

    @Test func theBridgeIsLeftOutWhereTheSequencerIsThere() {
        #expect(graph().devices(without: 33, hasSequencer: true).map(\.key) == ["synth", "synth#2"])
    }

    @Test func whatGoesIsForgotten() {
        var graph = graph()
        let isKnown = [10, 10, 3, 99].map { graph.remove($0) }
        #expect(isKnown == [true, false, true, false])
        #expect(graph.devices(without: 33).map(\.key) == ["Midi-Bridge:Keys", "Midi-Bridge:Pads", "synth"])
        #expect(graph.port(of: 2) == 20 && graph.port(of: 6) == nil)
    }
}
