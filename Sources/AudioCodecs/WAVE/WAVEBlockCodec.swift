import AudioCore

/// A codec whose packets are the blocks of a compressed WAVE file, all of one size and each independent of the others.
protocol WAVEBlockCodec: Codec {
    static var kind: WAVEBlocks.Kind { get }
}

extension WAVEBlockCodec {
    package static var formatID: FourCC { kind.formatID }

    package static var abilities: CodecAbilities { CodecAbilities(channels: Array(1...kind.maximumChannels)) }

    package static func complete(_ format: StreamFormat, magicCookie: [UInt8]) throws(AudioError) -> StreamFormat {
        try completeBlocks(format, magicCookie: magicCookie, kind)
    }

    static func completeBlocks(
        _ format: StreamFormat, magicCookie: [UInt8], _ kind: WAVEBlocks.Kind
    ) throws(AudioError) -> StreamFormat {
        try requireSound(format, named: kind.formatID)
        let stated = try cookie(magicCookie, format)
        var complete = format
        if complete.bytesPerPacket == 0 {
            complete.bytesPerPacket =
                stated?.bytesPerBlock
                ?? (format.framesPerPacket > 0
                    ? kind.bytes(forFrames: format.framesPerPacket, channels: format.channels)
                    : kind.usualBytes(sampleRate: format.sampleRate, channels: format.channels))
        }
        guard let capacity = kind.frames(inBytes: complete.bytesPerPacket, channels: format.channels) else {
            throw .converterFormat.because(
                "\(name) has no blocks of \(complete.bytesPerPacket) bytes for \(format.channels) channels")
        }
        if complete.framesPerPacket == 0 { complete.framesPerPacket = stated?.framesPerBlock ?? capacity }
        guard (1...capacity).contains(complete.framesPerPacket) else {
            throw .converterFormat.because(
                "a block of \(complete.bytesPerPacket) bytes does not hold \(complete.framesPerPacket) frames")
        }
        complete.bytesPerFrame = 0
        complete.bitsPerChannel = kind.bitsPerChannel
        return complete
    }

    /// The block format in a magic cookie; nil without one.
    ///
    /// - Throws: `converterFormat` for one that is broken, or that describes other blocks than `format`.
    static func cookie(_ bytes: [UInt8], _ format: StreamFormat) throws(AudioError) -> WAVEBlocks? {
        guard !bytes.isEmpty else { return nil }
        guard let blocks = try? WAVEBlocks(magicCookie: bytes), blocks.kind.formatID == format.formatID,
            blocks.channels == format.channels,
            format.bytesPerPacket == 0 || blocks.bytesPerBlock == format.bytesPerPacket
        else { throw .converterFormat.because("the magic cookie does not describe such blocks") }
        return blocks
    }
}

/// The memory that a call for `count` blocks reads and writes, once it is known to be there.
struct WAVEBlockRun {
    let input: UnsafePointer<UInt8>
    let samples: UnsafeMutablePointer<Int16>

    /// Nil where there is nothing to decode.
    init?(
        _ packets: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer, count: Int, _ format: StreamFormat
    ) throws(AudioError) {
        guard count >= 0, count <= packets.count / format.bytesPerPacket else { throw .converterInputSize }
        guard count <= output.count / (2 * format.channels) / format.framesPerPacket else {
            throw .converterOutputSize
        }
        guard count > 0, let input = packets.baseAddress, let room = output.baseAddress else { return nil }
        self.input = input.assumingMemoryBound(to: UInt8.self)
        samples = room.assumingMemoryBound(to: Int16.self)
    }
}

/// Turns a block into frames.
protocol WAVEBlockReader {
    /// Real-time safe but for the error it may throw.
    func read(
        _ block: UnsafePointer<UInt8>, frames: Int, into samples: UnsafeMutablePointer<Int16>
    ) throws(AudioError)
}

/// Decodes to 16-bit integers. `decode` is real-time safe but for the error it may throw.
final class WAVEBlockDecoder<Reader: WAVEBlockReader>: PacketDecoder {
    let outputFormat: StreamFormat
    let primingFrames = 0
    let preRollPackets = 0
    private let format: StreamFormat
    private let reader: Reader

    /// - Parameter format: completed.
    init(_ format: StreamFormat, _ reader: Reader) {
        self.format = format
        self.reader = reader
        outputFormat = .int16(sampleRate: format.sampleRate, channels: format.channels)
    }

    func reset() {}

    func memory(of run: PacketRun) -> Int? { 0 }

    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        guard let run = try WAVEBlockRun(packets, output, count: count, format) else { return 0 }
        let frames = format.framesPerPacket
        for packet in 0..<count {
            try reader.read(
                run.input + packet * format.bytesPerPacket, frames: frames,
                into: run.samples + packet * frames * format.channels)
        }
        return count * frames
    }
}

/// Turns the frames of one channel into its part of a block.
protocol WAVEBlockMaker {
    /// - Parameter capacity: frames of a block, at least 3.
    init(channels: Int, capacity: Int)

    /// - Parameters:
    ///   - samples: `capacity` frames of the channel.
    ///   - block: the whole block; what no channel has written is 0.
    mutating func make(_ samples: UnsafePointer<Int16>, channel: Int, into block: UnsafeMutablePointer<UInt8>)
}

/// Encodes 16-bit integers to blocks, each of its own frames alone.
final class WAVEBlockEncoder<Maker: WAVEBlockMaker>: PacketEncoder {
    let inputFormat: StreamFormat
    let outputFormat: StreamFormat
    let magicCookie: [UInt8]
    let maximumPacketSize: Int
    let primingFrames = 0
    let makesIndependentPackets = true
    /// Frames that a block has room for, of which the format may use fewer.
    private let capacity: Int
    private let channels: Int
    private var maker: Maker
    /// One channel's frames in a block, with the silence that fills it up.
    private let plane: UnsafeMutablePointer<Int16>

    /// - Parameter format: completed.
    init(_ format: StreamFormat, _ kind: WAVEBlocks.Kind) throws(AudioError) {
        guard let blocks = WAVEBlocks(format),
            let capacity = kind.frames(inBytes: format.bytesPerPacket, channels: format.channels)
        else { throw .converterFormat }
        outputFormat = format
        inputFormat = .int16(sampleRate: format.sampleRate, channels: format.channels)
        magicCookie = blocks.magicCookie
        maximumPacketSize = format.bytesPerPacket
        self.capacity = capacity
        channels = format.channels
        maker = Maker(channels: channels, capacity: capacity)
        plane = .allocate(capacity: capacity)
        plane.initialize(repeating: 0, count: capacity)
    }

    deinit { plane.deallocate() }

    func reset() {}

    func encode(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        let perPacket = outputFormat.framesPerPacket
        guard frames >= 0, frames <= input.count / (2 * channels) else { throw .converterInputSize }
        let packets = (frames + perPacket - 1) / perPacket
        guard packets <= output.count / maximumPacketSize else { throw .converterOutputSize }
        guard packets > 0, let source = input.baseAddress?.assumingMemoryBound(to: Int16.self),
            let room = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return 0 }
        for packet in 0..<packets {
            let first = packet * perPacket
            encode(
                source + first * channels, count: min(perPacket, frames - first), room + packet * maximumPacketSize)
        }
        return packets
    }

    func finish(into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]) throws(AudioError) -> Int
    {
        0
    }

    private func encode(_ source: UnsafePointer<Int16>, count: Int, _ block: UnsafeMutablePointer<UInt8>) {
        block.update(repeating: 0, count: maximumPacketSize)
        for channel in 0..<channels {
            for frame in 0..<count { plane[frame] = source[frame * channels + channel] }
            (plane + count).update(repeating: 0, count: capacity - count)
            maker.make(plane, channel: channel, into: block)
        }
    }
}
