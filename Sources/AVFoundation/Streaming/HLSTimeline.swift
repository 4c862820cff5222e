import RemoteMedia

/// The segments of a stream with their times, which count from the first segment that is played. A value without requests.
struct HLSTimeline {
    struct Place: Equatable {
        let segment: HLSSegment
        /// Seconds.
        let start: Double
        var end: Double { start + segment.duration }
    }

    private(set) var places: [Place] = []
    /// Whether no segment follows.
    private(set) var isEnded: Bool
    private(set) var targetDuration: Double

    /// Segments of a live stream that are left between the first that is played and the end, in target durations.
    private static let liveDistance = 3.0
    /// Segments that are known of a live stream.
    private static let mostPlaces = 100_000

    init(_ media: HLSMedia) {
        (isEnded, targetDuration) = (media.isEnded, media.targetDuration)
        var segments = media.segments[...]
        if !media.isEnded {
            var rest = media.duration
            while segments.count > 1,
                rest - segments[segments.startIndex].duration >= Self.liveDistance * targetDuration
            {
                rest -= segments.removeFirst().duration
            }
        }
        append(segments)
    }

    /// Seconds up to the end of the last segment.
    var end: Double { places.last?.end ?? 0 }

    /// Takes a later version of the playlist.
    ///
    /// - Returns: whether there are segments that were not known.
    mutating func update(_ media: HLSMedia) -> Bool {
        isEnded = media.isEnded
        if media.targetDuration > 0 { targetDuration = media.targetDuration }
        let last = places.last?.segment.number ?? -1
        places.removeAll { $0.segment.number < media.firstNumber }
        let new = media.segments.drop { $0.number <= last }
        append(new, after: last)
        if places.count > Self.mostPlaces { places.removeFirst(places.count - Self.mostPlaces) }
        return !new.isEmpty
    }

    /// What was not seen between two versions of the playlist lasts as long as it may.
    private var unseenEnd = 0.0

    private mutating func append(_ segments: ArraySlice<HLSSegment>, after last: Int64? = nil) {
        var end = max(unseenEnd, self.end)
        for (index, segment) in segments.enumerated() {
            var segment = segment
            if index == 0, let last, last >= 0, segment.number > last + 1 {
                end += Double(min(segment.number - last - 1, 1000)) * targetDuration
                segment.isDiscontinuous = true
            }
            places.append(Place(segment: segment, start: end))
            end += segment.duration
        }
        unseenEnd = end
    }

    /// The first segment of a number or a later one.
    func place(from number: Int64) -> Place? { places.first { $0.segment.number >= number } }

    /// The segment before another; nil for the first one.
    func place(before place: Place) -> Place? {
        places.firstIndex(of: place).flatMap { $0 > 0 ? places[$0 - 1] : nil }
    }
}
