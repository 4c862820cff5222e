/// Reads a sample at any speed, by a curve of third order through four frames. Real-time safe.
///
/// Places are whole frames and parts of them, 32 bits each, so that a sum of steps is exact however they are taken together.
struct SamplerOscillator: BitwiseCopyable {
    private(set) var place: Int64 = 0
    private var end = 0
    private var loopStart = 0
    private var loopEnd = 0
    private(set) var loops = false
    /// Whether a loop has begun anew, so that its last frame is before its first one.
    private var hasLooped = false

    @_noLocks init() {}

    @_noLocks init(_ zone: UnsafePointer<PlayableInstrument.Zone>) {
        place = Int64(zone.pointee.start) << 32
        end = zone.pointee.end
        (loopStart, loopEnd, loops) = (zone.pointee.loopStart, zone.pointee.loopEnd, zone.pointee.loops)
    }

    /// A step from frame to frame.
    ///
    /// - Parameter ratio: frames of the sample for a frame of the output.
    @_noLocks static func step(_ ratio: Double) -> Int64 { Int64(min(max(ratio, 1e-6), 4096) * 4_294_967_296) }

    /// Plays what is after the loop when the loop has come to its end.
    @_noLocks mutating func leaveLoop() { loops = false }

    /// Reads frames, and moves on behind them.
    ///
    /// - Returns: how many there are: fewer where the sample ends.
    @_noLocks mutating func read(
        _ source: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>, _ count: Int, step: Int64
    ) -> Int {
        var done = 0
        while done < count {
            if loops { wrap() }
            let index = Int(place >> 32)
            // A frame more than the sample has, for the curve's way back to silence.
            let limit = loops ? loopEnd - 2 : end + 1
            guard loops || index < limit else { return done }
            if index < limit, !loops || !hasLooped || index > loopStart {
                let frames = min(count - done, Int(((Int64(limit) << 32) - place + step - 1) / step))
                readRun(source, target + done, frames, step)
                done += frames
            } else {
                target[done] = aroundSeam(source, index)
                place += step
                done += 1
            }
        }
        return done
    }

    /// Goes back to the beginning of the loop from behind its end.
    @_noLocks private mutating func wrap() {
        let beyond = place - Int64(loopEnd) << 32
        guard beyond >= 0 else { return }
        place = Int64(loopStart) << 32 + beyond % (Int64(loopEnd - loopStart) << 32)
        hasLooped = true
    }

    /// Reads where the four frames follow one another in memory.
    @_noLocks private mutating func readRun(
        _ source: UnsafePointer<Float>, _ target: UnsafeMutablePointer<Float>, _ count: Int, _ step: Int64
    ) {
        var place = self.place
        for frame in 0..<count {
            let at = source + Int(place >> 32)
            let part = Float(Int32(truncatingIfNeeded: (place & 0xFFFF_FFFF) >> 8)) * 0x1p-24
            target[frame] = SamplerOscillator.curve(at[-1], at[0], at[1], at[2], part)
            place &+= step
        }
        self.place = place
    }

    /// A frame for which some of the four are at the other end of the loop.
    @_noLocks private func aroundSeam(_ source: UnsafePointer<Float>, _ index: Int) -> Float {
        let length = loopEnd - loopStart
        let part = Float(Int32(truncatingIfNeeded: (place & 0xFFFF_FFFF) >> 8)) * 0x1p-24
        let before = hasLooped && index == loopStart ? loopEnd - 1 : index - 1
        let next = index + 1 < loopEnd ? index + 1 : loopStart + (index + 1 - loopEnd) % length
        let afterNext = index + 2 < loopEnd ? index + 2 : loopStart + (index + 2 - loopEnd) % length
        return SamplerOscillator.curve(source[before], source[index], source[next], source[afterNext], part)
    }

    /// The curve that goes through the two frames in the middle, in the directions from neighbor to neighbor.
    @inline(__always)
    @_noLocks private static func curve(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ part: Float) -> Float {
        let slope = 0.5 * (c - a)
        let cube = 0.5 * (d - a) + 1.5 * (b - c)
        let square = c - b - slope - cube
        return ((cube * part + square) * part + slope) * part + b
    }
}
