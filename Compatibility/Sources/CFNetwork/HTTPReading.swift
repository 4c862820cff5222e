import Foundation

// Messages from bytes, which may come in any pieces.

extension HTTPMessage {
    /// The most that a header may be long.
    private static let longestHeader = 256 << 10

    /// Reads bytes: the header, and then the body.
    ///
    /// - Parameter bytes: the bytes.
    /// - Returns: false if they are not a message. What was read before stays.
    package func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = bytes[...]
        while !isHeaderComplete, let end = rest.firstIndex(of: 10) {
            unread += rest[..<end]
            headerLength += unread.count + 1
            rest = rest[(end + 1)...]
            var line = unread[...]
            unread = []
            if line.last == 13 { line.removeLast() }
            guard headerLength <= Self.longestHeader, take(line) else { return false }
        }
        if isHeaderComplete {
            if !rest.isEmpty {
                if body == nil { body = Data() }
                // In place: the whole body is not copied for each piece.
                body?.append(contentsOf: rest)
            }
            return true
        }
        unread += rest
        return headerLength + unread.count <= Self.longestHeader
    }

    /// Takes a line of the header.
    private func take(_ line: ArraySlice<UInt8>) -> Bool {
        // Another program may take such a character for the end of the line.
        guard !line.contains(where: { $0 == 0 || $0 == 13 }) else { return false }
        // Empty lines may be in front of a message.
        guard start != nil else { return line.isEmpty || takeStart(line.text) }
        guard let first = line.first else {
            isHeaderComplete = true
            return true
        }
        if first == 32 || first == 9 {
            // A line that begins with a blank continues the value before it.
            guard !fields.isEmpty else { return false }
            fields[fields.count - 1].value += " " + line.text.trimmed
            return true
        }
        guard let colon = line.firstIndex(of: 58) else { return false }
        let name = line[..<colon].text
        guard name.isToken else { return false }
        fields.append((name, line[(colon + 1)...].text.trimmed))
        return true
    }

    private func takeStart(_ line: String) -> Bool {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        if isRequest {
            guard words.count == 3, words[0].isToken, words[2].hasPrefix("HTTP/"),
                let url = Self.url(ofTarget: words[1])
            else {
                return false
            }
            start = .request(method: words[0], url: url, version: words[2].trimmed)
            return true
        }
        // Old servers of radio stations say ICY.
        guard words.count >= 2, words[0].hasPrefix("HTTP/") || words[0] == "ICY", words[1].utf8.count == 3,
            words[1].utf8.allSatisfy({ (48...57).contains($0) }), let code = Int(words[1]), code >= 100
        else { return false }
        start = .response(line: line.trimmed, code: code, version: words[0])
        return true
    }

    /// The URL of what follows the method in a request.
    private static func url(ofTarget target: String) -> URL? {
        // Two slashes at the start of a path are no host.
        target.isEmpty ? nil : URL(string: target.hasPrefix("//") ? "/." + target : target)
    }
}

extension ArraySlice<UInt8> {
    /// The text, which is in UTF-8, or else in Latin-1.
    fileprivate var text: String {
        String(validating: self, as: UTF8.self) ?? String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
    }
}

extension String {
    /// The text without blanks at its ends.
    var trimmed: String {
        trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    }
}
