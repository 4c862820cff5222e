import AudioContainers
import AudioCore
import VideoCodecs

/// The tracks of a movie.
package struct MovieFile: Sendable {
    /// A track of pictures, and which of them it shows when.
    package struct Pictures: Sendable {
        package let track: PictureTrack
        package let timeline: PictureTimeline
        package let coding: PictureCoding
    }

    /// The numbers of its tracks of sound, in their order.
    package let sounds: [UInt32]
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
        (sounds, order) = (movie.sounds, movie.order)
        pictures = movie.pictures.map { track in
            Pictures(track: track, timeline: PictureTimeline(track), coding: PictureCoding(track))
        }
    }
}

extension PictureCoding {
    /// What a decoder needs of the boxes of a sample description.
    init(_ track: PictureTrack) {
        let format = track.format
        self.init(id: format.coding, width: format.width, height: format.height)
        reordering = track.samples.reordering
        if let esds = format.box("esds"), esds.count > 4, let stream = try? ESDescriptor(Array(esds.dropFirst(4))) {
            (objectType, configuration) = (stream.objectType, stream.specificInfo)
        }
        for id: FourCC in ["avcC", "hvcC", "av1C"] {
            if let box = format.box(id) { configuration = box }
        }
    }
}
