import AudioCore
import CRealtime
import Glibc

/// Reads a ring as fast as another device's clock fills it, so that no frame is lost or repeated.
///
/// A controller compares, over a quarter of a second each, where the writer is by its clock with where the reader is. As long
/// as the two clocks agree the frames pass unchanged. Once they drift apart the frames are interpolated, between positions
/// that move on a little faster or slower. For the reader's audio thread alone, but for `init`.
final class DriftFollower: @unchecked Sendable {
    /// How much faster than its own clock the reader reads: 0 where the clocks agree.
    private(set) var correction = 0.0
    /// How many frames more wait than before the reader stalled, until the next `rewind`; 0 without a stall, and where the reader has
    /// caught up.
    private(set) var late = 0

    private let ring: Ring
    private let ringLink: Unmanaged<Ring>
    private let channels: Int
    private let sampleRate: Double
    /// Frames that were taken from the ring: those around and after the position.
    private let window: UnsafeMutablePointer<Float>
    private let capacity: Int
    private let kernel = DriftFollower.weights
    private var windowFrames = 0
    /// The next frame to deliver, counted in the window.
    private var position = 0.0

    // The controller.
    private var target = 0.0
    private var hasTarget = false
    private var lastMean = 0.0
    private var isFollowing = false
    private var sum = 0.0
    /// The same for the part of the distance that is not in the ring yet, which is a matter of the clocks alone.
    private var unwrittenSum = 0.0
    private var lastUnwritten = 0.0
    /// What the controller knew before the last interval: that may have had the beginning of a jump.
    private var previous = Knowledge()
    /// The target before a stall whose end has not been seen; not a number without one.
    private var targetBefore = Double.nan
    private var sumCount = 0
    private var sumFrames = 0
    private var integral = 0.0
    /// Seconds since the target was measured.
    private var age = 0.0

    private struct Knowledge {
        var target = Double.nan
        var isFollowing = false
        var integral = 0.0
        var correction = 0.0
    }

    private enum Tuning {
        /// Frames that one delivered frame is interpolated from.
        static var taps: Int { @_noLocks get { 32 } }
        /// Positions between two frames for which the interpolation's weights are stored.
        static var phases: Int { @_noLocks get { 256 } }
        /// Seconds over which a distance is averaged.
        static var interval: Double { @_noLocks get { 0.25 } }
        /// Frames of difference that are taken for the jitter of clocks that agree.
        static var tolerance: Double { @_noLocks get { 8 } }
        /// Frames of difference from which on the speed must be right at once: a third of the reserve.
        static var urgency: Double { @_noLocks get { 32 } }
        /// The most by which devices drift apart, as parts of the speed, and more than clocks of any kind do.
        static var usualDrift: Double { @_noLocks get { 0.0005 } }
        static var mostDrift: Double { @_noLocks get { 0.0025 } }
        /// The controller's frequency in radians a second: it settles within half a minute.
        static var bandwidth: Double { @_noLocks get { 0.3 } }
        static var mostCorrection: Double { @_noLocks get { 0.005 } }
        /// Seconds by which two intervals' distances differ where one of the clocks has jumped: more than drift and the
        /// controller do together.
        static var leastJump: Double { @_noLocks get { 0.005 } }
    }

    /// - Parameter frames: the most that are read at once.
    init(_ ring: Ring, sampleRate: Double, frames: Int) {
        self.ring = ring
        ringLink = .passUnretained(ring)
        channels = ring.channels
        self.sampleRate = sampleRate
        capacity = 2 * frames + 4 * Tuning.taps
        window = .allocate(capacity: capacity * channels)
        rewind()
    }

    deinit { window.deallocate() }

    /// Frames that must wait in the ring before the first read, beside those that it delivers and a cycle of the writer.
    ///
    /// Some are the interpolation's. The others cover what the clocks part by until the drift is known, up to 2000 ppm: four
    /// times as much as clocks differ by.
    static let margin = 3 * Tuning.taps

    /// A sinc under a Kaiser window, at all fractions of a frame.
    private nonisolated(unsafe) static let weights = {
        let kernel = UnsafeMutablePointer<Float>.allocate(capacity: (Tuning.phases + 1) * Tuning.taps)
        let beta = 9.0
        let bessel = { (x: Double) in
            (1..<40).reduce((sum: 1.0, term: 1.0)) { at, k in
                let term = at.term * (x / 2 / Double(k)) * (x / 2 / Double(k))
                return (at.sum + term, term)
            }.sum
        }
        for phase in 0...Tuning.phases {
            let fraction = Double(phase) / Double(Tuning.phases)
            let row = kernel + phase * Tuning.taps
            var total = 0.0
            let values = (0..<Tuning.taps).map { tap in
                let x = Double(tap - Tuning.taps / 2 + 1) - fraction
                let place = min(1, abs(x) / Double(Tuning.taps / 2))
                let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
                let value = sinc * bessel(beta * (1 - place * place).squareRoot()) / bessel(beta)
                total += value
                return value
            }
            for tap in 0..<Tuning.taps { row[tap] = Float(values[tap] / total) }
        }
        return kernel
    }()

    // MARK: Audio thread

    /// Starts over with the frame that the ring returns next, at the speed that is known by then.
    @_noLocks func rewind() {
        _ = realtime_fill(window, 0, Tuning.taps * channels * MemoryLayout<Float>.stride)
        windowFrames = Tuning.taps
        position = Double(Tuning.taps)
        (hasTarget, late, targetBefore) = (false, 0, .nan)
        (sum, unwrittenSum, sumCount, sumFrames) = (0, 0, 0, 0)
        previous.target = .nan
    }

    /// How many frames more wait than usually; 0 where it is not known how many do. A `rewind` has to follow.
    ///
    /// - Parameter ahead: as for `read`.
    @_noLocks func surplus(ahead: Double) -> Int {
        undoLastInterval()
        let usual = hasTarget ? target : targetBefore
        let frames = ahead + Double(windowFrames) - position - usual
        return abs(frames) < Double(Int32.max) ? Int(frames + (frames < 0 ? -0.5 : 0.5)) : 0
    }

    /// Frames that were taken from the ring and are still to be delivered.
    @_noLocks func lead() -> Int { windowFrames - Int(position) }

    /// Delivers up to `frames` frames: fewer where the ring has no more.
    ///
    /// - Parameter ahead: frames between the ring's reader and the place where the writer is now, by the writer's clock.
    @_noLocks func read(_ samples: UnsafeMutablePointer<Float>, frames: Int, ahead: Double) -> Int {
        let distance = ahead + Double(windowFrames) - position
        let unwritten = ahead - Double(ringLink._withUnsafeGuaranteedRef { $0.filled() })
        let speed = 1 + correction
        let last = Int(position + Double(frames - 1) * speed)
        take(last + Tuning.taps / 2 + 1 - windowFrames)
        var done = 0
        while done < frames, Int(position) + Tuning.taps / 2 < windowFrames {
            deliver(samples + done * channels)
            position += speed
            done += 1
        }
        dropPassed()
        follow(distance, unwritten, frames)
        return done
    }

    @_noLocks private func take(_ wanted: Int) {
        let count = min(wanted, capacity - windowFrames)
        guard count > 0 else { return }
        let end = window + windowFrames * channels
        windowFrames += ringLink._withUnsafeGuaranteedRef { $0.read(end, frames: count) }
    }

    /// The frame at the position.
    @_noLocks private func deliver(_ target: UnsafeMutablePointer<Float>) {
        let whole = Int(position)
        let fraction = position - Double(whole)
        guard fraction > 0 else {
            for channel in 0..<channels { target[channel] = window[whole * channels + channel] }
            return
        }
        let place = fraction * Double(Tuning.phases)
        let row = kernel + Int(place) * Tuning.taps
        let blend = Float(place - Double(Int(place)))
        let first = window + (whole - Tuning.taps / 2 + 1) * channels
        for channel in 0..<channels {
            var value: Float = 0
            for tap in 0..<Tuning.taps {
                let weight = row[tap] + (row[tap + Tuning.taps] - row[tap]) * blend
                value += first[tap * channels + channel] * weight
            }
            target[channel] = value
        }
    }

    /// Moves what is still needed to the window's beginning.
    @_noLocks private func dropPassed() {
        let passed = min(Int(position) - Tuning.taps, windowFrames)
        guard passed > 0 else { return }
        let left = windowFrames - passed
        for index in 0..<left * channels { window[index] = window[passed * channels + index] }
        windowFrames = left
        position -= Double(passed)
    }

    /// Adjusts the speed so that the distance to the writer stays what it was when the drift was found.
    @_noLocks private func follow(_ distance: Double, _ unwritten: Double, _ frames: Int) {
        sum += distance
        unwrittenSum += unwritten
        sumCount += 1
        sumFrames += frames
        guard Double(sumFrames) >= Tuning.interval * sampleRate else { return }
        let mean = sum / Double(sumCount)
        let unwrittenMean = unwrittenSum / Double(sumCount)
        let unwrittenGrowth = unwrittenMean - lastUnwritten
        lastUnwritten = unwrittenMean
        let seconds = Double(sumFrames) / sampleRate
        (sum, unwrittenSum, sumCount, sumFrames) = (0, 0, 0, 0)
        let leastJump = Tuning.leastJump * sampleRate
        guard hasTarget else {
            // After a stall that the reader has caught up with, as much waits as before.
            if mean - targetBefore > leastJump { late = Int(mean - targetBefore + 0.5) }
            (target, lastMean, hasTarget, age, targetBefore) = (mean, mean, true, 0, .nan)
            return
        }
        // After a jump, distances have nothing to do with those before. The speed stays. Where a clock has jumped, the ring has no more
        // frames than before; after a stall of the reader it has.
        guard abs(mean - lastMean) <= leastJump else {
            undoLastInterval()
            if abs(unwrittenGrowth) <= leastJump / 2 { targetBefore = target }
            hasTarget = false
            return
        }
        previous.target = target
        previous.isFollowing = isFollowing
        previous.integral = integral
        previous.correction = correction
        let error = mean - target
        let growth = (mean - lastMean) / seconds
        lastMean = mean
        age += seconds
        if !isFollowing {
            // The first interval's difference may be that of a clock that is not steady yet.
            guard abs(error) > Tuning.tolerance, age > 1.5 * Tuning.interval else { return }
            isFollowing = true
            integral = firstSpeed(error, growth) / (Tuning.bandwidth * Tuning.bandwidth)
            target = mean
        } else {
            integral += error * seconds
        }
        let most = Tuning.mostCorrection * sampleRate / (Tuning.bandwidth * Tuning.bandwidth)
        integral = max(-most, min(most, integral))
        // Critically damped: 2ω times the error, and ω² times its integral.
        let wanted = Tuning.bandwidth * (2 * (mean - target) + Tuning.bandwidth * integral) / sampleRate
        correction = max(-Tuning.mostCorrection, min(Tuning.mostCorrection, wanted))
    }

    /// What the last interval has found of a jump that began in it was no drift.
    @_noLocks private func undoLastInterval() {
        guard !previous.target.isNaN else { return }
        target = previous.target
        isFollowing = previous.isFollowing
        integral = previous.integral
        correction = previous.correction
        previous.target = .nan
    }

    /// The speed to begin with, in frames a second beside the reader's own.
    ///
    /// From no speed on, the reader would lose all that waits in reserve before it reads as fast as the writer writes. But only
    /// what grows in each interval is drift. What a busy machine delays once is not, and would be heard as a wrong pitch for
    /// half a minute.
    @_noLocks private func firstSpeed(_ error: Double, _ growth: Double) -> Double {
        let drift = error / age
        guard growth * drift > 0 else { return 0 }
        let speed = min(abs(growth), abs(drift))
        guard speed < Tuning.mostDrift * sampleRate else { return 0 }
        let most = abs(error) < Tuning.urgency ? Tuning.usualDrift * sampleRate : speed
        return drift > 0 ? min(speed, most) : -min(speed, most)
    }
}
