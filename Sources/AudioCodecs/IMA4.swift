import AudioCore

/// Apple's IMA ADPCM, four bits a sample: 64 frames in 34 bytes per channel.
///
/// A packet holds the channels one after the other. Each has a big-endian preamble (nine bits of predictor, seven bits of
/// step index) and 32 bytes of two samples, the earlier one in the low nibble. Source: Apple Technical Note TN1081.
package enum IMA4: Codec {
    package static let formatID = FourCC.ima4
    package static let name = "Apple IMA4"

    static let framesPerPacket = 64
    /// Bytes of one channel in one packet.
    static let channelSize = 34

    package static func complete(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> StreamFormat {
        try requireSound(format, named: formatID)
        guard format.framesPerPacket == 0 || format.framesPerPacket == framesPerPacket,
            format.bytesPerPacket == 0 || format.bytesPerPacket == channelSize * format.channels
        else { throw .converterFormat.because("an IMA4 packet has 64 frames in 34 bytes per channel") }
        var complete = format
        complete.framesPerPacket = framesPerPacket
        complete.bytesPerPacket = channelSize * format.channels
        complete.bytesPerFrame = 0
        complete.bitsPerChannel = 0
        return complete
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        IMA4Decoder(try complete(format, magicCookie: magicCookie))
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        IMA4Encoder(try complete(format, magicCookie: []))
    }
}

extension IMAState {
    /// Takes over a packet's preamble.
    ///
    /// The preamble's predictor lacks the low seven bits. Where the running one agrees with it as far as it goes, that one
    /// is kept, as QuickTime and FFmpeg do: a stream decoded from its start is then what the encoder meant.
    mutating func begin(_ high: UInt8, _ low: UInt8) {
        let preamble = Int32(Int16(bitPattern: UInt16(high) << 8 | UInt16(low)))
        let index = min(preamble & 0x7F, IMATables.lastIndex)
        let coarse = preamble & ~0x7F
        if row == index * 16, abs(coarse - predictor) <= 0x7F { return }
        row = index * 16
        predictor = coarse
    }

    /// Where all channels stand.
    static func numbers(_ states: UnsafePointer<Self>, _ channels: Int) -> [Int32] {
        (0..<channels).flatMap { [states[$0].predictor, states[$0].row] }
    }

    static func set(_ states: UnsafeMutablePointer<Self>, _ channels: Int, to numbers: [Int32]) {
        for channel in 0..<channels {
            states[channel] = IMAState(predictor: numbers[2 * channel], row: numbers[2 * channel + 1])
        }
    }
}

/// Decodes IMA4 to 16-bit integers. `decode` is real-time safe but for the error it may throw.
private final class IMA4Decoder: PacketDecoder {
    let outputFormat: StreamFormat
    let primingFrames = 0
    /// None makes a start in the middle exact: the preamble is coarser than what the running decoder knows.
    let preRollPackets = 0
    private let channels: Int
    private let states: UnsafeMutablePointer<IMAState>
    private let moves = IMATables.moves

    init(_ format: StreamFormat) {
        channels = format.channels
        outputFormat = .int16(sampleRate: format.sampleRate, channels: channels)
        states = .allocate(capacity: channels)
        states.initialize(repeating: IMAState(), count: channels)
    }

    deinit { states.deallocate() }

    func reset() { states.update(repeating: IMAState(), count: channels) }

    var state: [Int32]? {
        get { IMAState.numbers(states, channels) }
        set { if let newValue { IMAState.set(states, channels, to: newValue) } }
    }

    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        let packetSize = IMA4.channelSize * channels
        let frameSize = 2 * channels
        guard count >= 0, count <= packets.count / packetSize else { throw .converterInputSize }
        guard count <= output.count / frameSize / IMA4.framesPerPacket else { throw .converterOutputSize }
        guard count > 0, let input = packets.baseAddress, let room = output.baseAddress else { return 0 }
        for packet in 0..<count {
            let bytes = (input + packet * packetSize).assumingMemoryBound(to: UInt8.self)
            let samples = (room + packet * IMA4.framesPerPacket * frameSize).assumingMemoryBound(to: Int16.self)
            var channel = 0
            while channel + 1 < channels {
                decodePair(bytes + channel * IMA4.channelSize, channel, samples + channel)
                channel += 2
            }
            if channel < channels { decodeOne(bytes + channel * IMA4.channelSize, channel, samples + channel) }
        }
        return count * IMA4.framesPerPacket
    }

    private func decodeOne(_ bytes: UnsafePointer<UInt8>, _ channel: Int, _ samples: UnsafeMutablePointer<Int16>) {
        var state = states[channel]
        state.begin(bytes[0], bytes[1])
        var sample = samples
        for position in 2..<IMA4.channelSize {
            let byte = Int32(bytes[position])
            state.advance(byte & 15, moves)
            sample[0] = Int16(truncatingIfNeeded: state.predictor)
            state.advance(byte >> 4, moves)
            sample[channels] = Int16(truncatingIfNeeded: state.predictor)
            sample += 2 * channels
        }
        states[channel] = state
    }

    /// Two channels at once: each sample waits for the one before it, so the processor has time for a second chain.
    private func decodePair(_ bytes: UnsafePointer<UInt8>, _ channel: Int, _ samples: UnsafeMutablePointer<Int16>) {
        var (left, right) = (states[channel], states[channel + 1])
        let others = bytes + IMA4.channelSize
        left.begin(bytes[0], bytes[1])
        right.begin(others[0], others[1])
        var sample = samples
        for position in 2..<IMA4.channelSize {
            let (leftByte, rightByte) = (Int32(bytes[position]), Int32(others[position]))
            left.advance(leftByte & 15, moves)
            right.advance(rightByte & 15, moves)
            sample[0] = Int16(truncatingIfNeeded: left.predictor)
            sample[1] = Int16(truncatingIfNeeded: right.predictor)
            left.advance(leftByte >> 4, moves)
            right.advance(rightByte >> 4, moves)
            sample[channels] = Int16(truncatingIfNeeded: left.predictor)
            sample[channels + 1] = Int16(truncatingIfNeeded: right.predictor)
            sample += 2 * channels
        }
        (states[channel], states[channel + 1]) = (left, right)
    }
}

/// Encodes 16-bit integers to IMA4, the same bytes as FFmpeg. `encode` is real-time safe but for the error it may throw.
private final class IMA4Encoder: PacketEncoder {
    let inputFormat: StreamFormat
    let outputFormat: StreamFormat
    let magicCookie: [UInt8] = []
    let maximumPacketSize: Int
    let primingFrames = 0
    /// Encoders that hear the same come to the same predictor and step size: in music within some hundreds of frames, in
    /// one case of a hundred not before 7000.
    let settlingFrames: Int? = 128 * IMA4.framesPerPacket
    private let channels: Int
    private let states: UnsafeMutablePointer<IMAState>
    /// The last packet's frames with the silence that fills it up.
    private let lastPacket: UnsafeMutablePointer<Int16>
    private let moves = IMATables.moves
    private let steps = IMATables.steps

    init(_ format: StreamFormat) {
        channels = format.channels
        inputFormat = .int16(sampleRate: format.sampleRate, channels: channels)
        outputFormat = format
        maximumPacketSize = format.bytesPerPacket
        states = .allocate(capacity: channels)
        states.initialize(repeating: IMAState(), count: channels)
        lastPacket = .allocate(capacity: channels * IMA4.framesPerPacket)
        lastPacket.initialize(repeating: 0, count: channels * IMA4.framesPerPacket)
    }

    deinit {
        states.deallocate()
        lastPacket.deallocate()
    }

    func reset() { states.update(repeating: IMAState(), count: channels) }

    var state: [Int32] {
        get { IMAState.numbers(states, channels) }
        set { IMAState.set(states, channels, to: newValue) }
    }

    func encode(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        let frameSize = 2 * channels
        guard frames >= 0, frames <= input.count / frameSize else { throw .converterInputSize }
        let packets = (frames + IMA4.framesPerPacket - 1) / IMA4.framesPerPacket
        guard packets <= output.count / maximumPacketSize else { throw .converterOutputSize }
        guard packets > 0, let samples = input.baseAddress, let room = output.baseAddress else { return 0 }
        for packet in 0..<packets {
            let first = packet * IMA4.framesPerPacket
            var source = (samples + first * frameSize).assumingMemoryBound(to: Int16.self)
            if frames - first < IMA4.framesPerPacket {
                let count = (frames - first) * channels
                lastPacket.update(repeating: 0, count: channels * IMA4.framesPerPacket)
                lastPacket.update(from: source, count: count)
                source = UnsafePointer(lastPacket)
            }
            encodePacket(source, (room + packet * maximumPacketSize).assumingMemoryBound(to: UInt8.self))
        }
        return packets
    }

    func finish(into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]) throws(AudioError) -> Int
    {
        0
    }

    private func encodePacket(_ samples: UnsafePointer<Int16>, _ bytes: UnsafeMutablePointer<UInt8>) {
        var channel = 0
        while channel + 1 < channels {
            encodePair(samples + channel, channel, bytes + channel * IMA4.channelSize)
            channel += 2
        }
        if channel < channels { encodeOne(samples + channel, channel, bytes + channel * IMA4.channelSize) }
    }

    private func writePreamble(_ state: IMAState, _ bytes: UnsafeMutablePointer<UInt8>) {
        let preamble = state.predictor & ~0x7F | state.row >> 4
        bytes[0] = UInt8(truncatingIfNeeded: preamble >> 8)
        bytes[1] = UInt8(truncatingIfNeeded: preamble)
    }

    private func encodeOne(_ samples: UnsafePointer<Int16>, _ channel: Int, _ bytes: UnsafeMutablePointer<UInt8>) {
        var state = states[channel]
        writePreamble(state, bytes)
        var sample = samples
        for position in 2..<IMA4.channelSize {
            let low = state.quantize(sample[0], steps, moves)
            let high = state.quantize(sample[channels], steps, moves)
            bytes[position] = UInt8(truncatingIfNeeded: high << 4 | low)
            sample += 2 * channels
        }
        states[channel] = state
    }

    /// Two channels at once, for the reason `decodePair` gives.
    private func encodePair(_ samples: UnsafePointer<Int16>, _ channel: Int, _ bytes: UnsafeMutablePointer<UInt8>) {
        var (left, right) = (states[channel], states[channel + 1])
        let (steps, moves) = (steps, moves)
        let others = bytes + IMA4.channelSize
        writePreamble(left, bytes)
        writePreamble(right, others)
        var sample = samples
        for position in 2..<IMA4.channelSize {
            let leftLow = left.quantize(sample[0], steps, moves)
            let rightLow = right.quantize(sample[1], steps, moves)
            let leftHigh = left.quantize(sample[channels], steps, moves)
            let rightHigh = right.quantize(sample[channels + 1], steps, moves)
            bytes[position] = UInt8(truncatingIfNeeded: leftHigh << 4 | leftLow)
            others[position] = UInt8(truncatingIfNeeded: rightHigh << 4 | rightLow)
            sample += 2 * channels
        }
        (states[channel], states[channel + 1]) = (left, right)
    }
}
