/// What a peer's commands have come to, as far as they arrived, and what a journal says that is missing.
package struct ReceivedState: Sendable {
    private struct Channel: Sendable {
        var program: UInt8?
        var bank: ProgramChapter.Bank?
        var controls = [UInt8?](repeating: nil, count: 128)
        /// How many commands of each control arrived.
        var counts = [UInt8](repeating: 0, count: 128)
        /// How often each was switched.
        var toggles = [UInt8](repeating: 0, count: 128)
        var wheel: UInt16?
        var pressure: UInt8?
        /// Velocities; 0 for silence.
        var notes = [UInt8](repeating: 0, count: 128)
        var keyPressures = [UInt8?](repeating: nil, count: 128)
    }

    private var channels: [Channel?] = Array(repeating: nil, count: 16)

    package init() {}

    // MARK: Commands

    /// Notes a command.
    package mutating func note(_ bytes: [UInt8]) {
        guard let status = bytes.first else { return }
        if status == 0xFF { channels = Array(repeating: nil, count: 16) }
        guard status >= 0x80, status < 0xF0, bytes.count >= 2 else { return }
        var channel = channels[Int(status & 0xF)] ?? Channel()
        let (first, second) = (bytes[1] & 0x7F, bytes.count > 2 ? bytes[2] & 0x7F : 0)
        switch status & 0xF0 {
        case 0x80: channel.notes[Int(first)] = 0
        case 0x90: channel.notes[Int(first)] = second
        case 0xA0: channel.keyPressures[Int(first)] = second
        case 0xB0: Self.control(first, second, &channel)
        case 0xC0: channel.program = first
        case 0xD0: channel.pressure = first
        default: channel.wheel = UInt16(second) << 7 | UInt16(first)
        }
        channels[Int(status & 0xF)] = channel
    }

    private static func control(_ number: UInt8, _ value: UInt8, _ channel: inout Channel) {
        let place = Int(number)
        if ((channel.controls[place] ?? 0) >= 64) != (value >= 64) { channel.toggles[place] &+= 1 }
        channel.controls[place] = value
        channel.counts[place] &+= 1
        switch number {
        case 0: channel.bank = ProgramChapter.Bank(coarse: value, fine: channel.bank?.fine ?? 0)
        case 32: channel.bank = ProgramChapter.Bank(coarse: channel.bank?.coarse ?? 0, fine: value)
        case 121:
            channel.wheel = nil
            channel.pressure = nil
            channel.keyPressures = [UInt8?](repeating: nil, count: 128)
        case 120, 123...127: channel.notes = [UInt8](repeating: 0, count: 128)
        default: break
        }
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

    /// The commands that bring the state to what a journal says. They are noted.
    package mutating func recover(_ journal: Journal) -> [[UInt8]] {
        var commands: [[UInt8]] = []
        for part in journal.channels {
            for command in missing(part, channels[Int(part.channel & 0xF)] ?? Channel()) {
                note(command)
                commands.append(command)
            }
            setCounts(part)
        }
        return commands
    }

    private func missing(_ journal: ChannelJournal, _ state: Channel) -> [[UInt8]] {
        let number = journal.channel & 0xF
        var commands: [[UInt8]] = []
        var controls = state.controls
        func set(_ control: UInt8, _ value: UInt8) {
            commands.append([0xB0 | number, control, value])
            controls[Int(control)] = value
        }
        if let chapter = journal.program, chapter.program != state.program || chapter.bank != state.bank {
            if let bank = chapter.bank {
                set(0, bank.coarse)
                set(32, bank.fine)
            }
            commands.append([0xC0 | number, chapter.program])
        }
        for log in journal.controls {
            let place = Int(log.number)
            switch log.change {
            case .value(let value): if controls[place] != value { set(log.number, value) }
            case .count(let count): if state.counts[place] & 0x3F != count { set(log.number, 0) }
            case .toggles(let count):
                if state.toggles[place] & 0x3F != count { set(log.number, count & 1 == 0 ? 0 : 127) }
            }
        }
        if let chapter = journal.wheel, state.wheel != UInt16(chapter.high) << 7 | UInt16(chapter.low) {
            commands.append([0xE0 | number, chapter.low, chapter.high])
        }
        commands += notes(journal, state, number)
        if let chapter = journal.pressure, state.pressure != chapter.value {
            commands.append([0xD0 | number, chapter.value])
        }
        for log in journal.keyPressures where state.keyPressures[Int(log.note)] != log.value {
            commands.append([0xA0 | number, log.note, log.value])
        }
        return commands
    }

    /// Notes that have ended go first, and those that are worth it begin.
    private func notes(_ journal: ChannelJournal, _ state: Channel, _ number: UInt8) -> [[UInt8]] {
        guard let chapter = journal.notes else { return [] }
        var commands: [[UInt8]] = []
        for note in UInt8(0)..<128 where chapter.ended.contains(note) && state.notes[Int(note)] > 0 {
            var velocity: UInt8 = 64
            for extra in journal.extras where extra.note == note {
                if case .releaseVelocity(let value) = extra.value { velocity = value }
            }
            commands.append([0x80 | number, note, velocity])
        }
        for log in chapter.sounding {
            let present = state.notes[Int(log.note)]
            // With another velocity it is another note, whose beginning is lost, and the end of the one before.
            guard present != log.velocity else { continue }
            if present > 0 { commands.append([0x80 | number, log.note, 64]) }
            if log.isFresh, log.velocity > 0 { commands.append([0x90 | number, log.note, log.velocity]) }
        }
        return commands
    }

    /// A journal that counts has the counts of all commands, also of those that are lost.
    private mutating func setCounts(_ journal: ChannelJournal) {
        for log in journal.controls {
            switch log.change {
            case .value: break
            case .count(let count): channels[Int(journal.channel & 0xF)]?.counts[Int(log.number)] = count
            case .toggles(let count): channels[Int(journal.channel & 0xF)]?.toggles[Int(log.number)] = count
            }
        }
    }
}
