package import AudioCore

/// A name of DNS, as the labels between its dots. Names that differ in case alone are equal.
package struct DNSName: Hashable, Sendable {
    package let labels: [String]

    package init(_ labels: [String]) { self.labels = labels }

    /// A name without dots in its labels.
    package init(_ text: String) { labels = text.split(separator: ".").map(String.init) }

    package static func == (one: DNSName, other: DNSName) -> Bool { one.folded == other.folded }
    package func hash(into hasher: inout Hasher) { hasher.combine(folded) }

    private var folded: [String] { labels.map { $0.lowercased() } }

    /// Whether the name is in a domain.
    package func isIn(_ domain: DNSName) -> Bool {
        labels.count > domain.labels.count && DNSName(Array(labels.suffix(domain.labels.count))) == domain
    }
}

/// A message of DNS, as far as services need it.
package struct DNSMessage: Equatable, Sendable {
    package struct Question: Equatable, Sendable {
        package var name: DNSName
        package var type: UInt16
        package init(_ name: DNSName, _ type: UInt16) { (self.name, self.type) = (name, type) }
    }

    package struct Record: Equatable, Sendable {
        package var name: DNSName
        package var data: Data
        /// Seconds for which it holds; 0 where it holds no longer.
        package var life: UInt32
        /// Whether the sender has all records of the name and the type.
        package var isUnique: Bool

        package init(_ name: DNSName, _ data: Data, life: UInt32 = 120, isUnique: Bool = true) {
            (self.name, self.data, self.life, self.isUnique) = (name, data, life, isUnique)
        }
    }

    package enum Data: Equatable, Sendable {
        case pointer(DNSName)
        case service(port: UInt16, host: DNSName)
        /// Without its lengths: texts of a service.
        case text([[UInt8]])
        case address(NetworkAddress.Host)

        package var type: UInt16 {
            switch self {
            case .pointer: DNSType.pointer
            case .service: DNSType.service
            case .text: DNSType.text
            case .address(let host): host.version4 == nil ? DNSType.address6 : DNSType.address
            }
        }
    }

    package var isResponse: Bool
    package var questions: [Question] = []
    /// Answers, and what a probe wants to have, and what comes with them.
    package var answers: [Record] = []
    package var authorities: [Record] = []
    package var additional: [Record] = []

    /// Records that are read of one message, and bytes of a name, at most.
    private static let mostRecords = 256
    private static let mostNameBytes = 255

    package init(isResponse: Bool) { self.isResponse = isResponse }

    // MARK: Reading

    /// Records of types that services do not need are left out.
    ///
    /// - Throws: `endOfFile` where the message is cut off, `midiSend` where it is malformed.
    package init(parsing bytes: [UInt8]) throws(AudioError) {
        var reader = ByteReader(bytes)
        try reader.skip(2)
        let flags = try reader.big(UInt16.self)
        isResponse = flags & 0x8000 != 0
        guard flags & 0x7800 == 0 else { throw .midiSend }
        var counts: [Int] = []
        for _ in 0..<4 { counts.append(Int(try reader.big(UInt16.self))) }
        guard counts.reduce(0, +) <= Self.mostRecords else { throw .midiSend }
        for _ in 0..<counts[0] {
            let name = try Self.name(&reader, bytes)
            questions.append(Question(name, try reader.big()))
            try reader.skip(2)
        }
        answers = try Self.records(counts[1], &reader, bytes)
        authorities = try Self.records(counts[2], &reader, bytes)
        additional = try Self.records(counts[3], &reader, bytes)
    }

    private static func records(
        _ count: Int, _ reader: inout ByteReader, _ bytes: [UInt8]
    ) throws(AudioError) -> [Record] {
        var records: [Record] = []
        for _ in 0..<count {
            let name = try name(&reader, bytes)
            let type = try reader.big(UInt16.self)
            let kind = try reader.big(UInt16.self)
            let life = try reader.big(UInt32.self)
            var contents = try reader.slice(Int(try reader.big(UInt16.self)))
            guard let data = try data(type, &contents, bytes) else { continue }
            records.append(Record(name, data, life: life, isUnique: kind & 0x8000 != 0))
        }
        return records
    }

    private static func data(
        _ type: UInt16, _ reader: inout ByteReader, _ bytes: [UInt8]
    ) throws(AudioError) -> Data? {
        switch type {
        case DNSType.pointer: return .pointer(try name(&reader, bytes))
        case DNSType.service:
            try reader.skip(4)
            return .service(port: try reader.big(), host: try name(&reader, bytes))
        case DNSType.text:
            var texts: [[UInt8]] = []
            while !reader.isAtEnd { texts.append(Array(try reader.take(Int(try reader.big(UInt8.self))))) }
            return .text(texts)
        case DNSType.address: return .address(NetworkAddress.Host(version4: try reader.big()))
        case DNSType.address6: return .address(NetworkAddress.Host(high: try reader.big(), low: try reader.big()))
        default: return nil
        }
    }

    /// Reads a name. The rest of it may be elsewhere in the message, always farther in front.
    private static func name(_ reader: inout ByteReader, _ bytes: [UInt8]) throws(AudioError) -> DNSName {
        var labels: [String] = []
        var size = 0
        var place = reader.position
        /// Where the next field begins, once the name has continued elsewhere.
        var end: Int?
        while true {
            guard place < bytes.count else { throw .endOfFile }
            let length = Int(bytes[place])
            switch length >> 6 {
            case 0:
                guard place + 1 + length <= bytes.count else { throw .endOfFile }
                size += length + 1
                guard size <= mostNameBytes else { throw .midiSend }
                if length > 0 { labels.append(String(decoding: bytes[place + 1..<place + 1 + length], as: UTF8.self)) }
                place += 1 + length
            case 3:
                guard place + 1 < bytes.count else { throw .endOfFile }
                let target = (length & 0x3F) << 8 | Int(bytes[place + 1])
                guard target < place else { throw .midiSend }
                if end == nil { end = place + 2 }
                place = target
                continue
            default: throw .midiSend
            }
            if length == 0 {
                try reader.skip((end ?? place) - reader.position)
                return DNSName(labels)
            }
        }
    }

    // MARK: Writing

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.big(UInt16(0))
        writer.big(UInt16(isResponse ? 0x8400 : 0))
        for count in [questions.count, answers.count, authorities.count, additional.count] { writer.big(UInt16(count)) }
        for question in questions {
            Self.write(question.name, &writer)
            writer.big(question.type)
            writer.big(UInt16(1))
        }
        for record in answers + authorities + additional {
            Self.write(record.name, &writer)
            writer.big(record.data.type)
            writer.big(record.isUnique ? UInt16(0x8001) : 1)
            writer.big(record.life)
            let contents = Self.bytes(record.data)
            writer.big(UInt16(contents.count))
            writer.append(contents)
        }
        return writer.bytes
    }

    private static func bytes(_ data: Data) -> [UInt8] {
        var writer = ByteWriter()
        switch data {
        case .pointer(let name): write(name, &writer)
        case .service(let port, let host):
            writer.big(UInt32(0))
            writer.big(port)
            write(host, &writer)
        case .text(let texts):
            for text in texts.isEmpty ? [[]] : texts {
                writer.big(UInt8(min(text.count, 255)))
                writer.append(text.prefix(255))
            }
        case .address(let host):
            if let address = host.version4 {
                writer.big(address)
            } else {
                writer.big(host.high)
                writer.big(host.low)
            }
        }
        return writer.bytes
    }

    private static func write(_ name: DNSName, _ writer: inout ByteWriter) {
        for label in name.labels where !label.isEmpty {
            let bytes = Array(label.utf8.prefix(63))
            writer.big(UInt8(bytes.count))
            writer.append(bytes)
        }
        writer.big(UInt8(0))
    }
}

/// The types of records.
package enum DNSType {
    package static let address: UInt16 = 1
    package static let pointer: UInt16 = 12
    package static let text: UInt16 = 16
    package static let address6: UInt16 = 28
    package static let service: UInt16 = 33
    package static let any: UInt16 = 255
}
