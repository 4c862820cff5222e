/// The bit rates that encoders offer to choose from.
enum BitRates {
    /// The customary bit rates of encoders, in kbit/s.
    private static let steps: [Double] = [
        6, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 96, 112, 128, 144, 160, 192, 224, 256, 288, 320, 384, 448,
        512,
        576, 640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072,
    ]

    /// The steps within a range, and its ends, each a range of one value.
    static func steps(in range: ClosedRange<Double>) -> [ClosedRange<Double>] {
        let inner = steps.map { $0 * 1000 }.filter { range.lowerBound < $0 && $0 < range.upperBound }
        let ends = range.lowerBound < range.upperBound ? [range.upperBound] : []
        return ([range.lowerBound] + inner + ends).map { $0...$0 }
    }

    /// The step nearest to a bit rate, of two as near the higher one, in bits per second.
    static func nearest(to bitRate: Double) -> Int {
        let step = steps.reversed().min { abs($0 * 1000 - bitRate) < abs($1 * 1000 - bitRate) }
        return Int((step ?? 0) * 1000)
    }
}
