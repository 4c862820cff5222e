import AudioCore
import AudioDSP

/// The sample-rate conversion of a pipeline: on the calling thread, or divided among several.
package final class RateStage {
    package struct Options {
        package var quality = 0x40
        package var complexity: FourCC = "norm"
        var priming = Resampler.Priming.normal
        /// Above 1, long runs are divided among threads. The samples are the same.
        var threads = 1

        package init() {}

        /// Frames that go through the stages at a time: many where threads must be kept busy.
        var runLength: Int { threads > 1 ? 16_384 * threads : PCMPipeline.runLength }
    }

    private enum Worker {
        case one(Resampler)
        case team(ParallelResampler)
    }

    private let worker: Worker
    /// Input frames that belong to an output frame, before and after its place.
    let leadingFrames: Int
    let trailingFrames: Int

    init(from input: Double, to output: Double, channels: Int, _ options: Options) throws(AudioError) {
        let resampler = try Resampler(
            inputRate: input, outputRate: output, channels: channels, quality: options.quality,
            complexity: options.complexity, priming: options.priming)
        leadingFrames = resampler.leadingFrames
        trailingFrames = resampler.trailingFrames
        worker =
            options.threads > 1
            ? .team(ParallelResampler(resampler.kernel, channels: channels, options)) : .one(resampler)
    }

    func reset() {
        switch worker {
        case .one(let resampler): resampler.reset()
        case .team(let resampler): resampler.reset()
        }
    }

    func finish() {
        switch worker {
        case .one(let resampler): resampler.finish()
        case .team(let resampler): resampler.finish()
        }
    }

    func inputFramesNeeded(for output: Int) -> Int {
        switch worker {
        case .one(let resampler): resampler.inputFramesNeeded(forOutput: output)
        case .team(let resampler): resampler.inputFramesNeeded(for: output)
        }
    }

    /// Takes and gives planar 32-bit floats, as much of both as there is and fits.
    func process(
        _ source: UnsafePointer<UnsafeRawPointer>, frames: Int, _ destination: UnsafePointer<UnsafeMutableRawPointer>,
        room: Int
    ) -> (consumed: Int, produced: Int) {
        let samples = UnsafeRawPointer(source).assumingMemoryBound(to: UnsafePointer<Float>.self)
        let targets = UnsafeRawPointer(destination).assumingMemoryBound(to: UnsafeMutablePointer<Float>.self)
        switch worker {
        case .one(let resampler):
            return resampler.process(samples, inputFrames: frames, targets, outputCapacity: room)
        case .team(let resampler):
            return resampler.process(samples, frames: frames, targets, room: room)
        }
    }
}

/// A resampler that divides what it renders among threads.
///
/// The kernel has no state, so every output frame has the same bits whichever thread renders it.
private final class ParallelResampler {
    private let kernel: ResamplerKernel
    private let channels: Int
    private let priming: Resampler.Priming
    private let team: WorkerTeam
    private let capacity: Int
    private let storage: UnsafeMutablePointer<Float>
    private let window: UnsafeMutablePointer<UnsafePointer<Float>>
    /// Each worker's pointers.
    private let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    /// The input frame at the window's start; frame 0 is where output frame 0 stands.
    private var windowStart: Int64 = 0
    private var windowCount = 0
    /// The frame after the last one given.
    private var inputEnd: Int64 = 0
    private var outputsDone: Int64 = 0
    private var isFinished = false

    /// Fewer output frames than this are not worth waking threads for.
    private static let smallestShare = 1024

    init(_ kernel: ResamplerKernel, channels: Int, _ options: RateStage.Options) {
        self.kernel = kernel
        self.channels = channels
        priming = options.priming
        team = WorkerTeam(count: options.threads)
        capacity = kernel.taps + options.runLength
        storage = .allocate(capacity: capacity * channels)
        window = .allocate(capacity: channels)
        for channel in 0..<channels { (window + channel).initialize(to: storage + channel * capacity) }
        targets = .allocate(capacity: channels * team.count)
        targets.initialize(repeating: storage, count: channels * team.count)
        reset()
    }

    deinit {
        storage.deallocate()
        window.deallocate()
        targets.deallocate()
    }

    func reset() {
        let first: Int64 =
            switch priming {
            case .pre: -Int64(kernel.leadingFrames)
            case .normal: 0
            case .none: Int64(kernel.trailingFrames)
            }
        (inputEnd, outputsDone, windowCount, isFinished) = (first, 0, 0, false)
        windowStart = -Int64(kernel.leadingFrames)
        appendZeros(Int(first - windowStart))
    }

    func finish() { isFinished = true }

    func inputFramesNeeded(for output: Int) -> Int {
        guard output > 0 else { return 0 }
        let last = kernel.ratio.position(of: outputsDone + Int64(output - 1)).frame
        return Int(max(0, last + Int64(kernel.trailingFrames) + 1 - inputEnd))
    }

    func process(
        _ source: UnsafePointer<UnsafePointer<Float>>, frames: Int,
        _ destination: UnsafePointer<UnsafeMutablePointer<Float>>, room: Int
    ) -> (consumed: Int, produced: Int) {
        var consumed = 0
        var produced = 0
        while true {
            produced += render(destination, at: produced, room: room - produced)
            guard produced < room else { break }
            dropUsed()
            if consumed < frames, !isFinished {
                consumed += append(source, from: consumed, upTo: frames)
            } else if isFinished, priming == .normal, readyLimit < inputEnd {
                appendZeros(min(capacity - windowCount, Int(inputEnd - readyLimit)))
            } else {
                break
            }
        }
        return (consumed, produced)
    }

    /// Outputs before this input frame have all of their input in the window.
    private var readyLimit: Int64 { windowStart + Int64(windowCount) - Int64(kernel.trailingFrames) }

    private func render(
        _ destination: UnsafePointer<UnsafeMutablePointer<Float>>, at start: Int, room: Int
    ) -> Int {
        let limit = isFinished ? min(readyLimit, inputEnd) : readyLimit
        let ready = kernel.ratio.outputs(from: kernel.ratio.position(of: outputsDone), before: limit)
        let count = Int(min(ready, Int64(room)))
        guard count > 0 else { return 0 }
        let shares = max(1, min(team.count, count / Self.smallestShare))
        if shares == 1 {
            renderShare(0, of: 1, count: count, destination, at: start)
        } else {
            team.run { index in
                if index < shares { renderShare(index, of: shares, count: count, destination, at: start) }
            }
        }
        outputsDone += Int64(count)
        return count
    }

    private func renderShare(
        _ index: Int, of shares: Int, count: Int, _ destination: UnsafePointer<UnsafeMutablePointer<Float>>,
        at start: Int
    ) {
        let first = count * index / shares
        let behind = count * (index + 1) / shares
        let own = targets + index * channels
        for channel in 0..<channels { own[channel] = destination[channel] + start + first }
        kernel.render(
            window, firstInputFrame: windowStart, channels: channels, firstOutputFrame: outputsDone + Int64(first),
            count: behind - first, into: own)
    }

    /// Moves what later outputs need to the front of the window.
    private func dropUsed() {
        let next = kernel.ratio.position(of: outputsDone).frame - Int64(kernel.leadingFrames)
        let drop = Int(min(Int64(windowCount), next - windowStart))
        guard drop > 0 else { return }
        windowCount -= drop
        windowStart += Int64(drop)
        for channel in 0..<channels {
            let start = storage + channel * capacity
            start.update(from: start + drop, count: windowCount)
        }
    }

    private func append(_ source: UnsafePointer<UnsafePointer<Float>>, from start: Int, upTo end: Int) -> Int {
        let count = min(end - start, capacity - windowCount)
        for channel in 0..<channels {
            (storage + channel * capacity + windowCount).update(from: source[channel] + start, count: count)
        }
        windowCount += count
        inputEnd += Int64(count)
        return count
    }

    private func appendZeros(_ count: Int) {
        guard count > 0 else { return }
        for channel in 0..<channels {
            (storage + channel * capacity + windowCount).update(repeating: 0, count: count)
        }
        windowCount += count
    }
}
