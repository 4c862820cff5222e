import AudioCore
import Synchronization

/// Level meters of channels, in a queue or behind a bus: written by the audio thread, read by any other.
///
/// The average is the root of the mean square over about a twentieth of a second, the peak falls back in about half a
/// second.
package final class LevelMeters: @unchecked Sendable {
    private let channels: Int
    private let squares: UnsafeMutablePointer<Atomic<UInt32>>
    private let peaks: UnsafeMutablePointer<Atomic<UInt32>>

    /// Seconds over which the average is taken, and in which the peak falls.
    private let averageTime = 0.05
    private let peakTime = 0.5

    package init(channels: Int) {
        self.channels = channels
        squares = .allocate(capacity: channels)
        peaks = .allocate(capacity: channels)
        for channel in 0..<channels {
            (squares + channel).initialize(to: Atomic(0))
            (peaks + channel).initialize(to: Atomic(0))
        }
    }

    deinit {
        squares.deallocate()
        peaks.deallocate()
    }

    /// Levels of a channel, linear.
    package func level(_ channel: Int) -> (average: Float, peak: Float) {
        let square = Float(bitPattern: squares[channel].load(ordering: .acquiring))
        return (square.squareRoot(), Float(bitPattern: peaks[channel].load(ordering: .acquiring)))
    }

    package func reset() {
        for channel in 0..<channels {
            squares[channel].store(0, ordering: .releasing)
            peaks[channel].store(0, ordering: .releasing)
        }
    }

    /// Takes in interleaved frames. Real-time safe.
    ///
    /// A sample that is no number, or whose square is infinite, counts as silence: in the average it would stay for good.
    @_noLocks package func take(_ samples: UnsafePointer<Float>, frames: Int, at sampleRate: Double) {
        let old = Float(max(0, 1 - Double(frames) / (averageTime * sampleRate)))
        let fall = Float(max(0, 1 - Double(frames) / (peakTime * sampleRate)))
        for channel in 0..<channels {
            var sum: Float = 0
            var most: Float = 0
            var index = channel
            for _ in 0..<frames {
                let x = samples[index].magnitude <= 1e15 ? samples[index] : 0
                sum += x * x
                most = max(most, abs(x))
                index += channels
            }
            let mean = sum / Float(frames)
            let square = Float(bitPattern: squares[channel].load(ordering: .relaxed))
            let peak = Float(bitPattern: peaks[channel].load(ordering: .relaxed))
            squares[channel].store((square * old + mean * (1 - old)).bitPattern, ordering: .releasing)
            peaks[channel].store(max(most, peak * fall).bitPattern, ordering: .releasing)
        }
    }

    /// Takes in frames of silence. Real-time safe.
    @_noLocks package func takeSilence(frames: Int, at sampleRate: Double) {
        let old = Float(max(0, 1 - Double(frames) / (averageTime * sampleRate)))
        let fall = Float(max(0, 1 - Double(frames) / (peakTime * sampleRate)))
        for channel in 0..<channels {
            let square = Float(bitPattern: squares[channel].load(ordering: .relaxed))
            let peak = Float(bitPattern: peaks[channel].load(ordering: .relaxed))
            squares[channel].store((square * old).bitPattern, ordering: .releasing)
            peaks[channel].store((peak * fall).bitPattern, ordering: .releasing)
        }
    }
}
