/// How long the names of the library are at most.
///
/// A tag may have a megabyte. What is sorted, searched and listed is copied many times, and thousands of files may have such tags.
enum NameLength {
    /// Bytes of UTF-8.
    static let most = 4096

    /// The beginning of a text, as much as the library keeps. A text may be a single character with any number of marks, so that it is
    /// cut between scalars, not between characters.
    static func cut(_ text: String) -> String {
        let bytes = text.utf8
        guard bytes.count > most else { return text }
        var end = bytes.index(bytes.startIndex, offsetBy: most)
        while UTF8.isContinuation(bytes[end]) { end = bytes.index(before: end) }
        return String(text.unicodeScalars[..<end])
    }
}
