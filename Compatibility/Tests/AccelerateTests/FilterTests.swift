import Accelerate
import Testing

@Suite struct FilterTests {
    @Test(arguments: [0, 1, 7, 63, 64, 65, 200], [1, 3, 32])
    func correlatesForwardAndConvolvesBackward(count: Int, taps: Int) {
        let a = Strided<Float>(count: count + taps - 1, stride: 1, seed: 1).elements
        let f = Strided<Float>(count: taps, stride: 1, seed: 2).elements
        func sums(_ tap: (Int) -> Int) -> [Double] {
            (0..<count).map { n in (0..<taps).reduce(0) { $0 + Double(a[n + $1]) * Double(f[tap($1)]) } }
        }
        let scale = Double(16 * taps)
        #expect(agree(vDSP.correlate(a, withKernel: f), sums { $0 }, scale: scale) || count == 0)
        #expect(agree(vDSP.convolve(a, withKernel: f), sums { taps - 1 - $0 }, scale: scale) || count == 0)
        var c = [Float](repeating: 9, count: 2 * count + 1)
        f.withUnsafeBufferPointer { f in
            vDSP_conv(a, 1, f.baseAddress! + taps - 1, -1, &c, 2, vDSP_Length(count), vDSP_Length(taps))
        }
        #expect(agree((0..<count).map { c[2 * $0] }, sums { taps - 1 - $0 }, scale: scale))
        #expect((0..<count).allSatisfy { c[2 * $0 + 1] == 9 })
    }

    @Test func keepsOneResultInSeveral() {
        #expect(
            vDSP.downsample([1, 2, 3, 4, 5, 6] as [Float], decimationFactor: 2, filter: [0.5, 0.5]) == [1.5, 3.5, 5.5])
    }

    @Test func imagesAreConvolvedInsideTheirBorder() {
        var kernel = [Float](repeating: 0, count: 9)
        kernel[0] = 1
        let image = (0..<16).map { Float($0) }
        let result = vDSP.convolve(image, rowCount: 4, columnCount: 4, with3x3Kernel: kernel)
        #expect(result == [0, 0, 0, 0, 0, 10, 11, 0, 0, 14, 15, 0, 0, 0, 0, 0])
    }

    @Test func filtersGoOnWhereTheyStopped() throws {
        let coefficients = [0.2, 0.3, 0.1, -0.5, 0.2, 0.5, -0.1, 0.2, 0.3, 0.1]
        let x = Strided<Double>(count: 50, stride: 1, seed: 5).elements
        var expected = x
        for section in 0..<2 {
            let c = coefficients[(5 * section)...].prefix(5).map { $0 }
            let input = expected
            func past(_ v: [Double], _ n: Int) -> Double { n < 0 ? 0 : v[n] }
            for n in x.indices {
                expected[n] =
                    c[0] * input[n] + c[1] * past(input, n - 1) + c[2] * past(input, n - 2)
                    - c[3] * past(expected, n - 1) - c[4] * past(expected, n - 2)
            }
        }
        var one = try #require(
            vDSP.Biquad(coefficients: coefficients, channelCount: 1, sectionCount: 2, ofType: Double.self))
        #expect(agree(one.apply(input: x[..<20]) + one.apply(input: x[20...]), expected))
        // Two channels with the same coefficients, side by side for each section.
        let both = [0, 0, 5, 5].flatMap { coefficients[$0..<$0 + 5] }
        var two = try #require(vDSP.Biquad(coefficients: both, channelCount: 2, sectionCount: 2, ofType: Float.self))
        let result = two.apply(input: (x + x.map { -$0 }).map { Float($0) })
        #expect(agree(result, expected + expected.map { -$0 }))
        #expect(vDSP.Biquad(coefficients: [1], channelCount: 1, sectionCount: 1, ofType: Float.self) == nil)
    }

    @Test func twoPolesAndZeros() {
        var c: [Float] = [1, 2, 0, 0]
        vDSP_deq22([1, 2, 3, 4], 1, [1, 0.5, 0.25, 0.5, 0.25], &c, 1, 2)
        // 3 + 1 + 0.25 - 1 - 0.25, and 4 + 1.5 + 0.5 - 1.5 - 0.5
        #expect(agree(Array(c[2...]), [3, 4]))
    }

    @Test func complexNumbersAreMultipliedAndDivided() {
        var ar: [Float] = [1, 2, 3]
        var ai: [Float] = [4, 5, 6]
        var br: [Float] = [2, 0, 1]
        var bi: [Float] = [1, 1, -1]
        var cr = ar
        var ci = ai
        var sizes = ar
        ar.withUnsafeMutableBufferPointer { ar in
            ai.withUnsafeMutableBufferPointer { ai in
                var a = DSPSplitComplex(realp: ar.baseAddress!, imagp: ai.baseAddress!)
                br.withUnsafeMutableBufferPointer { br in
                    bi.withUnsafeMutableBufferPointer { bi in
                        var b = DSPSplitComplex(realp: br.baseAddress!, imagp: bi.baseAddress!)
                        cr.withUnsafeMutableBufferPointer { cr in
                            ci.withUnsafeMutableBufferPointer { ci in
                                var c = DSPSplitComplex(realp: cr.baseAddress!, imagp: ci.baseAddress!)
                                vDSP_zvmul(&a, 1, &b, 1, &c, 1, 3, 1)
                                vDSP_zvdiv(&b, 1, &c, 1, &c, 1, 3)
                            }
                        }
                    }
                }
                vDSP_zvmags(&a, 1, &sizes, 1, 3)
            }
        }
        #expect(agree(cr, [1, 2, 3]) && agree(ci, [4, 5, 6]))
        #expect(sizes == [17, 29, 45])
        #expect(vDSP.rectangularToPolar([3, 4] as [Double])[0] == 5)
        var pairs = [DSPComplex](repeating: DSPComplex(), count: 3)
        cr.withUnsafeMutableBufferPointer { cr in
            ci.withUnsafeMutableBufferPointer { ci in
                vDSP.convert(
                    splitComplexVector: DSPSplitComplex(realp: cr.baseAddress!, imagp: ci.baseAddress!),
                    toInterleavedComplexVector: &pairs)
            }
        }
        #expect(pairs.map { $0.imag } == ci)
    }
}
