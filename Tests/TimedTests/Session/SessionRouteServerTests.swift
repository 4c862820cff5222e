import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// Routes that change under a program on real servers.
@Suite(.serialized) struct SessionRouteServerTests {
    private static let headset = ["device.bus": "usb", "device.form-factor": "headset"]

    /// A program that plays on a headset, which is the default output.
    private func program(with headset: String, on server: PrivateServer) throws -> ServerProgram {
        server.addSink(headset, Self.headset)
        server.setDefault(headset)
        let program = try ServerProgram(server)
        try program.session.setCategory(.playback)
        try program.session.setActive(true)
        #expect(program.player.play() && program.isOn(headset) && program.plays)
        program.forget()
        return program
    }

    // MARK: Devices that come and go

    @Test(.needsServer, arguments: PrivateServer.Kind.installed, [true, false])
    func theOutputInUseIsUnplugged(kind: PrivateServer.Kind, isInterrupted: Bool) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let program = try program(with: "headset", on: server)
        try program.session.setPrefersInterruptionOnRouteDisconnect(isInterrupted)
        server.removeSink("headset")
        var notes = program.notes(isInterrupted ? 2 : 1)
        #expect(notes.count == (isInterrupted ? 2 : 1))
        if isInterrupted {
            // On the main queue; the route change comes on another.
            let first = notes.firstIndex { $0.isInterruption }
            let index = try #require(first)
            let began = notes.remove(at: index)
            #expect(began.reason == AVAudioSession.InterruptionReason.routeDisconnected.rawValue)
            #expect(!began.wasPlaying && !began.wasActive)
        }
        let change = try #require(notes.first)
        #expect(!change.isInterruption)
        #expect(change.reason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue)
        #expect(change.previous == ["headset"] && change.previousTypes == [.usbAudio])
        #expect(change.present != ["headset"] && change.present.count == 1 && !change.wasPlaying)
        #expect(!program.player.isPlaying && program.center.isActive != isInterrupted)
        // Nothing goes on by itself, and what the program starts plays on the device that is left.
        #expect(program.player.play() && program.plays && program.center.isActive)
        #expect(program.outputs == change.present)
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func aDeviceIsPluggedIn(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let program = try ServerProgram(server)
        try program.session.setCategory(.playback)
        try program.session.setActive(true)
        #expect(program.player.play() && program.isOn("speakers") && program.plays)
        program.forget()
        // It is there first, and becomes the one in use then.
        server.addSink("headset", Self.headset)
        #expect(eventually { program.center.availableOutputs.contains { $0.uid == "headset" } })
        server.setDefault("headset")
        #expect(program.isOn("headset"))
        let change = try #require(program.notes(1).first)
        #expect(change.reason == AVAudioSession.RouteChangeReason.newDeviceAvailable.rawValue)
        #expect(change.previous == ["speakers"] && change.present == ["headset"] && change.wasPlaying)
        #expect(program.plays && program.all.count == 1)
    }

    // MARK: What the user does

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theUserChoosesAnotherDefault(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let program = try ServerProgram(server)
        try program.session.setCategory(.playback)
        try program.session.setActive(true)
        #expect(program.player.play() && program.isOn("speakers") && program.plays)
        program.forget()
        server.setDefault("headphones")
        #expect(program.isOn("headphones"))
        let change = try #require(program.notes(1).first)
        #expect(change.reason == AVAudioSession.RouteChangeReason.override.rawValue)
        #expect(change.previous == ["speakers"] && change.present == ["headphones"] && change.wasPlaying)
        #expect(program.plays && program.all.count == 1)
    }

    /// As people do it in a mixer: the stream goes, and the default stays.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func theUserMovesTheStream(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let program = try ServerProgram(server)
        try program.session.setCategory(.playback)
        try program.session.setActive(true)
        #expect(program.player.play() && program.isOn("speakers") && program.plays)
        program.forget()
        #expect(server.moveStreams(to: "headphones"))
        #expect(program.isOn("headphones"))
        let change = try #require(program.notes(1).first)
        #expect(change.reason == AVAudioSession.RouteChangeReason.override.rawValue)
        #expect(change.previous == ["speakers"] && change.present == ["headphones"] && program.plays)
        let isDefault = { try program.connection.devices().first { $0.id == "speakers" }?.isDefault }
        #expect(try isDefault() == true)
    }

    // MARK: Numbers

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func preferencesCountWhileTheSessionIsActive(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let program = try ServerProgram(server)
        let session = program.session
        // What the cycles have in fact.
        let cycles = LockedValue<(frames: Int, count: Int)>((0, 0))
        let meter = CycleMeter { frames in
            cycles.withLock { cycles in
                cycles = (frames, frames <= 256 ? cycles.count + 1 : 0)
            }
        }
        program.output.add(meter.source)
        defer { program.output.remove(meter.source) }
        try session.setCategory(.playback)
        let wanted = 256.0 / 48_000
        try session.setPreferredIOBufferDuration(wanted)
        try session.setPreferredSampleRate(44_100)
        let before = session.ioBufferDuration
        #expect(before != wanted && session.preferredIOBufferDuration == wanted)
        #expect(session.sampleRate == 48_000 && session.preferredSampleRate == 44_100)
        try session.setActive(true)
        #expect(program.player.play() && program.plays)
        // The rate is one that the device does not have: the wish is kept, and the value is the true one.
        #expect(session.sampleRate == 48_000 && session.preferredSampleRate == 44_100)
        #expect(abs(session.ioBufferDuration - wanted) < 1e-9)
        #expect(eventually { cycles.withLock { $0.count > 20 } })
        #expect(eventually { session.outputLatency > 0 } && session.outputLatency < 1)
        #expect(abs(session.outputLatency - Double(program.output.latency) / 48_000) < 0.05)
        #expect(session.inputLatency == 0)
        // At once while it is active, and back once it is not.
        try session.setPreferredIOBufferDuration(1024.0 / 48_000)
        #expect(abs(session.ioBufferDuration - 1024.0 / 48_000) < 1e-9)
        program.player.pause()
        try session.setActive(false)
        #expect(session.ioBufferDuration == before && session.preferredIOBufferDuration == 1024.0 / 48_000)
    }

    /// What the session prefers is the rate of its streams, and the device's where nothing else plays there.
    @Test(.needs(.pipewire), arguments: [false, true]) func thePreferredRateIsTheDevices(isShared: Bool) throws {
        let server = try PrivateServer(.pipewire)
        defer { server.stop() }
        server.run("pw-metadata", ["-n", "settings", "0", "clock.allowed-rates", "[ 44100 48000 ]"])
        let program = try ServerProgram(server)
        let session = program.session
        let device = { (try? program.connection.devices())?.first { $0.id == "speakers" } }
        #expect(eventually { device()?.rates == [44_100, 48_000] })
        let other = isShared ? server.play("/dev/zero", on: "speakers") : nil
        defer { other?.interrupt() }
        #expect(eventually { (device()?.isRunning == true) == isShared })
        try session.setCategory(.playback)
        try session.setPreferredSampleRate(44_100)
        try session.setActive(true)
        #expect(program.player.play() && program.plays)
        #expect(session.sampleRate == 44_100)
        #expect(eventually { device()?.isRunning == true && device()?.sampleRate == (isShared ? 48_000 : 44_100) })
    }

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func latenciesAreMeasured(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        server.linkMicrophone()
        let program = try ServerProgram(server)
        let session = program.session
        try session.setCategory(.playAndRecord)
        try session.setActive(true)
        #expect(session.inputLatency == 0)
        let input = try Input(InputConfiguration(), on: program.connection)
        let recorder = CaptureRecorder()
        let sink = recorder.sink
        input.add(sink)
        defer { input.remove(sink) }
        #expect(recorder.waitForSamples(4800))
        #expect(eventually { session.inputLatency > 0 } && session.inputLatency < 1)
        #expect(session.inputNumberOfChannels == session.currentRoute.inputs.first?.channels?.count)
        try session.setPreferredInputNumberOfChannels(1)
        #expect(session.preferredInputNumberOfChannels == 1 && session.inputNumberOfChannels == 1)
        #expect(program.player.play() && program.plays && eventually { session.outputLatency > 0 })
    }

    // MARK: Ports

    private static let sinks: [(String, [String: String], AVAudioSession.Port)] = [
        ("built-in", ["device.bus": "pci", "device.form-factor": "internal"], .builtInSpeaker),
        ("jack", ["device.bus": "pci", "device.form-factor": "headphone"], .headphones),
        (
            "alsa_output.pci-0000_01_00.1.hdmi-stereo", ["device.bus": "pci", "device.profile.name": "hdmi-stereo"],
            .HDMI
        ),
        (
            "music", ["device.bus": "bluetooth", "api.bluez5.profile": "a2dp-sink", "api.bluez5.address": "00:11"],
            .bluetoothA2DP
        ),
        (
            "talk",
            ["device.bus": "bluetooth", "api.bluez5.profile": "headset-head-unit", "api.bluez5.address": "00:12"],
            .bluetoothHFP
        ),
        (
            "hearing", ["device.bus": "bluetooth", "api.bluez5.profile": "bap-sink", "api.bluez5.address": "00:13"],
            .bluetoothLE
        ),
        ("car", ["device.bus": "bluetooth", "device.form-factor": "car"], .carAudio),
        ("usb", ["device.bus": "usb", "device.form-factor": "speaker"], .usbAudio),
        ("raop_sink.kitchen.local", ["node.network": "true"], .airPlay),
        ("silence", [:], .virtual),
    ]

    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func portsAreTypedByWhatTheServerSays(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let program = try ServerProgram(server)
        try program.session.setCategory(.playAndRecord)
        for (name, properties, _) in Self.sinks { server.addSink(name, properties) }
        server.addSource("usb-mic", ["device.bus": "usb", "device.form-factor": "microphone"])
        server.addSource("webcam", ["device.bus": "pci", "device.form-factor": "webcam"])
        let inputs = { (program.session.availableInputs ?? []).map(\.uid) }
        #expect(eventually { Set(inputs()).isSuperset(of: ["usb-mic", "webcam"]) })
        for (name, _, type) in Self.sinks {
            let port = { program.center.availableOutputs.first { $0.uid == name } }
            #expect(eventually { port().map { AVAudioSession.Port(rawValue: $0.type.rawValue) } == type }, "\(name)")
        }
        let types = Dictionary(
            (program.session.availableInputs ?? []).map { ($0.uid, $0.portType) }, uniquingKeysWith: { $1 })
        #expect(types["usb-mic"] == .usbAudio && types["webcam"] == .builtInMic)
    }

    /// The microphone of a headset that played music is asked for: one device goes, and another comes a moment later.
    @Test(.needsServer, arguments: PrivateServer.Kind.installed)
    func aBluetoothProfileSwitchIsOneChange(kind: PrivateServer.Kind) throws {
        let server = try PrivateServer(kind)
        defer { server.stop() }
        let (music, talk) = ("bluez_output.00_11_22.1", "bluez_output.00_11_22.2")
        let hardware = ["device.bus": "bluetooth", "api.bluez5.address": "00:11:22"]
        server.addSink(music, hardware.merging(["api.bluez5.profile": "a2dp-sink"]) { $1 })
        server.setDefault(music)
        // Commands take their time on a busy machine.
        let program = try ServerProgram(server, profileTime: 10_000_000_000)
        try program.session.setCategory(.playback)
        try program.session.setActive(true)
        #expect(program.player.play() && program.isOn(music) && program.plays)
        #expect(program.session.currentRoute.outputs.map(\.portType) == [.bluetoothA2DP])
        program.forget()
        server.removeSink(music)
        server.addSink(talk, hardware.merging(["api.bluez5.profile": "headset-head-unit"]) { $1 })
        server.setDefault(talk)
        #expect(program.isOn(talk))
        let change = try #require(program.notes(1).first)
        #expect(change.reason == AVAudioSession.RouteChangeReason.routeConfigurationChange.rawValue)
        #expect(change.previous == [music] && change.present == [talk])
        #expect(program.session.currentRoute.outputs.map(\.portType) == [.bluetoothHFP])
        #expect(program.all.count == 1 && program.plays)
    }
}

/// A source that is silent and reports the lengths of its cycles.
private final class CycleMeter: @unchecked Sendable {
    private let report: @Sendable (Int) -> Void

    init(_ report: @escaping @Sendable (Int) -> Void) { self.report = report }

    private(set) lazy var source = OutputSource(
        context: Unmanaged.passUnretained(self).toOpaque(), owner: self
    ) { context, cycle in
        let cycle = cycle.pointee
        for index in 0..<Int(cycle.frames * cycle.channels) { cycle.samples[index] = 0 }
        Unmanaged<CycleMeter>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.report(Int(cycle.frames)) }
        return Int32(cycle.frames)
    }
}
