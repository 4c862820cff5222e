import AudioCore

/// One of the two laws of ITU-T G.711: 16-bit samples in eight bits on a logarithmic scale, one byte a sample.
protocol G711Law: Codec {
    /// The sample a code stands for.
    static func expand(_ code: UInt8) -> Int16

    /// The code whose sample is nearest within its segment. Samples that differ in the lowest two bits alone share it.
    static func compress(_ sample: Int16) -> UInt8
}

/// µ-law, of American and Japanese telephony.
package enum ULaw: G711Law {
    package static let formatID = FourCC.ulaw
    package static let name = "µ-law"

    /// Added to magnitudes so that all segments are alike.
    private static let bias: Int32 = 132

    static func expand(_ code: UInt8) -> Int16 {
        let bits = ~Int32(code)
        let magnitude = (((bits & 15) << 3 + bias) << (bits >> 4 & 7)) - bias
        return Int16(bits & 0x80 != 0 ? -magnitude : magnitude)
    }

    static func compress(_ sample: Int16) -> UInt8 {
        let wide = Int32(sample)
        let sign = wide >> 31
        // The exponent and the upper mantissa of a float are the very segment and step that G.711 asks for.
        let magnitude = Float(min(wide ^ sign, 0x7FFF - bias) &+ bias)
        let code = Int32(bitPattern: magnitude.bitPattern >> 19) &- (127 + 7) << 4
        return UInt8(truncatingIfNeeded: ~(code | sign & 0x80))
    }
}

/// A-law, of telephony everywhere else.
package enum ALaw: G711Law {
    package static let formatID = FourCC.alaw
    package static let name = "A-law"

    static func expand(_ code: UInt8) -> Int16 {
        let bits = Int32(code ^ 0x55)
        let segment = bits >> 4 & 7
        let step = (bits & 15) << 4 + 8
        let magnitude = segment == 0 ? step : (step + 256) << (segment - 1)
        return Int16(bits & 0x80 != 0 ? magnitude : -magnitude)
    }

    static func compress(_ sample: Int16) -> UInt8 {
        let wide = Int32(sample)
        let sign = wide >> 31
        let magnitude = wide ^ sign
        // As for µ-law; but below the first segment A-law is linear.
        let curved = Int32(bitPattern: Float(magnitude).bitPattern >> 19) &- (127 + 7) << 4
        let code = magnitude < 256 ? magnitude >> 4 : curved
        return UInt8(truncatingIfNeeded: (code | ~sign & 0x80) ^ 0x55)
    }
}

extension G711Law {
    package static func complete(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> StreamFormat {
        try requireSound(format, named: formatID)
        guard format.framesPerPacket <= 1, format.bytesPerPacket == 0 || format.bytesPerPacket == format.channels,
            format.bytesPerFrame == 0 || format.bytesPerFrame == format.channels
        else { throw .converterFormat.because("a packet of G.711 is one frame with a byte per channel") }
        var complete = format
        complete.framesPerPacket = 1
        complete.bytesPerPacket = format.channels
        complete.bytesPerFrame = format.channels
        complete.bitsPerChannel = 8
        return complete
    }

    package static func makeDecoder(
        _ format: StreamFormat, magicCookie: [UInt8]
    ) throws(AudioError) -> any PacketDecoder {
        G711Decoder<Self>(try complete(format, magicCookie: magicCookie))
    }

    package static func makeEncoder(
        _ format: StreamFormat, _ options: EncoderOptions
    ) throws(AudioError) -> (any PacketEncoder)? {
        G711Encoder<Self>(try complete(format, magicCookie: []))
    }
}

/// Decodes G.711 to 16-bit integers. `decode` is real-time safe but for the error it may throw.
private final class G711Decoder<Law: G711Law>: PacketDecoder {
    let outputFormat: StreamFormat
    let primingFrames = 0
    let preRollPackets = 0
    private let samples = UnsafeMutablePointer<Int16>.allocate(capacity: 256)

    init(_ format: StreamFormat) {
        outputFormat = .int16(sampleRate: format.sampleRate, channels: format.channels)
        for code in UInt8.min...UInt8.max { samples[Int(code)] = Law.expand(code) }
    }

    deinit { samples.deallocate() }

    func decode(
        _ packets: UnsafeRawBufferPointer, _ descriptions: UnsafeBufferPointer<PacketDescription>?, count: Int,
        into output: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        let channels = outputFormat.channels
        guard count >= 0, count <= packets.count / channels else { throw .converterInputSize }
        guard count <= output.count / channels / 2 else { throw .converterOutputSize }
        guard count > 0, let input = packets.baseAddress, let room = output.baseAddress else { return 0 }
        let codes = input.assumingMemoryBound(to: UInt8.self)
        let result = room.assumingMemoryBound(to: Int16.self)
        for position in 0..<count &* channels { result[position] = samples[Int(codes[position])] }
        return count
    }

    func reset() {}
}

/// Encodes 16-bit integers to G.711. `encode` is real-time safe but for the error it may throw.
private final class G711Encoder<Law: G711Law>: PacketEncoder {
    let inputFormat: StreamFormat
    let outputFormat: StreamFormat
    let magicCookie: [UInt8] = []
    let maximumPacketSize: Int
    let primingFrames = 0
    /// The code of every sample, by its upper fourteen bits: small enough for the nearest cache.
    private let codes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 14)

    init(_ format: StreamFormat) {
        inputFormat = .int16(sampleRate: format.sampleRate, channels: format.channels)
        outputFormat = format
        maximumPacketSize = format.bytesPerPacket
        for upper in 0..<1 << 14 { codes[upper] = Law.compress(Int16(truncatingIfNeeded: upper << 2)) }
    }

    deinit { codes.deallocate() }

    func encode(
        _ input: UnsafeRawBufferPointer, frames: Int, into output: UnsafeMutableRawBufferPointer,
        sizes: inout [PacketDescription]
    ) throws(AudioError) -> Int {
        let channels = inputFormat.channels
        guard frames >= 0, frames <= input.count / channels / 2 else { throw .converterInputSize }
        guard frames <= output.count / channels else { throw .converterOutputSize }
        guard frames > 0, let start = input.baseAddress, let room = output.baseAddress else { return 0 }
        let samples = start.assumingMemoryBound(to: UInt16.self)
        let result = room.assumingMemoryBound(to: UInt8.self)
        for position in 0..<frames &* channels { result[position] = codes[Int(samples[position] >> 2)] }
        return frames
    }

    func finish(into output: UnsafeMutableRawBufferPointer, sizes: inout [PacketDescription]) throws(AudioError) -> Int
    {
        0
    }

    func reset() {}
}
