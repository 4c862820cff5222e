import AudioCore
import CFDK

/// Encodes 16-bit integers through libfdk-aac, on the calling thread. Each packet's worth of frames gives a packet at once.
final class FDKEncoder: PacketEncoder {
    let inputFormat: StreamFormat
    let outputFormat: StreamFormat
    let magicCookie: [UInt8]
    let maximumPacketSize: Int
    let primingFrames: Int
    let leadingSilence: Int
    let bitRate: Int?
    private let config: FDKConfig
    private var encoder: OpaquePointer
    /// A packet's worth of frames, for the last ones and the silence behind them.
    private let rest: UnsafeMutableBufferPointer<Int16>
    /// Frames that went in, and frames of the packets that came out.
    private var framesIn = 0
    private var framesOut = 0

    /// - Parameters:
    ///   - format: what comes out, all fields known.
    ///   - leastPriming: the shortest priming that clients expect. Silence fills the difference if the library's is shorter.
    /// - Throws: `converterFormat` where the library is missing or does not take the configuration.
    init(_ config: FDKConfig, _ format: StreamFormat, leastPriming: Int) throws(AudioError) {
        try FDKLibrary.require()
        self.config = config
        var info = FDKInfo()
        encoder = try Self.open(config, &info)
        guard Int(info.framesPerPacket) == format.framesPerPacket else {
            FDKEncoderClose(encoder)
            throw .converterFormat.because("libfdk-aac's packets have \(info.framesPerPacket) frames")
        }
        outputFormat = format
        inputFormat = .int16(sampleRate: format.sampleRate, channels: format.channels)
        maximumPacketSize = Int(info.maximumPacketSize)
        primingFrames = Int(info.delay)
        leadingSilence = max(0, leastPriming - primingFrames)
        bitRate = info.bitRate > 0 ? Int(info.bitRate) : nil
        let size = Int(info.configurationSize)
        var descriptor = ESDescriptor(
            specificInfo: withUnsafeBytes(of: info.configuration) { Array($0.prefix(size)) })
        descriptor.bufferSize = UInt32(clamping: info.maximumPacketSize)
        descriptor.maximumBitRate = UInt32(clamping: info.bitRate)
        descriptor.averageBitRate = UInt32(clamping: info.bitRate)
        magicCookie = descriptor.bytes
        rest = .allocate(capacity: format.framesPerPacket * format.channels)
    }

    deinit {
        FDKEncoderClose(encoder)
        rest.deallocate()
    }

    private static func open(_ config: FDKConfig, _ info: inout FDKInfo) throws(AudioError) -> OpaquePointer {
        var config = config
        guard let encoder = FDKEncoderOpen(&config, &info) else {
            throw .converterFormat.because("libfdk-aac does not encode this rate, bit rate or number of channels")
        }
        return encoder
    }

    /// Another of the library's encoders takes the place of the one that has a history.
    func reset() {
        var info = FDKInfo()
        guard framesIn > 0, let fresh = try? Self.open(config, &info) else { return }
        FDKEncoderClose(encoder)
        encoder = fresh
        (framesIn, framesOut) = (0, 0)
    }

    func encode(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        guard frames >= 0, frames <= input.count / inputFormat.bytesPerFrame else { throw .converterInputSize }
        guard frames > 0, let samples = input.baseAddress else { return 0 }
        let whole = outputFormat.framesPerPacket
        var room = output
        var first = 0
        while first < frames {
            let count = min(whole, frames - first)
            let start = (samples + first * inputFormat.bytesPerFrame).assumingMemoryBound(to: Int16.self)
            framesIn += count
            if count == whole {
                try encodeOne(start, at: &room, of: output, &sizes)
            } else {
                try encodeRest(start, frames: count, at: &room, of: output, &sizes)
            }
            first += count
        }
        return (frames + whole - 1) / whole
    }

    /// Pushes the end of the sound out with silence.
    func finish(
        into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        var room = output
        var packets = 0
        while framesIn > 0, framesOut < framesIn + primingFrames {
            try encodeRest(nil, frames: 0, at: &room, of: output, &sizes)
            packets += 1
        }
        return packets
    }

    /// Frames that do not fill a packet, and silence.
    private func encodeRest(
        _ samples: UnsafePointer<Int16>?, frames: Int, at room: inout UnsafeMutableRawBufferPointer,
        of output: UnsafeMutableRawBufferPointer, _ sizes: inout [PacketDescription]
    ) throws(AudioError) {
        guard let start = rest.baseAddress else { throw .memoryFull }
        let count = frames * inputFormat.channels
        rest.update(repeating: 0)
        if let samples { start.update(from: samples, count: count) }
        try encodeOne(start, at: &room, of: output, &sizes)
    }

    private func encodeOne(
        _ samples: UnsafePointer<Int16>, at room: inout UnsafeMutableRawBufferPointer,
        of output: UnsafeMutableRawBufferPointer, _ sizes: inout [PacketDescription]
    ) throws(AudioError) {
        guard room.count >= maximumPacketSize, let packet = room.baseAddress else { throw .converterOutputSize }
        let size = FDKEncoderEncode(
            encoder, samples, Int32(outputFormat.framesPerPacket), packet.assumingMemoryBound(to: UInt8.self),
            Int32(maximumPacketSize))
        guard size > 0, Int(size) <= maximumPacketSize else {
            throw .converterUnspecified.because("libfdk-aac could not encode")
        }
        sizes.append(PacketDescription(offset: Int64(output.count - room.count), size: UInt32(size)))
        framesOut += outputFormat.framesPerPacket
        room = UnsafeMutableRawBufferPointer(rebasing: room[Int(size)...])
    }
}
