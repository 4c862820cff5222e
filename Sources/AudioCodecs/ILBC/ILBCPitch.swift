/// Looks for the pitch in excitation of half the rate.
enum ILBCPitch {
    /// Frames of half the rate that are compared.
    private static let length = 40
    private static let shortest = 10
    private static let candidates = 50

    /// The period of 10 to 59 frames of half the rate after which `target` is most like what went before.
    static func period(_ target: UnsafePointer<Int16>) -> Int {
        let regressor = target - shortest
        let peak = FixedPoint.peak(regressor - candidates, length + candidates - 1)
        let shift = max(0, FixedPoint.width(peak &* peak) - 25)
        var products = InlineArray<50, Int32>(repeating: 0)
        for lag in 0..<candidates {
            products[lag] = FixedPoint.dot(target, regressor - lag, length, shift: shift)
        }
        // Three candidates a little apart: of them the one that is best in relation to its energy.
        var best = candidate(among: products, regressor, shift)
        for _ in 1..<3 {
            let top = highest(products)
            for lag in max(0, top - 2)...min(candidates - 1, top + 2) { products[lag] = 0 }
            let next = candidate(among: products, regressor, shift)
            if next.isBetter(than: best) { best = next }
        }
        return best.lag + shortest
    }

    private static func highest(_ products: InlineArray<50, Int32>) -> Int {
        var top = 0
        for lag in 1..<candidates where products[lag] > products[top] { top = lag }
        return top
    }

    private static func candidate(
        among products: InlineArray<50, Int32>, _ regressor: UnsafePointer<Int16>, _ shift: Int
    ) -> Candidate {
        let lag = highest(products)
        let energy = FixedPoint.dot(regressor - lag, regressor - lag, length, shift: shift)
        return Candidate(lag: lag, product: products[lag], energy: energy)
    }

    private struct Candidate {
        let lag: Int
        private let square: Int32
        private let energy: Int32
        /// How far the energy was shifted up beyond the square.
        private let shift: Int

        init(lag: Int, product: Int32, energy: Int32) {
            self.lag = lag
            let (productShift, energyShift) = (15 - FixedPoint.width(product), 15 - FixedPoint.width(energy))
            let scaled = Int32(FixedPoint.narrow(product << productShift))
            square = Int32(FixedPoint.narrow((scaled &* scaled) >> 16))
            self.energy = Int32(FixedPoint.narrow(energy << energyShift))
            shift = energyShift - 2 * productShift
        }

        /// Compares square over energy, without dividing.
        func isBetter(than other: Candidate) -> Bool {
            let (mine, theirs) = (square &* other.energy, other.square &* energy)
            let difference = other.shift - shift
            return difference > 0 ? theirs < mine >> min(31, difference) : theirs >> min(31, -difference) < mine
        }
    }
}
