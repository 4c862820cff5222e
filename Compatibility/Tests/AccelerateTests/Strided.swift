import Accelerate
import Testing

/// The lengths at which kernels change from whole vectors to single elements, and to none.
let awkwardLengths = [0, 1, 3, 7, 15, 16, 17, 1000, 1023]
let strides = [1, 2, 3, -1]

/// Elements of a vector in memory that has others between them.
struct Strided<T: BinaryFloatingPoint & Sendable> {
    static var gap: T { 12_345 }
    let count: Int, stride: Int
    var memory: [T]

    /// A vector of values between 0.25 and 4, of either sign, which differ for each seed.
    init(count: Int, stride: Int, seed: UInt64, positive: Bool = false) {
        self.init(blank: count, stride: stride)
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        for n in 0..<count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let size = T(0.25) + T(state >> 40) / T(1 << 24) * T(3.75)
            memory[place(n)] = !positive && state >> 39 & 1 == 1 ? -size : size
        }
    }

    /// A vector whose elements are still gaps.
    init(blank count: Int, stride: Int) {
        self.count = count
        self.stride = stride
        memory = Array(repeating: Self.gap, count: max(count * abs(stride), 1) + 4)
    }

    func place(_ n: Int) -> Int { stride < 0 ? (count - 1 - n) * -stride : n * stride }
    subscript(n: Int) -> T { memory[place(n)] }
    var elements: [T] { (0..<count).map { self[$0] } }
    /// What stands between the elements.
    var others: [T] {
        let places = Set((0..<count).map(place))
        return memory.indices.filter { !places.contains($0) }.map { memory[$0] }
    }

    func read<R>(_ body: (UnsafePointer<T>) -> R) -> R {
        memory.withUnsafeBufferPointer { body($0.baseAddress! + (count > 0 ? place(0) : 0)) }
    }
    mutating func write<R>(_ body: (UnsafeMutablePointer<T>) -> R) -> R {
        let first = count > 0 ? place(0) : 0
        return memory.withUnsafeMutableBufferPointer { body($0.baseAddress! + first) }
    }
}

/// Whether results agree but for rounding, `bound` being in units of the last place of the greatest value around.
func agree<T: BinaryFloatingPoint>(_ results: [T], _ expected: [Double], units: Double = 8, scale: Double = 16) -> Bool
{
    guard results.count == expected.count else { return false }
    return zip(results, expected).allSatisfy { result, value in
        let bound = units * Double(T.ulpOfOne) * max(abs(value), scale)
        return Double(result) == value || abs(Double(result) - value) <= bound || (result.isNaN && value.isNaN)
    }
}

/// The precisions, as arguments of tests.
enum Precision: CaseIterable {
    case single
    case double
}
