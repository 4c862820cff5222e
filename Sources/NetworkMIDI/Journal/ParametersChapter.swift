internal import AudioCore

/// A parameter that controls 98 to 101 choose: a registered one, or another.
package struct ParameterNumber: Hashable, Sendable {
    package var isRegistered: Bool
    /// The values of control 101, or 99, and of control 100, or 98.
    package var coarse: UInt8
    package var fine: UInt8

    package init(isRegistered: Bool, coarse: UInt8, fine: UInt8) {
        (self.isRegistered, self.coarse, self.fine) = (isRegistered, coarse, fine)
    }

    /// The commands that choose it.
    func choosing(_ channel: UInt8) -> [[UInt8]] {
        [[0xB0 | channel, isRegistered ? 101 : 99, coarse], [0xB0 | channel, isRegistered ? 100 : 98, fine]]
    }

    /// The number that stands for no parameter.
    static let null = ParameterNumber(isRegistered: true, coarse: 127, fine: 127)
}

/// Which parameter a channel's data entry goes to, as controls 98 to 101 have chosen it.
package struct ParameterChoice: Equatable, Sendable {
    package private(set) var isRegistered = true
    /// The halves of the number; nil for those that no control has set.
    package private(set) var coarse: UInt8?
    package private(set) var fine: UInt8?
    /// Whether the coarse half is new, and the fine one still to come.
    package private(set) var isPending = false
    /// The parameter that was chosen last with both halves; nil for none.
    package private(set) var complete: ParameterNumber?

    package init() {}

    /// Takes a value of control 98, 99, 100 or 101.
    package mutating func choose(_ control: UInt8, _ value: UInt8) {
        // Half a number of the other kind ends the choice.
        if (control >= 100) != isRegistered {
            self = ParameterChoice()
            isRegistered = control >= 100
        }
        isPending = control & 1 == 1
        if isPending { coarse = value } else { fine = value }
        guard !isPending, let coarse, let fine else { return }
        complete = ParameterNumber(isRegistered: isRegistered, coarse: coarse, fine: fine)
        if coarse == 127, fine == 127 { self = ParameterChoice() }
    }

    /// The parameter that a data entry is for, which ends the choice; nil for none.
    package mutating func parameter() -> ParameterNumber? {
        guard let coarse, let fine, coarse < 127 || fine < 127 else { return nil }
        isPending = false
        complete = ParameterNumber(isRegistered: isRegistered, coarse: coarse, fine: fine)
        return complete
    }
}

/// Chapter M: the values of parameters, and the one that is chosen.
package struct ParametersChapter: Equatable, Sendable {
    /// A value, and whether all controls were reset after it.
    package struct Entry: Equatable, Sendable {
        package var value: UInt8
        package var isBeforeReset: Bool
        package init(_ value: UInt8, isBeforeReset: Bool = false) {
            (self.value, self.isBeforeReset) = (value, isBeforeReset)
        }
    }

    package struct Log: Equatable, Sendable {
        package var isOlder = true
        package var parameter: ParameterNumber
        /// What controls 6 and 38 were last set to.
        package var coarse: Entry?
        package var fine: Entry?
        /// How often control 96 came since then, less how often control 97 did.
        package var steps: Int?
        /// Those after which controls were not reset.
        package var stepsAfterReset: Int?
        /// How often the parameter was changed, modulo 128.
        package var count: Entry?

        package init(
            _ parameter: ParameterNumber, coarse: Entry? = nil, fine: Entry? = nil, steps: Int? = nil,
            isOlder: Bool = true
        ) {
            self.parameter = parameter
            (self.coarse, self.fine, self.steps, self.isOlder) = (coarse, fine, steps, isOlder)
        }

        var hasValues: Bool { coarse != nil || fine != nil || steps != nil }
    }

    package var isOlder = true
    /// The coarse half of a number whose fine half is still to come.
    package var pending: (isRegistered: Bool, coarse: UInt8)?
    /// Whether a parameter is chosen: that of the last log.
    package var isChosen = false
    /// In the order in which the parameters were chosen last.
    package var logs: [Log] = []

    package init() {}

    package static func == (one: Self, other: Self) -> Bool {
        one.isOlder == other.isOlder && one.isChosen == other.isChosen && one.logs == other.logs
            && one.pending?.isRegistered == other.pending?.isRegistered && one.pending?.coarse == other.pending?.coarse
    }

    private static let headerBytes = 2
    /// The largest number of steps of a log.
    package static let mostSteps = 0x3FFF

    init(parsing reader: inout ByteReader) throws(AudioError) {
        let head = try reader.big(UInt16.self)
        isOlder = head & 0x8000 != 0
        isChosen = head & 0x2000 != 0
        let (areRegistered, areOthers) = (head & 0x1000 != 0, head & 0x0800 != 0)
        // The logs of one kind of parameters without coarse halves leave those out.
        let isShort = head & 0x0400 != 0 && (areRegistered || areOthers)
        var contents = try reader.slice(Int(head & 0x3FF) - Self.headerBytes)
        if head & 0x4000 != 0 {
            let byte = try contents.big(UInt8.self)
            pending = (byte & 0x80 == 0, byte & 0x7F)
        }
        while !contents.isAtEnd {
            let fine = try contents.big(UInt8.self)
            let coarse: UInt8 = try isShort ? (areRegistered ? 0 : 0x80) : contents.big()
            var log = Log(
                ParameterNumber(isRegistered: coarse & 0x80 == 0, coarse: coarse & 0x7F, fine: fine & 0x7F),
                isOlder: fine & 0x80 != 0)
            let fields = try contents.big(UInt8.self)
            if fields & 0x80 != 0 { log.coarse = Entry(parsing: try contents.big()) }
            if fields & 0x40 != 0 { log.fine = Entry(parsing: try contents.big()) }
            if fields & 0x20 != 0 { log.steps = Self.steps(try contents.big()) }
            if fields & 0x10 != 0 { log.stepsAfterReset = Self.steps(try contents.big()) }
            if fields & 0x08 != 0 { log.count = Entry(parsing: try contents.big()) }
            logs.append(log)
        }
    }

    private static func steps(_ field: UInt16) -> Int {
        let count = Int(field & 0x3FFF)
        return field & 0x8000 == 0 ? count : -count
    }

    /// Bytes of the chapter.
    var size: Int { logs.reduce(Self.headerBytes + (pending == nil ? 0 : 1)) { $0 + $1.size } }

    func write(to writer: inout ByteWriter) {
        var head = UInt16(size & 0x3FF)
        if isOlder { head |= 0x8000 }
        if pending != nil { head |= 0x4000 }
        if isChosen { head |= 0x2000 }
        writer.big(head)
        if let pending { writer.big(pending.coarse & 0x7F | (pending.isRegistered ? 0 : 0x80)) }
        for log in logs { log.write(to: &writer) }
    }
}

extension ParametersChapter.Entry {
    init(parsing byte: UInt8) { self.init(byte & 0x7F, isBeforeReset: byte & 0x80 != 0) }
    var byte: UInt8 { value & 0x7F | (isBeforeReset ? 0x80 : 0) }
}

extension ParametersChapter.Log {
    var size: Int {
        3 + [coarse, fine, count].count { $0 != nil } + 2 * [steps, stepsAfterReset].count { $0 != nil }
    }

    func write(to writer: inout ByteWriter) {
        writer.big(parameter.fine & 0x7F | (isOlder ? 0x80 : 0))
        writer.big(parameter.coarse & 0x7F | (parameter.isRegistered ? 0 : 0x80))
        var fields: UInt8 = count == nil ? 0x02 : 0x06
        for (isThere, bit) in [
            (coarse != nil, 0x80), (fine != nil, 0x40), (steps != nil, 0x20), (stepsAfterReset != nil, 0x10),
            (count != nil, 0x08),
        ] as [(Bool, UInt8)] where isThere { fields |= bit }
        writer.big(fields)
        if let coarse { writer.big(coarse.byte) }
        if let fine { writer.big(fine.byte) }
        for steps in [steps, stepsAfterReset].compactMap(\.self) {
            let count = UInt16(min(abs(steps), ParametersChapter.mostSteps))
            writer.big(count | (steps < 0 ? 0x8000 : 0))
        }
        if let count { writer.big(count.byte) }
    }
}
