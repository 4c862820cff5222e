import AudioCore
import NetworkMIDI
import Testing

/// The recovery journal: its bytes, what is written, and what is recovered.
struct JournalTests {
    private func packet(_ journal: Journal) -> RTPPacket {
        RTPPacket(sequence: 9, timestamp: 0, source: 1, commands: [], journal: journal)
    }

    private func roundTrip(_ journal: Journal) throws -> Journal? {
        try RTPPacket(parsing: packet(journal).bytes[...]).journal
    }

    @Test func theJournalHasTheBytesOfTheFormat() throws {
        var channel = ChannelJournal(channel: 3)
        channel.isOlder = false
        channel.program = ProgramChapter(program: 5, bank: .init(coarse: 1, fine: 2))
        channel.controls = [
            ControlLog(number: 7, .value(100)), ControlLog(number: 64, .toggles(3)), ControlLog(number: 123, .count(4)),
        ]
        channel.wheel = WheelChapter(low: 1, high: 64, isOlder: false)
        channel.notes = NotesChapter(
            sounding: [.init(note: 60, velocity: 100, isFresh: true, isOlder: false)], ended: NoteSet([62, 64, 72]))
        channel.extras = [NoteExtra(note: 62, .releaseVelocity(10)), NoteExtra(note: 60, .begun(2))]
        channel.pressure = PressureChapter(value: 9)
        channel.keyPressures = [KeyPressureLog(note: 60, value: 11)]
        let journal = Journal(checkpoint: 0x0102, isOlder: false, channels: [channel])
        let bytes: [UInt8] = [
            0x20, 1, 2, 0x18, 33, 0xDF, 0x85, 0x81, 2, 0x82, 0x87, 100, 0xC0, 0x83, 0xFB, 0xC4, 1, 64, 0x81, 0x79, 60,
            0xE4, 0x02, 0x80, 0x80, 0x81, 0xBE, 0x8A, 0xBC, 2, 0x89, 0x80, 0xBC, 11,
        ]
        let written = packet(journal).bytes
        #expect(Array(written[13...]) == bytes.replacing(at: 4, with: UInt8(bytes.count - 3)))
        #expect(try roundTrip(journal) == journal)
    }

    @Test func anEmptyFieldOfNotesAndAFullListAreToldApart() throws {
        for count in [1, 127, 128] {
            var channel = ChannelJournal(channel: 0)
            channel.notes = NotesChapter(
                sounding: (0..<count).map { .init(note: UInt8($0), velocity: 1, isFresh: false) })
            let journal = Journal(checkpoint: 1, channels: [channel])
            #expect(try roundTrip(journal) == journal)
        }
    }

    @Test func whatIsNotUnderstoodIsSkippedByItsLength() throws {
        // A journal of system commands of 4 bytes, then a channel with chapters M, of 5 bytes, and T.
        let bytes: [UInt8] =
            [0x80, 0x61, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0x40]
            + [0x60, 0, 1, 0, 4, 9, 9, 0, 9, 0x22, 0, 5, 1, 2, 3, 77]
        let journal = try RTPPacket(parsing: bytes[...]).journal
        #expect(journal?.channels.first?.pressure == PressureChapter(value: 77, isOlder: false))
        for count in 14..<bytes.count { #expect(try RTPPacket(parsing: bytes[..<count]).journal == nil) }
    }

    @Test func theJournalOfAChannelStaysWithinItsLength() throws {
        var history = SentHistory(first: 10)
        for note in UInt8(0)..<128 {
            for command in [[0x90, note, 1], [0x80, note, 99], [0xA0, note, 3], [0xB0, note, 3]] as [[UInt8]] {
                history.note(command, in: 10, at: 0)
            }
        }
        let journal = history.journal(for: 11, now: 0)
        var writer = ByteWriter()
        writer.append(packet(journal).bytes)
        #expect(try RTPPacket(parsing: writer.bytes[...]).journal?.channels.first?.notes == journal.channels[0].notes)
        #expect(writer.count < 1100)
    }

    @Test func theHistorySaysWhatChangedSinceTheCheckpoint() {
        var history = SentHistory(first: 100)
        history.note([0x90, 60, 100], in: 100, at: 1000)
        history.note([0x90, 62, 90], in: 101, at: 1000)
        history.note([0x80, 60, 64], in: 102, at: 1000)
        history.note([0xB0, 7, 50], in: 102, at: 1000)
        let journal = history.journal(for: 103, now: 1000)
        #expect(journal.checkpoint == 100 && !journal.isOlder)
        let channel = journal.channels[0]
        #expect(channel.notes?.sounding == [.init(note: 62, velocity: 90, isFresh: true)])
        #expect(channel.notes?.ended == NoteSet([60]) && channel.notes?.endsAreOlder == false)
        #expect(channel.controls == [ControlLog(number: 7, .value(50), isOlder: false)])
        #expect(history.journal(for: 103, now: 1000 + 9 * millisecond).channels[0].notes?.sounding[0].isFresh == false)
        #expect(history.hasUnacknowledged(before: 103))
        history.acknowledge(before: 102)
        #expect(history.journal(for: 103, now: 1000).channels[0].notes?.sounding == [])
        history.acknowledge(before: 103)
        #expect(!history.hasUnacknowledged(before: 103))
        // Older reports do not bring anything back.
        history.acknowledge(before: 50)
        #expect(!history.hasUnacknowledged(before: 103))
    }

    @Test func aLongJournalForgetsTheOldestChanges() {
        var history = SentHistory(first: 1)
        for packet in UInt64(1)...2000 {
            history.note([0x90 | UInt8(packet % 16), UInt8(packet / 16), 1], in: packet, at: 0)
        }
        let journal = history.journal(for: 2001, now: 0)
        let size = packet(journal).bytes.count
        #expect(size <= SentHistory.mostBytes + 20 && journal.checkpoint > 1000)
        #expect(journal.channels.contains { $0.notes?.sounding.last?.note == 125 })
    }

    @Test func recoveryEndsAndBeginsNotes() {
        var state = ReceivedState()
        for command in [[0x90, 60, 100], [0x90, 61, 100], [0x90, 62, 100]] as [[UInt8]] { state.note(command) }
        var channel = ChannelJournal(channel: 0)
        channel.notes = NotesChapter(
            sounding: [
                .init(note: 61, velocity: 100, isFresh: true), .init(note: 62, velocity: 50, isFresh: true),
                .init(note: 70, velocity: 10, isFresh: true), .init(note: 71, velocity: 10, isFresh: false),
            ], ended: NoteSet([60, 63]))
        channel.extras = [NoteExtra(note: 60, .releaseVelocity(5))]
        let journal = Journal(checkpoint: 0, channels: [channel])
        #expect(state.recover(journal) == [[0x80, 60, 5], [0x80, 62, 64], [0x90, 62, 50], [0x90, 70, 10]])
        #expect(state.recover(journal) == [])
        #expect(state.noteOffs == [[0x80, 61, 64], [0x80, 62, 64], [0x80, 70, 64]])
    }

    @Test func recoverySetsControlsProgramsWheelAndPressure() {
        var state = ReceivedState()
        state.note([0xB1, 7, 10])
        var channel = ChannelJournal(channel: 1)
        channel.program = ProgramChapter(program: 3, bank: .init(coarse: 1, fine: 2))
        channel.controls = [
            ControlLog(number: 7, .value(10)), ControlLog(number: 10, .value(20)), ControlLog(number: 32, .value(2)),
            ControlLog(number: 64, .toggles(1)), ControlLog(number: 123, .count(1)),
        ]
        channel.wheel = WheelChapter(low: 1, high: 2)
        channel.pressure = PressureChapter(value: 4)
        channel.keyPressures = [KeyPressureLog(note: 9, value: 8)]
        let journal = Journal(checkpoint: 0, channels: [channel])
        #expect(
            state.recover(journal) == [
                [0xB1, 0, 1], [0xB1, 32, 2], [0xC1, 3], [0xB1, 10, 20], [0xB1, 64, 127], [0xB1, 123, 0], [0xE1, 1, 2],
                [0xD1, 4], [0xA1, 9, 8],
            ])
        #expect(state.recover(journal) == [])
    }

    @Test func allNotesOffIsRecoveredNoteByNote() {
        var (history, state) = (SentHistory(first: 1), ReceivedState())
        for note in [60, 64] as [UInt8] {
            history.note([0x90, note, 1], in: 1, at: 0)
            state.note([0x90, note, 1])
        }
        history.note([0xB0, 123, 0], in: 2, at: 0)
        _ = state.recover(history.journal(for: 3, now: 0))
        #expect(state.noteOffs == [])
    }

    @Test func aResetKeepsWhatCameAfterIt() {
        var (history, state) = (SentHistory(first: 1), ReceivedState())
        for command in [[0xB0, 1, 5], [0xE0, 0, 9], [0xB0, 121, 0], [0xB0, 11, 7]] as [[UInt8]] {
            history.note(command, in: 1, at: 0)
        }
        #expect(state.recover(history.journal(for: 2, now: 0)) == [[0xB0, 121, 0], [0xB0, 11, 7]])
    }

    /// Random commands, of which random packets are lost: after each journal the two sides agree.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func whateverIsLostTheStatesAgreeAfterAJournal(seed: UInt64) throws {
        var random = SeededRandom(seed)
        var (history, state, truth) = (SentHistory(first: 1), ReceivedState(), ReceivedState())
        for number in UInt64(1)...200 {
            let journal = history.journal(for: number, now: 0)
            let isLost = Int.random(in: 0..<3, using: &random) == 0
            if !isLost {
                _ = state.recover(try #require(try roundTrip(journal)))
                if Bool.random(using: &random) { history.acknowledge(before: number) }
                // With all notes fresh, the notes that sound are the same.
                #expect(state.noteOffs == truth.noteOffs)
            }
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let note = UInt8.random(in: 40..<60, using: &random)
                let status =
                    ([0x80, 0x90, 0x90, 0xB0, 0xE0, 0xD0, 0xC0] as [UInt8]).randomElement(using: &random) ?? 0x80
                let channel = UInt8.random(in: 0..<3, using: &random)
                let command = status & 0xE0 == 0xC0 ? [status | channel, note] : [status | channel, note, note * 2]
                history.note(command, in: number, at: 0)
                truth.note(command)
                if !isLost { state.note(command) }
            }
        }
        #expect(truth.recover(history.journal(for: 201, now: 0)) == [])
    }
}

extension [UInt8] {
    func replacing(at index: Int, with byte: UInt8) -> [UInt8] {
        var bytes = self
        bytes[index] = byte
        return bytes
    }
}
