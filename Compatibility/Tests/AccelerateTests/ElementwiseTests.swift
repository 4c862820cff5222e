import Accelerate
import Testing

/// A function of so many vectors and scalars, with what it computes of one element of each.
private struct Operation<T: BinaryFloatingPoint & Sendable> {
    typealias Pointer = UnsafePointer<T>
    typealias Result = UnsafeMutablePointer<T>
    typealias Two = (Pointer, Int, Pointer, Int, Result, Int, UInt) -> Void
    typealias Three = (Pointer, Int, Pointer, Int, Pointer, Int, Result, Int, UInt) -> Void
    typealias Four = (Pointer, Int, Pointer, Int, Pointer, Int, Pointer, Int, Result, Int, UInt) -> Void

    let name: String
    let vectors: Int
    let run: ([Pointer], [Int], Result, Int, UInt) -> Void
    let expected: ([Double]) -> Double

    init(
        _ name: String, _ run: @escaping (Pointer, Int, Result, Int, UInt) -> Void,
        _ expected: @escaping (Double) -> Double
    ) {
        (self.name, vectors) = (name, 1)
        self.run = { run($0[0], $1[0], $2, $3, $4) }
        self.expected = { expected($0[0]) }
    }
    init(_ name: String, _ run: @escaping Two, _ expected: @escaping (Double, Double) -> Double) {
        (self.name, vectors) = (name, 2)
        self.run = { run($0[0], $1[0], $0[1], $1[1], $2, $3, $4) }
        self.expected = { expected($0[0], $0[1]) }
    }
    init(_ name: String, _ run: @escaping Three, _ expected: @escaping (Double, Double, Double) -> Double) {
        (self.name, vectors) = (name, 3)
        self.run = { run($0[0], $1[0], $0[1], $1[1], $0[2], $1[2], $2, $3, $4) }
        self.expected = { expected($0[0], $0[1], $0[2]) }
    }
    init(_ name: String, _ run: @escaping Four, _ expected: @escaping (Double, Double, Double, Double) -> Double) {
        (self.name, vectors) = (name, 4)
        self.run = { run($0[0], $1[0], $0[1], $1[1], $0[2], $1[2], $0[3], $1[3], $2, $3, $4) }
        self.expected = { expected($0[0], $0[1], $0[2], $0[3]) }
    }

    /// Runs it on `count` elements, first into other memory, then in place of its first operand.
    func check(count: Int, stride: Int) {
        // Each operand has its own stride, beside the case that all are alike.
        let steps = (0..<vectors).map { stride == 2 ? 1 + $0 : stride }
        var operands = (0..<vectors).map { Strided<T>(count: count, stride: steps[$0], seed: UInt64($0 + 1)) }
        let wanted = (0..<count).map { n in expected(operands.map { Double($0[n]) }) }
        var result = Strided<T>(blank: count, stride: stride)
        call(operands, steps, &result)
        #expect(agree(result.elements, wanted), "\(name), \(count) elements, stride \(stride)")
        #expect(result.others.allSatisfy { $0 == Strided<T>.gap }, "\(name) writes between elements, stride \(stride)")
        guard steps[0] == stride else { return }
        let copies = operands
        operands[0].write { r in
            withPointers(copies[...]) { pointers in
                run([UnsafePointer(r)] + pointers.dropFirst(), steps, r, stride, UInt(count))
            }
        }
        #expect(operands[0].elements == result.elements, "\(name) in place, \(count) elements, stride \(stride)")
    }

    private func call(_ operands: [Strided<T>], _ steps: [Int], _ result: inout Strided<T>) {
        let count = UInt(result.count)
        let stride = result.stride
        result.write { r in withPointers(operands[...]) { run($0, steps, r, stride, count) } }
    }

    private func withPointers(
        _ operands: ArraySlice<Strided<T>>, _ found: [Pointer] = [], _ body: ([Pointer]) -> Void
    ) {
        guard let first = operands.first else { return body(found) }
        first.read { withPointers(operands.dropFirst(), found + [$0], body) }
    }
}

// MARK: - The operations

nonisolated(unsafe) private let of1Float: [Operation<Float>] = [
    Operation("vsq", vDSP_vsq, { $0 * $0 }),
    Operation("vssq", vDSP_vssq, { $0 * abs($0) }),
    Operation("vabs", vDSP_vabs, { abs($0) }),
    Operation("vnabs", vDSP_vnabs, { -abs($0) }),
    Operation("vneg", vDSP_vneg, { -$0 }),
    Operation("vfrac", vDSP_vfrac, { $0 - $0.rounded(.towardZero) }),
]

nonisolated(unsafe) private let of2Float: [Operation<Float>] = [
    Operation("vadd", vDSP_vadd, { $0 + $1 }),
    Operation("vsub", vDSP_vsub, { $1 - $0 }),
    Operation("vmul", vDSP_vmul, { $0 * $1 }),
    Operation("vdiv", vDSP_vdiv, { $1 / $0 }),
    Operation("vmax", vDSP_vmax, { max($0, $1) }),
    Operation("vmin", vDSP_vmin, { min($0, $1) }),
    Operation("vmaxmg", vDSP_vmaxmg, { max(abs($0), abs($1)) }),
    Operation("vminmg", vDSP_vminmg, { min(abs($0), abs($1)) }),
    Operation("vdist", vDSP_vdist, { ($0 * $0 + $1 * $1).squareRoot() }),
]

nonisolated(unsafe) private let of3Float: [Operation<Float>] = [
    Operation("vam", vDSP_vam, { ($0 + $1) * $2 }),
    Operation("vma", vDSP_vma, { $0 * $1 + $2 }),
    Operation("vmsb", vDSP_vmsb, { $0 * $1 - $2 }),
    Operation("vsbm", vDSP_vsbm, { ($0 - $1) * $2 }),
    Operation("venvlp", vDSP_venvlp, { $2 < $1 || $0 < $2 ? $2 : 0 }),
]

nonisolated(unsafe) private let of4Float: [Operation<Float>] = [
    Operation("vaam", vDSP_vaam, { ($0 + $1) * ($2 + $3) }),
    Operation("vasbm", vDSP_vasbm, { ($0 + $1) * ($2 - $3) }),
    Operation("vsbsbm", vDSP_vsbsbm, { ($0 - $1) * ($2 - $3) }),
    Operation("vmma", vDSP_vmma, { $0 * $1 + $2 * $3 }),
    Operation("vmmsb", vDSP_vmmsb, { $0 * $1 - $2 * $3 }),
    Operation("vpythg", vDSP_vpythg, { (($0 - $2) * ($0 - $2) + ($1 - $3) * ($1 - $3)).squareRoot() }),
]

nonisolated(unsafe) private let scaled1Float: [Operation<Float>] = [
    Operation("vsadd", { vDSP_vsadd($0, $1, [1.5], $2, $3, $4) }, { $0 + 1.5 }),
    Operation("vsmul", { vDSP_vsmul($0, $1, [1.5], $2, $3, $4) }, { $0 * 1.5 }),
    Operation("vsdiv", { vDSP_vsdiv($0, $1, [1.5], $2, $3, $4) }, { $0 / 1.5 }),
    Operation("svdiv", { vDSP_svdiv([1.5], $0, $1, $2, $3, $4) }, { 1.5 / $0 }),
    Operation("vsmsa", { vDSP_vsmsa($0, $1, [1.5], [0.5], $2, $3, $4) }, { $0 * 1.5 + 0.5 }),
    Operation("vclip", { vDSP_vclip($0, $1, [-1], [2], $2, $3, $4) }, { min(max($0, -1), 2) }),
    Operation("viclip", { vDSP_viclip($0, $1, [-1], [2], $2, $3, $4) }, { $0 <= -1 || $0 >= 2 ? $0 : $0 < 0 ? -1 : 2 }),
    Operation("vlim", { vDSP_vlim($0, $1, [1.5], [3], $2, $3, $4) }, { $0 >= 1.5 ? 3 : -3 }),
    Operation("vthr", { vDSP_vthr($0, $1, [1.5], $2, $3, $4) }, { $0 >= 1.5 ? $0 : 1.5 }),
    Operation("vthres", { vDSP_vthres($0, $1, [1.5], $2, $3, $4) }, { $0 >= 1.5 ? $0 : 0 }),
    Operation("vthrsc", { vDSP_vthrsc($0, $1, [1.5], [3], $2, $3, $4) }, { $0 >= 1.5 ? 3 : -3 }),
]

nonisolated(unsafe) private let scaled2Float: [Operation<Float>] = [
    Operation("vasm", { vDSP_vasm($0, $1, $2, $3, [1.5], $4, $5, $6) }, { ($0 + $1) * 1.5 }),
    Operation("vsbsm", { vDSP_vsbsm($0, $1, $2, $3, [1.5], $4, $5, $6) }, { ($0 - $1) * 1.5 }),
    Operation("vmsa", { vDSP_vmsa($0, $1, $2, $3, [1.5], $4, $5, $6) }, { $0 * $1 + 1.5 }),
    Operation("vsma", { vDSP_vsma($0, $1, [1.5], $2, $3, $4, $5, $6) }, { $0 * 1.5 + $1 }),
    Operation("vsmsb", { vDSP_vsmsb($0, $1, [1.5], $2, $3, $4, $5, $6) }, { $0 * 1.5 - $1 }),
    Operation("vsmsma", { vDSP_vsmsma($0, $1, [1.5], $2, $3, [0.5], $4, $5, $6) }, { $0 * 1.5 + $1 * 0.5 }),
    Operation("vintb", { vDSP_vintb($0, $1, $2, $3, [0.25], $4, $5, $6) }, { $0 + ($1 - $0) * 0.25 }),
]

nonisolated(unsafe) private let of1Double: [Operation<Double>] = [
    Operation("vsqD", vDSP_vsqD, { $0 * $0 }),
    Operation("vssqD", vDSP_vssqD, { $0 * abs($0) }),
    Operation("vabsD", vDSP_vabsD, { abs($0) }),
    Operation("vnabsD", vDSP_vnabsD, { -abs($0) }),
    Operation("vnegD", vDSP_vnegD, { -$0 }),
    Operation("vfracD", vDSP_vfracD, { $0 - $0.rounded(.towardZero) }),
]

nonisolated(unsafe) private let of2Double: [Operation<Double>] = [
    Operation("vaddD", vDSP_vaddD, { $0 + $1 }),
    Operation("vsubD", vDSP_vsubD, { $1 - $0 }),
    Operation("vmulD", vDSP_vmulD, { $0 * $1 }),
    Operation("vdivD", vDSP_vdivD, { $1 / $0 }),
    Operation("vmaxD", vDSP_vmaxD, { max($0, $1) }),
    Operation("vminD", vDSP_vminD, { min($0, $1) }),
    Operation("vmaxmgD", vDSP_vmaxmgD, { max(abs($0), abs($1)) }),
    Operation("vminmgD", vDSP_vminmgD, { min(abs($0), abs($1)) }),
    Operation("vdistD", vDSP_vdistD, { ($0 * $0 + $1 * $1).squareRoot() }),
]

nonisolated(unsafe) private let of3Double: [Operation<Double>] = [
    Operation("vamD", vDSP_vamD, { ($0 + $1) * $2 }),
    Operation("vmaD", vDSP_vmaD, { $0 * $1 + $2 }),
    Operation("vmsbD", vDSP_vmsbD, { $0 * $1 - $2 }),
    Operation("vsbmD", vDSP_vsbmD, { ($0 - $1) * $2 }),
    Operation("venvlpD", vDSP_venvlpD, { $2 < $1 || $0 < $2 ? $2 : 0 }),
]

nonisolated(unsafe) private let of4Double: [Operation<Double>] = [
    Operation("vaamD", vDSP_vaamD, { ($0 + $1) * ($2 + $3) }),
    Operation("vasbmD", vDSP_vasbmD, { ($0 + $1) * ($2 - $3) }),
    Operation("vsbsbmD", vDSP_vsbsbmD, { ($0 - $1) * ($2 - $3) }),
    Operation("vmmaD", vDSP_vmmaD, { $0 * $1 + $2 * $3 }),
    Operation("vmmsbD", vDSP_vmmsbD, { $0 * $1 - $2 * $3 }),
    Operation("vpythgD", vDSP_vpythgD, { (($0 - $2) * ($0 - $2) + ($1 - $3) * ($1 - $3)).squareRoot() }),
]

nonisolated(unsafe) private let scaled1Double: [Operation<Double>] = [
    Operation("vsaddD", { vDSP_vsaddD($0, $1, [1.5], $2, $3, $4) }, { $0 + 1.5 }),
    Operation("vsmulD", { vDSP_vsmulD($0, $1, [1.5], $2, $3, $4) }, { $0 * 1.5 }),
    Operation("vsdivD", { vDSP_vsdivD($0, $1, [1.5], $2, $3, $4) }, { $0 / 1.5 }),
    Operation("svdivD", { vDSP_svdivD([1.5], $0, $1, $2, $3, $4) }, { 1.5 / $0 }),
    Operation("vsmsaD", { vDSP_vsmsaD($0, $1, [1.5], [0.5], $2, $3, $4) }, { $0 * 1.5 + 0.5 }),
    Operation("vclipD", { vDSP_vclipD($0, $1, [-1], [2], $2, $3, $4) }, { min(max($0, -1), 2) }),
    Operation(
        "viclipD", { vDSP_viclipD($0, $1, [-1], [2], $2, $3, $4) }, { $0 <= -1 || $0 >= 2 ? $0 : $0 < 0 ? -1 : 2 }),
    Operation("vlimD", { vDSP_vlimD($0, $1, [1.5], [3], $2, $3, $4) }, { $0 >= 1.5 ? 3 : -3 }),
    Operation("vthrD", { vDSP_vthrD($0, $1, [1.5], $2, $3, $4) }, { $0 >= 1.5 ? $0 : 1.5 }),
    Operation("vthresD", { vDSP_vthresD($0, $1, [1.5], $2, $3, $4) }, { $0 >= 1.5 ? $0 : 0 }),
    Operation("vthrscD", { vDSP_vthrscD($0, $1, [1.5], [3], $2, $3, $4) }, { $0 >= 1.5 ? 3 : -3 }),
]

nonisolated(unsafe) private let scaled2Double: [Operation<Double>] = [
    Operation("vasmD", { vDSP_vasmD($0, $1, $2, $3, [1.5], $4, $5, $6) }, { ($0 + $1) * 1.5 }),
    Operation("vsbsmD", { vDSP_vsbsmD($0, $1, $2, $3, [1.5], $4, $5, $6) }, { ($0 - $1) * 1.5 }),
    Operation("vmsaD", { vDSP_vmsaD($0, $1, $2, $3, [1.5], $4, $5, $6) }, { $0 * $1 + 1.5 }),
    Operation("vsmaD", { vDSP_vsmaD($0, $1, [1.5], $2, $3, $4, $5, $6) }, { $0 * 1.5 + $1 }),
    Operation("vsmsbD", { vDSP_vsmsbD($0, $1, [1.5], $2, $3, $4, $5, $6) }, { $0 * 1.5 - $1 }),
    Operation("vsmsmaD", { vDSP_vsmsmaD($0, $1, [1.5], $2, $3, [0.5], $4, $5, $6) }, { $0 * 1.5 + $1 * 0.5 }),
    Operation("vintbD", { vDSP_vintbD($0, $1, $2, $3, [0.25], $4, $5, $6) }, { $0 + ($1 - $0) * 0.25 }),
]

@Suite struct ElementwiseTests {
    @Test(arguments: awkwardLengths, strides) func agreesWithThePlainFormulaInSinglePrecision(count: Int, stride: Int) {
        for table in [of1Float, of2Float, of3Float, of4Float, scaled1Float, scaled2Float] {
            for operation in table { operation.check(count: count, stride: stride) }
        }
    }

    @Test(arguments: awkwardLengths, strides) func agreesWithThePlainFormulaInDoublePrecision(count: Int, stride: Int) {
        for table in [of1Double, of2Double, of3Double, of4Double, scaled1Double, scaled2Double] {
            for operation in table { operation.check(count: count, stride: stride) }
        }
    }

    @Test func theFirstOperandOfDifferencesAndQuotientsIsTheSecondOfTheFormula() {
        var c = [Float](repeating: 0, count: 2)
        vDSP_vsub([1, 2], 1, [10, 20], 1, &c, 1, 2)
        #expect(c == [9, 18])
        vDSP_vdiv([2, 4], 1, [10, 20], 1, &c, 1, 2)
        #expect(c == [5, 5])
    }
}
