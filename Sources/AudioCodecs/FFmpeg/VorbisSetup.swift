import AudioCore

/// Measures the codebooks that the setup header of Vorbis asks a decoder to build, before one is asked.
///
/// A few bytes can tell of a codebook with 2²⁴ entries of 65535 numbers each. After the Vorbis I specification, sections
/// 3.2.1 and 4.2.4; what follows the codebooks cannot ask for more than its own bytes.
struct VorbisSetup {
    private let bytes: [UInt8]
    /// Bits read so far.
    private var position = 0

    /// Numbers of all codebooks together, 4 bytes each. Encoders ask for a twentieth of it.
    private static let maximumNumbers = 1 << 21
    private static let maximumEntries = 1 << 16

    /// - Throws: `converterFormat` for a header that is cut off, not one of Vorbis, or asks for too much.
    static func check(_ header: [UInt8]) throws(AudioError) {
        guard header.starts(with: [5] + "vorbis".utf8) else { throw broken }
        var setup = Self(bytes: header, position: 7 * 8)
        let codebooks = try setup.read(8) + 1
        var numbers = 0
        for _ in 0..<codebooks {
            numbers += try setup.measureCodebook()
            guard numbers <= maximumNumbers else { throw broken }
        }
    }

    private static var broken: AudioError {
        .converterFormat.because("the setup header of Vorbis is broken, or asks for more memory than sounds need")
    }

    private init(bytes: [UInt8], position: Int) { (self.bytes, self.position) = (bytes, position) }

    /// Up to 32 bits, the least significant one of each byte first.
    private mutating func read(_ count: Int) throws(AudioError) -> Int {
        guard count <= bytes.count * 8 - position else { throw Self.broken }
        var value = 0
        for bit in 0..<count {
            value |= Int(bytes[position >> 3] >> UInt8(position & 7) & 1) << bit
            position += 1
        }
        return value
    }

    /// How many numbers the codebook takes: one for each entry, and those of its vectors.
    private mutating func measureCodebook() throws(AudioError) -> Int {
        guard try read(24) == 0x56_4342 else { throw Self.broken }
        let dimensions = try read(16)
        let entries = try read(24)
        guard entries <= Self.maximumEntries, dimensions <= Self.maximumEntries else { throw Self.broken }
        try passLengths(entries)
        let lookup = try read(4)
        guard lookup > 0 else { return entries }
        // The minimum, the step, bits of each value, and whether they add up.
        _ = try read(32)
        _ = try read(32)
        let bits = try read(4) + 1
        _ = try read(1)
        guard lookup <= 2, entries * dimensions <= Self.maximumNumbers else { throw Self.broken }
        let values = lookup == 1 ? Self.root(of: entries, dimensions) : entries * dimensions
        guard values * bits <= bytes.count * 8 - position else { throw Self.broken }
        position += values * bits
        return entries * (1 + dimensions)
    }

    private mutating func passLengths(_ entries: Int) throws(AudioError) {
        if try read(1) == 1 {
            _ = try read(5)
            var entry = 0
            while entry < entries {
                let number = try read(Int.bitWidth - (entries - entry).leadingZeroBitCount)
                guard number <= entries - entry else { throw Self.broken }
                entry += number
            }
        } else {
            let isSparse = try read(1) == 1
            for _ in 0..<entries {
                if isSparse, try read(1) == 0 { continue }
                _ = try read(5)
            }
        }
    }

    /// The largest number whose power is not above `entries`.
    private static func root(of entries: Int, _ dimensions: Int) -> Int {
        guard dimensions > 0, entries > 0 else { return 0 }
        func isWithin(_ base: Int) -> Bool {
            var power = 1
            for _ in 0..<dimensions where base > 1 {
                power *= base
                if power > entries { return false }
            }
            return true
        }
        var base = 1
        while isWithin(base + 1) { base += 1 }
        return base
    }
}
