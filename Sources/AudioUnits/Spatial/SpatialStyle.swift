import AudioDSP
import Glibc

/// How an input is heard.
struct SpatialStyle: BitwiseCopyable {
    /// What it passes on its way to the output: nothing, gains, two ears, two ears with a sphere between them, or a measured head.
    /// Or it is not heard, while others are heard for it.
    enum Path: Int, CaseIterable { case passed, panned, ears, sphere, head, silent }

    var path: Path
    var algorithm = SpatialAlgorithm.passThrough
    /// Whether the ear away from the source hears it later.
    var isDelayed = false

    /// Channel by channel.
    static var passed: SpatialStyle { SpatialStyle(path: .passed) }

    static var silent: SpatialStyle { SpatialStyle(path: .silent) }

    /// Whether the source has a place around the listener.
    var isPlaced: Bool { path != .passed && path != .silent }

    /// Whether the path has filters, which need frames to begin with.
    var hasFilters: Bool { isPlaced && path != .panned }
}

/// What an input is heard through, and what it was heard through before.
///
/// Where the path changes, the new one first runs unheard, until its filters are full. Then the sound goes over from the old path to
/// the new one. So nothing clicks.
struct SpatialChange: BitwiseCopyable {
    /// None before the first slice.
    private(set) var present: SpatialStyle?
    /// None but in a change.
    private(set) var former: SpatialStyle?
    /// Frames since the change began, frames for which the new path is unheard, and frames of the way from one to the other.
    private var frame = 0
    private var lead = 0
    private let length: Int

    init(_ sampleRate: Double) { length = max(1, Int(sampleRate * 0.01)) }

    mutating func reset() { (present, former) = (nil, nil) }

    /// Whether what comes out depends on nothing but the frames that go in.
    var isWithoutFilters: Bool { former == nil && present?.hasFilters != true }

    /// Whether nothing is heard, and nothing dies away.
    var isSilent: Bool { former == nil && present?.path == .silent }

    /// Takes over the style that is wanted. A change that is in progress ends before the next one.
    ///
    /// - Returns: true where another path begins.
    mutating func take(_ wanted: SpatialStyle, lead: Int) -> Bool {
        guard let now = present else {
            present = wanted
            return true
        }
        if now.path == wanted.path {
            present = wanted
            return false
        }
        guard former == nil else { return false }
        (former, present, frame, self.lead) = (now, wanted, 0, lead)
        return true
    }

    /// The part of the old path or of the new one in a change.
    func fade(isFormer: Bool) -> SpatialFade {
        SpatialFade(start: frame - lead, length: length, isFormer: isFormer)
    }

    mutating func advance(_ frames: Int) {
        guard former != nil else { return }
        frame += frames
        if frame >= lead + length { former = nil }
    }
}

/// The part of a path in a change, from frame to frame.
struct SpatialFade: BitwiseCopyable {
    let start: Int
    let length: Int
    let isFormer: Bool

    func value(_ frame: Int) -> Float {
        let part = Float(min(max(start + frame, 0), length)) / Float(length)
        return isFormer ? 1 - part : part
    }
}

extension MixRamp {
    /// Adds samples times the gain in a change of the path.
    func add(
        _ samples: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, _ frames: Int, _ fade: SpatialFade
    ) {
        for frame in 0..<frames { target[frame] += samples[frame] * value(frame) * fade.value(frame) }
    }
}

/// What is between a source and the listener: a filter of first order, with an attenuation at 5 kHz.
struct SpatialObstacle: BitwiseCopyable {
    private var last: Float = 0

    mutating func reset() { last = 0 }

    /// Whether nothing more comes out of it.
    var isQuiet: Bool { last.magnitude < 1e-9 }

    /// Makes samples duller, in place or elsewhere.
    ///
    /// - Parameter decibels: the attenuation. Samples stay as they are where it is 0, and are not copied.
    mutating func pass(
        _ samples: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, frames: Int, decibels: Float,
        _ sampleRate: Double
    ) {
        guard decibels < 0 else {
            last = samples[frames - 1]
            return
        }
        let part = Self.part(decibels, sampleRate)
        for frame in 0..<frames {
            last += part * (samples[frame] - last)
            output[frame] = last
        }
    }

    /// How much of a step the filter takes in a frame.
    private static func part(_ decibels: Float, _ sampleRate: Double) -> Float {
        // |H|² = p² / (1 - 2 (1 - p) cos w + (1 - p)²), solved for p.
        let power = pow(10, Double(decibels) / 10)
        let cosine = cos(2 * .pi * min(5000, sampleRate * 0.45) / sampleRate)
        let (a, b) = (1 - power, 2 * power * (1 - cosine))
        return Float(min(1, (-b + (b * b + 4 * a * b).squareRoot()) / (2 * a)))
    }
}
