import AudioCore
import Foundation
import RemoteMedia

/// Gives the packets of a stream's segments one after the other. One thread at a time reads; others may ask for its ranges.
final class HLSReader: @unchecked Sendable {
    /// What is known of the first segment that is played.
    struct Beginning {
        let format: StreamFormat
        let cookie: [UInt8]
        let layout: ChannelLayout?
        let priming: Int
    }

    let beginning: Beginning
    private let stream: HLSStream
    private let cancellation: Cancellation
    private let note: @Sendable (SegmentSound, Double) -> Void
    private let timeline: LockedValue<HLSTimeline>
    /// The segment that comes next.
    private var next: Int64
    /// The sounds that were requested last.
    private var recent: [(number: Int64, sound: SegmentSound)] = []
    private let firstNumber: Int64
    /// The date of the first sample, where the playlist says it.
    let startDate: Date?
    private let buffered = LockedValue<Range<Double>>(0..<0)

    /// Packets before a frame that are decoded for what they leave behind.
    private static let leadPackets: Int64 = 4
    private static let attempts = 3
    /// The segments of a stream may be said to last for years. This is as exact as a Double is.
    private static let lastFrame = Double(1 << 53)
    /// Versions of a live playlist without a new segment after which the stream has stopped.
    private static let mostRepeats = 12

    /// Requests the first segment.
    ///
    /// - Parameter note: called with each segment that is read, and its time in seconds.
    init(
        _ stream: HLSStream, _ cancellation: Cancellation, note: @escaping @Sendable (SegmentSound, Double) -> Void
    ) throws(HTTPSource.Failure) {
        (self.stream, self.cancellation, self.note) = (stream, cancellation, note)
        var timeline = HLSTimeline(stream.first)
        if timeline.places.isEmpty, !timeline.isEnded { _ = timeline.update(try stream.reload(cancellation)) }
        guard let place = timeline.places.first(where: { !$0.segment.isGap }) else {
            throw HTTPSource.Failure("the stream has no segment", .content)
        }
        startDate = place.segment.date.flatMap(Self.date)
        self.timeline = LockedValue(timeline)
        (next, firstNumber) = (place.segment.number, place.segment.number)
        let sound = try Self.request(place.segment, stream, cancellation)
        recent = [(place.segment.number, sound)]
        beginning = Beginning(
            format: sound.packets.format, cookie: sound.packets.cookie, layout: sound.packets.layout,
            priming: sound.packets.priming)
    }

    /// The date of a text by ISO 8601, with parts of seconds or without.
    private static func date(_ text: String) -> Date? {
        let precise = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: precise))
    }

    /// Whether the stream has an end.
    var isEnded: Bool { timeline.withLock { $0.isEnded } }
    /// The frame at the end of the last segment that is known.
    var endFrame: Int64 { timeline.withLock { frame(at: $0.end) } - Int64(beginning.priming) }
    /// The frames that can be gone to.
    var seekable: Range<Int64> {
        let (start, end) = timeline.withLock { timeline in
            (timeline.places.first?.start ?? 0, timeline.end - (timeline.isEnded ? 0 : 3 * timeline.targetDuration))
        }
        let first = frame(at: start)
        return first..<max(first, frame(at: end) - (isEnded ? Int64(beginning.priming) : 0))
    }
    /// The frames of the segment that was requested last.
    var received: Range<Int64> {
        let seconds = buffered.withLock { $0 }
        return frame(at: seconds.lowerBound)..<frame(at: seconds.upperBound)
    }

    /// The frame at which a segment starts: the boundary of packets that is nearest to what its times say.
    private func frame(at seconds: Double) -> Int64 {
        let packet = Double(max(1, beginning.format.framesPerPacket))
        let frame = (seconds * beginning.format.sampleRate / packet).rounded() * packet
        return Int64(min(max(0, frame), Self.lastFrame))
    }

    private func start(_ place: HLSTimeline.Place) -> Int64 {
        place.segment.number == firstNumber ? 0 : frame(at: place.start) - Int64(beginning.priming)
    }

    /// Goes to the segment from which a frame is decoded.
    ///
    /// - Returns: frames from there to the one that is wanted.
    func seek(to wanted: Int64) -> Int64 {
        let places = timeline.withLock { $0.places.filter { $0.segment.number >= firstNumber } }
        guard var place = places.last(where: { start($0) <= wanted }) ?? places.first else { return 0 }
        let lead = Self.leadPackets * Int64(max(1, beginning.format.framesPerPacket))
        if wanted - start(place) < lead, place.segment.number > firstNumber,
            let before = places.last(where: { $0.segment.number < place.segment.number && !$0.segment.isGap })
        {
            place = before
        }
        next = place.segment.number
        return max(0, wanted - start(place))
    }

    /// The packets of the next segment; nil at the end. Waits for it, where the stream is live.
    func packets() throws(HTTPSource.Failure) -> StreamPackets? {
        var repeats = 0
        while true {
            guard !cancellation.isCancelled else { throw HTTPSource.Failure("interrupted", .interrupted) }
            let (place, isEnded, target) = timeline.withLock { ($0.place(from: next), $0.isEnded, $0.targetDuration) }
            if let place {
                let hasLeftOut = place.segment.number > next
                next = place.segment.number + 1
                guard !place.segment.isGap else { continue }
                guard let sound = try sound(of: place, isLive: !isEnded) else { continue }
                buffered.withLock { $0 = place.start..<place.end }
                note(sound, place.start)
                var packets = sound.packets
                if place.segment.number != firstNumber { packets.priming = 0 }
                if place.segment.isDiscontinuous || hasLeftOut { packets.isDiscontinuous = true }
                return packets
            }
            if isEnded { return nil }
            guard repeats < Self.mostRepeats else { throw HTTPSource.Failure("the live stream has stopped", .content) }
            wait(repeats == 0 ? 0 : max(1, target / 2))
            repeats = try reload() ? 1 : repeats + 1
        }
    }

    /// - Returns: whether there is something new.
    private func reload() throws(HTTPSource.Failure) -> Bool {
        do throws(HTTPSource.Failure) {
            let media = try stream.reload(cancellation)
            return timeline.withLock { $0.update(media) }
        } catch {
            // A server may fail for a moment: no new segment is known then.
            if case .content = error.cause { throw error }
            if cancellation.isCancelled { throw error }
            return false
        }
    }

    private func wait(_ seconds: Double) {
        for _ in 0..<Int(seconds.rounded(.up)) where !cancellation.isCancelled { stream.environment.pause(1) }
    }

    /// The sound of a segment; nil where a live stream no longer has it.
    private func sound(of place: HLSTimeline.Place, isLive: Bool) throws(HTTPSource.Failure) -> SegmentSound? {
        if let known = recent.first(where: { $0.number == place.segment.number }) { return known.sound }
        let sound: SegmentSound
        do throws(HTTPSource.Failure) { sound = try Self.request(place.segment, stream, cancellation) } catch {
            if isLive, case .status = error.cause { return nil }
            throw error
        }
        if recent.count > 1 { recent.removeFirst() }
        recent.append((place.segment.number, sound))
        return sound
    }

    private static func request(
        _ segment: HLSSegment, _ stream: HLSStream, _ cancellation: Cancellation
    ) throws(HTTPSource.Failure) -> SegmentSound {
        var attempt = 1
        while true {
            do throws(HTTPSource.Failure) {
                let sound = try stream.sound(segment, cancellation)
                try sound.packets.requirePlayable()
                return sound
            } catch {
                guard attempt < attempts, error.cause == .connection, !cancellation.isCancelled else { throw error }
                stream.environment.pause(UInt32(attempt))
                attempt += 1
            }
        }
    }
}
