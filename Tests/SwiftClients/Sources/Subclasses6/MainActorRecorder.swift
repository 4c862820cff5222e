import AVFAudio
import Foundation

/// Closures of a class of the main actor, which the engine calls on threads of its own.
@MainActor final class MainActorRecorder {
    private let engine = AVAudioEngine()
    private let player = AVAudioPlayerNode()
    private let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)!
    private let counts = Counts()
    private var isPlayed = false

    /// Renders a second of a player, a source and a tap of their sum.
    func record() async throws {
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 4800)
        let source = AVAudioSourceNode(format: format) { isSilence, _, _, _ in
            self.counts.add(\.source)
            isSilence.pointee = true
            return noErr
        }
        _ = AVAudioSinkNode { _, _, _ in
            self.counts.add(\.source)
            return noErr
        }
        for node in [source, player] {
            engine.attach(node)
            engine.connect(node, to: engine.mainMixerNode, format: format)
        }
        engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4800, format: nil) { buffer, _ in
            self.counts.add(\.tap, Int(buffer.frameLength))
        }
        let token = player.auAudioUnit.token(byAddingRenderObserver: { _, _, _, _ in self.counts.add(\.observer) })
        try engine.start()
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4800)!
        buffer.frameLength = 4800
        player.scheduleBuffer(buffer, completionCallbackType: .dataPlayedBack) { [counts] _ in
            counts.add(\.completions)
            Task { @MainActor in self.isPlayed = true }
        }
        // The first is its last frame's, the second that of its stop.
        player.scheduleBuffer(buffer, at: nil, options: .loops) { [counts] in counts.add(\.completions) }
        player.play(at: AVAudioTime(sampleTime: 0, atRate: 48_000))
        try await render()
        player.auAudioUnit.removeRenderObserver(token)
        player.stop()
        engine.stop()
        while !isPlayed { await Task.yield() }
        counts.wait { $0.tap == 48_000 && $0.completions == 2 }
        counts.wait { $0.source >= 10 && $0.observer >= 20 }
    }

    private func render() async throws {
        // On another thread than the main one.
        let (engine, format) = (engine, format)
        try await Task.detached {
            let out = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4800)!
            for _ in 0..<10 { try engine.renderOffline(4800, to: out) }
        }.value
    }
}

/// What has been called, and how often.
final class Counts: @unchecked Sendable {
    struct Values {
        var (source, tap, observer, completions) = (0, 0, 0, 0)
    }

    private let condition = NSCondition()
    private var values = Values()

    func add(_ path: WritableKeyPath<Values, Int>, _ number: Int = 1) {
        condition.lock()
        defer { condition.unlock() }
        values[keyPath: path] += number
        condition.broadcast()
    }

    /// Waits until the counts are as they should be.
    func wait(_ isDone: (Values) -> Bool) {
        condition.lock()
        defer { condition.unlock() }
        while !isDone(values) { condition.wait() }
    }
}
