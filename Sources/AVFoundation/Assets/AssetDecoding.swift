import AudioCodecs
import AudioCore

/// What can be decoded.
enum AssetDecoding {
    static func canDecode(_ contents: AssetContents) -> Bool {
        guard contents.tracks.isEmpty else { return contents.tracks.allSatisfy { canDecode($0) } }
        return contents.pictures.contains { canDecode($0) }
    }

    static func canDecode(_ pictures: PictureContents) -> Bool {
        pictures.movie.canBeDecoded
    }

    static func canDecode(_ track: TrackContents) -> Bool {
        track.parts.allSatisfy { $0.file.map { canDecode($0.format) } ?? true }
    }

    private static func canDecode(_ format: StreamFormat) -> Bool {
        format.isPCM || Codecs.named(format.formatID)?.isInstalled(encoding: false) == true
    }
}
