import AudioCore
import Foundation
import TestSupport
import Testing

/// What brings mpv to the session bus.
private let plugIn = "/usr/lib/mpv-mpris/mpris.so"

/// A player of other vendors, mpv, that a program's session pauses, seen by playerctl.
@Suite(.serialized, .needs("dbus-daemon", "mpv", "playerctl"), .needs(file: plugIn, of: "mpv-mpris"))
struct RealPlayersTests {
    private let bus: PrivateBus
    private let folder = ScratchFolder()
    private let sound: String
    private let environment: [String: String]

    init() throws {
        bus = try PrivateBus()
        environment = ProcessInfo.processInfo.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }
        sound = folder.file("silence.wav")
        var bytes = Array("RIFF".utf8) + [0x24, 0x7D, 0, 0] + Array("WAVEfmt ".utf8)
        // Linear PCM of one channel at 8 kHz, in 16 bits, for two seconds.
        bytes += [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
        bytes += Array("data".utf8) + [0, 0x7D, 0, 0] + [UInt8](repeating: 0, count: 32_000)
        try Data(bytes).write(to: URL(filePath: sound))
    }

    private func start(_ arguments: String..., output: String? = nil) throws -> ChildProcess {
        try #require(ChildProcess("/usr/bin/env", arguments, environment: environment, output: output))
    }

    /// What the player has said of itself so far, by playerctl.
    private func statuses(_ file: String) -> [String] {
        String(decoding: folder.bytes(file) ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Waits until the session has sent what it had to send.
    private func settle() throws {
        let neighbour = try BusFake(bus.address)
        #expect(neighbour.settle(try #require(neighbour.sessions.first)))
    }

    /// All that it has ever said is compared, so that a session that mixes is seen to leave it alone.
    @Test func aSessionThatDoesNotMixPausesItAndLetsItGoOn() throws {
        let mpv = try start(
            "mpv", "--no-config", "--no-terminal", "--no-video", "--ao=null", "--loop=inf", "--script=" + plugIn,
            sound)
        defer { _ = mpv.end(by: SIGKILL) }
        // Until it has loaded the file it is stopped.
        let plays = {
            (try? start("playerctl", "status", output: folder.file("first")).wait()) == 0
                && statuses("first") == ["Playing"]
        }
        #expect(eventually(plays))
        let watcher = try start("playerctl", "--follow", "status", output: folder.file("statuses"))
        defer { _ = watcher.end(by: SIGKILL) }
        func shows(_ wanted: String...) -> Bool { eventually { statuses("statuses") == wanted } }
        #expect(shows("Playing"))

        let program = try SoundProcess(sound, bus: bus.address, variables: ["COREAUDIO_BACKEND": "null"])
        program.tell("set playback 1", "activate")
        #expect(program.reports("active") != nil)
        program.tell("resume", "set playback 0", "activate")
        #expect(shows("Playing", "Paused"))
        program.tell("resume")
        #expect(shows("Playing", "Paused", "Playing"))

        // Paused by its user it stays so.
        #expect(try start("playerctl", "pause").wait() == 0)
        #expect(shows("Playing", "Paused", "Playing", "Paused"))
        program.tell("activate", "resume", "ask")
        #expect(program.reports("asking") != nil)
        try settle()
        #expect(try start("playerctl", "status", output: folder.file("last")).wait() == 0)
        #expect(statuses("last") == ["Paused"])
    }
}
