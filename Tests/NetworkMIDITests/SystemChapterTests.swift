import NetworkMIDI
import Testing

/// The chapters of the journal for active sensing, time code and system exclusive messages.
struct SystemChapterTests {
    private func roundTrip(_ journal: SystemJournal) throws -> [UInt8] {
        let packet = RTPPacket(
            sequence: 9, timestamp: 0, source: 1, commands: [], journal: Journal(checkpoint: 1, system: journal))
        let read = try RTPPacket(parsing: packet.bytes[...]).journal?.system
        #expect(read == journal)
        // Behind the packet's head, the length of its list, and the journal's head.
        return Array(packet.bytes[16...])
    }

    /// The quarter frames of a time, as a sender sends them one after the other.
    private func quarters(_ hours: UInt8, _ minutes: UInt8, _ seconds: UInt8, _ frames: UInt8) -> [[UInt8]] {
        let halves = [frames, seconds, minutes, hours].flatMap { [$0 & 0xF, $0 >> 4] }
        return halves.enumerated().map { [0xF1, UInt8($0) << 4 | $1] }
    }

    private func fullFrame(_ time: [UInt8]) -> [UInt8] { [0xF0, 0x7F, 0x7F, 1, 1] + time + [0xF7] }

    /// What a receiver makes of a journal that lacks the packets from one on, each of which has one command.
    private func recovered(_ commands: [[UInt8]], from first: Int) -> [[UInt8]] {
        var (history, state) = (SentHistory(first: 1), ReceivedState())
        for (number, command) in commands.enumerated() {
            history.note(command, in: UInt64(number + 1), at: 0)
            if number < first { state.note(command) }
        }
        let journal = history.journal(for: UInt64(commands.count + 1), now: 0)
        let made = state.recover(journal)
        #expect(state.recover(journal) == [])
        return made
    }

    @Test func theChaptersHaveTheBytesOfTheFormat() throws {
        var journal = SystemJournal()
        journal.senses = SystemJournal.Log(5, isOlder: false)
        #expect(try roundTrip(journal) == [0xA0, 3, 5])
        journal = SystemJournal()
        journal.timeCode = TimeCodeChapter(complete: .time(0x2101_0203), partial: 0x1200_0000, point: 1, isOlder: false)
        #expect(try roundTrip(journal) == [0x88, 11, 0x61, 0x21, 1, 2, 3, 0x12, 0, 0, 0])
        journal.timeCode = TimeCodeChapter(complete: .pieces(0x1234_5678), isReverse: true, point: 0)
        #expect(try roundTrip(journal) == [0x88, 7, 0xD8, 0x12, 0x34, 0x56, 0x78])
        journal = SystemJournal()
        journal.exclusives = [ExclusiveLog(count: 3, [0x7E, 0x7F, 9, 1]), ExclusiveLog(count: 4, nil, isOlder: false)]
        #expect(try roundTrip(journal) == [0x84, 10, 0xAF, 3, 0x7E, 0x7F, 9, 0x81, 0x27, 4])
    }

    @Test func aLogOfAnotherImplementationIsRead() throws {
        // A cancelled message of which the bytes from the 130th on are told, and one of which only those of its kind are counted.
        let logs: [UInt8] = [0x79, 2, 9, 0x81, 2, 1, 0x82, 0x4B, 7, 0x91]
        let bytes: [UInt8] =
            [0x80, 0x61, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0x40, 0x40, 0, 0, 0x04, UInt8(logs.count + 2)] + logs
        let read = try #require(try RTPPacket(parsing: bytes[...]).journal?.system?.exclusives)
        #expect(read.map(\.status) == [.cancelled, .whole] && read.map(\.count) == [9, nil])
        #expect(read[0].first == 130 && read[0].data == [1, 2] && !read[0].isOfAll)
        #expect(read[1].data == [0x11])
        // Nobody knows which messages these are: nothing is made of them.
        var (state, journal) = (ReceivedState(), SystemJournal())
        journal.exclusives = read
        #expect(state.recover(Journal(checkpoint: 0, system: journal)) == [])
        for count in 14..<bytes.count { #expect(try RTPPacket(parsing: bytes[..<count]).journal == nil) }
    }

    @Test func lostExclusiveMessagesComeOnceAndInOrder() {
        let messages = (UInt8(0)..<4).map { [0xF0, 0x7D, $0, 0xF7] as [UInt8] }
        #expect(recovered(messages, from: 2) == Array(messages[2...]))
        #expect(recovered(messages, from: 4) == [])
        #expect(recovered([[0xF0, 0xF7], messages[1]], from: 0) == [messages[1]])
    }

    @Test func longExclusiveMessagesAreCountedAndNotRepeated() {
        let long = [0xF0] + [UInt8](repeating: 1, count: 200) + [0xF7]
        let parts: [[UInt8]] = [[0xF0, 1, 0xF0], [0xF7, 2, 0xF0], [0xF7, 3, 0xF7]]
        let short: [UInt8] = [0xF0, 0x7D, 1, 0xF7]
        #expect(recovered([long] + parts + [short], from: 0) == [short])
    }

    @Test func activeSensingAndAResetAreRecovered() {
        #expect(recovered([[0xFE], [0xFE], [0xFE]], from: 1) == [[0xFE]])
        #expect(recovered([fullFrame([1, 2, 3, 4]), [0xFF]], from: 1) == [[0xFF]])
    }

    @Test(arguments: 0...16)
    func quarterFramesThatAreLostAreMadeUpFor(first: Int) {
        let code = quarters(0x61, 2, 3, 4) + quarters(0x61, 2, 3, 6)
        let made = recovered(code, from: first)
        if first == 0 || first == 8 || first == 16 {
            // Nothing has come of the last frame: its position is told at once.
            #expect(made == (first == 16 ? [] : [fullFrame([0x61, 2, 3, 6])]))
        } else if first > 8 {
            #expect(made == Array(code[first...]))
        } else {
            // Which frame that was that began is not known any longer.
            #expect(made == [fullFrame([0x61, 2, 3, 6])])
        }
    }

    @Test func quarterFramesOfTheNextFrameAreMadeUpFor() {
        let code = quarters(0x61, 2, 3, 4) + Array(quarters(0x61, 2, 3, 6).prefix(3))
        for first in 1...7 { #expect(recovered(code, from: first) == Array(code[first...])) }
        for first in 8...11 { #expect(recovered(code, from: first) == Array(code[first...])) }
        #expect(recovered(code, from: 0) == [fullFrame([0x61, 2, 3, 4])] + Array(code[8...]))
    }

    @Test func theTapeGoesBackwardsAndIsWound() {
        let back = Array(quarters(0x21, 0, 0, 8).reversed())
        #expect(recovered(back, from: 3) == [fullFrame([0x21, 0, 0, 8])])
        let wound = [quarters(1, 1, 1, 1), [fullFrame([5, 6, 7, 8])]].flatMap(\.self)
        #expect(recovered(wound, from: 8) == [fullFrame([5, 6, 7, 8])])
        #expect(recovered(wound, from: 9) == [])
    }

    @Test func whatRepeatsItselfCausesNoPacketsOfItsOwn() {
        var history = SentHistory(first: 1)
        for command in [[0xFE]] + quarters(1, 2, 3, 4) { history.note(command, in: 1, at: 0) }
        #expect(!history.hasUnacknowledged(before: 2))
        history.note([0xF0, 0x7D, 1, 0xF7], in: 1, at: 0)
        #expect(history.hasUnacknowledged(before: 2))
    }
}
