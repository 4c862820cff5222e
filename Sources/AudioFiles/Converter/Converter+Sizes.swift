import AudioCodecs
import AudioCore

// How many bytes packets and buffers take, and what bit rate follows.
extension Converter {
    /// Bytes of the largest packet that may go in: exact for packets of one size, otherwise what their frames would take
    /// uncompressed with some room.
    package var maximumInputPacketSize: Int {
        if inputFormat.bytesPerPacket > 0 { return inputFormat.bytesPerPacket }
        let frames = inputFormat.framesPerPacket > 0 ? inputFormat.framesPerPacket : 8192
        return frames * inputFormat.channels * 4 + 64
    }

    /// Linear PCM's packets are its frames, whatever the decoder before them still needs to know.
    package func maximumOutputPacketSize() throws(AudioError) -> Int {
        guard !outputFormat.isPCM else { return outputFormat.bytesPerPacket }
        return try prepared().maximumPacketSize ?? outputFormat.bytesPerPacket
    }

    /// Bytes of input that one packet of output needs.
    var minimumInputSize: Int {
        inputFormat.isPCM && !outputFormat.isPCM
            ? max(outputFormat.framesPerPacket, 1) * inputFormat.bytesPerFrame : maximumInputPacketSize
    }

    /// Bytes of one input buffer that become `bytes` of output, whole packets of either.
    func inputBytes(forOutput bytes: Int) throws(AudioError) -> Int {
        let packets = Self.packets(in: bytes, size: try maximumOutputPacketSize())
        let frames = Self.frames(
            packets * max(outputFormat.framesPerPacket, 1), at: outputFormat.sampleRate, asAt: inputFormat.sampleRate)
        return Self.packets(of: max(inputFormat.framesPerPacket, 1), for: frames) * maximumInputPacketSize
    }

    /// Bytes of one output buffer that hold what `bytes` of input become.
    func outputBytes(forInput bytes: Int) throws(AudioError) -> Int {
        let packets = Self.packets(in: bytes, size: maximumInputPacketSize)
        let frames = Self.frames(
            packets * max(inputFormat.framesPerPacket, 1), at: inputFormat.sampleRate, asAt: outputFormat.sampleRate)
        return try Self.packets(of: max(outputFormat.framesPerPacket, 1), for: frames) * maximumOutputPacketSize()
    }

    private static func packets(in bytes: Int, size: Int) -> Int { bytes / max(size, 1) }
    private static func packets(of size: Int, for frames: Int) -> Int { (frames + size - 1) / size }

    /// Rounds up, so that nothing is too small by a frame. Questions have 32 bits, so this cannot overflow.
    private static func frames(_ frames: Int, at rate: Double, asAt other: Double) -> Int {
        rate == other ? frames : Int((Double(frames) * other / rate).rounded(.up))
    }

    /// Bits per second where all packets of the output have one size, else nil.
    var constantBitRate: Double? {
        guard !outputFormat.isPCM, outputFormat.bytesPerPacket > 0, outputFormat.framesPerPacket > 0 else { return nil }
        return Double(outputFormat.bytesPerPacket * 8) * outputFormat.sampleRate / Double(outputFormat.framesPerPacket)
    }

    var encoderAbilities: CodecAbilities? { Codecs.named(outputFormat.formatID)?.abilities }

    /// Bits per second that the encoder offers for its format; the one that follows from the format where it offers no choice.
    var encoderBitRates: [ClosedRange<Double>] {
        if let constantBitRate { return [constantBitRate...constantBitRate] }
        return Codecs.named(outputFormat.formatID)?.bitRates(outputFormat) ?? []
    }

    /// Whether the converter reports the encoder's bit rate, and lets the client set it where there is a choice. False for
    /// lossless codecs.
    var hasBitRate: Bool { !outputFormat.isPCM && !encoderBitRates.isEmpty }

    /// Bits per second that the codec offers in any of its formats.
    var availableBitRates: [ClosedRange<Double>] {
        if let constantBitRate { return [constantBitRate...constantBitRate] }
        return encoderAbilities?.bitRates ?? []
    }
}
