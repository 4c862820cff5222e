import AudioCore

/// Vorbis in a track. A packet's block size determines its frames; the durations in the tables of some writers differ.
enum MPEG4Vorbis {
    /// Gives each sample the frames of its packet; what is no packet of sound is left out.
    static func setFrames(
        _ samples: inout MPEG4Samples, _ sound: MPEG4SoundEntry, _ source: any ByteSource
    ) throws(AudioError) {
        let headers = try VorbisHeaders(cookie: sound.magicCookie)
        var previous: Int?
        try samples.split(intoFrames: true) { sample throws(AudioError) in
            guard let first = try source.prefix(at: sample.offset, upTo: 1).first, let block = headers.block(first)
            else {
                return []
            }
            let frames = VorbisHeaders.frames(block, behind: previous)
            previous = block
            return [PacketDescription(offset: sample.offset, frames: UInt32(frames), size: sample.size)]
        }
    }
}
