import AVFAudio
import AudioCore
import TestSupport
import Testing

@testable import AVFAudio

/// Volumes and places of sources, and those of single connections.
@Suite struct MixingTests {
    /// An engine with a source of 0.5 at its main mixer.
    private func stage(_ source: AVAudioSourceNode = NodeStage.constant(0.5)) throws -> AVAudioEngine {
        let engine = try EngineTests.engine()
        engine.attach(source)
        engine.connect(source, to: engine.mainMixerNode, format: NodeStage.mono)
        return engine
    }

    /// The last frame of a cycle, when all ramps have ended.
    private func level(_ engine: AVAudioEngine) throws -> [Float] {
        if !engine.isRunning { try engine.start() }
        return try EngineTests.render(engine, [512, 512]).map { $0.last! }
    }

    @Test func valuesAreKeptWithinTheirRanges() {
        let node: any AVAudioMixing = AVAudioSourceNode { _, _, _, _ in noErr }
        #expect(node.volume == 1 && node.pan == 0 && node.renderingAlgorithm == .equalPowerPanning)
        #expect(node.sourceMode == .spatializeIfMono && node.pointSourceInHeadMode == .mono && node.rate == 1)
        #expect(node.reverbBlend == 0 && node.obstruction == 0 && node.occlusion == 0)
        #expect((node.position.x, node.position.y, node.position.z) == (0, 0, 0))
        let source = node as! AVAudioSourceNode
        let rows: [(ReferenceWritableKeyPath<AVAudioSourceNode, Float>, Float, Float)] = [
            (\.pan, -1, 1), (\.rate, 0.5, 2), (\.reverbBlend, 0, 1), (\.obstruction, -100, 0), (\.occlusion, -100, 0),
        ]
        for (path, low, high) in rows {
            for (value, wanted) in [
                (low, low), (high, high), (low - 1, low), (high + 1, high), (.infinity, high), (-.infinity, low),
                (.greatestFiniteMagnitude, high),
            ] as [(Float, Float)] {
                source[keyPath: path] = value
                #expect(source[keyPath: path] == wanted)
                source[keyPath: path] = .nan
                #expect(source[keyPath: path] == wanted)
            }
        }
        for odd in [Float.nan, .infinity, -.infinity] {
            source.volume = odd
            source.position = AVAudio3DPoint(x: 1, y: odd, z: 2)
        }
        #expect(source.volume == 1 && source.position.x == 0)
        source.position = AVAudioMake3DPoint(1, 2, 3)
        (source.renderingAlgorithm, source.sourceMode, source.pointSourceInHeadMode) = (.HRTFHQ, .ambienceBed, .bypass)
        #expect((source.position.x, source.position.y, source.position.z) == (1, 2, 3))
        #expect(source.renderingAlgorithm == .HRTFHQ && source.sourceMode == .ambienceBed)
        #expect(source.pointSourceInHeadMode == .bypass)
    }

    @Test func theNumbersAreThoseOfApple() {
        let algorithms: [AVAudio3DMixingRenderingAlgorithm] = [
            .equalPowerPanning, .sphericalHead, .HRTF, .soundField, .stereoPassThrough, .HRTFHQ, .auto,
        ]
        #expect(algorithms.map(\.rawValue) == [0, 1, 2, 3, 5, 6, 7])
        #expect(AVAudio3DMixingRenderingAlgorithm(rawValue: 4) == nil)
        #expect(AVAudio3DMixingSourceMode.ambienceBed.rawValue == 3)
        #expect(AVAudio3DMixingPointSourceInHeadMode.bypass.rawValue == 1)
        let orientation = AVAudioMake3DVectorOrientation(AVAudioMake3DVector(1, 2, 3), AVAudio3DVector())
        #expect(orientation.forward.z == 3 && orientation.up.x == 0)
        #expect(AVAudioMake3DAngularOrientation(1, 2, 3).roll == 3)
    }

    /// The parameters of the multichannel mixer are what is set, and the sound is what it makes of them.
    @Test func aVolumeAndAPlaceAreParametersOfTheMixer() throws {
        let source = NodeStage.constant(0.5)
        (source.volume, source.pan) = (0.25, -1)
        let engine = try stage(source)
        let unit = engine.mainMixerNode.nodeUnit?.reference
        #expect(NodeStage.parameter(unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input) == 0.25)
        #expect(NodeStage.parameter(unit, kMultiChannelMixerParam_Pan, kAudioUnitScope_Input) == -1)
        #expect(try level(engine) == [0.125, 0])
        source.pan = 1
        #expect(try level(engine) == [0, 0.125])
        (source.volume, source.pan) = (2, 1)
        #expect(try level(engine) == [0, 1])
        source.volume = 0
        #expect(try level(engine) == [0, 0])
        source.volume = -1
        #expect(try level(engine) == [0, -0.5])
    }

    @Test func aVolumeIsHeardFromTheFirstFrame() throws {
        let source = NodeStage.constant(0.5)
        source.volume = 0.5
        let engine = try stage(source)
        source.pan = -1
        try engine.start()
        #expect(try EngineTests.render(engine, [64])[0] == Array(repeating: 0.25, count: 64))
    }

    /// A source that is connected while the engine runs is heard at its own volume from its first frame on.
    @Test(arguments: [NodeStage.mono, NodeStage.stereo]) func aNewSourceDoesNotBeginAtTheVolumeOfTheOld(
        format: AVAudioFormat
    ) throws {
        let engine = try stage()
        let (main, loud) = (
            engine.mainMixerNode, engine.inputConnectionPoint(for: engine.mainMixerNode, inputBus: 0)?.node
        )
        _ = try level(engine)
        for volume in [0, 0.25] as [Float] {
            let soft = NodeStage.constant(0.5)
            soft.volume = volume
            engine.attach(soft)
            engine.disconnectNodeInput(main)
            #expect(try EngineTests.render(engine, [64])[0] == Array(repeating: 0, count: 64))
            engine.connect(soft, to: main, fromBus: 0, toBus: 0, format: format)
            let sound = try EngineTests.render(engine, [64, 64])[0]
            #expect(Set(sound).count == 1 && abs(sound[0]) <= 0.5 * volume)
            engine.detach(soft)
            engine.connect(try #require(loud), to: main, fromBus: 0, toBus: 0, format: NodeStage.mono)
            _ = try level(engine)
        }
    }

    @Test func anInputGetsTheValuesOfItsNextSource() throws {
        let (soft, loud, effect) = (NodeStage.constant(0.5), NodeStage.constant(0.5), AVAudioUnitDelay())
        (soft.volume, soft.pan, loud.pan) = (0.1, -1, 1)
        let engine = try stage(soft)
        engine.attach(loud)
        engine.attach(effect)
        let unit = engine.mainMixerNode.nodeUnit?.reference
        func values() -> [Float?] {
            [kMultiChannelMixerParam_Volume, kMultiChannelMixerParam_Pan].map {
                NodeStage.parameter(unit, $0, kAudioUnitScope_Input)
            }
        }
        #expect(values() == [0.1, -1])
        engine.connect(loud, to: engine.mainMixerNode, fromBus: 0, toBus: 0, format: NodeStage.mono)
        #expect(values() == [1, 1])
        soft.volume = 0.3
        #expect(values() == [1, 1])
        // An effect passes nothing on of what is set for the source before it.
        (effect.wetDryMix, loud.volume) = (0, 0.2)
        engine.disconnectNodeOutput(loud)
        engine.connect(loud, to: effect, format: NodeStage.mono)
        engine.connect(effect, to: engine.mainMixerNode, fromBus: 0, toBus: 0, format: NodeStage.mono)
        #expect(values() == [1, 0])
        let sound = try level(engine)
        #expect(sound[0] == sound[1] && sound[0] > 0.3)
    }

    @Test func aMixerIsASource() throws {
        let engine = try EngineTests.engine()
        let (source, mixer) = (NodeStage.constant(0.5), AVAudioMixerNode())
        for node in [source, mixer] { engine.attach(node) }
        engine.connect(source, to: mixer, format: NodeStage.stereo)
        engine.connect(mixer, to: engine.mainMixerNode, format: NodeStage.stereo)
        (source.volume, mixer.volume, mixer.outputVolume) = (0.5, 0.5, 0.5)
        #expect(try level(engine) == [0.0625, 0.0625])
    }

    // MARK: Destinations

    @Test func aDestinationHoldsForOneConnection() throws {
        let engine = try EngineTests.engine()
        let (source, mixer) = (NodeStage.constant(0.5), AVAudioMixerNode())
        for node in [source, mixer] { engine.attach(node) }
        let main = engine.mainMixerNode
        engine.connect(mixer, to: main, fromBus: 0, toBus: 0, format: NodeStage.stereo)
        engine.connect(
            source, to: [AVAudioConnectionPoint(node: mixer, bus: 0), AVAudioConnectionPoint(node: main, bus: 3)],
            fromBus: 0, format: NodeStage.stereo)
        source.volume = 0.5
        let one = try #require(source.destination(forMixer: main, bus: 3))
        #expect(one.volume == 0.5 && one.connectionPoint.node === main && one.connectionPoint.bus == 3)
        #expect(source.destination(forMixer: main, bus: 0) == nil && source.destination(forMixer: main, bus: -1) == nil)
        #expect(source.destination(forMixer: source, bus: 0) == nil)
        #expect(one.destination(forMixer: main, bus: 3) === one && one.destination(forMixer: mixer, bus: 0) == nil)
        one.volume = 0.25
        one.pan = -1
        #expect(source.volume == 0.5 && source.pan == 0 && one.volume == 0.25)
        #expect(source.destination(forMixer: mixer, bus: 0)?.volume == 0.5)
        #expect(source.destination(forMixer: main, bus: 3)?.pan == -1)
        #expect(try level(engine) == [0.375, 0.25])
        // What is set of the source counts for all.
        source.volume = 1
        #expect(one.volume == 1 && one.pan == -1)
        #expect(try level(engine) == [1, 0.5])
        source.pan = 0
        #expect(try level(engine) == [1, 1])
    }

    @Test func aDestinationEndsWithItsConnection() throws {
        let source = NodeStage.constant(0.5)
        let engine = try stage(source)
        let main = engine.mainMixerNode
        let old = try #require(source.destination(forMixer: main, bus: 0))
        old.volume = 0.25
        #expect(try level(engine)[0] == 0.5 * 0.25 * level(centre: 1))
        engine.disconnectNodeOutput(source)
        #expect(source.destination(forMixer: main, bus: 0) == nil)
        old.volume = 0.1
        #expect(old.volume == 0.1)
        engine.connect(source, to: main, fromBus: 0, toBus: 0, format: NodeStage.mono)
        #expect(try level(engine)[0] == 0.5 * level(centre: 1))
        old.volume = 0
        #expect(source.destination(forMixer: main, bus: 0)?.volume == 1)
        #expect(try level(engine)[0] == 0.5 * level(centre: 1))
        engine.detach(source)
        #expect(source.destination(forMixer: main, bus: 0) == nil)
        source.volume = 0.7
        #expect(source.volume == 0.7)
    }

    /// What a mixer makes of a source of one channel in the middle.
    private func level(centre volume: Float) -> Float {
        let model = try? ModelUnit(
            kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer, [[1, 1, 1]], NodeStage.mono)
        guard let model else { return .nan }
        var stereo = NodeStage.stereo.streamDescription.pointee
        AudioUnitSetProperty(
            model.unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &stereo,
            UInt32(MemoryLayout<AudioStreamBasicDescription>.size))
        return (try? model.render([3])[0][0] * volume) ?? .nan
    }

    /// An engine that ends takes its connections with it.
    @Test func anEngineThatEndsLeavesItsNodes() throws {
        let source = NodeStage.constant(0.5)
        var destination: AVAudioMixingDestination?
        let mixer = AVAudioMixerNode()
        do {
            let engine = try stage(source)
            engine.attach(mixer)
            engine.connect(source, to: mixer, format: NodeStage.mono)
            destination = source.destination(forMixer: mixer, bus: 0)
            #expect(destination != nil)
        }
        #expect(source.engine == nil && source.destination(forMixer: mixer, bus: 0) == nil)
        destination?.volume = 0.3
        let engine = try stage(source)
        #expect(source.destination(forMixer: engine.mainMixerNode, bus: 0)?.volume == 1)
    }

    /// Threads that set values while connections come and go: the inputs have what was set last.
    @Test func valuesAreSetWhileConnectionsChange() throws {
        let engine = try EngineTests.engine()
        let sources = [NodeStage.constant(0.5), NodeStage.constant(0.5)]
        for source in sources { engine.attach(source) }
        let main = engine.mainMixerNode
        try engine.start()
        let (done, turns) = (LockedValue(0), WaitableValue(0))
        for (index, source) in sources.enumerated() {
            let queue = DispatchQueue(label: "setter \(index)")
            queue.async {
                for step in 0..<2000 {
                    // However busy the machine is, connections change before and after.
                    if step % 500 == 250 {
                        _ = turns.wait(nanoseconds: 10_000_000_000) { $0 > step / 500 ? true : nil }
                    }
                    source.volume = Float(step % 7) / 8
                    source.destination(forMixer: main, bus: 0)?.pan = Float(step % 3) - 1
                    source.position = AVAudio3DPoint(x: Float(step), y: 0, z: 0)
                }
                source.volume = 0.25 + 0.5 * Float(index)
                done.withLock { $0 += 1 }
            }
        }
        while done.withLock({ $0 }) < 2 {
            let turn = turns.withLock { turns in
                turns += 1
                return turns
            }
            engine.connect(sources[turn % 2], to: main, fromBus: 0, toBus: 0, format: NodeStage.mono)
            _ = try EngineTests.render(engine, [32])
        }
        for index in [0, 1] {
            engine.connect(sources[index], to: main, fromBus: 0, toBus: 0, format: NodeStage.mono)
            let unit = main.nodeUnit?.reference
            let volume = NodeStage.parameter(unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input)
            #expect(volume == 0.25 + 0.5 * Float(index))
        }
    }
}
