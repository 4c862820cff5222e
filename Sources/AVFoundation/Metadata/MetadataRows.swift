/// Where the kinds of tags keep what Core Audio's dictionary has a key for, and the common key of that.
enum MetadataRows {
    struct Row {
        /// The key of Core Audio's dictionary.
        let key: String
        var common: String?
        /// The four characters in iTunes' tags.
        var item: String?
        /// The frame of ID3.
        var frame: String?
    }

    static let rows: [Row] = [
        Row(key: "title", common: "title", item: "©nam", frame: "TIT2"),
        Row(key: "artist", common: "artist", item: "©ART", frame: "TPE1"),
        Row(key: "album", common: "albumName", item: "©alb", frame: "TALB"),
        Row(key: "album artist", item: "aART", frame: "TPE2"),
        Row(key: "comments", common: "description", item: "©cmt", frame: "COMM"),
        Row(key: "year", common: "creationDate", item: "©day", frame: "TDRC"),
        Row(key: "genre", common: "type", item: "©gen", frame: "TCON"),
        Row(key: "composer", common: "creator", item: "©wrt", frame: "TCOM"),
        Row(key: "encoding application", common: "software", item: "©too", frame: "TSSE"),
        Row(key: "encoded by", item: "©enc", frame: "TENC"),
        Row(key: "copyright", common: "copyrights", item: "cprt", frame: "TCOP"),
        Row(key: "track number", item: "trkn", frame: "TRCK"),
        Row(key: "disc number", item: "disk", frame: "TPOS"),
        Row(key: "tempo", item: "tmpo", frame: "TBPM"),
        Row(key: "compilation", item: "cpil"),
        Row(key: "grouping", item: "©grp", frame: "TIT1"),
        Row(key: "lyrics", item: "©lyr", frame: "USLT"),
        Row(key: "conductor", item: "©con", frame: "TPE3"),
        Row(key: "publisher", common: "publisher", item: "©pub", frame: "TPUB"),
        Row(key: "key signature", frame: "TKEY"),
        Row(key: "lyricist", common: "author", frame: "TEXT"),
        Row(key: "subtitle", frame: "TIT3"),
        Row(key: "ISRC", frame: "TSRC"),
        Row(key: "language", common: "language", frame: "TLAN"),
        Row(key: "mood", frame: "TMOO"),
        Row(key: "recorded date", frame: "TRDA"),
        Row(key: "sort title", frame: "TSOT"),
        Row(key: "sort artist", frame: "TSOP"),
        Row(key: "sort album", frame: "TSOA"),
    ]

    static let byKey = Dictionary(rows.map { ($0.key, $0) }) { first, _ in first }
    private static let commonByItem = Dictionary(
        rows.compactMap { row in row.common.flatMap { common in row.item.map { ($0, common) } } }
    ) { first, _ in first }
    private static let commonByFrame = Dictionary(
        rows.compactMap { row in row.common.flatMap { common in row.frame.map { ($0, common) } } }
    ) { first, _ in first }

    /// The common key of a key in a key space; nil for none.
    static func common(_ key: String, _ space: AVMetadataKeySpace) -> String? {
        switch space {
        case .common: key
        case .iTunes: key == "covr" ? "artwork" : key == "gnre" ? "type" : commonByItem[key]
        case .id3: key == "APIC" ? "artwork" : key == "TYER" ? "creationDate" : commonByFrame[key]
        case .audioFile: key == artworkKey ? "artwork" : byKey[key]?.common
        default: nil
        }
    }

    /// Core Audio's dictionary has no pictures; this is our key for one.
    static let artworkKey = "artwork"
}
