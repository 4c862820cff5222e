import Foundation
import Testing

/// A D-Bus daemon of our own, which ends with its last user.
package final class PrivateBus {
    /// A daemon that is installed and did not start.
    package struct DoesNotStart: Error {}

    package let address: String
    private let folder = ScratchFolder()
    private var daemon: ChildProcess?

    package init() throws {
        address = "unix:path=" + folder.file("bus")
        try revive()
    }

    deinit { crash() }

    /// Ends the daemon at once.
    package func crash() {
        _ = daemon?.end(SIGKILL) as Int32?
        daemon = nil
        for name in ["bus", "ready"] { try? FileManager.default.removeItem(atPath: folder.file(name)) }
    }

    /// Lets the daemon stand still, connections and all.
    package func hang() { daemon?.send(SIGSTOP) }

    /// Lets one that stood still go on.
    package func goOn() { daemon?.send(SIGCONT) }

    /// Starts the daemon at the same address.
    package func revive() throws {
        // It prints its address once it listens; the socket is there before.
        let options = [
            "dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address", "--address=" + address,
        ]
        daemon = ChildProcess("/usr/bin/env", options, output: folder.file("ready"))
        func isReady() -> Bool { !(folder.bytes("ready") ?? []).isEmpty }
        guard daemon != nil, eventually(isReady) else { throw DoesNotStart() }
    }
}
