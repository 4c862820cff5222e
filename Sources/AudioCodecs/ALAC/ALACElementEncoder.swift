import AudioCore

/// Encodes one channel, or two that are alike.
final class ALACElementEncoder {
    private let config: ALACConfig
    private let packer: ALACPacker
    private let rice: ALACRice
    private let analysis = ALACAnalysis()
    /// The samples as they are.
    private let left: UnsafeMutablePointer<Int32>
    private let right: UnsafeMutablePointer<Int32>
    /// The samples that are predicted.
    private let first: UnsafeMutablePointer<Int32>
    private let second: UnsafeMutablePointer<Int32>
    private let firstResiduals: UnsafeMutablePointer<Int32>
    private let secondResiduals: UnsafeMutablePointer<Int32>

    init(_ config: ALACConfig) {
        self.config = config
        packer = ALACPacker(bitDepth: config.bitDepth, channels: config.channels)
        rice = ALACRice(config)
        let length = ALAC.framesPerPacket
        left = .allocate(capacity: 6 * length)
        left.initialize(repeating: 0, count: 6 * length)
        right = left + length
        first = left + 2 * length
        second = left + 3 * length
        firstResiduals = left + 4 * length
        secondResiduals = left + 5 * length
    }

    deinit { left.deallocate() }

    /// Appends an element, with its samples as they are where that is not longer.
    func encode(
        _ kind: ALACElement, number: Int, _ samples: UnsafeRawPointer, channel: Int, frames: Int,
        _ writer: inout BitWriter
    ) {
        let channels = kind == .pair ? 2 : 1
        packer.unpack(samples, channel: channel, frames: frames, into: left)
        if channels == 2 { packer.unpack(samples, channel: channel + 1, frames: frames, into: right) }
        writer.write(UInt64(kind.rawValue), 3)
        writer.write(UInt64(number), 4)
        writer.write(0, 12)
        let start = writer
        let isShorter = channels == 2 ? encodePair(frames, &writer) : encodeSingle(frames, &writer)
        let plainSize = frames * config.bitDepth * channels + 4 + (frames < ALAC.framesPerPacket ? 32 : 0)
        if !isShorter || writer.position - start.position >= plainSize {
            writer = start
            writeAsIs(channels, frames, &writer)
        }
    }

    private func writeFlags(_ frames: Int, lowBits: Int, isEscape: Bool, _ writer: inout BitWriter) {
        let isPartial = frames < ALAC.framesPerPacket
        writer.write((isPartial ? 8 : 0) | UInt64(lowBits / 8) << 1 | (isEscape ? 1 : 0), 4)
        if isPartial { writer.write(UInt64(frames), 32) }
    }

    private func writeAsIs(_ channels: Int, _ frames: Int, _ writer: inout BitWriter) {
        writeFlags(frames, lowBits: 0, isEscape: true, &writer)
        for frame in 0..<frames {
            writer.write(signed: left[frame], config.bitDepth)
            if channels == 2 { writer.write(signed: right[frame], config.bitDepth) }
        }
    }

    private func write(_ predictor: ALACPredictor, _ writer: inout BitWriter) {
        // No doubling, the shift, the rate as configured (four quarters), the order.
        writer.write(UInt64(predictor.shift) << 8 | 4 << 5 | UInt64(predictor.order), 16)
        for tap in 0..<predictor.order { writer.write(signed: predictor.coefficients[tap], 16) }
    }

    private func encodeSingle(_ frames: Int, _ writer: inout BitWriter) -> Bool {
        let lowBits = lowBits(roughness: ALACMix.roughness(left, frames, shift: config.bitDepth - 16), frames)
        let bits = config.bitDepth - lowBits
        for frame in 0..<frames { first[frame] = left[frame] &>> Int32(lowBits) }
        let predictor = analysis.predictor(first, count: frames)
        predictor.encode(first, into: firstResiduals, count: frames, bits: bits)
        writeFlags(frames, lowBits: lowBits, isEscape: false, &writer)
        writer.write(0, 16)
        write(predictor, &writer)
        if lowBits > 0 {
            for frame in 0..<frames { writer.write(signed: left[frame], lowBits) }
        }
        return rice.encode(firstResiduals, &writer, count: frames, size: bits)
    }

    private func encodePair(_ frames: Int, _ writer: inout BitWriter) -> Bool {
        let (mix, roughness) = ALACMix.best(left, right, frames, shift: config.bitDepth - 16)
        let lowBits = lowBits(roughness: roughness / 2, frames)
        let bits = config.bitDepth - lowBits + 1
        mix.apply(left, right, frames, lowBits: Int32(lowBits), into: first, second)
        let (one, other) = (
            analysis.predictor(first, count: frames), analysis.predictor(second, count: frames)
        )
        ALACPredictor.encodePair(
            (one, UnsafePointer(first), firstResiduals), (other, UnsafePointer(second), secondResiduals),
            count: frames, bits: bits)
        writeFlags(frames, lowBits: lowBits, isEscape: false, &writer)
        writer.write(UInt64(mix.bits), 8)
        writer.write(UInt64(mix.weight), 8)
        write(one, &writer)
        write(other, &writer)
        if lowBits > 0 {
            for frame in 0..<frames {
                writer.write(signed: left[frame], lowBits)
                writer.write(signed: right[frame], lowBits)
            }
        }
        return rice.encode(firstResiduals, &writer, count: frames, size: bits)
            && rice.encode(secondResiduals, &writer, count: frames, size: bits)
    }

    /// Bits of each sample that are written as they are: below 16 bits there is little but noise, unless it is quiet.
    private func lowBits(roughness: Int, _ frames: Int) -> Int {
        let isQuiet = roughness < frames
        switch config.bitDepth {
        case 24: return isQuiet ? 0 : 8
        case 32: return isQuiet ? 8 : 16
        default: return 0
        }
    }
}
