// What the functions and operators on times stand on: exact fractions, rounded once at the end.

extension Int128 {
    /// The greatest number that divides both; at least 1.
    static func greatestCommonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
        var (a, b) = (first.magnitude, second.magnitude)
        while b != 0 { (a, b) = (b, a % b) }
        return Swift.max(1, Int128(a))
    }

    /// This over a positive number, rounded.
    fileprivate func divided(by divisor: Int128, _ rounding: FloatingPointRoundingRule) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        guard remainder != 0 else { return quotient }
        let away = quotient + signum()
        switch rounding {
        case .towardZero: return quotient
        case .awayFromZero: return away
        case .up: return self > 0 ? away : quotient
        case .down: return self < 0 ? away : quotient
        default: return remainder.magnitude >= divisor.magnitude - remainder.magnitude ? away : quotient
        }
    }
}

extension CMTimeRoundingMethod {
    /// The rule that rounds from one timescale to another.
    fileprivate func rule(from old: CMTimeScale, to new: CMTimeScale) -> FloatingPointRoundingRule {
        switch self {
        case .roundHalfAwayFromZero: .toNearestOrAwayFromZero
        case .roundTowardZero: .towardZero
        case .roundAwayFromZero: .awayFromZero
        case .quickTime: new < old ? .towardZero : .awayFromZero
        case .roundTowardPositiveInfinity: .up
        case .roundTowardNegativeInfinity: .down
        }
    }
}

extension CMTime {
    /// The place of a time among those of other kinds.
    var rank: Int {
        guard isValid else { return 3 }
        if isPositiveInfinity { return 2 }
        if isNegativeInfinity { return -1 }
        if isIndefinite { return 1 }
        // A number without a positive timescale is no time.
        return timescale > 0 ? 0 : 3
    }

    /// -1 where this is earlier than another, 1 where it is later, and 0 if they are equal.
    func order(to other: CMTime) -> Int32 {
        guard rank == other.rank else { return rank < other.rank ? -1 : 1 }
        guard rank == 0 else { return 0 }
        guard epoch == other.epoch else { return epoch < other.epoch ? -1 : 1 }
        let (own, others) = (Int128(value) * Int128(other.timescale), Int128(other.value) * Int128(timescale))
        return own == others ? 0 : own < others ? -1 : 1
    }

    /// A fraction of a second in a timescale, which is halved until the value fits.
    ///
    /// - Parameter isRounded: whether what led to the fraction has been rounded.
    init(
        _ numerator: Int128, over denominator: Int128, timescale: CMTimeScale, isRounded: Bool, epoch: CMTimeEpoch = 0,
        _ rounding: FloatingPointRoundingRule = .toNearestOrAwayFromZero
    ) {
        // Terms without a common divisor leave room for the product below.
        let divisor = Int128.greatestCommonDivisor(numerator, denominator)
        let (numerator, denominator) = (numerator / divisor, denominator / divisor)
        var scale = timescale
        while true {
            let (product, overflow) = numerator.multipliedReportingOverflow(by: Int128(scale))
            let value = product.divided(by: denominator, rounding)
            if !overflow, let fitting = Int64(exactly: value) {
                let isExact = value * denominator == product
                self.init(value: fitting, timescale: scale, flags: .valid, epoch: epoch)
                if isRounded || !isExact { flags.insert(.hasBeenRounded) }
                return
            }
            guard scale > 1 else { break }
            scale /= 2
        }
        self = numerator > 0 ? .positiveInfinity : .negativeInfinity
    }

    /// What a sum or a difference is where one of the times has no number; nil if both have.
    ///
    /// - Parameter other: the second time, with its sign changed for a difference.
    private func special(with other: CMTime) -> CMTime? {
        guard isValid, other.isValid else { return .invalid }
        let infinities = [self, other].filter { $0.isPositiveInfinity || $0.isNegativeInfinity }
        if let first = infinities.first { return infinities.allSatisfy { $0 == first } ? first : .invalid }
        return isIndefinite || other.isIndefinite ? .indefinite : nil
    }

    var negated: CMTime {
        if isPositiveInfinity { return .negativeInfinity }
        if isNegativeInfinity { return .positiveInfinity }
        guard isNumeric else { return self }
        return CMTime(
            -Int128(value), over: Int128(Swift.max(1, timescale)), timescale: timescale, isRounded: hasBeenRounded,
            epoch: epoch)
    }

    func sum(with other: CMTime) -> CMTime {
        if let special = special(with: other) { return special }
        guard timescale > 0, other.timescale > 0 else { return .invalid }
        // A duration can be added to a time of any epoch. The difference of two times of one epoch is a duration.
        guard epoch == other.epoch || epoch == 0 || other.epoch == 0 else { return .invalid }
        let sumEpoch = epoch == other.epoch ? 0 : epoch + other.epoch
        let (scale, otherScale) = (Int128(timescale), Int128(other.timescale))
        let multiple = scale / Int128.greatestCommonDivisor(scale, otherScale) * otherScale
        return CMTime(
            Int128(value) * (multiple / scale) + Int128(other.value) * (multiple / otherScale), over: multiple,
            timescale: CMTimeScale(clamping: multiple), isRounded: hasBeenRounded || other.hasBeenRounded,
            epoch: sumEpoch)
    }

    /// What a product is where the time has no number; nil if it has one.
    private func special(times sign: Int) -> CMTime? {
        guard isValid else { return .invalid }
        guard isPositiveInfinity || isNegativeInfinity else {
            return isIndefinite ? .indefinite : timescale > 0 ? nil : .invalid
        }
        return sign == 0 ? .invalid : sign > 0 ? self : negated
    }

    func product(with multiplier: Int32) -> CMTime {
        if let special = special(times: Int(multiplier.signum())) { return special }
        return CMTime(
            Int128(value) * Int128(multiplier), over: Int128(timescale), timescale: timescale,
            isRounded: hasBeenRounded, epoch: epoch)
    }

    /// Apple's systems give the product in nanoseconds, and that of a finer timescale in its own.
    func product(with multiplier: Double) -> CMTime {
        guard !multiplier.isNaN else { return .invalid }
        if let special = special(times: multiplier > 0 ? 1 : multiplier < 0 ? -1 : 0) { return special }
        guard multiplier.isFinite else {
            return value == 0 ? .invalid : (value > 0) == (multiplier > 0) ? .positiveInfinity : .negativeInfinity
        }
        var scale = Swift.max(timescale, 1_000_000_000)
        while true {
            let exact = Double(value) * multiplier * (Double(scale) / Double(timescale))
            if let fitting = Int64(exactly: exact.rounded(.toNearestOrAwayFromZero)) {
                var product = CMTime(value: fitting, timescale: scale, flags: .valid, epoch: epoch)
                if hasBeenRounded || Double(fitting) != exact { product.flags.insert(.hasBeenRounded) }
                return product
            }
            guard scale > 1 else { return (value > 0) == (multiplier > 0) ? .positiveInfinity : .negativeInfinity }
            scale /= 2
        }
    }

    func product(with multiplier: Int32, over divisor: Int32) -> CMTime {
        if let special = special(times: 1) { return special }
        let sign = Int128(divisor < 0 ? -1 : 1)
        let numerator = Int128(value) * Int128(multiplier) * sign
        let denominator = Int128(timescale) * Int128(divisor) * sign
        guard denominator > 0 else {
            return numerator == 0 ? .invalid : numerator > 0 ? .positiveInfinity : .negativeInfinity
        }
        // As it stands where it fits, then in lowest terms, then rounded in the finest timescale.
        let lowest = Int128.greatestCommonDivisor(numerator, denominator)
        for divisor in [1, lowest] {
            guard let value = Int64(exactly: numerator / divisor), let scale = Int32(exactly: denominator / divisor)
            else { continue }
            var product = CMTime(value: value, timescale: scale, flags: .valid, epoch: epoch)
            if hasBeenRounded { product.flags.insert(.hasBeenRounded) }
            return product
        }
        return CMTime(
            numerator, over: denominator, timescale: .max, isRounded: hasBeenRounded, epoch: epoch)
    }

    func converted(to newTimescale: CMTimeScale, _ method: CMTimeRoundingMethod) -> CMTime {
        guard newTimescale > 0 else { return .invalid }
        guard isNumeric else { return self }
        guard timescale > 0 else { return .invalid }
        guard newTimescale != timescale else { return self }
        let numerator = Int128(value) * Int128(newTimescale)
        let rule = method.rule(from: timescale, to: newTimescale)
        var rounded = numerator.divided(by: Int128(timescale), rule)
        if method == .quickTime, value < 0, rounded == 0 { rounded = -1 }
        guard let fitting = Int64(exactly: rounded) else { return value > 0 ? .positiveInfinity : .negativeInfinity }
        var time = CMTime(value: fitting, timescale: newTimescale, flags: .valid, epoch: epoch)
        if hasBeenRounded || rounded * Int128(timescale) != numerator { time.flags.insert(.hasBeenRounded) }
        return time
    }
}

extension CMTimeRange {
    /// Whether times can be mapped from and to this: it has a start with a number, and a length, which may be endless.
    var isMappable: Bool {
        isValid && !isEmpty && start.isNumeric && start.timescale > 0
            && (duration.isPositiveInfinity || duration.isNumeric && duration.timescale > 0)
    }
}

extension CMTime {
    /// A duration times the proportion of two ranges.
    func mapped(from: CMTimeRange, to: CMTimeRange) -> CMTime {
        guard from.isMappable, to.isMappable, isNumeric, timescale > 0 else { return .invalid }
        switch (from.duration.isPositiveInfinity, to.duration.isPositiveInfinity) {
        case (true, true): return self
        case (false, false): return scaled(by: to.duration, over: from.duration)
        default: return .invalid
        }
    }

    /// This times one positive duration over another.
    private func scaled(by multiplier: CMTime, over divisor: CMTime) -> CMTime {
        // Terms without a common divisor: value * up / (timescale * down).
        var (up, down) = Self.lowest(
            Int128(multiplier.value) * Int128(divisor.timescale), Int128(multiplier.timescale) * Int128(divisor.value))
        let (value, below) = Self.lowest(Int128(value), down)
        let (scale, above) = Self.lowest(Int128(timescale), up)
        (up, down) = (above, below)
        // What has more bits than there is room for loses the lowest.
        var isRounded = hasBeenRounded
        let limit = Int128(1) << 94
        while true {
            let (numerator, overflow) = value.multipliedReportingOverflow(by: up)
            let (denominator, overflowBelow) = scale.multipliedReportingOverflow(by: down)
            if !overflow, !overflowBelow, numerator.magnitude < limit.magnitude, denominator < limit {
                for scale in [timescale, multiplier.timescale, Int32(clamping: denominator)] {
                    let product = CMTime(numerator, over: denominator, timescale: scale, isRounded: isRounded)
                    if product.isNumeric, product.timescale == scale, isRounded || !product.hasBeenRounded {
                        return product
                    }
                }
                return CMTime(numerator, over: denominator, timescale: .max, isRounded: isRounded)
            }
            (up, down, isRounded) = (up / 2, down / 2, true)
            if down == 0 { return value < 0 ? .negativeInfinity : .positiveInfinity }
        }
    }

    private static func lowest(_ first: Int128, _ second: Int128) -> (Int128, Int128) {
        let divisor = Int128.greatestCommonDivisor(first, second)
        return (first / divisor, second / divisor)
    }

    /// What is left of this, from 0 on, when a positive duration is taken away as often as it fits.
    func remainder(of duration: CMTime) -> CMTime {
        guard isNumeric, timescale > 0 else { return .invalid }
        let (scale, others) = (Int128(timescale), Int128(duration.timescale))
        let multiple = scale / Int128.greatestCommonDivisor(scale, others) * others
        let length = Int128(duration.value) * (multiple / others)
        let left = Int128(value) * (multiple / scale) % length
        return CMTime(
            left < 0 ? left + length : left, over: multiple, timescale: CMTimeScale(clamping: multiple),
            isRounded: hasBeenRounded || duration.hasBeenRounded)
    }
}
