import AudioCore

/// A row of `elst`.
struct MPEG4EditRow {
    /// How long it is, in the movie's time.
    var duration: Int64
    /// Where in the media it begins; below 0 for an edit without media.
    var mediaTime: Int64
    /// Seconds of the media for a second of the movie; 0 for one moment of the media that lasts as long as the edit.
    var rate = 1.0

    /// Whether the edit is the only kind that a table of packets can state: media at its own speed.
    var isPlain: Bool { mediaTime >= 0 && rate == 1 }

    private static let most = 1 << 10

    static func rows(of elst: MPEG4Atom, _ atoms: MPEG4Atoms) throws(AudioError) -> [MPEG4EditRow] {
        var input = try atoms.reader(of: elst, upTo: 20 * most)
        let isLong = try input.big(UInt32.self) >> 24 == 1
        let claimed = Int64(try input.big(UInt32.self))
        guard claimed <= Int64(input.remaining / (isLong ? 20 : 12)) else {
            throw .invalidFile.because("the edit list claims \(claimed) edits")
        }
        var rows: [MPEG4EditRow] = []
        for _ in 0..<claimed {
            let length = isLong ? Int64(clamping: try input.big(UInt64.self)) : Int64(try input.big(UInt32.self))
            let start = isLong ? try input.big(Int64.self) : Int64(try input.big(Int32.self))
            let rate = Double(try input.big(Int32.self)) / 65536
            // Neither standard has media run backwards.
            rows.append(MPEG4EditRow(duration: length, mediaTime: start, rate: rate < 0 ? 1 : rate))
        }
        return rows
    }
}

/// Which of a track's frames are sound: by the edit list, by what iTunes notes, by the length of the last sample.
struct MPEG4Edits {
    /// Where in the media the edit begins that shows the earliest part, and how long the first one is in the movie's time.
    private(set) var mediaTime: Int64?
    private(set) var duration: Int64 = 0
    private var rate = 1.0
    /// Edits that show something.
    private(set) var count = 0
    /// Whether nothing is shown: the only edit has no length, nor has the track.
    private var isEmpty = false

    init() {}

    /// - Parameter isEmptyTrack: whether the track and the movie last no time, by their headers. Some programs write edits without
    ///   a length that show all.
    init(_ elst: MPEG4Atom, _ atoms: MPEG4Atoms, ofEmptyTrack isEmptyTrack: Bool) throws(AudioError) {
        // An edit without media is silence before the sound, which packets cannot say.
        for row in try MPEG4EditRow.rows(of: elst, atoms) where row.mediaTime >= 0 {
            count += 1
            guard let earliest = mediaTime else {
                (mediaTime, duration, rate) = (row.mediaTime, row.duration, row.rate)
                continue
            }
            mediaTime = min(earliest, row.mediaTime)
        }
        isEmpty = isEmptyTrack && count == 1 && duration == 0
    }

    /// What counts in frames.
    struct Clock {
        var sampleRate: Double
        /// Units a second of the track and of the movie.
        var timescale: Double
        var movieTimescale: Double
        /// How long all samples last, in the track's units.
        var mediaTicks: Int64

        func frames(_ ticks: Int64, per scale: Double) -> Int64 {
            let frames = (Double(ticks) * sampleRate / scale).rounded()
            return frames < 9e18 ? Int64(max(0, frames)) : .max
        }

        var mediaFrames: Int64 { frames(mediaTicks, per: timescale) }
    }

    /// - Parameters:
    ///   - gapless: what iTunes notes; it counts before the edit list, which is coarser in many files.
    ///   - isCoarse: whether the note counts every other frame. Then an edit list that says the same is more exact.
    ///   - preSkip: frames that are no sound where neither says so.
    func packetTable(
        _ index: PacketIndex, _ clock: Clock, gapless: PacketTableInfo?, isCoarse: Bool = false, preSkip: Int = 0
    ) -> PacketTableInfo? {
        let total = index.totalFrames
        guard total > 0 else { return nil }
        guard let gapless, gapless.validFrames > 0, gapless.totalFrames <= total else {
            return edited(index, clock, preSkip: preSkip)
        }
        let noted = Self.table(total, priming: Int64(gapless.primingFrames), valid: gapless.validFrames)
        guard isCoarse, mediaTime != nil, let noted, let edited = edited(index, clock, preSkip: preSkip),
            abs(edited.primingFrames - noted.primingFrames) <= 1, abs(edited.validFrames - noted.validFrames) <= 1
        else { return noted }
        return edited
    }

    /// What the edit list and the durations say.
    private func edited(_ index: PacketIndex, _ clock: Clock, preSkip: Int) -> PacketTableInfo? {
        let total = index.totalFrames
        guard let mediaTime else {
            let media = Self.mediaLength(clock, index) ?? total
            guard media < total || preSkip > 0 else { return nil }
            return Self.table(total, priming: Int64(preSkip), valid: media - Int64(preSkip))
        }
        let priming = min(clock.frames(mediaTime, per: clock.timescale), total)
        let end = max(priming, Self.mediaLength(clock, index) ?? total)
        var valid = isEmpty ? 0 : end - priming
        if count == 1, duration > 0, rate == 1 {
            let edited = clock.frames(duration, per: clock.movieTimescale)
            // The movie's clock may be too coarse to say the exact end; where it nearly says it, it means it.
            let grain = clock.movieTimescale < clock.sampleRate ? clock.sampleRate / clock.movieTimescale : 0
            if abs(Double(edited) - Double(valid)) > grain { valid = edited }
        }
        return Self.table(total, priming: priming, valid: valid)
    }

    /// The frames that the durations state, where these show that not all frames of the last packet count.
    private static func mediaLength(_ clock: Clock, _ index: PacketIndex) -> Int64? {
        let frames = clock.mediaFrames
        let total = index.totalFrames
        guard index.constantFrames > 1, frames < total, total - frames < Int64(index.constantFrames) else { return nil }
        return frames
    }

    private static func table(_ total: Int64, priming: Int64, valid: Int64) -> PacketTableInfo? {
        let priming = max(0, min(priming, total, Int64(Int32.max)))
        let valid = max(0, min(valid, total - priming))
        guard let remainder = Int32(exactly: total - priming - valid) else { return nil }
        return PacketTableInfo(validFrames: valid, primingFrames: Int32(priming), remainderFrames: remainder)
    }
}
