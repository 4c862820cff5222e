import AudioCore

/// MPEG-1 and MPEG-2 audio in a track: only a frame's own header reliably states layer, rate and channels.
enum MPEG4MPEGAudio {
    static let ids = Set(MPEGAudioHeader.formatIDs)

    /// The format as the header of the first frame has it, or as it was where there is none.
    static func format(_ format: StreamFormat, firstFrame bytes: [UInt8]) -> StreamFormat {
        guard ids.contains(format.formatID), bytes.count >= 4,
            let header = MPEGAudioHeader(bytes[0], bytes[1], bytes[2], bytes[3])
        else { return format }
        var result = format
        result.formatID = MPEGAudioHeader.formatIDs[header.layer - 1]
        result.sampleRate = Double(header.sampleRate)
        result.framesPerPacket = header.frames
        result.channels = header.channels
        return result
    }
}
