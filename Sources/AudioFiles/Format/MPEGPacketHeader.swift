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
        guard let header = MPEGAudioHeader(packet[0], packet[1], packet[2], packet[3]) else {
            throw .converterFormat.because("the frame header has reserved values")
        }
        return StreamFormat(
            sampleRate: Double(header.sampleRate), formatID: MPEGAudioHeader.formatIDs[header.layer - 1],
            framesPerPacket: header.frames, channels: header.channels)
    }
}
