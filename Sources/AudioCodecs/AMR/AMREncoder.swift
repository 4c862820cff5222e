import AudioCore

/// Encodes 16-bit integers to AMR frames, all in one mode.
final class AMREncoder: PacketEncoder {
    let inputFormat: StreamFormat
    let outputFormat: StreamFormat
    let magicCookie: [UInt8] = []
    let maximumPacketSize: Int
    let primingFrames: Int
    private let band: AMRBand
    private let mode: Int
    private let library: AMREncoding
    /// A packet's samples, where fewer were left than it takes.
    private let rest: UnsafeMutablePointer<Int16>
    private let frame: UnsafeMutablePointer<UInt8>
    /// Frames of silence behind the last ones that went in.
    private var padding = 0
    private var hasStarted = false

    init(_ format: StreamFormat, _ band: AMRBand, _ options: EncoderOptions, _ library: AMREncoding) {
        self.band = band
        self.library = library
        mode = band.mode(bitRate: options.bitRate)
        inputFormat = .int16(sampleRate: band.sampleRate, channels: 1)
        var format = format
        format.bytesPerPacket = 0
        outputFormat = format
        maximumPacketSize = band.frameSizes[mode]
        primingFrames = band.delay
        rest = .allocate(capacity: band.framesPerPacket)
        frame = .allocate(capacity: AMRBand.largestFrame + 3)
    }

    deinit {
        rest.deallocate()
        frame.deallocate()
    }

    func reset() {
        library.state.reset()
        (padding, hasStarted) = (0, false)
    }

    func encode(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        guard frames >= 0, frames <= input.count / 2 else { throw .converterInputSize }
        let packets = (frames + band.framesPerPacket - 1) / band.framesPerPacket
        guard packets <= output.count / maximumPacketSize else { throw .converterOutputSize }
        guard packets > 0, let samples = input.baseAddress?.assumingMemoryBound(to: Int16.self) else { return 0 }
        let state = try library.state.pointer()
        var offset = 0
        hasStarted = true
        for first in stride(from: 0, to: frames, by: band.framesPerPacket) {
            let count = min(band.framesPerPacket, frames - first)
            rest.update(from: samples + first, count: count)
            (rest + count).update(repeating: 0, count: band.framesPerPacket - count)
            padding = band.framesPerPacket - count
            try encodeOne(state, output, &offset, &sizes)
        }
        return packets
    }

    /// One more packet of silence, where the last frames are still within the delay.
    func finish(
        into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        guard hasStarted, padding < band.delay else { return 0 }
        guard output.count >= maximumPacketSize else { throw .converterOutputSize }
        rest.update(repeating: 0, count: band.framesPerPacket)
        var offset = 0
        try encodeOne(try library.state.pointer(), output, &offset, &sizes)
        hasStarted = false
        return 1
    }

    private func encodeOne(
        _ state: UnsafeMutableRawPointer, _ output: UnsafeMutableRawBufferPointer, _ offset: inout Int,
        _ sizes: inout [PacketDescription]
    ) throws(AudioError) {
        let size = library.encode(mode, state, rest, frame)
        guard (1...maximumPacketSize).contains(size), size <= output.count - offset else {
            throw .converterUnspecified.because("the AMR encoder failed")
        }
        UnsafeMutableRawBufferPointer(rebasing: output[offset...])
            .copyMemory(from: UnsafeRawBufferPointer(start: frame, count: size))
        sizes.append(PacketDescription(offset: Int64(offset), size: UInt32(size)))
        offset += size
    }
}
