import AudioCore

/// MPEG-1 and MPEG-2 audio in a track: only a frame's own header reliably states layer, rate and channels.
enum MPEG4MPEGAudio {
    static let ids: Set<FourCC> = [".mp1", ".mp2", ".mp3"]
    private static let rates: [Double] = [44_100, 48_000, 32_000]

    /// The format as the header of the first frame has it, or as it was where there is none.
    static func format(_ format: StreamFormat, firstFrame bytes: [UInt8]) -> StreamFormat {
        guard ids.contains(format.formatID), bytes.count >= 4, bytes[0] == 0xFF, bytes[1] >> 5 == 7 else {
            return format
        }
        // Two bits each of version (3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5), of layer (3: I, 1: III), of rate and of mode.
        let version = bytes[1] >> 3 & 3
        let layer = 4 - Int(bytes[1] >> 1 & 3)
        let rate = Int(bytes[2] >> 2 & 3)
        guard version != 1, layer <= 3, rate < 3 else { return format }
        var result = format
        result.formatID = ([".mp1", ".mp2", ".mp3"] as [FourCC])[layer - 1]
        result.sampleRate = rates[rate] / (version == 3 ? 1 : version == 2 ? 2 : 4)
        result.framesPerPacket = layer == 1 ? 384 : layer == 3 && version != 3 ? 576 : 1152
        result.channels = bytes[3] >> 6 == 3 ? 1 : 2
        return result
    }
}
