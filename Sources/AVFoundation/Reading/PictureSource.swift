import AudioCore
import CoreMedia
import CoreVideo
import Foundation
import MovieFiles

/// The part of a timeline of pictures that a reader reads.
struct PictureRange {
    /// The first picture, and from when on there are none any more.
    let first: Int
    let end: Int64

    init(_ range: CMTimeRange, of pictures: PictureContents) {
        let timeline = pictures.timeline
        let start = range.start.isNumeric ? pictures.tick(max(range.start, .zero)) ?? 0 : 0
        var first = timeline.number(at: start) ?? 0
        // A picture that is over when the range begins.
        if first < timeline.count {
            let frame = timeline.frame(first)
            // The last picture of some films lasts no time, and is shown even so.
            if frame.end <= start, frame.start < start { first += 1 }
        }
        self.first = first
        guard range.end.isNumeric else {
            end = .max
            return
        }
        // A picture that begins within the range's last tick belongs to it.
        let converted = CMTimeConvertScale(
            range.end, timescale: pictures.timescale, method: .roundTowardPositiveInfinity)
        end = converted.isNumeric ? converted.value : .max
    }
}

/// The pictures of a track, decoded, in the order in which they are shown.
final class DecodedPictures: SampleSource {
    private let reader: PictureReader
    private let contents: PictureContents
    private let maker: PixelBufferMaker
    private let end: Int64

    init(_ contents: PictureContents, _ settings: PixelSettings, _ range: CMTimeRange) throws {
        reader = try contents.open()
        self.contents = contents
        maker = PixelBufferMaker(settings, contents)
        let range = PictureRange(range, of: contents)
        end = range.end
        reader.seek(to: range.first)
    }

    func next() throws -> CMSampleBuffer? {
        guard let shown = try reader.next() else { return nil }
        let frame = contents.timeline.frame(shown.number)
        guard frame.start < end else { return nil }
        let buffer = try maker.buffer(shown)
        let timing = CMSampleTimingInfo(
            duration: contents.time(frame.end - frame.start), presentationTimeStamp: contents.time(frame.start),
            decodeTimeStamp: .invalid)
        return try CMSampleBuffer(
            imageBuffer: buffer, formatDescription: maker.format(of: buffer), sampleTiming: timing)
    }
}

/// The samples of a track of pictures as they are stored, in the order of decoding.
final class StoredPictures: SampleSource {
    private let samples: SampleReader
    private let contents: PictureContents
    /// The samples of each segment that are to be read, and the times of the media at which those are shown that are not for others alone.
    private var parts: [(samples: Range<Int>, shown: Range<Int64>, segment: PictureTimeline.Segment)] = []

    init(_ contents: PictureContents, _ range: CMTimeRange) throws {
        self.contents = contents
        let timeline = contents.timeline
        samples = SampleReader(try contents.media.bytes(), timeline.samples)
        let range = PictureRange(range, of: contents)
        for segment in timeline.segments {
            let frames = timeline.frames(of: segment, before: range.end)
            let first = max(frames.lowerBound, range.first)
            guard first < frames.upperBound else { continue }
            let last = frames.upperBound - 1
            let stored = timeline.storedSamples(of: first..<frames.upperBound, in: segment)
            let start = timeline.samples.start(for: timeline.sample(of: first))
            parts.append(
                (
                    min(start, stored.lowerBound)..<stored.upperBound,
                    timeline.samples.showTime(timeline.sample(of: first))..<timeline.samples.showTime(
                        timeline.sample(of: last)) + 1, segment
                ))
        }
    }

    func next() throws -> CMSampleBuffer? {
        while let part = parts.first {
            guard let sample = part.samples.first else {
                parts.removeFirst()
                continue
            }
            parts[0].samples = sample + 1..<part.samples.upperBound
            let bytes = try samples.read(sample)
            guard !bytes.isEmpty else { continue }
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
            memory.copyMemory(from: bytes)
            let block = try CMBlockBuffer(buffer: memory, deallocator: { base, _ in base.deallocate() })
            let index = contents.timeline.samples
            let (decoded, segment) = (index.decodeTime(sample), part.segment)
            let end = segment.time(ofMedia: decoded + index.duration(sample))
            let length = segment.rate == 0 ? segment.duration : end - segment.time(ofMedia: decoded)
            let timing = CMSampleTimingInfo(
                duration: contents.time(length),
                presentationTimeStamp: contents.time(segment.time(ofMedia: index.showTime(sample))),
                decodeTimeStamp: contents.time(segment.time(ofMedia: decoded)))
            let buffer = try CMSampleBuffer(
                dataBuffer: block, formatDescription: contents.formatDescriptions[index.format(of: sample)],
                numSamples: 1, sampleTimings: [timing], sampleSizes: [bytes.count])
            attach(sample, isShown: part.shown.contains(index.showTime(sample)), to: buffer)
            return buffer
        }
        return nil
    }

    /// Says whether a decoder can begin with the sample, and whether it is decoded for others alone.
    private func attach(_ sample: Int, isShown: Bool, to buffer: CMSampleBuffer) {
        guard let array = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true),
            let own = array.objects.first as? NSMutableDictionary
        else { return }
        let isSync = contents.timeline.samples.isSync(sample)
        if !isSync { own.setObject(NSNumber(value: true), forKey: kCMSampleAttachmentKey_NotSync) }
        own.setObject(NSNumber(value: !isSync), forKey: kCMSampleAttachmentKey_DependsOnOthers)
        if !isShown { own.setObject(NSNumber(value: true), forKey: kCMSampleAttachmentKey_DoNotDisplay) }
    }
}
