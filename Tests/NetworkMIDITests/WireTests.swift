import AudioCore
import NetworkMIDI
import Testing

/// The forms of datagrams.
struct WireTests {
    @Test func commandsOfTheSessionHaveTheBytesOfTheProtocol() throws {
        let invitation = SessionCommand.invitation(token: 0x0102_0304, source: 0xA0B0_C0D0, name: "Ab")
        let bytes: [UInt8] = [
            0xFF, 0xFF, 0x49, 0x4E, 0, 0, 0, 2, 1, 2, 3, 4, 0xA0, 0xB0, 0xC0, 0xD0, 0x41, 0x62, 0,
        ]
        #expect(invitation.bytes == bytes)
        #expect(try SessionCommand(parsing: bytes[...]) == invitation)
        let clock = SessionCommand.clock(ClockMessage(source: 1, step: 1, times: [2, 3]))
        #expect(clock.bytes.count == 36 && clock.bytes[2...3] == [0x43, 0x4B])
        #expect(try SessionCommand(parsing: clock.bytes[...]) == clock)
        let feedback = SessionCommand.feedback(source: 7, sequence: 0x1234_0000)
        #expect(feedback.bytes == [0xFF, 0xFF, 0x52, 0x53, 0, 0, 0, 7, 0x12, 0x34, 0, 0])
        for command in [
            SessionCommand.acceptance(token: 1, source: 2, name: "ü"), .refusal(token: 1, source: 2),
            .end(token: 3, source: 4), feedback,
        ] { #expect(try SessionCommand(parsing: command.bytes[...]) == command) }
    }

    @Test func aCommandWithoutANameIsRead() throws {
        let bytes: [UInt8] = [0xFF, 0xFF, 0x4F, 0x4B, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2]
        #expect(try SessionCommand(parsing: bytes[...]) == .acceptance(token: 1, source: 2, name: ""))
        #expect(throws: AudioError.self) { try SessionCommand(parsing: bytes[..<15]) }
        var other = bytes
        other[7] = 3
        #expect(throws: AudioError.self) { try SessionCommand(parsing: other[...]) }
    }

    @Test func aPacketHasTheBytesOfTheFormat() throws {
        let packet = RTPPacket(
            sequence: 0x0102, timestamp: 0x0304_0506, source: 0x0708_090A,
            commands: [
                ListCommand(ticks: 0, bytes: [0x90, 60, 100]), ListCommand(ticks: 200, bytes: [0x90, 64, 100]),
            ])
        let bytes: [UInt8] = [
            0x80, 0xE1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 7, 0x90, 60, 100, 0x81, 0x48, 64, 100,
        ]
        #expect(packet.bytes == bytes)
        #expect(try RTPPacket(parsing: bytes[...]) == packet)
    }

    @Test func extensionsSourcesAndPaddingAreSkipped() throws {
        let bytes: [UInt8] =
            [0xB1, 0x61, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 9, 9, 9, 9, 0xBE, 0xDE, 0, 1, 7, 7, 7, 7] + [2, 0xC0, 5]
            + [0, 0, 3]
        let packet = try RTPPacket(parsing: bytes[...])
        #expect(packet.commands == [ListCommand(ticks: 0, bytes: [0xC0, 5])] && packet.source == 3)
        #expect(throws: AudioError.self) { try RTPPacket(parsing: (bytes.dropLast() + [200])[...]) }
    }

    @Test func runningStatusEndsWithSystemMessagesButNotWithRealTimeOnes() throws {
        let commands = [[0x90, 1, 2], [0xF8], [0x90, 3, 4], [0xF6], [0x90, 5, 6], [0x80, 5, 6]] as [[UInt8]]
        let list = CommandList.bytes(commands.map { ListCommand(ticks: 0, bytes: $0) })
        #expect(list.bytes == [0x90, 1, 2, 0, 0xF8, 0, 3, 4, 0, 0xF6, 0, 0x90, 5, 6, 0, 0x80, 5, 6])
        #expect(try CommandList.parse(list.bytes[...], beginsWithDelta: false).map(\.bytes) == commands)
    }

    @Test func deltaTimesHaveOneToFourBytes() throws {
        for ticks in [0, 127, 128, 16383, 16384, 2_097_151, 2_097_152, 268_435_455] as [UInt32] {
            let list = CommandList.bytes([ListCommand(ticks: ticks, bytes: [0xFA])])
            #expect(list.beginsWithDelta == (ticks > 0))
            let parsed = try CommandList.parse(list.bytes[...], beginsWithDelta: list.beginsWithDelta)
            #expect(parsed == [ListCommand(ticks: ticks, bytes: [0xFA])])
        }
        #expect(throws: AudioError.self) {
            try CommandList.parse([0x80, 0x80, 0x80, 0x80, 0, 0xFA], beginsWithDelta: true)
        }
    }

    @Test func aListMayEndWithADeltaTime() throws {
        #expect(try CommandList.parse([0xFA, 5], beginsWithDelta: false) == [ListCommand(ticks: 0, bytes: [0xFA])])
    }

    @Test(
        arguments: [
            [60, 100], [0x90, 60], [0x90, 60, 0x80], [0xF0, 1, 2], [0xF0, 1, 0x90, 3, 4], [0xF0, 0xF8, 0xF7],
            [0xF6, 0, 1, 2],
        ] as [[UInt8]])
    func aMalformedListIsRefused(bytes: [UInt8]) {
        #expect(throws: AudioError.self) { try CommandList.parse(bytes[...], beginsWithDelta: false) }
    }

    @Test func longMessagesTravelInSegments() throws {
        var splitter = MessageSplitter()
        let data = (0..<2000).map { UInt8($0 % 128) }
        let commands =
            splitter.split([0xF0] + data[..<700]) + splitter.split(data[700..<1900] + [0xF8])
            + splitter.split(data[1900...] + [0xF7, 0x90, 1, 2, 3, 4])
        #expect(commands.allSatisfy { $0.count <= MessageSplitter.mostSegmentBytes + 2 })
        #expect(commands.first?.first == 0xF0 && commands.first?.last == 0xF0 && commands.contains([0xF8]))
        #expect(commands.suffix(2) == [[0x90, 1, 2], [0x90, 3, 4]])
        let list = CommandList.bytes(commands.prefix(2).map { ListCommand(ticks: 0, bytes: $0) })
        #expect(
            try CommandList.parse(list.bytes[...], beginsWithDelta: false).map(\.bytes) == commands.prefix(2).map { $0 }
        )
        var joiner = SegmentJoiner()
        let joined = commands.compactMap { joiner.join($0) }
        #expect(joined == [[0xF8], [0xF0] + data + [0xF7], [0x90, 1, 2], [0x90, 3, 4]])
    }

    @Test func aMessageThatIsBrokenOffIsDropped() {
        var (splitter, joiner) = (MessageSplitter(), SegmentJoiner())
        let commands = splitter.split([0xF0, 1, 2, 0x90, 1, 2, 0xF0, 3, 0xF7, 7, 7])
        #expect(commands == [[0xF0, 1, 2, 0xF4], [0x90, 1, 2], [0xF0, 3, 0xF7]])
        #expect(commands.compactMap { joiner.join($0) } == [[0x90, 1, 2], [0xF0, 3, 0xF7]])
        _ = joiner.join([0xF0, 1, 0xF0])
        joiner.cancel()
        #expect(joiner.join([0xF7, 2, 0xF7]) == nil)
    }

    @Test func randomBytesNeverTrap() {
        var random = SeededRandom(11)
        var read = 0
        for _ in 0..<40_000 {
            var bytes = (0..<Int.random(in: 0..<80, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            if Bool.random(using: &random), bytes.count > 13 {
                bytes.replaceSubrange(0..<2, with: [0x80, 0x61])
                bytes[12] &= 0x7F
            }
            if (try? RTPPacket(parsing: bytes[...])) != nil { read += 1 }
            _ = try? SessionCommand(parsing: ([0xFF, 0xFF] + bytes)[...])
        }
        #expect(read > 100)
    }
}
