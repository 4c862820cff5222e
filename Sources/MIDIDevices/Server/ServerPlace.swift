internal import AudioCore
import CSystem
import Glibc

/// Where the server of a user's MIDI programs is found, and how it is started.
///
/// The server is a program of its own, `coreaudio-midi-server`. A program of the user's could not be the server for the others: it ends
/// when the user ends it. Nor could a child of it that executes no other program, as threads and locks of the parent are not in it.
package struct ServerPlace: Sendable, Equatable {
    /// The folder of the socket, in which the user alone may make files.
    package var folder: String
    /// The program; nil where none is installed, so that a server is used only if it runs already.
    package var program: String?

    package init(folder: String, program: String?) {
        self.folder = folder
        self.program = program
    }

    package static let programName = "coreaudio-midi-server"
    /// Names the server's program for tests, or is `none` for a process that shares nothing.
    package static let variable = "COREAUDIO_MIDI_SERVER"

    /// That of the user; nil where the environment asks for none.
    package static var ofUser: ServerPlace? {
        let named = TrustedVariable.text(variable)
        guard named != "none" else { return nil }
        return ServerPlace(folder: userFolder, program: named ?? installedProgram)
    }

    private static var userFolder: String {
        if let folder = TrustedVariable.text("XDG_RUNTIME_DIR"), folder.hasPrefix("/") { return folder }
        return ownFolder
    }

    /// The folder for users whose session has none.
    private static var ownFolder: String { "/tmp/coreaudio-\(geteuid())" }

    package var socketPath: String { folder + "/coreaudio-midi" }
    package var lockPath: String { folder + "/coreaudio-midi.lock" }

    /// Whether the folder is there, and the user's alone. Makes it where it is not that of the session.
    package func prepareFolder() -> Bool {
        if folder == Self.ownFolder, mkdir(folder, 0o700) != 0, errno != EEXIST { return false }
        var found = stat()
        guard lstat(folder, &found) == 0 else { return false }
        return found.st_mode & S_IFMT == S_IFDIR && found.st_uid == geteuid() && found.st_mode & 0o077 == 0
    }

    // MARK: The program

    /// The program beside this one or beside the library, or where `Scripts/install` puts it relative to the library.
    private static var installedProgram: String? {
        var folders: [String] = []
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        if count > 0 { folders.append(self.folder(of: String(decoding: buffer.prefix(count), as: UTF8.self))) }
        if let path = system_library_path().map({ String(cString: $0) }), path.hasPrefix("/") {
            let folder = self.folder(of: path)
            folders += [folder + "/coreaudio", folder]
        }
        // Where a program that contains the library finds what is installed for others.
        folders += ["/usr/local/lib/coreaudio", "/usr/lib/coreaudio"]
        return folders.lazy.map { $0 + "/" + programName }.first { access($0, X_OK) == 0 }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    // MARK: Connecting

    /// Connects to the server. Starts it where it does not run, and there is a program for that.
    ///
    /// - Returns: a socket; nil where there is no server, or it belongs to another user.
    func connect() -> Int32? {
        guard prepareFolder() else { return nil }
        for isLast in [false, true] {
            let socket = system_connect(socketPath)
            if socket >= 0 {
                if system_peer_user(socket) == Int64(geteuid()) { return socket }
                close(socket)
                return nil
            }
            // Once the program has ended, a server listens: its own child, or one that was faster.
            guard !isLast, let program, system_run(program) == 0 else { return nil }
        }
        return nil
    }
}

/// What a client knows of the server when it has met it.
struct ServerMeeting: Sendable {
    var connection: PeerConnection
    var number: UInt32
    /// Descriptions of all objects.
    var messages: [WireMessage]
}

extension ServerPlace {
    /// For how long the server is waited for, in nanoseconds, before the program continues alone.
    private static let patience = 2 * HostTime.ticksPerSecond

    /// How often the server is looked for where one ends before it has welcomed the program: another one may take its place.
    private static let attempts = 3

    private enum Answer {
        case met(ServerMeeting)
        /// The server has ended, or ends.
        case ended
        case none
    }

    /// Connects to the server, and reads what there is. Waits for each server that it finds, for 2 s at most.
    func meet(waker: PollWaker) -> ServerMeeting? {
        for _ in 0..<Self.attempts {
            guard let socket = connect() else { return nil }
            switch meet(socket, waker: waker) {
            case .met(let meeting): return meeting
            case .ended: continue
            case .none: return nil
            }
        }
        return nil
    }

    private func meet(_ socket: Int32, waker: PollWaker) -> Answer {
        let connection = PeerConnection(socket, wakeUp: waker.event)
        connection.send(.hello(version: WireMessage.version, name: programName))
        let deadline = HostTime.now() + Self.patience
        let memory = ReceivingMemory()
        var meeting = ServerMeeting(connection: connection, number: 0, messages: [])
        while HostTime.now() < deadline {
            switch memory.receive(socket) {
            case .ended: return meeting.number == 0 ? .ended : .none
            case .nothing:
                var events = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                _ = system_wait(&events, 1, Int64(deadline - min(deadline, HostTime.now())))
            case .message(let bytes):
                // Lists for objects that are not known yet.
                if WireList(bytes) != nil { continue }
                guard let message = try? WireMessage(parsing: Array(bytes)[...]) else { return .none }
                switch message {
                case .welcome(WireMessage.version, let number): meeting.number = number
                case .complete where meeting.number != 0: return .met(meeting)
                default:
                    guard meeting.number != 0 else { return .none }
                    meeting.messages.append(message)
                }
            }
        }
        return .none
    }

    private var programName: String {
        CommandLine.arguments.first.map { String($0.split(separator: "/").last ?? "") } ?? ""
    }
}
