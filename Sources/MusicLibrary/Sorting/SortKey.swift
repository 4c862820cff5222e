/// How a text is sorted: bytes that compare as the texts do, and the section of a list that it is in.
///
/// Letters come first, in the order of the language; marks and capitals count only where all letters are the same. Then come other
/// scripts, numbers by their value, and symbols. A text without any of these is last.
package struct SortKey: Sendable, Equatable {
    package let bytes: [UInt8]
    package let section: SectionTitle

    private static let space: UInt8 = 0x08
    private static let script: UInt8 = 0xE8
    private static let number: UInt8 = 0xF0
    private static let symbol: UInt8 = 0xF8
    private static let nothing: UInt8 = 0xFF

    /// - Parameters:
    ///   - text: what people read; nil or empty for what has no name.
    ///   - tag: what it is sorted by instead, where the file says so. Articles in it count.
    package init(_ text: String?, tag: String? = nil, _ language: SortLanguage) {
        let tag = tag.flatMap { $0.isEmpty ? nil : $0 }
        guard let text = tag ?? text, !text.isEmpty else {
            (bytes, section) = ([Self.nothing], .other)
            return
        }
        let small = language.small(text)
        var characters = Array(small)
        if tag == nil { Self.dropArticle(&characters, language) }
        var primary: [UInt8] = []
        primary.reserveCapacity(2 * small.utf8.count + text.utf8.count)
        Self.append(characters, to: &primary, language)
        if primary.isEmpty { primary.append(Self.nothing) }
        section = SectionTitle(primary, language)
        // Below any place, so that a text comes before those that it begins.
        primary.append(0)
        primary += small.utf8
        primary.append(0)
        // Small letters come before capitals.
        primary += text.utf8.lazy.map { (0x41...0x5A).contains($0 & 0xDF) ? $0 ^ 0x20 : $0 }
        bytes = primary
    }

    /// Takes away the signs before the first letter, and then an article.
    private static func dropArticle(_ characters: inout [Character], _ language: SortLanguage) {
        let start = characters.firstIndex { $0.isLetter || $0.isNumber } ?? 0
        for article in language.articles {
            let end = start + article.count
            guard end < characters.count else { continue }
            let matches = zip(characters[start..<end], article).allSatisfy { $0 == $1 || $0 == "’" && $1 == "'" }
            guard matches else { continue }
            characters.removeFirst(end)
            return
        }
    }

    private static func append(_ characters: [Character], to key: inout [UInt8], _ language: SortLanguage) {
        var index = 0
        var scalars: [Unicode.Scalar] = []
        // Signs between two words count as one space, which is written when the next word begins.
        var gap = false
        var kana: Unicode.Scalar?
        while index < characters.count {
            if !language.alphabet.isPlain, let letter = language.alphabet.letter(characters, at: index) {
                begin(&key, &gap)
                key.append(letter.place)
                index += letter.count
                continue
            }
            if Self.digit(characters[index]) != nil {
                begin(&key, &gap)
                index = append(number: characters, from: index, to: &key)
                continue
            }
            scalars.removeAll(keepingCapacity: true)
            for scalar in characters[index].unicodeScalars { BaseLetters.append(scalar, to: &scalars) }
            for scalar in scalars {
                kana = Kana.base(scalar, after: kana)
                append(kana ?? scalar, to: &key, &gap, language)
            }
            index += 1
        }
    }

    private static func begin(_ key: inout [UInt8], _ gap: inout Bool) {
        if gap { key.append(space) }
        gap = false
    }

    private static func append(
        _ scalar: Unicode.Scalar, to key: inout [UInt8], _ gap: inout Bool, _ language: SortLanguage
    ) {
        if let place = language.han?.place(scalar) {
            begin(&key, &gap)
            key += place
            return
        }
        switch scalar.value {
        case 0x61...0x7A:
            begin(&key, &gap)
            key.append(Alphabet.place(UInt8(scalar.value)))
        // "Don't" is beside "dont".
        case 0x27, 0x2019: break
        default:
            switch scalar.properties.generalCategory {
            case .mathSymbol, .currencySymbol, .otherSymbol:
                begin(&key, &gap)
                append(symbol, scalar, to: &key)
            case .modifierSymbol, .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .connectorPunctuation,
                .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
                .otherPunctuation, .nonspacingMark, .spacingMark, .enclosingMark, .format:
                gap = !key.isEmpty
            default:
                begin(&key, &gap)
                append(script, scalar, to: &key)
            }
        }
    }

    private static func append(_ group: UInt8, _ scalar: Unicode.Scalar, to key: inout [UInt8]) {
        key += [group, UInt8(scalar.value >> 16), UInt8(scalar.value >> 8 & 0xFF), UInt8(scalar.value & 0xFF)]
    }

    /// What a digit of any script counts; nil for what is none.
    private static func digit(_ character: Character) -> UInt8? {
        if let ascii = character.asciiValue { return (0x30...0x39).contains(ascii) ? ascii - 0x30 : nil }
        guard let scalar = character.unicodeScalars.first, scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { UInt8($0) }
    }

    /// Adds a number by its value: how many digits it has, then the digits. Returns the index after it.
    private static func append(number characters: [Character], from start: Int, to key: inout [UInt8]) -> Int {
        var digits: [UInt8] = []
        var index = start
        while index < characters.count, let value = digit(characters[index]) {
            if !digits.isEmpty || value > 0 { digits.append(value) }
            index += 1
        }
        key.append(number)
        key.append(UInt8(clamping: digits.count + 1))
        key += digits.map { $0 + 1 }
        return index
    }
}

/// The title of a section, as a number that the index stores: up to three characters of 21 bits. The other section, "#", is last.
package struct SectionTitle: Hashable, Sendable {
    package let code: Int64

    static let other = SectionTitle(code: Int64.max)

    package init(code: Int64) { self.code = code }

    /// - Parameter primary: what a key begins with.
    init(_ primary: [UInt8], _ language: SortLanguage) {
        let text: String
        let own = language.han?.section(primary)
        switch primary[0] {
        case _ where own != nil: text = own ?? "#"
        case 0x10..<0xE8: text = language.alphabet.name(primary[0])
        case 0xE8:
            let value = UInt32(primary[1]) << 16 | UInt32(primary[2]) << 8 | UInt32(primary[3])
            text = Unicode.Scalar(value).map { Self.title($0) } ?? "#"
        default: text = "#"
        }
        guard text != "#" else {
            self = .other
            return
        }
        code = text.unicodeScalars.prefix(3).reduce(0) { $0 << 21 | Int64($1.value) }
    }

    /// Scripts with an alphabet have sections; those with thousands of characters do not.
    private static func title(_ scalar: Unicode.Scalar) -> String {
        let isIdeograph = scalar.properties.isIdeographic || (0xAC00...0xD7A3).contains(scalar.value)
        return isIdeograph ? "#" : scalar.properties.uppercaseMapping
    }

    package var text: String {
        guard code != Int64.max else { return "#" }
        var scalars: [Unicode.Scalar] = []
        var rest = code
        while rest > 0 {
            if let scalar = Unicode.Scalar(UInt32(rest & 0x1F_FFFF)) { scalars.insert(scalar, at: 0) }
            rest >>= 21
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
