import AudioCore
import NetworkMIDI
import Testing

/// What the journal says of parameters and of system commands, and what is recovered of them.
struct ParameterJournalTests {
    private func bytes(_ journal: Journal) -> [UInt8] {
        Array(RTPPacket(sequence: 9, timestamp: 0, source: 1, commands: [], journal: journal).bytes[13...])
    }

    private func parsed(_ bytes: [UInt8]) throws -> Journal? {
        try RTPPacket(parsing: ([0x80, 0x61, 0, 9, 0, 0, 0, 0, 0, 0, 0, 1, 0x40] + bytes)[...]).journal
    }

    private func control(_ number: UInt8, _ value: UInt8) -> [UInt8] { [0xB2, number, value] }

    /// A pitch bend range of a number of semitones.
    private func range(_ semitones: UInt8) -> [[UInt8]] { [control(101, 0), control(100, 0), control(6, semitones)] }

    /// What a history says after packets of commands, to one who has none of them.
    private func journal(_ packets: [[[UInt8]]]) -> Journal {
        var history = SentHistory(first: 1)
        for (number, commands) in packets.enumerated() {
            for command in commands { history.note(command, in: UInt64(number + 1), at: 0) }
        }
        return history.journal(for: UInt64(packets.count + 1), now: 0)
    }

    @Test func aParameterHasTheBytesOfTheFormat() throws {
        let journal = journal([range(12) + [control(38, 5), control(96, 0), control(97, 0), control(97, 0)], []])
        #expect(
            bytes(journal) == [0xA0, 0, 1, 0x90, 12, 0x20, 0xA0, 9, 0x80, 0, 0xE2, 12, 5, 0x80, 1])
        #expect(try parsed(bytes(journal)) == journal)
        let chapter = try #require(journal.channels.first?.parameters)
        #expect(chapter.isChosen && chapter.pending == nil && chapter.logs[0].steps == -1)
    }

    @Test func theFieldsOfOtherSendersAreRead() throws {
        // Registered parameters without coarse halves; the fields of a reset, and a count.
        let registered: [UInt8] = [0x34, 10, 0x02, 0x9E, 0x8C, 0x80, 0x03, 0x81, 0x81, 0x04]
        let read = try #require(try parsed([0x20, 0, 1, 0, 13, 0x20] + registered)?.channels.first?.parameters)
        #expect(read.isChosen && read.logs.count == 2 && read.logs.map(\.isOlder) == [false, true])
        #expect(read.logs[0].parameter == ParameterNumber(isRegistered: true, coarse: 0, fine: 2))
        #expect(read.logs[0].coarse == ParametersChapter.Entry(12, isBeforeReset: true))
        #expect(read.logs[0].stepsAfterReset == -3)
        #expect(read.logs[0].count == ParametersChapter.Entry(1, isBeforeReset: true))
        #expect(read.logs[1].parameter == ParameterNumber(isRegistered: true, coarse: 0, fine: 1))
        // All others, with a coarse half that waits for its fine one.
        let others: [UInt8] = [0x4C, 5, 0x85, 0x83, 0x02]
        let other = try #require(try parsed([0x20, 0, 1, 0, 8, 0x20] + others)?.channels.first?.parameters)
        #expect(other.pending?.isRegistered == false && other.pending?.coarse == 5 && !other.isChosen)
        #expect(other.logs.map(\.parameter) == [ParameterNumber(isRegistered: false, coarse: 0, fine: 3)])
    }

    @Test func aLostChangeOfThePitchBendRangeIsRecovered() {
        var state = ReceivedState()
        let lost = journal([range(12)])
        #expect(state.recover(lost) == range(12))
        #expect(state.recover(lost) == [])
        // One whose value is lost alone, after the choice has arrived.
        var other = ReceivedState()
        for command in range(12).prefix(2) { other.note(command) }
        #expect(other.recover(lost) == [control(6, 12)])
        // No parameter is left chosen where the sender has ended the choice.
        var third = ReceivedState()
        let ended = journal([range(2) + [control(101, 127), control(100, 127)]])
        #expect(third.recover(ended) == range(2) + [control(101, 127), control(100, 127)])
        var fourth = ReceivedState()
        for command in range(2) { fourth.note(command) }
        #expect(fourth.recover(ended) == [control(101, 127), control(100, 127)])
    }

    @Test func aDataEntryWithoutAParameterDoesNotChangeOne() {
        var state = ReceivedState()
        for command in range(12) { state.note(command) }
        // The end of the choice is lost, and a data entry that is for none.
        let commands = range(12) + [control(101, 127), control(100, 127), control(6, 99)]
        #expect(
            state.recover(journal([commands])) == [control(101, 127), control(100, 127), control(6, 99)])
        var truth = ReceivedState()
        for command in commands { truth.note(command) }
        #expect(state == truth)
    }

    @Test func stepsAreMadeUpFor() {
        let commands = [control(99, 1), control(98, 2), control(6, 64)] + Array(repeating: control(96, 0), count: 5)
        var state = ReceivedState()
        for command in commands.prefix(6) { state.note(command) }
        #expect(state.recover(journal([commands])) == [control(96, 0), control(96, 0)])
        var empty = ReceivedState()
        #expect(empty.recover(journal([commands])) == commands)
    }

    @Test func aJournalMakesSoManyCommandsAndTheNextOneTheRest() throws {
        var state = ReceivedState()
        for note in UInt8(0)..<128 { state.note([0x9F, note, 1]) }
        let channels = (UInt8(0)..<16).map { number in
            var channel = ChannelJournal(channel: number)
            channel.parameters = ParametersChapter()
            channel.parameters?.logs = (UInt8(0)..<100).map { fine in
                var log = ParametersChapter.Log(ParameterNumber(isRegistered: false, coarse: 1, fine: fine))
                log.steps = -ParametersChapter.mostSteps
                return log
            }
            channel.notes = NotesChapter(sounding: [], ended: NoteSet(Array(0..<128)))
            return channel
        }
        let journal = Journal(checkpoint: 0, channels: channels)
        #expect(bytes(journal).count > 8000 && bytes(journal).count < 9000)
        let read = try #require(try parsed(bytes(journal)))
        let commands = state.recover(read)
        // The notes end in any case.
        #expect(commands.filter { $0[0] & 0xF0 == 0x80 }.count == 128 && state.noteOffs == [])
        #expect(commands.count >= ReceivedState.mostCommands)
        #expect(commands.count < ReceivedState.mostCommands + 128 + 16)
    }

    @Test func stepsThatAJournalLeavesOutAreBroughtByOthers() {
        let most = ReceivedState.mostCommands
        let commands = [control(99, 1), control(98, 2)] + Array(repeating: control(96, 0), count: most + 100)
        var (state, truth) = (ReceivedState(), ReceivedState())
        for command in commands { truth.note(command) }
        #expect(state.recover(journal([commands])).count == most)
        #expect(state.recover(journal([commands])).count == 102 && state == truth)
        #expect(state.recover(journal([commands])) == [])
    }

    @Test func aCoarseHalfThatWaitsIsRecovered() {
        let commands = range(12) + [control(99, 5)]
        var state = ReceivedState()
        for command in range(12) { state.note(command) }
        let journal = journal([commands])
        #expect(journal.channels[0].parameters?.pending?.coarse == 5)
        #expect(journal.channels[0].parameters?.pending?.isRegistered == false)
        _ = state.recover(journal)
        var truth = ReceivedState()
        for command in commands { truth.note(command) }
        #expect(state == truth)
        // It ends with the fine half.
        for command in [control(98, 6), control(6, 1)] {
            state.note(command)
            truth.note(command)
        }
        #expect(state == truth)
    }

    @Test func aPeerThatHasParametersAsControlsIsUnderstood() {
        var channel = ChannelJournal(channel: 2)
        channel.controls = [(6, 12), (100, 0), (101, 0)].map { ControlLog(number: $0, .value($1)) }
        var state = ReceivedState()
        let journal = Journal(checkpoint: 0, channels: [channel])
        #expect(state.recover(journal) == [control(101, 0), control(100, 0), control(6, 12)])
        #expect(state.recover(journal) == [])
    }

    @Test func theProgramKeepsTheBankThatItWasChosenWith() {
        let commands: [[UInt8]] = [control(0, 1), control(32, 2), [0xC2, 3], control(0, 4)]
        var state = ReceivedState()
        for command in commands { state.note(command) }
        // A bank that is chosen for later does not make the program begin again.
        #expect(state.recover(journal([commands])) == [])
    }

    @Test func aJournalWithoutABankDoesNotBringTheProgramAgain() {
        var state = ReceivedState()
        for command in [control(0, 1), control(32, 2), [0xC2, 3]] { state.note(command) }
        var channel = ChannelJournal(channel: 2)
        channel.program = ProgramChapter(program: 3, bank: nil)
        #expect(state.recover(Journal(checkpoint: 0, channels: [channel])) == [])
        channel.program?.program = 4
        #expect(state.recover(Journal(checkpoint: 0, channels: [channel])) == [[0xC2, 4]])
        #expect(state.recover(Journal(checkpoint: 0, channels: [channel])) == [])
        channel.program?.bank = .init(coarse: 1, fine: 3)
        #expect(
            state.recover(Journal(checkpoint: 0, channels: [channel])) == [control(0, 1), control(32, 3), [0xC2, 4]])
    }

    @Test func modesThatEndEachOtherAndLocalControlKeepTheirValues() {
        let commands = [control(126, 4), control(127, 0), control(122, 127), control(125, 0), control(124, 0)]
        var state = ReceivedState()
        #expect(state.recover(journal([commands])) == [control(127, 0), control(122, 127), control(124, 0)])
        #expect(state.recover(journal([commands])) == [])
    }

    // MARK: System commands

    @Test func systemCommandsHaveTheBytesOfTheFormat() throws {
        let journal = journal([[[0xF3, 5], [0xF6], [0xFA], [0xF8], [0xF8]]])
        #expect(bytes(journal) == [0x40, 0, 1, 0x50, 8, 0x30, 1, 5, 0x70, 0, 1])
        #expect(try parsed(bytes(journal)) == journal)
        // Chapters D, V and Q of another sender, with commands that MIDI does not define, and a time.
        let other: [UInt8] = [
            0xF0, 16, 0xCA, 0x81, 0x80, 3, 9, 0x82, 1, 0x81, 0x78, 0x12, 0x34, 0, 0, 0,
        ]
        let read = try #require(try parsed([0x40, 0, 1] + other)?.system)
        #expect(read.resets == SystemJournal.Log(1) && read.tunings == nil && read.song == nil)
        #expect(
            read.sequencer == SequencerChapter(isRunning: true, hasMoved: true, clocks: 0x1234, isOlder: false))
    }

    @Test func aLostResetIsRecoveredWithWhatCameAfterIt() {
        var state = ReceivedState()
        for command in [[0x90, 60, 1], [0xB0, 7, 9]] as [[UInt8]] { state.note(command) }
        let journal = journal([[[0x90, 60, 1], [0xB0, 7, 9]], [[0xFF], [0xB0, 7, 9], [0xF3, 2]]])
        #expect(state.recover(journal) == [[0xFF], [0xF3, 2], [0xB0, 7, 9]])
        #expect(state.recover(journal) == [] && state.noteOffs == [])
    }

    @Test func aSequencerIsBroughtToItsPlace() {
        func recovered(_ had: [[UInt8]], _ sent: [[UInt8]]) -> [[UInt8]] {
            var state = ReceivedState()
            for command in had { state.note(command) }
            let journal = journal([sent])
            defer { #expect(state.recover(journal) == []) }
            return state.recover(journal)
        }
        let clock: [UInt8] = [0xF8]
        let clocks = Array(repeating: clock, count: 30)
        #expect(recovered([], [[0xFA]]) == [[0xFA]])
        #expect(recovered([[0xFA], clock], [[0xFA]] + clocks.prefix(3)) == [clock, clock])
        #expect(recovered([[0xFA], clock], [[0xFA], clock, [0xFC]]) == [[0xFC]])
        #expect(
            recovered([[0xFA]] + clocks, [[0xFA]] + clocks + [[0xFC], [0xF2, 100, 1]]) == [[0xFC], [0xF2, 100, 1]])
        #expect(
            recovered([], [[0xF2, 100, 1], [0xFB], clock, clock]) == [[0xF2, 100, 1], [0xFB], clock, clock])
        #expect(
            recovered([[0xFA]] + clocks, [[0xFA]] + clocks + [[0xFA], clock])
                == [[0xFC], [0xF2, 0, 0], [0xFB], clock])
    }

    // MARK: Streams

    /// Commands of all kinds that have a state.
    private func command(_ random: inout SeededRandom) -> [UInt8] {
        let value = UInt8.random(in: 0..<128, using: &random)
        let channel = UInt8.random(in: 0..<2, using: &random)
        let controls: [UInt8] = [
            0, 32, 1, 7, 11, 64, 6, 6, 38, 96, 97, 98, 99, 100, 101, 100, 101, 120, 121, 122, 123, 126, 127,
        ]
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9:
            let control = controls.randomElement(using: &random) ?? 1
            let isChoice = (98...101).contains(control)
            // Few numbers, so that parameters come again, and now and then none.
            let number: UInt8 = value < 30 ? 127 : value & 1
            return [0xB0 | channel, control, isChoice ? number : value]
        case 9: return [0xC0 | channel, value]
        case 10: return [0xD0 | channel, value]
        case 11: return [0xE0 | channel, value, value]
        case 12: return [0xA0 | channel, value & 3, value]
        case 13...15: return [0x90 | channel, value & 7, value]
        case 16: return [0x80 | channel, value & 7, value]
        case 17:
            let system: [[UInt8]] = [[0xFA], [0xFB], [0xFC], [0xF2, value, 0], [0xF3, value], [0xF6]]
            return system[Int(value) % system.count]
        case 18: return [value < 4 ? 0xFF : 0xF8]
        default: return [0xF8]
        }
    }

    /// Whichever one packet of a stream is lost, the next packet brings the receiver to where the sender is.
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func whicheverPacketIsLostTheReceiverAgreesWithTheSender(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let packets = (0..<30).map { _ in (0..<Int.random(in: 1..<6, using: &random)).map { _ in command(&random) } }
        for lost in packets.indices.dropLast() {
            var (history, truth, state) = (SentHistory(first: 1), ReceivedState(), ReceivedState())
            for (index, commands) in packets.enumerated() {
                let number = UInt64(index + 1)
                if index == lost + 1 {
                    _ = state.recover(try #require(try parsed(bytes(history.journal(for: number, now: 0)))))
                    try #require(state == truth, "seed \(seed): packet \(lost) of \(packets[lost])")
                    // A journal that says no more than is known brings nothing.
                    #expect(state.recover(history.journal(for: number, now: 0)) == [], "seed \(seed), \(lost)")
                }
                for command in commands {
                    history.note(command, in: number, at: 0)
                    truth.note(command)
                    if index != lost { state.note(command) }
                }
                // The receiver has reported some of what it has.
                if index < lost, index % 7 == 6 { history.acknowledge(before: number + 1) }
            }
            #expect(state == truth, "seed \(seed): packet \(lost)")
        }
    }

    /// Many packets are lost in a row, now and then.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func whateverIsLostAJournalMendsIt(seed: UInt64) throws {
        var random = SeededRandom(seed &+ 1000)
        var (history, truth, state) = (SentHistory(first: 1), ReceivedState(), ReceivedState())
        for number in UInt64(1)...300 {
            let isLost = Int.random(in: 0..<10, using: &random) < 6
            if !isLost {
                _ = state.recover(try #require(try parsed(bytes(history.journal(for: number, now: 0)))))
                try #require(state == truth, "seed \(seed): before packet \(number)")
                if Bool.random(using: &random) { history.acknowledge(before: number) }
            }
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let command = command(&random)
                history.note(command, in: number, at: 0)
                truth.note(command)
                if !isLost { state.note(command) }
            }
        }
    }
}
