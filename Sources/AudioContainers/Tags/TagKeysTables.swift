import AudioCore

/// Keys that Core Audio's dictionary does not have, and where each kind of tag keeps them.
///
/// The words are those of iTunes. ID3 and Xiph's comments have names that taggers agree on; where a kind has none, the key is its
/// own name there.
enum TagKeys {
    /// How an item of MPEG-4 is stored.
    enum Form: Equatable {
        case text
        /// A whole number in so many bytes.
        case number(Int)
    }

    struct Row {
        let key: String
        var frame: String?
        var comment: String?
        var atom: FourCC?
        var form = Form.text
    }

    static let rows: [Row] = [
        Row(key: "album artist", frame: "TPE2", comment: "albumartist", atom: "aART"),
        Row(key: "grouping", frame: "TIT1", comment: "grouping", atom: FourCC(0xA967_7270)),
        Row(key: "lyrics", comment: "lyrics", atom: FourCC(0xA96C_7972)),
        Row(key: "sort title", frame: "TSOT", comment: "titlesort", atom: "sonm"),
        Row(key: "sort artist", frame: "TSOP", comment: "artistsort", atom: "soar"),
        Row(key: "sort album", frame: "TSOA", comment: "albumsort", atom: "soal"),
        Row(key: "sort album artist", frame: "TSO2", comment: "albumartistsort", atom: "soaa"),
        Row(key: "sort composer", frame: "TSOC", comment: "composersort", atom: "soco"),
        Row(key: "sort show", comment: "showsort", atom: "sosn"),
        Row(key: "compilation", frame: "TCMP", comment: "compilation", atom: "cpil", form: .number(1)),
        Row(key: "gapless album", atom: "pgap", form: .number(1)),
        Row(key: "conductor", frame: "TPE3", comment: "conductor", atom: FourCC(0xA963_6F6E)),
        Row(key: "publisher", frame: "TPUB", comment: "publisher", atom: FourCC(0xA970_7562)),
        Row(key: "encoded by", comment: "encodedby", atom: FourCC(0xA965_6E63)),
        Row(key: "language", frame: "TLAN", comment: "language"),
        Row(key: "mood", frame: "TMOO", comment: "mood"),
        Row(key: "description", frame: "TDES", comment: "podcastdesc", atom: "desc"),
        Row(key: "long description", atom: "ldes"),
        Row(key: "keywords", frame: "TKWD", comment: "podcastkeywords", atom: "keyw"),
        Row(key: "category", frame: "TCAT", comment: "podcastcategory", atom: "catg"),
        Row(key: "podcast", comment: "podcast", atom: "pcst", form: .number(1)),
        Row(key: "podcast URL", comment: "podcasturl", atom: "purl"),
        Row(key: "episode identifier", frame: "TGID", comment: "podcastid", atom: "egid"),
        Row(key: "show", comment: "show", atom: "tvsh"),
        Row(key: "network", atom: "tvnn"),
        Row(key: "episode", atom: "tven"),
        Row(key: "episode number", atom: "tves", form: .number(4)),
        Row(key: "season number", atom: "tvsn", form: .number(4)),
        Row(key: "work", comment: "work", atom: FourCC(0xA977_726B)),
        Row(key: "movement", comment: "movementname", atom: FourCC(0xA96D_766E)),
        Row(key: "movement number", comment: "movement", atom: FourCC(0xA96D_7669), form: .number(2)),
        Row(key: "movement count", comment: "movementtotal", atom: FourCC(0xA96D_7663), form: .number(2)),
        Row(key: "location", comment: "location", atom: FourCC(0xA978_797A)),
        Row(key: "owner", atom: "ownr"), Row(key: "user rating", atom: "rate"),
        Row(key: "advisory rating", atom: "rtng", form: .number(1)),
        Row(key: "high definition", atom: "hdvd", form: .number(1)),
    ]
}
