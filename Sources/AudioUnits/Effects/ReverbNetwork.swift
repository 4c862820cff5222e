import AudioCore
import CAudioToolbox
import CKernels
import Glibc

/// Sixteen delays, each of which feeds all. What leaves a delay passes a filter, which gives each frequency its decay.
///
/// All channels go into all delays and come out of them, with signs that differ from channel to channel, so that what comes
/// out in two channels has little in common. Real-time safe but for making and freeing it.
struct ReverbNetwork {
    static var lines: Int { @_noLocks get { 16 } }
    /// The most frames of one call of `process`, over which delays that change are blended.
    static var block: Int { @_noLocks get { 64 } }

    /// What a network is made for, in seconds.
    struct Room {
        var minimum: Float = 0
        var maximum: Float = 0
        var low: Float = 0
        var high: Float = 0
        var seed: Float = 0

        @_noLocks init() {}

        @_noLocks func isSame(_ other: Room) -> Bool {
            minimum == other.minimum && maximum == other.maximum && low == other.low && high == other.high
                && seed == other.seed
        }
    }

    /// The frames of the longest delay, with room for delays that would have the same length.
    ///
    /// - Parameter longest: the longest delay in seconds.
    static func frames(_ sampleRate: Double, longest: Double = 1) -> Int { Int(sampleRate * longest) + 2 * lines }

    private let channels: Int
    private let sampleRate: Double
    private var line: DelayLine
    /// Frames of each delay in the last block, and in the next one.
    private let delays: UnsafeMutablePointer<Int>
    private let nextDelays: UnsafeMutablePointer<Int>
    /// The filters of the delays, likewise.
    private let gains: UnsafeMutablePointer<Float>
    private let nextGains: UnsafeMutablePointer<Float>
    private let poles: UnsafeMutablePointer<Float>
    private let nextPoles: UnsafeMutablePointer<Float>
    private let states: UnsafeMutablePointer<Float>
    /// Where the channels of a run are.
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The rows of a Hadamard matrix: 1 and -1.
    private let signs: UnsafeMutablePointer<Float>
    private var (level, nextLevel): (Float, Float) = (0, 0)
    private var hasBegun = false

    /// - Parameter longest: the longest delay in seconds, which no room goes beyond.
    init(channels: Int, sampleRate: Double, longest: Double = 1) {
        (self.channels, self.sampleRate) = (channels, sampleRate)
        line = DelayLine(channels: Self.lines, frames: Self.frames(sampleRate, longest: longest))
        func numbers() -> UnsafeMutablePointer<Float> {
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: Self.lines)
            memory.initialize(repeating: 0, count: Self.lines)
            return memory
        }
        (delays, nextDelays) = (.allocate(capacity: Self.lines), .allocate(capacity: Self.lines))
        delays.initialize(repeating: 1, count: Self.lines)
        nextDelays.initialize(repeating: 1, count: Self.lines)
        (gains, nextGains, poles, nextPoles) = (numbers(), numbers(), numbers(), numbers())
        states = numbers()
        planes = .allocate(capacity: max(1, channels))
        signs = .allocate(capacity: Self.lines * Self.lines)
        for place in 0..<Self.lines * Self.lines {
            let (row, column) = (place / Self.lines, place % Self.lines)
            (signs + place).initialize(to: (row & column).nonzeroBitCount & 1 == 0 ? 1 : -1)
        }
    }

    func deallocate() {
        line.deallocate()
        delays.deallocate()
        nextDelays.deallocate()
        for memory in [gains, nextGains, poles, nextPoles, states, signs] { memory.deallocate() }
        planes.deallocate()
    }

    @_noLocks mutating func clear() {
        line.clear()
        for index in 0..<Self.lines { states[index] = 0 }
        hasBegun = false
    }

    // MARK: Rooms

    @_noLocks mutating func setRoom(_ room: Room) {
        let (rate, count) = (sampleRate, channels)
        let (delays, gains, poles) = (nextDelays, nextGains, nextPoles)
        var made: Float = 0
        // Powers and logarithms of numbers: nothing is allocated, nothing locks.
        realtimeTrusted { made = Self.design(room, rate, channels: count, delays, gains, poles) }
        nextLevel = made
    }

    /// Chooses delays and filters for a room.
    ///
    /// - Returns: the gain with which noise comes out as loud as it goes in.
    private static func design(
        _ room: Room, _ sampleRate: Double, channels: Int, _ delays: UnsafeMutablePointer<Int>,
        _ gains: UnsafeMutablePointer<Float>, _ poles: UnsafeMutablePointer<Float>
    ) -> Float {
        let shortest = Double(min(room.minimum, room.maximum)) * sampleRate
        let span = Double(max(room.minimum, room.maximum)) * sampleRate / shortest
        var (last, sum) = (0, 0)
        for index in 0..<lines {
            // Each delay has its own part of the range, which no two share.
            let place = (Double(index) + random(UInt64(room.seed), index)) / Double(lines)
            last = max(last + 1, Int(shortest * pow(span, place)))
            delays[index] = last
            sum += last
            let filter = absorption(Double(last), room, sampleRate)
            (gains[index], poles[index]) = (Float(filter.gain), Float(filter.pole))
        }
        // The mean power over the frequencies of what goes round for ever.
        let filter = absorption(Double(sum) / Double(lines), room, sampleRate)
        var power = 0.0
        for step in 0..<32 {
            let angle = Double.pi * (Double(step) + 0.5) / 32
            let square = filter.gain * filter.gain / (1 - 2 * filter.pole * cos(angle) + filter.pole * filter.pole)
            power += 1 / max(1e-9, 1 - square) / 32
        }
        return Float(1 / (power * Double(channels)).squareRoot())
    }

    /// The filter of a delay: what its frames take of 60 dB in the decay times, at 0 Hz and at half of the sample rate.
    ///
    /// - Returns: the factors of the input and of the last output.
    private static func absorption(
        _ frames: Double, _ room: Room, _ sampleRate: Double
    ) -> (gain: Double, pole: Double) {
        let low = pow(10, max(-6, -3 * frames / (Double(room.low) * sampleRate)))
        let high = pow(10, max(-6, -3 * frames / (Double(room.high) * sampleRate)))
        let pole = (low - high) / (low + high)
        return (low * (1 - pole), pole)
    }

    /// A number from 0 to 1 that a seed decides.
    private static func random(_ seed: UInt64, _ index: Int) -> Double {
        var bits = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(index + 1) &* 0xD1B5_4A32_D192_ED03
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ bits >> 31) >> 11) / Double(UInt64(1) << 53)
    }

    // MARK: Sound

    /// Puts the mix of the input and the reverb in the place of the input.
    ///
    /// - Parameters:
    ///   - dry: the gains of the input at the first frame and after the last.
    ///   - wet: those of the reverb.
    @_noLocks mutating func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int, dry: (Float, Float),
        wet: (Float, Float)
    ) {
        if !hasBegun { takeRoom() }
        hasBegun = true
        for channel in 0..<channels { planes[channel] = output.pointee.samples(channel) + first }
        var room = CKReverb(
            line: line.memory, mask: Int64(line.mask), next: Int64(line.next), delays: delays, nextDelays: nextDelays,
            gains: gains, nextGains: nextGains, poles: poles, nextPoles: nextPoles, states: states, signs: signs,
            level: level, nextLevel: nextLevel)
        CKRunReverb(
            &room, planes, channels, last - first, CKRamp(start: dry.0, step: dry.1 - dry.0),
            CKRamp(start: wet.0, step: wet.1 - wet.0))
        line.advance(last - first)
        takeRoom()
    }

    /// Makes the next room the present one.
    @_noLocks private mutating func takeRoom() {
        for index in 0..<Self.lines {
            delays[index] = nextDelays[index]
            gains[index] = nextGains[index]
            poles[index] = nextPoles[index]
        }
        level = nextLevel
    }
}
