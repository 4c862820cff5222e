import AVFAudio
import AudioCore
import TestSupport
import Testing

/// An engine that a test renders by hand, with a player that is connected to its main mixer.
final class PlayerNodeStage: @unchecked Sendable {
    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    let format: AVAudioFormat
    let log = HandlerLog()

    /// - Parameter playerFormat: that of the player's output; nil for the one that is rendered.
    init(
        rate: Double = 48_000, channels: AVAudioChannelCount = 2, playerFormat: AVAudioFormat? = nil,
        mode: AVAudioEngineManualRenderingMode = .offline
    ) throws {
        format = Sample.format(rate, channels)
        try engine.enableManualRenderingMode(mode, format: format, maximumFrameCount: 4096)
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: playerFormat ?? format)
        try engine.start()
    }

    /// Renders frames in cycles of a length.
    func renderAll(_ frames: Int, cycle: Int = 512) throws -> [[Float]] {
        var result = [[Float]](repeating: [], count: Int(format.channelCount))
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4096)!
        while result[0].count < frames {
            let part = min(cycle, frames - result[0].count)
            #expect(try engine.renderOffline(AVAudioFrameCount(part), to: buffer) == .success)
            for (index, samples) in Sample.channels(buffer).enumerated() { result[index] += samples }
        }
        return result
    }

    /// The first channel of the same.
    func render(_ frames: Int, cycle: Int = 512) throws -> [Float] { try renderAll(frames, cycle: cycle)[0] }

    /// A buffer whose frames count up from a value.
    func buffer(_ frames: Int, from first: Int) -> AVAudioPCMBuffer {
        guard frames > 0 else { return AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 16)! }
        let samples = Numbers.up(first, frames)
        return Sample.buffer(Array(repeating: samples, count: Int(format.channelCount)), rate: format.sampleRate)
    }

    /// Schedules such a buffer, whose handler notes a name.
    func schedule(
        _ frames: Int, from first: Int, named name: String, at when: AVAudioTime? = nil,
        _ options: AVAudioPlayerNodeBufferOptions = [], _ type: AVAudioPlayerNodeCompletionCallbackType = .dataConsumed
    ) {
        player.scheduleBuffer(
            buffer(frames, from: first), at: when, options: options, completionCallbackType: type,
            completionHandler: { [log] given in log.note(given == type ? name : "\(name) of another type") })
    }

    /// A time of the player.
    func time(_ frame: Int) -> AVAudioTime {
        AVAudioTime(sampleTime: AVAudioFramePosition(frame), atRate: format.sampleRate)
    }

    /// The player's time at the last render.
    var playerTime: AVAudioFramePosition? {
        player.lastRenderTime.flatMap { player.playerTime(forNodeTime: $0) }?.sampleTime
    }
}

/// What completion handlers note, in order.
final class HandlerLog: @unchecked Sendable {
    private let notes = WaitableValue<[String]>([])

    func note(_ name: String) { notes.withLock { $0.append(name) } }

    /// Waits until there are so many notes.
    func first(_ count: Int) -> [String] {
        let isThere: Void? = notes.wait(nanoseconds: 20_000_000_000) { $0.count >= count ? () : nil }
        #expect(isThere != nil, "there are not \(count) notes")
        return notes.withLock { $0 }
    }

    var all: [String] { notes.withLock { $0 } }
}

enum Numbers {
    static func up(_ first: Int, _ count: Int) -> [Float] { (0..<count).map { Float(first + $0) } }
    static func zeros(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }
}
