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

    private struct Parameter: Sendable {
        var number: ParameterNumber
        var coarse: ParametersChapter.Entry?
        var fine: ParametersChapter.Entry?
        var steps = 0
        var sequence: UInt64 = 0
    }

    private struct Channel: Sendable {
        var program: (ProgramChapter, sequence: UInt64)?
        var bank: ProgramChapter.Bank?
        var controls = [Entry](repeating: Entry(), count: 128)
        var choice = ParameterChoice()
        /// The packet that changed the choice last; 0 for none.
        var choiceSequence: UInt64 = 0
        /// In the order in which they were chosen last.
        var parameters: [Parameter] = []
        var wheel: (WheelChapter, sequence: UInt64)?
        var pressure: (PressureChapter, sequence: UInt64)?
        var notes = [Note](repeating: Note(), count: 128)
        var keyPressures = [Entry](repeating: Entry(), count: 128)
        /// The last packet with a change.
        var last: UInt64 = 0
    }

    /// Parameters of a channel that are remembered at most.
    private static let mostParameters = 32

    private var channels: [Channel?] = Array(repeating: nil, count: 16)
    private var system = SentSystem()
    private var order: UInt64 = 0
    /// The first packet that the peer may not have.
    private var checkpoint: UInt64

    /// - Parameter first: the number of the first packet.
    package init(first: UInt64) { checkpoint = first }

    /// Notes that the peer has everything before a packet.
    package mutating func acknowledge(before sequence: UInt64) { checkpoint = max(checkpoint, sequence) }

    /// Whether the peer may not have some change that is in the packets before one.
    package func hasUnacknowledged(before sequence: UInt64) -> Bool {
        ([system.last] + channels.compactMap { $0?.last }).contains { $0 >= checkpoint && $0 < sequence && $0 > 0 }
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
        if status >= 0xF0 { system.note(bytes, in: sequence) }
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
        let place = Int(number)
        let entry = Entry(
            value: value, count: channel.controls[place].count &+ 1, sequence: sequence, order: order)
        switch number {
        case 6, 38, 96, 97:
            if Self.enter(number, value, &channel, sequence) || number >= 96 { return }
        case 98...101: return choose(number, value, &channel, entry)
        case 0: channel.bank = ProgramChapter.Bank(coarse: value, fine: channel.bank?.fine ?? 0)
        case 32: channel.bank = ProgramChapter.Bank(coarse: channel.bank?.coarse ?? 0, fine: value)
        case 121: Self.reset(&channel, sequence)
        case 120, 123...127:
            for note in channel.notes.indices where channel.notes[note].velocity > 0 {
                channel.notes[note].velocity = 0
                channel.notes[note].releaseVelocity = 64
                channel.notes[note].sequence = sequence
            }
        default: break
        }
        for other in ControlLog.endedControls(by: number) { channel.controls[Int(other)].sequence = 0 }
        channel.controls[place] = entry
    }

    /// The reset undoes these, and so nobody is to recover them after it.
    private static func reset(_ channel: inout Channel, _ sequence: UInt64) {
        channel.wheel = nil
        channel.pressure = nil
        channel.keyPressures = [Entry](repeating: Entry(), count: 128)
        (channel.choice, channel.choiceSequence) = (ParameterChoice(), sequence)
        for place in channel.parameters.indices {
            channel.parameters[place].coarse?.isBeforeReset = true
            channel.parameters[place].fine?.isBeforeReset = true
        }
    }

    // MARK: Parameters

    /// Notes a control that chooses a parameter. The fine half of a number whose coarse half is unknown is a control like others.
    private func choose(_ number: UInt8, _ value: UInt8, _ channel: inout Channel, _ entry: Entry) {
        channel.choice.choose(number, value)
        channel.choiceSequence = entry.sequence
        // A fine half that came alone still counts while a coarse one waits for another.
        let keepsFine = channel.choice.isPending && channel.choice.fine != nil
        for other in 98...101 where channel.controls[other].sequence > 0 {
            channel.controls[other].sequence = keepsFine ? entry.sequence : 0
        }
        if channel.choice.coarse == nil, channel.choice.fine != nil { channel.controls[Int(number)] = entry }
        if !channel.choice.isPending, channel.choice.coarse != nil, let chosen = channel.choice.complete {
            Self.moveLast(chosen, &channel)
        }
    }

    private static func moveLast(_ number: ParameterNumber, _ channel: inout Channel) {
        var parameter = Parameter(number: number)
        if let place = channel.parameters.firstIndex(where: { $0.number == number }) {
            parameter = channel.parameters.remove(at: place)
        }
        if channel.parameters.count == mostParameters { channel.parameters.removeFirst() }
        channel.parameters.append(parameter)
    }

    /// Notes a data entry. Returns false where no parameter is chosen.
    private static func enter(
        _ number: UInt8, _ value: UInt8, _ channel: inout Channel, _ sequence: UInt64
    ) -> Bool {
        let before = channel.choice
        guard let chosen = channel.choice.parameter() else { return false }
        if channel.choice != before {
            channel.choiceSequence = sequence
            for other in 98...101 { channel.controls[other].sequence = 0 }
        }
        if channel.parameters.last?.number != chosen { moveLast(chosen, &channel) }
        let last = channel.parameters.count - 1
        channel.parameters[last].sequence = sequence
        switch number {
        case 6: (channel.parameters[last].coarse, channel.parameters[last].steps) = (ParametersChapter.Entry(value), 0)
        case 38: (channel.parameters[last].fine, channel.parameters[last].steps) = (ParametersChapter.Entry(value), 0)
        default:
            let steps = channel.parameters[last].steps + (number == 96 ? 1 : -1)
            channel.parameters[last].steps = max(
                -ParametersChapter.mostSteps, min(ParametersChapter.mostSteps, steps))
        }
        return true
    }

    private static func parameters(
        _ channel: Channel, _ covers: (UInt64) -> Bool, _ isOlder: (UInt64) -> Bool
    ) -> ParametersChapter? {
        let changed = channel.parameters.filter { covers($0.sequence) }
        guard covers(channel.choiceSequence) || !changed.isEmpty else { return nil }
        var chapter = ParametersChapter()
        chapter.logs = changed.map {
            ParametersChapter.Log(
                $0.number, coarse: $0.coarse, fine: $0.fine,
                steps: $0.steps == 0 && ($0.coarse != nil || $0.fine != nil) ? nil : $0.steps,
                isOlder: isOlder($0.sequence))
        }
        if let chosen = channel.choice.complete {
            chapter.isChosen = true
            if chapter.logs.last?.parameter != chosen { chapter.logs.append(.init(chosen)) }
        }
        if channel.choice.isPending, let coarse = channel.choice.coarse {
            chapter.pending = (channel.choice.isRegistered, coarse)
        }
        let choiceIsOlder = channel.choiceSequence == 0 || isOlder(channel.choiceSequence)
        chapter.isOlder = chapter.logs.allSatisfy(\.isOlder) && choiceIsOlder
        return chapter
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
            let system = system.journal(for: sequence, from: first)
            // A journal that would be too long forgets what is oldest.
            if journals.reduce(3 + (system?.size ?? 0), { $0 + $1.size }) <= Self.mostBytes || first + 1 >= sequence {
                return Journal(
                    checkpoint: UInt16(truncatingIfNeeded: first),
                    isOlder: journals.allSatisfy(\.isOlder) && system?.isOlder ?? true, system: system,
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
        journal.controls = changed(channel.controls, covers).map { number in
            let entry = channel.controls[number]
            return ControlLog(
                number: UInt8(number),
                ControlLog.isEvent(UInt8(number)) ? .count(entry.count & 0x3F) : .value(entry.value),
                isOlder: isOlder(entry.sequence))
        }
        journal.parameters = parameters(channel, covers, isOlder)
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
}

/// The system commands that were sent.
private struct SentSystem: Sendable {
    private struct Entry: Sendable {
        var value: UInt8 = 0
        /// The packet that changed it last; 0 for none.
        var sequence: UInt64 = 0
    }

    private var resets = Entry()
    private var tunings = Entry()
    private var song = Entry()
    private var senses = Entry()
    private var sequencer = SequencerPosition()
    private var sequencerSequence: UInt64 = 0
    private var tape = TapePosition()
    private var tapeSequence: UInt64 = 0
    private var exclusives = SentExclusives()
    /// The last packet with a change that lasts: the journals that there are have what repeats itself, too.
    private(set) var last: UInt64 = 0

    mutating func note(_ bytes: [UInt8], in sequence: UInt64) {
        switch bytes[0] {
        case 0xF3 where bytes.count > 1: song = Entry(value: bytes[1] & 0x7F, sequence: sequence)
        case 0xF6: tunings = Entry(value: tunings.value &+ 1, sequence: sequence)
        case 0xFF:
            resets = Entry(value: resets.value &+ 1, sequence: sequence)
            (song, sequencer, sequencerSequence) = (Entry(), SequencerPosition(), 0)
            (tape, tapeSequence) = (TapePosition(), 0)
        case 0xFE:
            senses = Entry(value: senses.value &+ 1, sequence: sequence)
            return
        case 0xF1:
            if tape.note(bytes) { tapeSequence = sequence }
            return
        case 0xF0 where tape.note(bytes): tapeSequence = sequence
        case 0xF0, 0xF7:
            guard bytes.last == 0xF7 else { return }
            exclusives.note(bytes, in: sequence)
        default:
            guard sequencer.note(bytes) else { return }
            sequencerSequence = sequence
        }
        last = sequence
    }

    /// The journal for a packet, of the changes since another one.
    func journal(for sequence: UInt64, from first: UInt64) -> SystemJournal? {
        func log(_ entry: Entry) -> SystemJournal.Log? {
            guard entry.sequence >= first, entry.sequence > 0, entry.sequence < sequence else { return nil }
            return SystemJournal.Log(entry.value & 0x7F, isOlder: entry.sequence + 1 != sequence)
        }
        var journal = SystemJournal()
        (journal.resets, journal.tunings, journal.song) = (log(resets), log(tunings), log(song))
        if let log = log(Entry(sequence: sequencerSequence)) {
            journal.sequencer = SequencerChapter(
                isRunning: sequencer.isRunning, hasMoved: sequencer.hasMoved, clocks: sequencer.clocks,
                isOlder: log.isOlder)
        }
        journal.senses = log(senses)
        if let log = log(Entry(sequence: tapeSequence)) {
            journal.timeCode = tape.chapter
            journal.timeCode?.isOlder = log.isOlder
        }
        journal.exclusives = exclusives.logs(for: sequence, from: first)
        guard journal != SystemJournal() else { return nil }
        journal.isOlder = journal.chaptersAreOlder
        return journal
    }
}
