import Glibc

/// What a terminal can show, by the environment.
public struct TerminalKind: Equatable, Sendable {
    /// Whether the locale is one of UTF-8.
    public var isUnicode: Bool
    public var hasColors: Bool
    /// Whether it shows text at the place it is given.
    public var movesCursor: Bool

    public init(isUnicode: Bool = true, hasColors: Bool = true, movesCursor: Bool = true) {
        (self.isUnicode, self.hasColors, self.movesCursor) = (isUnicode, hasColors, movesCursor)
    }

    /// That of this process.
    public static var ofEnvironment: TerminalKind {
        TerminalKind { name in getenv(name).map { String(cString: $0) } }
    }

    /// - Parameter variable: the value of a variable of the environment, nil for one that is not set.
    public init(environment variable: (String) -> String?) {
        func text(_ name: String) -> String { variable(name) ?? "" }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(text).first { !$0.isEmpty } ?? ""
        let charset = locale.lowercased().filter { $0 != "-" }
        let name = text("TERM")
        isUnicode = charset.contains(".utf8")
        movesCursor = !name.isEmpty && name != "dumb"
        // The terminals of one colour that are still emulated.
        let isPlain = name.hasPrefix("vt") || name.hasSuffix("-m") || name.hasSuffix("-mono")
        hasColors = movesCursor && !isPlain && text("NO_COLOR").isEmpty
    }
}
