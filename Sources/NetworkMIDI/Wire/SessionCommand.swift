package import AudioCore

/// A command of the AppleMIDI session protocol: invitations, their answers, the exchange of clocks, and feedback.
package enum SessionCommand: Equatable, Sendable {
    /// `IN`. The name is that of the sender's session.
    case invitation(token: UInt32, source: UInt32, name: String)
    /// `OK`.
    case acceptance(token: UInt32, source: UInt32, name: String)
    /// `NO`.
    case refusal(token: UInt32, source: UInt32)
    /// `BY`.
    case end(token: UInt32, source: UInt32)
    /// `CK`.
    case clock(ClockMessage)
    /// `RS`: the last packet that arrived, as a number of 16 bits in the upper half of the field.
    case feedback(source: UInt32, sequence: UInt32)

    private static let version: UInt32 = 2
    /// Bytes of a name that are sent, or kept, at most.
    private static let mostNameBytes = 255

    /// Whether a datagram is a command. Others are packets of RTP.
    package static func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0xFF, 0xFF]) }

    /// - Throws: `endOfFile` where the datagram is cut off, `midiSend` where the command is unknown or of another version.
    package init(parsing bytes: ArraySlice<UInt8>) throws(AudioError) {
        var reader = ByteReader(bytes)
        guard try reader.big(UInt16.self) == 0xFFFF else { throw .midiSend }
        let code = try reader.big(UInt16.self)
        switch code {
        case Code.invitation, Code.acceptance, Code.refusal, Code.end:
            guard try reader.big(UInt32.self) == Self.version else { throw .midiSend }
            let (token, source): (UInt32, UInt32) = (try reader.big(), try reader.big())
            switch code {
            case Code.invitation: self = .invitation(token: token, source: source, name: Self.name(&reader))
            case Code.acceptance: self = .acceptance(token: token, source: source, name: Self.name(&reader))
            case Code.refusal: self = .refusal(token: token, source: source)
            default: self = .end(token: token, source: source)
            }
        case Code.clock: self = .clock(try ClockMessage(parsing: &reader))
        case Code.feedback: self = .feedback(source: try reader.big(), sequence: try reader.big())
        default: throw .midiSend
        }
    }

    /// The token of an invitation of another version of the protocol; nil for anything else.
    static func tokenOfOtherVersion(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        var reader = ByteReader(bytes)
        guard let head = try? reader.big(UInt32.self), head == 0xFFFF_0000 | UInt32(Code.invitation),
            let version = try? reader.big(UInt32.self), version != Self.version
        else { return nil }
        return try? reader.big(UInt32.self)
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.big(UInt16(0xFFFF))
        switch self {
        case .invitation(let token, let source, let name):
            Self.write(Code.invitation, token, source, name, &writer)
        case .acceptance(let token, let source, let name):
            Self.write(Code.acceptance, token, source, name, &writer)
        case .refusal(let token, let source): Self.write(Code.refusal, token, source, nil, &writer)
        case .end(let token, let source): Self.write(Code.end, token, source, nil, &writer)
        case .clock(let message):
            writer.big(Code.clock)
            message.write(to: &writer)
        case .feedback(let source, let sequence):
            writer.big(Code.feedback)
            writer.big(source)
            writer.big(sequence)
        }
        return writer.bytes
    }

    /// The letters of the commands.
    private enum Code {
        static let invitation: UInt16 = 0x494E
        static let acceptance: UInt16 = 0x4F4B
        static let refusal: UInt16 = 0x4E4F
        static let end: UInt16 = 0x4259
        static let clock: UInt16 = 0x434B
        static let feedback: UInt16 = 0x5253
    }

    private static func name(_ reader: inout ByteReader) -> String {
        String(decoding: reader.rest().prefix { $0 != 0 }.prefix(mostNameBytes), as: UTF8.self)
    }

    private static func write(
        _ code: UInt16, _ token: UInt32, _ source: UInt32, _ name: String?, _ writer: inout ByteWriter
    ) {
        writer.big(code)
        writer.big(version)
        writer.big(token)
        writer.big(source)
        guard let name else { return }
        writer.append(name.utf8.prefix { $0 != 0 }.prefix(mostNameBytes))
        writer.big(UInt8(0))
    }
}

/// A step of the exchange of clocks. Times are in ticks of 0.1 ms.
package struct ClockMessage: Equatable, Sendable {
    package var source: UInt32
    /// The initiator sends step 0, the other side answers with 1, and the initiator with 2.
    package var step: UInt8
    /// When each step was sent, by the clock of its sender. Those that are still to come are 0.
    package var times: [UInt64]

    package init(source: UInt32, step: UInt8, times: [UInt64]) {
        self.source = source
        self.step = step
        self.times = (times + [0, 0, 0]).prefix(3).map { $0 }
    }

    init(parsing reader: inout ByteReader) throws(AudioError) {
        source = try reader.big()
        step = try reader.big()
        guard step < 3 else { throw .midiSend }
        try reader.skip(3)
        times = [try reader.big(), try reader.big(), try reader.big()]
    }

    func write(to writer: inout ByteWriter) {
        writer.big(source)
        writer.big(step)
        writer.zeros(3)
        for time in times { writer.big(time) }
    }
}
