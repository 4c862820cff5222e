import AudioCore
import CAudioToolbox
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
    /// What comes out of the delays in a frame, and what goes in.
    private let outs: UnsafeMutablePointer<Float>
    private let ins: UnsafeMutablePointer<Float>
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
        (states, outs, ins) = (numbers(), numbers(), numbers())
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
        for memory in [gains, nextGains, poles, nextPoles, states, outs, ins, signs] { memory.deallocate() }
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
    ///   - dry: the gains of the input at the first frame and behind the last.
    ///   - wet: those of the reverb.
    @_noLocks mutating func process(
        _ output: UnsafeMutablePointer<RenderBus>, from first: Int, to last: Int, dry: (Float, Float),
        wet: (Float, Float)
    ) {
        if !hasBegun { takeRoom() }
        hasBegun = true
        let part = 1 / Float(last - first)
        for frame in 0..<last - first {
            let place = Float(frame) * part
            read(frame, place)
            let dryGain = dry.0 + (dry.1 - dry.0) * place
            let wetGain = (wet.0 + (wet.1 - wet.0) * place) * (level + (nextLevel - level) * place)
            feed(place)
            for channel in 0..<channels {
                let samples = output.pointee.samples(channel)
                let sample = samples[first + frame].isFinite ? samples[first + frame] : 0
                // What is far too loud would stay in the delays as what is no number.
                let fed = sample.magnitude < 1e6 ? sample : 0
                let entrance = signs + (channel & 15) * Self.lines
                for index in 0..<Self.lines { ins[index] += fed * entrance[index] }
                samples[first + frame] = sample * dryGain + sum(channel) * wetGain
            }
            for index in 0..<Self.lines {
                // What is far below hearing would slow the processor down.
                let value = ins[index] / 4
                line.write(value.magnitude < 1e-20 ? 0 : value, index, at: frame)
            }
        }
        line.advance(last - first)
        takeRoom()
    }

    /// What comes out of all delays in a channel.
    @_noLocks private func sum(_ channel: Int) -> Float {
        let exit = signs + Self.outRow(channel) * Self.lines
        var (a, b, c, d): (Float, Float, Float, Float) = (0, 0, 0, 0)
        var index = 0
        // Four sums, none of which waits for the others.
        while index < Self.lines {
            a += outs[index] * exit[index]
            b += outs[index + 1] * exit[index + 1]
            c += outs[index + 2] * exit[index + 2]
            d += outs[index + 3] * exit[index + 3]
            index += 4
        }
        return (a + b) + (c + d)
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

    /// Gets what comes out of the delays. Those that change are blended.
    @_noLocks private func read(_ frame: Int, _ place: Float) {
        for index in 0..<Self.lines {
            let (old, new) = (delays[index], nextDelays[index])
            var value = line.read(index, at: frame, delay: new)
            if old != new { value = value * place + line.read(index, at: frame, delay: old) * (1 - place) }
            outs[index] = value
        }
    }

    /// Filters what comes out, and spreads it over what goes in.
    @_noLocks private func feed(_ place: Float) {
        for index in 0..<Self.lines {
            let gain = gains[index] + (nextGains[index] - gains[index]) * place
            let pole = poles[index] + (nextPoles[index] - poles[index]) * place
            let value = gain * outs[index] + pole * states[index]
            states[index] = value.magnitude < 1e-20 ? 0 : value
            ins[index] = states[index]
        }
        // A Hadamard matrix of 16 is one of 4 for each 4, then one of 4 across them.
        for group in 0..<4 { spread(4 * group, 1) }
        for group in 0..<4 { spread(group, 4) }
    }

    /// Puts the sums and differences of four of the numbers that go in in their place.
    @_noLocks private func spread(_ first: Int, _ step: Int) {
        let (a, b, c, d) = (ins[first], ins[first + step], ins[first + 2 * step], ins[first + 3 * step])
        ins[first] = (a + b) + (c + d)
        ins[first + step] = (a - b) + (c - d)
        ins[first + 2 * step] = (a + b) - (c + d)
        ins[first + 3 * step] = (a - b) - (c - d)
    }

    /// The row of a channel for what comes out. It is another one than those for what goes into the first channels: two
    /// delays after each other take the same time in both orders, and with the same row both ways would add up.
    @_noLocks private static func outRow(_ channel: Int) -> Int { (15 + 5 * channel) & 15 }
}
