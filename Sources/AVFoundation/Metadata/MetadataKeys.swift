public import Foundation

/// Keys of metadata as texts and numbers, and dates in texts.
enum MetadataKeys {
    /// The prefix of identifiers of a key space: that of ID3 is shorter than its name.
    static func prefix(_ space: AVMetadataKeySpace) -> String { space == .id3 ? "id3" : space.rawValue }

    /// The number of four characters, as `NSNumber`; nil for other texts.
    static func number(_ key: String) -> NSNumber? {
        let scalars = key.unicodeScalars
        guard scalars.count == 4, scalars.allSatisfy({ $0.value < 256 }) else { return nil }
        return NSNumber(value: Int32(bitPattern: scalars.reduce(0) { $0 << 8 | $1.value }))
    }

    /// A key as text: that of a number is its four characters.
    static func text(ofKey key: Any) -> String? {
        if let text = key as? NSString { return String(describing: text) }
        if let text = key as? String { return text }
        guard let number = key as? NSNumber else { return nil }
        let code = UInt32(truncatingIfNeeded: number.int64Value)
        return String(
            String.UnicodeScalarView([24, 16, 8, 0].map { Unicode.Scalar(UInt8(truncatingIfNeeded: code >> $0)) }))
    }

    /// A value as Foundation's object of it; nil for other types.
    static func object(_ value: Any) -> (any NSCopying & NSObjectProtocol)? {
        switch value {
        case let text as NSString: text
        case let number as NSNumber: number
        case let data as NSData: data
        case let date as NSDate: date
        default: nil
        }
    }

    /// The key of an identifier as text.
    static func text(_ identifier: AVMetadataIdentifier) -> String? {
        guard let slash = identifier.rawValue.firstIndex(of: "/") else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(identifier.rawValue[identifier.rawValue.index(after: slash)...].utf8)[...]
        var hasHigh = false
        while let byte = rest.popFirst() {
            guard byte == 0x25, rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(code)
            hasHigh = hasHigh || code >= 128
            rest = rest.dropFirst(2)
        }
        guard !bytes.isEmpty else { return nil }
        // The four characters of iTunes are Latin-1, others are UTF-8.
        if hasHigh, bytes.count == 4 { return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A key as it is in an identifier.
    static func escaped(_ key: String) -> String {
        let isCode = number(key) != nil
        let bytes = isCode ? key.unicodeScalars.map { UInt8($0.value) } : Array(key.utf8)
        return bytes.map { byte in
            let isPlain = byte > 0x20 && byte < 0x7F && byte != 0x25 && byte != 0x2F
            return isPlain
                ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// A date as in ISO 8601: a year, a month, a day, or a moment.
    static func date(_ text: String) -> Date? {
        if let date = ISO8601DateFormatter().date(from: text) { return date }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), let year = parts[0], (0...9999).contains(year), text.utf8.count >= 4 else {
            return nil
        }
        var components = DateComponents()
        components.calendar = Calendar(identifier: .gregorian)
        components.timeZone = TimeZone(secondsFromGMT: 0)
        components.year = year
        components.month = 1
        components.day = 1
        if parts.count > 1 {
            guard let month = parts[1], (1...12).contains(month) else { return nil }
            components.month = month
        }
        if parts.count > 2 {
            guard let day = parts[2], (1...31).contains(day) else { return nil }
            components.day = day
        }
        return components.date
    }
}

extension AVMetadataItem {
    /// The identifier of a key.
    ///
    /// - Parameters:
    ///   - key: text, or a number of four characters.
    ///   - keySpace: its key space.
    /// - Returns: the identifier; nil for a key of another type.
    public class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
        MetadataKeys.text(ofKey: key).map {
            AVMetadataIdentifier(MetadataKeys.prefix(keySpace) + "/" + MetadataKeys.escaped($0))
        }
    }

    /// The key space of an identifier.
    ///
    /// - Parameter identifier: the identifier.
    /// - Returns: the key space; nil for a text without one.
    public class func keySpace(forIdentifier identifier: AVMetadataIdentifier) -> AVMetadataKeySpace? {
        guard let slash = identifier.rawValue.firstIndex(of: "/") else { return nil }
        let prefix = String(identifier.rawValue[..<slash])
        return prefix.isEmpty ? nil : prefix == "id3" ? .id3 : AVMetadataKeySpace(prefix)
    }

    /// The key of an identifier.
    ///
    /// - Parameter identifier: the identifier.
    /// - Returns: text, or for iTunes' tags the number of its four characters; nil for a text without a key.
    public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
        guard let text = MetadataKeys.text(identifier) else { return nil }
        return keySpace(forIdentifier: identifier) == .iTunes ? MetadataKeys.number(text) ?? text : text
    }

    // MARK: Choosing items

    /// The items of an identifier. One of common keys stands for all items with that common key.
    ///
    /// - Parameters:
    ///   - metadataItems: the items.
    ///   - identifier: the identifier.
    /// - Returns: those that have it.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        let common = keySpace(forIdentifier: identifier) == .common ? MetadataKeys.text(identifier) : nil
        return metadataItems.filter { item in
            item.identifier == identifier || common != nil && item.commonKey?.rawValue == common
        }
    }

    /// The items of a key.
    ///
    /// - Parameters:
    ///   - metadataItems: the items.
    ///   - key: text or a number, or an `AVMetadataKey`; nil for any.
    ///   - keySpace: the key space; nil for any. That of common keys stands for all items with that common key.
    /// - Returns: those that have it.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        let text = key.flatMap { ($0 as? AVMetadataKey)?.rawValue ?? MetadataKeys.text(ofKey: $0) }
        if key != nil, text == nil { return [] }
        return metadataItems.filter { item in
            if keySpace == .common { return item.commonKey != nil && (text == nil || item.commonKey?.rawValue == text) }
            return (keySpace == nil || item.keySpace == keySpace) && (text == nil || item.contents.key == text)
        }
    }

    /// The items of a locale.
    ///
    /// - Parameters:
    ///   - metadataItems: the items.
    ///   - locale: the locale.
    /// - Returns: those that have it.
    public class func metadataItems(from metadataItems: [AVMetadataItem], with locale: Locale) -> [AVMetadataItem] {
        metadataItems.filter { $0.locale == locale }
    }

    /// The items of languages, in the order of these. Items of no language come last.
    ///
    /// - Parameters:
    ///   - metadataItems: the items.
    ///   - preferredLanguages: the languages, as in BCP 47.
    /// - Returns: those that have one of them, or none.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
    ) -> [AVMetadataItem] {
        let known = preferredLanguages.flatMap { language in
            metadataItems.filter { $0.extendedLanguageTag?.lowercased() == language.lowercased() }
        }
        return known + metadataItems.filter { $0.extendedLanguageTag == nil }
    }
}
