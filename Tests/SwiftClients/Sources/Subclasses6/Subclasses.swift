import AVFAudio
import Foundation

/// Runs what the files beside it have, and prints nothing. The package makes warnings of these files errors.
@main struct Subclasses {
    static func main() async throws {
        try overrides()
        try await MainActorRecorder().record()
    }

    /// The library's calls reach what a program overrides, and the overrides reach the library.
    private static func overrides() throws {
        let engine = CountingEngine()
        let effect = QuietDelay()
        let player = AVAudioPlayerNode()
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)!
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
        engine.attach(player)
        engine.attach(effect)
        engine.connect(player, to: effect, format: format)
        engine.connect(effect, to: engine.mainMixerNode, format: format)
        effect.installTap(onBus: 0, bufferSize: 4800, format: nil) { _, _ in }
        precondition(effect.taps == 1 && engine.connections == 2)
        try engine.start()
        precondition(engine.starts == 1 && engine.isRunning)
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512)!
        let status = try engine.renderOffline(512, to: buffer)
        precondition(status == .success && buffer.frameLength == 512)
        engine.stop()
        precondition(!engine.isRunning)
        // A subclass may be used by closures that run on another thread, as its superclass may.
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            effect.wetDryMix = 20
            done.signal()
        }
        done.wait()
        precondition(effect.wetDryMix == 20)
    }
}

/// An engine that counts what is asked of it.
private final class CountingEngine: AVAudioEngine {
    private(set) var connections = 0
    private(set) var starts = 0

    override func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
        connections += 1
        super.connect(node1, to: node2, format: format)
    }

    override func start() throws {
        starts += 1
        try super.start()
    }
}

/// An effect that counts its taps.
private final class QuietDelay: AVAudioUnitDelay {
    private(set) var taps = 0

    override func installTap(
        onBus bus: AVAudioNodeBus, bufferSize: AVAudioFrameCount, format: AVAudioFormat?,
        block tapBlock: @escaping AVAudioNodeTapBlock
    ) {
        taps += 1
        super.installTap(onBus: bus, bufferSize: bufferSize, format: format, block: tapBlock)
    }
}
