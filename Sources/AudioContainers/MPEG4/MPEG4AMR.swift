import AudioCore

/// 3GPP files put several frames of AMR into a sample; Core Audio's packet is one frame.
enum MPEG4AMR {
    /// Bytes of a frame, its header included, by frame type: 3GPP TS 26.101 and 26.201, octet-aligned.
    private static let narrow = [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 1, 1]
    private static let wide = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1]

    /// Bytes of the largest frame.
    static let largest = 61

    /// Splits each sample at its frames' headers.
    static func split(_ samples: inout MPEG4Samples, _ source: any ByteSource) throws(AudioError) {
        let isWide = samples.format.formatID != "samr"
        try samples.split { sample throws(AudioError) in
            try frames(sample.offset, size: Int64(sample.size), isWide: isWide, source).map {
                PacketDescription(offset: $0.offset, size: UInt32($0.size))
            }
        }
    }

    /// The frames of a sample, or all of it where it is not made of whole frames.
    static func frames(
        _ offset: Int64, size: Int64, isWide: Bool, _ source: any ByteSource
    ) throws(AudioError) -> [PacketPlace] {
        let sample = [PacketPlace(offset: offset, size: size)]
        guard size <= 1 << 16 else { return sample }
        let sizes = isWide ? wide : narrow
        let bytes = try source.prefix(at: offset, upTo: Int(size))
        var frames: [PacketPlace] = []
        var position = 0
        while position < bytes.count {
            let size = sizes[Int(bytes[position] >> 3 & 15)]
            guard size > 0, size <= bytes.count - position else { return sample }
            frames.append(PacketPlace(offset: offset + Int64(position), size: Int64(size)))
            position += size
        }
        return frames.isEmpty ? sample : frames
    }
}
