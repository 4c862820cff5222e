import AudioCodecs
import AudioCore

/// The libraries of others that formats need.
package enum CodecLibrary {
    /// The library that a format needs and that is not installed; nil where none is missing.
    package static func missing(for format: UInt32, encoding: Bool) -> String? {
        let id = FourCC(format)
        guard let codec = Codecs.named(id) else { return nil }
        let abilities = codec.abilities
        let isThere = (encoding ? abilities.encodes : abilities.decodes) && codec.isInstalled(encoding: encoding)
        return isThere ? nil : name(id.description, encoding: encoding)
    }

    private static func name(_ format: String, encoding: Bool) -> String? {
        switch format {
        case "aac ", "ac-3", "ec-3", "flac", "opus": "libavcodec"
        case "aach", "aacp", "aacl", "aace": encoding ? "libfdk-aac" : "libavcodec"
        case ".mp1", ".mp2", ".mp3": encoding ? nil : "libmpg123 or libavcodec"
        case "vorb": encoding ? nil : "libavcodec"
        case "samr": "libopencore-amrnb"
        case "sawb": encoding ? "libvo-amrwbenc" : "libopencore-amrwb"
        case "agsm", "0x6D730031": encoding ? "libgsm" : nil
        default: nil
        }
    }
}
