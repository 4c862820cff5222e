/// Names of notes in names of files: "Piano C4", "A#3", "strings_Eb2".
enum NoteName {
    /// The key that the last note's name in `text` stands for; nil where there is none.
    ///
    /// A name is a letter from A to G, which no other letter precedes, perhaps `#`, `s` or `b`, and an octave from -1 to 9. C4 is
    /// key 60.
    static func key(in text: some StringProtocol) -> UInt8? {
        let characters = Array(text.unicodeScalars)
        return characters.indices.reversed().lazy.compactMap { key(characters[$0...], after: characters[..<$0].last) }
            .first
    }

    private static func key(_ text: ArraySlice<Unicode.Scalar>, after before: Unicode.Scalar?) -> UInt8? {
        guard let letter = text.first, var key = keys[letter], before?.isLetterOrDigit != true else { return nil }
        var rest = text.dropFirst()
        if let step = rest.first.flatMap({ accidentals[$0] }) {
            key += step
            rest = rest.dropFirst()
        }
        let isNegative = rest.first == "-"
        if isNegative { rest = rest.dropFirst() }
        guard let digit = rest.first, let octave = digits[digit], rest.dropFirst().first?.isLetterOrDigit != true else {
            return nil
        }
        let number = (isNegative ? -octave : octave) * 12 + 12 + key
        return UInt8(exactly: number).flatMap { $0 <= 127 ? $0 : nil }
    }

    private static let keys: [Unicode.Scalar: Int] = {
        let white: [(Unicode.Scalar, Int)] = [("c", 0), ("d", 2), ("e", 4), ("f", 5), ("g", 7), ("a", 9), ("b", 11)]
        let capital = white.map { (Unicode.Scalar(UInt8($0.0.value) - 32), $0.1) }
        return Dictionary(uniqueKeysWithValues: white + capital)
    }()

    private static let accidentals: [Unicode.Scalar: Int] = ["#": 1, "s": 1, "♯": 1, "b": -1, "♭": -1]

    private static let digits: [Unicode.Scalar: Int] = Dictionary(
        uniqueKeysWithValues: (0...9).map { (Unicode.Scalar(UInt8(48 + $0)), $0) })
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool { properties.isAlphabetic || ("0"..."9").contains(self) }
}
