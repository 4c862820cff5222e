/// IMA4 as Apple's technical note 1081 describes it, written for the tests alone: slow and plain.
///
/// Each packet of a channel begins with nine bits of predictor and a step index. Decoders differ in whether a packet
/// goes on with the exact predictor of the one before when those agree: both readings are right.
enum PlainIMA4 {
    private static let steps: [Int] = {
        var steps: [Int] = [
            7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66,
        ]
        steps += [73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494]
        steps += [544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749]
        steps += [3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635]
        return steps + [13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767]
    }()

    /// Interleaved samples of all packets.
    static func decode(_ data: [UInt8], channels: Int, keepsPredictor: Bool) -> [Int16] {
        let packets = data.count / (34 * channels)
        var result = [Int16](repeating: 0, count: packets * 64 * channels)
        var state = [(predictor: Int, index: Int)](repeating: (0, 0), count: channels)
        for packet in 0..<packets {
            for channel in 0..<channels {
                let start = (packet * channels + channel) * 34
                let head = Int(data[start]) << 8 | Int(data[start + 1])
                let stated = Int(Int16(truncatingIfNeeded: head & 0xFF80))
                let index = min(head & 0x7F, 88)
                let agrees = state[channel].index == index && abs(state[channel].predictor - stated) <= 0x7F
                if !(keepsPredictor && agrees) { state[channel] = (stated, index) }
                for i in 0..<64 {
                    let byte = Int(data[start + 2 + i / 2])
                    step(&state[channel], i % 2 == 0 ? byte & 15 : byte >> 4)
                    result[(packet * 64 + i) * channels + channel] = Int16(state[channel].predictor)
                }
            }
        }
        return result
    }

    private static func step(_ state: inout (predictor: Int, index: Int), _ nibble: Int) {
        let step = steps[state.index]
        var difference = step >> 3
        if nibble & 4 != 0 { difference += step }
        if nibble & 2 != 0 { difference += step >> 1 }
        if nibble & 1 != 0 { difference += step >> 2 }
        let predictor = state.predictor + (nibble & 8 == 0 ? difference : -difference)
        state.predictor = max(-32_768, min(32_767, predictor))
        let change = [-1, -1, -1, -1, 2, 4, 6, 8][nibble & 7]
        state.index = max(0, min(88, state.index + change))
    }
}
