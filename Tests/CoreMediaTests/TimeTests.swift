import CoreMedia
import Testing

@Suite struct TimeTests {
    private static let special: [CMTime] = [.negativeInfinity, .zero, .indefinite, .positiveInfinity, .invalid]

    @Test func kindsAreTold() {
        #expect(CMTime(value: 1, timescale: 2).isNumeric && CMTime(value: 1, timescale: 2).seconds == 0.5)
        #expect(!CMTimeMake(value: 1, timescale: 0).isValid && !CMTimeMake(value: 1, timescale: -600).isValid)
        #expect(CMTimeMakeWithEpoch(value: 1, timescale: 2, epoch: 3).epoch == 3)
        #expect(CMTime() == .invalid && CMTime.invalid.seconds.isNaN && CMTime.indefinite.seconds.isNaN)
        #expect(CMTimeGetSeconds(.positiveInfinity) == .infinity && CMTimeGetSeconds(.negativeInfinity) == -.infinity)
        #expect(CMTime.zero.timescale == 1 && CMTime.zero.flags == .valid)
        #expect(CMTimeFlags.impliedValueFlagsMask.rawValue == 28 && kCMTimeMaxTimescale == Int(Int32.max))
        #expect(Self.special.map(\.isNumeric) == [false, true, false, false, false])
        #expect(
            Self.special.map { CMTimeCopyDescription(allocator: nil, time: $0) as String? } == [
                "{-INFINITY}", "{0/1 = 0.000}", "{INDEFINITE}", "{+INFINITY}", "{INVALID}",
            ])
    }

    /// Units are dropped, as programs on Apple's systems have reported: 2.87 s in whole seconds are 2 s.
    @Test(arguments: [
        (2.87, 1, 2, 1, true), (0.082, 24, 1, 24, true), (0.5, 600, 300, 600, false), (-2.87, 1, -2, 1, true),
        (1e10, 1_000_000_000, 5_000_000_000_000_000_000, 500_000_000, false), (1e19, 600, 0, 0, false),
    ])
    func secondsBecomeUnits(seconds: Double, preferred: Int32, value: Int64, timescale: Int32, isRounded: Bool) {
        let time = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferred)
        #expect(time.value == value && time.timescale == timescale && time.hasBeenRounded == isRounded)
        #expect(timescale != 0 || time.isPositiveInfinity)
    }

    @Test func whatIsNoNumberOfSecondsIsInvalid() {
        #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
        #expect(!CMTime(seconds: 1, preferredTimescale: 0).isValid)
        #expect(CMTime(seconds: -.infinity, preferredTimescale: 600).isNegativeInfinity)
    }

    @Test func everyKindHasItsPlace() {
        for (first, one) in Self.special.enumerated() {
            for (second, other) in Self.special.enumerated() {
                #expect(CMTimeCompare(one, other) == Int32((first - second).signum()))
                #expect((one == other) == (first == second) && (one < other) == (first < second))
            }
        }
        let later = CMTimeMakeWithEpoch(value: -5, timescale: 1, epoch: 1)
        #expect(later > CMTime(value: 100, timescale: 1))
        let halves = (CMTime(value: 1, timescale: 2), CMTime(value: 300, timescale: 600))
        #expect(halves.0 == halves.1 && halves.0.hashValue == halves.1.hashValue)
        #expect(CMTimeMinimum(.zero, halves.0) == .zero && CMTimeMaximum(.zero, halves.0) == halves.0)
        #expect(CMTimeAbsoluteValue(CMTime(value: -3, timescale: 2)) == CMTime(value: 3, timescale: 2))
        #expect(
            CMTimeAbsoluteValue(.negativeInfinity) == .positiveInfinity && CMTimeAbsoluteValue(.invalid) == .invalid)
    }

    /// A sign is that of the number, not of the epoch.
    @Test func absoluteValuesKeepTheirEpoch() {
        let later = CMTimeAbsoluteValue(CMTimeMakeWithEpoch(value: -3, timescale: 2, epoch: 1))
        #expect(later.value == 3 && later.epoch == 1)
        #expect(CMTimeAbsoluteValue(CMTimeMakeWithEpoch(value: 3, timescale: 2, epoch: -1)).value == 3)
    }

    /// A number without a positive timescale is no time, and equal to all that are none.
    @Test(arguments: [0, -2] as [Int32])
    func aTimescaleIsPositive(timescale: Int32) {
        let time = CMTime(value: 1, timescale: timescale, flags: .valid, epoch: 0)
        #expect(time == .invalid && time.hashValue == CMTime.invalid.hashValue)
        #expect(
            time != CMTime(value: -1, timescale: 2) && CMTime(value: 0, timescale: 0, flags: .valid, epoch: 0) != .zero)
        #expect(time + .zero == .invalid && time.convertScale(600, method: .default) == .invalid)
    }

    // MARK: Sums

    @Test func sumsTakeTheCommonMultiple() {
        let sum = CMTimeAdd(CMTime(value: 1, timescale: 600), CMTime(value: 1, timescale: 44_100))
        #expect(sum.timescale == 88_200 && sum.value == 149 && !sum.hasBeenRounded)
        let difference = CMTime(value: 1, timescale: 2) - CMTime(value: 1, timescale: 3)
        #expect(difference.timescale == 6 && difference.value == 1)
        let fine = CMTime(value: 1, timescale: .max) + CMTime(value: 1, timescale: .max - 1)
        #expect(fine.timescale == .max && fine.value == 2 && fine.hasBeenRounded)
        #expect((fine + .zero).hasBeenRounded)
    }

    @Test func whatDoesNotFitBecomesCoarserThenInfinite() {
        let half = CMTime(value: .max, timescale: 600) + CMTime(value: .max, timescale: 600)
        #expect(half.timescale == 300 && half.value == .max && !half.hasBeenRounded)
        #expect((CMTime(value: .max, timescale: 1) + CMTime(value: 1, timescale: 1)).isPositiveInfinity)
        #expect((CMTime(value: .min, timescale: 1) - CMTime(value: 1, timescale: 1)).isNegativeInfinity)
        let least = CMTime(value: .min, timescale: 1)
        #expect(CMTimeAbsoluteValue(least).isPositiveInfinity && (.zero - least).isPositiveInfinity)
    }

    @Test func sumsOfOtherKinds() {
        let one = CMTime(value: 1, timescale: 1)
        #expect(one + .positiveInfinity == .positiveInfinity && one - .positiveInfinity == .negativeInfinity)
        #expect(CMTime.positiveInfinity - .positiveInfinity == .invalid)
        #expect(.positiveInfinity + .negativeInfinity == CMTime.invalid)
        #expect(.indefinite + one == CMTime.indefinite && .indefinite + .positiveInfinity == CMTime.positiveInfinity)
        #expect(.invalid + .indefinite == CMTime.invalid)
        let (first, second) = (
            CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 2), CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 2)
        )
        #expect(first - second == CMTime(value: 2, timescale: 1))
        #expect((first + one).epoch == 2 && (first + one).value == 6)
        #expect(first + CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 3) == .invalid)
    }

    // MARK: Products

    @Test func productsKeepTheirTimescale() {
        let product = CMTimeMultiply(CMTime(value: 3, timescale: 600), multiplier: -4)
        #expect(product.value == -12 && product.timescale == 600)
        #expect(CMTimeMultiply(.positiveInfinity, multiplier: -1) == .negativeInfinity)
        #expect(CMTimeMultiply(CMTime(value: .max, timescale: 600), multiplier: 2).timescale == 300)
        #expect(CMTimeMultiply(.indefinite, multiplier: 2) == .indefinite)
    }

    /// The figures of a program on Apple's systems.
    @Test func ratiosStayExactAndNumbersGiveNanoseconds() {
        let time = CMTime(value: 43_804, timescale: 600)
        let quarter = CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 4)
        #expect(quarter.value == 43_804 && quarter.timescale == 2400 && !quarter.hasBeenRounded)
        let rounded = CMTimeMultiplyByFloat64(time, multiplier: 0.25)
        #expect(rounded.value == 18_251_666_667 && rounded.timescale == 1_000_000_000 && rounded.hasBeenRounded)
        #expect(CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 0) == .positiveInfinity)
        #expect(CMTimeMultiplyByRatio(time, multiplier: -1, divisor: 0) == .negativeInfinity)
        #expect(CMTimeMultiplyByRatio(time, multiplier: 0, divisor: 0) == .invalid)
        let negative = CMTimeMultiplyByRatio(time, multiplier: 1, divisor: -1)
        #expect(negative.value == -43_804 && negative.timescale == 600)
        let lowest = CMTimeMultiplyByRatio(
            CMTime(value: 600, timescale: 1_000_000_000), multiplier: 5, divisor: 1_000_000)
        #expect(lowest.value == 0 && lowest.timescale == .max && lowest.hasBeenRounded)
        #expect(CMTimeMultiplyByFloat64(time, multiplier: .nan) == .invalid)
        #expect(CMTimeMultiplyByFloat64(time, multiplier: -.infinity) == .negativeInfinity)
        #expect(CMTimeMultiplyByFloat64(time, multiplier: 1e300) == .positiveInfinity)
    }

    // MARK: Timescales

    @Test(arguments: [
        (CMTimeRoundingMethod.roundHalfAwayFromZero, 3, -3), (.roundTowardZero, 2, -2), (.roundAwayFromZero, 3, -3),
        (.quickTime, 2, -2), (.roundTowardPositiveInfinity, 3, -2), (.roundTowardNegativeInfinity, 2, -3),
    ])
    func everyMethodRoundsAHalf(method: CMTimeRoundingMethod, up: Int64, down: Int64) {
        #expect(CMTimeConvertScale(CMTime(value: 5, timescale: 2), timescale: 1, method: method).value == up)
        let negative = CMTime(value: -5, timescale: 2).convertScale(1, method: method)
        #expect(negative.value == down && negative.hasBeenRounded)
    }

    @Test func timescalesChange() {
        let fine = CMTime(value: 1, timescale: 3).convertScale(10, method: .quickTime)
        #expect(fine.value == 4 && fine.hasBeenRounded)
        #expect(CMTime(value: -1, timescale: 3).convertScale(1, method: .quickTime).value == -1)
        let exact = CMTime(value: 1, timescale: 2).convertScale(600, method: .default)
        #expect(exact.value == 300 && !exact.hasBeenRounded)
        #expect(exact.convertScale(0, method: .default) == .invalid)
        #expect(CMTime.positiveInfinity.convertScale(600, method: .default) == .positiveInfinity)
        #expect(CMTime(value: .max, timescale: 1).convertScale(2, method: .default) == .positiveInfinity)
    }

    // MARK: Any numbers

    /// Sums, differences and orders of random fractions are those of exact arithmetic, but for what says that it has been rounded,
    /// which is off by half a unit at most. Fields that no function makes trap nowhere.
    @Test func randomTimesAreExact() {
        var random = SplitMix(state: 17)
        for _ in 0..<20_000 {
            let (one, other) = (random.time(), random.time())
            let (sum, difference) = (one + other, one - other)
            for (result, sign) in [(sum, Int128(1)), (difference, -1)] where result.isNumeric {
                let denominator = Int128(one.timescale) * Int128(other.timescale)
                let exact =
                    Int128(one.value) * Int128(other.timescale) + sign * Int128(other.value) * Int128(one.timescale)
                // Twice the error in units of the result, over the common denominator.
                let error = (Int128(result.value) * denominator - exact * Int128(result.timescale)).magnitude * 2
                #expect(result.hasBeenRounded ? error <= denominator.magnitude : error == 0)
            }
            #expect((one < other) == (one.seconds < other.seconds) || abs(one.seconds - other.seconds) < 1e-6)
        }
        for _ in 0..<20_000 {
            let (one, other) = (random.anything(), random.anything())
            _ = (one + other, one - other, CMTimeMultiply(one, multiplier: random.scale()), one.hashValue, one.seconds)
            _ = CMTimeMultiplyByRatio(one, multiplier: random.scale(), divisor: random.scale())
            _ = CMTimeMultiplyByFloat64(one, multiplier: Double(bitPattern: random.next()))
            _ = one.convertScale(random.scale(), method: .quickTime)
            _ = CMTime(seconds: Double(bitPattern: random.next()), preferredTimescale: random.scale())
            let ranges = (CMTimeRange(start: one, duration: other), CMTimeRange(start: other, end: one))
            _ = (ranges.0.union(ranges.1), ranges.0.intersection(ranges.1), ranges.0.containsTimeRange(ranges.1))
            #expect((CMTimeCompare(one, other) == 0) == (one == other))
            #expect(one != other || one.hashValue == other.hashValue)
            _ = CMTimeFoldIntoRange(one, foldRange: ranges.0)
            _ = CMTimeMapTimeFromRangeToRange(other, fromRange: ranges.0, toRange: ranges.1)
            _ = CMTimeMapDurationFromRangeToRange(one, fromRange: ranges.1, toRange: ranges.0)
            let copy = CMTimeMakeFromDictionary(CMTimeCopyAsDictionary(one, allocator: nil))
            #expect(copy == one)
        }
    }

    /// A difference has the greater timescale where one divides the other, and is exact.
    @Test func timesAreSubtracted() {
        let (value, scale, epoch): (CMTimeValue, CMTimeScale, CMTimeEpoch) = (1, 2, 0)
        let half = CMTime(value: value, timescale: scale, flags: .valid, epoch: epoch)
        let difference = CMTimeSubtract(half, CMTime(value: 3, timescale: 4))
        #expect(difference.value == -1 && difference.timescale == 4 && difference.epoch == 0)
        #expect(CMTimeSubtract(half, .positiveInfinity) == .negativeInfinity)
        #expect(CMTimeSubtract(.indefinite, half) == .indefinite)
        #expect(!CMTimeSubtract(half, .invalid).isValid)
        #expect(CMTimeCopyDescription(allocator: nil, time: difference)?.contains("-1/4") == true)
    }
}

/// Numbers that are the same in each run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }

    mutating func scale() -> Int32 { Int32(truncatingIfNeeded: next()) >> Int32(next() % 31) }

    mutating func time() -> CMTime {
        CMTime(
            value: Int64(bitPattern: next()) >> Int64(24 + next() % 40), timescale: Int32(1 + next() % 200_000))
    }

    mutating func anything() -> CMTime {
        CMTime(
            value: Int64(bitPattern: next()) >> Int64(next() % 64), timescale: scale(),
            flags: CMTimeFlags(rawValue: UInt32(next() % 64)), epoch: Int64(next() % 3))
    }
}
