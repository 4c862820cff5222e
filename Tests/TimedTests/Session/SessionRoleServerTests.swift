import AudioDevices
import AudioIO
import AudioSession
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// What servers list of a program's streams: the role that its mode has, and none for ordinary sound.
///
/// The list has the streams of the whole process, those too that other suites have left: it runs in a process of its own,
/// with `COREAUDIO_ALONE`, as the stage `timed` does.
@Suite(
    .serialized,
    .enabled(
        if: ProcessInfo.processInfo.environment["COREAUDIO_ALONE"] != nil, "runs by itself, with COREAUDIO_ALONE=1"))
struct SessionRoleServerTests {
    /// The roles of this process's streams of a direction; "" for none.
    private func roles(_ server: PrivateServer, _ direction: DeviceDirection) throws -> [String] {
        try server.streams(direction).map { $0["media.role"] ?? "" }
    }

    private func has(_ server: PrivateServer, _ output: [String], _ input: [String]) -> Bool {
        eventually { (try? roles(server, .output)) == output && (try? roles(server, .input)) == input }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func conversationsHaveTheirRole(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let program = try ServerProgram(server)
        let input = try Input(InputConfiguration(), on: program.connection)
        let recorder = CaptureRecorder()
        let sink = recorder.sink
        input.add(sink)
        defer { input.remove(sink) }
        try program.session.setCategory(.playAndRecord)
        try program.session.setActive(true)
        #expect(program.player.play() && program.plays && has(server, [""], [""]))
        let role = kind == .pipewire ? "Communication" : "phone"
        for mode in [AVAudioSession.Mode.voiceChat, .videoChat, .gameChat] {
            try program.session.setMode(mode)
            #expect(has(server, [role], [role]) && program.plays)
            let heard = recorder.samples.count
            #expect(recorder.waitForSamples(heard + 4800))
        }
        for mode in [AVAudioSession.Mode.default, .measurement, .moviePlayback, .spokenAudio] {
            try program.session.setMode(mode)
            #expect(has(server, [""], [""]) && program.plays)
        }
    }
}
