internal import AudioCore

/// The recovery journal of a packet: what the commands since the checkpoint packet have changed, up to the packet before.
///
/// In each part, `isOlder` says that no command of the packet before has changed it: whoever misses that packet alone need not
/// look at it.
package struct Journal: Equatable, Sendable {
    /// The sequence number of the checkpoint packet.
    package var checkpoint: UInt16
    package var isOlder: Bool
    package var system: SystemJournal?
    /// By channel, in ascending order.
    package var channels: [ChannelJournal]

    package init(
        checkpoint: UInt16, isOlder: Bool = true, system: SystemJournal? = nil, channels: [ChannelJournal] = []
    ) {
        self.checkpoint = checkpoint
        self.isOlder = isOlder
        self.system = system
        self.channels = channels
    }

    init(parsing reader: inout ByteReader) throws(AudioError) {
        let flags = try reader.big(UInt8.self)
        isOlder = flags & 0x80 != 0
        checkpoint = try reader.big()
        channels = []
        if flags & 0x40 != 0 { system = try SystemJournal(parsing: &reader) }
        guard flags & 0x20 != 0 else { return }
        for _ in 0...Int(flags & 0xF) { channels.append(try ChannelJournal(parsing: &reader)) }
    }

    func write(to writer: inout ByteWriter) {
        let count = min(channels.count, 16)
        writer.big(
            UInt8(isOlder ? 0x80 : 0) | (system == nil ? 0 : 0x40) | (count == 0 ? 0 : 0x20 | UInt8(count - 1)))
        writer.big(checkpoint)
        system?.write(to: &writer)
        for channel in channels.prefix(16) { channel.write(to: &writer) }
    }
}

/// The journal of a channel. A chapter that is nil, or empty, is not there.
package struct ChannelJournal: Equatable, Sendable {
    /// 0 to 15.
    package var channel: UInt8
    package var isOlder = true
    package var program: ProgramChapter?
    package var controls: [ControlLog] = []
    package var parameters: ParametersChapter?
    package var wheel: WheelChapter?
    package var notes: NotesChapter?
    package var extras: [NoteExtra] = []
    package var pressure: PressureChapter?
    package var keyPressures: [KeyPressureLog] = []

    private static let headerBytes = 3
    private static let mostBytes = 0x3FF

    package init(channel: UInt8) { self.channel = channel }

    init(parsing reader: inout ByteReader) throws(AudioError) {
        let head = try reader.big(UInt16.self)
        isOlder = head & 0x8000 != 0
        channel = UInt8(head >> 11 & 0xF)
        let contents = try reader.big(UInt8.self)
        var chapters = try reader.slice(Int(head & 0x3FF) - Self.headerBytes)
        if contents & 0x80 != 0 { program = try ProgramChapter(parsing: &chapters) }
        if contents & 0x40 != 0 { controls = try Self.list(&chapters) { ControlLog($0, $1) } }
        if contents & 0x20 != 0 { parameters = try ParametersChapter(parsing: &chapters) }
        if contents & 0x10 != 0 { wheel = try WheelChapter(parsing: &chapters) }
        if contents & 0x08 != 0 { notes = try NotesChapter(parsing: &chapters) }
        if contents & 0x04 != 0 { extras = try Self.list(&chapters) { NoteExtra($0, $1) } }
        if contents & 0x02 != 0 { pressure = PressureChapter(try chapters.big()) }
        if contents & 0x01 != 0 { keyPressures = try Self.list(&chapters) { KeyPressureLog($0, $1) } }
    }

    func write(to writer: inout ByteWriter) {
        // Those that matter least are left out where all together are too long.
        var journal = self
        while journal.size > Self.mostBytes, !journal.keyPressures.isEmpty || !journal.extras.isEmpty {
            if journal.keyPressures.isEmpty { journal.extras = [] } else { journal.keyPressures = [] }
        }
        journal.writeWhole(to: &writer)
    }

    /// Bytes of the journal of this channel.
    package var size: Int {
        func bytes(_ count: Int) -> Int { count == 0 ? 0 : 1 + 2 * count }
        return Self.headerBytes + (program == nil ? 0 : 3) + bytes(controls.count)
            + (parameters?.size ?? 0) + (wheel == nil ? 0 : 2)
            + (notes?.size ?? 0) + bytes(extras.count) + (pressure == nil ? 0 : 1) + bytes(keyPressures.count)
    }

    private func writeWhole(to writer: inout ByteWriter) {
        writer.big((isOlder ? 0x8000 : 0) | UInt16(channel & 0xF) << 11 | UInt16(size & Self.mostBytes))
        var contents: UInt8 = 0
        if program != nil { contents |= 0x80 }
        if !controls.isEmpty { contents |= 0x40 }
        if parameters != nil { contents |= 0x20 }
        if wheel != nil { contents |= 0x10 }
        if notes != nil { contents |= 0x08 }
        if !extras.isEmpty { contents |= 0x04 }
        if pressure != nil { contents |= 0x02 }
        if !keyPressures.isEmpty { contents |= 0x01 }
        writer.big(contents)
        program?.write(to: &writer)
        Self.write(controls.map(\.bytes), allOlder: controls.allSatisfy(\.isOlder), &writer)
        parameters?.write(to: &writer)
        wheel?.write(to: &writer)
        notes?.write(to: &writer)
        Self.write(extras.map(\.bytes), allOlder: extras.allSatisfy(\.isOlder), &writer)
        if let pressure { writer.big(pressure.byte) }
        Self.write(keyPressures.map(\.bytes), allOlder: keyPressures.allSatisfy(\.isOlder), &writer)
    }

    /// Reads a chapter that is a list of logs of two bytes.
    private static func list<Log>(
        _ reader: inout ByteReader, _ log: (UInt8, UInt8) -> Log
    ) throws(AudioError) -> [Log] {
        let count = 1 + Int(try reader.big(UInt8.self) & 0x7F)
        var logs: [Log] = []
        for _ in 0..<count { logs.append(log(try reader.big(), try reader.big())) }
        return logs
    }

    private static func write(_ logs: [(UInt8, UInt8)], allOlder: Bool, _ writer: inout ByteWriter) {
        guard !logs.isEmpty else { return }
        writer.big(UInt8(allOlder ? 0x80 : 0) | UInt8(min(logs.count, 128) - 1))
        for (first, second) in logs.prefix(128) {
            writer.big(first)
            writer.big(second)
        }
    }
}
