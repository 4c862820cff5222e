import NetworkMIDI
import Testing

/// The protocol between two sessions, by a clock that the tests move.
struct SessionTests {
    private func phases(_ network: TestNetwork) -> [[Peer.Phase]] { network.machines.map { $0.peers.map(\.phase) } }

    private func datagrams(_ machine: inout SessionMachine) -> [SessionCommand] {
        machine.takeOutputs().compactMap {
            guard case .datagram(let bytes, _, _) = $0 else { return nil }
            return try? SessionCommand(parsing: bytes[...])
        }
    }

    @Test func anInvitationOnBothPortsMakesAConnection() {
        var network = TestNetwork()
        network.connect()
        #expect(phases(network) == [[.connected], [.connected]])
        #expect(network.machines.map { $0.peers[0].name } == ["side 1", "side 0"])
        #expect(network.machines.allSatisfy { $0.peers[0].isSynchronised })
        network.send(0, [[0x90, 60, 100]])
        network.send(1, [[0x80, 1, 2], [0xF0, 1, 0xF7]])
        network.run(until: network.now + second)
        #expect(network.commands(1) == [[0x90, 60, 100]] && network.commands(0) == [[0x80, 1, 2], [0xF0, 1, 0xF7]])
    }

    @Test func thePolicyDecidesWhoIsAccepted() {
        for (policy, contacts, isAccepted) in [
            (SessionMachine.Policy.noOne, [], false), (.contacts, [], false), (.contacts, [address(1).host], true),
            (.anyone, [], true),
        ] as [(SessionMachine.Policy, Set<NetworkAddress.Host>, Bool)] {
            var network = TestNetwork()
            network.machines[1].policy = policy
            network.machines[1].contacts = contacts
            network.connect()
            #expect(phases(network) == (isAccepted ? [[.connected], [.connected]] : [[], []]))
        }
    }

    @Test func twelveInvitationsGoOutAndOthersLater() {
        var network = TestNetwork()
        network.isCut = true
        _ = network.machines[0].invite(address(2), name: "x", now: network.now)
        network.run(until: network.now + 13 * second)
        func invitations() -> Int { network.sent.filter { $0.bytes.starts(with: [0xFF, 0xFF, 0x49, 0x4E]) }.count }
        #expect(phases(network)[0] == [.pausing] && invitations() == 12)
        network.isCut = false
        network.run(until: network.now + 25 * second)
        #expect(phases(network) == [[.connected], [.connected]])
    }

    @Test func theEndOfOneSideEndsTheOtherAndItsNotes() {
        var network = TestNetwork()
        network.connect()
        network.send(0, [[0x93, 60, 100]])
        network.run(until: network.now + second)
        network.with(0) { $0.end($0.peers[0].id, now: $1) }
        network.run(until: network.now + second)
        #expect(phases(network) == [[], []])
        #expect(network.commands(1) == [[0x93, 60, 100], [0x83, 60, 64]])
    }

    @Test func aSilentPeerIsInvitedAgain() {
        var network = TestNetwork()
        network.connect()
        network.send(1, [[0x90, 60, 100]])
        network.run(until: network.now + second)
        network.isCut = true
        network.run(until: network.now + 80 * second)
        #expect(phases(network)[0] != [.connected] && phases(network)[1] == [])
        #expect(network.commands(0).last == [0x80, 60, 64])
        network.isCut = false
        network.run(until: network.now + 40 * second)
        #expect(phases(network) == [[.connected], [.connected]])
        network.send(0, [[0x90, 1, 1]])
        network.run(until: network.now + second)
        #expect(network.commands(1).last == [0x90, 1, 1])
    }

    @Test func aPeerThatBeginsAgainReplacesItself() {
        var network = TestNetwork()
        network.connect()
        network.send(0, [[0x90, 60, 100]])
        network.run(until: network.now + second)
        let invitation = SessionCommand.invitation(token: 99, source: network.machines[0].source, name: "again")
        network.with(1) { $0.receive(invitation.bytes[...], from: address(1), at: .control, now: $1) }
        #expect(phases(network)[1] == [.connected, .accepted] && network.commands(1) == [[0x90, 60, 100]])
        network.with(1) { $0.receive(invitation.bytes[...], from: address(1, 5005), at: .data, now: $1) }
        #expect(phases(network)[1] == [.connected, .replacing] && network.commands(1) == [[0x90, 60, 100]])
        network.exchangeClocks(network.machines[0].source)
        #expect(network.machines[1].peers.map(\.name) == ["again"] && phases(network)[1] == [.connected])
        #expect(network.commands(1).last == [0x80, 60, 64])
    }

    /// On either side: of the peer that has invited, and of the one that was invited. One invitation has the peer's own number, one the smallest, and one the largest.
    @Test(arguments: [0, 1], [nil, 1, .max] as [UInt32?])
    func anInvitationAloneDoesNotEndAConnection(side: Int, number: UInt32?) {
        for policy in [SessionMachine.Policy.noOne, .anyone] {
            var network = TestNetwork()
            network.connect()
            network.machines[side].policy = policy
            network.send(1 - side, [[0x90, 60, 100]])
            network.run(until: network.now + second)
            let id = network.machines[side].peers[0].id
            let source = number ?? network.machines[1 - side].source
            for token in [1, 2] as [UInt32] {
                let invitation = SessionCommand.invitation(token: token, source: source, name: "forged")
                let sender = address(UInt32(2 - side))
                network.with(side) { $0.receive(invitation.bytes[...], from: sender, at: .control, now: $1) }
                #expect(network.machines[side].peers.count <= 2)
            }
            network.send(1 - side, [[0xB0, 7, 1]])
            network.run(until: network.now + 20 * second)
            #expect(network.commands(side) == [[0x90, 60, 100], [0xB0, 7, 1]])
            #expect(network.machines[side].peers.map(\.id) == [id] && phases(network)[side] == [.connected])
            network.send(side, [[0xB0, 7, 2]])
            network.run(until: network.now + second)
            #expect(network.commands(1 - side).last == [0xB0, 7, 2])
        }
    }

    /// Whoever writes the address of a peer into datagrams does not get the answers, and so cannot give back what they say.
    @Test(arguments: [nil, 0, 105_000] as [UInt64?])
    func twoForgedInvitationsDoNotEndAConnection(time: UInt64?) {
        var network = TestNetwork()
        network.connect()
        network.send(0, [[0x90, 60, 100]])
        network.run(until: network.now + second)
        let invitation = SessionCommand.invitation(token: 7, source: 12_345, name: "forged")
        for port in [SessionPort.control, .data] {
            let sender = address(1, port == .control ? 5004 : 5005)
            network.with(1) { $0.receive(invitation.bytes[...], from: sender, at: port, now: $1) }
        }
        if let time { network.exchangeClocks(12_345, time: time) }
        let packet = RTPPacket(
            sequence: 1, timestamp: 0, source: 12_345, commands: [ListCommand(ticks: 0, bytes: [0x90, 1, 1])])
        network.with(1) { $0.receive(packet.bytes[...], from: address(1, 5005), at: .data, now: $1) }
        network.run(until: network.now + 65 * second)
        #expect(phases(network)[1] == [.connected, .replacing] && network.commands(1) == [[0x90, 60, 100]])
        // What is sent goes to the peer once.
        let before = network.sent.count
        network.send(1, [[0xB0, 7, 1]])
        #expect(network.sent.count == before + 1)
        network.run(until: network.now + 10 * second)
        #expect(network.machines[1].peers.map(\.name) == ["side 0"] && phases(network)[1] == [.connected])
        #expect(network.commands(0).last == [0xB0, 7, 1])
    }

    @Test func aPeerThatExchangesNoClocksReplacesOneThatHasGone() {
        var network = TestNetwork()
        network.connect()
        network.isCut = true
        let invitation = SessionCommand.invitation(token: 7, source: 12_345, name: "restarted")
        for port in [SessionPort.control, .data] {
            let sender = address(1, port == .control ? 5004 : 5005)
            network.with(1) { $0.receive(invitation.bytes[...], from: sender, at: port, now: $1) }
        }
        #expect(phases(network)[1] == [.connected, .replacing])
        network.run(until: network.now + 62 * second)
        #expect(network.machines[1].peers.map(\.name) == ["restarted"] && phases(network)[1] == [.connected])
    }

    @Test func thePolicyDecidesBeforeAConnectionIsReplaced() {
        var network = TestNetwork()
        network.connect()
        network.machines[1].policy = .noOne
        let invitation = SessionCommand.invitation(token: 99, source: 12_345, name: "forged")
        var machine = network.machines[1]
        machine.receive(invitation.bytes[...], from: address(1), at: .control, now: network.now)
        machine.receive(invitation.bytes[...], from: address(1, 5005), at: .data, now: network.now)
        let refusal = SessionCommand.refusal(token: 99, source: machine.source)
        let answers = datagrams(&machine)
        #expect(answers == [refusal, refusal])
        #expect(machine.peers.map(\.name) == ["side 0"] && machine.peers.map(\.phase) == [.connected])
    }

    @Test func aPeerIsReplacedWhereThereIsNoRoomForMore() {
        var network = TestNetwork()
        var machine = network.machines[1]
        func invite(_ host: UInt32, _ source: UInt32, _ ports: [SessionPort]) {
            let invitation = SessionCommand.invitation(token: source, source: source, name: "\(source)")
            for port in ports {
                let sender = address(host, port == .control ? 5004 : 5005)
                machine.receive(invitation.bytes[...], from: sender, at: port, now: network.now)
            }
        }
        for number in UInt32(1)...UInt32(SessionMachine.mostPeers) { invite(number, number, [.control, .data]) }
        for number in UInt32(1)...UInt32(SessionMachine.mostPeers) { invite(number, 100 + number, [.control]) }
        #expect(machine.peers.count == SessionMachine.mostPeers + 1)
        invite(1, 101, [.data])
        #expect(machine.peers.count == SessionMachine.mostPeers + 1)
        network.machines[1] = machine
        network.exchangeClocks(101)
        #expect(network.machines[1].peers.count == SessionMachine.mostPeers)
        #expect(network.machines[1].peers.last?.name == "101")
        #expect(network.machines[1].peers.allSatisfy { $0.phase == .connected })
    }

    /// Two programs of a machine may have one token. What is sent to the first is not taken by the second.
    @Test func anInvitationForMIDIIsThatOfThePeerWithItsNumber() {
        var network = TestNetwork()
        var machine = network.machines[1]
        for (source, port) in [(501, 5004), (502, 6004)] as [(UInt32, UInt16)] {
            let invitation = SessionCommand.invitation(token: 9, source: source, name: "\(source)")
            machine.receive(invitation.bytes[...], from: address(7, port), at: .control, now: network.now)
        }
        _ = datagrams(&machine)
        func inviteForData(_ source: UInt32, _ port: UInt16) -> [SessionCommand] {
            let invitation = SessionCommand.invitation(token: 9, source: source, name: "")
            machine.receive(invitation.bytes[...], from: address(7, port), at: .data, now: network.now)
            return datagrams(&machine)
        }
        let acceptance = SessionCommand.acceptance(token: 9, source: machine.source, name: "side 1")
        #expect(inviteForData(502, 6005) == [acceptance])
        #expect(machine.peers.map(\.phase) == [.accepted, .connected])
        #expect(inviteForData(501, 5005) == [acceptance])
        #expect(machine.peers.map(\.phase) == [.connected, .connected])
        // Nobody else is taken for one that is connected.
        #expect(inviteForData(503, 7005) == [.refusal(token: 9, source: machine.source)])
        #expect(machine.peers.map(\.name) == ["501", "502"])
        network.machines[1] = machine
    }

    @Test func anotherProgramAtTheAddressOfAPeerReplacesIt() {
        var network = TestNetwork()
        network.connect()
        network.send(0, [[0x90, 60, 100]])
        network.run(until: network.now + second)
        let invitation = SessionCommand.invitation(token: 7, source: 12_345, name: "restarted")
        network.with(1) { $0.receive(invitation.bytes[...], from: address(1), at: .control, now: $1) }
        network.with(1) { $0.receive(invitation.bytes[...], from: address(1, 5005), at: .data, now: $1) }
        network.exchangeClocks(12_345)
        #expect(network.machines[1].peers.map(\.name) == ["restarted"] && phases(network)[1] == [.connected])
        #expect(network.commands(1).last == [0x80, 60, 64])
        // One copy of each message goes to the address.
        let before = network.sent.count
        network.send(1, [[0xB0, 7, 1]])
        #expect(network.sent.count == before + 1)
    }

    /// A program that has accepted is restarted, and invites, before the other side misses it.
    @Test(arguments: [1, 4_000_000_000] as [UInt32])
    func aPeerThatIsRestartedAndInvitesIsConnectedAtOnce(source: UInt32) {
        var network = TestNetwork()
        network.connect()
        network.send(1, [[0x90, 60, 100]])
        network.run(until: network.now + second)
        network.machines[1] = SessionMachine(name: "restarted") { source }
        network.machines[1].policy = .anyone
        network.with(1) { _ = $0.invite(address(1), name: "", now: $1) }
        network.run(until: network.now + 2 * second)
        #expect(phases(network) == [[.connected], [.connected]])
        #expect(network.machines[0].peers[0].name == "restarted")
        #expect(network.commands(0) == [[0x90, 60, 100], [0x80, 60, 64]])
        network.send(0, [[0xB0, 7, 1]])
        network.run(until: network.now + second)
        #expect(network.commands(1).last == [0xB0, 7, 1])
    }

    @Test func anInvitationOfAnotherVersionIsRefused() {
        var network = TestNetwork()
        var machine = network.machines[1]
        var bytes = SessionCommand.invitation(token: 77, source: 2, name: "new").bytes
        bytes[7] = 3
        for port in [SessionPort.control, .data] {
            machine.receive(bytes[...], from: address(9), at: port, now: network.now)
        }
        let refusal = SessionCommand.refusal(token: 77, source: machine.source)
        let answers = datagrams(&machine)
        #expect(answers == [refusal, refusal] && machine.peers.isEmpty)
        // Nothing else of another version is answered.
        bytes[2...3] = [0x4E, 0x4F]
        machine.receive(bytes[...], from: address(9), at: .control, now: network.now)
        let others = datagrams(&machine)
        #expect(others == [])
        network.machines[1] = machine
    }

    @Test func aMalformedJournalLosesNoCommands() {
        var network = TestNetwork()
        network.connect()
        let source = network.machines[0].source
        var bytes = RTPPacket(
            sequence: 5, timestamp: 0, source: source, commands: [ListCommand(ticks: 0, bytes: [0x90, 60, 1])],
            journal: Journal(checkpoint: 4)
        ).bytes
        bytes[bytes.count - 3] = 0x2F
        network.with(1) { $0.receive(bytes[...], from: address(1, 5005), at: .data, now: $1) }
        network.run(until: network.now + second)
        #expect(network.commands(1) == [[0x90, 60, 1]])
    }

    @Test func twoThatInviteEachOtherMakeOneConnection() {
        var network = TestNetwork()
        network.machines[0].policy = .noOne
        _ = network.machines[1].invite(address(1), name: "", now: network.now)
        network.connect()
        #expect(phases(network) == [[.connected], [.connected]])
        #expect(network.machines.map { $0.peers[0].isInvited } == [false, true])
    }

    @Test func aPeerThatIsAcceptedAndDoesNotContinueIsForgotten() {
        var network = TestNetwork()
        let invitation = SessionCommand.invitation(token: 1, source: 2, name: "half")
        network.with(1) { $0.receive(invitation.bytes[...], from: address(7), at: .control, now: $1) }
        #expect(phases(network)[1] == [.accepted])
        network.run(until: network.now + 16 * second)
        #expect(phases(network)[1] == [])
    }

    @Test func noMoreThanSomePeersAreAccepted() {
        var network = TestNetwork()
        var machine = network.machines[1]
        for number in UInt32(0)..<100 {
            let invitation = SessionCommand.invitation(token: number, source: 100 + number, name: "")
            machine.receive(invitation.bytes[...], from: address(50 + number), at: .control, now: network.now)
        }
        #expect(machine.peers.count == SessionMachine.mostPeers)
        let answers = datagrams(&machine)
        #expect(answers.count == 100)
        #expect(answers.suffix(68).allSatisfy { if case .refusal = $0 { true } else { false } })
        network.machines[1] = machine
    }

    @Test func aStrangerChangesNothing() {
        var network = TestNetwork()
        network.connect()
        let source = network.machines[0].source
        let packet = RTPPacket(
            sequence: 1, timestamp: 0, source: source, commands: [ListCommand(ticks: 0, bytes: [0x90, 1, 1])])
        for bytes in [
            SessionCommand.end(token: 1001, source: source).bytes, packet.bytes,
            SessionCommand.feedback(source: source, sequence: 0).bytes,
            SessionCommand.clock(ClockMessage(source: source, step: 0, times: [5])).bytes,
        ] {
            for port in [SessionPort.control, .data] {
                network.with(1) { $0.receive(bytes[...], from: address(66, 5005), at: port, now: $1) }
            }
        }
        #expect(phases(network)[1] == [.connected] && network.commands(1) == [])
    }

    @Test func clocksThatDifferAreMapped() throws {
        var network = TestNetwork()
        network.clockOffset = 5000 * second + 123_456_789
        network.latency = 3 * millisecond
        network.connect()
        for _ in 0..<10 {
            network.send(0, [[0x90, 60, 1]])
            network.send(1, [[0x90, 61, 1]])
            network.run(until: network.now + 50 * millisecond)
        }
        // What is sent at one time is played after one delay, on both sides.
        for side in [0, 1] {
            #expect(network.played[side].count == 10)
            let gaps = zip(network.played[side].dropFirst(), network.played[side]).map {
                Int64($0.command.time) - Int64($1.command.time)
            }
            #expect(gaps.allSatisfy { abs($0 - Int64(50 * millisecond)) <= Int64(millisecond) }, "\(gaps)")
            #expect(network.played[side].allSatisfy { $0.command.time >= $0.at })
        }
    }

    @Test func aLyingClockLosesNoNotes() {
        for stamps in [[5, 5, 5], [4_000_000_000, 1, 77], [.max, 0, .max]] as [[UInt32]] {
            var network = TestNetwork()
            network.connect()
            let source = network.machines[0].source
            for (index, stamp) in stamps.enumerated() {
                let packet = RTPPacket(
                    sequence: UInt16(index), timestamp: stamp, source: source,
                    commands: [ListCommand(ticks: 0, bytes: [0x90, UInt8(index), 1])])
                network.with(1) { $0.receive(packet.bytes[...], from: address(1, 5005), at: .data, now: $1) }
                network.run(until: network.now + 300 * millisecond)
            }
            #expect(network.commands(1) == [[0x90, 0, 1], [0x90, 1, 1], [0x90, 2, 1]])
            #expect(network.played[1].allSatisfy { $0.command.time < $0.at + 1200 * millisecond })
        }
    }

    @Test func reportsEndTheRepetitionOfJournals() {
        var network = TestNetwork()
        network.connect()
        let before = network.sent.count
        network.send(0, [[0x90, 60, 100]])
        network.run(until: network.now + second)
        let packets = network.sent[before...].filter { $0.side == 0 && $0.bytes[0] == 0x80 }
        // The packet, and journals after 3, 7, 20 and perhaps 60 ms, before the report has come.
        #expect((4...5).contains(packets.count))
        let reports = network.sent[before...].filter {
            $0.side == 1 && $0.bytes.starts(with: [0xFF, 0xFF, 0x52, 0x53])
        }
        #expect(reports.count >= 1 && reports[0].bytes.count == 12)
    }

    @Test func aLostNoteOffThatNothingFollowsEndsTheNote() throws {
        var network = TestNetwork()
        network.connect()
        network.send(0, [[0x90, 60, 100]])
        network.run(until: network.now + second)
        network.drops = { !$0.commands.isEmpty }
        network.send(0, [[0x80, 60, 30]])
        network.run(until: network.now + second)
        #expect(network.commands(1) == [[0x90, 60, 100], [0x80, 60, 30]])
        #expect(network.machines[1].peers[0].statistics.recovered == 1)
    }

    @Test func aLostNoteOnIsPlayedWithinTenMilliseconds() throws {
        var network = TestNetwork()
        network.connect()
        network.drops = { !$0.commands.isEmpty }
        let sent = network.now
        network.send(0, [[0x90, 60, 100]])
        network.run(until: network.now + second)
        let played = try #require(network.played[1].first)
        #expect(played.command.bytes == [0x90, 60, 100])
        #expect(played.command.time <= sent + PlayoutDelay.initial + 10 * millisecond)
    }

    @Test func packetsThatOvertakeEachOtherArePlayedInOrder() {
        var network = TestNetwork()
        network.jitter = 15 * millisecond
        network.connect()
        var expected: [[UInt8]] = []
        for number in 0..<200 {
            let command: [UInt8] = [0xB0, 1, UInt8(number % 128)]
            expected.append(command)
            network.send(0, [command])
            network.run(until: network.now + 2 * millisecond)
        }
        network.run(until: network.now + second)
        #expect(network.commands(1) == expected)
        #expect(network.machines[1].peers[0].statistics.lost == 0)
    }

    /// Of a hundred datagrams, as many are lost; the others take up to 20 ms longer than the fastest.
    @Test(arguments: [5, 20, 40], 1...3 as ClosedRange<UInt64>)
    func noNoteHangsAndNoneIsLate(loss: Int, seed: UInt64) {
        var network = TestNetwork(seed: seed)
        (network.loss, network.lossIsOfMIDI, network.jitter) = (loss, true, 20 * millisecond)
        network.connect()
        var random = SeededRandom(seed)
        var begun: [UInt8: UInt64] = [:]
        for number in 0..<400 {
            let note = UInt8(number % 100)
            begun[note] = network.now
            network.send(0, [[0x90, note, 1 + UInt8(number / 100)]])
            network.run(until: network.now + UInt64.random(in: 1...30, using: &random) * millisecond)
            network.send(0, [[0x80, note, 64]])
            network.run(until: network.now + UInt64.random(in: 1...30, using: &random) * millisecond)
        }
        network.run(until: network.now + 5 * second)
        var sounding: Set<UInt8> = []
        for command in network.commands(1) {
            if command[0] == 0x90 { sounding.insert(command[1]) } else { sounding.remove(command[1]) }
        }
        #expect(sounding.isEmpty, "hung: \(sounding)")
        let ons = network.played[1].filter { $0.command.bytes[0] == 0x90 }
        #expect(ons.allSatisfy { $0.at <= $0.command.time + 10 * millisecond })
        #expect(ons.count >= (loss == 5 ? 396 : 200), "played \(ons.count) of 400")
        #expect(network.dropped > 10 * loss)
    }

    @Test func randomDatagramsNeverTrapNorGrow() {
        var network = TestNetwork()
        network.connect()
        var random = SeededRandom(5)
        let source = network.machines[0].source
        for number in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            let sourceBytes = withUnsafeBytes(of: source.bigEndian) { Array($0) }
            if number % 3 == 0 {
                let code = ([0x494E, 0x4F4B, 0x4E4F, 0x434B, 0x5253] as [UInt16]).randomElement(using: &random) ?? 0
                bytes = [0xFF, 0xFF, UInt8(code >> 8), UInt8(code & 0xFF)] + bytes
                if code == 0x434B || code == 0x5253, bytes.count > 8 { bytes.replaceSubrange(4..<8, with: sourceBytes) }
            } else if bytes.count > 13 {
                bytes.replaceSubrange(0..<2, with: [0x80, 0x61])
                bytes.replaceSubrange(8..<12, with: sourceBytes)
            }
            network.with(1) {
                $0.receive(
                    bytes[...], from: address(1, 5004 + UInt16(number % 2)), at: number % 2 == 0 ? .control : .data,
                    now: $1)
            }
            if number % 10 == 0 { network.run(until: network.now + millisecond) }
        }
        network.run(until: network.now + second)
        #expect(network.machines[1].peers.count <= SessionMachine.mostPeers)
        network.send(0, [[0x90, 60, 1]])
        network.run(until: network.now + 2 * second)
        #expect(network.machines[1].peers.contains { $0.phase == .connected })
    }
}
