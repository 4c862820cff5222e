import AVFAudio
import AudioCore
import AudioDevices
import AudioSession
import Foundation
import TestSupport
import Testing

/// The volume and the outputs of real servers, as users choose them.
@Suite(.serialized) struct OutputChoiceServerTests {
    private static let headset = ["device.bus": "usb", "device.form-factor": "headset"]

    private func route(_ uid: String, of program: ServerProgram) throws -> AVAudioSessionPortDescription {
        #expect(eventually { program.session.outputRoutes.contains { $0.uid == uid } })
        return try #require(program.session.outputRoutes.first { $0.uid == uid })
    }

    /// The default output of the server, which other programs play on, stays.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theUserChoosesAnOutputForTheProgram(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let program = try ServerProgram(server)
        #expect(program.player.play() && program.isOn("speakers") && program.plays)
        program.forget()
        try program.session.chooseOutputRoute(try route("headphones", of: program))
        #expect(program.isOn("headphones") && program.plays)
        #expect(program.session.outputRoute?.uid == "headphones")
        #expect(program.session.chosenOutputRoute?.uid == "headphones")
        let change = try #require(program.notes(1).first)
        #expect(change.reason == AVAudioSession.RouteChangeReason.override.rawValue)
        #expect(change.previous == ["speakers"] && change.present == ["headphones"] && change.wasPlaying)
        #expect(try program.connection.devices().first { $0.id == "speakers" }?.isDefault == true)
        try program.session.chooseOutputRoute(nil)
        #expect(program.isOn("speakers") && program.plays && program.session.chosenOutputRoute == nil)
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theChosenOutputIsUnplugged(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let program = try ServerProgram(server)
        try program.session.setCategory(.ambient)
        try program.session.setActive(true)
        #expect(program.player.play() && program.isOn("speakers") && program.plays)
        server.addSink("headset", Self.headset)
        try program.session.chooseOutputRoute(try route("headset", of: program))
        #expect(program.isOn("headset") && program.plays)
        program.forget()
        server.removeSink("headset")
        let change = try #require(program.notes(1).first)
        #expect(change.reason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue)
        #expect(change.previous == ["headset"] && change.previousTypes == [.usbAudio])
        #expect(program.isOn("speakers") && !program.player.isPlaying)
        #expect(program.player.play() && program.plays && program.session.chosenOutputRoute == nil)
        // It is not used by itself when it is back.
        server.addSink("headset", Self.headset)
        _ = try route("headset", of: program)
        #expect(program.outputs == ["speakers"] && program.plays)
    }

    /// Sinks that are gone before anybody has asked what they are, and one that stays.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func sinksComeAndGoQuickly(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let program = try ServerProgram(server)
        #expect(program.player.play() && program.isOn("speakers") && program.plays)
        for round in 0..<8 {
            server.addSink("brief", Self.headset)
            if let route = program.session.outputRoutes.first(where: { $0.uid == "brief" }) {
                try? program.session.chooseOutputRoute(route)
            } else if round % 2 == 0 {
                try? program.session.chooseOutputRoute(try route("brief", of: program))
            }
            server.removeSink("brief")
            // Its loss has paused the player, where it was heard of as known.
            _ = program.player.play()
        }
        #expect(program.isOn("speakers"))
        #expect(eventually { program.session.outputRoutes.map(\.uid).sorted() == ["headphones", "speakers"] })
        #expect(program.player.play() && program.plays)
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theVolumeIsTheServers(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let program = try ServerProgram(server)
        #expect(program.player.play() && program.isOn("speakers") && program.plays)
        let session = program.session
        let isNear = { (volume: Float) in abs(session.outputVolume - volume) < 0.0001 }
        #expect(session.isOutputVolumeSettable)
        session.setOutputVolume(0.5)
        #expect(eventually { isNear(0.5) })
        // The server's own program sees it on its scale.
        if kind == .pulse {
            #expect(server.output(of: "pactl", ["get-sink-volume", "speakers"]).contains(" 50%"))
            #expect(server.run("pactl", ["set-sink-volume", "speakers", "25%"]) == 0)
            #expect(eventually { isNear(0.25) })
            #expect(server.run("pactl", ["set-sink-mute", "speakers", "1"]) == 0)
            #expect(eventually { session.outputVolume == 0 })
        } else {
            // The cube of it is the factor on the sound.
            #expect(server.output(of: "pw-dump", []).contains("0.125"))
            session.setOutputVolume(0.25)
            #expect(eventually { isNear(0.25) })
        }
        session.stepOutputVolume(by: 1)
        #expect(eventually { isNear(0.3125) || kind == .pulse && isNear(0.0625) })
        // Of a storm the last one counts.
        for value in 0...3000 { session.setOutputVolume(Float(value % 101) / 100) }
        session.setOutputVolume(0.875)
        #expect(eventually { isNear(0.875) })
        program.center.settle()
        #expect(isNear(0.875) && program.plays)
    }
}
