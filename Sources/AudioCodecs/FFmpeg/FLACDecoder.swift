import AudioCore

/// Decodes FLAC. Frames of another bit depth than the stream information states come out at the stream's.
///
/// libavcodec decodes the depth that it was opened with: frames of any other go to a decoder of their own.
final class FLACDecoder: PacketDecoder {
    private let stream: FLACConfig
    private let decoder: FFmpegDecoder
    /// Decoders of frames of another depth.
    private var others: [Int: FFmpegDecoder] = [:]
    /// Room for what those decode, in 16 or 32 bits.
    private lazy var room = UnsafeMutableRawBufferPointer.allocate(
        byteCount: maximumFramesPerPacket * stream.channels * 4, alignment: 64)
    private var hasRoom = false

    let primingFrames = 0
    let preRollPackets = 0
    var outputFormat: StreamFormat { decoder.outputFormat }
    var maximumFramesPerPacket: Int { decoder.maximumFramesPerPacket }

    /// - Parameter framesPerPacket: the most that a packet may have besides what the stream states.
    /// - Throws: `converterFormat` where libavcodec is missing or does not decode this depth.
    init(_ stream: FLACConfig, sampleRate: Double, framesPerPacket: Int) throws(AudioError) {
        self.stream = stream
        try FFmpegLibrary.require()
        guard stream.bitDepth <= 24 || Self.decodes32Bits else {
            throw .converterFormat.because(
                "the installed libavcodec decodes FLAC of up to 24 bits, and this has \(stream.bitDepth)")
        }
        decoder = try Self.decoder(stream, sampleRate, framesPerPacket)
    }

    deinit { if hasRoom { room.deallocate() } }

    private static func decoder(
        _ stream: FLACConfig, _ sampleRate: Double, _ framesPerPacket: Int
    ) throws(AudioError) -> FFmpegDecoder {
        try FFmpegDecoder(
            FFmpegConfig(
                name: "flac",
                // A packet that does not have its checksum is damaged, and says so.
                options: [("err_detect", "crccheck+explode")], sampleRate: stream.sampleRate,
                channels: stream.channels, configuration: stream.bytes),
            output: FLACCodec.pcmFormat(bitDepth: stream.bitDepth, sampleRate: sampleRate, channels: stream.channels),
            preRollPackets: 0, maximumFramesPerPacket: max(stream.largestBlock, framesPerPacket), memory: { _ in 0 })
    }

    func memory(of run: PacketRun) -> Int? { 0 }

    func reset() {
        decoder.reset()
        for other in others.values { other.reset() }
    }

    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        var isPlain = true
        try forEachPacket(packets, descriptions, count) { packet throws(AudioError) in
            if depth(of: packet) != stream.bitDepth { isPlain = false }
        }
        guard !isPlain, let descriptions else {
            return try decoder.decode(packets, descriptions, count: count, into: output)
        }
        var frames = 0
        for index in 0..<count {
            let one = UnsafeBufferPointer(rebasing: descriptions[index...index])
            let rest = UnsafeMutableRawBufferPointer(rebasing: output[(frames * outputFormat.bytesPerFrame)...])
            let start = Int(one[0].offset)
            let packet = UnsafeRawBufferPointer(rebasing: packets[start..<start + Int(one[0].size)])
            let depth = depth(of: packet)
            guard depth != stream.bitDepth else {
                frames += try decoder.decode(packets, one, count: 1, into: rest)
                continue
            }
            frames += try decode(packets, one, depth: depth, into: rest)
        }
        return frames
    }

    /// The bit depth that a frame's header states, which may be that of the stream.
    private func depth(of packet: UnsafeRawBufferPointer) -> Int {
        guard packet.count > 4, packet[0] == 0xFF, packet[1] & 0xFE == 0xF8 else { return stream.bitDepth }
        let depth = [0, 8, 12, 0, 16, 20, 24, 32][Int(packet[3] >> 1 & 7)]
        return depth == 0 ? stream.bitDepth : depth
    }

    private func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>, depth: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        guard depth <= 24 || Self.decodes32Bits else { throw FFmpegDecoder.damaged }
        let other = try decoder(ofDepth: depth)
        hasRoom = true
        let frames = try other.decode(packets, descriptions, count: 1, into: room)
        guard frames <= output.count / outputFormat.bytesPerFrame else { throw .converterOutputSize }
        let samples = frames * stream.channels
        // The samples' bits are the upper ones of theirs, whatever their depth.
        switch (other.outputFormat.bytesPerSample, outputFormat.bytesPerSample) {
        case (2, 4):
            let (source, target) = (room.bindMemory(to: Int16.self), output.bindMemory(to: Int32.self))
            for index in 0..<samples { target[index] = Int32(source[index]) << 16 }
        case (4, 2):
            let (source, target) = (room.bindMemory(to: Int32.self), output.bindMemory(to: Int16.self))
            for index in 0..<samples { target[index] = Int16(truncatingIfNeeded: source[index] >> 16) }
        default:
            output.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<(frames * outputFormat.bytesPerFrame)]))
        }
        return frames
    }

    private func decoder(ofDepth depth: Int) throws(AudioError) -> FFmpegDecoder {
        if let known = others[depth] { return known }
        let made = try Self.decoder(stream.of(bitDepth: depth), outputFormat.sampleRate, maximumFramesPerPacket)
        others[depth] = made
        return made
    }

    // MARK: 32 bits

    /// Whether the library decodes samples of 32 bits, as FFmpeg does from 6.1 on: it is given a frame of silence.
    private static let decodes32Bits: Bool = {
        let frame: [UInt8] = [0xFF, 0xF8, 0x69, 0x0E, 0x00, 0x0F, 0x4D, 0, 0, 0, 0, 0, 0xDA, 0x3D]
        let format = StreamFormat(
            sampleRate: 44_100, formatID: FLACCodec.formatID, flags: FLACConfig.flags(bitDepth: 32),
            framesPerPacket: 16, channels: 1)
        guard let stream = try? FLACConfig(describing: format), let decoder = try? decoder(stream, 44_100, 16) else {
            return false
        }
        var samples = [Int32](repeating: 1, count: 16)
        let description = [PacketDescription(offset: 0, size: UInt32(frame.count))]
        let frames = frame.withUnsafeBytes { bytes in
            description.withUnsafeBufferPointer { list in
                samples.withUnsafeMutableBytes { try? decoder.decode(bytes, list, count: 1, into: $0) }
            }
        }
        return frames == 16
    }()
}
