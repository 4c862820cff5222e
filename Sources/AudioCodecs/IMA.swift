import AudioCore

// ADPCM of the IMA's recommended practice, four bits a sample, which IMA4 and DVI ADPCM pack in ways of their own.

/// What both directions compute with, in blocks of any layout.
enum IMATables {
    /// How far the predictor moves for each step index and nibble, and the step index that follows.
    ///
    /// The move stands in the upper 21 bits, sixteen times the next index in the lower 11, so that the lower part and the
    /// next nibble make the next position in the table.
    nonisolated(unsafe) static let moves: UnsafePointer<Int32> = {
        let table = UnsafeMutablePointer<Int32>.allocate(capacity: stepSizes.count * 16)
        for index in stepSizes.indices {
            for nibble in 0..<16 {
                let step = stepSizes[index]
                var size = step >> 3
                if nibble & 4 != 0 { size += step }
                if nibble & 2 != 0 { size += step >> 1 }
                if nibble & 1 != 0 { size += step >> 2 }
                let next = min(max(index + indexMoves[nibble & 7], 0), stepSizes.count - 1)
                table[index * 16 + nibble] = (nibble & 8 != 0 ? -size : size) << 11 | Int32(next * 16)
            }
        }
        return UnsafePointer(table)
    }()

    nonisolated(unsafe) static let steps: UnsafePointer<Int32> = {
        let table = UnsafeMutablePointer<Int32>.allocate(capacity: stepSizes.count)
        for index in stepSizes.indices { table[index] = stepSizes[index] }
        return UnsafePointer(table)
    }()

    static let lastIndex: Int32 = 88

    private static let indexMoves = [-1, -1, -1, -1, 2, 4, 6, 8]

    /// The step sizes of the IMA's recommended practice: each about 1.1 times the one before.
    private static let stepSizes: [Int32] = [
        7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97,
        107,
        118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876,
        963,
        1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358,
        5894,
        6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086,
        29794,
        32767,
    ]
}

/// Where one channel stands; the decoder's and the encoder's advance alike.
struct IMAState {
    var predictor: Int32 = 0
    /// Sixteen times the step index.
    var row: Int32 = 0

    @inline(__always) mutating func advance(_ nibble: Int32, _ moves: UnsafePointer<Int32>) {
        let move = moves[Int(row | nibble)]
        row = move & 0x7F0
        // Clamped to 16 bits by masks: on loud material a branch would go either way as often.
        let wanted = predictor &+ move >> 11
        let sign = wanted >> 31
        let overflow = (0x7FFF &- (wanted ^ sign)) >> 31
        predictor = wanted & ~overflow | (0x7FFF ^ sign) & overflow
    }

    /// The nibble that brings the predictor closest to `sample`, the larger step where two are as close.
    @inline(__always) mutating func quantize(
        _ sample: Int16, _ steps: UnsafePointer<Int32>, _ moves: UnsafePointer<Int32>
    ) -> Int32 {
        let difference = Int32(sample) &- predictor
        let sign = difference >> 31
        let step = steps[Int(row >> 4)]
        // Masks instead of branches: the comparisons go either way as often.
        var rest = (difference ^ sign) &- sign
        let whole = ~((rest &- step) >> 31)
        rest &-= step & whole
        let half = ~((rest &- step >> 1) >> 31)
        rest &-= step >> 1 & half
        let quarter = ~((rest &- step >> 2) >> 31)
        let nibble = sign & 8 | whole & 4 | half & 2 | quarter & 1
        advance(nibble, moves)
        return nibble
    }
}
