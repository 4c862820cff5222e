import AudioContainers
import AudioCore

/// What the index keeps of a sound file: its texts and numbers, as its tags have them.
struct TrackInfo: Sendable {
    var title: String
    var sortTitle: String?
    var artists: [String] = []
    var sortArtists: [String] = []
    var album: String?
    var sortAlbum: String?
    var albumArtists: [String] = []
    var sortAlbumArtists: [String] = []
    var genres: [String] = []
    var composers: [String] = []
    var sortComposers: [String] = []
    var podcast: String?
    var media = Media.music
    var duration = 0.0
    var track = (number: 0, count: 0)
    var disc = (number: 0, count: 0)
    var isCompilation = false
    var isExplicit = false
    var tempo = 0
    /// Seconds since 1970.
    var released: Int64?
    /// Stars, 0 to 5; what the file itself says.
    var rating = 0
    var comments: String?
    var lyrics: String?
    var grouping: String?
    /// A number that files of the same sound have, whatever their tags and names are.
    var fingerprint: Int64 = 0

    /// The bits of `MPMediaType`.
    enum Media {
        static let music: Int64 = 1
        static let podcast: Int64 = 2
        static let audioBook: Int64 = 4
    }

    /// - Parameters:
    ///   - entries: the texts of the file.
    ///   - name: the file's, without the folder.
    init(_ entries: [InfoDictionary.Entry], duration: Double, name: String) {
        var values: [String: [String]] = [:]
        for entry in entries { values[entry.key] = entry.values }
        let list = { (key: String) in
            (values[key] ?? []).map { Self.trimmed(NameLength.cut($0)) }.filter { !$0.isEmpty }
        }
        let text = { (key: String) in list(key).first }
        let longText = { (key: String) in (values[key] ?? []).lazy.map(Self.trimmed).first { !$0.isEmpty } }
        title = text("title") ?? Self.title(name)
        self.duration = duration.isFinite ? max(0, duration) : 0
        sortTitle = text("sort title")
        (artists, sortArtists) = (list("artist"), list("sort artist"))
        (albumArtists, sortAlbumArtists) = (list("album artist"), list("sort album artist"))
        (album, sortAlbum) = (text("album"), text("sort album"))
        genres = list("genre")
        (composers, sortComposers) = (list("composer"), list("sort composer"))
        track = Self.pair(text("track number"))
        disc = Self.pair(text("disc number"))
        isCompilation = Self.isSet(text("compilation"))
        // 1 and 4 are for words that are not for children, 2 for a version without them.
        isExplicit = ["1", "4"].contains(text("advisory rating") ?? "")
        tempo = Self.number(text("tempo"))
        released = (text("recorded date") ?? text("year")).flatMap(Self.date) ?? text("year").flatMap(Self.date)
        rating = Self.stars(text("rating") ?? text("user rating"))
        comments = longText("comments")
        lyrics = longText("lyrics")
        grouping = text("grouping")
        media = Self.media(name, genres, isPodcast: Self.isSet(text("podcast")))
        if media == Media.podcast { podcast = album ?? text("show") }
    }

    private static func media(_ name: String, _ genres: [String], isPodcast: Bool) -> Int64 {
        let names = Set(genres.map { $0.lowercased() })
        if isPodcast || names.contains("podcast") { return Media.podcast }
        let isBook = name.lowercased().hasSuffix(".m4b") || !names.isDisjoint(with: ["audiobook", "audiobooks"])
        return isBook ? Media.audioBook : Media.music
    }

    private static func trimmed(_ text: String) -> String {
        guard let first = text.first, let last = text.last, first.isWhitespace || last.isWhitespace else { return text }
        let start = text.drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }

    /// The name of the file without its extension.
    private static func title(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    private static func number(_ text: (some StringProtocol)?) -> Int {
        guard let text else { return 0 }
        return min(Int(text.prefix { $0.isASCII && $0.isNumber }) ?? 0, Int(Int32.max))
    }

    /// `3/12`
    private static func pair(_ text: String?) -> (number: Int, count: Int) {
        let parts = (text ?? "").split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        return (number(parts.first), parts.count > 1 ? number(parts[1]) : 0)
    }

    private static func isSet(_ text: String?) -> Bool { text.map { $0 != "0" && $0.lowercased() != "false" } ?? false }

    /// Ratings of up to 5 are stars; those up to 100 are percent.
    private static func stars(_ text: String?) -> Int {
        let value = number(text)
        return value <= 5 ? value : min(5, (value + 10) / 20)
    }

    /// The start of the day, or of the month or year where that is all that is known.
    static func date(_ text: String) -> Int64? {
        let parts = text.prefix(10).split(separator: "-").map { Int($0) }
        guard let year = parts.first.flatMap({ $0 }), (1...9999).contains(year), text.prefix(4).count == 4 else {
            return nil
        }
        let month = parts.count > 1 ? parts[1] ?? 1 : 1
        let day = parts.count > 2 ? parts[2] ?? 1 : 1
        guard (1...12).contains(month), (1...31).contains(day) else { return days(year, 1, 1) * 86_400 }
        return days(year, month, day) * 86_400
    }

    /// Days since 1970 in the Gregorian calendar, in which a year is counted from March.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let years = month > 2 ? year : year - 1
        let months = (month + 9) % 12
        let leap = years / 4 - years / 100 + years / 400
        return Int64(365 * years + leap + (153 * months + 2) / 5 + day - 1 - 719_468)
    }
}

extension TrackInfo {
    /// Bytes of the sound that the fingerprint is made of.
    private static let sampled = 4096

    /// Reads a file.
    ///
    /// - Throws: where it is no sound that the library knows.
    init(reading path: FilePath) throws {
        let bytes = try FileBytes.open(path)
        let name = String(decoding: path.plainBytes.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
        let hint = Containers.type(ofName: name) ?? FourCC(0)
        guard let container = try Containers.claiming(bytes, hint: hint) else { throw AudioError.unsupportedFileType }
        let file: FileDescription
        if let preview = try container.preview(bytes) {
            file = preview.description
            self.init(file.info.entries, duration: preview.duration, name: name)
        } else {
            file = try container.read(bytes)
            let frames = file.packetTable?.validFrames ?? file.packets.totalFrames
            let rate = file.format.sampleRate
            self.init(file.info.entries, duration: rate > 0 ? Double(frames) / rate : 0, name: name)
        }
        fingerprint = try Self.fingerprint(file, bytes)
    }

    private static func fingerprint(_ file: FileDescription, _ bytes: FileBytes) throws -> Int64 {
        var hash = Hash64()
        hash.add(UInt64(file.fileType.rawValue))
        hash.add(UInt64(bitPattern: file.dataSize))
        // Many sounds begin with silence.
        for position in [file.dataOffset, file.dataOffset + file.dataSize / 2] {
            try bytes.prefix(at: position, upTo: sampled / 2).withUnsafeBytes { hash.add($0) }
        }
        return Int64(bitPattern: hash.value)
    }

    /// Reads the picture of a file; empty where it has none, or cannot be read.
    static func artwork(_ path: FilePath) -> [UInt8] {
        guard let bytes = try? FileBytes.open(path), let container = try? Containers.claiming(bytes) else { return [] }
        if let image = taggedArtwork(bytes), !image.isEmpty { return image }
        if let preview = try? container.preview(bytes), !preview.description.artwork.isEmpty {
            return preview.description.artwork
        }
        return (try? container.read(bytes).artwork) ?? []
    }

    /// The picture of the ID3 tag that a file begins with.
    private static func taggedArtwork(_ bytes: FileBytes) -> [UInt8]? {
        guard let head = try? bytes.prefix(at: 0, upTo: 10),
            let size = head.withUnsafeBytes({ try? ID3Tag.size(of: $0) }), size < 16 << 20,
            let tag = try? bytes.prefix(at: 0, upTo: Int(size))
        else { return nil }
        return (try? ID3Tag(tag))?.artwork
    }
}
