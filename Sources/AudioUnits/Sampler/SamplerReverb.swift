/// The reverb that all voices of a sampler share. Real-time safe but for making and freeing it.
struct SamplerReverb {
    /// A medium hall.
    private static let seconds: (minimum: Float, maximum: Float, low: Float, high: Float) = (0.008, 0.05, 1.2, 0.5)
    /// Frames of a part, after which the sum of sends is taken.
    private static let partLength = 64

    /// Where voices add what goes to the reverb: `room` frames at most.
    let send: UnsafeMutablePointer<Float>
    private var network: ReverbNetwork
    private var bus: RenderBus
    private let most = partLength
    /// Frames that are to come until nothing is heard any more.
    private var remaining = 0
    private let tail: Int

    init(sampleRate: Double) {
        let seconds = Self.seconds
        send = .allocate(capacity: Self.partLength)
        send.initialize(repeating: 0, count: Self.partLength)
        network = ReverbNetwork(channels: 2, sampleRate: sampleRate, longest: Double(seconds.maximum))
        bus = RenderBus(
            .float32(sampleRate: sampleRate, channels: 2, interleaved: false), maximumFrames: Self.partLength)
        tail = Int(sampleRate * 3)
        var room = ReverbNetwork.Room()
        (room.minimum, room.maximum, room.low, room.high) = seconds
        room.seed = 1
        network.setRoom(room)
    }

    func deallocate() {
        send.deallocate()
        network.deallocate()
        bus.deallocate()
    }

    static func bytes(_ sampleRate: Double) -> Int {
        DelayLine.bytes(
            channels: ReverbNetwork.lines,
            frames: ReverbNetwork.frames(sampleRate, longest: Double(seconds.maximum)))
    }

    /// The most frames that are taken at once.
    var room: Int { @_noLocks get { most } }

    @_noLocks mutating func clear() {
        network.clear()
        remaining = 0
        for index in 0..<most { send[index] = 0 }
    }

    /// Adds the reverb of what was sent in frames, and makes room for the next ones.
    ///
    /// - Parameter end: the frame before which voices have sent something.
    @_noLocks mutating func add(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, from first: Int, to last: Int,
        sentUntil end: Int
    ) {
        if end > first { remaining = tail + end - first }
        let count = min(last - first, remaining)
        guard count > 0 else { return }
        let (one, other) = (bus.samples(0), bus.samples(1))
        for index in 0..<count {
            // The network adds up both channels.
            let sample = 0.5 * send[index]
            (one[index], other[index], send[index]) = (sample, sample, 0)
        }
        // No gain changes, so that it does not matter how frames are taken together.
        run(count)
        for index in 0..<count {
            left[first + index] += one[index]
            right[first + index] += other[index]
        }
        remaining -= count
        if remaining == 0 { clear() }
    }

    @_noLocks private mutating func run(_ count: Int) {
        withUnsafeMutablePointer(to: &bus) { bus in
            network.process(bus, from: 0, to: count, dry: (0, 0), wet: (1, 1))
        }
    }
}
