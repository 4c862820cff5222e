import AudioCodecs
import AudioCore
import AudioDSP

/// A decoder and what its frames are converted to while they are in the processor's cache. Used by one thread at a time.
final class SegmentDecoder: @unchecked Sendable {
    let decoder: ConcealingDecoder
    private let converter: PCMConverter?
    /// The decoder's frames, where they are converted.
    private let scratch: UnsafeMutableRawBufferPointer
    /// The most packets that it decodes at a time.
    let packetsAtATime: Int

    /// Frames decoded before they are converted: as many as the caches hold.
    private static let framesAtATime = 1 << 13

    /// - Parameters:
    ///   - output: interleaved linear PCM of as many channels, in frames no larger than the decoder's.
    ///   - framesPerPacket: frames there must be room for with each packet.
    /// - Throws: `converterFormat` where the frames cannot be converted.
    init(_ decoder: ConcealingDecoder, to output: StreamFormat, framesPerPacket: Int) throws(AudioError) {
        self.decoder = decoder
        let own = decoder.outputFormat
        converter = own.isSame(as: output) ? nil : try PCMConverter(from: own, to: output)
        packetsAtATime = converter == nil ? .max : max(1, Self.framesAtATime / framesPerPacket)
        let bytes = converter == nil ? 0 : packetsAtATime * framesPerPacket * own.bytesPerFrame
        scratch = .allocate(byteCount: bytes, alignment: 64)
    }

    deinit { scratch.deallocate() }

    /// Decodes up to `packetsAtATime` packets: as `PacketDecoder.decode`.
    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        guard let converter, let source = scratch.baseAddress, let target = output.baseAddress else {
            return try decoder.decode(packets, descriptions, count: count, into: output)
        }
        let frames = try decoder.decode(packets, descriptions, count: count, into: scratch)
        guard frames <= output.count / converter.destination.bytesPerFrame else { throw .converterOutputSize }
        withUnsafePointer(to: UnsafeRawPointer(source)) { source in
            withUnsafePointer(to: target) { converter.convert(source, $0, frames: frames) }
        }
        return frames
    }
}
