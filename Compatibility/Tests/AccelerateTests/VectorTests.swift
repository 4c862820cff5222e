import Accelerate
import Foundation
import Testing

@Suite struct VectorTests {
    @Test func rampsHaveAStartAndAStep() {
        var c = [Float](repeating: 0, count: 4)
        vDSP_vramp([1], [0.5], &c, 1, 4)
        #expect(c == [1, 1.5, 2, 2.5])
        vDSP_vgen([0], [3], &c, 1, 4)
        #expect(c == [0, 1, 2, 3])
        #expect(vDSP.ramp(withInitialValue: 1 as Float, increment: 2, count: 3) == [1, 3, 5])
        #expect(vDSP.ramp(in: 0...1 as ClosedRange<Double>, count: 3) == [0, 0.5, 1])
        var start: Float = 1
        vDSP_vrampmul([2, 2, 2], 1, &start, [1], &c, 1, 3)
        #expect(c[..<3] == [2, 4, 6] && start == 4)
    }

    @Test func tablesAreInterpolated() {
        var c = [Float](repeating: 0, count: 3)
        vDSP_vlint([0, 10, 40, 90], [0.5, 1.25, 3], 1, &c, 1, 3, 4)
        #expect(c == [5, 17.5, 90])
        vDSP_vqint([0, 1, 4, 9], [1.5, 2, 0.5], 1, &c, 1, 3, 4)
        #expect(c == [2.25, 4, 0.25])
        vDSP_vtabi([-1, 0.5, 9], 1, [1], [0], [0, 10, 20], 3, &c, 1, 3)
        #expect(c == [0, 5, 20])
        vDSP_vindex([5, 6, 7], [2.9, 0, 1.1], 1, &c, 1, 3)
        #expect(c == [7, 5, 6])
        vDSP_vgathr([5, 6, 7], [3, 1, 2], 1, &c, 1, 3)
        #expect(c == [7, 5, 6])
        vDSP_vpoly([2, 0, 1], 1, [0, 1, 3], 1, &c, 1, 3, 2)
        #expect(c == [1, 3, 19])
        #expect(vDSP.linearInterpolate(values: [0, 10] as [Float], atIndices: [0, 4]) == [0, 2.5, 5, 7.5, 10])
        #expect(vDSP.linearInterpolate([0, 0] as [Double], [4, 8], using: 0.25) == [1, 2])
    }

    @Test func integrals() {
        var c = [Double](repeating: 9, count: 5)
        let x: [Double] = [1, 2, 3, 4, 5]
        vDSP_vrsumD(x, 1, [2], &c, 1, 5)
        #expect(c == [0, 4, 10, 18, 28])
        vDSP_vtrapzD(x, 1, [2], &c, 1, 5)
        #expect(c == [0, 3, 8, 15, 24])
        vDSP_vsimpsD(x, 1, [3], &c, 1, 5)
        #expect(agree(c, [0, 4.5, 12, 22.5, 36]))
        #expect(vDSP.slidingWindowSum(x, usingWindowLength: 3) == [6, 9, 12])
        var greatest = [Float](repeating: 0, count: 3)
        vDSP_vswmax([1, 5, 2, 3, 4], 1, &greatest, 1, 3, 3)
        #expect(greatest == [5, 5, 4])
    }

    @Test func decibelsOfPowersAndAmplitudes() {
        #expect(vDSP.powerToDecibels([10, 100] as [Float], zeroReference: 1) == [10, 20])
        #expect(vDSP.amplitudeToDecibels([10, 100] as [Double], zeroReference: 10) == [0, 20])
    }

    @Test(arguments: awkwardLengths) func integersAreRoundedAndLimited(count: Int) {
        let x = Strided<Float>(count: count, stride: 1, seed: 3).elements.map { $0 * 100 }
        var bytes = [Int8](repeating: 0, count: count)
        var words = [Int32](repeating: 0, count: count)
        vDSP.convertElements(of: x, to: &bytes, rounding: .towardNearestInteger)
        #expect(bytes == x.map { Int8(max(min($0.rounded(.toNearestOrEven), 127), -128)) })
        vDSP.convertElements(of: x, to: &words, rounding: .towardZero)
        #expect(words == x.map { Int32($0) })
        #expect(vDSP.integerToFloatingPoint(words, floatingPointType: Double.self) == words.map { Double($0) })
        #expect(
            vDSP.floatingPointToInteger(x, integerType: UInt16.self, rounding: .towardZero)
                == x.map { UInt16(max($0, 0)) })
        var shorts = [Float](repeating: 0, count: count)
        vDSP_vflt16((0..<count).map { Int16($0 - 500) }, 1, &shorts, 1, vDSP_Length(count))
        #expect(shorts == (0..<count).map { Float($0 - 500) })
    }

    @Test func halvesGoToTheEvenInteger() {
        var c = [Int32](repeating: 0, count: 4)
        vDSP_vfixr32([0.5, 1.5, -2.5, 3e9], 1, &c, 1, 4)
        #expect(c == [0, 2, -2, 2_147_483_520])
    }

    @Test func ordersAndChoices() {
        var x: [Float] = [3, 1, 2]
        vDSP.sort(&x, sortOrder: .descending)
        #expect(x == [3, 2, 1])
        vDSP.reverse(&x)
        #expect(x == [1, 2, 3])
        var places: [vDSP_Length] = [0, 1, 2]
        vDSP_vsorti([30, 10, 20], &places, nil, 3, 1)
        #expect(places == [1, 2, 0])
        #expect(
            vDSP.compress([1, 2, 3, 4] as [Float], gatingVector: [0, 1, 0, 2], nonZeroGatingCount: nil) == [2, 4])
        var low: vDSP_Length = 0
        var high: vDSP_Length = 0
        vDSP_vclipc([0, 1, 2, 9], 1, [1], [2], &x, 1, 3, &low, &high)
        #expect(x == [1, 1, 2] && low == 1 && high == 0)
        vDSP.fill(&x, with: 7)
        #expect(x == [7, 7, 7])
        vDSP.clear(&x)
        #expect(x == [0, 0, 0])
    }

    @Test(arguments: awkwardLengths) func functionsOfVectorsAreThoseOfTheLibrary(count: Int) {
        let x = Strided<Double>(count: count, stride: 1, seed: 4, positive: true).elements
        #expect(agree(vForce.sqrt(x), x.map { $0.squareRoot() }))
        #expect(agree(vForce.log(x), x.map { log($0) }))
        #expect(agree(vForce.sin(x.map { Float($0) }), x.map { sin($0) }))
        #expect(agree(vForce.sinPi(x), x.map { sin(.pi * $0) }))
        #expect(agree(vForce.floor(x), x.map { floor($0) }))
        #expect(agree(vForce.nearestInteger(x), x.map { $0.rounded(.toNearestOrEven) }))
        #expect(agree(vForce.rsqrt(x), x.map { 1 / $0.squareRoot() }))
        let y = x.map { $0 / 2 }
        #expect(agree(vForce.pow(bases: x, exponents: y), x.map { pow($0, $0 / 2) }, units: 64))
        #expect(agree(vForce.atan2(x: y, y: x), zip(x, y).map { atan2($0, $1) }))
    }

    @Test func exponentsComeFirstAndRemaindersKeepTheirOrder() {
        var z = [Double](repeating: 0, count: 1)
        var count: Int32 = 1
        vvpow(&z, [3], [2], &count)
        #expect(z == [8])
        vvpows(&z, [3], [2], &count)
        #expect(z == [8])
        vvdiv(&z, [6], [2], &count)
        #expect(z == [3])
        vvfmod(&z, [7], [4], &count)
        #expect(z == [3])
        vvcopysign(&z, [7], [-4], &count)
        #expect(z == [-7])
    }

    @Test func emptyVectorsAndSlices() {
        #expect(vDSP.add(1, [] as [Float]) == [])
        #expect(vDSP.multiply([1, 2, 3, 4][1...2] as ArraySlice<Float>, [10, 10] as [Float]) == [20, 30])
        var x: [Float] = [1, 2, 3]
        x.withUnsafeMutableBufferPointer { vDSP.add(1, [1, 2, 3] as [Float], result: &$0) }
        #expect(x == [2, 3, 4])
        #expect(vDSP.divide([6, 8] as [Double], [2, 4]) == [3, 2] && vDSP.divide(8, [2, 4] as [Float]) == [4, 2])
        #expect(vDSP.subtract([6, 8] as [Float], [2, 4] as [Float]) == [4, 4])
        #expect(vDSP.threshold([1, -1] as [Float], to: 0, with: .signedConstant(5)) == [5, -5])
        #expect(vDSP.clip([-2, 0, 2] as [Double], to: -1...1) == [-1, 0, 1])
    }
}
