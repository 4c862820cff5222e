import AudioCore
import AudioDevices
import AudioIO
import AudioUnits
import TestSupport
import Testing

@testable import AVFAudio

/// What an environment is played on, by the route of the session.
@Suite(.mustEnd) struct EnvironmentDeviceTests {
    @Test(arguments: [(DeviceKind.headphones, UInt32(1)), (.speaker, 2), (.line, 3)])
    func theRouteIsFollowed(kind: DeviceKind, wanted: UInt32) throws {
        let stage = try SessionStage()
        let server = stage.server
        var devices = server.devices
        for index in devices.indices where devices[index].direction == .output {
            (devices[index].kind, devices[index].transport) = (kind, .pci)
        }
        server.setDevices(devices)
        let ports: [DeviceKind: AVAudioSession.Port] = [
            .headphones: .headphones, .speaker: .builtInSpeaker, .line: .lineOut,
        ]
        #expect(eventually { stage.session.currentRoute.outputs.first?.portType == ports[kind] })
        let system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let units = EngineDevices(remote: DeviceUnit.remote(on: system), voice: DeviceUnit.remote(on: system))
        let engine = AVAudioEngine(units, session: stage.center)
        let (environment, source) = (AVAudioEnvironmentNode(), NodeStage.constant(0.5))
        for node in [environment, source] as [AVAudioNode] { engine.attach(node) }
        engine.connect(source, to: environment, format: NodeStage.mono)
        engine.connect(environment, to: engine.mainMixerNode, format: NodeStage.stereo)
        func type() -> UInt32? {
            NodeStage.property(environment.nodeUnit?.reference, kAudioUnitProperty_SpatialMixerOutputType)
        }
        #expect(type() == 3)
        try engine.start()
        #expect(type() == wanted && environment.outputType == .auto)
        environment.outputType = .headphones
        #expect(type() == 1)
        environment.outputType = .auto
        #expect(type() == wanted)
        engine.stop()
    }
}
