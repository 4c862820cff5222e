internal import AudioCore

/// Chapter P: the program, and the bank that was chosen before it.
package struct ProgramChapter: Equatable, Sendable {
    package var isOlder = true
    package var program: UInt8
    /// The values of controls 0 and 32; nil where no bank was chosen.
    package var bank: Bank?

    package struct Bank: Equatable, Sendable {
        package var coarse: UInt8
        package var fine: UInt8
        package init(coarse: UInt8, fine: UInt8) { (self.coarse, self.fine) = (coarse, fine) }
    }

    package init(program: UInt8, bank: Bank?, isOlder: Bool = true) {
        (self.program, self.bank, self.isOlder) = (program, bank, isOlder)
    }

    init(parsing reader: inout ByteReader) throws(AudioError) {
        let (first, coarse, fine): (UInt8, UInt8, UInt8) = (try reader.big(), try reader.big(), try reader.big())
        isOlder = first & 0x80 != 0
        program = first & 0x7F
        bank = coarse & 0x80 != 0 ? Bank(coarse: coarse & 0x7F, fine: fine & 0x7F) : nil
    }

    func write(to writer: inout ByteWriter) {
        writer.big(program & 0x7F | (isOlder ? 0x80 : 0))
        writer.big(bank.map { $0.coarse & 0x7F | 0x80 } ?? 0)
        writer.big(bank.map { $0.fine & 0x7F } ?? 0)
    }
}

/// A log of chapter C: what a control was last set to. The logs are in the order of the commands.
package struct ControlLog: Equatable, Sendable {
    package enum Change: Equatable, Sendable {
        /// The last value.
        case value(UInt8)
        /// How often it went from off to on and back, modulo 64.
        case toggles(UInt8)
        /// How many commands there were, modulo 64.
        case count(UInt8)
    }

    package var isOlder = true
    package var number: UInt8
    package var change: Change

    package init(number: UInt8, _ change: Change, isOlder: Bool = true) {
        (self.number, self.change, self.isOlder) = (number, change, isOlder)
    }

    init(_ first: UInt8, _ second: UInt8) {
        isOlder = first & 0x80 != 0
        number = first & 0x7F
        change =
            second < 0x80 ? .value(second) : second & 0x40 == 0 ? .toggles(second & 0x3F) : .count(second & 0x3F)
    }

    /// Whether commands of a control are events that are counted, rather than values.
    static func isEvent(_ number: UInt8) -> Bool { number == 120 || number == 121 || number == 123 }

    /// The controls whose values are nothing any more after a command of a control.
    static func endedControls(by number: UInt8) -> [UInt8] {
        switch number {
        // Those that a reset sets back: not volume, pan, banks, sounds and effects.
        case 121: [1, 2, 4, 11, 33, 34, 36, 43] + Array(64...69) + Array(98...101)
        case 124: [125]
        case 125: [124]
        case 126: [127]
        case 127: [126]
        default: []
        }
    }

    var bytes: (UInt8, UInt8) {
        let second: UInt8 =
            switch change {
            case .value(let value): value & 0x7F
            case .toggles(let count): 0x80 | count & 0x3F
            case .count(let count): 0xC0 | count & 0x3F
            }
        return (number & 0x7F | (isOlder ? 0x80 : 0), second)
    }
}

/// Chapter W: the pitch wheel.
package struct WheelChapter: Equatable, Sendable {
    package var isOlder = true
    package var low: UInt8
    package var high: UInt8

    package init(low: UInt8, high: UInt8, isOlder: Bool = true) {
        (self.low, self.high, self.isOlder) = (low, high, isOlder)
    }

    init(parsing reader: inout ByteReader) throws(AudioError) {
        let (first, second): (UInt8, UInt8) = (try reader.big(), try reader.big())
        (isOlder, low, high) = (first & 0x80 != 0, first & 0x7F, second & 0x7F)
    }

    func write(to writer: inout ByteWriter) {
        writer.big(low & 0x7F | (isOlder ? 0x80 : 0))
        writer.big(high & 0x7F)
    }
}

/// Chapter N: the notes that sound, and those that have ended.
package struct NotesChapter: Equatable, Sendable {
    package struct Log: Equatable, Sendable {
        package var isOlder = true
        package var note: UInt8
        package var velocity: UInt8
        /// Whether the note began so shortly before the packet that it is worth playing.
        package var isFresh: Bool

        package init(note: UInt8, velocity: UInt8, isFresh: Bool, isOlder: Bool = true) {
            (self.note, self.velocity, self.isFresh, self.isOlder) = (note, velocity, isFresh, isOlder)
        }
    }

    /// The notes whose last command is a note on, the oldest first.
    package var sounding: [Log]
    /// A bit for each note whose last command is a note off.
    package var ended: NoteSet
    /// Whether no note ended in the packet before.
    package var endsAreOlder = true

    package init(sounding: [Log] = [], ended: NoteSet = NoteSet(), endsAreOlder: Bool = true) {
        (self.sounding, self.ended, self.endsAreOlder) = (sounding, ended, endsAreOlder)
    }

    init(parsing reader: inout ByteReader) throws(AudioError) {
        let (first, range): (UInt8, UInt8) = (try reader.big(), try reader.big())
        endsAreOlder = first & 0x80 != 0
        var count = Int(first & 0x7F)
        let (low, high) = (range >> 4, range & 0xF)
        guard low <= high || low == 15 && high <= 1 else { throw .midiSend }
        if count == 127, low == 15, high == 0 { count = 128 }
        sounding = []
        for _ in 0..<count {
            let (note, velocity): (UInt8, UInt8) = (try reader.big(), try reader.big())
            sounding.append(
                Log(
                    note: note & 0x7F, velocity: velocity & 0x7F, isFresh: velocity & 0x80 != 0,
                    isOlder: note & 0x80 != 0))
        }
        ended = NoteSet()
        guard low <= high else { return }
        for group in low...high {
            let bits = try reader.big(UInt8.self)
            for bit in UInt8(0)..<8 where bits & (0x80 >> bit) != 0 { ended.insert(8 * group + bit) }
        }
    }

    /// Bytes of the chapter.
    var size: Int { 2 + 2 * sounding.count + (groups.map { $0.count } ?? 0) }

    /// The groups of eight notes in which notes have ended.
    private var groups: ClosedRange<UInt8>? {
        guard let first = ended.first, let last = ended.last else { return nil }
        return first / 8...last / 8
    }

    func write(to writer: inout ByteWriter) {
        let groups = groups
        writer.big(UInt8(endsAreOlder ? 0x80 : 0) | UInt8(min(sounding.count, 127)))
        writer.big(groups.map { $0.lowerBound << 4 | $0.upperBound } ?? (sounding.count == 128 ? 0xF0 : 0xF1))
        for log in sounding {
            writer.big(log.note & 0x7F | (log.isOlder ? 0x80 : 0))
            writer.big(log.velocity & 0x7F | (log.isFresh ? 0x80 : 0))
        }
        for group in groups.map(Array.init) ?? [] {
            writer.big((UInt8(0)..<8).reduce(UInt8(0)) { $0 | (ended.contains(8 * group + $1) ? 0x80 >> $1 : 0) })
        }
    }
}

/// A log of chapter E: the velocity of a note off, or how often a note was begun.
package struct NoteExtra: Equatable, Sendable {
    package enum Value: Equatable, Sendable {
        case begun(UInt8)
        case releaseVelocity(UInt8)
    }

    package var isOlder = true
    package var note: UInt8
    package var value: Value

    package init(note: UInt8, _ value: Value, isOlder: Bool = true) {
        (self.note, self.value, self.isOlder) = (note, value, isOlder)
    }

    init(_ first: UInt8, _ second: UInt8) {
        (isOlder, note) = (first & 0x80 != 0, first & 0x7F)
        value = second < 0x80 ? .begun(second) : .releaseVelocity(second & 0x7F)
    }

    var bytes: (UInt8, UInt8) {
        let second: UInt8 =
            switch value {
            case .begun(let count): count & 0x7F
            case .releaseVelocity(let velocity): 0x80 | velocity & 0x7F
            }
        return (note & 0x7F | (isOlder ? 0x80 : 0), second)
    }
}

/// Chapter T: the pressure of the channel.
package struct PressureChapter: Equatable, Sendable {
    package var isOlder = true
    package var value: UInt8

    package init(value: UInt8, isOlder: Bool = true) { (self.value, self.isOlder) = (value, isOlder) }

    init(_ byte: UInt8) { (isOlder, value) = (byte & 0x80 != 0, byte & 0x7F) }

    var byte: UInt8 { value & 0x7F | (isOlder ? 0x80 : 0) }
}

/// A log of chapter A: the pressure of a key.
package struct KeyPressureLog: Equatable, Sendable {
    package var isOlder = true
    package var note: UInt8
    package var value: UInt8

    package init(note: UInt8, value: UInt8, isOlder: Bool = true) {
        (self.note, self.value, self.isOlder) = (note, value, isOlder)
    }

    init(_ first: UInt8, _ second: UInt8) {
        (isOlder, note, value) = (first & 0x80 != 0, first & 0x7F, second & 0x7F)
    }

    var bytes: (UInt8, UInt8) { (note & 0x7F | (isOlder ? 0x80 : 0), value & 0x7F) }
}

/// A set of notes, 0 to 127.
package struct NoteSet: Equatable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    package init() {}

    package init(_ notes: [UInt8]) { for note in notes { insert(note) } }

    package mutating func insert(_ note: UInt8) {
        if note < 64 { low |= 1 << UInt64(note) } else { high |= 1 << UInt64(note & 63) }
    }

    package func contains(_ note: UInt8) -> Bool {
        (note < 64 ? low >> UInt64(note) : high >> UInt64(note & 63)) & 1 != 0
    }

    package var isEmpty: Bool { low | high == 0 }
    package var first: UInt8? { (UInt8(0)..<128).first(where: contains) }
    package var last: UInt8? { (UInt8(0)..<128).last(where: contains) }
}
