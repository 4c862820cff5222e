import AudioContainers
import CoreMedia

extension SoundTimeline {
    /// The parts of a file's track that are heard, with silence where there are none.
    ///
    /// Times of the file begin with its first frame that is sound, those of edits with the first one that is stored.
    func parts(of file: FileTrack) -> [SoundPart] {
        let priming = CMTime(value: file.priming, timescale: file.timescale)
        var (parts, ticks, exact) = ([SoundPart](), Int64(0), CMTime.zero)
        func append(_ source: CMTimeRange?, _ duration: CMTime) {
            guard duration > .zero else { return }
            let target = CMTimeRange(start: exact, duration: duration)
            parts.append(SoundPart(file: source == nil ? nil : file, source: source ?? .invalid, target: target))
            exact = target.end
        }
        let heard = edits.count { $0.start != nil }
        for edit in edits {
            let stated = edit.duration.map { CMTime(value: min(ticks + $0, 1 << 60), timescale: movieTimescale) }
            if let duration = edit.duration { ticks = min(ticks + duration, 1 << 60) }
            if let start = edit.start, edit.rate > 0 {
                // The only edit is what the file's frames are without the priming and the remainder.
                let begin: CMTime =
                    heard == 1
                    ? .zero : max(.zero, min(CMTime(value: start, timescale: timescale) - priming, file.duration))
                let rest = file.duration - begin
                let wanted = stated.map { Self.scaled($0 - exact, by: edit.rate) } ?? rest
                let isWhole = heard == 1 && edit.rate == 1
                let source = CMTimeRange(start: begin, duration: isWhole ? rest : max(.zero, min(wanted, rest)))
                append(source, Self.scaled(source.duration, by: 1 / edit.rate))
                // What follows an edit without a length begins after all of its sound.
                if edit.duration == nil {
                    let end = CMTimeConvertScale(exact, timescale: movieTimescale, method: .default).value
                    ticks = max(ticks, min(end, 1 << 60))
                }
                // Movies count time more coarsely than frames: the next part begins where the movie says.
                if isWhole { continue }
            }
            if let stated { append(nil, stated - exact) }
        }
        return parts
    }

    private static func scaled(_ time: CMTime, by factor: Double) -> CMTime {
        factor == 1 ? time : CMTimeMultiplyByFloat64(time, multiplier: factor)
    }
}
