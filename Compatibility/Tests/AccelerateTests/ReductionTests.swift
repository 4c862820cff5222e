import Accelerate
import Testing

private typealias Reduce<T> = (UnsafePointer<T>, Int, UnsafeMutablePointer<T>, UInt) -> Void

/// What each reduction is by its definition; empty vectors give what the documentation says.
private func reductions<T: BinaryFloatingPoint>(
    _ functions: [Reduce<T>]
) -> [(name: String, run: Reduce<T>, expected: ([Double]) -> Double)] {
    func sum(_ x: [Double]) -> Double { x.reduce(0, +) }
    let definitions: [(String, ([Double]) -> Double)] = [
        ("sve", sum), ("svemg", { sum($0.map { abs($0) }) }), ("svesq", { sum($0.map { $0 * $0 }) }),
        ("svs", { sum($0.map { $0 * abs($0) }) }), ("meanv", { sum($0) / Double($0.count) }),
        ("meamgv", { sum($0.map { abs($0) }) / Double($0.count) }),
        ("measqv", { sum($0.map { $0 * $0 }) / Double($0.count) }),
        ("mvessq", { sum($0.map { $0 * abs($0) }) / Double($0.count) }),
        ("rmsqv", { (sum($0.map { $0 * $0 }) / Double($0.count)).squareRoot() }),
        ("maxv", { $0.max() ?? -.infinity }), ("minv", { $0.min() ?? .infinity }),
        ("maxmgv", { $0.map { abs($0) }.max() ?? 0 }), ("minmgv", { $0.map { abs($0) }.min() ?? .infinity }),
    ]
    return zip(definitions, functions).map { ($0.0, $1, $0.1) }
}

@Suite struct ReductionTests {
    private func check<T: BinaryFloatingPoint & Sendable>(_ functions: [Reduce<T>], _ count: Int, _ stride: Int) {
        let vector = Strided<T>(count: count, stride: stride, seed: 7)
        for reduction in reductions(functions) {
            var result = T(99)
            vector.read { reduction.run($0, stride, &result, UInt(count)) }
            let expected = reduction.expected(vector.elements.map { Double($0) })
            #expect(
                agree([result], [expected], scale: Double(16 * max(count, 1))),
                "\(reduction.name), \(count) elements, stride \(stride): \(result), not \(expected)")
        }
    }

    @Test(arguments: awkwardLengths, strides) func agreesWithTheDefinition(count: Int, stride: Int) {
        check(
            [
                vDSP_sve, vDSP_svemg, vDSP_svesq, vDSP_svs, vDSP_meanv, vDSP_meamgv, vDSP_measqv, vDSP_mvessq,
                vDSP_rmsqv, vDSP_maxv, vDSP_minv, vDSP_maxmgv, vDSP_minmgv,
            ] as [Reduce<Float>], count, stride)
        check(
            [
                vDSP_sveD, vDSP_svemgD, vDSP_svesqD, vDSP_svsD, vDSP_meanvD, vDSP_meamgvD, vDSP_measqvD, vDSP_mvessqD,
                vDSP_rmsqvD, vDSP_maxvD, vDSP_minvD, vDSP_maxmgvD, vDSP_minmgvD,
            ] as [Reduce<Double>], count, stride)
    }

    @Test(arguments: awkwardLengths, strides) func productsOfVectors(count: Int, stride: Int) {
        let a = Strided<Float>(count: count, stride: stride, seed: 1)
        let b = Strided<Float>(count: count, stride: 2, seed: 2)
        let pairs = (0..<count).map { (Double(a[$0]), Double(b[$0])) }
        let scale = Double(16 * max(count, 1))
        var dot: Float = 99
        var distance: Float = 99
        var first: Float = 99
        var second: Float = 99
        a.read { x in
            b.read { y in
                vDSP_dotpr(x, stride, y, 2, &dot, UInt(count))
                vDSP_distancesq(x, stride, y, 2, &distance, UInt(count))
                vDSP_dotpr2(x, stride, y, 2, y, 2, &first, &second, UInt(count))
            }
        }
        let product = pairs.reduce(0) { $0 + $1.0 * $1.1 }
        #expect(agree([dot, first], [product, product], scale: scale))
        #expect(agree([distance], [pairs.reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }], scale: scale))
        #expect(agree([second], [pairs.reduce(0) { $0 + $1.1 * $1.1 }], scale: scale))
    }

    @Test func placesCountStridesAndTheFirstOfEqualOnesWins() {
        let x: [Float] = [1, 9, -5, 9, 5, 9, -5, 9, 1]
        var value: Float = 0
        var place: vDSP_Length = 99
        vDSP_maxvi(x, 2, &value, &place, 5)
        #expect(value == 5 && place == 4)
        vDSP_minvi(x, 2, &value, &place, 5)
        #expect(value == -5 && place == 2)
        vDSP_maxmgvi(x, 2, &value, &place, 5)
        #expect(value == 5 && place == 2)
        vDSP_minmgvi(x, 2, &value, &place, 5)
        #expect(value == 1 && place == 0)
        #expect(vDSP.indexOfMaximum(x) == (1, 9))
        #expect(vDSP.indexOfMinimum(x.map { Double($0) }) == (2, -5))
    }

    @Test func normalizesByTheDeviationOfThePopulation() {
        let x: [Double] = [1, 2, 3, 4]
        var c = x
        var mean = 0.0
        var deviation = 0.0
        vDSP_normalizeD(x, 1, &c, 1, &mean, &deviation, 4)
        #expect(mean == 2.5 && abs(deviation - 1.25.squareRoot()) < 1e-15)
        #expect(agree(c, x.map { ($0 - 2.5) / 1.25.squareRoot() }))
        var single: Float = 0
        var spread: Float = 0
        vDSP_normalize([1, 3], 1, nil, 1, &single, &spread, 2)
        #expect(single == 2 && spread == 1)
    }

    @Test func countsChangesOfSign() {
        let x: [Float] = [1, -1, -2, 3, 4, -5]
        var last: vDSP_Length = 0
        var total: vDSP_Length = 0
        vDSP_nzcros(x, 1, 2, &last, &total, 6)
        #expect(last == 3 && total == 2)
        vDSP_nzcros(x, 1, 9, &last, &total, 6)
        #expect(last == 0 && total == 3)
        #expect(vDSP.countZeroCrossings(x) == 3)
    }
}
