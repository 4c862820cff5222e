import AudioCore
import AudioDevices
import AudioIO
import AudioSession
import AudioUnits
import Foundation
import TestSupport
import Testing

@testable import AVFAudio

/// What an engine and its nodes say of themselves, and which calls they refuse.
@Suite(.mustEnd) struct EngineCallTests {
    private let server = ManualServer()
    private let devices: EngineDevices

    init() {
        let server = self.server
        let system = HardwareSystem { (events) throws(AudioError) in try Manual(server: server, events: events) }
        let voice = UnitBlueprint("auou", "vpio", "Apple: AUVoiceProcessingIO") { VoiceUnit($0, system: system) }
            .with { ($0.inputs, $0.outputs) = (2, 2) }
        devices = EngineDevices(remote: DeviceUnit.remote(on: system), voice: voice)
    }

    private func engine() -> AVAudioEngine { AVAudioEngine(devices, session: SessionCenter()) }

    @Test func theNodesOfAnEngineAreMadeOnFirstUse() {
        let engine = engine()
        #expect(engine.attachedNodes.isEmpty)
        let mixer = engine.mainMixerNode
        #expect(engine.attachedNodes == [mixer, engine.outputNode])
        #expect(engine.mainMixerNode === mixer && mixer.engine === engine)
        let input: AVAudioInputNode = engine.inputNode
        let output: AVAudioOutputNode = engine.outputNode
        #expect(input === engine.inputNode && engine.attachedNodes.count == 3)
        let point = engine.inputConnectionPoint(for: output, inputBus: 0)
        #expect(point == AVAudioConnectionPoint(node: mixer, bus: 0) && point?.hash == 0)
        #expect(engine.outputConnectionPoints(for: mixer, outputBus: 0).map(\.node) == [output])
        for node: AVAudioIONode in [input, output] {
            #expect(node.numberOfInputs == 1 && node.numberOfOutputs == 1)
            #expect(node.presentationLatency >= 0 && node.audioUnit != nil)
        }
        #expect(input.audioUnit == output.audioUnit)
        #expect(mixer.outputPresentationLatency == output.presentationLatency)
        let bus: AVAudioNodeBus = 0
        #expect(mixer.name(forInputBus: bus) == nil && mixer.name(forOutputBus: bus) == nil)
        #expect(mixer.name(forInputBus: 1000) == nil && mixer.name(forOutputBus: -1) == nil)
        #expect(mixer.latency == 0)
        let source = EngineTests.counter()
        let sink = AVAudioSinkNode(receiverBlock: { _, _, _ in noErr } as AVAudioSinkNodeReceiverBlock)
        #expect(source.numberOfInputs == 0 && source.numberOfOutputs == 1)
        #expect(sink.numberOfInputs == 1 && sink.numberOfOutputs == 0)
    }

    /// Engines and source nodes have subclasses with initializers of their own.
    @Test func classesHaveSubclasses() {
        final class Engine: AVAudioEngine, @unchecked Sendable {
            let name: String

            init(name: String) {
                self.name = name
                super.init()
            }
        }
        final class Silence: AVAudioSourceNode, @unchecked Sendable {
            init() { super.init { _, _, _, _ in noErr } }
        }
        let (engine, node) = (Engine(name: "one"), Silence())
        engine.attach(node)
        #expect(engine.name == "one" && node.engine === engine)
    }

    /// The input of the output has the format of the device as soon as the main mixer is connected to it.
    @Test func theOutputTakesTheFormatOfTheDevice() {
        server.setDevices([
            DeviceDescription(id: "out", name: "Out", direction: .output, sampleRate: 96_000, isDefault: true)
        ])
        let engine = engine()
        _ = engine.mainMixerNode
        #expect(engine.outputNode.inputFormat(forBus: 0).sampleRate == 96_000)
        #expect(engine.outputNode.inputFormat(forBus: 0) == engine.mainMixerNode.outputFormat(forBus: 0))
    }

    @Test func theModesOfRendering() throws {
        let engine = engine()
        #expect(!engine.isInManualRenderingMode && engine.manualRenderingMaximumFrameCount == 0)
        #expect(engine.manualRenderingMode == .offline)
        let mono = AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true)!
        let source = EngineTests.counter()
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: EngineTests.stereo)
        try engine.enableManualRenderingMode(.realtime, format: mono, maximumFrameCount: 512)
        #expect(engine.isInManualRenderingMode && engine.manualRenderingMode == .realtime)
        #expect(engine.manualRenderingFormat == mono && engine.manualRenderingMaximumFrameCount == 512)
        #expect(engine.outputNode.outputFormat(forBus: 0) == mono)
        #expect(engine.outputNode.audioUnit == nil && engine.outputNode.presentationLatency == 0)
        let buffer = AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 1024)!
        #expect(throws: NSError.self) { try engine.renderOffline(10, to: buffer) }
        let block: AVAudioEngineManualRenderingBlock = engine.manualRenderingBlock
        func render(_ frames: UInt32) -> (AVAudioEngineManualRenderingStatus, OSStatus) {
            buffer.frameLength = frames
            var error: OSStatus = 0
            return (block(frames, buffer.mutableAudioBufferList, &error), error)
        }
        let notRunning: AVAudioEngineManualRenderingError = .notRunning
        #expect(render(64) == (.error, notRunning.rawValue))
        try engine.start()
        #expect(render(512) == (.success, 0))
        #expect(render(513) == (.error, -10874))
        #expect(engine.manualRenderingSampleTime == 512)
        engine.reset()
        #expect(engine.manualRenderingSampleTime == 0)
        engine.stop()
        engine.disableManualRenderingMode()
        #expect(!engine.isInManualRenderingMode)
        #expect(render(64) == (.error, notRunning.rawValue))
        var error: OSStatus = 0
        #expect(engine.manualRenderingBlock(1, buffer.mutableAudioBufferList, &error) == .error && error == -80800)
        let other: AVAudioFormat = engine.outputNode.outputFormat(forBus: 0)
        #expect(other != mono)
        // The connections have stayed.
        try engine.start()
        #expect(
            eventually {
                _ = server.advance(512)
                return source.lastRenderTime != nil
            })
        engine.stop()
    }

    @Test func voiceProcessingIsOfInputAndOutput() throws {
        let engine = engine()
        #expect(!engine.inputNode.isVoiceProcessingEnabled)
        let before = engine.inputNode.audioUnit
        try engine.outputNode.setVoiceProcessingEnabled(true)
        #expect(engine.inputNode.isVoiceProcessingEnabled && engine.outputNode.isVoiceProcessingEnabled)
        #expect(engine.inputNode.audioUnit != before)
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
        try engine.start()
        #expect(throws: NSError.self) { try engine.inputNode.setVoiceProcessingEnabled(false) }
        engine.stop()
        try engine.inputNode.setVoiceProcessingEnabled(false)
        #expect(!engine.outputNode.isVoiceProcessingEnabled)
    }

    /// The device stops while nothing sounds, and plays again as soon as something does.
    @Test func theDeviceRests() throws {
        let engine = AVAudioEngine(devices, session: SessionCenter(), idleTime: 0.01)
        _ = engine.mainMixerNode
        #expect(!engine.isAutoShutdownEnabled)
        engine.isAutoShutdownEnabled = true
        try engine.start()
        #expect(eventually { engine.state.withLock { $0.isResting } })
        #expect(engine.isRunning)
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: nil)
        let seen = engine.mainMixerNode.lastRenderTime?.sampleTime ?? 0
        player.play()
        #expect(
            eventually {
                _ = server.advance(512)
                return (engine.mainMixerNode.lastRenderTime?.sampleTime ?? 0) > seen + 4096
            })
        player.stop()
        #expect(eventually { engine.state.withLock { $0.isResting } })
        engine.stop()
    }

    /// A thousand engines leave nothing behind.
    @Test func enginesGo() throws {
        final class Seen: @unchecked Sendable {
            weak var engine: AVAudioEngine?
            weak var source: AVAudioSourceNode?
        }
        let buffer = AVAudioPCMBuffer(pcmFormat: EngineTests.stereo, frameCapacity: 64)!
        for round in 0..<1000 {
            let seen = Seen()
            try {
                let engine = try EngineTests.engine(most: 64)
                let source = EngineTests.counter()
                (seen.engine, seen.source) = (engine, source)
                engine.attach(source)
                engine.connect(source, to: engine.mainMixerNode, format: nil)
                if round % 3 == 0 { source.installTap(onBus: 0, bufferSize: 64, format: nil) { _, _ in } }
                try engine.start()
                _ = try engine.renderOffline(64, to: buffer)
                if round % 2 == 0 { engine.stop() }
            }()
            #expect(seen.engine == nil && seen.source == nil)
        }
    }
}
