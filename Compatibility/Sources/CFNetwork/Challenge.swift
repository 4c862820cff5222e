import Foundation

/// A scheme of authentication that a server offers, with its parameters.
package struct Challenge: Equatable, Sendable {
    /// The scheme, such as "Digest".
    package var scheme: String
    /// The parameters, by their names in lower case.
    package var parameters: [String: String]

    /// Reads the values of a field `WWW-Authenticate` or `Proxy-Authenticate`.
    ///
    /// - Parameter field: the field's value, or several of them joined by ", ".
    /// - Returns: the challenges, in order.
    package static func all(in field: String) -> [Challenge] {
        var reader = Reader(rest: field.unicodeScalars[...])
        var challenges: [Challenge] = []
        while let word = reader.word() {
            if reader.skip("="), !challenges.isEmpty {
                challenges[challenges.count - 1].parameters[word.lowercased()] = reader.value()
            } else {
                challenges.append(Challenge(scheme: word, parameters: [:]))
            }
        }
        return challenges
    }

    /// The order of preference, the best first. Nil if the scheme is not supported.
    package var rank: Int? {
        switch scheme.lowercased() {
        case "digest": algorithm.map { $0.digest == .sha256 ? 0 : 1 }
        case "basic": 2
        default: nil
        }
    }

    /// The hash function of the scheme Digest, and whether its key is one of a session; nil if it is not supported.
    package var algorithm: (digest: Digest, ofSession: Bool)? {
        let supportsQuality = quality != nil || parameters["qop"] == nil
        guard parameters["nonce"] != nil, supportsQuality else { return nil }
        switch (parameters["algorithm"] ?? "MD5").lowercased() {
        case "md5": return (.md5, false)
        case "md5-sess": return (.md5, true)
        case "sha-256": return (.sha256, false)
        case "sha-256-sess": return (.sha256, true)
        default: return nil
        }
    }

    /// What the answer protects, of what the server offers.
    package var quality: String? {
        let offered = (parameters["qop"] ?? "").lowercased().split(separator: ",").map { String($0).trimmed }
        return ["auth", "auth-int"].first(where: offered.contains)
    }
}

/// Reads words, and values with or without quotation marks.
private struct Reader {
    var rest: Substring.UnicodeScalarView

    private mutating func skipBlanks(and separator: Unicode.Scalar? = nil) {
        rest = rest.drop { $0 == " " || $0 == "\t" || $0 == separator }
    }

    private static func ends(_ scalar: Unicode.Scalar) -> Bool { " \t,=\"".unicodeScalars.contains(scalar) }

    /// The next word; nil at the end. What is no word is left out.
    mutating func word() -> String? {
        skipBlanks(and: ",")
        while let first = rest.first, Self.ends(first) {
            if first == "\"" { _ = value() } else { rest.removeFirst() }
            skipBlanks(and: ",")
        }
        let word = rest.prefix { !Self.ends($0) }
        rest = rest[word.endIndex...]
        return word.isEmpty ? nil : String(Substring(word))
    }

    /// Whether a character follows, which is then read.
    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        let before = rest
        skipBlanks()
        if rest.first == scalar {
            rest.removeFirst()
            return true
        }
        rest = before
        return false
    }

    mutating func value() -> String {
        skipBlanks()
        guard rest.first == "\"" else {
            let word = rest.prefix { $0 != "," && $0 != " " && $0 != "\t" }
            rest = rest[word.endIndex...]
            return String(Substring(word))
        }
        rest.removeFirst()
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst(), scalar != "\"" {
            text.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
        }
        return String(text)
    }
}
