/// The scripts of Chinese, Japanese and Korean in a language of these: a character's place as bytes of a key.
///
/// Chinese characters stand among the letters that their sounds begin with in Pinyin, after all names in letters. Japanese follows
/// letters with kana and then with kanji. In Korean, Hangul comes before letters, and Hanja after the syllable they are read as.
enum HanOrder: Sendable {
    case chinese, japanese, korean

    init?(language: String) {
        switch language {
        case "zh": self = .chinese
        case "ja": self = .japanese
        case "ko": self = .korean
        default: return nil
        }
    }

    /// Below the places of letters.
    static let hangul: UInt8 = 0x0A
    /// Above those that letters have in these languages.
    private static let kana: UInt8 = 0xE6
    private static let kanji: UInt8 = 0xE7
    /// Above any letter, after that of a sound.
    private static let pinyin: UInt8 = 0xE9

    /// The bytes of a character; nil for one that these languages do not place.
    func place(_ scalar: Unicode.Scalar) -> [UInt8]? {
        switch self {
        case .chinese:
            guard let place = Self.chinesePlaces[scalar.value] else { return nil }
            return [Alphabet.place(UInt8(place >> 16)), Self.pinyin] + Self.bytes(place & 0xFFFF)
        case .japanese:
            if Kana.isBase(scalar) { return [Self.kana, UInt8(scalar.value - 0x3040)] }
            return Self.japanesePlaces[scalar.value].map { [Self.kanji] + Self.bytes($0) }
        case .korean:
            let syllable = Self.isHangul(scalar.value) ? scalar.value : Self.koreanPlaces[scalar.value]
            return syllable.map { [Self.hangul] + Self.bytes($0 - 0xAC00) }
        }
    }

    private static func bytes(_ value: UInt32) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }

    static func isHangul(_ value: UInt32) -> Bool { (0xAC00...0xD7A3).contains(value) }

    /// The title of the section of a key; nil for that of the key's letter, if it has one.
    ///
    /// - Parameter primary: what the key begins with.
    func section(_ primary: [UInt8]) -> String? {
        switch (self, primary[0]) {
        case (.japanese, Self.kana): Kana.row(of: 0x3040 + UInt32(primary[1]))
        case (.japanese, Self.kanji): "#"
        case (.korean, Self.hangul):
            String(Self.initials[min(Self.initials.count - 1, (Int(primary[1]) << 8 | Int(primary[2])) / 588)])
        default: nil
        }
    }

    /// The consonants that syllables begin with, each with 588 syllables. Double ones are in the section of the plain one.
    private static let initials = Array("ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ")

    /// The letter, above 16 bits of the place.
    private static let chinesePlaces: [UInt32: UInt32] = {
        var places: [UInt32: UInt32] = [:]
        for (letter, characters) in HanTables.pinyin {
            for scalar in characters.unicodeScalars {
                places[scalar.value] = UInt32(letter) << 16 | UInt32(places.count)
            }
        }
        return places
    }()

    private static let japanesePlaces: [UInt32: UInt32] = {
        var places: [UInt32: UInt32] = [:]
        for scalar in HanTables.japanese.unicodeScalars { places[scalar.value] = UInt32(places.count) }
        return places
    }()

    /// The syllables that Hanja are read as.
    private static let koreanPlaces: [UInt32: UInt32] = {
        var (places, syllable): ([UInt32: UInt32], UInt32) = ([:], 0xAC00)
        for scalar in HanTables.korean.unicodeScalars {
            if isHangul(scalar.value) { syllable = scalar.value } else { places[scalar.value] = syllable }
        }
        return places
    }()
}

/// Kana as they are sorted: Hiragana of full size without marks.
enum Kana {
    /// The kana of each vowel.
    private static let columns = ["あかさたなはまやらわ", "いきしちにひみりゐ", "うくすつぬふむゆる", "えけせてねへめれゑ", "おこそとのほもよろを"].map {
        $0.unicodeScalars.map(\.value)
    }
    /// Narrow Katakana from U+FF66 on.
    private static let narrow = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        .unicodeScalars.map(\.value)
    private static let longVowel: UInt32 = 0x30FC

    static func isBase(_ scalar: Unicode.Scalar) -> Bool { (0x3041...0x3096).contains(scalar.value) }

    /// The kana that a character is sorted as; nil for what is none.
    ///
    /// - Parameter last: the kana before it, whose vowel a long one repeats.
    static func base(_ scalar: Unicode.Scalar, after last: Unicode.Scalar?) -> Unicode.Scalar? {
        var value = scalar.value
        if (0xFF66..<0xFF66 + UInt32(narrow.count)).contains(value) { value = narrow[Int(value - 0xFF66)] }
        if value == longVowel {
            return last.flatMap { last in columns.first { $0.contains(last.value) } }.flatMap { Unicode.Scalar($0[0]) }
        }
        if (0x30A1...0x30F6).contains(value) { value -= 0x60 }
        switch value {
        case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E: value += 1
        case 0x3095: value = 0x304B
        case 0x3096: value = 0x3051
        case 0x3094: value = 0x3046
        case 0x304C...0x3062 where value.isMultiple(of: 2), 0x3065, 0x3067, 0x3069: value -= 1
        case 0x3070...0x307D: value -= (value - 0x306F) % 3
        case 0x3041...0x3096: break
        default: return nil
        }
        return Unicode.Scalar(value)
    }

    /// The first kana of the row that one is in.
    static func row(of value: UInt32) -> String {
        rows.first { $0.contains(value) }?.first.flatMap { Unicode.Scalar($0) }.map { String($0) } ?? "#"
    }

    private static let rows = ["あいうえお", "かきくけこ", "さしすせそ", "たちつてと", "なにぬねの", "はひふへほ", "まみむめも", "やゆよ", "らりるれろ", "わゐゑをん"]
        .map {
            $0.unicodeScalars.map(\.value)
        }
}
