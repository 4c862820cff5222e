/// Measures how long a stream's frames last by the host's clock: the slope of the host times of its cycles, by least squares, in which
/// a cycle counts the less the longer it is past.
///
/// For the audio thread alone. Host times are rounded to frames where a server says so, and come in bursts: a single pair of them says
/// little. Where the time line breaks, at a pause, a lost cycle or a device of another latency, the measurement begins anew, and the
/// last result holds until there is another.
struct ClockRate {
    /// The length of a frame as a part of its nominal length, to a millionth; 1 before the first result.
    private(set) var scalar = 1.0

    /// The last cycle's first frame, and its host time.
    private var sampleTime: Int64 = 0
    private var hostTime: UInt64 = 0
    /// Seconds of frames since the last break.
    private var span = 0.0
    /// Sums over the cycles, as seen from the last one: of 1; of the seconds of their frames; of the seconds by which the host's time is
    /// beyond those; and of products of them.
    private var count = 0.0
    private var times = 0.0
    private var excesses = 0.0
    private var squares = 0.0
    private var products = 0.0

    private enum Tuning {
        /// Seconds without which there is no result.
        static var leastSpan: Double { @_noLocks get { 1 } }
        /// Seconds after which a cycle counts for a third.
        static var memory: Double { @_noLocks get { 10 } }
        /// Seconds by which a cycle comes too early or too late where the time line breaks: servers round to a frame.
        static var shortestBreak: Double { @_noLocks get { 0.00005 } }
        /// No clock is farther from its nominal rate.
        static var most: Double { @_noLocks get { 0.005 } }
    }

    /// Takes the times of a cycle's first frame.
    @_noLocks mutating func take(sampleTime: Int64, hostTime: UInt64, at sampleRate: Double) {
        let nominal = Double(sampleTime &- self.sampleTime) / sampleRate
        let passed = hostTime >= self.hostTime ? Double(hostTime &- self.hostTime) / 1e9 : -1
        let excess = passed - nominal
        (self.sampleTime, self.hostTime) = (sampleTime, hostTime)
        let allowed = Tuning.shortestBreak + nominal * Tuning.most
        guard count > 0, nominal > 0, passed > 0, max(excess, -excess) < allowed else {
            (span, count, times, excesses, squares, products) = (0, 1, 0, 0, 0, 0)
            return
        }
        // The sums as seen from this cycle, which adds only itself: all its distances are 0.
        squares += nominal * (count * nominal - 2 * times)
        products += nominal * (count * excess - excesses) - excess * times
        times -= count * nominal
        excesses -= count * excess
        let kept = max(0, 1 - nominal / Tuning.memory)
        count = count * kept + 1
        times *= kept
        excesses *= kept
        squares *= kept
        products *= kept
        span += nominal
        let spread = count * squares - times * times
        guard span >= Tuning.leastSpan, spread > 0 else { return }
        let slope = (count * products - times * excesses) / spread
        let millionths = 1e6 * max(-Tuning.most, min(Tuning.most, slope))
        scalar = 1 + Double(Int64(millionths + (millionths < 0 ? -0.5 : 0.5))) / 1e6
    }
}
