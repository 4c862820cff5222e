import CCoreAudio
import Glibc

/// Volumes as the hardware layer shows them: element 0 is the loudest channel and moves all of them alike; decibels go by
/// the cube of what people see, as the sound servers have it.
package enum HardwareVolume {
    static let quietest: Float = -96
    static let range = AudioValueRange(mMinimum: Double(quietest), mMaximum: 0)

    static func read(_ volume: [Float], element: UInt32) -> Float? {
        guard element > 0 else { return volume.max() }
        return Int(element) <= volume.count ? volume[Int(element) - 1] : nil
    }

    package static func write(_ value: Float, _ volume: [Float], element: UInt32) -> [Float] {
        var volume = volume
        if element > 0 {
            if Int(element) <= volume.count { volume[Int(element) - 1] = value }
            return volume
        }
        let loudest = volume.max() ?? 0
        return volume.map { loudest > 0 ? $0 / loudest * value : value }
    }

    /// The balance of the first two channels between left, 0, and right, 1; nil with fewer channels.
    static func pan(_ volume: [Float]) -> Float? {
        guard volume.count > 1 else { return nil }
        let (left, right) = (volume[0], volume[1])
        guard left != right else { return 0.5 }
        return left > right ? right / left / 2 : 1 - left / right / 2
    }

    /// The volumes with another balance of the first two: the louder one keeps its volume.
    static func pan(_ volume: [Float], to pan: Float) -> [Float] {
        var volume = volume
        let loudest = max(volume[0], volume[1])
        volume[0] = loudest * min(1, 2 * (1 - pan))
        volume[1] = loudest * min(1, 2 * pan)
        return volume
    }

    static func decibels(_ scalar: Float) -> Float {
        scalar > 0 ? max(quietest, min(0, 60 * log10f(scalar))) : quietest
    }

    static func scalar(_ decibels: Float) -> Float {
        decibels <= quietest ? 0 : min(1, powf(10, decibels / 60))
    }
}
