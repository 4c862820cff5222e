/// The sound in a piece of an MPEG-2 transport stream (ISO 13818-1), and what metadata goes with it.
///
/// The first program's first stream of sound is taken. Packets that are damaged or repeated are passed over.
package struct TransportStream: Equatable, Sendable {
    /// What the bytes of the sound are.
    package enum Kind: Hashable, Sendable { case adts, loas, mpeg, ac3, eac3 }

    /// A value with the time at which it holds.
    package struct Timed: Equatable, Sendable {
        /// 90,000 to the second, in 33 bits; nil where the stream does not say.
        package var time: Int64?
        package var bytes: [UInt8]

        package init(time: Int64?, bytes: [UInt8]) { (self.time, self.bytes) = (time, bytes) }
    }

    package private(set) var kind: Kind?
    /// The frames of the sound, one after the other.
    package private(set) var sound: [UInt8] = []
    /// The time of the first frame, 90,000 to the second, in 33 bits.
    package private(set) var start: Int64?
    /// ID3 tags.
    package private(set) var tags: [Timed] = []

    private static let packetSize = 188
    /// Tags of a piece; an honest one has a few.
    private static let mostTags = 256

    /// Whether bytes are those of a transport stream.
    package static func isMeant(by bytes: [UInt8]) -> Bool {
        bytes.count >= packetSize && bytes[0] == 0x47 && (bytes.count < 2 * packetSize || bytes[packetSize] == 0x47)
    }

    package init(parsing bytes: [UInt8]) {
        var streams = Streams()
        var position = 0
        while position + Self.packetSize <= bytes.count {
            // Behind damage the next packet begins at the next mark that another one follows.
            guard bytes[position] == 0x47 else {
                position += 1
                continue
            }
            let next = position + Self.packetSize
            guard next >= bytes.count || bytes[next] == 0x47 else {
                position += 1
                continue
            }
            take(bytes[position..<next], &streams)
            position = next
        }
        if let tag = streams.tag { add(tag) }
    }

    /// Where the streams are, and what of them has begun.
    private struct Streams {
        var table: UInt16?
        var sound: UInt16?
        var metadata: UInt16?
        var sections: [UInt16: [UInt8]] = [:]
        var counters: [UInt16: UInt8] = [:]
        var hasSoundBegun = false
        var tag: Timed?
    }

    private mutating func take(_ packet: ArraySlice<UInt8>, _ streams: inout Streams) {
        let first = packet.startIndex
        let isDamaged = packet[first + 1] & 0x80 != 0
        let begins = packet[first + 1] & 0x40 != 0
        let id = UInt16(packet[first + 1] & 0x1F) << 8 | UInt16(packet[first + 2])
        let flags = packet[first + 3]
        guard !isDamaged, flags & 0x10 != 0, flags & 0xC0 == 0, id != 0x1FFF else { return }
        var payload = packet[(first + 4)...]
        if flags & 0x20 != 0 {
            let size = Int(payload[payload.startIndex]) + 1
            guard size < payload.count else { return }
            payload = payload.dropFirst(size)
        }
        let counter = flags & 0x0F
        guard streams.counters[id] != counter || id == 0 || id == streams.table else { return }
        streams.counters[id] = counter
        if id == 0 || id == streams.table {
            takeTable(payload, id, begins, &streams)
        } else if id == streams.sound {
            takeSound(payload, begins, &streams)
        } else if id == streams.metadata {
            takeTag(payload, begins, &streams)
        }
    }

    // MARK: Tables

    private mutating func takeTable(
        _ payload: ArraySlice<UInt8>, _ id: UInt16, _ begins: Bool, _ streams: inout Streams
    ) {
        if begins {
            guard let pointer = payload.first, Int(pointer) + 1 < payload.count else { return }
            streams.sections[id] = Array(payload.dropFirst(Int(pointer) + 1))
        } else if let section = streams.sections[id], section.count < 1024 {
            streams.sections[id]?.append(contentsOf: payload)
        }
        guard let section = streams.sections[id], section.count >= 3 else { return }
        let length = Int(section[1] & 0x0F) << 8 | Int(section[2])
        guard length >= 9, section.count >= 3 + length else { return }
        streams.sections[id] = nil
        // Without the checksum.
        let body = section[8..<3 + length - 4]
        if id == 0, section[0] == 0 { takePrograms(body, &streams) }
        if id != 0, section[0] == 2 { takeProgram(body, &streams) }
    }

    private func takePrograms(_ body: ArraySlice<UInt8>, _ streams: inout Streams) {
        var rest = body
        while rest.count >= 4 {
            let at = rest.startIndex
            let number = UInt16(rest[at]) << 8 | UInt16(rest[at + 1])
            if number != 0 {
                streams.table = streams.table ?? (UInt16(rest[at + 2] & 0x1F) << 8 | UInt16(rest[at + 3]))
            }
            rest = rest.dropFirst(4)
        }
    }

    private mutating func takeProgram(_ body: ArraySlice<UInt8>, _ streams: inout Streams) {
        guard body.count >= 4 else { return }
        let information = Int(body[body.startIndex + 2] & 0x0F) << 8 | Int(body[body.startIndex + 3])
        var rest = body.dropFirst(4 + information)
        while rest.count >= 5 {
            let at = rest.startIndex
            let type = rest[at]
            let id = UInt16(rest[at + 1] & 0x1F) << 8 | UInt16(rest[at + 2])
            let size = Int(rest[at + 3] & 0x0F) << 8 | Int(rest[at + 4])
            let descriptors = rest.dropFirst(5).prefix(size)
            if streams.sound == nil, let found = Self.kind(type, descriptors) { (kind, streams.sound) = (found, id) }
            if streams.metadata == nil, type == 0x15 { streams.metadata = id }
            rest = rest.dropFirst(5 + size)
        }
    }

    private static func kind(_ type: UInt8, _ descriptors: ArraySlice<UInt8>) -> Kind? {
        switch type {
        case 0x0F: return .adts
        case 0x11: return .loas
        case 0x03, 0x04: return .mpeg
        case 0x81: return .ac3
        case 0x87: return .eac3
        case 0x06:
            var rest = descriptors
            while rest.count >= 2 {
                if rest[rest.startIndex] == 0x6A { return .ac3 }
                if rest[rest.startIndex] == 0x7A { return .eac3 }
                rest = rest.dropFirst(2 + Int(rest[rest.startIndex + 1]))
            }
            return nil
        default: return nil
        }
    }

    // MARK: Streams

    /// What follows the header of a packet of an elementary stream, and its time; nil for another packet.
    private static func content(_ payload: ArraySlice<UInt8>) -> (bytes: ArraySlice<UInt8>, time: Int64?)? {
        let at = payload.startIndex
        guard payload.count >= 9, payload[at] == 0, payload[at + 1] == 0, payload[at + 2] == 1 else { return nil }
        let header = 9 + Int(payload[at + 8])
        guard header <= payload.count else { return nil }
        var time: Int64?
        if payload[at + 7] & 0x80 != 0, payload[at + 8] >= 5 {
            let fields = payload[(at + 9)...].prefix(5).map { Int64($0) }
            let (high, middle, low) = (
                fields[0] >> 1 & 7, fields[1] << 7 | fields[2] >> 1, fields[3] << 7 | fields[4] >> 1
            )
            time = high << 30 | middle << 15 | low
        }
        return (payload.dropFirst(header), time)
    }

    private mutating func takeSound(_ payload: ArraySlice<UInt8>, _ begins: Bool, _ streams: inout Streams) {
        guard begins else {
            if streams.hasSoundBegun { sound += payload }
            return
        }
        guard let content = Self.content(payload) else { return }
        if !streams.hasSoundBegun { start = content.time }
        streams.hasSoundBegun = true
        sound += content.bytes
    }

    private mutating func takeTag(_ payload: ArraySlice<UInt8>, _ begins: Bool, _ streams: inout Streams) {
        guard begins else {
            if let tag = streams.tag, tag.bytes.count < 1 << 20 { streams.tag?.bytes += payload }
            return
        }
        if let tag = streams.tag { add(tag) }
        streams.tag = Self.content(payload).map { Timed(time: $0.time, bytes: Array($0.bytes)) }
    }

    private mutating func add(_ tag: Timed) {
        guard tags.count < Self.mostTags, tag.bytes.starts(with: "ID3".utf8) else { return }
        tags.append(tag)
    }
}
