import AudioCore

/// How the filters of an exact table stand in its rows: one row for each output frame until positions repeat, four rows
/// over the same input, so that a kernel loads that once for four outputs.
struct ResamplerRows {
    /// Values in a row: the filter's, and zeros around them.
    let rowTaps: Int
    let groupRows: Int64
    /// What times a position's remainder gives its row, in steps of the denominator.
    private let inverse: Int64

    /// Where no filter is exact: nothing stands in rows.
    init(taps: Int) { (rowTaps, groupRows, inverse) = (taps, 1, 0) }

    init(taps: Int, _ ratio: ResamplerRatio) {
        inverse = ratio.denominator == 1 ? 0 : Self.inverse(of: ratio.numerator % ratio.denominator, ratio.denominator)
        var longest = 0
        for row in 0..<ratio.denominator { longest = max(longest, Self.shift(ofRow: row, ratio, groupRows: 4)) }
        // A kernel that renders one output takes the stretch around a row's middle for the filter's: where short filters
        // stand farther apart than they are long, each row is its own.
        let isGrouped = ratio.denominator >= 4 && longest <= taps
        groupRows = isGrouped ? 4 : 1
        rowTaps = (taps + (isGrouped ? longest : 0) + 7) / 8 * 8
    }

    /// The number that times `value` is 1 in steps of `modulus`, by Euclid's algorithm; the two share no divisor.
    private static func inverse(of value: Int64, _ modulus: Int64) -> Int64 {
        var (a, b) = (modulus, value)
        var (x, y): (Int64, Int64) = (0, 1)
        while b != 0 {
            (x, y) = (y, x - a / b * y)
            (a, b) = (b, a % b)
        }
        return x < 0 ? x + modulus : x
    }

    /// The row of the outputs that stand `part` past an input frame.
    @_noLocks func row(ofPart part: Int64, _ ratio: ResamplerRatio) -> Int64 { part * inverse % ratio.denominator }

    /// Zeros before the filter in a row: input frames from where its group's input begins to where its own does.
    @_noLocks func shift(ofRow row: Int64, _ ratio: ResamplerRatio) -> Int {
        Self.shift(ofRow: row, ratio, groupRows: groupRows)
    }

    @_noLocks private static func shift(ofRow row: Int64, _ ratio: ResamplerRatio, groupRows: Int64) -> Int {
        let first = row - row % groupRows
        return Int(ratio.position(of: row).frame - ratio.position(of: first).frame)
    }
}

/// The memory of a table of filters, which all resamplers of one kind share: it fits the caches once.
final class ResamplerFilters: @unchecked Sendable {
    struct Key: Hashable {
        let ratio: ResamplerRatio
        let design: ResamplerDesign
        let segments: Int
    }

    private struct Reference { weak var filters: ResamplerFilters? }

    private static let known = LockedValue<[Key: Reference]>([:])

    let values: UnsafeMutablePointer<Float>

    private init(_ values: UnsafeMutablePointer<Float>) { self.values = values }

    deinit { values.deallocate() }

    /// The table of another resampler with the same key; where there is none, a new one, which `make` allocates.
    static func shared(_ key: Key, make: () -> UnsafeMutablePointer<Float>) -> ResamplerFilters {
        if let filters = known.withLock({ $0[key]?.filters }) { return filters }
        let new = ResamplerFilters(make())
        return known.withLock { known in
            if let filters = known[key]?.filters { return filters }
            known = known.filter { $0.value.filters != nil }
            known[key] = Reference(filters: new)
            return new
        }
    }
}
