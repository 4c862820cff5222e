import AVFAudio
import Testing

/// Calls for which Apple's classes raise an exception: the program ends with its reason.
@Suite struct EngineMisuseTests {
    private static func reason(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test func aNodeIsAttachedOnce() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (engine, node) = (AVAudioEngine(), AVAudioMixerNode())
            engine.attach(node)
            AVAudioEngine().attach(node)
        }
        #expect(Self.reason(result).contains("required condition is false: !nodeimpl->HasEngineImpl()"))
    }

    @Test func aBusHasOneTap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let node = AVAudioMixerNode()
            for _ in 0..<2 { node.installTap(onBus: 0, bufferSize: 4096, format: nil) { _, _ in } }
        }
        #expect(Self.reason(result).contains("required condition is false: nullptr == Tap()"))
    }

    @Test func anEngineWithoutNodesDoesNotStart() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try AVAudioEngine().start()
        }
        #expect(Self.reason(result).contains("inputNode != nullptr || outputNode != nullptr"))
    }

    @Test func aConnectionHasARateAndChannels() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (engine, node) = (AVAudioEngine(), AVAudioMixerNode())
            engine.attach(node)
            engine.connect(node, to: engine.mainMixerNode, format: AVAudioFormat())
        }
        #expect(Self.reason(result).contains("IsFormatSampleRateAndChannelCountValid(format)"))
    }

    @Test func nodesOfAnotherEngineAreNotConnected() async {
        await #expect(processExitsWith: .failure) {
            let (engine, other) = (AVAudioEngine(), AVAudioEngine())
            let node = AVAudioMixerNode()
            other.attach(node)
            engine.connect(node, to: engine.mainMixerNode, format: nil)
        }
        await #expect(processExitsWith: .failure) {
            let (engine, node) = (AVAudioEngine(), AVAudioMixerNode())
            engine.attach(node)
            engine.connect(node, to: node, format: nil)
        }
    }

    @Test func aPlayerIsConnectedBeforeItPlays() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (engine, node) = (AVAudioEngine(), AVAudioPlayerNode())
            let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)!
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
            engine.attach(node)
            _ = engine.mainMixerNode
            try engine.start()
            node.play()
        }
        #expect(Self.reason(result).contains("player started when in a disconnected state"))
    }
}
