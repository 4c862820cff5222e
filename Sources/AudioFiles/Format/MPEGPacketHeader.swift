import AudioCore

/// The header that each MPEG audio frame and each ADTS frame begins with.
enum MPEGPacketHeader {
    /// The format a packet is in.
    ///
    /// - Throws: `formatSpecifierSize` for fewer than four bytes, `converterFormat` where they begin no frame.
    static func format(ofPacket packet: [UInt8]) throws(AudioError) -> StreamFormat {
        guard packet.count >= 4 else { throw .formatSpecifierSize }
        guard packet[0] == 0xFF, packet[1] & 0xE0 == 0xE0 else {
            throw .converterFormat.because("no frame begins here")
        }
        return packet[1] & 0xF6 == 0xF0 ? try adts(packet) : try layered(packet)
    }

    private static func adts(_ packet: [UInt8]) throws(AudioError) -> StreamFormat {
        let index = Int(packet[2] >> 2 & 0xF)
        let config = Int(packet[2] & 1) << 2 | Int(packet[3] >> 6)
        guard index < AudioSpecificConfig.rates.count else {
            throw .converterFormat.because("the sample rate is reserved")
        }
        let channels = config == 7 ? 8 : config
        return StreamFormat(
            sampleRate: Double(AudioSpecificConfig.rates[index]), formatID: .aac, framesPerPacket: 1024,
            channels: channels)
    }

    private static func layered(_ packet: [UInt8]) throws(AudioError) -> StreamFormat {
        let version = packet[1] >> 3 & 3
        let layer = 4 - Int(packet[1] >> 1 & 3)
        let rateIndex = Int(packet[2] >> 2 & 3)
        guard version != 1, layer < 4, rateIndex < 3, packet[2] >> 4 != 15 else {
            throw .converterFormat.because("the frame header has reserved values")
        }
        let rates: [Double] = [44100, 48000, 32000]
        let divisor: Double = version == 3 ? 1 : version == 2 ? 2 : 4
        let ids: [FourCC] = [".mp1", ".mp2", ".mp3"]
        let frames = layer == 1 ? 384 : layer == 3 && version != 3 ? 576 : 1152
        return StreamFormat(
            sampleRate: rates[rateIndex] / divisor, formatID: ids[layer - 1], framesPerPacket: frames,
            channels: packet[3] >> 6 == 3 ? 1 : 2)
    }
}
