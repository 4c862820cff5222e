import AudioCore
import CFFmpeg

/// Decodes pictures through libavcodec, on the calling thread. One thread at a time.
///
/// Samples go in in the order of decoding, and pictures come out in the order in which they are shown, each with the number of its
/// sample.
package final class PictureDecoder {
    private let decoder: OpaquePointer

    /// What became of a sample.
    package enum Answer: Sendable {
        case taken
        /// Pictures must be received first.
        case full
        /// The decoder cannot read it.
        case damaged
    }

    /// - Throws: `unsupportedDataFormat` where there is no decoder, or it does not take the configuration.
    package init(_ coding: PictureCoding) throws(AudioError) {
        if let reason = FFUnavailable() {
            throw .unsupportedDataFormat.because("pictures need libavcodec: \(String(cString: reason))")
        }
        guard let name = coding.decoder else {
            let reason =
                coding.names.isEmpty ? "" : ": libavcodec was built without \(coding.names.joined(separator: ", "))"
            throw .unsupportedDataFormat.because("there is no decoder for pictures of '\(coding.id)'\(reason)")
        }
        let opened = name.withCString { name in
            coding.configuration.withUnsafeBufferPointer { bytes in
                var config = FFPictureConfig()
                config.name = name
                config.configuration = bytes.isEmpty ? nil : bytes.baseAddress
                config.configurationSize = bytes.count
                config.width = Int32(clamping: coding.width)
                config.height = Int32(clamping: coding.height)
                config.tag = coding.id.rawValue.byteSwapped
                config.reordering = Int32(clamping: coding.reordering)
                config.depth = Int32(clamping: coding.depth)
                return coding.palette.withUnsafeBufferPointer { palette in
                    config.palette = palette.isEmpty ? nil : palette.baseAddress
                    config.colours = palette.count
                    return FFPictureDecoderOpen(&config)
                }
            }
        }
        guard let opened else {
            throw .unsupportedDataFormat.because("the decoder for pictures of '\(coding.id)' refuses the configuration")
        }
        decoder = opened
    }

    deinit { FFPictureDecoderClose(decoder) }

    /// Hands a sample over.
    ///
    /// - Parameters:
    ///   - number: what `receive` gives with its picture, 0 or more.
    ///   - isSync: whether it can be decoded without others.
    package func send(_ sample: UnsafeRawBufferPointer, number: Int, isSync: Bool) -> Answer {
        guard let base = sample.baseAddress else { return .damaged }
        switch FFPictureDecoderSend(decoder, base, sample.count, Int64(number), isSync ? 1 : 0) {
        case 0: return .taken
        case 1: return .full
        default: return .damaged
        }
    }

    /// Says that there are no samples any more. The last pictures can be received then.
    package func finish() { FFPictureDecoderFinish(decoder) }

    /// The next picture, which is good until the next call; nil where a sample has to be sent first, and after the last one.
    ///
    /// - Throws: `invalidFile` where it is damaged.
    package func receive() throws(AudioError) -> DecodedPicture? {
        var picture = FFPicture()
        switch FFPictureDecoderReceive(decoder, &picture) {
        case 1: return DecodedPicture(picture)
        case 0: return nil
        default: throw .invalidFile.because("a picture is damaged")
        }
    }

    /// Forgets all samples so far, before those of another place.
    package func flush() { FFPictureDecoderFlush(decoder) }
}
