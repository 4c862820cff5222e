import AudioCore

/// The tags around an elementary stream: ID3v2 before it; ID3v1, APE and Lyrics3 behind it.
///
/// After id3.org's "ID3 tag version 2.4.0" and "ID3v1", and the APEv2 specification on wiki.hydrogenaud.io.
struct StreamTags {
    /// The first byte after the tags at the start.
    private(set) var start: Int64 = 0
    /// The first byte of the tags at the end.
    private(set) var end: Int64
    private(set) var info = InfoDictionary()
    /// The picture of the first tag that has one.
    private(set) var artwork: [UInt8] = []
    /// Where the first ID3v2 tag stands, else a tag of version 1.
    private(set) var id3Tag: FileDescription.ChunkPlace?
    private var chapters: [(start: UInt32, name: String)] = []

    /// More tags than this in a row are taken for something else.
    private static let maximumTags = 16
    /// The bytes that are read of all tags together. Texts stand first, and a larger picture is left out.
    private static let maximumRead = 12 << 20
    /// The same for a file that is arriving. Its tags must be held in memory, and a stream has no property for a picture.
    private static let maximumHeld = 4 << 20

    /// - Parameter leadingOnly: whether the end, which may not have arrived, is left alone.
    init(_ source: any ByteSource, leadingOnly: Bool = false) throws(AudioError) {
        end = try source.size()
        var entries: [InfoDictionary.Entry] = []
        var room = leadingOnly ? Self.maximumHeld : Self.maximumRead
        for _ in 0..<Self.maximumTags {
            guard let size = try Self.leadingTag(source, at: start) else { break }
            let bytes = try source.prefix(at: start, upTo: Int(min(size, Int64(room))))
            room -= bytes.count
            if let tag = try? ID3Tag(bytes, isWhole: false) {
                entries += tag.dictionary
                if artwork.isEmpty { artwork = tag.artwork }
                if chapters.isEmpty { chapters = tag.chapters }
                let place = FileDescription.ChunkPlace(id: ID3Chunk.id, offset: start, size: min(size, end - start))
                if id3Tag == nil { id3Tag = place }
            } else {
                entries += APETag(bytes).entries
            }
            start = min(end, start + size)
        }
        if !leadingOnly {
            var short: [InfoDictionary.Entry] = []
            end = try Self.endOfSound(source, from: start) { tag, place in
                short += tag
                if id3Tag == nil { id3Tag = place }
            } other: { place throws(AudioError) in
                let count = Int(min(place.size, Int64(room)))
                room -= count
                entries += APETag(try source.prefix(at: place.offset, upTo: count)).entries
            }
            // A tag of version 1 has room for the first 30 characters.
            entries += short
        }
        info = InfoDictionary(entries)
    }

    /// Where each of the tags stands that follow each other in `tags`; the last one may be cut off.
    static func split(_ tags: [UInt8]) -> [Range<Int>] {
        let source = MemoryBytes(tags)
        var parts: [Range<Int>] = []
        var start = 0
        while start < tags.count, let size = try? leadingTag(source, at: Int64(start)) {
            let end = start + Int(min(size, Int64(tags.count - start)))
            parts.append(start..<end)
            start = end
        }
        return parts
    }

    /// The first byte after the tags at the start of a file.
    static func startOfSound(_ source: any ByteSource) throws(AudioError) -> Int64 {
        var start: Int64 = 0
        var room = Int64(maximumHeld)
        for _ in 0..<maximumTags {
            guard let size = try leadingTag(source, at: start) else { break }
            // Of a file that is arriving, what will be read must not go by.
            try source.expect(min(size, room), at: start)
            room -= min(size, room)
            start += size
        }
        return min(start, try source.size())
    }

    /// The first byte of the tags at the end of a file whose sound begins at `start`.
    ///
    /// - Parameters:
    ///   - note: receives the entries of a tag of version 1, and its place.
    ///   - other: receives the place of any other tag.
    static func endOfSound(
        _ source: any ByteSource, from start: Int64,
        _ note: ([InfoDictionary.Entry], FileDescription.ChunkPlace) -> Void = { _, _ in },
        other: (FileDescription.ChunkPlace) throws(AudioError) -> Void = { _ throws(AudioError) in }
    ) throws(AudioError) -> Int64 {
        var end = try source.size()
        for _ in 0..<maximumTags {
            guard let size = try trailingTag(source, before: end), size <= end - start else { break }
            let place = FileDescription.ChunkPlace(id: ID3Chunk.id, offset: end - size, size: size)
            if let tag = ID3v1(try source.prefix(at: end - size, upTo: ID3v1.size)) {
                note(tag.entries, place)
            } else {
                try other(place)
            }
            end -= size
        }
        return end
    }

    /// Bytes of the tag at `offset`; nil where there is none.
    private static func leadingTag(_ source: any ByteSource, at offset: Int64) throws(AudioError) -> Int64? {
        let bytes = try source.prefix(at: offset, upTo: 32)
        if let size = ID3Tag.size(at: bytes[...]) { return Int64(size) }
        // An APE tag with a header in front; its size counts all but the header.
        if let size = apeSize(bytes), bytes[23] & 0x20 != 0 { return size + 32 }
        return nil
    }

    /// Bytes of the tag that ends at `end`; nil where there is none.
    private static func trailingTag(_ source: any ByteSource, before end: Int64) throws(AudioError) -> Int64? {
        let size = Int64(ID3v1.size)
        let bytes = try source.prefix(at: max(0, end - size), upTo: Int(min(size, end)))
        if Int64(bytes.count) == size, bytes.starts(with: "TAG".utf8) { return size }
        let footer = Array(bytes.suffix(32))
        if let size = apeSize(footer) { return footer[23] & 0x80 != 0 ? size + 32 : size }
        if bytes.suffix(9).elementsEqual("LYRICS200".utf8) {
            let digits = bytes.dropLast(9).suffix(6)
            // A number with a sign would be one, too.
            guard digits.allSatisfy({ (0x30...0x39).contains($0) }), let size = Int64(text(digits)) else { return nil }
            return size + 15
        }
        let mark = Array(bytes.suffix(10))
        if mark.starts(with: "3DI".utf8), let size = ID3Tag.size(at: [0x49, 0x44, 0x33] + mark[3...]) {
            return Int64(size)
        }
        return nil
    }

    private static func apeSize(_ bytes: [UInt8]) -> Int64? {
        guard bytes.count == 32, bytes.starts(with: "APETAGEX".utf8) else { return nil }
        return bytes[12..<16].reversed().reduce(0) { $0 << 8 | Int64($1) }
    }

    fileprivate static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The chapters as markers, in frames of a sample rate.
    func markers(sampleRate: Double) -> [Marker] {
        chapters.enumerated().map { index, chapter in
            Marker(
                framePosition: (Double(chapter.start) * sampleRate / 1000).rounded(), name: chapter.name,
                id: Int32(index + 1))
        }
    }
}

extension FileDescription {
    /// Adopts the contents of the tags around an elementary stream.
    mutating func take(_ tags: StreamTags) {
        info = tags.info
        artwork = tags.artwork
        id3Tag = tags.id3Tag
        markers = tags.markers(sampleRate: format.sampleRate)
    }
}

/// The 128 bytes at the end of many MP3 files.
private struct ID3v1 {
    static let size = 128
    let entries: [InfoDictionary.Entry]

    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size, bytes.starts(with: "TAG".utf8) else { return nil }
        var fields = [
            ("title", Self.text(bytes[3..<33])), ("artist", Self.text(bytes[33..<63])),
            ("album", Self.text(bytes[63..<93])), ("year", Self.text(bytes[93..<97])),
            ("comments", Self.text(bytes[97..<127])),
        ]
        // Version 1.1 keeps a track number where the comment had its last byte.
        if bytes[125] == 0, bytes[126] != 0 { fields.append(("track number", String(bytes[126]))) }
        if let genre = ID3Genres.name("\(bytes[127])") { fields.append(("genre", genre)) }
        entries = fields.filter { !$0.1.isEmpty }.map { InfoDictionary.Entry(key: $0.0, value: $0.1) }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let used = bytes.prefix { $0 != 0 }
        return StreamTags.text(used.reversed().drop { $0 == 0x20 }.reversed())
    }
}
