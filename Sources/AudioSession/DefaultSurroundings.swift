/// How the session of a process reaches other programs.
enum DefaultSurroundings {
    static func make() -> any SessionSurroundings { DesktopSurroundings() }
}
