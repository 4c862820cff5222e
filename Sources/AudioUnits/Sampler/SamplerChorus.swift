/// The chorus that all voices of a sampler share: what they send comes again by four delays that grow and shrink, two on each side.
/// Real-time safe but for making and freeing it.
struct SamplerChorus {
    /// The delays, by how much they differ from their mean, and in what time they come back to where they were.
    private static let seconds: (mean: Float, depth: Float, period: Float) = (0.01, 0.002, 2)

    /// Where voices add what goes to the chorus.
    let send: UnsafeMutablePointer<Float>
    private let room: Int
    private var line: DelayLine
    /// In frames.
    private let mean: Float
    private let depth: Float
    /// The present place in the period, from 0 to 1, and what a frame adds to it.
    private var place: Float = 0
    private let step: Float
    /// Frames that are to come until nothing is heard any more.
    private var remaining = 0
    private let tail: Int

    /// - Parameter room: the most frames that are taken at once.
    init(sampleRate: Double, room: Int) {
        self.room = room
        let rate = Float(sampleRate)
        (mean, depth, step) = (Self.seconds.mean * rate, Self.seconds.depth * rate, 1 / (Self.seconds.period * rate))
        tail = Self.frames(sampleRate)
        line = DelayLine(channels: 1, frames: tail)
        send = .allocate(capacity: room)
        send.initialize(repeating: 0, count: room)
    }

    func deallocate() {
        send.deallocate()
        line.deallocate()
    }

    /// Those of the longest delay, and of the frame after it.
    private static func frames(_ sampleRate: Double) -> Int {
        Int(Double(seconds.mean + seconds.depth) * sampleRate) + 2
    }

    static func bytes(_ sampleRate: Double) -> Int { DelayLine.bytes(channels: 1, frames: frames(sampleRate)) }

    @_noLocks mutating func clear() {
        line.clear()
        (place, remaining) = (0, 0)
        for index in 0..<room { send[index] = 0 }
    }

    /// Adds the chorus of what was sent in frames, and makes room for the next ones.
    ///
    /// - Parameter end: the frame before which voices have sent something.
    @_noLocks mutating func add(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, from first: Int, to last: Int,
        sentUntil end: Int
    ) {
        if end > first { remaining = tail + end - first }
        let count = min(last - first, remaining)
        guard count > 0 else { return }
        for index in 0..<count {
            line.write(send[index], 0, at: index)
            send[index] = 0
            // What is sent is the sum of both sides.
            left[first + index] += 0.25 * (delayed(at: index, 0) + delayed(at: index, 0.5))
            right[first + index] += 0.25 * (delayed(at: index, 0.25) + delayed(at: index, 0.75))
            place += step
            if place >= 1 { place -= 1 }
        }
        line.advance(count)
        remaining -= count
        if remaining == 0 { clear() }
    }

    /// The frame of the delay that is ahead of the first by a part of the period.
    @_noLocks private func delayed(at frame: Int, _ ahead: Float) -> Float {
        var place = self.place + ahead
        if place >= 1 { place -= 1 }
        // At the same speed up and down, so that the pitch is higher and lower by the same.
        let delay = mean + depth * (4 * (place - 0.5).magnitude - 1)
        let whole = Int(delay)
        let near = line.read(0, at: frame, delay: whole)
        return near + (line.read(0, at: frame, delay: whole + 1) - near) * (delay - Float(whole))
    }
}
