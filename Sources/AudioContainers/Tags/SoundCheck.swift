import AudioCore

/// Numbers about loudness by which iTunes and its kin play songs equally loud.
///
/// In dictionaries each number stands under a key of its own, one value a channel, as afinfo shows them. In the tags of
/// iTunes they are one note: ten numbers of eight hexadecimal digits, for each of five kinds the left and the right channel.
package struct SoundCheck: Equatable, Sendable {
    /// By kind, in the note's order; each with one value for every channel, at most two.
    package var values: [[UInt32]]

    /// The kinds: average and greatest perceived power, when the greatest was, the peak, and when it was, in milliseconds.
    package static let keys = [
        "sc ave perceived power coeff", "sc max perceived power coeff", "sc max perceived power msec",
        "sc peak amplitude", "sc peak amplitude msec",
    ]
    /// What the note is called.
    static let note = "iTunNORM"

    package init(values: [[UInt32]]) { self.values = values }

    /// From a note's text. Nil where it does not have all numbers.
    init?(note text: String) {
        let words = text.split(separator: " ").map { UInt32($0, radix: 16) }
        guard words.count == 2 * Self.keys.count, !words.contains(nil) else { return nil }
        values = Self.keys.indices.map { [words[2 * $0]!, words[2 * $0 + 1]!] }
    }

    /// From a dictionary. Nil where it does not have all keys with one or two numbers each.
    init?(_ info: InfoDictionary) {
        values = []
        for key in Self.keys {
            let words = info[key]?.split(separator: " ").map { UInt32($0) } ?? []
            guard (1...2).contains(words.count), !words.contains(nil) else { return nil }
            values.append(words.map { $0! })
        }
    }

    package var entries: [InfoDictionary.Entry] {
        zip(Self.keys, values).map { key, numbers in
            InfoDictionary.Entry(key: key, value: numbers.map { "\($0) " }.joined())
        }
    }

    /// One channel counts for both.
    var noteText: String {
        values.flatMap { [$0[0], $0[$0.count - 1]] }.map { number in
            let digits = String(number, radix: 16, uppercase: true)
            return " " + String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }
}
