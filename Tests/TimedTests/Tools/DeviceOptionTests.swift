import Foundation
import TestSupport
import Testing

/// `--list-devices` and `--device`, and what happens without a sound server.
@Suite(.serialized, .needsInstallation) struct DeviceOptionTests {
    private static let noServer = [
        "-u", "COREAUDIO_BACKEND", "XDG_RUNTIME_DIR=/nonexistent", "PIPEWIRE_RUNTIME_DIR=/nonexistent",
        "PULSE_SERVER=unix:/nonexistent", "ALSA_CONFIG_PATH=/dev/null",
    ]

    @Test(arguments: ["afplay", "afrecord"]) func theNullDeviceIsListed(tool: String) throws {
        let folder = try TemporaryFolder()
        let table = try folder.tool(tool, "--list-devices")
        #expect(table.status == 0 && table.errors == "")
        #expect(table.output == "   UID   Name       Channels  Rate\n*  null  No Device  2         48000 Hz\n")
        let json = try folder.tool(tool, "--list-devices", "--json")
        #expect(json.status == 0 && json.errors == "")
        #expect(
            json.output
                == #"[{"uid":"null","name":"No Device","default":true,"channels":2,"sampleRate":48000.0}]"# + "\n")
        for wrong in [["--json"], ["--list-devices", "a.wav"], ["--json", "a.wav"], []] {
            #expect(try folder.run("/usr/bin/env", [tool] + wrong).status == 1, "\(wrong)")
        }
    }

    @Test(arguments: ["null", "No Device", "no device"]) func aDeviceHasSeveralNames(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        #expect(try folder.tool("afplay", "--device", name, "a.wav").status == 0)
        #expect(try folder.tool("afrecord", "--device", name, "-t", "0.1", "b.wav").status == 0)
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theServersDevicesAreListed(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = try TemporaryFolder()
        func output(_ line: String) throws -> String {
            let path = folder.path + "/out"
            #expect(
                server.run("/bin/sh", ["-c", "\(line) >\(path) 2>&1"]) == (line.contains("Kitchen") ? 1 : 0), "\(line)")
            return try String(contentsOfFile: path, encoding: .utf8)
        }
        let player = Installed.tool("afplay")
        let table = try output("\(player) --list-devices")
        #expect(table.hasPrefix("   UID") && table.contains("headphones") && table.contains("speakers"), "\(table)")
        #expect(!table.contains("microphone "), "\(table)")
        #expect(table.split(separator: "\n").filter { $0.hasPrefix("*") }.count == 1, "\(table)")
        let list = try JSONSerialization.jsonObject(with: Data(output("\(player) --list-devices --json").utf8))
        let devices = try #require(list as? [[String: Any]])
        #expect(devices.contains { $0["uid"] as? String == "headphones" && $0["channels"] as? Int == 2 })
        #expect(devices.allSatisfy { $0["name"] is String && $0["sampleRate"] is Double && $0["default"] is Bool })
        let inputs = try output("\(Installed.tool("afrecord")) --list-devices")
        #expect(inputs.contains("microphone"), "\(inputs)")
        let wrong = try output("\(player) --device Kitchen a.wav")
        #expect(
            wrong.hasPrefix(
                "Error: Choosing the device failed ('!dev'): no device that plays is called \"Kitchen\"; there are "),
            "\(wrong)")
        #expect(wrong.contains("headphones"))
    }

    /// By the name that desktops show, in other capitals.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theNameOfADeviceChoosesIt(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let description = kind == .pulse ? "device.description" : "node.description"
        server.addSink("kitchen", [description: "Kitchen-Radio"])
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        #expect(
            eventually {
                server.run("/bin/sh", ["-c", "\(Installed.tool("afplay")) --list-devices | grep -q Kitchen"]) == 0
            })
        for name in ["kitchen", "Kitchen-Radio", "KITCHEN-radio"] {
            let kitchen = try #require(Recorder(server, sink: "kitchen"))
            #expect(server.run(Installed.tool("afplay"), ["--device", name, folder.path + "/a.wav"]) == 0, "\(name)")
            #expect(kitchen.finish(frames: 300).contains { $0 != 0 }, "\(name)")
        }
    }

    // MARK: Without a server

    @Test func afrecordDoesNotRecordSilenceUnasked() throws {
        let folder = try TemporaryFolder()
        func record(_ words: String...) throws -> ProgramResult {
            try folder.run("/usr/bin/env", Self.noServer + words)
        }
        let silent = try record("afrecord", "-t", "0.1", "a.wav")
        #expect(silent.status == 1)
        #expect(
            silent.errors
                == "Error: Recording failed ('stop'): no sound server answers; --backend null records silence\n")
        let list = try record("afrecord", "--list-devices")
        #expect(list.status == 1 && list.errors == "Error: No sound server answers: there are no devices.\n")
        // An empty variable names no sound system.
        #expect(try record("COREAUDIO_BACKEND=", "afrecord", "-t", "0.1", "a.wav").status == 1)
        #expect(try folder.files == [])
        for words in [["COREAUDIO_BACKEND=null", "afrecord"], ["afrecord", "--backend", "null"]] {
            let asked = try folder.run("/usr/bin/env", Self.noServer + words + ["-t", "0.1", "a.wav"])
            #expect(asked.status == 0 && asked.errors == "", "\(words): \(asked.errors)")
        }
        #expect(try folder.tool("afinfo", "a.wav").output.contains("estimated duration: 0.100000 sec"))
        let other = try record("afrecord", "--backend", "pipewire", "-t", "0.1", "b.wav")
        #expect(other.status == 1 && other.errors.hasPrefix("Error: "))
        #expect(try folder.files == ["a.wav"])
    }

    @Test func afplayWarnsAndPlaysInSilence() throws {
        let folder = try TemporaryFolder()
        try folder.copy("WAVE/s16-stereo.wav", as: "a.wav")
        let result = try folder.run("/usr/bin/env", Self.noServer + ["afplay", "a.wav"])
        #expect(result.status == 0 && result.errors == "No sound server answers: playing silently, at real speed.\n")
    }
}
