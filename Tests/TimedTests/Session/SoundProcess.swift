import AudioCore
import Foundation
import TestSupport

/// A process that plays, and has a session.
final class SoundProcess: Sendable {
    /// What it has written, and the host time of that.
    struct Line: Sendable {
        let text: String
        let time: UInt64
    }

    private let process: CommandedProcess
    private let log = WaitableValue<[Line]>([])

    /// - Parameters:
    ///   - file: what it plays, again and again.
    ///   - bus: the address of its session bus.
    ///   - variables: of its environment, besides those of this process.
    init(_ file: String, bus: String, variables: [String: String] = [:]) throws {
        let buses = ["DBUS_SESSION_BUS_ADDRESS": bus, "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        process = try CommandedProcess(
            Products.folder + "/sound-program", [file],
            environment: ProcessInfo.processInfo.environment.merging(buses) { $1 }.merging(variables) { $1 }
        ) { [log] line in
            let words = line.split(separator: " ")
            let text = words.dropLast().joined(separator: " ")
            log.withLock { $0.append(Line(text: text, time: UInt64(words.last ?? "") ?? 0)) }
        }
    }

    /// Gives it commands, one after another.
    func tell(_ commands: String...) { process.tell(commands.joined(separator: "\n")) }

    /// Waits until it has written this, and gives the host time; nil where that takes more than ten seconds.
    func reports(_ text: String) -> UInt64? {
        log.wait(nanoseconds: 10_000_000_000) { $0.first { $0.text == text }?.time }
    }

    var lines: [String] { log.withLockQuietly { $0.map(\.text) } }
    func forget() { log.withLock { $0 = [] } }

    /// Ends it as a crash does.
    func kill() { process.end(by: SIGKILL) }

    func waitForEnd() { process.waitForEnd() }
}
