import AudioCore

/// Decodes Apple Lossless. `decode` is real-time safe but for the error it may throw.
final class ALACDecoder: PacketDecoder {
    let outputFormat: StreamFormat
    let primingFrames = 0
    /// Packets know nothing of each other.
    let preRollPackets = 0
    private let config: ALACConfig
    private let frameSize: Int
    private let packer: ALACPacker
    /// The two channels of an element.
    private let left: UnsafeMutablePointer<Int32>
    private let right: UnsafeMutablePointer<Int32>

    init(_ config: ALACConfig, sampleRate: Double) {
        self.config = config
        outputFormat = ALAC.pcmFormat(bitDepth: config.bitDepth, sampleRate: sampleRate, channels: config.channels)
        frameSize = outputFormat.bytesPerFrame
        packer = ALACPacker(bitDepth: config.bitDepth, channels: config.channels)
        left = .allocate(capacity: 2 * config.frameLength)
        left.initialize(repeating: 0, count: 2 * config.frameLength)
        right = left + config.frameLength
    }

    deinit { left.deallocate() }

    func reset() {}

    func memory(of run: PacketRun) -> Int? { 0 }

    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        guard count > 0 else { return 0 }
        guard let descriptions, descriptions.count >= count else { throw .requiresPacketDescriptions }
        var frames = 0
        for index in 0..<count {
            let offset = Int(descriptions[index].offset)
            let size = Int(descriptions[index].size)
            guard offset >= 0, offset <= packets.count, size <= packets.count - offset else {
                throw .converterInputSize
            }
            var packet = BitReader(UnsafeRawBufferPointer(rebasing: packets[offset..<offset + size]))
            frames += try decode(
                &packet, into: UnsafeMutableRawBufferPointer(rebasing: output[(frames * frameSize)...]))
        }
        return frames
    }

    private func decode(
        _ packet: inout BitReader, into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        var channel = 0
        var frames: Int?
        while channel < config.channels {
            guard !packet.isPastEnd, let element = ALACElement(rawValue: packet.read(3)) else { throw Self.damaged }
            switch element {
            case .single, .lowFrequency, .pair:
                let channels = element == .pair ? 2 : 1
                guard channels <= config.channels - channel else { throw Self.damaged }
                let header = try ALACElementHeader(&packet, config, channels: channels, frames: frames)
                guard header.frames <= output.count / frameSize, let room = output.baseAddress else {
                    throw .converterOutputSize
                }
                frames = header.frames
                try decode(header, channels, &packet, into: room, channel: channel)
                channel += channels
            case .data: Self.skipData(&packet)
            case .fill: Self.skipFill(&packet)
            case .coupling, .program, .end: throw Self.damaged
            }
        }
        return frames ?? 0
    }

    static let damaged = AudioError.converterUnspecified.because("a packet of Apple Lossless is damaged")

    private static func skipData(_ packet: inout BitReader) {
        _ = packet.read(4)
        let isAligned = packet.readFlag()
        var count = Int(packet.read(8))
        if count == 255 { count += Int(packet.read(8)) }
        if isAligned { packet.position = (packet.position + 7) / 8 * 8 }
        packet.position += 8 * count
    }

    private static func skipFill(_ packet: inout BitReader) {
        var count = Int(packet.read(4))
        if count == 15 { count += Int(packet.read(8)) - 1 }
        packet.position += 8 * count
    }

    private func decode(
        _ header: ALACElementHeader, _ channels: Int, _ packet: inout BitReader, into output: UnsafeMutableRawPointer,
        channel: Int
    ) throws(AudioError) {
        if header.isEscape {
            for frame in 0..<header.frames {
                left[frame] = packet.readSigned(config.bitDepth)
                if channels == 2 { right[frame] = packet.readSigned(config.bitDepth) }
            }
        } else if channels == 2 {
            try decodePair(header, &packet)
        } else {
            try decodeSingle(header, &packet)
        }
        guard !packet.isPastEnd else { throw Self.damaged }
        if channels == 2 {
            packer.pack(left, right, frames: header.frames, into: output, channel: channel)
        } else {
            packer.pack(left, frames: header.frames, into: output, channel: channel)
        }
    }

    private func decodeSingle(_ header: ALACElementHeader, _ packet: inout BitReader) throws(AudioError) {
        _ = packet.read(16)
        let bits = config.bitDepth - header.lowBits
        let (predictor, rice) = ALACPredictor.read(&packet, config)
        var low = packet
        packet.position += header.lowBits * header.frames
        guard !packet.isPastEnd, rice.decode(&packet, into: left, count: header.frames, size: bits) else {
            throw Self.damaged
        }
        predictor.decode(left, count: header.frames, bits: bits)
        guard header.lowBits > 0 else { return }
        let shift = Int32(header.lowBits)
        for frame in 0..<header.frames {
            left[frame] = left[frame] &<< shift | Int32(bitPattern: low.read(header.lowBits))
        }
    }

    private func decodePair(_ header: ALACElementHeader, _ packet: inout BitReader) throws(AudioError) {
        let mixBits = min(Int32(bitPattern: packet.read(8)), 31)
        let mixWeight = packet.readSigned(8)
        let bits = config.bitDepth - header.lowBits + 1
        guard bits <= 32 else { throw Self.damaged }
        let (first, firstRice) = ALACPredictor.read(&packet, config)
        let (second, secondRice) = ALACPredictor.read(&packet, config)
        var low = packet
        packet.position += 2 * header.lowBits * header.frames
        guard !packet.isPastEnd, firstRice.decode(&packet, into: left, count: header.frames, size: bits),
            !packet.isPastEnd, secondRice.decode(&packet, into: right, count: header.frames, size: bits)
        else { throw Self.damaged }
        ALACPredictor.decodePair((first, left), (second, right), count: header.frames, bits: bits)
        if mixWeight != 0 { unmix(header.frames, mixBits, mixWeight) }
        guard header.lowBits > 0 else { return }
        let shift = Int32(header.lowBits)
        for frame in 0..<header.frames {
            left[frame] = left[frame] &<< shift | Int32(bitPattern: low.read(header.lowBits))
            right[frame] = right[frame] &<< shift | Int32(bitPattern: low.read(header.lowBits))
        }
    }

    /// From a weighted mean and a difference to left and right.
    private func unmix(_ frames: Int, _ bits: Int32, _ weight: Int32) {
        let (left, right) = (left, right)
        for frame in 0..<frames {
            let difference = right[frame]
            let other = left[frame] &- (weight &* difference) &>> bits
            left[frame] = other &+ difference
            right[frame] = other
        }
    }
}

/// What stands before the samples of an element.
struct ALACElementHeader {
    /// Whether the samples are written down as they are.
    let isEscape: Bool
    /// Bits of each sample that are not predicted: 0, 8 or 16.
    let lowBits: Int
    let frames: Int

    /// - Parameter frames: the frames of the packet's earlier elements.
    init(_ packet: inout BitReader, _ config: ALACConfig, channels: Int, frames: Int?) throws(AudioError) {
        // The element's number and twelve bits that mean nothing.
        _ = packet.read(16)
        let isPartial = packet.readFlag()
        let lowBytes = Int(packet.read(2))
        isEscape = packet.readFlag()
        lowBits = isEscape ? 0 : 8 * lowBytes
        let count = isPartial ? Int(packet.read(32)) : config.frameLength
        guard (1...config.frameLength).contains(count), frames ?? count == count, lowBits < config.bitDepth,
            lowBytes < 3
        else { throw ALACDecoder.damaged }
        self.frames = count
    }
}

extension ALACPredictor {
    /// Reads a channel's predictor and what codes its residuals.
    static func read(_ packet: inout BitReader, _ config: ALACConfig) -> (ALACPredictor, ALACRice) {
        var predictor = ALACPredictor()
        predictor.isDoubled = packet.read(4) != 0
        predictor.shift = Int(packet.read(4))
        let factor = Int(packet.read(3))
        predictor.order = Int(packet.read(5))
        for tap in 0..<predictor.order { predictor.coefficients[tap] = packet.readSigned(16) }
        return (predictor, ALACRice(config, factor: factor))
    }
}
