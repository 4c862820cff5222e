import AVFAudio
import Testing

/// Names that programs use beside the classes of an engine.
@Suite struct EngineNameTests {
    @Test func theModulesHaveEachOther() {
        let all = [
            AVAUDIOENGINE_HAVE_AUAUDIOUNIT, AVAUDIONODE_HAVE_AUAUDIOUNIT, AVAUDIOFORMAT_HAVE_CMFORMATDESCRIPTION,
        ]
        #expect(all == [1, 1, 1])
    }

    @Test func typesOfUnitsHaveNames() {
        let names = [
            AVAudioUnitTypeMIDIProcessor, AVAudioUnitTypeMusicDevice, AVAudioUnitTypeOfflineEffect,
            AVAudioUnitTypePanner,
        ]
        #expect(Set(names).count == 4 && names.allSatisfy { !$0.isEmpty })
    }

    /// Closures of these types are what the functions take.
    @Test func blocksHaveTypes() throws {
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1)!
        let engine = AVAudioEngine()
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 64)
        let input: AVAudioIONodeInputBlock = { _ in nil }
        #expect(engine.inputNode.setManualRenderingInputPCMFormat(format, inputBlock: input))
        let tap: AVAudioNodeTapBlock = { _, _ in }
        engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4800, format: nil, block: tap)
        engine.mainMixerNode.removeTap(onBus: 0)
        let simple: AVAudioNodeCompletionHandler = {}
        let typed: AVAudioPlayerNodeCompletionHandler = { _ in simple() }
        typed(.dataConsumed)
        let ducking = AVAudioVoiceProcessingOtherAudioDuckingConfiguration()
        #expect(ducking.duckingLevel == .default && !ducking.enableAdvancedDucking.boolValue)
    }

    /// What mixes is set through the protocols too.
    @Test func nodesAreMixedThroughProtocols() {
        let player = AVAudioPlayerNode()
        let (place, pan): (any AVAudio3DMixing, any AVAudioStereoMixing) = (player, player)
        place.position = AVAudio3DPoint(x: 1, y: 2, z: 3)
        pan.pan = -0.5
        #expect(player.position.z == 3 && player.pan == -0.5)
        let reverb: AVAudioEnvironmentReverbParameters = AVAudioEnvironmentNode().reverbParameters
        let filter: AVAudioUnitEQFilterParameters = reverb.filterParameters
        filter.gain = 6
        #expect(reverb.filterParameters.gain == 6)
    }

    @Test func connectionsOfMIDIEnd() {
        let (engine, mixer) = (AVAudioEngine(), AVAudioMixerNode())
        engine.attach(mixer)
        engine.disconnectMIDI(mixer, from: mixer)
        engine.disconnectMIDI(mixer, from: [mixer])
        engine.disconnectMIDIInput(mixer)
        engine.disconnectMIDIOutput(mixer)
        #expect(mixer.auAudioUnit.midiOutputEventListBlock == nil)
    }
}
