import AudioCore
import AudioIO

/// The time that a playing queue reports to its client: the frame that is heard now.
///
/// Between two cycles it continues with the device's time, up to the last frame that the device has got. It never goes
/// back from a start to the next stop, and while the stream is gone it stops.
final class QueueClock: Sendable {
    private struct State {
        /// The latest time that was reported of this time line.
        var reported = -Double.infinity
        /// Frames from handing one over to hearing it, when that was last known.
        var latency = 0
    }

    private let state = LockedValue(State(), .state)

    /// Begins a new time line by `rewind`.
    func restart(_ rewind: () -> Void) {
        state.withLock { state in
            rewind()
            state.reported = -.infinity
        }
    }

    func note(latency: Int) { state.withLock { $0.latency = latency } }

    /// The frame of the voice that is heard at a host time; nil before the voice's first cycle. Less than 0 before a start
    /// for a known time is heard.
    ///
    /// - Parameter output: nil for a voice that is rendered offline.
    func frame(of voice: QueueVoice, on output: Output?, at hostTime: UInt64, isPaused: Bool) -> Double? {
        state.withLock { state in
            guard voice.startedAt.load(ordering: .acquiring) >= 0 else { return nil }
            let played = Double(voice.clock.load(ordering: .acquiring))
            guard let output else { return played }
            var frame = played
            if let anchor = output.clock {
                state.latency = output.latency
                frame = min(played, anchor.sampleTime(at: hostTime) - Double(voice.base.load(ordering: .acquiring)))
            } else if !isPaused {
                frame -= Double(state.latency)
            }
            if voice.startKind.load(ordering: .relaxed) == QueueVoice.Start.now { frame = max(0, frame) }
            state.reported = max(state.reported, frame)
            return state.reported
        }
    }
}
