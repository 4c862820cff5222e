import AudioCore

/// 3GPP files put several frames of AMR into a sample; Core Audio's packet is one frame.
enum MPEG4AMR {
    /// Bytes of a frame, its header included, by frame type: 3GPP TS 26.101 and 26.201, octet-aligned.
    private static let narrow = [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 1, 1]
    private static let wide = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1]

    /// Splits each sample at its frames' headers. A sample that is not made of whole frames stays whole.
    static func split(_ samples: inout MPEG4Samples, _ source: any ByteSource) throws(AudioError) {
        let sizes = samples.format.formatID == "samr" ? narrow : wide
        try samples.split { sample throws(AudioError) in
            guard sample.size <= 1 << 16 else { return [sample] }
            let bytes = try source.prefix(at: sample.offset, upTo: Int(sample.size))
            var frames: [PacketDescription] = []
            var position = 0
            while position < bytes.count {
                let size = sizes[Int(bytes[position] >> 3 & 15)]
                guard size > 0, size <= bytes.count - position else { return [sample] }
                frames.append(PacketDescription(offset: sample.offset + Int64(position), size: UInt32(size)))
                position += size
            }
            return frames.isEmpty ? [sample] : frames
        }
    }
}
