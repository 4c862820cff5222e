import AudioContainers
import AudioCore
import VideoCodecs

/// The tracks of a movie.
package struct MovieFile: Sendable {
    /// A track of pictures, and which of them it shows when.
    package struct Pictures: Sendable {
        package let track: PictureTrack
        package let timeline: PictureTimeline
        /// How they are coded: one for each format of the track.
        package let codings: [PictureCoding]

        /// Whether there is a decoder on this machine for all of them.
        package var canBeDecoded: Bool {
            zip(track.formats, codings).allSatisfy { !$0.isProtected && $1.canBeDecoded }
        }
    }

    /// How many tracks there are, of any kind.
    package let tracks: Int
    /// The numbers of its tracks of sound, in their order.
    package let sounds: [UInt32]
    /// When the sound of tracks is heard that is not heard from the beginning to the end, by their places in `sounds`.
    package let soundTimelines: [Int: SoundTimeline]
    /// The tracks of pictures that can be read, in their order.
    package let pictures: [Pictures]
    /// The numbers of all these tracks, in the order of the file.
    package let order: [UInt32]

    /// Reads what is in a file of the family of MPEG-4 and QuickTime.
    ///
    /// - Returns: nil for a file of another type, and for one whose movie cannot be read.
    /// - Throws: what reading throws.
    package init?(_ source: any ByteSource) throws(AudioError) {
        let head = try source.prefix(at: 0, upTo: 64)
        guard MPEG4.signatures.contains(where: { $0.allSatisfy { $0.matches(head) } }) else { return nil }
        let movie: MPEG4.Movie
        do throws(AudioError) { movie = try MPEG4.movie(source) } catch {
            let isOfContent = [AudioError.invalidFile, .unsupportedDataFormat].contains { $0.status == error.status }
            guard isOfContent else { throw error }
            return nil
        }
        (tracks, sounds, soundTimelines, order) = (movie.tracks, movie.sounds, movie.soundTimelines, movie.order)
        pictures = movie.pictures.map { track in
            Pictures(
                track: track, timeline: PictureTimeline(track),
                codings: track.formats.map { PictureCoding($0, reordering: track.samples.reordering) })
        }
    }
}

extension PictureCoding {
    /// What a decoder needs of the boxes of a sample description.
    init(_ format: PictureFormat, reordering: Int) {
        self.init(id: format.coding, width: format.width, height: format.height)
        (depth, palette, self.reordering) = (format.depth, format.palette, reordering)
        if let esds = format.box("esds"), esds.count > 4, let stream = try? ESDescriptor(Array(esds.dropFirst(4))) {
            (objectType, configuration) = (stream.objectType, stream.specificInfo)
        }
        for id: FourCC in ["avcC", "hvcC", "av1C", "glbl", "SMI "] {
            if let box = format.box(id) { configuration = box }
        }
        // The profile comes before what the decoder reads.
        if let box = format.box("dvc1"), box.count > 7 { configuration = Array(box.dropFirst(7)) }
    }
}
