/// When the sound of a movie's track is heard, where that is not all of it from the beginning on.
package struct SoundTimeline: Equatable, Sendable {
    /// A part of the timeline.
    package struct Edit: Equatable, Sendable {
        /// How long it is, in units of the movie; nil for as long as the sound lasts.
        package var duration: Int64?
        /// Where in the sound's own time it begins, in units of the track; nil where nothing is heard.
        package var start: Int64?
        /// Seconds of the sound for a second of the movie; 0 for silence.
        package var rate: Double

        package init(duration: Int64?, start: Int64?, rate: Double = 1) {
            (self.duration, self.start, self.rate) = (duration, start, rate)
        }
    }

    /// Units of time in a second of the track.
    package var timescale: Int32
    /// Units of time in a second of the movie.
    package var movieTimescale: Int32
    /// The parts, one after the other.
    package var edits: [Edit]

    package init(timescale: Int32, movieTimescale: Int32, edits: [Edit]) {
        (self.timescale, self.movieTimescale, self.edits) = (timescale, movieTimescale, edits)
    }
}
