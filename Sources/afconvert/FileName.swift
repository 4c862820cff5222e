/// The parts of a path.
struct FileName {
    /// With the slash at its end; empty where there is none.
    let folder: String
    let last: String

    init(_ path: String) {
        // Compares bytes: a slash and a combining accent after it are one character.
        let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        (folder, last) = (String(path[..<start]), String(path[start...]))
    }

    private var dot: String.Index? {
        last.lastIndex(of: ".").flatMap { $0 > last.startIndex ? $0 : nil }
    }

    /// The last part without its extension.
    var base: String { dot.map { String(last[..<$0]) } ?? last }

    /// Without its dot; empty where there is none.
    var suffix: String { dot.map { String(last[last.index(after: $0)...]) } ?? "" }
}
