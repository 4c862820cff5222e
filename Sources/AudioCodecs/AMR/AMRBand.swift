import AudioCore

/// What narrow and wide band differ in. After 3GPP TS 26.101 and 26.201, and RFC 4867, section 5.3.
struct AMRBand: Sendable {
    let formatID: FourCC
    let sampleRate: Double
    let framesPerPacket: Int
    /// Bytes of a frame by its type, the first byte included. Types that carry nothing have that byte alone.
    let frameSizes: [Int]
    /// Bits per second of each mode, which is also the type of its frames.
    let bitRates: [Int]
    /// Frames by which what is encoded and decoded lags behind what went in: the 5 ms that the encoder looks ahead and, in
    /// wide band, 0.9 ms for the filters to 12.8 kHz and back.
    let delay: Int
    /// From here on, frame types are not speech of this codec, nor its comfort noise.
    let firstForeignType: Int
    /// Packets to decode before one for its exact samples.
    let preRollPackets: Int
    /// Packets after which the decoder's random numbers are those of the stream's start.
    ///
    /// In wide band, each packet takes 320 numbers of 16 bits for the sound above 6.4 kHz, and they recur after 65,536. In
    /// narrow band, and for what lost frames take, there are none that good frames move.
    let packetsPerCycle: Int

    static let narrow = AMRBand(
        formatID: "samr", sampleRate: 8000, framesPerPacket: 160,
        frameSizes: [13, 14, 16, 18, 20, 21, 27, 32, 6, 7, 6, 6, 1, 1, 1, 1],
        bitRates: [4750, 5150, 5900, 6700, 7400, 7950, 10_200, 12_200], delay: 40, firstForeignType: 9,
        preRollPackets: 250, packetsPerCycle: 1)

    static let wide = AMRBand(
        formatID: "sawb", sampleRate: 16_000, framesPerPacket: 320,
        frameSizes: [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1],
        bitRates: [6600, 8850, 12_650, 14_250, 15_850, 18_250, 19_850, 23_050, 23_850], delay: 95, firstForeignType: 10,
        preRollPackets: 512, packetsPerCycle: 1024)

    /// Bytes of the largest frame of either band.
    static let largestFrame = 61

    /// The type in a frame's first byte.
    static func type(_ first: UInt8) -> Int { Int(first >> 3 & 15) }

    /// Whether a frame's first byte says that its bits can be trusted.
    static func isGood(_ first: UInt8) -> Bool { first & 4 != 0 }

    /// The mode whose bit rate is nearest to the one wanted, the lower of two; without a wish the highest.
    func mode(bitRate: Int?) -> Int {
        guard let bitRate else { return bitRates.count - 1 }
        let next = bitRates.firstIndex { $0 >= bitRate } ?? bitRates.count - 1
        return next > 0 && bitRate - bitRates[next - 1] <= bitRates[next] - bitRate ? next - 1 : next
    }

    var abilities: CodecAbilities {
        CodecAbilities(
            channels: [1], sampleRates: [sampleRate...sampleRate],
            bitRates: bitRates.map { Double($0)...Double($0) }, hasDependentPackets: true)
    }

    func complete(_ format: StreamFormat) throws(AudioError) -> StreamFormat {
        guard format.channels == 1, format.sampleRate == 0 || format.sampleRate == sampleRate else {
            throw .converterFormat.because("this AMR is one channel of \(Int(sampleRate)) Hz")
        }
        guard format.framesPerPacket == 0 || format.framesPerPacket == framesPerPacket,
            format.bytesPerPacket == 0 || frameSizes.contains(format.bytesPerPacket)
        else { throw .converterFormat.because("a packet of AMR is a frame of 20 ms") }
        var complete = format
        complete.sampleRate = sampleRate
        complete.framesPerPacket = framesPerPacket
        complete.bytesPerFrame = 0
        complete.bitsPerChannel = 0
        return complete
    }
}
