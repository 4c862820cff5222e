/// The frames of a short file, for the passes that follow the first: a decoder that begins anew for each pass costs more than
/// the frames of a short one last.
///
/// One thread at a time. Allocates: not real-time safe.
struct PassMemory {
    private let channels: Int
    /// The longest pass that is kept, in frames.
    private let limit: Int
    private var samples: [Float] = []
    /// Whether all frames of the file are kept.
    private(set) var isComplete = false
    /// Frames of a pass that were given since `begin`.
    private var given = 0

    init(channels: Int, limit: Int) { (self.channels, self.limit) = (channels, limit) }

    /// Makes room for a first pass, unless there is a complete one.
    mutating func begin() {
        given = 0
        if !isComplete { samples.removeAll(keepingCapacity: true) }
    }

    /// Keeps frames that follow those kept before. `total` is how many the pass has had with these.
    mutating func keep(_ new: UnsafePointer<Float>, frames: Int, total: Int) {
        guard !isComplete, samples.count == (total - frames) * channels else { return }
        guard total <= limit else {
            samples = []
            return
        }
        samples.append(contentsOf: UnsafeBufferPointer(start: new, count: frames * channels))
    }

    /// Notes that the pass has ended after so many frames, which may be more than were kept.
    mutating func end(total: Int) { isComplete = total > 0 && samples.count == total * channels }

    /// Gives the next frames of a complete pass.
    ///
    /// - Returns: how many; 0 after the last.
    mutating func read(_ target: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        let count = min(frames, samples.count / channels - given)
        guard count > 0 else { return 0 }
        samples.withUnsafeBufferPointer { kept in
            guard let start = kept.baseAddress else { return }
            target.update(from: start + given * channels, count: count * channels)
        }
        given += count
        return count
    }

    mutating func forget() { self = PassMemory(channels: channels, limit: limit) }
}
