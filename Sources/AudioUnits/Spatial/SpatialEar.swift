import CKernels

/// What an ear hears: later, and through the shadow of the head.
struct SpatialEar: BitwiseCopyable {
    private let line: UnsafeMutablePointer<Float>
    private let capacity: Int
    private var place = 0
    /// The delay in frames, on its way to what it was set to.
    private var delay = 0.0
    private var wanted = 0.0
    private var before: (input: Float, output: Float) = (0, 0)
    var shadow: (b0: Float, b1: Float, a1: Float) = (1, 0, 0)

    /// How far the delay goes in a frame, so that a source that jumps does not click.
    private static let step = 0.01

    init(_ sampleRate: Double) {
        capacity = Self.capacity(sampleRate)
        line = .allocate(capacity: capacity)
        line.initialize(repeating: 0, count: capacity)
    }

    /// The frames of the longest delay.
    static func capacity(_ sampleRate: Double) -> Int { Int(SphericalHead.longestDelay * sampleRate) + 4 }

    func deallocate() { line.deallocate() }

    mutating func reset() {
        for index in 0..<capacity { line[index] = 0 }
        (place, delay, before) = (0, .nan, (0, 0))
    }

    mutating func setDelay(_ frames: Double) {
        wanted = frames
        if delay.isNaN { delay = frames }
    }

    /// Gives what the ear hears of frames of the source.
    mutating func hear(_ samples: UnsafePointer<Float>, into heard: UnsafeMutablePointer<Float>, frames: Int) {
        var ear = CKEar(
            line: line, capacity: Int64(capacity), place: Int64(place), delay: delay, wanted: wanted, step: Self.step,
            b0: shadow.b0, b1: shadow.b1, a1: shadow.a1, lastInput: before.input, lastOutput: before.output)
        CKHear(&ear, samples, heard, frames)
        (place, delay, before) = (Int(ear.place), ear.delay, (ear.lastInput, ear.lastOutput))
    }
}

/// What both ears hear of a source.
struct SpatialEars: BitwiseCopyable {
    var left: SpatialEar
    var right: SpatialEar
    private let sampleRate: Double

    init(_ sampleRate: Double) {
        (left, right, self.sampleRate) = (SpatialEar(sampleRate), SpatialEar(sampleRate), sampleRate)
    }

    func deallocate() {
        left.deallocate()
        right.deallocate()
    }

    mutating func reset() {
        left.reset()
        right.reset()
    }

    mutating func set(_ direction: SpatialDirection, isDelayed: Bool, isShadowed: Bool) {
        let delays = isDelayed ? SphericalHead.delays(direction) : (left: 0, right: 0)
        left.setDelay(delays.left * sampleRate)
        right.setDelay(delays.right * sampleRate)
        left.shadow = isShadowed ? SphericalHead.shadow(direction, side: -1, sampleRate) : (1, 0, 0)
        right.shadow = isShadowed ? SphericalHead.shadow(direction, side: 1, sampleRate) : (1, 0, 0)
    }
}
