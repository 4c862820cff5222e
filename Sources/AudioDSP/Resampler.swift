import AudioCore

/// Changes the sample rate of a stream of planar 32-bit float.
///
/// N input frames become exactly the output frames that stand before the input's end, ceil(N * out / in), and output
/// frame 0 stands at input frame 0: there is no delay between input and output, only input that must be given before
/// output comes. One stream's, used by one thread at a time; everything is allocated in `init`.
package final class Resampler: @unchecked Sendable {
    /// `kConverterPrimeMethod_…`: where the first output frame stands and what surrounds the input.
    package enum Priming: Sendable {
        /// The client gives `leadingFrames` before and `trailingFrames` after what it wants: the first output stands at
        /// input frame `leadingFrames`.
        case pre
        /// Silence surrounds the input: the first output stands at input frame 0.
        case normal
        /// The first output comes with the first input, so it stands `trailingFrames` before it.
        case none
    }

    package let kernel: ResamplerKernel
    package let channels: Int
    /// Input frames past an output's position that must be there before it comes.
    package var latency: Int { trailingFrames }
    /// Input frames before an output's position that it is made of.
    package let leadingFrames: Int
    /// Input frames after it.
    package let trailingFrames: Int

    /// Frames that the window holds beyond one filter's length.
    private static let block = 2048

    private let table: ResamplerTable
    private let capacity: Int
    private let storage: UnsafeMutablePointer<Float>
    private let window: UnsafeMutablePointer<UnsafePointer<Float>>
    private let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let interleave: Interleave
    private let isVariable: Bool
    private var priming: Priming
    private var currentRatio: ResamplerRatio
    private var position = ResamplerPosition(frame: 0, part: 0)
    /// The input frame at the window's start, and how many frames the window holds.
    private var windowStart: Int64 = 0
    private var windowCount = 0
    /// All input frames taken so far.
    private var inputTotal: Int64 = 0
    private var isFinished = false

    /// - Parameters:
    ///   - quality: 0 to 127, `kAudioConverterQuality_…`.
    ///   - complexity: 'line', 'norm', 'bats' or 'minp', `kAudioConverterSampleRateConverterComplexity_…`.
    ///   - variable: whether `ratio` will be set while the stream runs.
    /// - Throws: `inputSampleRate`, `outputSampleRate` for rates that are not positive or more than 64 times apart;
    ///   `parameter` for other than 1 to 1024 channels; `converterProperty` for an unknown complexity.
    package init(
        inputRate: Double, outputRate: Double, channels: Int, quality: Int = 0x7F, complexity: FourCC = "norm",
        priming: Priming = .normal, variable: Bool = false, kernels: Kernels = .best
    ) throws(AudioError) {
        guard (1...1024).contains(channels) else {
            throw .parameter.because("\(channels) channels cannot be resampled")
        }
        let exact = try ResamplerRatio(inputRate: inputRate, outputRate: outputRate)
        let design = try ResamplerDesign.forQuality(quality, complexity: complexity)
        let ratio = variable ? ResamplerRatio(step: exact.step) : exact
        kernel = try ResamplerKernel(ratio: ratio, design: design, interpolated: variable, kernels: kernels)
        table = kernel.table
        leadingFrames = kernel.leadingFrames
        trailingFrames = kernel.trailingFrames
        self.channels = channels
        self.priming = priming
        interleave = Interleave(kernels: kernels)
        isVariable = variable
        currentRatio = ratio
        capacity = kernel.taps + Self.block
        storage = .allocate(capacity: capacity * channels)
        window = .allocate(capacity: channels)
        targets = .allocate(capacity: channels)
        for channel in 0..<channels { window[channel] = UnsafePointer(storage + channel * capacity) }
        reset()
    }

    deinit {
        storage.deallocate()
        window.deallocate()
        targets.deallocate()
    }

    /// Output frames per input frame.
    ///
    /// Set it as often as you like, for instance to follow another clock: positions go on from where they are, so there
    /// is no click. The filter stays the one for the rates given at the start, so going
    /// much further down lets aliases through. Real-time safe; ignored unless the resampler was made variable, and kept
    /// within 1/64…64 and what the filter spans.
    package var ratio: Double {
        @_noLocks get { Double(currentRatio.denominator) / Double(currentRatio.numerator) }
        @_noLocks set {
            guard isVariable, newValue > 0 else { return }
            let longest = min(ResamplerRatio.limit, Double(table.taps))
            currentRatio = ResamplerRatio(step: max(1 / ResamplerRatio.limit, min(longest, 1 / newValue)))
        }
    }

    /// Forgets all input, as at the start. Real-time safe.
    @_noLocks package func reset() { reset(priming: priming) }

    @_noLocks package func reset(priming: Priming) {
        self.priming = priming
        let first: Int64 =
            switch priming {
            case .pre: Int64(leadingFrames)
            case .normal: 0
            case .none: -Int64(trailingFrames)
            }
        position = ResamplerPosition(frame: first, part: 0)
        windowStart = first - Int64(leadingFrames)
        windowCount = 0
        inputTotal = 0
        isFinished = false
        appendZeros(Int(-windowStart))
    }

    /// Takes input and gives output, as much of both as there is and fits. Real-time safe.
    ///
    /// - Returns: the frames taken from `input`, and those written to `output`. Input is left when the output is full.
    @_noLocks package func process(
        _ input: UnsafePointer<UnsafePointer<Float>>, inputFrames: Int,
        _ output: UnsafePointer<UnsafeMutablePointer<Float>>, outputCapacity: Int
    ) -> (consumed: Int, produced: Int) {
        var consumed = 0
        var produced = 0
        while true {
            let room = outputCapacity - produced
            let count = outputFrames(upTo: room)
            if count > 0 {
                for channel in 0..<channels { targets[channel] = output[channel] + produced }
                render(count, stride: 1)
                produced += count
            }
            guard count < room else { break }
            dropUsed()
            if consumed < inputFrames, !isFinished {
                consumed += append(input, from: consumed, upTo: inputFrames)
            } else if !appendEnd() {
                break
            }
        }
        return (consumed, produced)
    }

    /// The same with the channels side by side, without a pass that brings them together. Real-time safe; for a variable
    /// resampler alone, since the filters of an exact table write planes.
    @_noLocks package func process(
        interleaved input: UnsafePointer<Float>, inputFrames: Int, _ output: UnsafeMutablePointer<Float>,
        outputCapacity: Int
    ) -> (consumed: Int, produced: Int) {
        var consumed = 0
        var produced = 0
        while true {
            let room = outputCapacity - produced
            let count = outputFrames(upTo: room)
            if count > 0 {
                for channel in 0..<channels { targets[channel] = output + produced * channels + channel }
                render(count, stride: channels)
                produced += count
            }
            guard count < room else { break }
            dropUsed()
            if consumed < inputFrames, !isFinished {
                consumed += append(input + consumed * channels, inputFrames - consumed)
            } else if !appendEnd() {
                break
            }
        }
        return (consumed, produced)
    }

    /// Says that no more input will come: the frames that wait for it come out with the next calls of `process`.
    @_noLocks package func finish() { isFinished = true }

    /// Output frames that are still to come after `finish`.
    package var framesToFlush: Int64 {
        @_noLocks get {
            let end = priming == .normal ? inputTotal : inputTotal - Int64(trailingFrames)
            return currentRatio.outputs(from: position, before: end)
        }
    }

    /// Input frames to give before `count` more output frames come, 0 where they come without.
    @_noLocks package func inputFramesNeeded(forOutput count: Int) -> Int {
        guard count > 0 else { return 0 }
        var last = position
        last.advance(Int64(count - 1), currentRatio)
        return Int(max(0, last.frame + Int64(trailingFrames) + 1 - inputTotal))
    }

    /// Output frames that would come after `count` more input frames, before `finish`.
    @_noLocks package func outputFramesAvailable(afterInput count: Int) -> Int64 {
        currentRatio.outputs(from: position, before: inputTotal + Int64(count) - Int64(trailingFrames))
    }

    /// Outputs before this input frame have all of their input in the window.
    private var readyLimit: Int64 { @_noLocks get { windowStart + Int64(windowCount) - Int64(trailingFrames) } }

    /// Outputs that can come now, at most `room`.
    @_noLocks private func outputFrames(upTo room: Int) -> Int {
        let limit = isFinished ? min(readyLimit, inputTotal) : readyLimit
        return Int(min(currentRatio.outputs(from: position, before: limit), Int64(room)))
    }

    /// Renders to `targets`.
    @_noLocks private func render(_ count: Int, stride: Int) {
        table.render(
            window, firstInputFrame: windowStart, channels: channels, at: position, ratio: currentRatio, count: count,
            into: targets, stride: stride)
        position.advance(Int64(count), currentRatio)
    }

    /// Moves what later outputs need to the front of the window.
    @_noLocks private func dropUsed() {
        let drop = Int(min(Int64(windowCount), position.frame - Int64(leadingFrames) - windowStart))
        guard drop > 0 else { return }
        windowCount -= drop
        windowStart += Int64(drop)
        for channel in 0..<channels {
            let start = storage + channel * capacity
            move(from: start + drop, to: start, count: windowCount)
        }
    }

    @_noLocks private func append(_ input: UnsafePointer<UnsafePointer<Float>>, from start: Int, upTo end: Int) -> Int {
        let count = min(end - start, capacity - windowCount)
        for channel in 0..<channels {
            move(from: input[channel] + start, to: storage + channel * capacity + windowCount, count: count)
        }
        windowCount += count
        inputTotal += Int64(count)
        return count
    }

    /// Takes frames whose channels are side by side.
    @_noLocks private func append(_ input: UnsafePointer<Float>, _ frames: Int) -> Int {
        let count = min(frames, capacity - windowCount)
        for channel in 0..<channels { targets[channel] = storage + channel * capacity + windowCount }
        interleave.split(input, targets, channels: channels, frames: count)
        windowCount += count
        inputTotal += Int64(count)
        return count
    }

    /// Takes the silence behind the end, as far as outputs before the end need it; false where they need none.
    @_noLocks private func appendEnd() -> Bool {
        guard isFinished, priming == .normal, readyLimit < inputTotal else { return false }
        appendZeros(min(capacity - windowCount, Int(inputTotal - readyLimit)))
        return true
    }

    @_noLocks private func appendZeros(_ count: Int) {
        guard count > 0 else { return }
        for channel in 0..<channels {
            let start = storage + channel * capacity + windowCount
            for i in 0..<count { start[i] = 0 }
        }
        windowCount += count
    }

    @_noLocks private func move(from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, count: Int) {
        UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count * MemoryLayout<Float>.stride)
    }
}
