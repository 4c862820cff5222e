/// Joins the first packet after a loss to what replaced the lost one.
///
/// The new packet's first period, repeated backwards in time, takes over from the replacement little by little.
final class ILBCBridge {
    /// Frames over which one passes into the other.
    private let length: Int
    private let backwards = UnsafeMutablePointer<Int16>.zeros(80)

    init(_ mode: ILBCMode) { length = mode.delay }

    deinit { backwards.deallocate() }

    /// Changes the end of the replacement.
    ///
    /// - Parameters:
    ///   - start: where the new packet's excitation begins, the replacement before it.
    ///   - lag: its period, roughly.
    /// - Returns: its period.
    func join(_ start: UnsafeMutablePointer<Int16>, near lag: Int) -> Int {
        let lag = period(start, near: lag)
        let before = start - length
        for index in 0..<length {
            backwards[index] = lag > length ? start[lag - length + index] : before[lag + index]
        }
        limitEnergy(before)
        let step: Int32 = length == 40 ? 400 : 202
        for index in 0..<length {
            let weight = step * Int32(index + 1)
            let frame = start - 1 - index
            let kept = FixedPoint.narrow((Int32(frame.pointee) &* weight) >> 14)
            let other = Int32(backwards[length - 1 - index])
            frame.pointee = kept &+ FixedPoint.narrow(((16_384 - weight) &* other) >> 14)
        }
        return lag
    }

    /// The period, one frame more or less, after which the packet's beginning repeats itself best.
    private func period(_ start: UnsafePointer<Int16>, near lag: Int) -> Int {
        let regressor = start + lag - 1
        let peak = Int64(FixedPoint.peak(regressor, length + 2))
        let excess = (Int64(length) * peak * peak) >> 31
        let shift = Int64.bitWidth - excess.leadingZeroBitCount
        var (best, highest) = (0, Int32.min)
        for index in 0..<3 {
            let product = FixedPoint.dot(start, regressor + index, length, shift: shift)
            if product > highest { (best, highest) = (index, product) }
        }
        return lag - 1 + best
    }

    /// Makes what comes backwards no more than four times as strong as the replacement, but for its last frames.
    private func limitEnergy(_ before: UnsafePointer<Int16>) {
        let peak = max(FixedPoint.peak(before, length), FixedPoint.peak(backwards, length))
        let shift = max(0, 22 - FixedPoint.headroom(peak))
        let forward = FixedPoint.dot(before, before, length, shift: shift)
        let backward = FixedPoint.dot(backwards, backwards, length, shift: shift)
        guard backward > 0, backward >> 2 > forward else { return }
        let room = FixedPoint.headroom(backward)
        let change = FixedPoint.quotient(forward << room, FixedPoint.narrow(backward << (room - 16)))
        let root = FixedPoint.root(Int32(FixedPoint.narrow(change)) << 14)
        for index in 0..<length {
            let rising = max(0, Int32(index - (length - 16)))
            let factor = root &+ (rising &* (2048 - root >> 3)) >> 1
            backwards[index] = FixedPoint.narrow((Int32(backwards[index]) &* factor) >> 14)
        }
    }
}
