import AudioCore
import CFFmpeg

/// How pictures are coded: what a decoder of them is made of.
package struct PictureCoding: Hashable, Sendable {
    /// The coding by four characters, as files and Core Media name it.
    package var id: FourCC
    /// The object type of an MPEG-4 elementary stream; nil for none.
    package var objectType: UInt8?
    /// What a decoder needs to know before the first sample.
    package var configuration: [UInt8] = []
    package var width: Int
    package var height: Int
    /// How many pictures are decoded before one and shown after it, at most: so many a decoder holds back.
    package var reordering = 0

    package init(id: FourCC, width: Int, height: Int) { (self.id, self.width, self.height) = (id, width, height) }

    /// Whether there is a decoder on this machine.
    package var canBeDecoded: Bool { decoder != nil }

    /// The library's decoder; nil where there is none.
    var decoder: String? { names.first { FFHasDecoder($0) != 0 } }

    /// The library's names of decoders for the coding, the best one first.
    var names: [String] {
        if id == "mp4v" {
            switch objectType ?? 0x20 {
            case 0x60...0x65: return ["mpeg2video"]
            case 0x6A: return ["mpeg1video"]
            case 0x6C: return ["mjpeg"]
            case 0x6D: return ["png"]
            default: return ["mpeg4"]
            }
        }
        return Self.decoders[id] ?? []
    }

    private static let decoders: [FourCC: [String]] = [
        "avc1": ["h264"], "avc3": ["h264"], "AVC1": ["h264"],
        "hvc1": ["hevc"], "hev1": ["hevc"], "dvh1": ["hevc"], "dvhe": ["hevc"],
        "vp08": ["vp8"], "vp09": ["vp9"], "av01": ["libdav1d", "libaom-av1", "libgav1"],
        "s263": ["h263"], "h263": ["h263"], "H263": ["h263"],
        "mp2v": ["mpeg2video"], "mp1v": ["mpeg1video"], "m2v1": ["mpeg2video"], "mpeg": ["mpeg2video"],
        "jpeg": ["mjpeg"], "mjpa": ["mjpeg"], "mjpb": ["mjpegb"], "mjp2": ["jpeg2000"], "png ": ["png"],
        "apch": ["prores"], "apcn": ["prores"], "apcs": ["prores"], "apco": ["prores"], "ap4h": ["prores"],
        "ap4x": ["prores"],
        "dvc ": ["dvvideo"], "dvcp": ["dvvideo"], "dvpp": ["dvvideo"], "dv5n": ["dvvideo"], "dv5p": ["dvvideo"],
        "rle ": ["qtrle"], "cvid": ["cinepak"], "SVQ1": ["svq1"],
    ]
}
