internal import AudioCore

/// The journal of system commands: chapters D, V, Q, F and X.
package struct SystemJournal: Equatable, Sendable {
    /// A log of chapter D: a count modulo 128, or a value.
    package struct Log: Equatable, Sendable {
        package var isOlder = true
        package var value: UInt8
        package init(_ value: UInt8, isOlder: Bool = true) { (self.value, self.isOlder) = (value, isOlder) }

        init(parsing byte: UInt8) { (isOlder, value) = (byte & 0x80 != 0, byte & 0x7F) }
        var byte: UInt8 { value & 0x7F | (isOlder ? 0x80 : 0) }
    }

    package var isOlder = true
    /// How often the system was reset.
    package var resets: Log?
    /// How often tuning was asked for.
    package var tunings: Log?
    /// The song.
    package var song: Log?
    /// How often it was said that the connection is there: chapter V.
    package var senses: Log?
    package var sequencer: SequencerChapter?
    package var timeCode: TimeCodeChapter?
    /// Chapter X, in the order in which the messages were sent.
    package var exclusives: [ExclusiveLog] = []

    package init() {}

    init(parsing reader: inout ByteReader) throws(AudioError) {
        let head = try reader.big(UInt16.self)
        isOlder = head & 0x8000 != 0
        var chapters = try reader.slice(Int(head & 0x3FF) - 2)
        if head & 0x4000 != 0 { try parseSimple(&chapters) }
        if head & 0x2000 != 0 { senses = Log(parsing: try chapters.big()) }
        if head & 0x1000 != 0 { sequencer = try SequencerChapter(parsing: &chapters) }
        if head & 0x0800 != 0 { timeCode = try TimeCodeChapter(parsing: &chapters) }
        guard head & 0x0400 != 0 else { return }
        while !chapters.isAtEnd { exclusives.append(try ExclusiveLog(parsing: &chapters)) }
    }

    /// Reads chapter D.
    private mutating func parseSimple(_ reader: inout ByteReader) throws(AudioError) {
        let contents = try reader.big(UInt8.self)
        if contents & 0x40 != 0 { resets = Log(parsing: try reader.big()) }
        if contents & 0x20 != 0 { tunings = Log(parsing: try reader.big()) }
        if contents & 0x10 != 0 { song = Log(parsing: try reader.big()) }
        // Commands that MIDI does not define.
        for bit in [0x08, 0x04] as [UInt8] where contents & bit != 0 {
            try reader.skip(Int(try reader.big(UInt16.self) & 0x3FF) - 2)
        }
        for bit in [0x02, 0x01] as [UInt8] where contents & bit != 0 {
            try reader.skip(Int(try reader.big(UInt8.self) & 0x1F) - 1)
        }
    }

    private var simple: [Log] { [resets, tunings, song].compactMap(\.self) }

    /// Bytes of the journal.
    package var size: Int {
        2 + (simple.isEmpty ? 0 : 1 + simple.count) + (senses == nil ? 0 : 1)
            + (sequencer == nil ? 0 : SequencerChapter.bytes) + (timeCode?.size ?? 0)
            + exclusives.reduce(0) { $0 + $1.size }
    }

    /// Whether no command of the packet before is in any chapter.
    var chaptersAreOlder: Bool {
        (simple + [senses].compactMap(\.self)).allSatisfy(\.isOlder) && sequencer?.isOlder ?? true
            && timeCode?.isOlder ?? true && exclusives.allSatisfy(\.isOlder)
    }

    func write(to writer: inout ByteWriter) {
        var head = UInt16(size)
        if isOlder { head |= 0x8000 }
        if !simple.isEmpty { head |= 0x4000 }
        if senses != nil { head |= 0x2000 }
        if sequencer != nil { head |= 0x1000 }
        if timeCode != nil { head |= 0x0800 }
        if !exclusives.isEmpty { head |= 0x0400 }
        writer.big(head)
        if !simple.isEmpty {
            var contents: UInt8 = simple.allSatisfy(\.isOlder) ? 0x80 : 0
            if resets != nil { contents |= 0x40 }
            if tunings != nil { contents |= 0x20 }
            if song != nil { contents |= 0x10 }
            writer.big(contents)
            for log in simple { writer.big(log.byte) }
        }
        if let senses { writer.big(senses.byte) }
        sequencer?.write(to: &writer)
        timeCode?.write(to: &writer)
        for log in exclusives { log.write(to: &writer) }
    }
}

/// Chapter Q: whether a sequencer runs, and where.
package struct SequencerChapter: Equatable, Sendable {
    static let bytes = 3
    /// Clocks of a position are counted modulo this.
    package static let mostClocks = 1 << 19

    package var isOlder = true
    package var isRunning: Bool
    /// Whether a clock has come since the sequencer began to run.
    package var hasMoved: Bool
    /// The position in clocks, of which 24 are a quarter note.
    package var clocks: Int

    package init(isRunning: Bool, hasMoved: Bool, clocks: Int, isOlder: Bool = true) {
        (self.isRunning, self.hasMoved, self.clocks, self.isOlder) = (isRunning, hasMoved, clocks, isOlder)
    }

    init(parsing reader: inout ByteReader) throws(AudioError) {
        let head = try reader.big(UInt8.self)
        (isOlder, isRunning, hasMoved) = (head & 0x80 != 0, head & 0x40 != 0, head & 0x20 != 0)
        clocks = head & 0x10 == 0 ? 0 : Int(head & 7) << 16 | Int(try reader.big(UInt16.self))
        if head & 0x08 != 0 { try reader.skip(3) }
    }

    func write(to writer: inout ByteWriter) {
        var head = 0x10 | UInt8(clocks >> 16 & 7)
        if isOlder { head |= 0x80 }
        if isRunning { head |= 0x40 }
        if hasMoved { head |= 0x20 }
        writer.big(head)
        writer.big(UInt16(clocks & 0xFFFF))
    }
}

/// Where a sequencer is by the commands that came.
struct SequencerPosition: Equatable, Sendable {
    var isRunning = false
    /// Whether a clock has come since the sequencer began to run.
    var hasMoved = false
    /// The position of the last clock or, where none has come, of the next one.
    var clocks = 0

    /// The position of the next clock.
    var next: Int { clocks + (hasMoved ? 1 : 0) }

    /// Notes a command. Returns whether it changes anything.
    mutating func note(_ bytes: [UInt8]) -> Bool {
        let before = self
        switch bytes[0] {
        case 0xF2 where bytes.count > 2:
            (clocks, hasMoved) = (6 * (Int(bytes[2] & 0x7F) << 7 | Int(bytes[1] & 0x7F)), false)
        case 0xF8 where isRunning: (clocks, hasMoved) = (next % SequencerChapter.mostClocks, true)
        case 0xFA: self = SequencerPosition(isRunning: true)
        case 0xFB: self = SequencerPosition(isRunning: true, clocks: next % SequencerChapter.mostClocks)
        case 0xFC: isRunning = false
        default: break
        }
        return self != before
    }

    /// The commands that bring it to where a journal says.
    func commands(to chapter: SequencerChapter) -> [[UInt8]] {
        let target = SequencerPosition(
            isRunning: chapter.isRunning, hasMoved: chapter.hasMoved, clocks: chapter.clocks)
        guard target != self else { return [] }
        /// Clocks that may be made up for at once: two measures.
        let mostClocks = 192
        let ahead = target.next - next
        if ahead >= 0, ahead <= mostClocks, isRunning || target.isRunning {
            let begin: [[UInt8]] = isRunning ? [] : [[next == 0 ? 0xFA : 0xFB]]
            let end: [[UInt8]] = target.isRunning ? [] : [[0xFC]]
            return begin + Array(repeating: [0xF8], count: ahead) + end
        }
        let beats = target.next / 6
        guard beats < 1 << 14 else { return [] }
        var commands: [[UInt8]] = isRunning ? [[0xFC]] : []
        if beats != next / 6 || next % 6 != 0 { commands.append([0xF2, UInt8(beats & 0x7F), UInt8(beats >> 7)]) }
        if target.isRunning { commands += [[0xFB]] + Array(repeating: [0xF8], count: target.next % 6) }
        return commands
    }
}
