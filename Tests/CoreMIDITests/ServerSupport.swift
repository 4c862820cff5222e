import AudioCore
import CSystem
import Foundation
import Testing

@testable import MIDIDevices

/// A folder of its own for a server and its clients.
final class PrivatePlace: Sendable {
    let folder: String

    init() throws {
        var path = Array("\(NSTemporaryDirectory())/midi-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else { throw AudioError.parameter }
        folder = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var file: String { folder + "/state/coreaudio/midi" }
    /// Starts no server.
    var place: ServerPlace { ServerPlace(folder: folder, program: nil) }

    /// A system that is a client of the server there.
    func system() -> ClientSystem { ClientSystem(place) }

    /// Ends the server that clients have started.
    func kill() throws {
        let text = try String(contentsOfFile: place.lockPath, encoding: .utf8)
        #expect(Foundation.kill(try #require(Int32(text.dropLast())), SIGKILL) == 0)
    }
}

/// A server on a thread of this process.
final class ThreadServer: Sendable {
    private let server: MIDIServer
    private let thread: AudioCore.Thread

    /// - Parameter mostWaiting: bytes that may wait for all programs.
    init(_ place: PrivatePlace, linger: UInt64 = 60_000_000_000, mostWaiting: Int = 64 << 20) throws {
        let server = try #require(
            MIDIServer(place.place, file: place.file, linger: linger, mostWaiting: mostWaiting))
        self.server = server
        thread = try AudioCore.Thread(name: "server") { server.run() }
    }

    /// The system of the server itself, which has the devices.
    var system: MIDISystem { server.system }

    /// What lasts of the properties of devices, by unique identifier.
    var lasting: [(key: Int32, value: [String: MIDIValue?])] {
        server.system.state.withLock { _ in server.objects.properties.inOrder }
    }
    var lastingBytes: Int { server.system.state.withLock { _ in server.objects.properties.size } }
    /// Bytes of all objects that programs share, as the server counts them.
    var sharedBytes: Int { server.system.state.withLock { _ in server.objects.usage.bytes } }

    /// Bytes that wait for all programs.
    var waitingBytes: Int {
        server.system.state.withLock { _ in server.objects.audience.reduce(0) { $0 + $1.waitingBytes } }
    }

    /// Whether the server has welcomed a process.
    func knows(_ number: UInt32) -> Bool {
        server.system.state.withLock { _ in server.objects.channels.connection(number) != nil }
    }

    /// Stops the server while the process at the other end of a connection does something and ends, and has it learn of that by sending.
    func meets(_ number: UInt32, _ body: () -> Void) {
        server.system.state.withLock { _ in
            body()
            server.objects.channels.connection(number)?.send(.complete)
        }
    }

    /// Lists that a process was too slow for.
    func lostLists(to number: UInt32) -> Int {
        server.system.state.withLock { _ in server.objects.channels.connection(number)?.lostLists ?? 0 }
    }

    /// Ends it, and waits for that.
    func end() {
        server.end()
        thread.join()
    }

    /// Waits until it ends by itself.
    func wait() { thread.join() }
}

/// A system of this process that is a client of a server, as another process would be.
final class ClientSystem: Sendable {
    let system: MIDISystem
    private let notices = WaitableValue<[MIDINotice]>([])
    private let caller = SerialCaller(name: "notices")

    init(_ place: ServerPlace) { system = MIDISystem(clock: { HostTime.now() }, hasThread: true, server: place) }

    deinit { system.leave() }

    func client(_ name: String) throws -> UInt32 {
        try system.createClient(
            name,
            notices: NoticeChannel(
                schedule: { [caller] in caller.perform($0) }, call: { [notices] in notices.withLockAdding($0) }))
    }

    /// Waits until it has been notified.
    func isNotified(_ isWanted: @escaping (MIDINotice) -> Bool) -> Bool {
        notices.wait(nanoseconds: 10_000_000_000) { $0.contains(where: isWanted) ? true : nil } ?? false
    }

    func source(_ name: String) -> UInt32? { system.all(.source).first { self.name(of: $0) == name } }
    func destination(_ name: String) -> UInt32? { system.all(.destination).first { self.name(of: $0) == name } }
    func name(of object: UInt32) -> String? { try? system.string("name", of: object) }
    func id(of object: UInt32) throws -> Int32 { try system.integer("uniqueID", of: object) }
}

extension WaitableValue<[MIDINotice]> {
    fileprivate func withLockAdding(_ notice: MIDINotice) { withLock { $0.append(notice) } }
}

/// Looks again and again for what another thread or process does, for ten seconds at most.
func awaited<Value>(_ value: () throws -> Value?) rethrows -> Value? {
    let deadline = HostTime.now() + 10_000_000_000
    while HostTime.now() < deadline {
        if let value = try value() { return value }
        AudioCore.Thread.sleep(until: HostTime.now() + 500_000)
    }
    return try value()
}

/// Waits for a condition in the same way.
func eventually(_ isSo: () throws -> Bool) rethrows -> Bool { try awaited { try isSo() ? true : nil } ?? false }

/// The program `midi-program`, which obeys commands, or another one that writes lines.
final class MIDIProgram: @unchecked Sendable {
    private let socket: Int32
    private let pid: pid_t
    private let reader: AudioCore.Thread
    private let log = WaitableValue<[String]>([])
    /// Whether it has ended by itself. Its number may be another program's then.
    private var hasEnded = false

    static var folder: String {
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return path.map { String($0[..<$0.lastIndex(of: "/")!]) } ?? "."
    }

    convenience init(_ place: PrivatePlace, name: String = "program") throws {
        try self.init(place, program: "midi-program", [name])
        try #require(reports("ready"))
    }

    /// Runs a program of this package.
    init(_ place: PrivatePlace, program: String, _ words: [String]) throws {
        var sockets: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &sockets) == 0)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, sockets[1], 0)
        posix_spawn_file_actions_adddup2(&actions, sockets[1], 1)
        var variables = ProcessInfo.processInfo.environment
        variables["XDG_RUNTIME_DIR"] = place.folder
        variables["XDG_STATE_HOME"] = place.folder + "/state"
        variables["COREAUDIO_MIDI_SERVER"] = nil
        let path = Self.folder + "/" + program
        var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") }
        environment.append(nil)
        defer { for text in arguments + environment { free(text) } }
        var pid: pid_t = 0
        let status = posix_spawn(&pid, path, &actions, nil, &arguments, &environment)
        try #require(status == 0)
        close(sockets[1])
        (self.pid, socket) = (pid, sockets[0])
        reader = try AudioCore.Thread(name: "program-lines") { [log, socket] in
            var (rest, block) = ([UInt8](), [UInt8](repeating: 0, count: 65536))
            while true {
                let count = recv(socket, &block, block.count, 0)
                guard count > 0 else { return }
                rest += block.prefix(count)
                let lines = rest.split(separator: 10, omittingEmptySubsequences: false)
                rest = Array(lines.last ?? [])
                let texts = lines.dropLast().map { String(decoding: $0, as: UTF8.self) }
                log.withLock { $0 += texts }
            }
        }
    }

    /// Waits until it ends by itself, and returns its exit status; nil if it does not, or a signal has ended it.
    func end() -> Int32? {
        var status: Int32 = 0
        hasEnded = eventually { waitpid(pid, &status, WNOHANG) == pid }
        return hasEnded && status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }

    deinit {
        if !hasEnded {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
        }
        shutdown(socket, Int32(SHUT_RDWR))
        reader.join()
        close(socket)
    }

    func tell(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Waits until it has reported a line since the last one that was waited for.
    func reports(_ line: String) -> Bool { next { $0 == line } != nil }

    /// The next line that is wanted; those before it are forgotten.
    func next(within patience: UInt64 = 10_000_000_000, _ isWanted: @escaping (String) -> Bool) -> String? {
        log.wait(nanoseconds: patience) { lines in
            guard let index = lines.firstIndex(where: isWanted) else { return nil }
            defer { lines.removeFirst(index + 1) }
            return lines[index]
        }
    }

    func tell(_ line: String, expecting answer: String) throws {
        tell(line)
        let lines = log
        #expect(reports(answer), "\(line): \(lines.withLockQuietly(\.self))")
    }

    func send(_ signal: Int32) { kill(pid, signal) }
}
