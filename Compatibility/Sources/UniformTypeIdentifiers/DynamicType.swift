/// A type that stands for a tag that no type has. Its identifier is `dyn.a` and, in 5 bits a letter, a text such as
/// `?0=6:1=xyz`: each pair is a key and a value, and the names that occur often have a letter of their own.
struct DynamicType {
    let parent: String
    let tagClass: String
    let tag: String

    private static let letters = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)
    private static let keys: [Character: String] = [
        "1": "public.filename-extension", "2": "com.apple.ostype", "3": "public.mime-type",
        "4": "com.apple.nspboard-type",
        "5": "public.url-scheme",
    ]
    private static let types: [Character: String] = [
        "6": "public.data", "7": "public.text", "8": "public.plain-text", "9": "public.utf16-plain-text",
        "A": "com.apple.traditional-mac-plain-text", "B": "public.image", "C": "public.video", "D": "public.audio",
        "E": "public.directory", "F": "public.folder",
    ]

    init(parent: String, tagClass: String, tag: String) {
        self.parent = parent
        self.tagClass = tagClass
        self.tag = tag
    }

    init?(identifier: String) {
        let prefix = "dyn.a"
        guard identifier.hasPrefix(prefix) else { return nil }
        guard let text = Self.decode(identifier.dropFirst(prefix.count)), text.hasPrefix("?0=") else { return nil }
        guard let comma = text.firstIndex(of: ":") else { return nil }
        let type = String(text[text.index(text.startIndex, offsetBy: 3)..<comma])
        let pair = text[text.index(after: comma)...]
        guard let equals = pair.firstIndex(of: "=") else { return nil }
        let key = String(pair[..<equals])
        parent = type.count == 1 ? Self.types[type.first ?? " "] ?? type : Self.plain(type)
        tagClass = key.count == 1 ? Self.keys[key.first ?? " "] ?? key : Self.plain(key)
        tag = Self.plain(String(pair[pair.index(after: equals)...]))
    }

    var identifier: String {
        let type = Self.types.first { $0.value == parent }.map { String($0.key) } ?? Self.escaped(parent)
        let key = Self.keys.first { $0.value == tagClass }.map { String($0.key) } ?? Self.escaped(tagClass)
        return "dyn.a" + Self.encode("?0=\(type):\(key)=\(Self.escaped(tag))")
    }

    /// The signs that separate pairs have a backslash before them.
    private static func escaped(_ text: String) -> String {
        text.map { ":=,\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    private static func plain(_ text: String) -> String {
        var plain = ""
        var isEscaped = false
        for character in text {
            if character == "\\" && !isEscaped {
                isEscaped = true
            } else {
                plain.append(character)
                isEscaped = false
            }
        }
        return plain
    }

    private static func encode(_ text: String) -> String {
        var result: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in text.utf8 {
            (bits, count) = (bits << 8 | Int(byte), count + 8)
            while count >= 5 {
                count -= 5
                result.append(letters[bits >> count & 31])
            }
            bits &= (1 << count) - 1
        }
        if count > 0 { result.append(letters[bits << (5 - count) & 31]) }
        return String(decoding: result, as: UTF8.self)
    }

    private static func decode(_ text: Substring) -> String? {
        var result: [UInt8] = []
        var (bits, count) = (0, 0)
        for letter in text.utf8 {
            guard let value = letters.firstIndex(of: letter) else { return nil }
            (bits, count) = (bits << 5 | value, count + 5)
            if count >= 8 {
                count -= 8
                result.append(UInt8(bits >> count & 255))
            }
            bits &= (1 << count) - 1
        }
        return String(validating: result, as: UTF8.self)
    }
}
