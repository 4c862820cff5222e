@preconcurrency import Glibc
import RemoteMedia

/// What a file is that is no file of sound, by its first bytes.
enum ForeignFile {
    private struct Mark {
        let bytes: [UInt8]
        var offset = 0
        let kind: String

        init(_ bytes: [UInt8], _ kind: String) { (self.bytes, self.kind) = (bytes, kind) }

        init(_ text: String, at offset: Int = 0, _ kind: String) {
            (bytes, self.offset, self.kind) = (Array(text.utf8), offset, kind)
        }
    }

    private static let marks = [
        Mark("%PDF-", "a PDF document"),
        Mark([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
        Mark([0xFF, 0xD8, 0xFF], "a JPEG picture"),
        Mark("GIF8", "a GIF picture"),
        Mark("WEBP", at: 8, "a WebP picture"),
        Mark("AVI ", at: 8, "an AVI film"),
        Mark([0x50, 0x4B, 3, 4], "a ZIP archive"),
        Mark([0x50, 0x4B, 5, 6], "an empty ZIP archive"),
        Mark([0x1F, 0x8B], "a file packed by gzip"),
        Mark("BZh", "a file packed by bzip2"),
        Mark([0xFD, 0x37, 0x7A, 0x58, 0x5A], "a file packed by xz"),
        Mark([0x28, 0xB5, 0x2F, 0xFD], "a file packed by zstd"),
        Mark([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive"),
        Mark("Rar!", "a RAR archive"),
        Mark("ustar", at: 257, "a tar archive"),
        Mark([0x7F, 0x45, 0x4C, 0x46], "a program (ELF)"),
        Mark("#!/", "a script"),
        Mark("#! /", "a script"),
        Mark("MThd", "a MIDI file"),
        Mark("SQLite format 3", "a database (SQLite)"),
        Mark([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM film"),
        Mark([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], "a Windows Media file"),
        Mark([0, 0, 1, 0xBA], "an MPEG film"),
        Mark("version https://git-lfs", "a pointer of Git LFS"),
        Mark("#EXTM3U", "a playlist (M3U)"),
        Mark("[playlist]", "a playlist (PLS)"),
    ]

    /// Bytes that are looked at.
    private static let size = 4096

    /// What the file at a path is, for instance "a PDF document"; nil where its first bytes do not show it.
    static func kind(at path: String) -> String? {
        let descriptor = path.withFileSystemPath { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0, let kind = kind(of: Array(bytes.prefix(count))) else { return nil }
        // A list of names alone is one by its own name.
        return kind == "text" && Playlist.isName(path) ? "a playlist" : kind
    }

    static func kind(of head: [UInt8]) -> String? {
        if let mark = marks.first(where: { head.dropFirst($0.offset).starts(with: $0.bytes) }) { return mark.kind }
        if head.allSatisfy({ $0 == 0 }) { return "nothing but zeros" }
        guard let text = text(head) else { return nil }
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(16).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "a page of HTML" }
        if start.hasPrefix("<svg") { return "an SVG picture" }
        if start.hasPrefix("<?xml") { return "XML" }
        return "text"
    }

    /// The first bytes as text; nil where they are none.
    private static func text(_ head: [UInt8]) -> String? {
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return "" }
        let isPlain = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) }
        guard isPlain else { return nil }
        if let text = String(validating: head, as: UTF8.self) { return text }
        // The last character may be cut off.
        guard let start = head.lastIndex(where: { $0 & 0xC0 != 0x80 }), head[start] >= 0xC0, head.count - start < 4
        else {
            return nil
        }
        return String(validating: head[..<start], as: UTF8.self)
    }
}
