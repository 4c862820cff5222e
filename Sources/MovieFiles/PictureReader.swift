import AudioContainers
import AudioCore
import VideoCodecs

/// Decodes the pictures of a track in the order in which they are shown, from any of them on. One thread at a time.
///
/// Of pictures in memory there are those that the decoder needs itself. Where the format changes, it is replaced.
package final class PictureReader {
    /// A picture of the timeline.
    package struct Shown {
        /// Its number.
        package let number: Int
        /// The number of its format among those of the track.
        package let format: Int
        /// Good until the reader's next call.
        package let picture: DecodedPicture
    }

    package let timeline: PictureTimeline
    /// Whether samples that cannot be decoded are left out. Otherwise they are errors.
    package var skipsDamage = false
    private let samples: SampleReader
    private let pictures: MovieFile.Pictures
    private var decoder: PictureDecoder
    /// The format that the decoder is for.
    private var format = 0
    /// The picture that is wanted next.
    private var wanted = 0
    /// Whether the decoder has to begin anew for it.
    private var begins = true
    /// The sample to be decoded next.
    private var feed = 0
    private var isFinished = false
    /// What the decoders have cost that were opened since the last seek.
    private var cost = 0
    /// Thousands of decoders, or hundreds with the largest configurations. Only a damaged film has more changes of its format.
    private static let mostCost = 1 << 30
    private static let costOfDecoder = 1 << 16

    /// - Throws: `unsupportedDataFormat` where there is no decoder, and for encrypted pictures.
    package init(_ source: any ByteSource, _ pictures: MovieFile.Pictures) throws(AudioError) {
        self.pictures = pictures
        timeline = pictures.timeline
        samples = SampleReader(source, pictures.track.samples)
        decoder = try Self.decoder(pictures, 0)
    }

    private static func decoder(_ pictures: MovieFile.Pictures, _ format: Int) throws(AudioError) -> PictureDecoder {
        guard !pictures.track.formats[format].isProtected else {
            throw .unsupportedDataFormat.because("the pictures are encrypted")
        }
        return try PictureDecoder(pictures.codings[format])
    }

    /// Has `next` give a picture of the timeline. Decodes nothing so far.
    ///
    /// - Parameter number: the number of the picture; that behind the last one for none.
    package func seek(to number: Int) {
        cost = 0
        defer { wanted = number }
        guard number < timeline.count, !begins, !isFinished, number >= wanted, wanted < timeline.count,
            timeline.segment(of: number).first == timeline.segment(of: wanted).first
        else {
            begins = true
            return
        }
        // Where a decoder could begin later than it is, it does.
        begins = timeline.samples.start(for: timeline.sample(of: number)) > feed
    }

    /// The next picture; nil after the last one. A picture that the decoder does not give is left out.
    ///
    /// - Throws: `invalidFile` for a damaged sample, behind which `next` continues; what reading throws.
    package func next() throws(AudioError) -> Shown? {
        while wanted < timeline.count {
            if begins { begin() }
            let frames = timeline.segment(of: wanted).frames
            guard let picture = try decoded() else {
                // The decoder has kept the rest of the segment for itself.
                (wanted, begins) = (frames.upperBound, true)
                continue
            }
            guard let number = number(of: picture, from: wanted, in: frames) else { continue }
            guard number < frames.upperBound else {
                (wanted, begins) = (frames.upperBound, true)
                continue
            }
            wanted = number + 1
            if wanted == frames.upperBound { begins = true }
            return Shown(number: number, format: format, picture: picture)
        }
        return nil
    }

    /// The number of a decoded picture, `frames.upperBound` for one behind these; nil for one before `wanted`.
    private func number(of picture: DecodedPicture, from wanted: Int, in frames: Range<Int>) -> Int? {
        let sample = picture.number
        guard sample >= 0, sample < timeline.samples.count else { return wanted }
        let time = timeline.samples.showTime(sample)
        for number in wanted..<frames.upperBound {
            let own = timeline.sample(of: number)
            if own == sample { return number }
            let ownTime = timeline.samples.showTime(own)
            if ownTime > time || ownTime == time && own > sample { return nil }
        }
        return frames.upperBound
    }

    private func begin() {
        feed = timeline.samples.start(for: timeline.sample(of: wanted))
        decoder.flush()
        (begins, isFinished) = (false, false)
    }

    /// The next picture that the decoder gives; nil after the last sample.
    private func decoded() throws(AudioError) -> DecodedPicture? {
        while true {
            do throws(AudioError) {
                if let picture = try decoder.receive() { return picture }
            } catch {
                guard skipsDamage else { throw error }
                continue
            }
            let isAtEnd = feed >= timeline.samples.count
            guard !isFinished else {
                guard !isAtEnd else { return nil }
                // The decoder has given all pictures of the format before.
                let next = timeline.samples.format(of: feed)
                cost += Self.costOfDecoder + pictures.codings[next].configuration.count
                guard cost <= Self.mostCost else {
                    throw .unsupportedDataFormat.because("the format of the pictures changes too often")
                }
                decoder = try Self.decoder(pictures, next)
                (format, isFinished) = (next, false)
                continue
            }
            guard !isAtEnd, timeline.samples.format(of: feed) == format else {
                decoder.finish()
                isFinished = true
                continue
            }
            let sample = feed
            feed += 1
            let bytes = try samples.read(sample)
            guard !bytes.isEmpty else { continue }
            let answer = decoder.send(bytes, number: sample, isSync: timeline.samples.isSync(sample))
            guard answer == .taken || skipsDamage else {
                throw .invalidFile.because("the picture of sample \(sample) is damaged")
            }
        }
    }
}
