/// The order of letters in a language, as one number for each letter.
///
/// Each letter of the Latin alphabet has eight places: its own, and those of letters that follow it in some language. After "z"
/// there are eight, too.
struct Alphabet: Sendable {
    /// What is a letter of its own, by its characters, which are one or more.
    private let places: [String: UInt8]
    /// The letters that a place has its name from.
    private let names: [UInt8: String]
    /// The first characters of letters that have several.
    private let starts: Set<Character>
    private let longest: Int

    private static let first: UInt8 = 0x10
    private static let step: UInt8 = 8

    static func place(_ letter: UInt8) -> UInt8 { first + step * (letter - 0x61) }

    /// - Parameter rules: words such as `c<č` and `z<æ=ä<ø=ö`: a letter, what follows it as a letter of its own, and what has the
    ///   place of the one before it.
    init(_ rules: String) {
        var (places, names): ([String: UInt8], [UInt8: String]) = ([:], [:])
        for rule in rules.split(separator: " ") {
            guard let letter = rule.utf8.first, (0x61...0x7A).contains(letter) else { continue }
            var place = Self.place(letter)
            var rest = rule.dropFirst()
            while let sign = rest.popFirst() {
                let name = String(rest.prefix { $0 != "<" && $0 != "=" })
                rest = rest.dropFirst(name.count)
                if sign == "<" {
                    place += 1
                    names[place] = name
                }
                places[name] = place
            }
        }
        self.places = places
        self.names = names
        starts = Set(places.keys.filter { $0.count > 1 }.compactMap(\.first))
        longest = places.keys.map(\.count).max() ?? 0
    }

    var isPlain: Bool { places.isEmpty }

    /// The place of the letter that begins at an index, and how many characters it has; nil where the language has none there.
    func letter(_ characters: [Character], at index: Int) -> (place: UInt8, count: Int)? {
        if longest > 1, starts.contains(characters[index]) {
            for count in stride(from: min(longest, characters.count - index), to: 1, by: -1) {
                if let place = places[String(characters[index..<index + count])] { return (place, count) }
            }
        }
        return places[String(characters[index])].map { ($0, 1) }
    }

    /// The letter of a place, as a title of a section.
    func name(_ place: UInt8) -> String {
        if let name = names[place] { return name.uppercased() }
        let letter = (place - Self.first) / Self.step
        return letter < 26 ? String(UnicodeScalar(0x41 + letter)) : "#"
    }
}

/// What depends on the user's language: the order of letters, and the articles that are passed over.
package struct SortLanguage: Sendable {
    /// As in ISO 639.
    package let code: String
    let alphabet: Alphabet
    /// That of a language with Han.
    let han: HanOrder?
    /// In small letters, each with its space or apostrophe.
    let articles: [String]

    package init(code: String) {
        han = HanOrder(language: code)
        let known = SortTables.alphabets[code] != nil || SortTables.articles[code] != nil || han != nil
        self.code = known ? code : "en"
        alphabet = Alphabet(SortTables.alphabets[self.code] ?? "")
        // English names are passed over everywhere, but not "a", which is a word of other languages.
        let own = SortTables.articles[self.code] ?? ""
        articles = (own + " the").split(separator: " ").map { word in
            word.hasSuffix("'") ? String(word) : word + " "
        }
    }

    /// A text in small letters. Turkish has an "i" without a dot, which is the small letter of "I".
    func small(_ text: String) -> String {
        guard code == "tr" || code == "az", text.utf8.contains(UInt8(ascii: "I")) || text.contains("İ") else {
            return text.lowercased()
        }
        return String(text.map { $0 == "I" ? "ı" : $0 == "İ" ? "i" : $0 }).lowercased()
    }

    /// - Parameter environment: gives a variable of the environment.
    package init(environment: (String) -> String?) {
        let variables = ["LC_ALL", "LC_COLLATE", "LANG"]
        let value = variables.lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
        self.init(code: String(value.prefix { $0.isLetter }.lowercased()))
    }
}
