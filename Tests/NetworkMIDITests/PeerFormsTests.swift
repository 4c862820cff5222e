import NetworkMIDI
import Testing

/// Datagrams in the forms that other implementations send.
struct PeerFormsTests {
    private static let own: UInt32 = 0xA0B0_C0D0

    /// A session with a peer that has invited it, whose number is 0000B052.
    private func connected() -> SessionMachine {
        let numbers = FixedNumber()
        var machine = SessionMachine(name: "own") { numbers.value }
        machine.policy = .anyone
        let invitation = bytes("FFFF494E 00000002 42E16793 0000B052 7274706D6964696400")
        machine.receive(invitation[...], from: control, at: .control, now: 5 * second)
        machine.receive(invitation[...], from: data, at: .data, now: 5 * second)
        _ = machine.takeOutputs()
        return machine
    }

    private struct FixedNumber: Sendable { let value = PeerFormsTests.own }

    private var control: NetworkAddress { address(0x7F00_0001, 27404) }
    private var data: NetworkAddress { address(0x7F00_0001, 27405) }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.filter { $0 != " " }.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private func commands(_ machine: inout SessionMachine) -> [[UInt8]] {
        machine.takeOutputs().flatMap { output -> [[UInt8]] in
            if case .commands(let commands) = output { commands.map(\.bytes) } else { [] }
        }
    }

    private func datagrams(_ machine: inout SessionMachine) -> [(bytes: [UInt8], to: NetworkAddress)] {
        machine.takeOutputs().compactMap {
            if case .datagram(let bytes, let address, _) = $0 { (bytes, address) } else { nil }
        }
    }

    @Test func theClocksOfAPeerThatInvitesAreCompared() {
        var machine = connected()
        #expect(machine.peers.map(\.name) == ["rtpmidid"])
        let first = bytes("FFFF434B 0000B052 00000000 0000000000000043 0000000000000000 0000000000000000")
        machine.receive(first[...], from: data, at: .data, now: 6 * second)
        let answers = datagrams(&machine)
        // This side's clock shows its time and the number that the peer alone gets.
        let expected = bytes("FFFF434B A0B0C0D0 01000000 0000000000000043 00000000A0B1AB30 0000000000000000")
        #expect(answers.map(\.bytes) == [expected] && answers.first?.to == data)
        let last = bytes("FFFF434B 0000B052 02000000 0000000000000043 00000000A0B1AB30 0000000000000045")
        machine.receive(last[...], from: data, at: .data, now: 6 * second + millisecond / 5)
        #expect(machine.peers[0].isSynchronised)
    }

    @Test func messagesOfOthersArePlayed() {
        var machine = connected()
        for packet in [
            "8061 10E4 000076FC 0000B052 03 903C7F", "8061 10E5 000076FD 0000B052 03 B00701",
            // A long message, in a list whose length has 12 bits.
            "8061 10E6 000076FE 0000B052 8014 F0" + String(repeating: "11", count: 18) + "F7",
        ] { machine.receive(bytes(packet)[...], from: data, at: .data, now: 6 * second) }
        let played = commands(&machine)
        #expect(played.prefix(2) == [[0x90, 0x3C, 0x7F], [0xB0, 7, 1]] && played.count == 3)
        #expect(played.last == [0xF0] + [UInt8](repeating: 0x11, count: 18) + [0xF7])
    }

    @Test func theJournalOfAnotherImplementationIsRecoveredFrom() throws {
        // Program 5, control 7 and two notes that are not worth being played any longer.
        let packet = bytes(
            "8061 0010 00008853 0000B052 43 903E02 A0000D 800FC8 850000 808701 82F040703C10")
        let journal = try #require(try RTPPacket(parsing: packet[...]).journal)
        let channel = try #require(journal.channels.first)
        #expect(journal.checkpoint == 13 && channel.program == ProgramChapter(program: 5, bank: nil))
        #expect(channel.controls == [ControlLog(number: 7, .value(1))])
        #expect(channel.notes?.sounding.map(\.note) == [0x40, 0x3C])
        var machine = connected()
        machine.receive(packet[...], from: data, at: .data, now: 6 * second)
        let played = commands(&machine)
        #expect(played == [[0xC0, 5], [0xB0, 7, 1], [0x90, 0x3E, 2]])
    }

    /// A report ends the packets without commands, whoever's number it has, and from whichever port it comes.
    @Test(arguments: [
        ("A0B0C0D0", true, true), ("0000B052", true, true), ("A0B0C0D0", false, true), ("0000B052", false, true),
        ("12345678", true, false),
    ])
    func aReportIsTakenInEachForm(source: String, isOnData: Bool, isTaken: Bool) throws {
        var machine = connected()
        machine.send([TimedCommand(time: 6 * second, bytes: [0x90, 60, 1])], now: 6 * second)
        let sent = datagrams(&machine)
        let packet = try #require(sent.first { $0.bytes[0] == 0x80 }).bytes
        let report = bytes("FFFF5253 " + source) + [packet[2], packet[3], 0, 0]
        machine.receive(
            report[...], from: isOnData ? data : control, at: isOnData ? .data : .control, now: 6 * second)
        machine.tick(now: 6 * second + 10 * millisecond)
        let isRepeated = datagrams(&machine).contains { $0.bytes[0] == 0x80 }
        #expect(isRepeated == !isTaken)
    }

    /// It answers with a number on each port, and ends the connection by that of either.
    @Test(arguments: ["82E3FA88", "84DF0266"])
    func aPeerMayHaveANumberForEachPort(ending: String) {
        let numbers = FixedNumber()
        var machine = SessionMachine(name: "own") { numbers.value }
        _ = machine.invite(control, name: "", now: 5 * second)
        let token = " 00000002 A0B0C0D0 "
        let answers = ["82E3FA88", "84DF0266"].map { bytes("FFFF4F4B" + token + $0 + "70796D69646900") }
        machine.receive(answers[0][...], from: control, at: .control, now: 5 * second)
        machine.receive(answers[1][...], from: data, at: .data, now: 5 * second)
        #expect(machine.peers.map(\.phase) == [.connected] && machine.peers.map(\.name) == ["pymidi"])
        let packet = bytes("8061 0001 00000000 84DF0266 03 903C64")
        machine.receive(packet[...], from: data, at: .data, now: 6 * second)
        let played = commands(&machine)
        #expect(played == [[0x90, 60, 100]])
        let end = bytes("FFFF4259" + token + ending)
        machine.receive(end[...], from: control, at: .control, now: 6 * second)
        #expect(machine.peers.isEmpty)
    }

    @Test func theEndGoesToBothPorts() {
        var machine = connected()
        machine.end(machine.peers[0].id, now: 6 * second)
        let end = bytes("FFFF4259 00000002 42E16793 A0B0C0D0")
        let sent = datagrams(&machine)
        #expect(sent.map(\.bytes) == [end, end] && sent.map(\.to) == [control, data])
    }

    @Test func anEndThatComesTwiceEndsOneConnection() {
        var machine = connected()
        let end = bytes("FFFF4259 00000002 42E16793 0000B052")
        machine.receive(end[...], from: control, at: .control, now: 6 * second)
        #expect(machine.peers.isEmpty)
        // The peer invites again, and only then the second one arrives.
        let invitation = bytes("FFFF494E 00000002 11111111 0000B052 6100")
        machine.receive(invitation[...], from: control, at: .control, now: 6 * second)
        machine.receive(end[...], from: data, at: .data, now: 6 * second)
        machine.receive(invitation[...], from: data, at: .data, now: 6 * second)
        #expect(machine.peers.map(\.phase) == [.connected])
    }
}
