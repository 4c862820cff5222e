/// A measured head, and what an input needs to be heard by it. The audio thread uses it, one cycle at a time.
final class HeadStage: @unchecked Sendable {
    private let responses: HeadResponses
    private let sampleRate: Double
    private let maximumFrames: Int
    private var filter: HeadFilter

    init(_ responses: HeadResponses, sampleRate: Double, maximumFrames: Int) {
        (self.responses, self.sampleRate, self.maximumFrames) = (responses, sampleRate, maximumFrames)
        filter = HeadFilter(length: responses.length, maximumFrames: maximumFrames)
    }

    deinit { filter.deallocate() }

    /// Bytes of memory for each input.
    static func bytes(maximumFrames: Int) -> Int { (3 * maximumFrames + 1024) * MemoryLayout<Float>.size }

    /// Whether it was made for such cycles.
    func fits(_ sampleRate: Double, _ maximumFrames: Int) -> Bool {
        self.sampleRate == sampleRate && self.maximumFrames >= maximumFrames
    }

    /// The frames of the source on which a frame depends.
    var length: Int { responses.length }

    func reset() { filter.reset() }

    /// Takes the source's frames of a slice.
    func take(_ samples: UnsafePointer<Float>, frames: Int) { filter.take(samples, frames: frames) }

    /// What an ear hears in the slice.
    func hear(_ direction: SpatialDirection, isRight: Bool, frames: Int) -> UnsafePointer<Float> {
        filter.hear(responses.response(direction, isRight: isRight), isRight: isRight, frames: frames)
    }

    /// Ends the slice.
    func advance(_ frames: Int) { filter.advance(frames) }
}
