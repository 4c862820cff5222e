import Accelerate
import Foundation
import Testing

/// The transform by its definition.
private func transform(_ re: [Double], _ im: [Double], inverse: Bool = false) -> (re: [Double], im: [Double]) {
    let n = re.count
    var x = [Double](repeating: 0, count: n)
    var y = x
    for k in 0..<n {
        for j in 0..<n {
            let angle = 2 * Double.pi * Double(j * k % n) / Double(n) * (inverse ? 1 : -1)
            x[k] += re[j] * cos(angle) - im[j] * sin(angle)
            y[k] += re[j] * sin(angle) + im[j] * cos(angle)
        }
    }
    return (x, y)
}

private func signal(_ count: Int, _ seed: UInt64) -> [Double] {
    Strided<Double>(count: count, stride: 1, seed: seed).elements.map { Double(Float($0)) }
}

private func agrees<T: BinaryFloatingPoint>(_ results: [T], _ expected: [Double]) -> Bool {
    // In double precision the sum of the definition rounds more than the transform does.
    let units: Double = T.self == Double.self ? 128 : 16
    return agree(results, expected, units: units, scale: Double(max(expected.count, 8)).squareRoot() * 4)
}

@Suite struct TransformTests {
    @Test(arguments: 0...10 as ClosedRange<UInt>, [1, -1])
    func complexTransformsAreNotScaled(log2n: UInt, direction: Int) throws {
        let count = 1 << log2n
        let re = signal(count, 1)
        let im = signal(count, 2)
        let expected = transform(re, im, inverse: direction < 0)
        let setup = try #require(vDSP_create_fftsetup(10, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetup(setup) }
        let setupD = try #require(vDSP_create_fftsetupD(log2n, FFTRadix(FFT_RADIX2)))
        defer { vDSP_destroy_fftsetupD(setupD) }
        var x = re.map { Float($0) }
        var y = im.map { Float($0) }
        x.withUnsafeMutableBufferPointer { r in
            y.withUnsafeMutableBufferPointer { i in
                var z = DSPSplitComplex(realp: r.baseAddress!, imagp: i.baseAddress!)
                vDSP_fft_zip(setup, &z, 1, log2n, FFTDirection(direction))
            }
        }
        #expect(agrees(x, expected.re) && agrees(y, expected.im))
        var a = re
        var b = im
        var c = re
        var d = im
        a.withUnsafeMutableBufferPointer { a in
            b.withUnsafeMutableBufferPointer { b in
                c.withUnsafeMutableBufferPointer { c in
                    d.withUnsafeMutableBufferPointer { d in
                        var from = DSPDoubleSplitComplex(realp: a.baseAddress!, imagp: b.baseAddress!)
                        var to = DSPDoubleSplitComplex(realp: c.baseAddress!, imagp: d.baseAddress!)
                        vDSP_fft_zopD(setupD, &from, 1, &to, 1, log2n, FFTDirection(direction))
                    }
                }
            }
        }
        #expect(a == re && b == im, "the operands of a transform that is not in place do not change")
        #expect(agrees(c, expected.re) && agrees(d, expected.im))
    }

    @Test(arguments: 1...10 as ClosedRange<UInt>, [1, 3])
    func realTransformsAreTwiceTheDefinitionForward(log2n: UInt, stride: Int) throws {
        let count = 1 << log2n
        let half = count / 2
        let values = signal(count, 3)
        let expected = transform(values, values.map { _ in 0 })
        let setup = try #require(vDSP_create_fftsetup(log2n, FFTRadix(kFFTRadix2)))
        defer { vDSP_destroy_fftsetup(setup) }
        var x = [Float](repeating: 0, count: half * stride)
        var y = x
        for n in 0..<half { (x[n * stride], y[n * stride]) = (Float(values[2 * n]), Float(values[2 * n + 1])) }
        func run(_ direction: Int) {
            x.withUnsafeMutableBufferPointer { r in
                y.withUnsafeMutableBufferPointer { i in
                    var z = DSPSplitComplex(realp: r.baseAddress!, imagp: i.baseAddress!)
                    vDSP_fft_zrip(setup, &z, stride, log2n, FFTDirection(direction))
                }
            }
        }
        func taken(_ v: [Float]) -> [Float] { (0..<half).map { v[$0 * stride] } }
        run(FFT_FORWARD)
        var re = expected.re[..<half].map { 2 * $0 }
        var im = expected.im[..<half].map { 2 * $0 }
        (re[0], im[0]) = (2 * expected.re[0], 2 * expected.re[half])
        #expect(agrees(taken(x), re) && agrees(taken(y), im))
        run(FFT_INVERSE)
        let scale = Float(2 * count)
        #expect(agree(taken(x).map { $0 / scale }, (0..<half).map { values[2 * $0] }, units: 16))
        #expect(agree(taken(y).map { $0 / scale }, (0..<half).map { values[2 * $0 + 1] }, units: 16))
    }

    @Test(arguments: [8, 24, 40, 120, 48, 240, 512, 960], [vDSP.FourierTransformDirection.forward, .inverse])
    func discreteTransformsTakeMultiplesOfThreeFiveAndFifteen(
        count: Int, direction: vDSP.FourierTransformDirection
    ) throws {
        let re = signal(count, 4)
        let im = signal(count, 5)
        let expected = transform(re, im, inverse: direction == .inverse)
        let dft = try #require(
            vDSP.DFT(count: count, direction: direction, transformType: .complexComplex, ofType: Double.self))
        let result = dft.transform(inputReal: re, inputImaginary: im)
        #expect(agrees(result.real, expected.re) && agrees(result.imaginary, expected.im))
        let split = try vDSP.DiscreteFourierTransform(
            count: count, direction: direction, transformType: .complexComplex, ofType: Float.self)
        let parts = split.transform(real: re.map { Float($0) }, imaginary: im.map { Float($0) })
        #expect(agrees(parts.real, expected.re) && agrees(parts.imaginary, expected.im))
        let interleaved = try vDSP.DiscreteFourierTransform(
            count: count, direction: direction, transformType: .complexComplex, ofType: DSPComplex.self)
        let pairs = interleaved.transform(input: zip(re, im).map { DSPComplex(real: Float($0), imag: Float($1)) })
        #expect(agrees(pairs.map { $0.real }, expected.re) && agrees(pairs.map { $0.imag }, expected.im))
    }

    @Test func otherLengthsHaveNoSetup() {
        for count in [0, 1, 4, 7, 9, 12, 20, 45, 100] as [vDSP_Length] {
            #expect(vDSP_DFT_zop_CreateSetup(nil, count, .FORWARD) == nil, "\(count)")
            #expect(vDSP_DFT_zrop_CreateSetupD(nil, count, .INVERSE) == nil, "\(count)")
            #expect(throws: vDSP.DFTError.self) {
                try vDSP.DiscreteFourierTransform(
                    count: Int(count), direction: .forward, transformType: .complexComplex, ofType: Float.self)
            }
        }
        #expect(vDSP_DFT_zrop_CreateSetup(nil, 8, .FORWARD) == nil)
    }

    @Test(arguments: [16, 48, 80, 240, 1024], vDSP.DCTTransformType.allCases)
    func cosineTransformsAreTheirSums(count: Int, type: vDSP.DCTTransformType) throws {
        let x = signal(count, 6)
        let n = Double(count)
        let expected = (0..<count).map { k in
            (0..<count).reduce(0.0) { sum, j in
                let k = Double(k)
                let d = Double(j)
                switch type {
                case .II: return sum + x[j] * cos(k * (d + 0.5) * .pi / n)
                case .III: return sum + (j == 0 ? x[0] / 2 : x[j] * cos((k + 0.5) * d * .pi / n))
                case .IV: return sum + x[j] * cos((k + 0.5) * (d + 0.5) * .pi / n)
                }
            }
        }
        let transform = try #require(vDSP.DCT(count: count, transformType: type))
        #expect(agrees(transform.transform(x.map { Float($0) }), expected))
    }

    @Test func theClassPacksRealNumbersAndTransformsThemBack() throws {
        let fft = try #require(vDSP.FFT(log2n: 3, radix: .radix2, ofType: DSPSplitComplex.self))
        var re: [Float] = [1, 3, 5, 7]
        var im: [Float] = [2, 4, 6, 8]
        re.withUnsafeMutableBufferPointer { r in
            im.withUnsafeMutableBufferPointer { i in
                var z = DSPSplitComplex(realp: r.baseAddress!, imagp: i.baseAddress!)
                fft.forward(input: z, output: &z)
                #expect(z.realp[0] == 72 && z.imagp[0] == -8)
                fft.inverse(input: z, output: &z)
            }
        }
        #expect(agree(re.map { $0 / 16 }, [1, 3, 5, 7]) && agree(im.map { $0 / 16 }, [2, 4, 6, 8]))
    }

    @Test func packsAndUnpacksRealNumbers() {
        var re = [Float](repeating: 0, count: 3)
        var im = re
        let split = DSPSplitComplex(fromInputArray: [1, 2, 3, 4, 5, 6], realParts: &re, imaginaryParts: &im)
        #expect(re == [1, 3, 5] && im == [2, 4, 6])
        withExtendedLifetime((re, im)) {
            #expect([Float](fromSplitComplex: split, scale: 2, count: 6) == [2, 4, 6, 8, 10, 12])
        }
        var empty: [Double] = []
        var none: [Double] = []
        let nothing = DSPDoubleSplitComplex(fromInputArray: [], realParts: &empty, imaginaryParts: &none)
        #expect([Double](fromSplitComplex: nothing, scale: 1, count: 0) == [])
    }

    @Test func windowsHaveTheirLengthAsDenominator() {
        var window = [Float](repeating: -1, count: 8)
        vDSP_hann_window(&window, 8, Int32(vDSP_HANN_DENORM))
        #expect(agree(window, (0..<8).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / 8) }, scale: 1))
        vDSP_hann_window(&window, 8, Int32(vDSP_HANN_NORM))
        #expect(agree([window[4]], [2 * 0.816496580927726], scale: 1))
        window = [Float](repeating: -1, count: 8)
        vDSP_hamm_window(&window, 8, Int32(vDSP_HALF_WINDOW))
        #expect(agree(Array(window[..<4]), (0..<4).map { 0.54 - 0.46 * cos(2 * .pi * Double($0) / 8) }, scale: 1))
        #expect(window[4...] == [-1, -1, -1, -1])
        let blackman = vDSP.window(ofType: Double.self, usingSequence: .blackman, count: 7, isHalfWindow: false)
        #expect(
            agree(
                blackman,
                (0..<7).map {
                    let angle = 2 * Double.pi * Double($0) / 7
                    return 0.42 - 0.5 * cos(angle) + 0.08 * cos(2 * angle)
                }, scale: 1))
    }
}
