import AudioCore
import AudioDSP

/// Frames of linear PCM in a file, as the samples of banks are stored.
enum StoredFrames {
    /// Reads frames and converts them to Float32, the channels apart.
    ///
    /// - Parameters:
    ///   - format: interleaved linear PCM with a channel for each of `buffers`.
    ///   - offset: where the first frame is, in bytes from the file's start.
    ///   - buffers: of the same number of frames. What the file does not have stays as it is.
    static func read(
        _ format: StreamFormat, at offset: Int64, of source: any ByteSource,
        into buffers: [UnsafeMutableBufferPointer<Float>]
    ) throws(AudioError) {
        let converter = try converter(format)
        let count = buffers.first?.count ?? 0
        for block in stride(from: 0, to: count, by: framesAtATime) {
            let bytes = try source.prefix(
                at: offset + Int64(block * format.bytesPerFrame),
                upTo: min(framesAtATime, count - block) * format.bytesPerFrame)
            convert(bytes, converter, into: buffers, at: block)
        }
    }

    /// Converts whole frames in `bytes` to Float32, to be written from the frame `place` on.
    static func convert(
        _ bytes: [UInt8], _ converter: PCMConverter, into buffers: [UnsafeMutableBufferPointer<Float>], at place: Int
    ) {
        let frames = bytes.count / converter.source.bytesPerFrame
        guard frames > 0 else { return }
        let targets = buffers.map { UnsafeMutableRawPointer($0.baseAddress! + place) }
        bytes.withUnsafeBytes { bytes in
            withUnsafePointer(to: bytes.baseAddress!) { source in
                targets.withUnsafeBufferPointer { converter.convert(source, $0.baseAddress!, frames: frames) }
            }
        }
        if converter.source.sampleKind == .float {
            for buffer in buffers { silence(UnsafeMutableBufferPointer(rebasing: buffer[place..<place + frames])) }
        }
    }

    static func converter(_ format: StreamFormat) throws(AudioError) -> PCMConverter {
        try PCMConverter(
            from: format, to: .float32(sampleRate: format.sampleRate, channels: format.channels, interleaved: false))
    }

    /// Sets what is no number, and what no sound has, to 0: it would stay in a filter for ever.
    static func silence(_ samples: UnsafeMutableBufferPointer<Float>) {
        for i in samples.indices where !(samples[i].magnitude <= 1e6) { samples[i] = 0 }
    }

    static let framesAtATime = 1 << 15
}
