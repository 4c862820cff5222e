import CSystem
import Glibc

/// Which program this is, as sound servers and the desktop list it. A session manager remembers a volume for each `id`.
package struct ProgramIdentity: Equatable, Sendable {
    /// The name of the program's desktop file, without ".desktop", where it was started by one or states it; else the name of the
    /// program's file.
    package let id: String
    /// What users know the program by: as its desktop file says, or the program itself to GLib, or the name of the program's file.
    package let name: String
    /// The name of the executable's file, or of the link to it that was executed: one executable may be several programs.
    let binary: String
    /// The name of the program's icon in the user's theme; nil where nothing says it.
    let icon: String?

    /// That of this process. Reads files of the system.
    package static var present: ProgramIdentity { ProgramIdentity(.present) }

    init(_ surroundings: ProgramSurroundings) {
        let executable = surroundings.executable
        let command = Self.isNameless(surroundings.command) ? "" : surroundings.command
        let isLink = !command.isEmpty && surroundings.commandTarget == executable
        binary = Self.lastComponent(isLink ? command : executable)
        let file = [Self.lastComponent(command), binary].first { !$0.isEmpty } ?? Self.unknown
        let given: [String?] = [
            surroundings.flatpak, surroundings.application, surroundings.snap, surroundings.desktopFile,
            surroundings.unit,
        ]
        let stated = given.compactMap { $0 }.first
        let id = stated ?? surroundings.image.map { Self.lastComponent($0) } ?? file
        // A file of another program may have the name of this one.
        let entry = surroundings.entry(id).flatMap { stated != nil || $0.program == file ? $0 : nil }
        self.id = Self.shortened(id)
        let names = [entry?.name, surroundings.applicationName].compactMap { $0 }
        name = Self.shortened(names.first { !$0.isEmpty } ?? file)
        icon = entry.map(\.icon).flatMap { $0.isEmpty ? nil : Self.shortened($0) }
    }

    /// The name of a program of which the system says nothing, as where /proc is missing.
    private static let unknown = "audio-program"

    /// By the names that PipeWire and PulseAudio share.
    var properties: [(String, String)] {
        [("application.id", id), ("application.name", name), ("application.process.binary", binary)]
            .filter { !$0.1.isEmpty }
    }

    /// The icon of a stream, of which the servers' names end in "icon-name" or "icon_name": the program's, or else one for what the
    /// stream is.
    func icon(of direction: DeviceDirection, key: String) -> (String, String) {
        if let icon { return ("application.\(key)", icon) }
        return ("media.\(key)", direction == .output ? "audio-x-generic" : "audio-input-microphone")
    }

    private static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map { String($0) } ?? ""
    }

    /// Whether a path says nothing of the file that it leads to: "/dev/fd/5" and "/proc/self/fd/5", which a program has that was
    /// executed by a descriptor, or "/proc/self/exe", by which programs execute themselves.
    private static func isNameless(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard parts.count > 2, parts[0] == "proc" else { return parts.dropLast().elementsEqual(["dev", "fd"]) }
        return parts[2] == (parts.count == 3 ? "exe" : "fd") && parts.count < 5
    }

    /// The most bytes of a text: PulseAudio ends the connection of a program with more than 64 KiB in one.
    private static let longest = 255

    /// The text, or one of `longest` bytes: its beginning, and a number for all of it.
    static func shortened(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        // FNV-1a of 64 bits.
        let number = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let mark = "." + String(number, radix: 16)
        var beginning = text[...]
        while beginning.utf8.count + mark.utf8.count > longest { beginning = beginning.dropLast() }
        return beginning + mark
    }
}

/// What the system says of a running program. Where several programs can have inherited a name, such as those that were started from
/// a terminal, it names only the one that it was given to.
struct ProgramSurroundings {
    var process: Int32 = 1
    /// The executable's path.
    var executable = ""
    /// The path by which the program was started, which may be that of a link or of a script. Not the first argument: the program
    /// that starts this one chooses that, and some processes write a title over it.
    var command = ""
    /// The path of the file that `command` leads to; empty where it leads nowhere.
    var commandTarget = ""
    /// /proc/self/cgroup.
    var groups = ""
    /// /.flatpak-info, which each sandbox of Flatpak has; empty elsewhere.
    var sandbox = ""
    /// The identifier of GLib's application object, where the program has one.
    var application: String?
    /// What the program has told GLib that users know it by.
    var applicationName: String?
    var environment: [String: String] = [:]
    /// The installed desktop file of an identifier; nil where there is none.
    var entry: (_ id: String) -> DesktopEntry? = { _ in nil }

    /// The application in a sandbox of Flatpak.
    var flatpak: String? {
        var isApplication = false
        for line in sandbox.split(separator: "\n") {
            if line.hasPrefix("[") { isApplication = line == "[Application]" }
            if isApplication, line.hasPrefix("name=") { return Self.name(line.dropFirst(5)) }
        }
        return nil
    }

    /// The name of a snap's desktop file, for a program of the snap: another one that it has started is in the same group.
    var snap: String? {
        guard let parts = Self.snapFolders.compactMap(below).first, parts.count > 2 else { return nil }
        let name = parts[0]
        for group in groupNames {
            // snap.NAME.APPLICATION.RANDOM.scope, or snap.NAME.APPLICATION-RANDOM.scope.
            let words = group.split(separator: ".")
            guard words.count > 3, words[0] == "snap", words[1] == name else { continue }
            let application = words.count > 4 ? words[2] : Self.withoutRandom(words[2])
            return "\(name)_\(application)"
        }
        return String(name)
    }

    private static let snapFolders = ["/snap/", "/var/lib/snapd/snap/"]

    private func below(_ folder: String) -> [Substring]? {
        executable.hasPrefix(folder) ? executable.dropFirst(folder.count).split(separator: "/") : nil
    }

    /// A random identifier is five groups of hexadecimal digits, with hyphens between them.
    private static func withoutRandom(_ word: Substring) -> Substring {
        let parts = word.split(separator: "-")
        return parts.count > 5 ? word.dropLast(parts.suffix(5).reduce(5) { $0 + $1.count }) : word
    }

    /// The desktop file by which GLib started the process.
    var desktopFile: String? {
        guard environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] == "\(process)",
            let file = environment["GIO_LAUNCHED_DESKTOP_FILE"]?.split(separator: "/").last, file.hasSuffix(".desktop")
        else { return nil }
        return Self.name(file.dropLast(8))
    }

    /// The application of systemd's unit, where the unit was made for the process: app-LAUNCHER-ID-PROCESS.scope,
    /// app-LAUNCHER-ID@RANDOM.service, or the same without the launcher.
    var unit: String? {
        for group in groupNames where group.hasPrefix("app-") {
            let words = group.split(separator: "-")
            if group.hasSuffix("-\(process).scope"), words.count > 2 {
                return Self.unescaped(words[words.count - 2])
            }
            if group.hasSuffix(".service"), environment["SYSTEMD_EXEC_PID"] == "\(process)" {
                let words = group.dropLast(8).prefix { $0 != "@" }.split(separator: "-")
                return words.count > 1 ? Self.unescaped(words[words.count - 1]) : nil
            }
        }
        return nil
    }

    private var groupNames: [Substring] {
        groups.split(separator: "\n").flatMap { $0.split(separator: "/").dropFirst() }
    }

    /// systemd writes some characters by their numbers: "\x2d" for "-".
    private static func unescaped(_ text: Substring) -> String {
        let text = Array(text.utf8)
        var bytes: [UInt8] = []
        var at = 0
        while at < text.count {
            if at + 4 <= text.count, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "x"),
                let value = UInt8(String(decoding: text[(at + 2)..<(at + 4)], as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                at += 4
            } else {
                bytes.append(text[at])
                at += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The file of an AppImage, which is mounted in another folder each time that it runs.
    var image: String? {
        guard let file = environment["APPIMAGE"], !file.isEmpty, let folder = environment["APPDIR"], !folder.isEmpty,
            executable.hasPrefix(folder + "/")
        else { return nil }
        return file
    }

    private static func name(_ text: Substring) -> String? { text.isEmpty ? nil : String(text) }
}

extension ProgramSurroundings {
    static var present: ProgramSurroundings {
        var made = ProgramSurroundings()
        made.process = getpid()
        made.executable = executablePath
        made.command = system_executed_path().map { String(cString: $0) } ?? ""
        made.commandTarget = target(of: made.command)
        made.entry = DesktopEntry.installed
        made.groups = contents(ofFile: "/proc/self/cgroup")
        made.sandbox = contents(ofFile: "/.flatpak-info")
        made.application = glibApplication
        made.applicationName = glibName
        let names = [
            "GIO_LAUNCHED_DESKTOP_FILE", "GIO_LAUNCHED_DESKTOP_FILE_PID", "SYSTEMD_EXEC_PID", "APPIMAGE", "APPDIR",
        ]
        for name in names { made.environment[name] = getenv(name).map { String(cString: $0) } }
        return made
    }

    /// The path from which the process was started, which may have another file now, as after an update.
    private static var executablePath: String {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            let length = buffer.withMemoryRebound(to: CChar.self) { text in
                readlink("/proc/self/exe", text.baseAddress!, text.count)
            }
            count = max(0, length)
        }
        let path = String(decoding: bytes, as: UTF8.self)
        let mark = " (deleted)"
        return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
    }

    private static func target(of path: String) -> String {
        guard !path.isEmpty, let resolved = realpath(path, nil) else { return "" }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Asks GLib, if the program has loaded it.
    private static var glibApplication: String? {
        typealias Find = @convention(c) () -> OpaquePointer?
        typealias Name = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
        guard let find = dlsym(nil, "g_application_get_default"),
            let name = dlsym(nil, "g_application_get_application_id"),
            let application = unsafeBitCast(find, to: Find.self)(),
            let text = unsafeBitCast(name, to: Name.self)(application), text.pointee != 0
        else { return nil }
        return String(cString: text)
    }

    /// GLib gives the name of the program's file where the program has set no other.
    private static var glibName: String? {
        typealias Name = @convention(c) () -> UnsafePointer<CChar>?
        let text = { (function: String) -> String? in
            guard let found = dlsym(nil, function) else { return nil }
            return unsafeBitCast(found, to: Name.self)().map { String(cString: $0) }
        }
        let name = text("g_get_application_name")
        return name == text("g_get_prgname") ? nil : name
    }
}
