import AudioCore

// What WAVE, AIFF and Wave64 share: chunks of a code, a size and a padded body.

/// How chunks are written down.
enum IFFForm {
    /// A four-character code, 32 bits of size, a body padded to an even size: AIFF and RIFX.
    case bigEndian
    /// The same, little-endian: WAVE.
    case littleEndian
    /// A GUID, 64 bits of size that count the header too, a body padded to 8 bytes: Wave64.
    case wave64

    var isBigEndian: Bool { self == .bigEndian }
    var headerSize: Int { self == .wave64 ? 24 : 8 }
    var alignment: Int { self == .wave64 ? 8 : 2 }

    /// The bytes after a body of this size, before the next chunk.
    func padding(after size: Int64) -> Int { Int(-size & Int64(alignment - 1)) }
}

/// A chunk found in a file.
struct IFFChunk {
    var id: FourCC
    /// Where its body begins, in bytes from the file's start.
    var offset: Int64
    /// The size its header claims.
    var claimedSize: Int64
    /// The bytes of the file from `offset` on.
    var available: Int64

    /// The bytes of the body that the file really has.
    var size: Int64 { min(claimedSize, available) }
    var place: FileDescription.ChunkPlace { FileDescription.ChunkPlace(id: id, offset: offset, size: size) }
}

/// Goes from chunk to chunk through a file whose sizes may lie.
struct IFFWalker {
    let source: any ByteSource
    let fileSize: Int64
    let form: IFFForm
    private(set) var position: Int64
    /// Keeps a file full of empty chunks from taking seconds.
    private var chunksLeft = 8192
    private var bodyBytesLeft = 16 << 20
    /// Larger bodies stay in the file.
    private static let largestBodyHeld: Int64 = 1 << 20

    /// - Parameter position: where the first chunk header stands.
    init(_ source: any ByteSource, from position: Int64, form: IFFForm) throws(AudioError) {
        self.source = source
        self.position = position
        self.form = form
        fileSize = try source.size()
    }

    /// The chunk at the current position, or nil where there is none: at the end, or before bytes that are no chunk.
    mutating func next() throws(AudioError) -> IFFChunk? {
        guard chunksLeft > 0 else { return nil }
        chunksLeft -= 1
        return try header(at: position)
    }

    /// Goes behind `chunk`, whose body takes `size` bytes or, where nil, what its header claims.
    ///
    /// The byte that pads an odd size is skipped unless a chunk starts right there and none behind it: some writers
    /// forget it.
    mutating func skip(_ chunk: IFFChunk, size: Int64? = nil) throws(AudioError) {
        let size = min(size ?? chunk.claimedSize, chunk.available)
        position = chunk.offset + size
        guard form != .wave64 else {
            position += Int64(form.padding(after: size))
            return
        }
        guard size % 2 == 1 else { return }
        let padded = try header(at: position + 1)
        if let padded, padded.claimedSize <= padded.available {
            position += 1
            return
        }
        let unpadded = try header(at: position)
        if unpadded == nil || padded != nil && unpadded!.claimedSize > unpadded!.available { position += 1 }
    }

    /// The header at `position` if its code is one a program could have meant.
    func header(at position: Int64) throws(AudioError) -> IFFChunk? {
        guard form != .wave64 else { return try wave64Header(at: position) }
        let bytes = try source.prefix(at: position, upTo: 8)
        guard bytes.count == 8 else { return nil }
        guard bytes[..<4].allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        var reader = ByteReader(bytes)
        let id = try reader.fourCC()
        let size = try reader.integer(UInt32.self, bigEndian: form.isBigEndian)
        let offset = position + 8
        return IFFChunk(id: id, offset: offset, claimedSize: Int64(size), available: fileSize - offset)
    }

    private func wave64Header(at position: Int64) throws(AudioError) -> IFFChunk? {
        var reader = ByteReader(try source.prefix(at: position, upTo: 24))
        guard reader.remaining == 24 else { return nil }
        let name = Wave64Name(Array(try reader.take(16)))
        let size = Int64(clamping: try reader.little(UInt64.self)) - 24
        let offset = position + 24
        // An unknown name counts as a chunk only where its size fits into the file.
        guard size >= 0, name.id != Wave64Name.unknown || size <= fileSize - offset else { return nil }
        return IFFChunk(id: name.id, offset: offset, claimedSize: size, available: fileSize - offset)
    }

    /// The body of a chunk that must be parsed, at most `limit` bytes of it.
    func body(_ chunk: IFFChunk, limit: Int) throws(AudioError) -> [UInt8] {
        try source.prefix(at: chunk.offset, upTo: Int(min(chunk.size, Int64(limit))))
    }

    /// The chunk as user data; a large body stays in the file.
    mutating func userChunk(_ chunk: IFFChunk) throws(AudioError) -> FileDescription.Chunk {
        guard chunk.size <= Self.largestBodyHeld, chunk.size <= Int64(bodyBytesLeft) else {
            return FileDescription.Chunk(id: chunk.id, body: .inFile(offset: chunk.offset, size: chunk.size))
        }
        bodyBytesLeft -= Int(chunk.size)
        return FileDescription.Chunk(id: chunk.id, body: .bytes(try body(chunk, limit: Int(chunk.size))))
    }
}

/// A chunk about to be written.
struct IFFBody {
    var id: FourCC
    var bytes: [UInt8]

    init(_ id: FourCC, _ bytes: [UInt8]) {
        self.id = id
        self.bytes = bytes
    }

    init(_ chunk: FileDescription.Chunk) throws(AudioError) {
        guard case .bytes(let bytes) = chunk.body else {
            throw .operationNotSupported.because("the body of chunk '\(chunk.id)' has not been read")
        }
        self.init(chunk.id, bytes)
    }

    /// Bytes in the file, header and padding included.
    func totalSize(_ form: IFFForm) -> Int { form.headerSize + bytes.count + form.padding(after: Int64(bytes.count)) }

    func write(to output: inout ByteWriter, _ form: IFFForm) {
        Self.writeHeader(id, size: UInt64(bytes.count), to: &output, form)
        output.append(bytes)
        output.zeros(form.padding(after: Int64(bytes.count)))
    }

    /// - Parameter size: bytes of the body.
    static func writeHeader(_ id: FourCC, size: UInt64, to output: inout ByteWriter, _ form: IFFForm) {
        guard form != .wave64 else {
            output.append(Wave64Name(id).bytes)
            return output.little(size + 24)
        }
        output.fourCC(id)
        output.integer(UInt32(clamping: size), bigEndian: form.isBigEndian)
    }
}

/// Which chunks go before the audio data, how large the filler between them is, and which go behind.
struct IFFPlacement {
    private(set) var head: [IFFBody] = []
    private(set) var tail: [IFFBody] = []

    /// - Parameters:
    ///   - required: bytes of the head that are not in question: the form's header, its first chunks, the header of
    ///     the chunk that holds the audio data.
    ///   - chunks: the others, the ones that should rather stand before the audio data first.
    ///   - aligned: whether a data offset of our choice must be a multiple of 4096.
    init(
        _ chunks: [IFFBody], required: Int, dataOffset: Int64?, aligned: Bool, _ form: IFFForm
    ) throws(AudioError) {
        let least = form.headerSize
        guard let dataOffset else {
            head = chunks
            if aligned {
                let used = required + IFFBody.totalSize(chunks, form)
                head.append(IFFBody.filler(toGo: (8192 - used % 4096 - least) % 4096 + least, form))
            }
            return
        }
        var room = dataOffset - Int64(required)
        for chunk in chunks {
            let left = room - Int64(chunk.totalSize(form))
            if left == 0 || left >= least {
                head.append(chunk)
                room = left
            } else {
                tail.append(chunk)
            }
        }
        guard room == 0 || room >= least && form.padding(after: room) == 0 && room <= 1 << 30 else {
            throw .operationNotSupported.because("what must stand before the audio data has no room there")
        }
        if room > 0 { head.append(IFFBody.filler(toGo: Int(room), form)) }
    }
}

extension IFFBody {
    /// A chunk of nothing that takes `total` bytes, its header included.
    static func filler(toGo total: Int, _ form: IFFForm) -> IFFBody {
        IFFBody(form == .wave64 ? "junk" : "FLLR", [UInt8](repeating: 0, count: total - form.headerSize))
    }

    /// The bytes that chunks take in the file.
    static func totalSize(_ chunks: [IFFBody], _ form: IFFForm) -> Int { chunks.reduce(0) { $0 + $1.totalSize(form) } }
}

extension ByteReader {
    mutating func integer<T: FixedWidthInteger>(_: T.Type = T.self, bigEndian: Bool) throws(AudioError) -> T {
        bigEndian ? try big(T.self) : try little(T.self)
    }
}

extension ByteWriter {
    mutating func integer<T: FixedWidthInteger>(_ value: T, bigEndian: Bool) {
        if bigEndian { big(value) } else { little(value) }
    }
}
