import AudioCore

/// Encodes Apple Lossless. `encode` is real-time safe but for the sizes it appends and the error it may throw.
final class ALACEncoder: PacketEncoder {
    let inputFormat: StreamFormat
    let outputFormat: StreamFormat
    let maximumPacketSize: Int
    let primingFrames = 0
    private let config: ALACConfig
    private let elements: [ALACElement]
    private let frameSize: Int
    private let bytes: UnsafeMutableRawPointer
    private var element: ALACElementEncoder

    /// The largest packet so far, and the sum of all.
    private var largest = 0
    private var totalBytes = 0
    private var totalFrames = 0

    init(_ format: StreamFormat, bitDepth: Int, layout: ChannelLayout) {
        var config = ALACConfig()
        config.bitDepth = bitDepth
        config.channels = format.channels
        config.sampleRate = Int(format.sampleRate.rounded())
        if format.channels > 2, let tag = layout.asTag, tag != ChannelLayout.useBitmap { config.layoutTag = tag }
        self.config = config
        inputFormat = ALAC.pcmFormat(bitDepth: bitDepth, sampleRate: format.sampleRate, channels: format.channels)
        var complete = format
        complete.flags = ALAC.flags(bitDepth: bitDepth)
        complete.framesPerPacket = ALAC.framesPerPacket
        outputFormat = complete
        frameSize = inputFormat.bytesPerFrame
        elements = ALACElement.layout(channels: format.channels)
        // An element in full: what stands before its samples and the samples; then the end tag.
        let bits = elements.count * 55 + ALAC.framesPerPacket * bitDepth * format.channels + 3
        maximumPacketSize = (bits + 7) / 8
        // What is tried first may become longer: 9 + 32 bits for each residual, and the low bits of the samples.
        bytes = .allocate(byteCount: (64 + ALAC.framesPerPacket * 8) * format.channels + 64, alignment: 16)
        element = ALACElementEncoder(config)
    }

    deinit { bytes.deallocate() }

    /// With the largest packet and the bit rate of what has been encoded.
    var magicCookie: [UInt8] {
        var known = config
        known.maximumPacketSize = largest
        if totalFrames > 0 {
            let seconds = Double(totalFrames) / max(inputFormat.sampleRate, 1)
            known.averageBitRate = Int((Double(totalBytes) * 8 / seconds).rounded())
        }
        return known.cookie
    }

    func reset() { (largest, totalBytes, totalFrames) = (0, 0, 0) }

    let makesIndependentPackets = true

    func adopt(notesOf other: any PacketEncoder) {
        guard let other = other as? ALACEncoder else { return }
        largest = max(largest, other.largest)
        totalBytes += other.totalBytes
        totalFrames += other.totalFrames
    }

    func encode(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        guard frames >= 0, frames <= input.count / frameSize else { throw .converterInputSize }
        let packets = (frames + ALAC.framesPerPacket - 1) / ALAC.framesPerPacket
        guard packets <= output.count / maximumPacketSize else { throw .converterOutputSize }
        guard packets > 0, let samples = input.baseAddress, let room = output.baseAddress else { return 0 }
        var offset = 0
        for packet in 0..<packets {
            let first = packet * ALAC.framesPerPacket
            let size = encodePacket(samples + first * frameSize, frames: min(ALAC.framesPerPacket, frames - first))
            (room + offset).copyMemory(from: bytes, byteCount: size)
            sizes.append(PacketDescription(offset: Int64(offset), size: UInt32(size)))
            offset += size
            largest = max(largest, size)
        }
        totalBytes += offset
        totalFrames += frames
        return packets
    }

    func finish(
        into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int { 0 }

    private func encodePacket(_ samples: UnsafeRawPointer, frames: Int) -> Int {
        var writer = BitWriter(bytes)
        var channel = 0
        var (singles, pairs) = (0, 0)
        for kind in elements {
            let isPair = kind == .pair
            element.encode(
                kind, number: isPair ? pairs : singles, samples, channel: channel, frames: frames, &writer)
            channel += isPair ? 2 : 1
            if isPair { pairs += 1 } else { singles += 1 }
        }
        writer.write(UInt64(ALACElement.end.rawValue), 3)
        return writer.byteCount
    }
}
