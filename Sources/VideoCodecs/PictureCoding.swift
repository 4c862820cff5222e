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
    /// Bits of a pixel as the file has it, with 32 more for gray; 0 where that is not known.
    package var depth = 0
    /// Alpha, red, green and blue of the colours of pixels that are places in a table.
    package var palette: [UInt32] = []
    /// How many pictures are decoded before one and shown after it, at most: so many a decoder holds back.
    package var reordering = 0

    package init(id: FourCC, width: Int, height: Int) { (self.id, self.width, self.height) = (id, width, height) }

    /// Whether there is a decoder on this machine.
    package var canBeDecoded: Bool { decoder != nil }

    /// The library's decoder; nil where there is none.
    var decoder: String? { names.first { FFHasDecoder($0) != 0 } }

    /// The library's names of decoders for the coding, the best one first.
    var names: [String] {
        id == "mp4v" ? PictureCodingTables.streams[objectType ?? 0x20] ?? ["mpeg4"] : PictureCodingTables.names(id)
    }
}
