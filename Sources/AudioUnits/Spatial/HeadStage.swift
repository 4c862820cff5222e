/// A measured head, and what the sources of an input need to be heard by it. The audio thread uses it, one cycle at a time.
final class HeadStage: @unchecked Sendable {
    private let responses: HeadResponses
    private let sampleRate: Double
    private let maximumFrames: Int
    private let filters: UnsafeMutablePointer<HeadFilter>
    private let sources: Int

    /// - Parameter sources: the input as a whole, and each channel of a bed.
    init(_ responses: HeadResponses, sampleRate: Double, maximumFrames: Int, sources: Int) {
        (self.responses, self.sampleRate, self.maximumFrames) = (responses, sampleRate, maximumFrames)
        self.sources = sources
        filters = .allocate(capacity: sources)
        for source in 0..<sources {
            (filters + source).initialize(to: HeadFilter(length: responses.length, maximumFrames: maximumFrames))
        }
    }

    deinit {
        for source in 0..<sources { filters[source].deallocate() }
        filters.deallocate()
    }

    /// The length of responses that are not known yet.
    static let usualLength = 1024

    /// Bytes of memory for each source.
    static func bytes(maximumFrames: Int, length: Int) -> Int {
        (3 * maximumFrames + length) * MemoryLayout<Float>.size
    }

    /// Whether it was made for such cycles, and so many sources.
    func fits(_ sampleRate: Double, _ maximumFrames: Int, sources: Int) -> Bool {
        self.sampleRate == sampleRate && self.maximumFrames >= maximumFrames && self.sources >= sources
    }

    /// The frames of a source on which a frame depends.
    var length: Int { responses.length }

    func reset(_ source: Int) { filters[source].reset() }

    /// Takes a source's frames of a slice.
    func take(_ samples: UnsafePointer<Float>, frames: Int, _ source: Int) {
        filters[source].take(samples, frames: frames)
    }

    /// What an ear hears of a source in the slice.
    func hear(_ direction: SpatialDirection, isRight: Bool, frames: Int, _ source: Int) -> UnsafePointer<Float> {
        filters[source].hear(responses.response(direction, isRight: isRight), isRight: isRight, frames: frames)
    }

    /// Ends the slice for a source.
    func advance(_ frames: Int, _ source: Int) { filters[source].advance(frames) }
}
