internal import CPipeWire
import Glibc

extension PipeWireMIDI {
    static var isInstalled: Bool { PipeWireLoad() != nil }

    /// Watches the place at which the server answers, as the environment names it. Nil where it names none.
    static func watchSocket() -> FileWatch? {
        let variable = { (name: String) in getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
        let name = variable("PIPEWIRE_REMOTE") ?? "pipewire-0"
        if let slash = name.lastIndex(of: "/") {
            return FileWatch(String(name[name.index(after: slash)...]), in: String(name[..<slash]))
        }
        guard let folder = variable("PIPEWIRE_RUNTIME_DIR") ?? variable("XDG_RUNTIME_DIR") else { return nil }
        return FileWatch(name, in: folder)
    }
}
