import Foundation

/// What a terminal shows of texts from files, and how many columns that takes.
///
/// A tag may contain anything: escape sequences that would change the terminal, marks without end, characters that reverse the
/// rest of the line. A cleaned text has none of them, and all terminals give it one width: they differ on sequences of joined
/// emoji, whose parts are shown one by one.
public enum DisplayText {
    /// Characters of a text that are looked at. No terminal is as wide.
    private static let mostScalars = 2000
    /// Marks that are left on a character.
    private static let mostMarks = 3

    /// The text without what would control the terminal, as ASCII where the terminal shows no more.
    public static func clean(_ text: String, isUnicode: Bool) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        let scalars = text.unicodeScalars.prefix(mostScalars)
        if !isUnicode { return ascii(String(String.UnicodeScalarView(scalars))) }
        var cleaned = String.UnicodeScalarView()
        var marks = mostMarks
        for scalar in scalars {
            switch kind(of: scalar) {
            case .shown:
                cleaned.append(scalar)
                marks = 0
            case .mark:
                marks += 1
                if marks <= mostMarks { cleaned.append(scalar) }
            case .blank: cleaned.append(" ")
            case .foreign: cleaned.append("\u{FFFD}")
            case .dropped: break
            }
        }
        return String(cleaned)
    }

    /// Letters without their accents, and a question mark for each other character.
    private static func ascii(_ text: String) -> String {
        let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars
        return String(
            scalars.compactMap { scalar -> Character? in
                switch kind(of: scalar) {
                case .shown: scalar.isASCII ? Character(scalar) : "?"
                case .blank: " "
                case .foreign: "?"
                case .mark, .dropped: nil
                }
            })
    }

    private enum Kind { case shown, mark, blank, foreign, dropped }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        if scalar.isASCII, scalar.value >= 0x20, scalar.value < 0x7F { return .shown }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control: return properties.isWhitespace ? .blank : .foreign
        case .lineSeparator, .paragraphSeparator: return .blank
        case .privateUse, .surrogate, .unassigned: return .foreign
        case .format: return .dropped
        case .nonspacingMark, .enclosingMark: return properties.isVariationSelector ? .dropped : .mark
        default: return properties.isEmojiModifier ? .dropped : .shown
        }
    }

    /// The columns of a cleaned text.
    public static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    /// A cleaned text in exactly so many columns, cut off with an ellipsis where it has more.
    public static func fitted(_ text: String, to columns: Int, isUnicode: Bool, alignsRight: Bool = false) -> String {
        let width = width(text)
        if width <= columns {
            let blanks = String(repeating: " ", count: columns - width)
            return alignsRight ? blanks + text : text + blanks
        }
        guard columns > 0 else { return "" }
        var (cut, used) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars {
            let next = used + Self.width(scalar)
            guard next < columns else { break }
            cut.append(scalar)
            used = next
        }
        return String(cut) + (isUnicode ? "…" : "~") + String(repeating: " ", count: columns - 1 - used)
    }

    /// The columns of a character: 0 for a mark on the one before it.
    static func width(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // Vowels and finals of Hangul are part of the syllable that their initial begins.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
        // Two of these make a flag.
        if (0x1F1E6...0x1F1FF).contains(scalar.value) { return 1 }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The wide and fullwidth characters of Unicode Standard Annex 11 that are no emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0xA4C6,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265,
        0x20000...0x3FFFD,
    ]
}
