import AudioCore
import Glibc

/// Measures how loud a programme is, after ITU-R BS.1770-4, EBU Tech 3341 and 3342.
///
/// Sound is weighted by frequency, its power is taken over blocks of 400 ms that begin every 100 ms, and blocks that are
/// silent, or 10 LU below the rest, do not count. Memory grows by one number a channel every 100 ms. Not real-time safe.
package struct LoudnessMeter {
    package let sampleRate: Double
    /// What each channel counts: 1 in front, 1.41 for surround, 0 for low-frequency effects.
    private let weights: [Double]
    private var filters: [KWeighting]
    /// Of each channel in turn: the sum of squares in the step that is being filled.
    private var sums: [Double]
    /// Of each step and, within it, each channel: the mean square.
    private var steps: [Double] = []
    private var frame = 0
    private var stepStart = 0
    private var stepEnd: Int
    /// The largest magnitude of each channel, and the frame where it first stood.
    package private(set) var peaks: [(value: Float, frame: Int)]

    private static let stepsPerSecond = 10.0
    private static let momentarySteps = 4
    private static let shortTermSteps = 30
    /// What makes a full-scale sine of 997 Hz in one channel measure −3.01 LUFS.
    private static let offset = -0.691
    private static let absoluteGate = -70.0

    /// - Parameter labels: the channels' places; by default those that so many channels usually have.
    package init(sampleRate: Double, channels: Int, labels: [UInt32]? = nil) {
        self.sampleRate = sampleRate
        weights = (labels ?? Self.usualLabels(channels)).prefix(channels).map(Self.weight)
        filters = Array(repeating: KWeighting(sampleRate: sampleRate), count: channels)
        sums = Array(repeating: 0, count: channels)
        peaks = Array(repeating: (0, 0), count: channels)
        stepEnd = Self.boundary(1, sampleRate)
    }

    private static func boundary(_ step: Int, _ rate: Double) -> Int {
        Int((Double(step) * rate / stepsPerSecond).rounded())
    }

    private static func usualLabels(_ channels: Int) -> [UInt32] {
        let front = [ChannelLabel.left, ChannelLabel.right, ChannelLabel.center]
        let surround = [ChannelLabel.leftSurround, ChannelLabel.rightSurround]
        switch channels {
        case 5: return front + surround
        case 6: return front + [ChannelLabel.lfe] + surround
        case 8:
            return front + [ChannelLabel.lfe] + surround + [
                ChannelLabel.rearSurroundLeft, ChannelLabel.rearSurroundRight,
            ]
        default: return Array(repeating: ChannelLabel.unknown, count: channels)
        }
    }

    private static func weight(_ label: UInt32) -> Double {
        if ChannelLabel.isLowFrequency(label) { return 0 }
        let surround: Set<UInt32> = [
            ChannelLabel.leftSurround, ChannelLabel.rightSurround, ChannelLabel.leftSurroundDirect,
            ChannelLabel.rightSurroundDirect, ChannelLabel.rearSurroundLeft, ChannelLabel.rearSurroundRight,
            ChannelLabel.centerSurround,
        ]
        return surround.contains(label) ? 1.41 : 1
    }

    // MARK: Measuring

    /// Adds frames of interleaved samples. What is not a number counts as silence.
    package mutating func add(_ samples: UnsafePointer<Float>, frames: Int) {
        var done = 0
        while done < frames {
            let count = min(frames - done, stepEnd - frame)
            let channels = weights.count
            for channel in 0..<channels {
                sums[channel] += filters[channel].power(
                    samples + done * channels + channel, stride: channels, count: count, at: frame, &peaks[channel])
            }
            done += count
            frame += count
            if frame == stepEnd { finishStep() }
        }
    }

    private mutating func finishStep() {
        for channel in sums.indices {
            steps.append(sums[channel] / Double(stepEnd - stepStart))
            sums[channel] = 0
        }
        stepStart = stepEnd
        stepEnd = Self.boundary(stepCount + 1, sampleRate)
    }

    private var stepCount: Int { weights.isEmpty ? 0 : steps.count / weights.count }

    // MARK: What was measured

    /// A programme's loudness, in LUFS and LU. Silence is −∞.
    package struct Result: Sendable {
        /// Over the whole programme, gated.
        package var integrated = -Double.infinity
        /// The greatest of 400 ms and of 3 s.
        package var maximumMomentary = -Double.infinity
        package var maximumShortTerm = -Double.infinity
        /// From the 10th to the 95th percentile of the loudness of 3 s.
        package var range = 0.0
        /// Weighted mean squares of the channels over the blocks that count.
        package var channelPowers: [Double] = []
        /// Of each channel the greatest power of 400 ms, and the second at which it begins.
        package var channelMaxima: [(power: Double, start: Double)] = []
    }

    package func result() -> Result {
        var result = Result()
        let blocks = blocks(of: Self.momentarySteps)
        let counted = gated(blocks, below: -10)
        let channels = weights.count
        result.channelPowers = (0..<channels).map { channel in mean(counted.map { power(blocks, $0, channel) }) }
        result.integrated = Self.loudness(result.channelPowers.reduce(0, +))
        result.channelMaxima = (0..<channels).map { channel in
            var most = (power: 0.0, start: 0.0)
            for block in 0..<blocks.count / max(1, channels) where power(blocks, block, channel) > most.power {
                most = (power(blocks, block, channel), Double(block) / Self.stepsPerSecond)
            }
            return most
        }
        result.maximumMomentary = loudnesses(blocks).max() ?? -.infinity
        let long = blocks.count > 0 ? self.blocks(of: Self.shortTermSteps) : []
        let longLoudnesses = loudnesses(long)
        result.maximumShortTerm = longLoudnesses.max() ?? -.infinity
        let heard = gated(long, below: -20).map { longLoudnesses[$0] }.sorted()
        if heard.count > 1 {
            func percentile(_ part: Double) -> Double { heard[Int((Double(heard.count - 1) * part).rounded())] }
            result.range = percentile(0.95) - percentile(0.1)
        }
        return result
    }

    private static func loudness(_ power: Double) -> Double { power > 0 ? offset + 10 * log10(power) : -.infinity }

    private func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }

    private func power(_ blocks: [Double], _ block: Int, _ channel: Int) -> Double {
        blocks[block * weights.count + channel]
    }

    /// Weighted mean squares over so many steps, from each step on. A programme shorter than a block is one block.
    private func blocks(of length: Int) -> [Double] {
        let channels = weights.count
        var steps = steps
        if stepCount < length {
            guard length == Self.momentarySteps, frame > 0 else { return [] }
            // What there is, spread over the block's steps.
            let total = (0..<channels).map { channel in
                sums[channel]
                    + (0..<stepCount).reduce(0.0) { sum, step in
                        let size = Self.boundary(step + 1, sampleRate) - Self.boundary(step, sampleRate)
                        return sum + steps[step * channels + channel] * Double(size)
                    }
            }
            steps = (0..<length).flatMap { _ in total.map { $0 / Double(frame) } }
        }
        let count = steps.count / max(1, channels) - length + 1
        var blocks: [Double] = []
        blocks.reserveCapacity(max(0, count) * channels)
        for start in 0..<max(0, count) {
            for channel in 0..<channels {
                var sum = 0.0
                for step in start..<start + length { sum += steps[step * channels + channel] }
                blocks.append(sum / Double(length) * weights[channel])
            }
        }
        return blocks
    }

    private func loudnesses(_ blocks: [Double]) -> [Double] {
        let channels = weights.count
        guard channels > 0 else { return [] }
        return stride(from: 0, to: blocks.count, by: channels).map { start in
            Self.loudness(blocks[start..<start + channels].reduce(0, +))
        }
    }

    /// The blocks above the absolute gate and above the one that lies `below` what those measure together.
    private func gated(_ blocks: [Double], below: Double) -> [Int] {
        let loudnesses = loudnesses(blocks)
        let heard = loudnesses.indices.filter { loudnesses[$0] > Self.absoluteGate }
        let powers = heard.map { block in (0..<weights.count).reduce(0) { $0 + power(blocks, block, $1) } }
        let gate = Self.loudness(mean(powers)) + below
        return heard.filter { loudnesses[$0] > gate }
    }
}

/// The two filters through which one channel is heard: a shelf for the head, and a high pass.
///
/// BS.1770 gives their coefficients for 48 kHz, in tables 1 and 2; at other rates they are the same analogue filters.
private struct KWeighting {
    private let shelf: SecondOrderFilter
    private let highPass: SecondOrderFilter
    /// The tone by which meters are checked, and about where the high pass begins.
    private static let reference = 997.0
    private static let corner = 38.0
    private var state = SIMD4<Double>()

    init(sampleRate: Double) {
        shelf = SecondOrderFilter(
            forward: (1.53512485958697, -2.69169618940638, 1.19839281085285),
            back: (-1.69065929318241, 0.73248077421585)
        ).moved(from: 48_000, to: sampleRate, agreeingAt: Self.reference)
        highPass = SecondOrderFilter(forward: (1, -2, 1), back: (-1.99004745483398, 0.99007225036621))
            .moved(from: 48_000, to: sampleRate, agreeingAt: Self.corner)
    }

    /// The sum of the squares of filtered samples; the largest unfiltered magnitude goes into `peak`.
    mutating func power(
        _ samples: UnsafePointer<Float>, stride: Int, count: Int, at frame: Int,
        _ peak: inout (value: Float, frame: Int)
    ) -> Double {
        var sum = 0.0
        var s = state
        for i in 0..<count {
            var sample = samples[i * stride]
            if !sample.isFinite { sample = 0 }
            if abs(sample) > peak.value { peak = (abs(sample), frame + i) }
            let x = Double(sample)
            let y = shelf.forward.0 * x + s[0]
            s[0] = shelf.forward.1 * x - shelf.back.0 * y + s[1]
            s[1] = shelf.forward.2 * x - shelf.back.1 * y
            let z = highPass.forward.0 * y + s[2]
            s[2] = highPass.forward.1 * y - highPass.back.0 * z + s[3]
            s[3] = highPass.forward.2 * y - highPass.back.1 * z
            sum += z * z
        }
        // Numbers too small to hear would slow down what follows.
        for lane in 0..<4 where abs(s[lane]) < 1e-30 { s[lane] = 0 }
        state = s
        return sum
    }
}

/// A digital filter of second order, as its polynomials in the delay z⁻¹; the one it feeds back begins with 1.
private struct SecondOrderFilter {
    var forward: (Double, Double, Double)
    var back: (Double, Double)

    /// The filter that is at another rate what this one is at `old`, by way of the analogue filter that the bilinear
    /// transform makes of both. They agree exactly at `frequency`.
    func moved(from old: Double, to new: Double, agreeingAt frequency: Double) -> SecondOrderFilter {
        // With z⁻¹ = (1 − s) / (1 + s), polynomials in s, the lowest power first.
        func analogue(_ c: (Double, Double, Double)) -> (Double, Double, Double) {
            (c.0 + c.1 + c.2, 2 * (c.0 - c.2), c.0 - c.1 + c.2)
        }
        // And back again, with s stretched.
        func digital(_ c: (Double, Double, Double), _ stretch: Double) -> (Double, Double, Double) {
            let (first, second) = (c.1 * stretch, c.2 * stretch * stretch)
            return (c.0 + first + second, 2 * (c.0 - second), c.0 - first + second)
        }
        // On the axis of s, a frequency is the tangent of half its angle. Below the highest that the rate has.
        let stretch = tan(.pi * frequency / old) / tan(.pi * min(frequency / new, 0.499))
        let zeros = digital(analogue(forward), stretch)
        let feedback = digital(analogue((1, back.0, back.1)), stretch)
        return SecondOrderFilter(
            forward: (zeros.0 / feedback.0, zeros.1 / feedback.0, zeros.2 / feedback.0),
            back: (feedback.1 / feedback.0, feedback.2 / feedback.0))
    }
}
