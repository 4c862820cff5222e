import AudioCore
import Foundation
import Testing

/// A sound server of our own, started by one of the project's scripts, for the tests of one back end.
package final class PrivateServer: @unchecked Sendable {
    package enum Kind: String, Sendable {
        case pipewire = "with-pipewire"
        case pulse = "with-pulse"

        /// The programs that its script needs.
        package var programs: [String] {
            switch self {
            case .pipewire: ["pipewire", "wireplumber", "dbus-daemon", "pw-metadata", "pw-cli"]
            case .pulse: ["pulseaudio", "pactl", "python3"]
            }
        }

        package var isInstalled: Bool { programs.allSatisfy(OtherProgram.exists) }

        /// The kinds that are installed here.
        package static let installed = [pipewire, pulse].filter(\.isInstalled)

        /// The name of its back end.
        package var backend: String { self == .pipewire ? "pipewire" : "pulseaudio" }
    }

    /// A server that is installed and did not start.
    package struct DoesNotStart: Error {
        let kind: Kind
        /// The script's exit status.
        let status: Int32
    }

    /// The environment names one server, and tests of several targets share a process: one at a time.
    private static let isTaken = WaitableValue(false)

    package let kind: Kind
    package let directory: URL
    private let script: URL
    private let environment: [String: String]

    package static let projectRoot = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Starts the server and lets this process reach it.
    ///
    /// - Parameter script: another script than the kind's, for a server with more around it.
    package init(_ kind: Kind, script name: String? = nil) throws {
        self.kind = kind
        _ = Self.isTaken.wait { isTaken -> Bool? in
            defer { isTaken = true }
            return isTaken ? nil : true
        }
        script = Self.projectRoot.appending(path: "Scripts/\(name ?? kind.rawValue)")
        directory = FileManager.default.temporaryDirectory.appending(path: "server-\(UUID().uuidString)")
        let status = Self.run(script.path, ["--start", directory.path])
        guard status == 0, let text = try? String(contentsOf: directory.appending(path: "env"), encoding: .utf8) else {
            Self.isTaken.withLock { $0 = false }
            throw DoesNotStart(kind: kind, status: status)
        }
        var environment = ProcessInfo.processInfo.environment
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            environment[parts[0]] = parts[1]
            if parts[0].hasPrefix("PIPEWIRE") || parts[0].hasPrefix("PULSE") { setenv(parts[0], parts[1], 1) }
        }
        self.environment = environment
    }

    package func crash() { _ = Self.run(script.path, ["--crash", directory.path]) }

    /// Starts what has died of the server. One that does not come back is an issue of the test.
    package func revive(at location: SourceLocation = #_sourceLocation) {
        let status = Self.run(script.path, ["--revive", directory.path])
        if status != 0 { Issue.record(DoesNotStart(kind: kind, status: status), sourceLocation: location) }
    }

    /// Sends the server's process a signal.
    package func send(_ signal: Int32, at location: SourceLocation = #_sourceLocation) {
        let file = directory.appending(path: kind == .pulse ? "pid" : "pipewire.pid")
        let text = try? String(contentsOf: file, encoding: .utf8)
        let process = text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        if process.map({ kill($0, signal) }) != 0 {
            Issue.record("the server got no signal \(signal)", sourceLocation: location)
        }
    }

    /// Has the script do something else to what it has started; what that fails with is an issue of the test.
    package func runScript(_ option: String, at location: SourceLocation = #_sourceLocation) {
        let status = Self.run(script.path, [option, directory.path])
        if status != 0 { Issue.record("the script's \(option) ended with \(status)", sourceLocation: location) }
    }

    package func stop() {
        _ = Self.run(script.path, ["--stop", directory.path])
        try? FileManager.default.removeItem(at: directory)
        Self.isTaken.withLock { $0 = false }
    }

    /// Makes another sink the one that streams without a device of their own play on.
    package func setDefault(_ sink: String) {
        switch kind {
        case .pulse: run("pactl", ["set-default-sink", sink])
        case .pipewire:
            run(
                "pw-metadata", ["0", "default.configured.audio.sink", "{ \"name\": \"\(sink)\" }", "Spa:String:JSON"])
        }
    }

    /// Makes another source the one that streams without a device of their own record from.
    package func setDefaultInput(_ source: String) {
        switch kind {
        case .pulse: run("pactl", ["set-default-source", source])
        case .pipewire:
            run(
                "pw-metadata",
                ["0", "default.configured.audio.source", "{ \"name\": \"\(source)\" }", "Spa:String:JSON"])
        }
    }

    /// Lets the microphone hear what a sink plays. In PulseAudio it always hears the speakers.
    package func linkMicrophone(to sink: String = "speakers") {
        guard kind == .pipewire else { return }
        for channel in ["FL", "FR"] {
            _ = eventually { run("pw-link", ["\(sink):monitor_\(channel)", "microphone:input_\(channel)"]) == 0 }
        }
    }

    /// Plugs in another sink.
    ///
    /// - Parameter properties: what the server is to say of it, by PipeWire's names.
    package func addSink(
        _ name: String, _ properties: [String: String] = [:], at location: SourceLocation = #_sourceLocation
    ) {
        let status =
            switch kind {
            case .pulse:
                run(
                    "pactl",
                    ["load-module", "module-null-sink", "rate=48000", "norewinds=1", "sink_name=\(name)"]
                        + (properties.isEmpty ? [] : ["sink_properties='\(Self.pulseText(properties))'"]))
            case .pipewire: run("pw-cli", Self.nodeCommand(name, "Audio/Sink", properties))
            }
        if status != 0 { Issue.record("\(name) could not be plugged in", sourceLocation: location) }
    }

    /// PulseAudio's properties by PipeWire's names: some are written in another way.
    private static func pulseText(_ properties: [String: String]) -> String {
        properties.map { "\($0.replacing("device.form-factor", with: "device.form_factor"))=\($1)" }
            .joined(separator: " ")
    }

    /// Plugs in a source that hears nothing.
    ///
    /// - Parameter properties: as of `addSink`.
    package func addSource(
        _ name: String, _ properties: [String: String] = [:], at location: SourceLocation = #_sourceLocation
    ) {
        let status =
            switch kind {
            case .pulse:
                run(
                    "pactl",
                    ["load-module", "module-remap-source", "master=headphones.monitor", "source_name=\(name)"]
                        + (properties.isEmpty ? [] : ["source_properties='\(Self.pulseText(properties))'"]))
            case .pipewire: run("pw-cli", Self.nodeCommand(name, "Audio/Source/Virtual", properties))
            }
        if status != 0 { Issue.record("\(name) could not be plugged in", sourceLocation: location) }
    }

    /// What pw-cli is to do to plug in a device of a media class.
    package static func nodeCommand(
        _ name: String, _ mediaClass: String, _ properties: [String: String] = [:]
    ) -> [String] {
        let more = properties.map { "\($0)=\"\($1)\" " }.joined()
        return [
            "create-node", "adapter",
            "{ factory.name=support.null-audio-sink node.name=\(name) media.class=\(mediaClass) "
                + "\(more)object.linger=true audio.position=[FL FR] }",
        ]
    }

    /// Unplugs a sink.
    package func removeSink(_ name: String, at location: SourceLocation = #_sourceLocation) {
        let find = "pactl list short modules | awk '/sink_name=\(name)/ {print $1}' | xargs pactl unload-module"
        let isRemoved = kind == .pulse ? run("sh", ["-c", find]) == 0 : destroyNode(name)
        if !isRemoved { Issue.record("\(name) could not be unplugged", sourceLocation: location) }
    }

    /// Takes PipeWire's nodes of this name away. False where there are none.
    @discardableResult
    package func destroyNode(_ name: String) -> Bool { destroyNodes("node.name", name) }

    private func destroyNodes(_ key: String, _ value: String) -> Bool {
        let find = "pw-cli ls Node | awk '/^\tid/ {id=$2+0} /\(key) = \"\(value)\"/ {print id}'"
        return run("sh", ["-c", "for id in $(\(find)); do pw-cli destroy $id; found=1; done; [ -n \"$found\" ]"]) == 0
    }

    /// Removes the streams that play. False if there are none.
    package func removeStreams() -> Bool {
        kind == .pulse ? killSinkInputs() : destroyNodes("media.class", "Stream\\/Output\\/Audio")
    }

    /// pactl cannot kill a stream. PulseAudio's command line can.
    private func killSinkInputs() -> Bool {
        let path = directory.appending(path: "cli").path
        let script = """
            from socket import AF_UNIX, SHUT_WR, socket
            from subprocess import run
            from sys import argv, exit
            listed = run(["pactl", "list", "short", "sink-inputs"], capture_output=True, text=True).stdout
            console = socket(AF_UNIX)
            console.connect(argv[1])
            for line in listed.splitlines():
                console.sendall(f"kill-sink-input {line.split()[0]}\\n".encode())
            console.shutdown(SHUT_WR)
            while console.recv(4096): pass
            exit(0 if listed else 1)
            """
        if !FileManager.default.fileExists(atPath: path) {
            run("pactl", ["load-module", "module-cli-protocol-unix", "socket=\(path)"])
        }
        return run("python3", ["-c", script, path]) == 0
    }

    /// Runs a command that talks to the server, and gives its status.
    @discardableResult
    package func run(_ command: String, _ arguments: [String]) -> Int32 {
        Self.run("/usr/bin/env", [command] + arguments, environment: environment)
    }

    /// What a command that talks to the server writes.
    package func output(of command: String, _ arguments: [String]) -> String {
        let file = directory.appending(path: "output-\(UUID().uuidString)").path
        _ = launch(command, arguments, output: file)?.wait()
        return (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    }

    /// Moves the streams that play to another sink, as people do in a mixer. False where there are none.
    package func moveStreams(to sink: String) -> Bool {
        let find =
            kind == .pulse
            ? "pactl list short sink-inputs | awk '{print $1}'"
            : "pw-cli ls Node | awk '/^\tid/ {id=$2+0} /media.class = \"Stream\\/Output\\/Audio\"/ {print id}'"
        let move =
            kind == .pulse
            ? "pactl move-sink-input $id \(sink)"
            : "pw-metadata $id target.object \(sink) Spa:String"
        return run("sh", ["-c", "for id in $(\(find)); do \(move) && found=1; done; [ -n \"$found\" ]"]) == 0
    }

    /// Starts a command that talks to the server.
    package func launch(_ command: String, _ arguments: [String], output: String? = nil) -> ChildProcess? {
        ChildProcess("/usr/bin/env", [command] + arguments, environment: environment, output: output)
    }

    private static func run(_ path: String, _ arguments: [String], environment: [String: String]? = nil) -> Int32 {
        ChildProcess(path, arguments, environment: environment)?.wait() ?? -1
    }
}

/// Asks again every few milliseconds until the answer is yes; no when that takes longer than `seconds`.
package func eventually(seconds: Double = 30, _ condition: () -> Bool) -> Bool {
    let deadline = HostTime.now() + UInt64(seconds * 1e9)
    while HostTime.now() < deadline {
        if condition() { return true }
        usleep(2000)
    }
    return condition()
}
