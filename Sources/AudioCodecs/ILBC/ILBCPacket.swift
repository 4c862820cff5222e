import AudioCore

/// Where the numbers of a packet stand in a list of them, and how their bits are dealt out.
///
/// For the sake of links that protect the front of a packet better than its end, the bits of each number are divided
/// among three classes, the uppermost in the first: all bits of the first class stand before those of the second.
/// Source: RFC 3951, table 3.2.
final class ILBCLayout: Sendable {
    let mode: ILBCMode
    /// Which pair of subframes holds the start state, counted from 1.
    let start: Int
    /// Whether the sent samples are the first ones of the start state.
    let isFirst: Int
    /// The largest sample of the start state.
    let scale: Int
    /// The samples of the start state, the last one first.
    let samples: Int
    let count: Int
    private let vectors: Int
    private let gains: Int
    /// Bits of each number in each of the three classes.
    private let widths: [[UInt8]]

    static let short = ILBCLayout(.short)
    static let long = ILBCLayout(.long)

    static func of(_ mode: ILBCMode) -> ILBCLayout { mode == .short ? short : long }

    private init(_ mode: ILBCMode) {
        self.mode = mode
        let isShort = mode == .short
        var widths: [[UInt8]] = []
        for _ in 0..<mode.spectra { widths += [[6, 0, 0], [7, 0, 0], [7, 0, 0]] }
        start = widths.count
        (isFirst, scale, samples) = (start + 1, start + 2, start + 3)
        widths += [[isShort ? 2 : 3, 0, 0], [1, 0, 0], [6, 0, 0]]
        widths += Array(repeating: [0, 1, 2], count: mode.stateLength)
        vectors = widths.count
        widths += isShort ? [[6, 0, 1], [0, 0, 7], [0, 0, 7]] : [[4, 2, 1], [0, 0, 7], [0, 0, 7]]
        widths += isShort ? [[2, 0, 3], [1, 1, 2], [0, 0, 3]] : [[1, 1, 3], [1, 1, 2], [0, 0, 3]]
        widths += isShort ? [[7, 0, 1], [0, 0, 7], [0, 0, 7]] : [[6, 1, 1], [0, 0, 7], [0, 0, 7]]
        for _ in 2..<mode.blocks { widths += [[0, isShort ? 0 : 7, isShort ? 8 : 1], [0, 0, 8], [0, 0, 8]] }
        gains = widths.count
        if isShort {
            widths += [[1, 2, 2], [1, 1, 2], [0, 0, 3], [1, 1, 3], [0, 2, 2], [0, 0, 3]]
        } else {
            widths += [[1, 2, 2], [1, 2, 1], [0, 0, 3], [0, 2, 3], [0, 2, 2], [0, 0, 3]]
            widths += [[0, 1, 4], [0, 1, 3], [0, 0, 3], [0, 1, 4], [0, 1, 3], [0, 0, 3]]
        }
        self.widths = widths
        count = widths.count
    }

    /// The place of the codebook's first index for a block; the other stages' follow.
    func vector(_ block: Int) -> Int { vectors + (block == 0 ? 0 : 3 * block + 3) }

    /// The place of the first gain of a block; the other stages' follow.
    func gain(_ block: Int) -> Int { block == 0 ? vectors + 3 : gains + 3 * (block - 1) }

    /// All bits of the number at a place.
    func width(_ place: Int) -> Int { Int(widths[place][0] + widths[place][1] + widths[place][2]) }

    /// Takes a packet apart. Returns whether it holds sound: the last bit says that a packet is empty.
    func unpack(_ packet: UnsafeRawBufferPointer, into numbers: UnsafeMutablePointer<Int16>) -> Bool {
        var bits = BitReader(packet)
        numbers.update(repeating: 0, count: count)
        for sort in 0..<3 {
            for place in 0..<count {
                let width = Int(widths[place][sort])
                guard width > 0 else { continue }
                numbers[place] = numbers[place] << Int16(width) | Int16(truncatingIfNeeded: bits.read(width))
            }
        }
        return !bits.readFlag()
    }

    /// Puts a packet together, eight bytes of rubbish behind it.
    func pack(_ numbers: UnsafePointer<Int16>, into packet: UnsafeMutableRawPointer) {
        var bits = BitWriter(packet)
        for sort in 0..<3 {
            for place in 0..<count {
                let width = Int(widths[place][sort])
                guard width > 0 else { continue }
                let below = widths[place][(sort + 1)...].reduce(0) { $0 + Int($1) }
                let number = UInt64(UInt16(bitPattern: numbers[place])) >> UInt64(below)
                bits.write(number & ((1 << UInt64(width)) - 1), width)
            }
        }
        bits.write(0, 1)
    }

    /// Whether the numbers describe sound: they all do but for a start state and a vector outside their ranges.
    func isSound(_ numbers: UnsafePointer<Int16>) -> Bool {
        guard (1...mode.blocks).contains(Int(numbers[start])) else { return false }
        // The codebook of the start state's rest is the only one with fewer vectors than its indices have values.
        let limit = ILBCCodebook.size(memory: ILBCCodebook.startMemory, length: ILBCMode.startState - mode.stateLength)
        for stage in 0..<ILBCMode.stages where Int(numbers[vectors + stage]) >= limit { return false }
        return true
    }
}
