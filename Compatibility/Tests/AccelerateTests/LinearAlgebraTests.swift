import Accelerate
import Testing

private func product(_ a: [Double], _ b: [Double], _ m: Int, _ n: Int, _ p: Int) -> [Double] {
    (0..<m * n).map { at in (0..<p).reduce(0) { $0 + a[at / n * p + $1] * b[$1 * n + at % n] } }
}

@Suite struct LinearAlgebraTests {
    @Test(arguments: [(1, 1, 1), (3, 5, 7), (6, 16, 8), (17, 33, 65), (130, 40, 300)])
    func matricesAreMultipliedRowByRow(m: Int, n: Int, p: Int) {
        let a = Strided<Double>(count: m * p, stride: 1, seed: 1).elements
        let b = Strided<Double>(count: p * n, stride: 1, seed: 2).elements
        let expected = product(a, b, m, n, p)
        let scale = Double(16 * p)
        var c = [Double](repeating: .nan, count: m * n)
        var f = [Float](repeating: .nan, count: m * n)
        vDSP_mmulD(a, 1, b, 1, &c, 1, vDSP_Length(m), vDSP_Length(n), vDSP_Length(p))
        #expect(agree(c, expected, scale: scale))
        let (s, t, u) = (Int32(m), Int32(n), Int32(p))
        cblas_sgemm(
            CblasRowMajor, CblasNoTrans, CblasNoTrans, s, t, u, 1, a.map { Float($0) }, u, b.map { Float($0) }, t, 0,
            &f, t)
        #expect(agree(f, product(a.map { Double(Float($0)) }, b.map { Double(Float($0)) }, m, n, p), scale: scale))
        // The same memory by columns is the transposed matrix.
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, t, s, u, 2, b, t, a, u, 1, &c, t)
        #expect(agree(c, expected.map { 3 * $0 }, scale: 3 * scale))
    }

    @Test func transposesInPlaceAndElsewhere() {
        var x: [Float] = [1, 2, 3, 4, 5, 6]
        var y = x
        vDSP_mtrans(x, 1, &y, 1, 3, 2)
        #expect(y == [1, 4, 2, 5, 3, 6])
        x.withUnsafeMutableBufferPointer { vDSP_mtrans($0.baseAddress!, 1, $0.baseAddress!, 1, 3, 2) }
        #expect(x == y)
        var part = [Float](repeating: 0, count: 4)
        vDSP_mmov([1, 2, 3, 4, 5, 6], &part, 2, 2, 3, 2)
        #expect(part == [1, 2, 4, 5])
    }

    @Test(arguments: [1, 2, -1]) func vectorsOfBLAS(step: Int) {
        let x = Strided<Double>(count: 17, stride: abs(step), seed: 3)
        let inc = Int32(step)
        // A negative step begins at the last element.
        let elements = step < 0 ? Array(x.elements.reversed()) : x.elements
        var y = [Double](repeating: 1, count: 17)
        cblas_daxpy(17, 2, x.memory, inc, &y, 1)
        #expect(agree(y, elements.map { 2 * $0 + 1 }))
        #expect(
            agree([cblas_ddot(17, x.memory, inc, y, 1)], [zip(elements, y).reduce(0) { $0 + $1.0 * $1.1 }], scale: 300))
        if step > 0 {
            #expect(agree([cblas_dnrm2(17, x.memory, inc)], [elements.reduce(0) { $0 + $1 * $1 }.squareRoot()]))
            #expect(agree([cblas_dasum(17, x.memory, inc)], [elements.reduce(0) { $0 + abs($1) }]))
            let place = cblas_idamax(17, x.memory, inc)
            #expect(abs(elements[Int(place)]) == elements.map { abs($0) }.max())
        }
        var matrix = [Double](repeating: 0, count: 17 * 17)
        cblas_dger(CblasRowMajor, 17, 17, 1, x.memory, inc, y, 1, &matrix, 17)
        #expect(matrix[20] == elements[1] * y[3])
        var z = [Double](repeating: 0, count: 17)
        cblas_dgemv(CblasRowMajor, CblasTrans, 17, 17, 1, matrix, 17, y, 1, 0, &z, 1)
        let sum = zip(elements, y).reduce(0) { $0 + $1.0 * $1.1 }
        #expect(agree(z, y.map { $0 * sum }, scale: 4000))
        cblas_dcopy(17, y, 1, &z, 1)
        cblas_dscal(17, 0.5, &z, 1)
        #expect(z == y.map { $0 / 2 })
    }

    @Test func hugeElementsHaveALength() {
        #expect(agree([cblas_dnrm2(2, [3e200, 4e200], 1)], [5e200], scale: 0))
        #expect(agree([cblas_snrm2(2, [3e-30, 4e-30], 1)], [5e-30], scale: 0))
    }

    @Test func equationsEigenvaluesAndSingularMatrices() {
        // By columns: 2 x + y = 5, x + 3 y = 10. LAPACK takes the address of each number, and each is its own.
        var a: [Double] = [2, 1, 1, 3]
        var b: [Double] = [5, 10]
        var order: __CLPK_integer = 2
        var columns: __CLPK_integer = 2
        var rows: __CLPK_integer = 2
        var one: __CLPK_integer = 1
        var info: __CLPK_integer = 9
        var pivots = [__CLPK_integer](repeating: 0, count: 2)
        dgesv_(&order, &one, &a, &rows, &pivots, &b, &columns, &info)
        #expect(info == 0 && agree(b, [1, 3]))
        var symmetric: [Double] = [2, 1, 1, 2]
        var values = [Double](repeating: 0, count: 2)
        var job = CChar(bitPattern: UInt8(ascii: "V"))
        var upper = CChar(bitPattern: UInt8(ascii: "U"))
        var work = [Double](repeating: 0, count: 64)
        var size: __CLPK_integer = 64
        dsyev_(&job, &upper, &order, &symmetric, &rows, &values, &work, &size, &info)
        #expect(info == 0 && agree(values, [1, 3]))
        var singular: [Float] = [1, 2, 2, 4]
        sgetrf_(&order, &columns, &singular, &rows, &pivots, &info)
        #expect(info == 2)
    }
}
