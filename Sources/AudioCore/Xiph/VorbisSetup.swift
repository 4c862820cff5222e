/// The setup header of Vorbis: measured before a decoder builds what it asks for, and read for the modes of packets.
///
/// A few bytes can declare a codebook with 2²⁴ entries of 65535 numbers each. The parts behind the codebooks cannot make a
/// decoder allocate more than their own size. After the Vorbis I specification, sections 3.2.1 and 4.2.4.
struct VorbisSetup {
    /// For each mode of packets, whether its block is a long one.
    private(set) var modes: [Bool] = []
    private let bytes: [UInt8]
    private let channels: Int
    /// Bits read so far.
    private var position = 7 * 8

    /// Numbers of all codebooks together, 4 bytes each. Encoders ask for a twentieth of it.
    private static let maximumNumbers = 1 << 21
    private static let maximumEntries = 1 << 16

    /// - Throws: `converterFormat` for a header that is cut off, not one of Vorbis, or asks for too much.
    init(_ header: [UInt8], channels: Int) throws(AudioError) {
        bytes = header
        self.channels = channels
        guard header.starts(with: [5] + "vorbis".utf8) else { throw Self.broken }
        var numbers = 0
        for _ in 0...(try read(8)) {
            numbers += try measureCodebook()
            guard numbers <= Self.maximumNumbers else { throw Self.broken }
        }
        // Transforms that no version has.
        for _ in 0...(try read(6)) { _ = try read(16) }
        for _ in 0...(try read(6)) { try passFloor() }
        for _ in 0...(try read(6)) { try passResidue() }
        for _ in 0...(try read(6)) { try passMapping() }
        for _ in 0...(try read(6)) {
            modes.append(try read(1) == 1)
            // The window, the transform and the mapping.
            _ = try read(32)
            _ = try read(8)
        }
        guard try read(1) == 1 else { throw Self.broken }
    }

    private static var broken: AudioError {
        .converterFormat.because("the setup header of Vorbis is broken, or asks for more memory than sounds need")
    }

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

    // MARK: Codebooks

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
                let number = try read(Self.bits(for: entries - entry))
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

    /// How many bits a number from 0 to `most` takes.
    static func bits(for most: Int) -> Int { Int.bitWidth - max(0, most).leadingZeroBitCount }

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

    // MARK: What stands before the modes

    private mutating func passFloor() throws(AudioError) {
        let type = try read(16)
        guard type == 1 else {
            guard type == 0 else { throw Self.broken }
            // Order, rate, bark map, amplitudes; then the codebooks.
            _ = try read(8 + 16)
            _ = try read(16 + 6)
            _ = try read(8)
            for _ in 0...(try read(4)) { _ = try read(8) }
            return
        }
        var classes: [Int] = []
        for _ in 0..<(try read(5)) { classes.append(try read(4)) }
        var dimensions: [Int] = []
        for _ in 0..<(classes.max() ?? -1) + 1 {
            dimensions.append(try read(3) + 1)
            let subclasses = try read(2)
            if subclasses > 0 { _ = try read(8) }
            for _ in 0..<1 << subclasses { _ = try read(8) }
        }
        _ = try read(2)
        let bits = try read(4)
        for index in classes {
            for _ in 0..<dimensions[index] { _ = try read(bits) }
        }
    }

    private mutating func passResidue() throws(AudioError) {
        guard try read(16) <= 2 else { throw Self.broken }
        // Begin, end, partition size.
        for _ in 0..<3 { _ = try read(24) }
        let classifications = try read(6) + 1
        _ = try read(8)
        var codebooks = 0
        for _ in 0..<classifications {
            codebooks += try read(3).nonzeroBitCount
            if try read(1) == 1 { codebooks += try read(5).nonzeroBitCount }
        }
        for _ in 0..<codebooks { _ = try read(8) }
    }

    private mutating func passMapping() throws(AudioError) {
        guard try read(16) == 0 else { throw Self.broken }
        let submaps = try read(1) == 1 ? try read(4) + 1 : 1
        if try read(1) == 1 {
            for _ in 0...(try read(8)) { _ = try read(2 * Self.bits(for: channels - 1)) }
        }
        guard try read(2) == 0 else { throw Self.broken }
        if submaps > 1 {
            for _ in 0..<channels { _ = try read(4) }
        }
        for _ in 0..<submaps { _ = try read(24) }
    }
}
