import CCoreAudio
import Glibc

/// Volumes as the hardware layer shows them: element 0 is the loudest channel and moves all of them alike; decibels go by
/// the cube of what people see, as the sound servers have it.
enum HardwareVolume {
    static let quietest: Float = -96
    static let range = AudioValueRange(mMinimum: Double(quietest), mMaximum: 0)

    static func read(_ volume: [Float], element: UInt32) -> Float? {
        guard element > 0 else { return volume.max() }
        return Int(element) <= volume.count ? volume[Int(element) - 1] : nil
    }

    static func write(_ value: Float, _ volume: [Float], element: UInt32) -> [Float] {
        var volume = volume
        if element > 0 {
            if Int(element) <= volume.count { volume[Int(element) - 1] = value }
            return volume
        }
        let loudest = volume.max() ?? 0
        return volume.map { loudest > 0 ? $0 / loudest * value : value }
    }

    static func decibels(_ scalar: Float) -> Float {
        scalar > 0 ? max(quietest, min(0, 60 * log10f(scalar))) : quietest
    }

    static func scalar(_ decibels: Float) -> Float {
        decibels <= quietest ? 0 : min(1, powf(10, decibels / 60))
    }
}
