package import AudioCore

/// A packet of RTP with commands of MIDI: its header, the list of commands, and the journal.
package struct RTPPacket: Equatable, Sendable {
    package var sequence: UInt16
    /// When the first command is due, in ticks of 0.1 ms of the sender's clock.
    package var timestamp: UInt32
    package var source: UInt32
    package var commands: [ListCommand]
    package var journal: Journal?

    private static let payloadType: UInt8 = 97
    /// Bytes of a list at most.
    package static let mostListBytes = 0xFFF

    package init(
        sequence: UInt16, timestamp: UInt32, source: UInt32, commands: [ListCommand], journal: Journal? = nil
    ) {
        self.sequence = sequence
        self.timestamp = timestamp
        self.source = source
        self.commands = commands
        self.journal = journal
    }

    /// A journal that is malformed is left out.
    ///
    /// - Throws: `endOfFile` where the packet is cut off, `midiSend` where it is malformed.
    package init(parsing bytes: ArraySlice<UInt8>) throws(AudioError) {
        var reader = ByteReader(bytes)
        let first = try reader.big(UInt8.self)
        let type = try reader.big(UInt8.self)
        guard first >> 6 == 2, type & 0x7F == Self.payloadType else { throw .midiSend }
        sequence = try reader.big()
        timestamp = try reader.big()
        source = try reader.big()
        try reader.skip(4 * Int(first & 0xF))
        if first & 0x10 != 0 {
            try reader.skip(2)
            try reader.skip(4 * Int(try reader.big(UInt16.self)))
        }
        if first & 0x20 != 0, let padding = bytes.last {
            guard padding > 0 else { throw .midiSend }
            reader = ByteReader(try reader.take(reader.remaining - Int(padding)))
        }
        let flags = try reader.big(UInt8.self)
        var length = Int(flags & 0xF)
        if flags & 0x80 != 0 { length = length << 8 | Int(try reader.big(UInt8.self)) }
        commands = try CommandList.parse(try reader.take(length), beginsWithDelta: flags & 0x20 != 0)
        // The commands are worth playing whatever the journal is.
        journal = flags & 0x40 != 0 ? try? Journal(parsing: &reader) : nil
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        let (list, beginsWithDelta) = CommandList.bytes(commands)
        writer.big(UInt8(0x80))
        writer.big(Self.payloadType | (list.isEmpty ? 0 : 0x80))
        writer.big(sequence)
        writer.big(timestamp)
        writer.big(source)
        let flags = UInt8(journal == nil ? 0 : 0x40) | UInt8(beginsWithDelta ? 0x20 : 0)
        if list.count < 16 {
            writer.big(flags | UInt8(list.count))
        } else {
            writer.big(UInt16(flags | 0x80) << 8 | UInt16(list.count))
        }
        writer.append(list)
        journal?.write(to: &writer)
        return writer.bytes
    }
}
