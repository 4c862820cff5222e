import AudioCore
import AudioFiles
import Foundation
import PlaybackAndRecording

/// Reads a source that waits for a network on a thread of its own, so that a player never waits for it.
final class ReadAhead: FrameSource, @unchecked Sendable {
    private let work: Work
    let format: StreamFormat
    let layout: ChannelLayout?

    /// - Parameters:
    ///   - seconds: how much is read ahead; 0 for the usual.
    ///   - hasMore: called on the thread when there are frames after there were none, at the end, and after an error.
    init(_ source: any PlayableSource, seconds: Double, hasMore: @escaping @Sendable () -> Void) {
        (format, layout) = (source.format, source.layout)
        let frames = Int((seconds > 0 ? min(max(seconds, 1), 60) : 4) * source.format.sampleRate)
        work = Work(source, room: frames, hasMore)
        let work = work
        let thread = Foundation.Thread { work.run() }
        thread.name = "read ahead"
        thread.start()
    }

    deinit { work.end() }

    var length: Int64 { work.source.length }
    var isCut: Bool { work.source.isCut }
    var mayWait: Bool { true }

    /// Whether enough is read that a start is heard without a gap.
    var isReady: Bool { work.isReady }

    /// Has the next seek read again what is read ahead: the source gives other frames.
    func forget() { work.forget() }

    func setSampleRate(_ rate: Double) { work.goTo(0, rate: rate) }
    func seek(to frame: Int64) { work.goTo(frame, rate: nil) }
    func read(_ samples: UnsafeMutablePointer<Float>, frames: Int) throws(AudioError) -> Int {
        try work.take(samples, frames)
    }

    /// What the thread has. The thread keeps it, and ends when nobody reads ahead any more.
    private final class Work: @unchecked Sendable {
        let source: any PlayableSource
        private let channels: Int
        private let room: Int
        private let hasMore: @Sendable () -> Void
        private let condition = NSCondition()
        // All that follows is touched with the condition locked.
        private var samples: [Float]
        private var first = 0
        private var count = 0
        private var target: Int64? = 0
        private var rate: Double?
        /// Where the present frames begin, unless some of them have been taken.
        private var origin: Int64? = 0
        private var turn = 0
        private var hasEnded = false
        private var failure: AudioError?
        private var isOver = false

        init(_ source: any PlayableSource, room: Int, _ hasMore: @escaping @Sendable () -> Void) {
            (self.source, self.room, self.hasMore) = (source, room, hasMore)
            channels = source.format.channels
            samples = [Float](repeating: 0, count: room * channels)
        }

        func end() {
            condition.withLock { isOver = true }
            condition.signal()
            source.interrupt()
        }

        /// Reads from a frame on. What is read ahead stays where it begins there, and where the source cannot go to another place.
        func goTo(_ frame: Int64, rate: Double?) {
            let staysWhereItIs = source.seekableRanges.isEmpty
            condition.withLock {
                if rate == nil, failure == nil {
                    if origin == frame { return }
                    if staysWhereItIs, !hasEnded { return }
                }
                if let rate { self.rate = rate }
                origin = frame
                (target, first, count, hasEnded, failure) = (frame, 0, 0, false, nil)
                turn += 1
            }
            condition.signal()
        }

        func forget() { condition.withLock { origin = nil } }

        var isReady: Bool { condition.withLock { hasEnded || failure != nil || count >= min(room, 8192) } }

        func take(_ target: UnsafeMutablePointer<Float>, _ frames: Int) throws(AudioError) -> Int {
            condition.lock()
            defer { condition.unlock() }
            guard count > 0 else {
                if let failure { throw failure }
                return hasEnded ? 0 : FrameLength.notYet
            }
            let run = min(frames, count, room - first)
            samples.withUnsafeBufferPointer {
                target.update(from: $0.baseAddress! + first * channels, count: run * channels)
            }
            first = (first + run) % room
            count -= run
            origin = nil
            condition.signal()
            return run
        }

        func run() {
            let block = 4096
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: block * channels)
            defer { memory.deallocate() }
            while let (frame, rate, turn) = next() {
                var outcome: Result<Int, AudioError>
                do throws(AudioError) {
                    if let rate { try source.setSampleRate(rate) }
                    if let frame { try source.seek(to: frame) }
                    outcome = .success(try source.read(memory, frames: min(block, room)))
                } catch { outcome = .failure(error) }
                if keep(outcome, memory, turn) { hasMore() }
            }
        }

        /// What to do next; nil at the end.
        private func next() -> (frame: Int64?, rate: Double?, turn: Int)? {
            condition.lock()
            defer { condition.unlock() }
            while !isOver, target == nil, hasEnded || failure != nil || room - count < min(4096, room) {
                condition.wait()
            }
            guard !isOver else { return nil }
            defer { (target, rate) = (nil, nil) }
            return (target, rate, turn)
        }

        /// - Returns: whether a reader may wait for it.
        private func keep(_ outcome: Result<Int, AudioError>, _ memory: UnsafePointer<Float>, _ turn: Int) -> Bool {
            condition.withLock {
                // A seek has come meanwhile.
                guard turn == self.turn else { return false }
                let wasReady = count >= min(room, 8192)
                switch outcome {
                case .failure(let error): failure = error
                case .success(let frames) where frames <= 0: hasEnded = true
                case .success(let frames):
                    for index in 0..<frames * channels {
                        samples[((first + count) * channels + index) % samples.count] = memory[index]
                    }
                    count += frames
                    return !wasReady
                }
                return true
            }
        }
    }
}
