/// Replaces lost packets: repeats the pitch of the last one, mixed with noise as far as that was not periodic, and fades.
///
/// Source: RFC 3951, section 4.5, which leaves the details open.
final class ILBCConcealment {
    private let frames: Int
    private let last = UnsafeMutablePointer<Int16>.zeros(ILBCMode.maximumFrames)
    private let noise = UnsafeMutablePointer<Int16>.zeros(ILBCMode.maximumFrames)
    /// The last subframe's predictor.
    private(set) var predictor = InlineArray<11, Int16>(repeating: 0)
    private var lostPackets = 0
    private var lag = 120
    /// The square of the periodicity, Q15.
    private var periodicity: Int32 = 0
    private var seed: Int16 = 777

    init(_ mode: ILBCMode) {
        frames = mode.frames
        reset()
    }

    deinit {
        last.deallocate()
        noise.deallocate()
    }

    func reset() {
        last.update(repeating: 0, count: ILBCMode.maximumFrames)
        predictor = InlineArray(repeating: 0)
        predictor[0] = 4096
        (lostPackets, lag, periodicity, seed) = (0, 120, 0, 777)
    }

    /// Keeps what a sound packet held, for the case that the next is lost.
    func keep(_ excitation: UnsafePointer<Int16>, predictor: UnsafePointer<Int16>) {
        last.update(from: excitation, count: frames)
        for index in 0...ILBCMode.order { self.predictor[index] = predictor[index] }
        lostPackets = 0
    }

    /// An excitation that continues where the last one ended.
    ///
    /// - Parameter pitch: the period that the enhancer found in the last packet, 19…119 frames.
    func conceal(pitch: Int, into output: UnsafeMutablePointer<Int16>) {
        lostPackets += 1
        if lostPackets == 1 { analyze(near: pitch) }
        let (share, gain) = (pitchShare, self.gain)
        // A short period once more would buzz.
        let period = lag < 80 ? 2 * lag : lag
        let loudEnough = Int32(frames) * 900
        var energy: Int32 = 0
        for frame in 0..<frames {
            seed = seed &* 31_821 &+ 13_849
            let distance = 53 + Int(seed & 63)
            noise[frame] = distance > frame ? last[frames + frame - distance] : last[frame - distance]
            let repeated = period > frame ? last[frames + frame - period] : output[frame - period]
            let fading = frame < 80 ? gain : (frame < 160 ? 31_130 &* gain : 29_491 &* gain) >> 15
            let mixed = (share &* Int32(repeated) &+ (32_767 - share) &* Int32(noise[frame]) &+ 16_384) >> 15
            output[frame] = FixedPoint.narrow((fading &* mixed) >> 15)
            if energy < loudEnough { energy &+= Int32(output[frame]) &* Int32(output[frame]) }
        }
        // Where it is quiet there is no pitch to be heard. Without it there is nothing that would fade by itself.
        if energy < loudEnough {
            for frame in 0..<frames { output[frame] = FixedPoint.narrow((gain &* Int32(noise[frame])) >> 15) }
        }
        last.update(from: output, count: frames)
    }

    /// How loud the replacement is: the same at first, less and less when more packets are lost, Q15.
    private var gain: Int32 {
        switch lostPackets * frames {
        case ...320: 32_767
        case ...640: 29_491
        case ...960: 22_938
        case ...1280: 16_384
        default: 0
        }
    }

    /// The share of the pitch, Q15: none below a periodicity of 0.4, all of it above 0.7.
    private var pitchShare: Int32 {
        guard periodicity <= 7868 else { return 32_767 }
        guard periodicity > 839 else { return 0 }
        var step = 5
        while step > 0, periodicity < Int32(ILBCTables.periodicitySteps[step]) { step -= 1 }
        let beyond = periodicity - Int32(ILBCTables.periodicitySteps[step])
        return min(
            Int32(ILBCTables.pitchShares[step]) + (Int32(ILBCTables.pitchSlopes[step]) &* beyond) >> 11, 32_767)
    }

    /// Finds the period near `pitch` with which the last packet repeats itself best, and how well it does.
    private func analyze(near pitch: Int) {
        let shift = max(0, 2 * FixedPoint.width(FixedPoint.peak(last, frames)) - 25)
        let count = min(60, frames - (pitch + 3))
        var best = correlation(lag: pitch - 3, count, shift)
        var energy = best.energy
        lag = pitch - 3
        for candidate in (pitch - 2)...(pitch + 3) {
            let next = correlation(lag: candidate, count, shift)
            energy = next.energy
            if next.isBetter(than: best) { (lag, best) = (candidate, next) }
        }
        let recent = last + frames - count
        let own = FixedPoint.dot(recent, recent, count, shift: shift)
        periodicity = own > 0 && energy > 0 ? best.periodicity(energy: own) : 0
    }

    private func correlation(lag: Int, _ count: Int, _ shift: Int) -> ILBCCorrelation {
        let recent = last + frames - count
        let energy = FixedPoint.dot(recent - lag, recent - lag, count, shift: shift)
        let cross = FixedPoint.dot(recent, recent - lag, count, shift: shift)
        return energy == 0 ? ILBCCorrelation(cross: 0, energy: 1) : ILBCCorrelation(cross: cross, energy: energy)
    }
}

/// How alike two stretches are: the product of both, and the energy of the earlier one.
private struct ILBCCorrelation {
    let cross: Int32
    let energy: Int32

    /// The square of the cross product, 15 bits of it, and how far it was shifted down.
    private var square: (value: Int32, shift: Int) {
        let shift = FixedPoint.width(FixedPoint.magnitude(cross)) - 15
        let value = Int32(FixedPoint.narrow(cross << -shift))
        return (Int32(FixedPoint.narrow((value &* value) >> 15)), 2 * shift)
    }

    private var scaledEnergy: (value: Int32, shift: Int) {
        let shift = FixedPoint.width(energy) - 15
        return (Int32(FixedPoint.narrow(energy << -shift)), shift)
    }

    /// Compares square over energy, without dividing.
    func isBetter(than other: ILBCCorrelation) -> Bool {
        let (mine, theirs) = (square, other.square)
        let (myEnergy, theirEnergy) = (scaledEnergy, other.scaledEnergy)
        let difference = theirs.shift + myEnergy.shift - mine.shift - theirEnergy.shift
        let (left, right) = (theirEnergy.value &* mine.value, myEnergy.value &* theirs.value)
        return difference > 0 ? left >> min(31, difference) > right : left > right >> min(31, -difference)
    }

    /// The square of the cross product divided by both energies, Q15.
    func periodicity(energy other: Int32) -> Int32 {
        let (first, second) = (FixedPoint.headroom(other) - 16, FixedPoint.headroom(energy) - 16)
        let product = Int32(FixedPoint.narrow(other << first)) &* Int32(FixedPoint.narrow(energy << second))
        let total = first + second - 1
        let (half, rest) = (total >> 1, total - total >> 1)
        let square = Int32(FixedPoint.narrow(cross << half)) &* Int32(FixedPoint.narrow(cross << rest))
        return Int32(FixedPoint.narrow(FixedPoint.quotient(square, FixedPoint.narrow(product >> 16))))
    }
}
