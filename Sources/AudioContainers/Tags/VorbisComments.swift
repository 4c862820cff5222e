import AudioCore

/// The comments of Xiph's formats: pairs of a name and a text, a picture and chapters among them.
///
/// After "Ogg Vorbis I format specification: comment field and header specification", and for pictures and chapters
/// what the wiki of Xiph says of `METADATA_BLOCK_PICTURE` and `CHAPTERxxx`.
struct VorbisComments {
    private(set) var info = InfoDictionary()
    /// The picture that goes with the sound: the first front cover, else the first of any kind.
    private(set) var artwork: [UInt8] = []
    /// Whether it says that it is a front cover.
    private(set) var hasCover = false
    /// Blocks of the pictures, in the order of the comments, and which of them the artwork is from.
    private(set) var pictures: [[UInt8]] = []
    private(set) var artworkPicture = 0
    /// Seconds from the start, and titles.
    private(set) var chapters: [(start: Double, name: String)] = []

    /// Names in small letters and the keys they stand for. Where two have one key, the first is written.
    private static let names: [(name: String, key: String)] =
        ownNames + TagKeys.rows.compactMap { row in row.comment.map { ($0, row.key) } }
    private static let ownNames: [(name: String, key: String)] = [
        ("title", "title"), ("artist", "artist"), ("album", "album"), ("date", "year"), ("year", "year"),
        ("genre", "genre"), ("tracknumber", "track number"), ("composer", "composer"), ("comment", "comments"),
        ("description", "comments"), ("copyright", "copyright"), ("isrc", "ISRC"),
        ("encoder", "encoding application"), ("bpm", "tempo"), ("lyricist", "lyricist"), ("key", "key signature"),
        ("initialkey", "key signature"), ("subtitle", "subtitle"), ("discnumber", "disc number"),
        // Kinds of a name that `TagKeys` has.
        ("albumartist", "album artist"), ("album artist", "album artist"), ("lyrics", "lyrics"),
        ("unsyncedlyrics", "lyrics"),
    ]
    private static let keys = Dictionary(names.map { ($0.name, $0.key) }) { first, _ in first }
    private static let ranks = Dictionary(names.enumerated().map { ($1.name, $0) }) { first, _ in first }
    private static let comments = "comments"
    private static let description = "description"
    private static let picture = "metadata_block_picture"
    static let vendorKey = "source encoder"
    private static let trackNumber = "track number"
    private static let discNumber = "disc number"
    /// Names under which the second number of a pair stands.
    private static let totals = [
        trackNumber: ["tracktotal", "totaltracks"], discNumber: ["disctotal", "totaldiscs"],
    ]

    init() {}

    var isEmpty: Bool { info.isEmpty && artwork.isEmpty }

    /// What can be read of a comment block; a pair that does not fit ends it.
    init(_ block: [UInt8]) {
        var input = ByteReader(block)
        var entries: [InfoDictionary.Entry] = []
        var marks: [String: (start: Double?, name: String)] = [:]
        guard let vendor = Self.text(&input), let count = try? input.little(UInt32.self) else { return }
        for _ in 0..<count {
            guard let comment = Self.text(&input) else { break }
            guard let equals = comment.firstIndex(of: "="), equals > comment.startIndex else { continue }
            let name = comment[..<equals].lowercased()
            let value = String(comment[comment.index(after: equals)...])
            if value.isEmpty { continue }
            if name == Self.picture {
                take(picture: value)
            } else if !Self.take(chapter: name, value, &marks) {
                entries.append(InfoDictionary.Entry(key: name, value: value))
            }
        }
        info = InfoDictionary(Self.keyed(InfoDictionary(joining: entries).entries))
        if !vendor.isEmpty { info.add(InfoDictionary.Entry(key: Self.vendorKey, value: vendor)) }
        joinTotals()
        chapters = marks.sorted { $0.key < $1.key }.compactMap { _, mark in mark.start.map { ($0, mark.name) } }
    }

    /// Entries under the names of comments as entries under the keys they stand for.
    ///
    /// Where one key has several names, the one that is written counts. The others keep their names if they say
    /// something else: a description beside a comment.
    private static func keyed(_ named: [InfoDictionary.Entry]) -> [InfoDictionary.Entry] {
        var best: [String: InfoDictionary.Entry] = [:]
        for entry in named {
            guard let key = keys[entry.key] else { continue }
            if let other = best[key], ranks[other.key]! < ranks[entry.key]! { continue }
            best[key] = entry
        }
        return named.compactMap { entry in
            guard let key = keys[entry.key], let chosen = best[key] else { return entry }
            if chosen.key == entry.key { return InfoDictionary.Entry(key: key, values: entry.values) }
            return chosen.value == entry.value ? nil : entry
        }
    }

    private static func text(_ input: inout ByteReader) -> String? {
        guard let size = try? input.little(UInt32.self), let bytes = try? input.take(Int(size)) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func take(picture value: String) {
        guard let block = Base64.decode(value), let picture = FLACPicture(block) else { return }
        pictures.append(block)
        let isCover = picture.type == FLACPicture.frontCover
        guard artwork.isEmpty || isCover && !hasCover else { return }
        artwork = Array(picture.image)
        hasCover = isCover
        artworkPicture = pictures.count - 1
    }

    /// `CHAPTER001` has a time, `CHAPTER001NAME` a title. False for any other name.
    private static func take(
        chapter name: String, _ value: String, _ marks: inout [String: (start: Double?, name: String)]
    ) -> Bool {
        guard name.hasPrefix("chapter"), name.utf8.count >= 10 else { return false }
        let number = String(name.dropFirst(7).prefix(3))
        guard Int(number) != nil else { return false }
        switch name.dropFirst(10) {
        case "":
            let parts = value.split(separator: ":").map { Double($0) }
            guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] else {
                return false
            }
            let start = hours * 3600 + minutes * 60 + seconds
            guard start.isFinite, start >= 0 else { return false }
            marks[number, default: (nil, "")].start = start
        case "name": marks[number, default: (nil, "")].name = value
        default: return false
        }
        return true
    }

    /// Makes `3/12` of a number and a total that stand apart.
    private mutating func joinTotals() {
        for (key, names) in Self.totals {
            guard let name = names.first(where: { info[$0] != nil }), let total = info[name], let number = info[key],
                !number.contains("/")
            else { continue }
            info[key] = number + "/" + total
            info[name] = nil
        }
    }

    /// Adds to a description what the comments say; it counts for more than tags around the file.
    func describe(_ file: inout FileDescription) {
        if !info.isEmpty { file.info = info }
        if !artwork.isEmpty { file.artwork = artwork }
        guard !chapters.isEmpty else { return }
        file.markers = chapters.enumerated().map { index, chapter in
            Marker(
                framePosition: (chapter.start * file.format.sampleRate).rounded(), name: chapter.name,
                id: Int32(index + 1))
        }
    }
}

// MARK: Writing

extension VorbisComments {
    /// A comment block: texts, and chapters for the markers.
    ///
    /// - Parameter picture: also the artwork, for formats that have no other place for it.
    static func bytes(_ file: FileDescription, vendor: String, picture: Bool) -> [UInt8] {
        var comments: [String] = []
        for entry in file.info.entries where entry.key != vendorKey {
            let name = name(of: entry.key, in: file.info)
            for value in entry.values { comments.append(name + "=" + value) }
        }
        for (index, marker) in file.markers.prefix(999).enumerated() where file.format.sampleRate > 0 {
            let number = decimal(index + 1, digits: 3)
            comments.append("CHAPTER\(number)=" + time(marker.framePosition / file.format.sampleRate))
            if !marker.name.isEmpty { comments.append("CHAPTER\(number)NAME=" + marker.name) }
        }
        if picture, !file.artwork.isEmpty {
            comments.append(self.picture.uppercased() + "=" + Base64.encode(FLACPicture.bytes(file.artwork)))
        }
        var output = ByteWriter()
        write(vendor, to: &output)
        output.little(UInt32(comments.count))
        for comment in comments { write(comment, to: &output) }
        return output.bytes
    }

    private static func write(_ text: String, to output: inout ByteWriter) {
        output.little(UInt32(text.utf8.count))
        output.append(text.utf8)
    }

    /// The name under which a key's values are written. Names have the characters from the blank to `}` without the equals sign.
    private static func name(of key: String, in info: InfoDictionary) -> String {
        // Alone it would be read as the comment.
        let isOwn = key == description && info[comments] != nil
        let name = isOwn ? key : names.first { $0.key == key }?.name ?? key
        let allowed = String(
            String.UnicodeScalarView(name.unicodeScalars.filter { (0x20...0x7D).contains($0.value) && $0 != "=" }))
        return allowed.isEmpty ? "COMMENT" : allowed.uppercased()
    }

    private static func time(_ seconds: Double) -> String {
        let milliseconds = seconds.isFinite ? Int(max(0, min(seconds, 3.6e6)) * 1000 + 0.5) : 0
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return decimal(whole / 3600, digits: 2) + ":" + decimal(whole / 60 % 60, digits: 2) + ":"
            + decimal(whole % 60, digits: 2) + "." + decimal(rest, digits: 3)
    }

    private static func decimal(_ number: Int, digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

/// A picture as a FLAC metadata block has it, RFC 9639 section 8.8.
struct FLACPicture {
    static let frontCover: UInt32 = 3
    /// Larger ones are passed over.
    static let maximumSize = 12 << 20

    let type: UInt32
    let image: ArraySlice<UInt8>

    /// Nil for a link to a picture, and for what is cut off.
    init?(_ block: [UInt8]) {
        var input = ByteReader(block)
        guard let type = try? input.big(UInt32.self), let mime = Self.sized(&input), Self.sized(&input) != nil,
            (try? input.skip(16)) != nil, let image = Self.sized(&input), !image.isEmpty,
            !mime.elementsEqual("-->".utf8)
        else { return nil }
        self.type = type
        self.image = image
    }

    private static func sized(_ input: inout ByteReader) -> ArraySlice<UInt8>? {
        guard let size = try? input.big(UInt32.self) else { return nil }
        return try? input.take(Int(size))
    }

    /// A block for a front cover. Its measures are left open: they are in the picture.
    static func bytes(_ image: [UInt8]) -> [UInt8] {
        var output = ByteWriter()
        output.big(frontCover)
        let mime = ImageFile.mimeType(image)
        output.big(UInt32(mime.utf8.count))
        output.append(mime.utf8)
        output.zeros(4 + 16)
        output.big(UInt32(image.count))
        output.append(image)
        return output.bytes
    }
}

/// RFC 4648, section 4.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let word = part.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - part.count))
            for place in 0..<4 {
                text.append(place > part.count ? 0x3D : alphabet[Int(word >> UInt32(18 - 6 * place) & 0x3F)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil where there is a character that does not belong there.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (word, bits): (UInt32, UInt32) = (0, 0)
        for character in text.utf8 {
            if character == 0x3D { break }
            let value = values[Int(character)]
            guard value != 0xFF else { return nil }
            word = word << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: word >> bits))
            }
        }
        return bytes
    }
}
