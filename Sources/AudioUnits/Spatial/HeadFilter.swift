import CKernels
import CRealtime

/// What both ears hear of a source that moves, by responses of a head.
struct HeadFilter: BitwiseCopyable {
    /// The last frames of the source, then those of the present slice.
    private let history: UnsafeMutablePointer<Float>
    private let heard: UnsafeMutablePointer<Float>
    private let before: UnsafeMutablePointer<Float>
    private let length: Int
    private let capacity: Int
    /// The responses of the last slice.
    private var left: UnsafePointer<Float>?
    private var right: UnsafePointer<Float>?

    /// - Parameter length: frames of the responses.
    init(length: Int, maximumFrames: Int) {
        (self.length, capacity) = (length, length + maximumFrames)
        history = .allocate(capacity: capacity)
        heard = .allocate(capacity: maximumFrames)
        before = .allocate(capacity: maximumFrames)
        history.initialize(repeating: 0, count: capacity)
    }

    func deallocate() {
        history.deallocate()
        heard.deallocate()
        before.deallocate()
    }

    mutating func reset() {
        _ = realtime_fill(history, 0, capacity * 4)
        (left, right) = (nil, nil)
    }

    /// Takes the source's frames of a slice.
    mutating func take(_ samples: UnsafePointer<Float>, frames: Int) {
        _ = realtime_copy(history + length, samples, frames * 4)
    }

    /// Forgets the oldest frames, after a slice.
    mutating func advance(_ frames: Int) { _ = realtime_move(history, history + frames, length * 4) }

    /// What an ear hears in the slice: where the source has moved, it goes over from one response to the other.
    mutating func hear(_ response: UnsafePointer<Float>, isRight: Bool, frames: Int) -> UnsafePointer<Float> {
        let last = isRight ? right : left
        if isRight { right = response } else { left = response }
        convolve(response, heard, frames)
        guard let last, last != response else { return UnsafePointer(heard) }
        convolve(last, before, frames)
        let step = 1 / Float(frames)
        for frame in 0..<frames {
            let part = Float(frame + 1) * step
            heard[frame] = before[frame] + (heard[frame] - before[frame]) * part
        }
        return UnsafePointer(heard)
    }

    private func convolve(_ response: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ frames: Int) {
        CKConvolve(response, length, history + length, output, frames)
    }
}
