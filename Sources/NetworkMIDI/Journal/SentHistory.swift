/// What was sent to a peer, for the journals of later packets.
///
/// Packets have sequence numbers of 64 bits here, the lowest 16 of which are sent.
package struct SentHistory: Sendable {
    /// How long after its command a note is worth being played where that command is lost, in nanoseconds.
    package static let freshness: UInt64 = 8_000_000
    /// Bytes that a journal has at most, so that its packet is not divided on its way.
    package static let mostBytes = 1000

    private struct Entry: Sendable {
        var value: UInt8 = 0
        /// How often it was changed.
        var count: UInt8 = 0
        /// The packet that changed it last; 0 for none.
        var sequence: UInt64 = 0
        /// The place of that command among all.
        var order: UInt64 = 0
    }

    private struct Note: Sendable {
        /// 0 where it has ended.
        var velocity: UInt8 = 0
        var releaseVelocity: UInt8 = 64
        var sequence: UInt64 = 0
        var order: UInt64 = 0
        var time: UInt64 = 0
    }

    private struct Channel: Sendable {
        var program: (ProgramChapter, sequence: UInt64)?
        var bank: ProgramChapter.Bank?
        var controls = [Entry](repeating: Entry(), count: 128)
        var wheel: (WheelChapter, sequence: UInt64)?
        var pressure: (PressureChapter, sequence: UInt64)?
        var notes = [Note](repeating: Note(), count: 128)
        var keyPressures = [Entry](repeating: Entry(), count: 128)
        /// The last packet with a change.
        var last: UInt64 = 0
    }

    private var channels: [Channel?] = Array(repeating: nil, count: 16)
    private var order: UInt64 = 0
    /// The first packet that the peer may not have.
    private var checkpoint: UInt64

    /// - Parameter first: the number of the first packet.
    package init(first: UInt64) { checkpoint = first }

    /// Notes that the peer has everything before a packet.
    package mutating func acknowledge(before sequence: UInt64) { checkpoint = max(checkpoint, sequence) }

    /// Whether the peer may not have some change that is in the packets before one.
    package func hasUnacknowledged(before sequence: UInt64) -> Bool {
        channels.contains { $0.map { $0.last >= checkpoint && $0.last < sequence } ?? false }
    }

    // MARK: Sending

    /// Notes a command.
    ///
    /// - Parameters:
    ///   - sequence: the packet that it is in.
    ///   - time: the host time at which it is due.
    package mutating func note(_ bytes: [UInt8], in sequence: UInt64, at time: UInt64) {
        guard let status = bytes.first else { return }
        if status == 0xFF { channels = Array(repeating: nil, count: 16) }
        guard status >= 0x80, status < 0xF0, bytes.count >= 2 else { return }
        order += 1
        var channel = channels[Int(status & 0xF)] ?? Channel()
        channel.last = sequence
        let (first, second) = (bytes[1] & 0x7F, bytes.count > 2 ? bytes[2] & 0x7F : 0)
        switch status & 0xF0 {
        case 0x80, 0x90:
            channel.notes[Int(first)] = Note(
                velocity: status & 0xF0 == 0x90 ? second : 0, releaseVelocity: status & 0xF0 == 0x80 ? second : 64,
                sequence: sequence, order: order, time: time)
        case 0xA0:
            channel.keyPressures[Int(first)] = Entry(value: second, count: 0, sequence: sequence, order: order)
        case 0xB0: control(first, second, &channel, sequence)
        case 0xC0: channel.program = (ProgramChapter(program: first, bank: channel.bank), sequence)
        case 0xD0: channel.pressure = (PressureChapter(value: first), sequence)
        default: channel.wheel = (WheelChapter(low: first, high: second), sequence)
        }
        channels[Int(status & 0xF)] = channel
    }

    private func control(_ number: UInt8, _ value: UInt8, _ channel: inout Channel, _ sequence: UInt64) {
        let count = channel.controls[Int(number)].count &+ 1
        channel.controls[Int(number)] = Entry(value: value, count: count, sequence: sequence, order: order)
        switch number {
        case 0: channel.bank = ProgramChapter.Bank(coarse: value, fine: channel.bank?.fine ?? 0)
        case 32: channel.bank = ProgramChapter.Bank(coarse: channel.bank?.coarse ?? 0, fine: value)
        case 121:
            // The reset undoes these, and so nobody is to recover them after it.
            channel.wheel = nil
            channel.pressure = nil
            channel.keyPressures = [Entry](repeating: Entry(), count: 128)
        case 120, 123...127:
            for note in channel.notes.indices where channel.notes[note].velocity > 0 {
                channel.notes[note].velocity = 0
                channel.notes[note].releaseVelocity = 64
                channel.notes[note].sequence = sequence
            }
        default: break
        }
    }

    // MARK: Journals

    /// The journal of a packet.
    ///
    /// - Parameter now: the host time of the packet.
    package func journal(for sequence: UInt64, now: UInt64) -> Journal {
        var first = min(checkpoint, max(sequence, 1) - 1)
        while true {
            let journals = channels.enumerated().compactMap { number, channel in
                channel.flatMap { Self.journal(of: UInt8(number), $0, first, sequence, now) }
            }
            // A journal that would be too long forgets what is oldest.
            if journals.reduce(3, { $0 + $1.size }) <= Self.mostBytes || first + 1 >= sequence {
                return Journal(
                    checkpoint: UInt16(truncatingIfNeeded: first), isOlder: journals.allSatisfy(\.isOlder),
                    channels: journals)
            }
            first = (first + sequence) / 2
        }
    }

    private static func journal(
        of number: UInt8, _ channel: Channel, _ first: UInt64, _ sequence: UInt64, _ now: UInt64
    ) -> ChannelJournal? {
        guard channel.last >= first else { return nil }
        var journal = ChannelJournal(channel: number)
        var allOlder = true
        /// Whether a change is in the journal, and whether it is older than the packet before.
        func covers(_ change: UInt64) -> Bool { change >= first && change != 0 && change < sequence }
        func isOlder(_ change: UInt64) -> Bool {
            if change + 1 == sequence { allOlder = false }
            return change + 1 != sequence
        }
        if let (chapter, change) = channel.program, covers(change) {
            journal.program = ProgramChapter(program: chapter.program, bank: chapter.bank, isOlder: isOlder(change))
        }
        journal.controls = changed(channel.controls, covers).filter { !isParameter($0) }.map { number in
            let entry = channel.controls[number]
            return ControlLog(
                number: UInt8(number), number >= 120 ? .count(entry.count & 0x3F) : .value(entry.value),
                isOlder: isOlder(entry.sequence))
        }
        if let (chapter, change) = channel.wheel, covers(change) {
            journal.wheel = WheelChapter(low: chapter.low, high: chapter.high, isOlder: isOlder(change))
        }
        writeNotes(channel, covers, isOlder, now, &journal)
        if let (chapter, change) = channel.pressure, covers(change) {
            journal.pressure = PressureChapter(value: chapter.value, isOlder: isOlder(change))
        }
        journal.keyPressures = changed(channel.keyPressures, covers).map { note in
            let entry = channel.keyPressures[note]
            return KeyPressureLog(note: UInt8(note), value: entry.value, isOlder: isOlder(entry.sequence))
        }
        guard journal != ChannelJournal(channel: number) else { return nil }
        journal.isOlder = allOlder
        return journal
    }

    private static func writeNotes(
        _ channel: Channel, _ covers: (UInt64) -> Bool, _ isOlder: (UInt64) -> Bool, _ now: UInt64,
        _ journal: inout ChannelJournal
    ) {
        let changed = channel.notes.indices.filter { covers(channel.notes[$0].sequence) }
        guard !changed.isEmpty else { return }
        var chapter = NotesChapter()
        for note in changed.sorted(by: { channel.notes[$0].order < channel.notes[$1].order }) {
            let entry = channel.notes[note]
            let older = isOlder(entry.sequence)
            if entry.velocity > 0 {
                chapter.sounding.append(
                    NotesChapter.Log(
                        note: UInt8(note), velocity: entry.velocity, isFresh: now <= entry.time &+ freshness,
                        isOlder: older))
            } else {
                chapter.ended.insert(UInt8(note))
                chapter.endsAreOlder = chapter.endsAreOlder && older
                if entry.releaseVelocity != 64 {
                    journal.extras.append(
                        NoteExtra(note: UInt8(note), .releaseVelocity(entry.releaseVelocity), isOlder: older))
                }
            }
        }
        journal.notes = chapter
    }

    /// The places of changes that a journal covers, in the order of the commands.
    private static func changed(_ entries: [Entry], _ covers: (UInt64) -> Bool) -> [Int] {
        entries.indices.filter { covers(entries[$0].sequence) }.sorted { entries[$0].order < entries[$1].order }
    }

    /// Whether a control is a part of choosing and setting a parameter, which is no value on its own.
    private static func isParameter(_ number: Int) -> Bool {
        number == 6 || number == 38 || (96...101).contains(number)
    }
}
