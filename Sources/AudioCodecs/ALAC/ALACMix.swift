/// How two channels become two that are easier to predict: the second is their difference unless the weight is 0.
struct ALACMix {
    let weight: Int32
    let bits: Int32

    /// As they are; left and difference; right and difference, up to the difference's sign; mean and difference.
    static let separate = ALACMix(weight: 0, bits: 0)
    static let left = ALACMix(weight: 1, bits: 0)
    static let right = ALACMix(weight: 1, bits: 31)
    static let mean = ALACMix(weight: 1, bits: 1)

    /// The mix with the smallest second differences, and their sum.
    static func best(
        _ left: UnsafePointer<Int32>, _ right: UnsafePointer<Int32>, _ frames: Int, shift: Int
    ) -> (ALACMix, roughness: Int) {
        let shift = Int32(shift)
        var sums = SIMD4<UInt32>.zero
        var (oneBefore, twoBefore) = (SIMD4<Int32>.zero, SIMD4<Int32>.zero)
        for frame in 0..<frames {
            let (l, r) = (left[frame] &>> shift, right[frame] &>> shift)
            let now = SIMD4(l, r, (l &+ r) >> 1, l &- r)
            let change = now &- oneBefore
            let second = change &- twoBefore
            let sign = second &>> 31
            sums &+= SIMD4<UInt32>(truncatingIfNeeded: (second ^ sign) &- sign)
            (oneBefore, twoBefore) = (now, change)
        }
        let side = Int(sums[3])
        var best = (ALACMix.separate, roughness: Int(sums[0]) + Int(sums[1]))
        for (mix, other) in [(ALACMix.left, sums[0]), (.right, sums[1]), (.mean, sums[2])]
        where Int(other) + side < best.roughness { best = (mix, Int(other) + side) }
        return best
    }

    /// The sum of the second differences.
    static func roughness(_ samples: UnsafePointer<Int32>, _ frames: Int, shift: Int) -> Int {
        var sum = 0
        for frame in 2..<max(frames, 2) {
            let (a, b, c) = (
                Int(samples[frame - 2] &>> Int32(shift)), Int(samples[frame - 1] &>> Int32(shift)),
                Int(samples[frame] &>> Int32(shift))
            )
            sum += abs(c - 2 * b + a)
        }
        return sum
    }

    /// Mixes what is left of the samples without their low bits.
    func apply(
        _ left: UnsafePointer<Int32>, _ right: UnsafePointer<Int32>, _ frames: Int, lowBits: Int32,
        into first: UnsafeMutablePointer<Int32>, _ second: UnsafeMutablePointer<Int32>
    ) {
        guard weight != 0 else {
            for frame in 0..<frames {
                first[frame] = left[frame] &>> lowBits
                second[frame] = right[frame] &>> lowBits
            }
            return
        }
        for frame in 0..<frames {
            let (l, r) = (left[frame] &>> lowBits, right[frame] &>> lowBits)
            let difference = l &- r
            first[frame] = r &+ difference &>> bits
            second[frame] = difference
        }
    }
}
