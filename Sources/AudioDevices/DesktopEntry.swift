import Glibc

/// What a program's desktop file says of it.
struct DesktopEntry: Equatable, Sendable {
    /// What users know the program by; empty where the file does not say.
    private(set) var name = ""
    /// The name of an icon in the user's theme; empty where the file names none, or a file.
    private(set) var icon = ""
    /// The name of the executable's file.
    private(set) var program = ""

    /// - Parameter text: all of a desktop file. What is not in its group "Desktop Entry" says nothing of the program.
    init(_ text: String) {
        var isEntry = false
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("[") { isEntry = line == "[Desktop Entry]" }
            guard isEntry, !line.hasPrefix("#"), let mark = line.firstIndex(of: "=") else { continue }
            let value = Self.trimmed(line[line.index(after: mark)...])
            switch Self.trimmed(line[..<mark]) {
            case "Name": name = value
            case "Icon": icon = value.contains("/") ? "" : value
            case "Exec": program = Self.program(of: value)
            default: break
            }
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }

    /// The first word of a command, which may be in quotation marks, without its folder.
    private static func program(of command: String) -> String {
        let word =
            command.hasPrefix("\"") ? command.dropFirst().prefix { $0 != "\"" } : command.prefix { $0 != " " }
        return word.split(separator: "/").last.map { String($0) } ?? ""
    }

    // MARK: The user's and the system's files

    /// The entry of a program by its identifier; nil where no such file is installed. Reads from disk.
    static func installed(_ id: String) -> DesktopEntry? {
        guard !id.isEmpty, !id.contains("/") else { return nil }
        for folder in folders {
            let text = contents(ofFile: "\(folder)/applications/\(id).desktop")
            if !text.isEmpty { return DesktopEntry(text) }
        }
        return nil
    }

    /// As the XDG Base Directory Specification orders them.
    private static var folders: [String] {
        let value = { (name: String) in getenv(name).map { String(cString: $0) } ?? "" }
        let own = value("XDG_DATA_HOME")
        let home = value("HOME")
        let system = value("XDG_DATA_DIRS")
        let shared = system.isEmpty ? "/usr/local/share:/usr/share" : system
        return [own.isEmpty && !home.isEmpty ? home + "/.local/share" : own].filter { $0.hasPrefix("/") }
            + shared.split(separator: ":").map { String($0) }.filter { $0.hasPrefix("/") }
    }
}

/// The beginning of a small file, up to 16 KiB; empty where there is none.
func contents(ofFile path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return "" }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
        count = max(0, read(file, buffer.baseAddress!, buffer.count))
    }
    return String(decoding: bytes, as: UTF8.self)
}
