import AudioCore
import AudioSession
import Foundation
import MessageBus
import TestSupport

/// Surroundings of a session, and what they have delivered.
final class NeighbourProgram: Sendable {
    let surroundings: DesktopSurroundings
    private let log = WaitableValue<[SessionNews]>([])

    /// - Parameters:
    ///   - system: nil for a machine without a bus of its own.
    ///   - patience: nanoseconds for which it waits for services.
    init(_ session: PrivateBus, system: PrivateBus? = nil, patience: UInt64 = BusClient.patience) {
        surroundings = DesktopSurroundings(
            session: .at(session.address), system: .at(system?.address ?? "unix:path=/nonexistent/bus"),
            patience: patience)
        surroundings.begin { [log] news in log.withLock { $0.append(news) } }
    }

    var news: [SessionNews] { log.withLockQuietly(\.self) }

    /// Waits until what has been delivered fits.
    func comes(_ condition: ([SessionNews]) -> Bool) -> Bool {
        log.wait(nanoseconds: 10_000_000_000) { condition($0) ? true : nil } ?? false
    }

    /// Waits for news as the last ones.
    func comes(_ news: SessionNews) -> Bool { comes { $0.last == news } }

    /// Waits for these news and no others.
    func comes(_ news: [SessionNews]) -> Bool { comes { $0 == news } }
    func forget() { log.withLock { $0 = [] } }
}

/// The interface that sessions have on the bus: docs/Sessions.md.
enum SessionInterface {
    static let name = "org.swift.corelibs.audio.Session1"
    static let path = "/org/swift/corelibs/audio/Session"
    static let namespace = "org.swift.corelibs.audio.Session"

    /// The name of a connection's session.
    static func name(of uniqueName: String) -> String {
        namespace + ".c" + uniqueName.dropFirst().replacing(".", with: "_")
    }

    static func getState(_ name: String) -> BusCall { BusCall(name, path, Self.name, "GetState") }
}

extension BusFake {
    /// The unique names of the sessions on the bus but this one.
    var sessions: [String] {
        let names = call(BusCall(bus: "ListNames"), returning: "as")?.first?.elements?.compactMap(\.text) ?? []
        return names.filter { $0.hasPrefix(":") && $0 != uniqueName && names.contains(SessionInterface.name(of: $0)) }
    }

    /// Returns once a session has received what was sent to it, and the answers to what it asks the bus then, several times.
    func settle(_ session: String, times: Int = 10) -> Bool {
        let ping = BusCall(session, "/", "org.freedesktop.DBus.Peer", "Ping")
        return (0..<times).allSatisfy { _ in call(ping, returning: "") != nil }
    }
}

/// A session of another version or maker, which says what a test wants.
final class FakePeer: Sendable {
    let fake: BusFake

    /// The question that it has not answered yet, where it stands still.
    private let question = WaitableValue<Question?>(nil)

    private struct Question: @unchecked Sendable {
        /// Used on the fake's thread.
        let message: BusMessage
    }

    /// - Parameters:
    ///   - state: what it answers.
    ///   - standsStill: whether it answers when it is told to go on.
    init(
        _ bus: PrivateBus, state: BusValue = .dictionary(["active": .flag(false)]), standsStill: Bool = false
    ) throws {
        fake = try BusFake(bus.address) { [question] client, message in
            guard message.kind == .call, message.member == "GetState" else { return }
            if !standsStill { return client.reply(to: message, state) }
            question.withLock { $0 = Question(message: message) }
        }
        let name = SessionInterface.name(of: fake.uniqueName)
        _ = fake.call(BusCall(bus: "RequestName", .text(name), .uint32(4)), returning: "u")
    }

    var id: String { fake.uniqueName }

    /// Waits until it has been asked.
    var isAsked: Bool { question.wait(nanoseconds: 10_000_000_000) { $0 == nil ? nil : true } ?? false }

    /// Answers what it was asked while it stood still.
    func goOn(_ values: [String: BusValue]) {
        guard let question = question.withLock({ $0.take() }) else { return }
        fake.post { $0.reply(to: question.message, .dictionary(values)) }
    }

    func say(_ values: [String: BusValue]) {
        fake.emit(SessionInterface.path, SessionInterface.name, "StateChanged", .dictionary(values))
    }

    func isActive(_ category: String = "playback", options: UInt64 = 0, since: UInt64) {
        say(Self.active(category, options: options, since: since))
    }

    static func active(_ category: String, options: UInt64 = 0, since: UInt64) -> [String: BusValue] {
        ["active": .flag(true), "since": .uint64(since), "category": .text(category), "options": .uint64(options)]
    }

    /// The unique names of the other sessions on the bus.
    var others: [String] { fake.sessions }

    /// What a session answers.
    func state(of name: String) -> [String: BusValue]? {
        fake.call(SessionInterface.getState(name), returning: "a{sv}")?.first?.dictionary
    }
}

/// A process with a session of its own.
final class SessionProcess: Sendable {
    private let process: CommandedProcess
    private let log = WaitableValue<[String]>([])

    /// - Parameters:
    ///   - variables: of its environment, besides those of this process.
    ///   - runner: a command, with its arguments, that runs the program.
    init(
        _ session: PrivateBus, system: PrivateBus? = nil, variables: [String: String] = [:], by runner: [String] = []
    ) throws {
        let program = Products.folder + "/session-program"
        let addresses = [session.address, system?.address ?? "unix:path=/nonexistent/bus"]
        process = try CommandedProcess(
            runner.isEmpty ? program : "/usr/bin/env", (runner.isEmpty ? [] : runner + [program]) + addresses,
            environment: ProcessInfo.processInfo.environment.merging(variables) { $1 }
        ) { [log] line in log.withLock { $0.append(line) } }
    }

    /// Gives it commands, parted by semicolons.
    func tell(_ commands: String) { process.tell(commands) }

    /// Waits until it has reported this.
    func reports(_ lines: String...) -> Bool {
        log.wait(nanoseconds: 10_000_000_000) { $0 == lines ? true : nil } ?? false
    }

    var lines: [String] { log.withLockQuietly(\.self) }
    func forget() { log.withLock { $0 = [] } }
    func send(_ signal: Int32) { process.send(signal) }
    func end(by signal: Int32) { process.end(by: signal) }
    func waitForEnd() { process.waitForEnd() }

    /// Memory that it has.
    var kilobytes: Int {
        let text = try? String(contentsOfFile: "/proc/\(process.pid)/statm", encoding: .utf8)
        return (text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4
    }
}
