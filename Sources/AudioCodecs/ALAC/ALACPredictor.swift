/// The adaptive linear predictor of Apple Lossless, the same on both sides.
///
/// A sample is predicted from the differences between the last few and the one before those. After each, the
/// coefficients move by one against the sign of what was wrong, the oldest first, until that is used up.
struct ALACPredictor {
    /// Taps, or `differenceOrder`.
    var order = 0
    /// The coefficients' binary point.
    var shift = 0
    /// Whether the residuals are differences of residuals.
    var isDoubled = false
    /// The first belongs to the newest sample.
    var coefficients = InlineArray<32, Int32>(repeating: 0)

    /// No prediction but the sample before.
    static let differenceOrder = 31

    private var rounding: Int32 { shift > 0 ? 1 << Int32(shift - 1) : 0 }

    /// Turns residuals into samples of `bits` bits, in place.
    func decode(_ samples: UnsafeMutablePointer<Int32>, count: Int, bits: Int) {
        if isDoubled { Self.integrate(samples, 1..<count, bits: bits) }
        guard order > 0 else { return }
        guard order != Self.differenceOrder else { return Self.integrate(samples, 1..<count, bits: bits) }
        Self.integrate(samples, 1..<min(order + 1, count), bits: bits)
        guard count > order + 1 else { return }
        guard hasHeadroom(count: count, bits: bits) else {
            return decodeCarefully(samples, count: count, bits: bits)
        }
        switch order {
        case 4: decode(samples, count: count, bits: bits, ALACTaps<4>(self))
        case 5: decode(samples, count: count, bits: bits, ALACTaps<5>(self))
        case 6: decode(samples, count: count, bits: bits, ALACTaps<6>(self))
        case 8: decode(samples, count: count, bits: bits, ALACTaps<8>(self))
        default: decodeCarefully(samples, count: count, bits: bits)
        }
    }

    /// Two channels at once: the processor has time for a second chain of dependent steps.
    static func decodePair(
        _ first: (ALACPredictor, UnsafeMutablePointer<Int32>), _ second: (ALACPredictor, UnsafeMutablePointer<Int32>),
        count: Int, bits: Int
    ) {
        let order = first.0.order
        guard order == second.0.order, [4, 5, 6, 8].contains(order), count > order + 1, !first.0.isDoubled,
            !second.0.isDoubled, first.0.hasHeadroom(count: count, bits: bits),
            second.0.hasHeadroom(count: count, bits: bits)
        else {
            first.0.decode(first.1, count: count, bits: bits)
            second.0.decode(second.1, count: count, bits: bits)
            return
        }
        integrate(first.1, 1..<order + 1, bits: bits)
        integrate(second.1, 1..<order + 1, bits: bits)
        switch order {
        case 4: ALACTaps<4>.decode(first, second, count: count, bits: bits)
        case 5: ALACTaps<5>.decode(first, second, count: count, bits: bits)
        case 6: ALACTaps<6>.decode(first, second, count: count, bits: bits)
        default: ALACTaps<8>.decode(first, second, count: count, bits: bits)
        }
    }

    /// Whether neither the coefficients nor the sums of the fast form can overflow, whatever the residuals are.
    private func hasHeadroom(count: Int, bits: Int) -> Bool {
        guard bits <= 28, bits - shift <= 24, order <= 8 else { return false }
        for tap in 0..<order where abs(Int(coefficients[tap])) + count > Int(Int16.max) { return false }
        return true
    }

    /// Each sample is the one before and its residual.
    private static func integrate(_ samples: UnsafeMutablePointer<Int32>, _ range: Range<Int>, bits: Int) {
        let unused = Int32(32 - bits)
        var last = samples[0]
        for index in range {
            last = ((last &+ samples[index]) &<< unused) &>> unused
            samples[index] = last
        }
    }

    private func decode<let count: Int>(
        _ samples: UnsafeMutablePointer<Int32>, count frames: Int, bits: Int, _ start: ALACTaps<count>
    ) {
        var taps = start
        let unused = Int32(32 - bits)
        for index in count + 1..<frames { taps.decode(samples + index, unused) }
    }

    /// The plain form for any order, in which everything wraps as the format's integers do.
    private func decodeCarefully(_ samples: UnsafeMutablePointer<Int32>, count: Int, bits: Int) {
        var taps = coefficients
        let unused = Int32(32 - bits)
        for index in order + 1..<count {
            let top = samples[index - order - 1]
            let residual = samples[index]
            var sum = rounding
            for tap in 0..<order { sum &+= taps[tap] &* (samples[index - 1 - tap] &- top) }
            samples[index] = ((residual &+ top &+ sum &>> Int32(shift)) &<< unused) &>> unused
            adaptCarefully(&taps, samples + index - 1, top, residual)
        }
    }

    /// - Parameter newest: the sample before the one whose residual this is.
    private func adaptCarefully(
        _ taps: inout InlineArray<32, Int32>, _ newest: UnsafePointer<Int32>, _ top: Int32, _ residual: Int32
    ) {
        let sign = residual.signum()
        var rest = residual
        var tap = order - 1
        while tap >= 0, rest.signum() == sign, sign != 0 {
            let difference = top &- newest[-tap]
            let direction = difference.signum() &* sign
            taps[tap] = Int32(Int16(truncatingIfNeeded: taps[tap] &- direction))
            rest &-= Int32(order - tap) &* ((difference &* direction) &>> Int32(shift))
            tap -= 1
        }
    }
}

/// The predictor with a number of taps that the compiler knows, for material that cannot overflow.
struct ALACTaps<let count: Int> {
    private var taps: InlineArray<count, Int32>
    private let shift: Int32
    private let rounding: Int32

    init(_ predictor: ALACPredictor) {
        taps = InlineArray { predictor.coefficients[$0] }
        shift = Int32(predictor.shift)
        rounding = predictor.shift > 0 ? 1 << Int32(predictor.shift - 1) : 0
    }

    /// Turns the residual at `place` into a sample.
    @inline(__always) mutating func decode(_ place: UnsafeMutablePointer<Int32>, _ unused: Int32) {
        let residual = place[0]
        let top = place[-1 - count]
        let predicted = top &+ prediction(place, top)
        adapt(place, top, residual)
        place[0] = ((residual &+ predicted) &<< unused) &>> unused
    }

    /// The residual of the sample at `place`.
    @inline(__always) mutating func encode(_ place: UnsafePointer<Int32>, _ unused: Int32) -> Int32 {
        let top = place[-1 - count]
        let residual = ((place[0] &- top &- prediction(place, top)) &<< unused) &>> unused
        adapt(place, top, residual)
        return residual
    }

    @inline(__always) private func prediction(_ place: UnsafePointer<Int32>, _ top: Int32) -> Int32 {
        var sum = rounding
        for step in 0..<count {
            let tap = count &- 1 &- step
            sum &-= taps[tap] &* (top &- place[-1 &- tap])
        }
        return sum &>> shift
    }

    /// Moves the coefficients; masks instead of branches, which would go either way as often.
    @inline(__always) private mutating func adapt(_ place: UnsafePointer<Int32>, _ top: Int32, _ residual: Int32) {
        let sign = residual >> 31
        var rest = (residual ^ sign) &- sign
        let up = sign & ((1 &<< shift) &- 1)
        for step in 0..<count {
            let tap = count &- 1 &- step
            let difference = top &- place[-1 &- tap]
            let negative = difference >> 31
            let size = (difference ^ negative) &- negative
            let direction = negative | Int32(bitPattern: UInt32(bitPattern: 0 &- difference) >> 31)
            let isActive = (0 &- rest) >> 31
            taps[tap] &-= ((direction ^ sign) &- sign) & isActive
            rest &-= Int32(truncatingIfNeeded: step &+ 1) &* ((size &+ up) &>> shift)
        }
    }

    static func decode(
        _ first: (ALACPredictor, UnsafeMutablePointer<Int32>), _ second: (ALACPredictor, UnsafeMutablePointer<Int32>),
        count frames: Int, bits: Int
    ) {
        var (one, other) = (ALACTaps(first.0), ALACTaps(second.0))
        let unused = Int32(32 - bits)
        let (left, right) = (first.1, second.1)
        for index in count + 1..<frames {
            one.decode(left + index, unused)
            other.decode(right + index, unused)
        }
    }
}

// MARK: Encoding

extension ALACPredictor {
    /// Turns samples of `bits` bits into residuals. For predictors that an encoder made.
    func encode(
        _ samples: UnsafePointer<Int32>, into residuals: UnsafeMutablePointer<Int32>, count: Int, bits: Int
    ) {
        Self.differentiate(samples, into: residuals, count: min(Self.encodedOrder + 1, count), bits: bits)
        var taps = ALACTaps<6>(self)
        let unused = Int32(32 - bits)
        for index in Self.encodedOrder + 1..<max(count, Self.encodedOrder + 1) {
            residuals[index] = taps.encode(samples + index, unused)
        }
    }

    /// Two channels at once, as in decoding.
    static func encodePair(
        _ first: (ALACPredictor, UnsafePointer<Int32>, UnsafeMutablePointer<Int32>),
        _ second: (ALACPredictor, UnsafePointer<Int32>, UnsafeMutablePointer<Int32>), count: Int, bits: Int
    ) {
        differentiate(first.1, into: first.2, count: min(encodedOrder + 1, count), bits: bits)
        differentiate(second.1, into: second.2, count: min(encodedOrder + 1, count), bits: bits)
        var (one, other) = (ALACTaps<6>(first.0), ALACTaps<6>(second.0))
        let unused = Int32(32 - bits)
        for index in encodedOrder + 1..<max(count, encodedOrder + 1) {
            first.2[index] = one.encode(first.1 + index, unused)
            second.2[index] = other.encode(second.1 + index, unused)
        }
    }

    private static let encodedOrder = ALACAnalysis.order

    private static func differentiate(
        _ samples: UnsafePointer<Int32>, into residuals: UnsafeMutablePointer<Int32>, count: Int, bits: Int
    ) {
        let unused = Int32(32 - bits)
        residuals[0] = samples[0]
        for index in 1..<max(count, 1) {
            residuals[index] = ((samples[index] &- samples[index - 1]) &<< unused) &>> unused
        }
    }
}
