import AudioCore

/// Decodes GSM to 16-bit integers.
final class GSMDecoder: PacketDecoder {
    let outputFormat: StreamFormat
    let primingFrames = 0
    /// None makes a start in the middle exact, so that `state` is kept.
    let preRollPackets = 0
    private let format: StreamFormat
    private let form: GSMForm
    private var synthesis = GSMSynthesis()
    private let samples: UnsafeMutablePointer<Int16>

    /// - Parameter format: completed.
    init(_ format: StreamFormat, _ form: GSMForm) {
        self.format = format
        self.form = form
        outputFormat = .int16(sampleRate: format.sampleRate, channels: 1)
        samples = .allocate(capacity: form.frames)
        samples.initialize(repeating: 0, count: form.frames)
    }

    deinit { samples.deallocate() }

    func reset() { synthesis = GSMSynthesis() }

    var state: [Int32]? {
        get { synthesis.numbers }
        set { if let newValue { synthesis.numbers = newValue } }
    }

    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        guard let run = try WAVEBlockRun(packets, output, count: count, format) else { return 0 }
        let (size, frames) = (format.bytesPerPacket, format.framesPerPacket)
        // Looked through first, so that a damaged packet leaves the history as it was.
        if form == .single {
            for packet in 0..<count where run.input[packet * size] >> 4 != 0xD {
                throw .converterUnspecified.because("a frame of GSM does not begin as one")
            }
        }
        for packet in 0..<count {
            for unit in 0..<size / form.bytes {
                decode(run.input + packet * size + unit * form.bytes)
                let first = unit * form.frames
                let kept = min(max(frames - first, 0), form.frames)
                if kept > 0 { (run.samples + packet * frames + first).update(from: samples, count: kept) }
            }
        }
        return count * frames
    }

    /// One unit of the form.
    private func decode(_ bytes: UnsafePointer<UInt8>) {
        var bits = GSMBits(bytes, lowFirst: form == .pair)
        if form == .single { _ = bits.next(4) }
        synthesis.decode(&bits, samples)
        if form == .pair { synthesis.decode(&bits, samples + 160) }
    }
}

/// Takes the parameters out of frames, the first bits of which are the high ones of a byte or, in WAVE, the low ones.
struct GSMBits {
    private let bytes: UnsafePointer<UInt8>
    private let lowFirst: Bool
    private var position = 0

    /// - Parameter bytes: at least as many as will be asked for.
    init(_ bytes: UnsafePointer<UInt8>, lowFirst: Bool) {
        self.bytes = bytes
        self.lowFirst = lowFirst
    }

    /// The next `count` bits.
    mutating func next(_ count: Int) -> Int32 {
        var value: Int32 = 0
        for place in 0..<count {
            let byte = Int32(bytes[position >> 3])
            if lowFirst {
                value |= (byte >> Int32(position & 7) & 1) << Int32(place)
            } else {
                value = value << 1 | byte >> Int32(7 - position & 7) & 1
            }
            position += 1
        }
        return value
    }
}

/// The decoder of GSM 06.10, section 5.3, with the rounding and saturation of its fixed-point operations.
struct GSMSynthesis {
    private static let subframe = 40
    /// How far back the long-term prediction reaches.
    private static let reach = 120

    /// The reconstructed residual: 120 samples of the past, then those of a frame.
    private var residual = [Int32](repeating: 0, count: reach + 160)
    private var lag: Int32 = 40
    /// Log area ratios of the frame before.
    private var ratios = [Int32](repeating: 0, count: 8)
    private var filter = [Int32](repeating: 0, count: 9)
    private var deemphasis: Int32 = 0

    /// All that a frame leaves for the next one.
    var numbers: [Int32] {
        get { residual[..<Self.reach] + ratios + filter + [lag, deemphasis] }
        set {
            guard newValue.count == Self.reach + 19 else { return }
            residual.replaceSubrange(..<Self.reach, with: newValue[..<Self.reach])
            ratios = Array(newValue[Self.reach..<Self.reach + 8])
            filter = Array(newValue[Self.reach + 8..<Self.reach + 17])
            (lag, deemphasis) = (newValue[Self.reach + 17], newValue[Self.reach + 18])
        }
    }

    /// Decodes a frame of 160 samples.
    mutating func decode(_ bits: inout GSMBits, _ samples: UnsafeMutablePointer<Int16>) {
        let coded = GSMTables.ratioBits.map { bits.next($0) }
        for start in stride(from: Self.reach, to: Self.reach + 160, by: Self.subframe) { addSubframe(&bits, at: start) }
        filterShortTerm(GSMTables.ratios(coded), samples)
        residual.withUnsafeMutableBufferPointer { all in
            for place in 0..<Self.reach { all[place] = all[place + 160] }
        }
    }

    // MARK: Residual

    /// Puts 40 samples after those before: the pulses of a grid, and the past as the long-term prediction wants it.
    private mutating func addSubframe(_ bits: inout GSMBits, at start: Int) {
        let codedLag = bits.next(7)
        let gain = GSMTables.gains[Int(bits.next(2))]
        let grid = Int(bits.next(2))
        let scale = GSMScale(bits.next(6))
        if (40...120).contains(codedLag) { lag = codedLag }
        for place in start..<start + Self.subframe {
            residual[place] = GSMArithmetic.product(gain, residual[place - Int(lag)])
        }
        for pulse in 0..<13 {
            let place = start + grid + 3 * pulse
            residual[place] = GSMArithmetic.sum(scale.pulse(bits.next(3)), residual[place])
        }
    }

    // MARK: Short-term synthesis

    private mutating func filterShortTerm(_ current: [Int32], _ samples: UnsafeMutablePointer<Int16>) {
        var start = 0
        // The ratios go over into those of this frame in three steps.
        for (end, step) in [(13, 0), (27, 1), (40, 2), (160, 3)] {
            let reflections = (0..<8).map { index in
                GSMTables.reflection(Self.blend(ratios[index], current[index], step: step))
            }
            for place in start..<end { samples[place] = sample(residual[Self.reach + place], reflections) }
            start = end
        }
        ratios = current
    }

    private static func blend(_ old: Int32, _ new: Int32, step: Int) -> Int32 {
        switch step {
        case 0: GSMArithmetic.sum(GSMArithmetic.sum(old >> 2, new >> 2), old >> 1)
        case 1: GSMArithmetic.sum(old >> 1, new >> 1)
        case 2: GSMArithmetic.sum(GSMArithmetic.sum(old >> 2, new >> 2), new >> 1)
        default: new
        }
    }

    /// One sample through the lattice filter and the de-emphasis.
    private mutating func sample(_ residual: Int32, _ reflections: [Int32]) -> Int16 {
        var value = residual
        for stage in (0..<8).reversed() {
            value = GSMArithmetic.sum(value, -GSMArithmetic.product(reflections[stage], filter[stage]))
            filter[stage + 1] = GSMArithmetic.sum(filter[stage], GSMArithmetic.product(reflections[stage], value))
        }
        filter[0] = value
        deemphasis = GSMArithmetic.sum(value, GSMArithmetic.product(deemphasis, 28_180))
        return Int16(truncatingIfNeeded: GSMArithmetic.sum(deemphasis, deemphasis) & ~7)
    }
}

/// The scale of a subframe's pulses: a number with a short mantissa.
private struct GSMScale {
    private let mantissa: Int32
    private let shift: Int32

    init(_ code: Int32) {
        var exponent = code > 15 ? code >> 3 - 1 : 0
        var rest = code - exponent << 3
        if rest == 0 {
            (exponent, rest) = (-4, 15)
        } else {
            while rest <= 7 {
                rest = rest << 1 | 1
                exponent -= 1
            }
        }
        mantissa = GSMTables.mantissas[Int(rest & 7)]
        shift = 6 - exponent
    }

    func pulse(_ code: Int32) -> Int32 {
        let scaled = GSMArithmetic.product(mantissa, (2 * code - 7) << 12)
        return GSMArithmetic.sum(scaled, shift > 0 ? 1 << (shift - 1) : 0) >> shift
    }
}

/// Operations on 16-bit numbers that saturate.
private enum GSMArithmetic {
    @inline(__always) static func sum(_ first: Int32, _ second: Int32) -> Int32 {
        min(max(first + second, -32_768), 32_767)
    }

    /// The product of two fractions, rounded.
    @inline(__always) static func product(_ first: Int32, _ second: Int32) -> Int32 {
        min((first * second + 16_384) >> 15, 32_767)
    }
}

private enum GSMTables {
    static let ratioBits = [6, 6, 5, 5, 4, 4, 3, 3]
    /// Gains of the long-term prediction.
    static let gains: [Int32] = [3277, 11_469, 21_299, 32_767]
    /// Odd sixteenths, from 9 on.
    static let mantissas: [Int32] = (0..<8).map { min(2048 * $0 + 18_431, 32_767) }

    /// Of each log area ratio: its offset, the least code, and the inverse of its factor.
    private static let scales: [(offset: Int32, least: Int32, factor: Int32)] = [
        (0, -32, 13_107), (0, -32, 13_107), (2048, -16, 13_107), (-2560, -16, 13_107), (94, -8, 19_223),
        (-1792, -8, 17_476), (-341, -4, 31_454), (-1144, -4, 29_708),
    ]

    static func ratios(_ coded: [Int32]) -> [Int32] {
        zip(coded, scales).map { code, scale in
            let value = GSMArithmetic.product(
                scale.factor, GSMArithmetic.sum((code + scale.least) << 10, -2 * scale.offset))
            return GSMArithmetic.sum(value, value)
        }
    }

    /// The reflection coefficient of a log area ratio, by a curve of three straight lines.
    static func reflection(_ ratio: Int32) -> Int32 {
        let size = min(abs(ratio), 32_767)
        let value = size < 11_059 ? size << 1 : size < 20_070 ? size + 11_059 : min(size >> 2 + 26_112, 32_767)
        return ratio < 0 ? -value : value
    }
}
