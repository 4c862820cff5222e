import CKernels
import Glibc

/// Estimates the echo of what is played in what a microphone hears, and subtracts it.
///
/// A Kalman filter in the frequency domain: the room's response is divided into partitions of a block each, and each bin of each
/// partition has a coefficient and the variance of its error. A bin adapts as fast as its error is large in relation to what
/// the microphone hears beside the echo. While a near voice speaks, the filter hardly changes: there is no detector of double
/// talk, and nothing to misjudge.
///
/// Made beforehand with all its memory. `process` is real-time safe.
final class EchoFilter {
    enum Tuning {
        /// How much of a coefficient remains from block to block, where the room changes slowly.
        static var memory: Float { @_noLocks get { 0.9999 } }
        /// The variance of an unknown coefficient.
        static var startVariance: Float { @_noLocks get { 0.05 } }
        /// The part of a step that is certain to reduce the error: frames overlap by a half.
        static var learned: Float { @_noLocks get { 0.5 } }
        /// How much of the past the power of other sound has.
        static var smoothing: Float { @_noLocks get { 0.9 } }
        /// The part of a block's error that counts as other sound at least.
        static var leastOther: Float { @_noLocks get { 0.2 } }
        /// The blocks between two new starts.
        static var pause: Int { @_noLocks get { 125 } }
        /// The power of a sample below which nothing is played.
        static var silence: Float { @_noLocks get { 1e-10 } }
    }

    let block: Int
    let bins: Int
    private let partitions: Int
    private let transform: FourierTransform
    private let transformLink: Unmanaged<FourierTransform>

    /// What was played: a spectrum for each partition. The newest is at `head`.
    private let played: Spectrum
    private var head = 0
    private let coefficients: Spectrum
    private let variances: UnsafeMutablePointer<Float>
    private let otherPower: UnsafeMutablePointer<Float>
    private let denominators: UnsafeMutablePointer<Float>
    private let lastPlayed: UnsafeMutablePointer<Float>
    private let work: Spectrum
    private let error: Spectrum
    private var isFresh = true

    /// The microphone without the echo, the echo, and the power that the rest of the echo is expected to have in each bin.
    let residual: UnsafeMutablePointer<Float>
    let echo: UnsafeMutablePointer<Float>
    let expected: UnsafeMutablePointer<Float>

    // Powers, smoothed over blocks.
    private var (slowError, slowHeard): (Float, Float) = (0, 0)
    private var (fastError, fastHeard): (Float, Float) = (0, 0)
    private var (ratioPlayed, ratioHeard): (Float, Float) = (1e-9, 0)
    private var blocksToStart = 0
    /// The part of the echo that is given back, because the filter is worse than none.
    private var distrust: Float = 0
    /// Blocks for which the device has played since the sound ended.
    private var silentBlocks = Int.max

    /// - Parameters:
    ///   - block: frames of a block, a power of two.
    ///   - tail: frames of the longest response.
    init(block: Int, tail: Int) {
        self.block = block
        bins = block + 1
        partitions = max(1, (tail + block - 1) / block)
        transform = FourierTransform(size: 2 * block)
        transformLink = .passUnretained(transform)
        played = .allocate(partitions * bins)
        coefficients = .allocate(partitions * bins)
        // Partitions are transformed two at a time, of which the second may be beyond the last.
        work = .allocate(2 * block)
        error = .allocate(2 * block)
        func floats(_ count: Int, _ value: Float = 0) -> UnsafeMutablePointer<Float> {
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
            memory.initialize(repeating: value, count: count)
            return memory
        }
        variances = floats(partitions * bins, Tuning.startVariance)
        otherPower = floats(bins)
        denominators = floats(bins)
        lastPlayed = floats(block)
        residual = floats(block)
        echo = floats(block)
        expected = floats(bins)
    }

    deinit {
        played.deallocate()
        coefficients.deallocate()
        work.deallocate()
        error.deallocate()
        for memory in [variances, otherPower, denominators, lastPlayed, residual, echo, expected] {
            memory.deallocate()
        }
    }

    /// Takes a block of what was played and one of what was heard. The results are in `residual`, `echo` and `expected`.
    @_noLocks func process(played far: UnsafePointer<Float>, heard: UnsafePointer<Float>) {
        guard take(far) else {
            for index in 0..<block { (residual[index], echo[index]) = (heard[index], 0) }
            for bin in 0..<bins { expected[bin] = 0 }
            return
        }
        subtractEcho(heard)
        measureError()
        observe(heard)
        adapt()
        giveBack()
    }

    /// Forgets the room.
    @_noLocks func reset() {
        restart(Tuning.startVariance)
        played.clear(0..<partitions * bins)
        for index in 0..<block { lastPlayed[index] = 0 }
        (slowError, slowHeard, fastError, fastHeard, ratioPlayed, ratioHeard) = (0, 0, 0, 0, 1e-9, 0)
        (blocksToStart, distrust, silentBlocks) = (0, 0, .max)
    }

    @_noLocks private func restart(_ variance: Float) {
        coefficients.clear(0..<partitions * bins)
        for index in 0..<partitions * bins { variances[index] = variance }
        isFresh = true
    }

    /// Adds a block to what was played.
    ///
    /// - Returns: false where the filter's whole response is silent.
    @_noLocks private func take(_ far: UnsafePointer<Float>) -> Bool {
        var power: Float = 0
        for index in 0..<block { power += far[index] * far[index] }
        if power > Tuning.silence * Float(block) {
            silentBlocks = 0
        } else if silentBlocks <= partitions {
            silentBlocks += 1
        }
        guard silentBlocks <= partitions else {
            for index in 0..<block { lastPlayed[index] = far[index] }
            return false
        }
        for index in 0..<block {
            (work.real[index], work.real[block + index]) = (lastPlayed[index], far[index])
            (work.imaginary[index], work.imaginary[block + index]) = (0, 0)
            lastPlayed[index] = far[index]
        }
        forward(work)
        head = head == 0 ? partitions - 1 : head - 1
        let newest = played.from(head * bins)
        for bin in 0..<bins { (newest.real[bin], newest.imaginary[bin]) = (work.real[bin], work.imaginary[bin]) }
        return true
    }

    /// What was played that a partition of the response meets now.
    @_noLocks private func played(_ partition: Int) -> Spectrum {
        let place = head + partition
        return played.from((place < partitions ? place : place - partitions) * bins)
    }

    /// A partition with what was played that it meets now.
    @_noLocks private func part(_ partition: Int) -> CKEchoPart {
        let (far, own) = (played(partition), coefficients.from(partition * bins))
        return CKEchoPart(
            playedReal: far.real, playedImaginary: far.imaginary, ownReal: own.real, ownImaginary: own.imaginary,
            variances: variances + partition * bins)
    }

    @_noLocks private func subtractEcho(_ heard: UnsafePointer<Float>) {
        let sum = work
        sum.clear(0..<bins)
        for bin in 0..<bins { expected[bin] = 0 }
        for partition in 0..<partitions {
            var part = part(partition)
            CKAddEcho(&part, sum.real, sum.imaginary, expected, bins)
        }
        sum.mirror(2 * block)
        inverse(sum)
        for index in 0..<block {
            echo[index] = sum.real[block + index]
            residual[index] = heard[index] - echo[index]
        }
    }

    /// The spectrum of the error, and the power of what is no echo in it.
    @_noLocks private func measureError() {
        for index in 0..<block {
            (error.real[index], error.real[block + index]) = (0, residual[index])
            (error.imaginary[index], error.imaginary[block + index]) = (0, 0)
        }
        forward(error)
        for bin in 0..<bins {
            let power = error.power(bin)
            otherPower[bin] =
                isFresh ? power : Tuning.smoothing * otherPower[bin] + (1 - Tuning.smoothing) * power
            denominators[bin] = expected[bin] + max(otherPower[bin], Tuning.leastOther * power) + 1e-9
        }
        isFresh = false
    }

    /// Begins anew where the filter has been worse than none for some time: the room is another one.
    @_noLocks private func observe(_ heard: UnsafePointer<Float>) {
        var (errorPower, heardPower, echoPower, playedPower): (Float, Float, Float, Float) = (0, 0, 0, 0)
        for index in 0..<block {
            errorPower += residual[index] * residual[index]
            heardPower += heard[index] * heard[index]
            echoPower += echo[index] * echo[index]
        }
        for index in 0..<partitions * bins { playedPower += played.power(index) }
        slowError = 0.95 * slowError + 0.05 * errorPower
        slowHeard = 0.95 * slowHeard + 0.05 * heardPower
        fastError = 0.7 * fastError + 0.3 * errorPower
        fastHeard = 0.7 * fastHeard + 0.3 * heardPower
        ratioPlayed = 0.97 * ratioPlayed + 0.03 * playedPower + 1e-9
        ratioHeard = 0.97 * ratioHeard + 0.03 * heardPower * Float(block)
        if blocksToStart > 0 { blocksToStart -= 1 }
        guard slowError > 1.1 * slowHeard, echoPower > 1e-6 * Float(block), blocksToStart == 0 else { return }
        // The echo cannot be louder than all that is heard.
        restart(min(0.1, max(1e-5, 2 * ratioHeard / ratioPlayed)))
        (slowError, slowHeard, blocksToStart) = (0, 0, Tuning.pause)
    }

    // MARK: Adapting

    @_noLocks private func adapt() {
        var partition = 0
        while partition < partitions {
            let isPair = partition + 1 < partitions
            work.clear(0..<2 * block)
            addStep(partition, isSecond: false)
            if isPair { addStep(partition + 1, isSecond: true) }
            // A partition's response has one block: what a step has beyond that is an artefact of the transform.
            inverse(work)
            work.clear(block..<2 * block)
            forward(work)
            take(partition, isPair: isPair)
            partition += 2
        }
    }

    /// Puts a partition's step into the work's real signal, or its imaginary one, and updates the variances.
    @_noLocks private func addStep(_ partition: Int, isSecond: Bool) {
        var part = part(partition)
        var how = CKEchoError(
            real: error.real, imaginary: error.imaginary, denominators: denominators,
            kept: Tuning.memory * Tuning.memory, learned: Tuning.learned, isSecond: isSecond ? 1 : 0)
        CKAddEchoStep(&part, &how, work.real, work.imaginary, bins)
    }

    /// Adds the steps of a pair of partitions to their coefficients.
    @_noLocks private func take(_ partition: Int, isPair: Bool) {
        let first = coefficients.from(partition * bins)
        let second = coefficients.from((isPair ? partition + 1 : partition) * bins)
        let memory = Tuning.memory
        for bin in 0..<bins {
            let mirrored = bin == 0 ? 0 : 2 * block - bin
            let (a, b) = (work.real[bin], work.imaginary[bin])
            let (c, d) = (work.real[mirrored], work.imaginary[mirrored])
            first.real[bin] = memory * (first.real[bin] + (a + c) / 2)
            first.imaginary[bin] = memory * (first.imaginary[bin] + (b - d) / 2)
            guard isPair else { continue }
            second.real[bin] = memory * (second.real[bin] + (b + d) / 2)
            second.imaginary[bin] = memory * (second.imaginary[bin] + (c - a) / 2)
        }
    }

    /// Gives the echo back while subtracting it makes matters worse.
    @_noLocks private func giveBack() {
        distrust = fastError > 1.5 * fastHeard ? min(1, distrust + 0.25) : max(0, distrust - 0.25)
        guard distrust > 0 else { return }
        for index in 0..<block { residual[index] += distrust * echo[index] }
    }

    @_noLocks private func forward(_ spectrum: Spectrum) {
        transformLink._withUnsafeGuaranteedRef { $0.forward(spectrum.real, spectrum.imaginary) }
    }

    @_noLocks private func inverse(_ spectrum: Spectrum) {
        transformLink._withUnsafeGuaranteedRef { $0.inverse(spectrum.real, spectrum.imaginary) }
    }
}
