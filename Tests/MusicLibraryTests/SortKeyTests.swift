import Testing

@testable import MusicLibrary

/// The order of names in the languages of people.
@Suite struct SortKeyTests {
    struct Order: Sendable, CustomTestStringConvertible {
        let language: String
        /// In their order.
        let names: [String]
        var testDescription: String { language }
    }

    /// The orders of dictionaries and telephone books.
    static let orders = [
        Order(
            language: "en",
            names: [
                "“Abacus”", "The Abba", "Ábba", "Æon", "An Apple", "Don't", "Dont Look", "E.T.", "Élan", "Elbow",
                "Track 1", "Track 7", "Track 7 B", "Track 8", "Zebra", "Αγάπη",
                "Ωδή", "Ёлка", "Жук", "2 Unlimited", "10cc", "99 Luftballons", "€uro", "♥", "???",
            ]),
        Order(
            language: "de",
            names: ["Arzt", "Die Ärzte", "Das Boot", "Öl", "Oma", "The Police", "Straße", "Strasser", "Über", "Zoo"]),
        Order(language: "sv", names: ["Abba", "Yngve", "Zorn", "Ådalen", "Æger", "Ärlig", "Öland"]),
        Order(language: "fi", names: ["Aalto", "Zen", "Åbo", "Äiti", "Öljy"]),
        Order(language: "da", names: ["Abe", "Zoo", "Ærø", "Ødegaard", "Aarhus", "Århus By"]),
        Order(language: "es", names: ["La Nube", "Nzo", "Ñandú", "El Oro"]),
        Order(
            language: "cs",
            names: ["Cukr", "Čas", "Had", "Hvězda", "Chléb", "Jaro", "Řeka", "Sova", "Škola", "Zima", "Žal"]),
        Order(language: "pl", names: ["Azor", "Ąka", "Lzy", "Łza", "Zyta", "Źle", "Żaba"]),
        Order(language: "hu", names: ["Cukor", "Csak", "Gyula", "Hu", "Szabó", "Tél", "Zongora", "Zsa"]),
        Order(language: "tr", names: ["Cuma", "Çay", "Huzur", "Işık", "İpek", "Oya", "Öz", "Şarkı", "Uzun", "Üç"]),
        Order(language: "fr", names: ["L'Air", "L’Amour", "Le Cid", "Étoile", "La Mer", "Œuvre", "Zazie"]),
        Order(language: "nl", names: ["De Dijk", "Het Goede Doel", "The Nits"]),
        Order(language: "et", names: ["Sild", "Šokk", "Zen", "Žanr", "Tuul", "Õun", "Äike", "Öö", "Ülo"]),
        Order(
            language: "ja",
            names: [
                "abc", "ＡＢＣ", "あい", "ｱｲ", "ヴ", "かき", "がき", "カキ", "さくら", "ざくろ", "たけ", "っか", "ばな", "ひと", "らあめん", "らーめん",
                "んま", "音楽", "月", "日本", "Ωδή",
            ]),
        Order(
            language: "ko",
            names: ["가나", "佳人", "각", "까치", "나라", "쌀", "아리랑", "音樂", "음악회", "하늘", "Abc", "Zoo", "123"]),
        Order(
            language: "zh",
            names: [
                "Abc", "阿里", "Beyond", "北京", "陈奕迅", "大海", "邓丽君", "儿子", "风", "Jay", "家", "七", "王菲", "月亮", "张学友",
                "周杰伦", "123",
            ]),
        Order(language: "is", names: ["Afi", "Ás", "Björk", "Dúr", "Ðe", "Zoo", "Þor", "Ær", "Öl"]),
    ]

    @Test(arguments: orders) func sortsAsTheLanguageDoes(order: Order) {
        let language = SortLanguage(code: order.language)
        let keys = order.names.map { SortKey($0, language).bytes }
        let sorted = keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
        #expect(sorted.map { order.names[$0] } == order.names)
        // Letters that are written with two characters are the same.
        for name in order.names where name.unicodeScalars.contains("é") {
            let other = name.split(separator: "é", omittingEmptySubsequences: false).joined(separator: "e\u{301}")
            #expect(SortKey(other, language).section == SortKey(name, language).section)
        }
    }

    @Test func sectionsAreTheFirstLetters() {
        func title(_ name: String?, _ language: String = "en", tag: String? = nil) -> String {
            SortKey(name, tag: tag, SortLanguage(code: language)).section.text
        }
        #expect(title("The élan") == "E" && title("Жук") == "Ж" && title("ωδή") == "Ω" && title("Straße") == "S")
        #expect(
            title("Chléb", "cs") == "CH" && title("Åbo", "sv") == "Å" && title("Åbo") == "A"
                && title("Aarhus", "da") == "Å")
        #expect(
            title("ばな", "ja") == "は" && title("ラ", "ja") == "ら" && title("を", "ja") == "わ" && title("音", "ja") == "#")
        #expect(
            title("까치", "ko") == "ㄱ" && title("하늘", "ko") == "ㅎ" && title("音樂", "ko") == "ㅇ" && title("Å", "ko") == "A")
        #expect(title("张", "zh") == "Z" && title("阿", "zh") == "A" && title("鿿", "zh") == "#" && title("ば") == "は")
        #expect(
            title("99") == "#" && title("♥") == "#" && title(nil) == "#" && title("音楽") == "#" && title("月") == "#"
                && title("갈") == "#" && title("ई") == "ई" && title("...And") == "A"
        )
        // A sort tag wins, and its articles count.
        #expect(title("David Bowie", tag: "Bowie, David") == "B" && title("Who", tag: "The Who") == "T")
        // An article alone is a name.
        #expect(title("The The") == "T" && title("A") == "A" && title("The") == "T")
        #expect(SortLanguage { $0 == "LANG" ? "de_AT.UTF-8" : nil }.code == "de")
        #expect(SortLanguage { $0 == "LC_ALL" ? "C" : nil }.code == "en")
    }

    @Test func searchesFoldMarksAndCapitals() {
        #expect(FoldedText.of("ÉTOILE Straße ΑΓΆΠΗ Ёлка ＡＢＣ") == "etoile strasse αγαπη елка abc")
        #expect(FoldedText.of("E\u{301}a") == "ea")
    }
}
