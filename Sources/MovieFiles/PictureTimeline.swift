import AudioContainers

/// Which pictures a track shows, and when: its samples in the order in which they are shown, as its edits say. Times are in units of the
/// track's timescale, and pictures are numbered from 0.
package struct PictureTimeline: Sendable {
    /// A picture that is shown.
    package struct Frame: Equatable, Sendable {
        /// Its sample, counted in the order of decoding.
        package var sample: Int
        package var start: Int64
        package var end: Int64
    }

    /// A part of the timeline whose pictures follow each other in the file, too.
    package struct Segment: Sendable {
        /// When it begins, and when the media is at that moment.
        package var start: Int64
        package var mediaStart: Int64
        package var duration: Int64
        /// Units of the media for a unit of the timeline; 0 for a picture that is held.
        package var rate = 1.0
        /// The number of its first picture.
        package var first: Int
        /// The places of its pictures in the order in which they are shown.
        package var places: Range<Int>

        package var frames: Range<Int> { first..<first + places.count }
        package var end: Int64 { start + duration }
        /// How long the part of the media is.
        package var mediaDuration: Int64 { PictureTimeline.scaled(duration, by: rate) }

        /// When a time of the media is on the timeline, within the segment or not. A held picture is there from the start on.
        package func time(ofMedia time: Int64) -> Int64 {
            let offset = time - mediaStart
            return start + (rate == 0 ? 0 : PictureTimeline.scaled(offset, by: 1 / rate))
        }
    }

    /// A number of units, multiplied, and no more than the timeline can have.
    private static func scaled(_ units: Int64, by factor: Double) -> Int64 {
        guard factor != 1 else { return units }
        return Int64(max(-0x1p61, min((Double(units) * factor).rounded(), 0x1p61)))
    }

    package let samples: PictureSamples
    /// The samples in the order in which they are shown; empty where that is the order of decoding.
    private let order: [Int32]
    /// When the last picture ends, in the pictures' own time.
    private let mediaEnd: Int64
    package let segments: [Segment]
    /// How many pictures are shown.
    package let count: Int
    /// When the last segment ends.
    package let duration: Int64

    /// More than a film shows. A few edits could have pictures shown over and over.
    private static let mostPictures = 1 << 21

    /// Orders the samples of a track, and applies its edits. A timeline with too many pictures ends before the edit that has them.
    package init(_ track: PictureTrack) {
        samples = track.samples
        let hasEmpty = (0..<samples.count).contains { track.samples.place($0).size == 0 }
        if track.samples.reordering > 0 || hasEmpty {
            let samples = track.samples
            // A sample without bytes stands for no picture.
            order = (0..<Int32(samples.count)).filter { samples.place(Int($0)).size > 0 }.sorted {
                let (one, other) = (samples.showTime(Int($0)), samples.showTime(Int($1)))
                return one == other ? $0 < $1 : one < other
            }
        } else {
            order = []
        }
        let places = track.samples.reordering > 0 || hasEmpty ? order.count : samples.count
        let media = Media(samples: samples, order: order, count: places)
        let lastEnd = media.lastEnd()
        let end = max(samples.end, lastEnd)
        var segments: [Segment] = []
        var (time, first) = (Int64(0), 0)
        for edit in track.edits.isEmpty ? [PictureEdit(duration: nil, start: 0)] : track.edits {
            let start = edit.start ?? 0
            let rest = edit.rate == 0 ? 0 : Self.scaled(end - start, by: 1 / edit.rate)
            let length = max(0, edit.duration ?? rest)
            let begin = time
            time = min(begin + length, 1 << 61)
            guard edit.start != nil, length > 0 else { continue }
            let isToEnd = edit.duration == nil
            let wanted: Int64 = isToEnd ? .max : start + min(Self.scaled(length, by: edit.rate), 1 << 60)
            let shown = edit.rate == 0 ? media.held(at: start, lastEnd) : media.places(from: start, to: wanted, lastEnd)
            guard first + shown.count <= Self.mostPictures else {
                time = begin
                break
            }
            segments.append(
                Segment(
                    start: begin, mediaStart: start, duration: length, rate: edit.rate, first: first, places: shown))
            first += shown.count
        }
        (self.segments, count, duration, mediaEnd) = (segments, first, time, lastEnd)
    }

    /// Samples in the order in which they are shown.
    private struct Media {
        let samples: PictureSamples
        let order: [Int32]
        let count: Int

        func sample(_ place: Int) -> Int { order.isEmpty ? place : Int(order[place]) }
        func time(_ place: Int) -> Int64 { samples.showTime(sample(place)) }

        /// When the last picture ends. Durations are those of decoding: where pictures are shown in another order, they last as long all in
        /// all, but not each of them.
        func lastEnd() -> Int64 {
            guard count > 0 else { return 0 }
            let last = time(count - 1)
            let own = last + samples.duration(sample(count - 1))
            guard let first = order.min() else { return own }
            let end = samples.end + time(0) - samples.decodeTime(Int(first))
            // Not all samples of a file that was cut are there.
            return end > last ? end : own
        }

        /// The first place whose time is not before a time.
        func place(notBefore time: Int64) -> Int {
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                if self.time(middle) < time { low = middle + 1 } else { high = middle }
            }
            return low
        }

        /// The pictures of a part, with the one that is shown when it begins.
        ///
        /// - Parameter lastEnd: when the last picture ends; each other one is shown until the next.
        func places(from start: Int64, to end: Int64, _ lastEnd: Int64) -> Range<Int> {
            var low = place(notBefore: start)
            let high = place(notBefore: end)
            if low == count {
                if low > 0, lastEnd > start { low -= 1 }
            } else if low > 0, time(low) > start {
                low -= 1
            }
            return low..<max(low, high)
        }

        /// The picture that is shown at a time; none before the first one and after the last one.
        func held(at time: Int64, _ lastEnd: Int64) -> Range<Int> {
            let after = place(notBefore: time + 1)
            return after > 0 && lastEnd > time ? after - 1..<after : after..<after
        }
    }

    private var media: Media {
        Media(samples: samples, order: order, count: order.isEmpty ? samples.count : order.count)
    }

    /// The segment of a picture.
    package func segment(of frame: Int) -> Segment { segments[segmentIndex(of: frame)] }

    private func segmentIndex(of frame: Int) -> Int {
        var (low, high) = (0, segments.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if segments[middle].first <= frame { low = middle } else { high = middle - 1 }
        }
        // The last one that begins there may be without pictures.
        while low > 0, !segments[low].frames.contains(frame) { low -= 1 }
        return low
    }

    /// The sample of a picture.
    package func sample(of frame: Int) -> Int {
        let segment = segment(of: frame)
        return media.sample(segment.places.lowerBound + frame - segment.first)
    }

    package func frame(_ number: Int) -> Frame {
        let segment = segment(of: number)
        let place = segment.places.lowerBound + number - segment.first
        let sample = media.sample(place)
        func shown(_ time: Int64) -> Int64 { min(segment.time(ofMedia: max(time, segment.mediaStart)), segment.end) }
        let start = shown(samples.showTime(sample))
        let isLast = place + 1 == segment.places.upperBound
        let next = isLast ? mediaEnd : media.time(place + 1)
        // In a part that was cut out, the last picture is shown to the part's end.
        let isWithin = isLast && (segment.rate == 0 || segment.places.upperBound < media.count)
        let end = isWithin ? segment.end : shown(next)
        return Frame(sample: sample, start: start, end: max(start, end))
    }

    /// The pictures of a segment that begin before a time.
    package func frames(of segment: Segment, before time: Int64) -> Range<Int> {
        var (low, high) = (segment.frames.lowerBound, segment.frames.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if frame(middle).start < time { low = middle + 1 } else { high = middle }
        }
        return segment.frames.lowerBound..<low
    }

    /// The samples from the first to the last one, in the order of decoding, of pictures of a segment; one at least.
    package func storedSamples(of frames: Range<Int>, in segment: Segment) -> Range<Int> {
        let start = segment.places.lowerBound + frames.lowerBound - segment.first
        guard !order.isEmpty else { return start..<start + frames.count }
        let samples = order[start..<start + frames.count]
        guard let low = samples.min(), let high = samples.max() else { return 0..<0 }
        return Int(low)..<Int(high) + 1
    }

    /// The picture that is shown at a time: the last one that begins no later, of the last segment that does.
    ///
    /// - Returns: nil before the first picture.
    package func number(at time: Int64) -> Int? {
        for segment in segments.reversed() where segment.start <= time && !segment.places.isEmpty {
            guard segment.rate == 1 else {
                let begun = frames(of: segment, before: min(time, segment.end) + 1)
                guard let last = begun.last else { continue }
                return last
            }
            let mediaTime = segment.mediaStart + min(time - segment.start, segment.duration)
            let behind = min(media.place(notBefore: mediaTime + 1), segment.places.upperBound)
            // The first picture of a segment is shown from its start on, if it began before.
            guard behind > segment.places.lowerBound else { continue }
            return segment.first + behind - 1 - segment.places.lowerBound
        }
        return nil
    }
}
