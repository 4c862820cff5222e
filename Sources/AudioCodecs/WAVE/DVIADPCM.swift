import AudioCore

/// ADPCM of Intel's DVI, the IMA's recommended practice as WAVE has it: four bits a sample.
///
/// A block begins with four bytes of each channel: its first sample, little-endian, its step index and a byte without meaning.
/// Then come four bytes of each channel in turn, eight samples with the earlier one in the low nibble. FFmpeg rounds steps in
/// another way, so its samples differ by some units; sox and libsndfile have the samples of the specification.
package enum DVIADPCM: WAVEBlockCodec {
    package static let name = "DVI/Intel IMA ADPCM"
    static let kind = WAVEBlocks.Kind.intelIMA

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        let complete = try complete(format, magicCookie: magicCookie)
        return WAVEBlockDecoder(complete, DVIBlockReader(channels: complete.channels))
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        try WAVEBlockEncoder<DVIBlockMaker>(try complete(format, magicCookie: []), kind)
    }
}

private struct DVIBlockReader: WAVEBlockReader {
    let channels: Int
    private let moves = IMATables.moves

    init(channels: Int) { self.channels = channels }

    func read(_ block: UnsafePointer<UInt8>, frames: Int, into samples: UnsafeMutablePointer<Int16>) {
        for channel in 0..<channels { read(block + 4 * channel, frames, samples + channel) }
    }

    /// One channel of a block, from its first four bytes on.
    private func read(_ bytes: UnsafePointer<UInt8>, _ frames: Int, _ samples: UnsafeMutablePointer<Int16>) {
        let first = Int16(bitPattern: UInt16(bytes[0]) | UInt16(bytes[1]) << 8)
        var state = IMAState(predictor: Int32(first), row: min(Int32(bytes[2]), IMATables.lastIndex) * 16)
        samples[0] = first
        var sample = samples + channels
        var word = bytes + 4 * channels
        var left = frames - 1
        while left > 0 {
            for place in 0..<min(8, left) {
                let byte = Int32(word[place >> 1])
                state.advance(place & 1 == 0 ? byte & 15 : byte >> 4, moves)
                sample.pointee = Int16(truncatingIfNeeded: state.predictor)
                sample += channels
            }
            left -= 8
            word += 4 * channels
        }
    }
}

/// Makes blocks that begin with the step index which serves their first frames best.
private struct DVIBlockMaker: WAVEBlockMaker {
    let channels: Int
    let capacity: Int
    private let moves = IMATables.moves
    private let steps = IMATables.steps
    /// Frames by which a step index is judged.
    private static let trialFrames = 24

    init(channels: Int, capacity: Int) {
        self.channels = channels
        self.capacity = capacity
    }

    func make(_ samples: UnsafePointer<Int16>, channel: Int, into block: UnsafeMutablePointer<UInt8>) {
        let bytes = block + 4 * channel
        var state = IMAState(predictor: Int32(samples[0]), row: bestRow(samples))
        let first = UInt16(bitPattern: samples[0])
        bytes[0] = UInt8(truncatingIfNeeded: first)
        bytes[1] = UInt8(truncatingIfNeeded: first >> 8)
        bytes[2] = UInt8(truncatingIfNeeded: state.row >> 4)
        var word = bytes + 4 * channels
        for start in stride(from: 1, to: capacity, by: 8) {
            for pair in 0..<4 {
                let low = state.quantize(samples[start + 2 * pair], steps, moves)
                let high = state.quantize(samples[start + 2 * pair + 1], steps, moves)
                word[pair] = UInt8(truncatingIfNeeded: high << 4 | low)
            }
            word += 4 * channels
        }
    }

    /// Sixteen times the step index that leaves the least error in the first frames.
    private func bestRow(_ samples: UnsafePointer<Int16>) -> Int32 {
        var (best, leastError) = (Int32(0), Int64.max)
        for index in 0...IMATables.lastIndex {
            var state = IMAState(predictor: Int32(samples[0]), row: index * 16)
            var error: Int64 = 0
            for frame in 1..<min(Self.trialFrames, capacity) where error < leastError {
                _ = state.quantize(samples[frame], steps, moves)
                let difference = Int64(samples[frame]) - Int64(state.predictor)
                error += difference * difference
            }
            if error < leastError { (best, leastError) = (index * 16, error) }
        }
        return best
    }
}
