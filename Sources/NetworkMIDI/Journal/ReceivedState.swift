/// What a peer's commands have come to, as far as they arrived, and what a journal says that is missing.
package struct ReceivedState: Equatable, Sendable {
    fileprivate struct Parameter: Equatable, Sendable {
        var coarse: UInt8?
        var fine: UInt8?
        /// Increments less decrements since then.
        var steps = 0
    }

    fileprivate struct Channel: Sendable {
        var program: UInt8?
        /// The bank that the program is of, and the one that has been chosen for the next.
        var programBank: ProgramChapter.Bank?
        var bank: ProgramChapter.Bank?
        var controls = [UInt8?](repeating: nil, count: 128)
        /// How many commands of each control arrived.
        var counts = [UInt8](repeating: 0, count: 128)
        /// How often each was switched.
        var toggles = [UInt8](repeating: 0, count: 128)
        var choice = ParameterChoice()
        var parameters: [ParameterNumber: Parameter] = [:]
        /// The values of controls 6 and 38 while no parameter was chosen.
        var entries: [UInt8: UInt8] = [:]
        var wheel: UInt16?
        var pressure: UInt8?
        /// Velocities; 0 for silence.
        var notes = [UInt8](repeating: 0, count: 128)
        var keyPressures = [UInt8?](repeating: nil, count: 128)
    }

    /// Parameters of a channel that are remembered at most.
    private static let mostParameters = 256

    private var channels: [Channel?] = Array(repeating: nil, count: 16)
    private var resets: UInt8 = 0
    private var tunings: UInt8 = 0
    private var song: UInt8?
    private var senses: UInt8 = 0
    private var sequencer = SequencerPosition()
    private var tape = TapePosition()
    private var exclusives = ReceivedExclusives()

    package init() {}

    /// Whether an instrument that got the commands would be in the same state.
    package static func == (one: Self, other: Self) -> Bool {
        one.resets == other.resets && one.tunings == other.tunings && one.song == other.song
            && one.sequencer == other.sequencer && one.tape == other.tape && one.exclusives == other.exclusives
            && zip(one.channels, other.channels).allSatisfy { ($0 ?? Channel()) == ($1 ?? Channel()) }
    }

    // MARK: Commands

    /// Notes a command.
    package mutating func note(_ bytes: [UInt8]) {
        guard let status = bytes.first else { return }
        if status >= 0xF0 { return noteSystem(bytes) }
        guard status >= 0x80, bytes.count >= 2 else { return }
        var channel = channels[Int(status & 0xF)] ?? Channel()
        Self.note(bytes, &channel)
        channels[Int(status & 0xF)] = channel
    }

    private mutating func noteSystem(_ bytes: [UInt8]) {
        switch bytes[0] {
        case 0xF3 where bytes.count > 1: song = bytes[1] & 0x7F
        case 0xF6: tunings = (tunings + 1) & 0x7F
        case 0xFF:
            resets = (resets + 1) & 0x7F
            (channels, song, sequencer) = (Array(repeating: nil, count: 16), nil, SequencerPosition())
            tape = TapePosition()
        case 0xFE: senses = (senses + 1) & 0x7F
        case 0xF1: _ = tape.note(bytes)
        case 0xF0: if !tape.note(bytes) { exclusives.note() }
        default: _ = sequencer.note(bytes)
        }
    }

    private static func note(_ bytes: [UInt8], _ channel: inout Channel) {
        let (first, second) = (bytes[1] & 0x7F, bytes.count > 2 ? bytes[2] & 0x7F : 0)
        switch bytes[0] & 0xF0 {
        case 0x80: channel.notes[Int(first)] = 0
        case 0x90: channel.notes[Int(first)] = second
        case 0xA0: channel.keyPressures[Int(first)] = second
        case 0xB0: control(first, second, &channel)
        case 0xC0: (channel.program, channel.programBank) = (first, channel.bank)
        case 0xD0: channel.pressure = first
        default: channel.wheel = UInt16(second) << 7 | UInt16(first)
        }
    }

    private static func control(_ number: UInt8, _ value: UInt8, _ channel: inout Channel) {
        let place = Int(number)
        if ((channel.controls[place] ?? 0) >= 64) != (value >= 64) { channel.toggles[place] &+= 1 }
        for other in ControlLog.endedControls(by: number) { channel.controls[Int(other)] = nil }
        channel.controls[place] = value
        channel.counts[place] &+= 1
        switch number {
        case 0: channel.bank = ProgramChapter.Bank(coarse: value, fine: channel.bank?.fine ?? 0)
        case 32: channel.bank = ProgramChapter.Bank(coarse: channel.bank?.coarse ?? 0, fine: value)
        case 6, 38, 96, 97: enter(number, value, &channel)
        case 98...101: channel.choice.choose(number, value)
        case 121:
            channel.wheel = nil
            channel.pressure = nil
            channel.keyPressures = [UInt8?](repeating: nil, count: 128)
            channel.choice = ParameterChoice()
        case 120, 123...127: channel.notes = [UInt8](repeating: 0, count: 128)
        default: break
        }
    }

    private static func enter(_ number: UInt8, _ value: UInt8, _ channel: inout Channel) {
        guard let chosen = channel.choice.parameter() else {
            if number < 96 { channel.entries[number] = value }
            return
        }
        var parameter = channel.parameters[chosen] ?? Parameter()
        switch number {
        case 6: (parameter.coarse, parameter.steps) = (value, 0)
        case 38: (parameter.fine, parameter.steps) = (value, 0)
        default:
            let steps = parameter.steps + (number == 96 ? 1 : -1)
            parameter.steps = max(-ParametersChapter.mostSteps, min(ParametersChapter.mostSteps, steps))
        }
        if channel.parameters[chosen] == nil, channel.parameters.count == mostParameters { channel.parameters = [:] }
        channel.parameters[chosen] = parameter
    }

    /// The commands that end all notes that sound.
    package var noteOffs: [[UInt8]] {
        channels.enumerated().flatMap { number, channel in
            (channel?.notes ?? []).enumerated().filter { $0.element > 0 }.map {
                [0x80 | UInt8(number), UInt8($0.offset), 64]
            }
        }
    }

    // MARK: Recovery

    /// Commands that a journal makes, at most: beside them go the ends of notes, and the few of a channel that come once.
    package static let mostCommands = 1024

    /// The commands that bring the state to what a journal says. They are noted.
    ///
    /// What is left out, so that no journal makes very many commands, is not noted: another journal brings it.
    package mutating func recover(_ journal: Journal) -> [[UInt8]] {
        var commands = journal.system.map { recover($0) } ?? []
        for part in journal.channels {
            var recovery = Recovery(
                part.channel & 0xF, channels[Int(part.channel & 0xF)] ?? Channel(), Self.mostCommands - commands.count)
            recovery.recover(part)
            channels[Int(part.channel & 0xF)] = recovery.state
            commands += recovery.commands
        }
        return commands
    }

    private mutating func recover(_ journal: SystemJournal) -> [[UInt8]] {
        var commands: [[UInt8]] = []
        if let log = journal.resets, log.value != resets {
            noteSystem([0xFF])
            (commands, resets) = ([[0xFF]], log.value)
        }
        if let log = journal.tunings, log.value != tunings {
            commands.append([0xF6])
            tunings = log.value
        }
        if let log = journal.song, log.value != song {
            commands.append([0xF3, log.value])
            song = log.value
        }
        if let chapter = journal.sequencer {
            commands += sequencer.commands(to: chapter)
            sequencer = SequencerPosition(
                isRunning: chapter.isRunning, hasMoved: chapter.hasMoved, clocks: chapter.clocks)
        }
        if let log = journal.senses, log.value != senses {
            commands.append([0xFE])
            senses = log.value
        }
        if let chapter = journal.timeCode {
            commands += tape.commands(to: chapter)
            tape = TapePosition(chapter)
        }
        return commands + exclusives.recover(journal.exclusives)
    }

    /// Makes the commands that are missing on a channel, and notes them.
    private struct Recovery {
        private(set) var state: Channel
        private(set) var commands: [[UInt8]] = []
        private let number: UInt8
        /// Commands that the journal may still make.
        private var left: Int

        init(_ number: UInt8, _ state: Channel, _ left: Int) {
            (self.number, self.state, self.left) = (number, state, left)
        }

        private mutating func add(_ bytes: [UInt8]) {
            ReceivedState.note(bytes, &state)
            commands.append(bytes)
            left -= 1
        }

        private mutating func set(_ control: UInt8, _ value: UInt8) { add([0xB0 | number, control, value]) }

        mutating func recover(_ journal: ChannelJournal) {
            if let chapter = journal.program,
                chapter.program != state.program || chapter.bank ?? state.programBank != state.programBank
            {
                if let bank = chapter.bank {
                    set(0, bank.coarse)
                    set(32, bank.fine)
                }
                add([0xC0 | number, chapter.program])
            }
            recover(journal.controls)
            recoverParameters(journal)
            if let chapter = journal.wheel, state.wheel != UInt16(chapter.high) << 7 | UInt16(chapter.low) {
                add([0xE0 | number, chapter.low, chapter.high])
            }
            recoverNotes(journal)
            if let chapter = journal.pressure, state.pressure != chapter.value {
                add([0xD0 | number, chapter.value])
            }
            for log in journal.keyPressures where left > 0 && state.keyPressures[Int(log.note)] != log.value {
                add([0xA0 | number, log.note, log.value])
            }
            if left > 0 { setCounts(journal) }
        }

        // MARK: Controls

        private mutating func recover(_ logs: [ControlLog]) {
            var ended: Set<UInt8> = []
            // What later commands have made nothing of is not recovered.
            let living = logs.reversed().filter { log in
                defer { ended.formUnion(ControlLog.endedControls(by: log.number)) }
                return !ended.contains(log.number)
            }.reversed()
            for log in living where left > 0 && !Self.isParameter(log.number) {
                let place = Int(log.number)
                switch log.change {
                case .value(let value): if state.controls[place] != value { set(log.number, value) }
                case .count(let count): if state.counts[place] & 0x3F != count { set(log.number, 0) }
                case .toggles(let count):
                    if state.toggles[place] & 0x3F != count { set(log.number, count & 1 == 0 ? 0 : 127) }
                }
            }
        }

        /// A journal that counts has the counts of all commands, also of those that are lost.
        private mutating func setCounts(_ journal: ChannelJournal) {
            for log in journal.controls {
                switch log.change {
                case .value: break
                case .count(let count): state.counts[Int(log.number)] = count
                case .toggles(let count): state.toggles[Int(log.number)] = count
                }
            }
        }

        // MARK: Parameters

        private static func isParameter(_ control: UInt8) -> Bool {
            control == 6 || control == 38 || (96...101).contains(control)
        }

        private mutating func recoverParameters(_ journal: ChannelJournal) {
            var logs: [UInt8: UInt8] = [:]
            for log in journal.controls where Self.isParameter(log.number) {
                if case .value(let value) = log.change { logs[log.number] = value }
            }
            if logs[99] != nil || logs[101] != nil { return recoverPlain(logs) }
            let entries = [6, 38].filter { logs[$0] != nil && logs[$0] != state.entries[$0] } as [UInt8]
            if !entries.isEmpty {
                // These were sent while no parameter was chosen.
                if journal.parameters != nil { choose(nil) }
                for control in entries { set(control, logs[control] ?? 0) }
            }
            guard let chapter = journal.parameters else { return }
            for log in chapter.logs where left > 0 { recover(log) }
            let chosen = chapter.isChosen ? chapter.logs.last?.parameter : nil
            var target = ParameterChoice()
            for command in chosen?.choosing(number) ?? [] { target.choose(command[1], command[2]) }
            var rest = [98, 100].compactMap { control in logs[control].map { (control, $0) } } as [(UInt8, UInt8)]
            if let pending = chapter.pending { rest.append((pending.isRegistered ? 101 : 99, pending.coarse)) }
            for (control, value) in rest { target.choose(control, value) }
            guard target != state.choice else { return }
            choose(chosen)
            for (control, value) in rest { set(control, value) }
        }

        /// Recovers parameters from the logs of a peer that has all controls in the same chapter.
        private mutating func recoverPlain(_ logs: [UInt8: UInt8]) {
            let controls = ([99, 98, 101, 100, 6, 38] as [UInt8]).filter { logs[$0] != nil }
            guard controls.contains(where: { logs[$0] != state.controls[Int($0)] }) else { return }
            for control in controls { set(control, logs[control] ?? 0) }
        }

        private mutating func choose(_ parameter: ParameterNumber?) {
            var chosen = ParameterChoice()
            for command in parameter?.choosing(number) ?? [] { chosen.choose(command[1], command[2]) }
            guard chosen != state.choice else { return }
            for command in (parameter ?? .null).choosing(number) { add(command) }
        }

        private mutating func recover(_ log: ParametersChapter.Log) {
            let present = state.parameters[log.parameter] ?? Parameter()
            let steps = log.steps ?? 0
            let hasValues =
                (log.coarse.map { $0.value == present.coarse } ?? true)
                && (log.fine.map { $0.value == present.fine } ?? true)
            guard log.hasValues, !hasValues || steps != present.steps else { return }
            choose(log.parameter)
            // Steps can be made up for, unless a value is missing under them.
            var ahead = steps - present.steps
            if !hasValues || log.steps == nil && (log.coarse != nil || log.fine != nil) {
                if let entry = log.coarse { set(6, entry.value) }
                if let entry = log.fine { set(38, entry.value) }
                ahead = steps - (state.parameters[log.parameter]?.steps ?? 0)
            }
            for _ in 0..<min(abs(ahead), max(0, left)) { set(ahead > 0 ? 96 : 97, 0) }
        }

        // MARK: Notes

        /// Notes that have ended go first, and those that are worth it begin.
        private mutating func recoverNotes(_ journal: ChannelJournal) {
            guard let chapter = journal.notes else { return }
            for note in UInt8(0)..<128 where chapter.ended.contains(note) && state.notes[Int(note)] > 0 {
                var velocity: UInt8 = 64
                for extra in journal.extras where extra.note == note {
                    if case .releaseVelocity(let value) = extra.value { velocity = value }
                }
                add([0x80 | number, note, velocity])
            }
            for log in chapter.sounding {
                let present = state.notes[Int(log.note)]
                // With another velocity it is another note, whose beginning is lost, and the end of the one before.
                guard present != log.velocity else { continue }
                if present > 0 { add([0x80 | number, log.note, 64]) }
                if log.isFresh, log.velocity > 0, left > 0 { add([0x90 | number, log.note, log.velocity]) }
            }
        }
    }
}

extension ReceivedState.Channel: Equatable {
    /// What commands are compared by: not how many there were.
    private var lasting: [UInt8?] {
        controls.enumerated().map { number, value in
            switch number {
            // A bank of which one half was sent has 0 for the other.
            case 0, 32: value ?? 0
            // These are compared as parameters, or are events.
            case 6, 38, 96...101, 120, 121, 123: nil
            default: value
            }
        }
    }

    static func == (one: Self, other: Self) -> Bool {
        let banks = [one, other].map { [$0.program, $0.programBank?.coarse ?? 0, $0.programBank?.fine ?? 0] }
        let parameters = [one, other].map { $0.parameters.filter { $0.value != ReceivedState.Parameter() } }
        return banks[0] == banks[1] && one.lasting == other.lasting && one.choice == other.choice
            && parameters[0] == parameters[1] && one.entries == other.entries && one.wheel == other.wheel
            && one.pressure == other.pressure && one.notes == other.notes && one.keyPressures == other.keyPressures
    }
}
