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

    private let process = Process()
    private let input = Pipe()
    private let log = WaitableValue<[Line]>([])

    /// - Parameters:
    ///   - file: what it plays, again and again.
    ///   - bus: the address of its session bus.
    ///   - variables: of its environment, besides those of this process.
    init(_ file: String, bus: String, variables: [String: String] = [:]) throws {
        process.executableURL = URL(filePath: Products.folder + "/sound-program")
        process.arguments = [file]
        let buses = ["DBUS_SESSION_BUS_ADDRESS": bus, "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        process.environment = ProcessInfo.processInfo.environment.merging(buses) { $1 }.merging(variables) { $1 }
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let rest = LockedValue("")
        output.fileHandleForReading.readabilityHandler = { [log] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            let lines = rest.withLock { rest in
                let parts = (rest + String(decoding: data, as: UTF8.self)).split(
                    separator: "\n", omittingEmptySubsequences: false)
                rest = String(parts.last ?? "")
                return parts.dropLast().map { part in
                    let words = part.split(separator: " ")
                    return Line(text: words.dropLast().joined(separator: " "), time: UInt64(words.last ?? "") ?? 0)
                }
            }
            log.withLock { $0 += lines }
        }
    }

    deinit { if process.isRunning { kill() } }

    /// Gives it commands, one after another.
    func tell(_ commands: String...) {
        try? input.fileHandleForWriting.write(contentsOf: Data(commands.map { $0 + "\n" }.joined().utf8))
    }

    /// Waits until it has written this, and gives the host time; nil where that takes more than ten seconds.
    func reports(_ text: String) -> UInt64? {
        log.wait(nanoseconds: 10_000_000_000) { $0.first { $0.text == text }?.time }
    }

    var lines: [String] { log.withLockQuietly { $0.map(\.text) } }
    func forget() { log.withLock { $0 = [] } }

    /// Ends it as a crash does.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func waitForEnd() { process.waitUntilExit() }
}
