import AudioCore
import Glibc

/// Where the user's music is, and where the index of it.
package enum MusicFolder {
    /// The variables that name other places, for tests and for several libraries.
    package static let folderVariable = "COREAUDIO_MUSIC"
    package static let indexVariable = "COREAUDIO_MUSIC_INDEX"

    /// The folder that the desktop calls music; nil where there is no home.
    package static var folder: FilePath? {
        if let named = TrustedVariable.text(folderVariable) { return absolute(FilePath(named)) }
        guard let home = TrustedVariable.text("HOME") else { return nil }
        let settings = TrustedVariable.text("XDG_CONFIG_HOME") ?? home + "/.config"
        let text = (try? FileBytes.open(settings + "/user-dirs.dirs")).flatMap { try? $0.prefix(at: 0, upTo: 1 << 16) }
        if let named = named(String(decoding: text ?? [], as: UTF8.self), home: home) { return FilePath(named) }
        return FilePath(home + "/Music")
    }

    /// A path from the program's folder on, whole, so that it stays the same where that changes.
    private static func absolute(_ path: FilePath) -> FilePath {
        guard path.plainBytes.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return FilePath(String(cString: folder)).below(path.plainBytes)
    }

    /// What the settings of the desktop's folders say; nil where they say nothing, or the home itself, which stands for no folder.
    ///
    /// - Parameter settings: lines of a shell's variables.
    static func named(_ settings: String, home: String) -> String? {
        let start = "XDG_MUSIC_DIR=\""
        let line = settings.split(separator: "\n").last { $0.drop { $0 == " " }.hasPrefix(start) }
        guard let value = line?.drop(while: { $0 == " " }).dropFirst(start.count), let end = value.lastIndex(of: "\"")
        else {
            return nil
        }
        var (path, rest) = ("", value[..<end])
        while let character = rest.popFirst() {
            path.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        if path.hasPrefix("$HOME") { path = home + path.dropFirst("$HOME".count) }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path.hasPrefix("/") && path != home ? path : nil
    }

    /// The path of the index's database, whose folder need not be there yet; nil where there is no home.
    package static var index: String? {
        if let named = TrustedVariable.text(indexVariable) { return named }
        guard let home = TrustedVariable.text("HOME") else { return nil }
        return (TrustedVariable.text("XDG_DATA_HOME") ?? home + "/.local/share") + "/coreaudio/music.sqlite"
    }
}
