import Glibc

/// How fast a source comes nearer, and by how much that makes it play faster: the Doppler effect. Audio thread.
///
/// The speed is that of the distances that a client sets. It is smoothed over about a tenth of a second, because a client sets them
/// in steps, and less often than cycles are rendered. In cycles of one length the mean of the speed over a longer time is
/// exact.
struct SpatialMotion: BitwiseCopyable {
    /// The time constant of each of two filters, in seconds.
    private static let smoothing = 0.05
    /// The most time that a change of the distance is taken to have lasted.
    private static let longestStep = 0.05
    /// How much longer than it seems that time may be, as clients set distances between cycles.
    private static let leastStep = 0.02
    /// A slower source is at rest, in metres per second.
    private static let rest = 1e-3

    /// The distance in the cycle before; not a number before the first.
    private var distance = Double.nan
    /// Seconds since the distance changed, `longestStep` at most.
    private var elapsed = 0.0
    /// The speed after the first filter, and after the second one, in metres per second towards the listener.
    private var (rough, speed) = (0.0, 0.0)

    init() {}

    mutating func reset() { self = SpatialMotion() }

    /// How much faster the source plays than at rest, 0.5 to 2; exactly 1 at rest.
    var rate: Double {
        guard speed != 0 else { return 1 }
        let sound = SphericalHead.speedOfSound
        return sound / (sound - min(max(speed, -sound), sound / 2))
    }

    /// Whether another distance in the next cycle may change the rate.
    func moves(to next: Float) -> Bool { !distance.isNaN && distance != Double(next) }

    /// Takes the distance of a cycle.
    ///
    /// - Parameters:
    ///   - isHeard: whether the motion counts. The rate goes back to 1 where it does not.
    ///   - seconds: how long the cycle is, more than 0.
    mutating func advance(to next: Float, isHeard: Bool, seconds: Double) {
        let way = distance.isNaN ? 0 : distance - Double(next)
        distance = Double(next)
        elapsed = min(elapsed + seconds, Self.longestStep)
        var wanted = 0.0
        if way != 0 {
            // What would be faster than sound is a jump to another place, and no motion.
            let time = max(seconds, min(elapsed + Self.leastStep, Self.longestStep))
            if isHeard, way.magnitude <= time * SphericalHead.speedOfSound { wanted = way / seconds }
            elapsed = 0
        }
        if wanted == 0, rough.magnitude < Self.rest, speed.magnitude < Self.rest {
            (rough, speed) = (0, 0)
            return
        }
        let part = 1 - exp(-seconds / Self.smoothing)
        rough += part * (wanted - rough)
        speed += part * (rough - speed)
    }
}
