internal import CPipeWire

/// The host times of a cycle's frames.
///
/// What happened in the time of one cycle is in the next: frame 0 stands for the beginning of the cycle before. So messages keep the
/// distances between them, and are one cycle late.
struct CycleTimes: Equatable {
    /// What frame 0 stands for, in nanoseconds, and how many nanoseconds the cycle lasts.
    let begin: UInt64
    let length: UInt64
    let frames: UInt64

    /// - Parameters:
    ///   - start: when the cycle itself begins.
    ///   - previous: when the one before began; 0 where that is not known. Cycles last somewhat longer or shorter than their frames do:
    ///     a message between two of them is in one all the same.
    @_noLocks init(start: UInt64, previous: UInt64 = 0, frames: UInt64, numerator: UInt32, denominator: UInt32) {
        let seconds = denominator > 0 ? Double(frames) * Double(numerator) / Double(denominator) : 0
        let nominal = seconds > 0 && seconds < 3600 ? UInt64(seconds * 1e9) : 0
        let actual = start > previous ? start - previous : 0
        let isNext = previous > 0 && actual > nominal - nominal / 4 && actual < nominal + nominal / 4
        length = isNext ? actual : nominal
        begin = start > length ? start - length : 0
        self.frames = frames
    }

    @_noLocks init(_ position: UnsafePointer<PWPosition>, previous: UInt64) {
        self.init(
            start: position.pointee.nanoseconds, previous: previous, frames: position.pointee.duration,
            numerator: position.pointee.rateNumerator, denominator: position.pointee.rateDenominator)
    }

    /// The frame of a message; nil where it belongs to a later cycle. That of an earlier one is the first.
    @_noLocks func offset(of time: UInt64) -> UInt32? {
        guard time > begin else { return 0 }
        let past = time - begin
        guard past < length else { return length == 0 ? 0 : nil }
        // A cycle is shorter than an hour, and both factors fit in 53 bits.
        let frame = Double(past) * Double(frames) / Double(length)
        return UInt32(min(frame, Double(min(frames, 1 << 31)) - 1))
    }

    /// The time that a frame stands for: within the cycle, whatever another program wrote.
    @_noLocks func time(at offset: UInt32) -> UInt64 {
        guard frames > 0, UInt64(offset) < frames else { return begin + length }
        return begin + UInt64(Double(length) * Double(offset) / Double(frames))
    }
}
