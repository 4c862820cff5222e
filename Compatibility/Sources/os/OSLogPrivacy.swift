internal import COSSupport

/// Who may see a value of a message.
///
/// Values that are `public` are always written. Values that are `private` or `sensitive` are written too, unless the
/// environment variable `COREAUDIO_LOG_PRIVATE` is `0`: `<private>` stands in their place then, or with the mask `hash` a hash
/// of the text. With
/// `auto`, numbers and Booleans are public; strings, objects, errors, bytes and other values are private.
public struct OSLogPrivacy: Sendable {
    enum Level {
        case open, hidden, sensitive, automatic
    }

    /// What stands in the place of a value that is not shown.
    public enum Mask: Hashable, Sendable {
        /// A hash, the same for the same text in one run of the program.
        case hash
        /// The word `<private>`.
        case none
    }

    let level: Level
    let mask: Mask

    /// Everyone.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(level: .open, mask: .none) }
    /// Only who may see private values.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(level: .hidden, mask: .none) }
    /// Only who may see private values. Here it does not differ from `private`.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(level: .sensitive, mask: .none) }
    /// What the kind of the value says.
    public static var auto: OSLogPrivacy { OSLogPrivacy(level: .automatic, mask: .none) }

    /// Only who may see private values; others see a mask.
    ///
    /// - Parameter mask: the mask.
    /// - Returns: the privacy.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(level: .hidden, mask: mask) }

    /// Only who may see private values; others see a mask. Here it does not differ from `private`.
    ///
    /// - Parameter mask: the mask.
    /// - Returns: the privacy.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(level: .sensitive, mask: mask) }

    /// What the kind of the value says, with a mask if it is private.
    ///
    /// - Parameter mask: the mask.
    /// - Returns: the privacy.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(level: .automatic, mask: mask) }

    func hides(isText: Bool) -> Bool {
        let isPrivate = level == .automatic ? isText : level != .open
        return isPrivate && !os_support_log_shows_private()
    }
}

extension LogText {
    /// Appends a value, or what stands in its place if it is private.
    mutating func append(_ privacy: OSLogPrivacy, isText: Bool, _ value: (inout LogText) -> Void) {
        guard privacy.hides(isText: isText) else { return value(&self) }
        guard privacy.mask == .hash else { return append("<private>" as StaticString) }
        var hidden = LogText()
        value(&hidden)
        append("<mask.hash: '" as StaticString)
        hidden.withBytes { appendHash(of: UnsafeRawBufferPointer($0)) }
        append("'>" as StaticString)
    }

    /// Appends a hash of 128 bits in base 64. Its key is another one in each run of the program.
    private mutating func appendHash(of bytes: UnsafeRawBufferPointer) {
        var halves: (UInt64, UInt64) = (0, 0)
        for half in 0..<2 {
            var hasher = Hasher()
            hasher.combine(half)
            hasher.combine(bytes: bytes)
            let hash = UInt64(bitPattern: Int64(hasher.finalize()))
            if half == 0 { halves.0 = hash } else { halves.1 = hash }
        }
        let letters: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        withUnsafeBytes(of: halves) { hash in
            for start in stride(from: 0, to: 18, by: 3) {
                let group = (0..<3).reduce(0) { $0 << 8 | (start + $1 < 16 ? Int(hash[start + $1]) : 0) }
                for place in 0..<(start < 15 ? 4 : 2) { append(letters.utf8Start[group >> (18 - 6 * place) & 63]) }
            }
        }
        append("==" as StaticString)
    }
}
