import AudioDevices
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// What a server lists of players and recorders.
@Suite(.serialized) struct TitleServerTests {
    /// The titles of this process's streams.
    private func shows(_ title: String, _ server: PrivateServer, _ direction: DeviceDirection = .output) -> Bool {
        eventually {
            let own = (try? server.streams(direction))?.filter { $0["application.id"] == ProgramIdentity.present.id }
            return own?.map { $0["media.name"] } == [title]
        }
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func aStreamHasTheTitleOfTheNewestPlayer(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = try TemporaryFolder()
        try AfplayScreenTests.makeSong(folder, "tagged.caf", seconds: 60, title: "Étude in E")
        try AfplayScreenTests.makeSong(folder, "plain song.caf", seconds: 60, title: "")
        try AfplayScreenTests.makeSong(folder, "anonymous.caf", seconds: 60, title: "Nocturne", artist: "")
        let player = { (name: String) in
            try AVAudioPlayer(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
        }
        let (tagged, plain) = (try player("tagged.caf"), try player("plain song.caf"))
        #expect(tagged.play() && shows("Nobody – Étude in E", server))
        #expect(plain.play() && shows("plain song.caf", server))
        plain.pause()
        #expect(shows("Nobody – Étude in E", server))
        #expect(plain.play() && shows("plain song.caf", server))
        tagged.stop()
        plain.stop()
        let anonymous = try player("anonymous.caf")
        #expect(anonymous.play() && shows("Nocturne", server))
        anonymous.stop()
        #expect(shows(ProgramIdentity.present.name, server))
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func aRecorderHasTheNameOfItsFile(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let recorder = try AVAudioRecorder(url: URL(fileURLWithPath: folder.path + "/a take.caf"), settings: [:])
        #expect(recorder.record() && shows("a take.caf", server, .input))
        recorder.stop()
    }
}
