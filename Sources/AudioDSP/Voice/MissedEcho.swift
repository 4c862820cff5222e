/// Notices an echo that a filter takes for other sound.
///
/// Where nothing of what is played is heard for some time, an `EchoFilter` becomes sure that there is no echo, and adapts to none that
/// begins later: loudspeakers that were muted, or whose device has changed. An echo goes with what is played, bin by bin, and other
/// sound does not. That is the coherence of the two, smoothed over about half a second, of bins in which voices have most of their power.
///
/// Made beforehand with all its memory. `take` is real-time safe.
struct MissedEcho {
    enum Tuning {
        /// The bins, and how much of the past their powers have.
        static var firstBin: Int { @_noLocks get { 2 } }
        static var mostBins: Int { @_noLocks get { 32 } }
        static var smoothing: Float { @_noLocks get { 0.985 } }
        /// The coherence that error and played sound have for so many blocks only where there is an echo. The most is about 0.5, as a
        /// spectrum of what was played has two blocks, and that of the error one; a near voice had up to 0.2, for moments.
        static var coherence: Float { @_noLocks get { 0.3 } }
        /// The part of the error's power that a filter expects at most which is sure that there is no echo in it.
        static var expected: Float { @_noLocks get { 0.04 } }
        static var lasting: Int { @_noLocks get { 40 } }
        /// The blocks until the powers are known.
        static var blocks: Int { @_noLocks get { 100 } }
    }

    private let partitions: Int
    private let bins: Int
    private let count: Int
    /// The products of error and played sound, and the powers of both, for each of the bins and of the partitions.
    private let products: Spectrum
    private let playedPowers: UnsafeMutablePointer<Float>
    private let errorPowers: UnsafeMutablePointer<Float>
    private var expectedPower: Float = 0
    private var blocks = 0
    /// The last blocks that had an echo.
    private var echoes = 0

    /// - Parameters:
    ///   - partitions: of the response.
    ///   - bins: of a spectrum.
    init(partitions: Int, bins: Int) {
        (self.partitions, self.bins) = (partitions, bins)
        count = max(0, min(Tuning.mostBins, bins - Tuning.firstBin))
        products = .allocate(max(1, partitions * count))
        playedPowers = .allocate(capacity: max(1, partitions * count))
        playedPowers.initialize(repeating: 0, count: max(1, partitions * count))
        errorPowers = .allocate(capacity: max(1, count))
        errorPowers.initialize(repeating: 0, count: max(1, count))
    }

    func deallocate() {
        products.deallocate()
        playedPowers.deallocate()
        errorPowers.deallocate()
    }

    /// Forgets the sound so far.
    @_noLocks mutating func reset() {
        products.clear(0..<partitions * count)
        for index in 0..<partitions * count { playedPowers[index] = 0 }
        for bin in 0..<count { errorPowers[bin] = 0 }
        (expectedPower, blocks, echoes) = (0, 0, 0)
    }

    /// Takes a block.
    ///
    /// - Parameters:
    ///   - played: the spectra of the partitions, at places that go round.
    ///   - head: that of the newest.
    ///   - error: what the filter leaves.
    ///   - expected: the power that it expects the rest of the echo to have in each bin.
    /// - Returns: whether there is an echo in the error.
    @_noLocks mutating func take(
        _ played: Spectrum, head: Int, error: Spectrum, expected: UnsafeMutablePointer<Float>
    ) -> Bool {
        let (kept, first) = (Tuning.smoothing, Tuning.firstBin)
        var (power, sum): (Float, Float) = (0, 0)
        for bin in 0..<count {
            errorPowers[bin] = kept * errorPowers[bin] + (1 - kept) * error.power(first + bin)
            power += errorPowers[bin]
            sum += expected[first + bin]
        }
        expectedPower = kept * expectedPower + (1 - kept) * sum
        var most: Float = 0
        for partition in 0..<partitions {
            let place = head + partition
            let far = played.from((place < partitions ? place : place - partitions) * bins + first)
            most = max(most, coherence(partition, far, error.from(first)))
        }
        blocks += 1
        let isEcho = most > Tuning.coherence
        let isUnexpected = expectedPower < Tuning.expected * power
        let isKnown = blocks > Tuning.blocks
        echoes = isEcho && isUnexpected && isKnown ? echoes + 1 : 0
        return echoes >= Tuning.lasting
    }

    /// Updates the products of a partition, and gives their part of the most that they could be: from 0 to 1.
    @_noLocks private func coherence(_ partition: Int, _ far: Spectrum, _ error: Spectrum) -> Float {
        let kept = Tuning.smoothing
        let own = products.from(partition * count)
        let powers = playedPowers + partition * count
        var (together, apart): (Float, Float) = (0, 1e-20)
        for bin in 0..<count {
            let (a, b, c, d) = (far.real[bin], far.imaginary[bin], error.real[bin], error.imaginary[bin])
            own.real[bin] = kept * own.real[bin] + (1 - kept) * (a * c + b * d)
            own.imaginary[bin] = kept * own.imaginary[bin] + (1 - kept) * (a * d - b * c)
            powers[bin] = kept * powers[bin] + (1 - kept) * (a * a + b * b)
            together += own.power(bin)
            apart += powers[bin] * errorPowers[bin]
        }
        return together / apart
    }
}
