import AudioCore

/// The colours of pictures whose pixels are places in a table, as QuickTime has them: alpha, red, green and blue of eight bits each.
enum MPEG4Palette {
    /// Bits of a pixel that is a place in a table. With 32 more, the table is one of grays.
    private static let depths: Set<Int> = [1, 2, 4, 8]

    /// A table of colours in a sample description: a seed, flags, the last place, and for each colour a number and three parts of 16 bits.
    ///
    /// - Returns: nil where there is none.
    static func table(_ input: inout ByteReader, depth: Int) -> [UInt32]? {
        guard depths.contains(depth) else { return nil }
        var ahead = input
        guard (try? ahead.skip(6)) != nil, let last = try? ahead.big(UInt16.self), last < 256 else { return nil }
        var colours = [UInt32](repeating: 0xFF00_0000, count: 1 << depth)
        for place in 0...Int(last) {
            guard (try? ahead.skip(2)) != nil, let red = try? ahead.big(UInt16.self),
                let green = try? ahead.big(UInt16.self), let blue = try? ahead.big(UInt16.self)
            else { return nil }
            guard place < colours.count else { continue }
            colours[place] = colour(red >> 8, green >> 8, blue >> 8)
        }
        input = ahead
        return colours
    }

    /// The colours that QuickTime has where a description has none: no colours for pixels that are no places.
    static func system(depth: Int) -> [UInt32] {
        if depths.contains(depth - 32) {
            let count = 1 << (depth - 32)
            return (0..<count).map { grey(255 - UInt16($0 * 255 / (count - 1))) }
        }
        switch depth {
        case 1: return [grey(255), grey(0)]
        case 2: return [colour(0x93, 0x65, 0x5E), grey(255), colour(0xDF, 0xD0, 0xAB), grey(0)]
        case 4: return sixteen
        case 8: return cube
        default: return []
        }
    }

    private static func grey(_ value: UInt16) -> UInt32 { colour(value, value, value) }

    private static func colour(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> UInt32 {
        0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    private static let sixteen: [UInt32] = [
        0xFFFF_FFFF, 0xFFFB_F305, 0xFFFF_6403, 0xFFDD_0907, 0xFFF2_0884, 0xFF47_00A5, 0xFF00_00D3, 0xFF02_ABEA,
        0xFF1F_B714, 0xFF00_6412, 0xFF56_2C05, 0xFF90_713A, 0xFFC0_C0C0, 0xFF80_8080, 0xFF40_4040, 0xFF00_0000,
    ]

    /// Six steps of each colour from white on, then ramps of red, green, blue and gray without those steps, and black.
    private static let cube: [UInt32] = {
        func step(_ number: Int) -> UInt16 { UInt16(5 - number % 6) * 51 }
        var colours: [UInt32] = (0..<215).map { place in
            colour(step(place / 36), step(place / 6), step(place))
        }
        let ramp: [UInt16] = [14, 13, 11, 10, 8, 7, 5, 4, 2, 1].map { $0 * 17 }
        for value in ramp { colours.append(colour(value, 0, 0)) }
        for value in ramp { colours.append(colour(0, value, 0)) }
        for value in ramp { colours.append(colour(0, 0, value)) }
        for value in ramp { colours.append(grey(value)) }
        colours.append(grey(0))
        return colours
    }()
}
