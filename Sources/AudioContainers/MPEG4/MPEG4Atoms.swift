import AudioCore

/// One atom ("box" in ISO 14496-12) of a file: where its header and its body stand.
struct MPEG4Atom: Hashable {
    var id: FourCC
    var start: Int64
    var body: Int64
    /// Bytes of the body that are there.
    var size: Int64
    /// Whether the header claims more than what surrounds it has.
    var isCut: Bool

    var end: Int64 { body + size }

    func place(_ id: FourCC? = nil) -> FileDescription.ChunkPlace {
        FileDescription.ChunkPlace(id: id ?? self.id, offset: body, size: size)
    }
}

/// Finds atoms in a file. Depth is bounded because each level is asked for by name; width by `maximumAtoms`.
struct MPEG4Atoms {
    let source: any ByteSource
    var fileSize: Int64

    private static let maximumAtoms = 1 << 17
    private static let maximumBody = 16 << 20

    init(_ source: any ByteSource) throws(AudioError) {
        self.source = source
        fileSize = try source.size()
    }

    /// The atom at `position`, nil where there is room for none before `end` or the header makes no sense.
    func atom(at position: Int64, end: Int64) throws(AudioError) -> MPEG4Atom? {
        let available = end - position
        guard available >= 8 else { return nil }
        var input = ByteReader(try source.prefix(at: position, upTo: Int(min(16, available))))
        let short = try input.big(UInt32.self)
        let id = try input.fourCC()
        var header: Int64 = 8
        var claimed = Int64(short)
        if short == 1 {
            guard input.remaining == 8 else { return nil }
            claimed = Int64(clamping: try input.big(UInt64.self))
            header = 16
        } else if short == 0 {
            // To the end of the file; within another atom it ends a list.
            guard end == fileSize else { return nil }
            claimed = available
        }
        guard claimed >= header else { return nil }
        let size = min(claimed, available)
        return MPEG4Atom(
            id: id, start: position, body: position + header, size: size - header, isCut: claimed > available)
    }

    func list(from start: Int64, to end: Int64) throws(AudioError) -> [MPEG4Atom] {
        var atoms: [MPEG4Atom] = []
        var position = start
        while let next = try atom(at: position, end: end) {
            guard atoms.count < Self.maximumAtoms else { throw .invalidFile.because("there are too many atoms") }
            atoms.append(next)
            position = next.end
        }
        return atoms
    }

    func topLevel() throws(AudioError) -> [MPEG4Atom] { try list(from: 0, to: fileSize) }

    /// The atoms up to the movie atom, which is there as a whole.
    ///
    /// - Throws: `notOptimized` where audio data comes before it.
    func upToMovie() throws(AudioError) -> [MPEG4Atom] {
        var atoms: [MPEG4Atom] = []
        while let next = try atom(at: atoms.last?.end ?? 0, end: fileSize) {
            guard atoms.count < Self.maximumAtoms else { throw .invalidFile.because("there are too many atoms") }
            guard next.id != "mdat" || next.size == 0 else {
                throw .notOptimized.because("the movie atom follows the audio data")
            }
            atoms.append(next)
            guard next.id != "moov" else {
                try source.expect(next.size, at: next.body)
                break
            }
        }
        return atoms
    }

    /// The atoms within `atom`, behind `skipping` bytes of fields.
    func children(of atom: MPEG4Atom, skipping: Int64 = 0) throws(AudioError) -> [MPEG4Atom] {
        guard atom.size >= skipping else { return [] }
        return try list(from: atom.body + skipping, to: atom.end)
    }

    /// The first atom along a path of names.
    func first(_ path: [FourCC], in atom: MPEG4Atom) throws(AudioError) -> MPEG4Atom? {
        var current = atom
        for id in path {
            guard let next = try children(of: current).first(where: { $0.id == id }) else { return nil }
            current = next
        }
        return current
    }

    /// The whole body, in memory.
    func bytes(of atom: MPEG4Atom, limit: Int = maximumBody) throws(AudioError) -> [UInt8] {
        guard atom.size <= Int64(limit) else {
            throw .invalidFile.because("the atom \(atom.id) of \(atom.size) bytes is too large to hold")
        }
        return try source.bytes(at: atom.body, count: Int(atom.size), limit: limit)
    }

    func reader(of atom: MPEG4Atom, upTo count: Int = maximumBody) throws(AudioError) -> ByteReader {
        ByteReader(try source.prefix(at: atom.body, upTo: Int(min(Int64(count), atom.size))))
    }
}

/// Big-endian numbers of a table in the file, read in pieces so that its size costs no memory.
struct MPEG4Table {
    private let source: any ByteSource
    private var position: Int64
    private let end: Int64
    private var window: [UInt8] = []
    private var at = 0

    private static let windowSize: Int64 = 1 << 15

    init(_ source: any ByteSource, from start: Int64, to end: Int64) {
        self.source = source
        position = start
        self.end = end
    }

    /// Bytes not read yet.
    var remaining: Int64 { end - position + Int64(window.count - at) }

    mutating func next(_ width: Int) throws(AudioError) -> UInt64 {
        if window.count - at < width { try refill() }
        guard window.count - at >= width else { throw .endOfFile }
        var value: UInt64 = 0
        for index in at..<at + width { value = value << 8 | UInt64(window[index]) }
        at += width
        return value
    }

    mutating func next32() throws(AudioError) -> UInt32 { UInt32(truncatingIfNeeded: try next(4)) }

    private mutating func refill() throws(AudioError) {
        let rest = window[at...]
        let more = try source.prefix(at: position, upTo: Int(max(0, min(Self.windowSize, end - position))))
        position += Int64(more.count)
        window = rest + more
        at = 0
    }
}

extension ByteReader {
    /// The next atom in memory; nil at the end, at a terminator, and where the header makes no sense.
    mutating func nextAtom() -> (id: FourCC, body: ByteReader)? {
        var ahead = self
        guard let size = try? ahead.big(UInt32.self), let id = try? ahead.fourCC(), size >= 8,
            let body = try? ahead.take(min(Int(size) - 8, ahead.remaining))
        else { return nil }
        self = ahead
        return (id, ByteReader(body))
    }
}

extension ByteWriter {
    /// An atom with what `content` writes as its body.
    mutating func atom(_ id: FourCC, _ content: (inout ByteWriter) -> Void) {
        let start = count
        big(UInt32(0))
        fourCC(id)
        content(&self)
        overwrite(at: start, with: FourCC(UInt32(clamping: count - start)).bytes)
    }

    /// An atom that begins with a version and flags.
    mutating func fullAtom(
        _ id: FourCC, version: UInt8 = 0, flags: UInt32 = 0, _ content: (inout ByteWriter) -> Void
    ) {
        atom(id) {
            $0.big(UInt32(version) << 24 | flags)
            content(&$0)
        }
    }
}
