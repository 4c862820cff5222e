/// Which frame of a file stands at a frame of a ring: straight lines, one for each speed.
///
/// The file's frames count on through its passes.
struct PlayerMap {
    private struct Line {
        var ring: Double
        var media: Double
        /// Frames of the file for each of the ring.
        var step: Double
    }

    private var lines: [Line]

    /// The frame of the ring from which it holds, and the file's frame there.
    init(ring: Int, media: Double, step: Double) { lines = [Line(ring: Double(ring), media: media, step: step)] }

    /// Lets the file go at another speed from a frame of the ring on.
    ///
    /// - Parameter oldest: the first frame of the ring that will still be asked for.
    mutating func setStep(_ step: Double, at ring: Int, keepingFrom oldest: Double) {
        lines.append(Line(ring: Double(ring), media: media(at: Double(ring)), step: step))
        while lines.count > 1, lines[1].ring <= oldest { lines.removeFirst() }
    }

    /// Lets the file go on from one of its frames, at a frame of the ring in which other ones had a place.
    mutating func cut(at ring: Int, media: Double, step: Double) {
        lines.removeAll { $0.ring >= Double(ring) }
        lines.append(Line(ring: Double(ring), media: media, step: step))
    }

    /// Lets the file's frames before this one pass evenly until this frame of the ring.
    ///
    /// - Parameter first: the frame of the ring from which on places may still change.
    mutating func end(at ring: Int, media last: Double, from first: Int) {
        let start = max(Double(first), lines[lines.count - 1].ring)
        let (media, left) = (media(at: start), Double(ring) - start)
        guard left > 0 else { return }
        lines.append(Line(ring: start, media: media, step: max(0, last - media) / left))
    }

    func media(at ring: Double) -> Double {
        let line = lines.last { $0.ring <= ring } ?? lines[0]
        return line.media + max(0, ring - line.ring) * line.step
    }

    /// The frame of the ring at which a frame of the file stands.
    func ring(of media: Double) -> Double {
        let line = lines.last { $0.media <= media } ?? lines[0]
        return line.step > 0 ? line.ring + max(0, media - line.media) / line.step : line.ring
    }
}
