/// Letters without their marks: "É" is "e", "ß" is "ss".
///
/// After the names that Unicode gives characters: what follows "WITH" is a mark.
enum BaseLetters {
    /// Adds the letters of a character to `result`, in small letters and without marks. Punctuation and symbols stay.
    static func append(_ scalar: Unicode.Scalar, to result: inout [Unicode.Scalar]) {
        if scalar.value < 0x80 {
            let isCapital = (0x41...0x5A).contains(scalar.value)
            result.append(isCapital ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
            return
        }
        for small in scalar.properties.lowercaseMapping.unicodeScalars {
            switch small.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: continue
            default: append(small: small, to: &result)
            }
        }
    }

    private static func append(small scalar: Unicode.Scalar, to result: inout [Unicode.Scalar]) {
        switch scalar.value {
        case 0..<0x80: result.append(scalar)
        // Wide forms of ASCII.
        case 0xFF01...0xFF5E: append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)), to: &result)
        case 0xC0...0x24F, 0x250...0x2AF, 0x1E00...0x1EFF: result += latin(scalar)
        case 0x370...0x3FF, 0x1F00...0x1FFF: result.append(named(scalar, "GREEK SMALL LETTER ", greek))
        case 0x400...0x45F: result.append(named(scalar, "CYRILLIC SMALL LETTER ", cyrillic))
        default: result.append(scalar)
        }
    }

    private static let latinNames: [String: String] = [
        "SHARP S": "ss", "DOTLESS I": "i", "ETH": "d", "THORN": "th", "ENG": "n", "KRA": "q", "LONG S": "s", "AE": "ae",
        "OE": "oe", "SCHWA": "e", "OPEN E": "e", "OPEN O": "o",
    ]

    private static func latin(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        guard let name = scalar.properties.name,
            let letter = rest(of: name, after: "LATIN SMALL LETTER ") ?? rest(of: name, after: "LATIN SMALL LIGATURE ")
        else { return [scalar] }
        if let known = latinNames[letter] { return Array(known.unicodeScalars) }
        guard letter.utf8.count <= 2, letter.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { return [scalar] }
        return letter.utf8.map { Unicode.Scalar($0 + 32) }
    }

    private static let greek = letters(0x3B1...0x3C9, "GREEK SMALL LETTER ")
    private static let cyrillic = letters(0x430...0x44F, "CYRILLIC SMALL LETTER ")

    /// Plain letters by what follows `start` in their names.
    private static func letters(_ range: ClosedRange<UInt32>, _ start: String) -> [String: Unicode.Scalar] {
        var found: [String: Unicode.Scalar] = [:]
        for value in range {
            guard let scalar = Unicode.Scalar(value), let name = scalar.properties.name, name.hasPrefix(start) else {
                continue
            }
            found[String(name.dropFirst(start.count))] = scalar
        }
        found["FINAL SIGMA"] = found["SIGMA"]
        found["IO"] = found["IE"]
        return found
    }

    private static func named(
        _ scalar: Unicode.Scalar, _ start: String, _ letters: [String: Unicode.Scalar]
    ) -> Unicode.Scalar {
        guard let name = scalar.properties.name, let letter = rest(of: name, after: start) else { return scalar }
        return letters[letter] ?? scalar
    }

    /// The name of the letter alone; nil where the name begins otherwise.
    private static func rest(of name: String, after start: String) -> String? {
        guard name.hasPrefix(start) else { return nil }
        let letter = name.dropFirst(start.count)
        guard let with = letter.range(of: " WITH ") else { return String(letter) }
        return String(letter[..<with])
    }
}

extension Substring {
    /// Where a text begins that occurs in this one.
    fileprivate func range(of text: String) -> Index? {
        var at = startIndex
        while at < endIndex {
            if self[at...].hasPrefix(text) { return at }
            at = index(after: at)
        }
        return nil
    }
}

/// Texts as a search compares them: in small letters, without marks.
package enum FoldedText {
    package static func of(_ text: String) -> String {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars { BaseLetters.append(scalar, to: &scalars) }
        return String(String.UnicodeScalarView(scalars))
    }
}
