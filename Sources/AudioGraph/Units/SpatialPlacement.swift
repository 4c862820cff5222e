import Glibc

/// How much quieter a source is by its distance: `MixerDistanceParams` and a curve.
///
/// The gain is 1 up to the reference distance. From there it falls to that of the greatest attenuation at the maximum
/// distance, and stays so.
struct DistanceModel: Equatable {
    /// `kSpatialMixerAttenuationCurve_…`
    enum Curve: UInt32 { case power, exponential, inverse, linear }

    var curve = Curve.inverse
    var reference: Float = 1
    var maximum: Float = 100_000
    /// In decibels, at least 0.
    var attenuation: Float = 100

    /// The gain of a distance.
    func gain(_ distance: Float) -> Float {
        guard reference > 0, maximum > reference, attenuation > 0, distance > reference else { return 1 }
        let (first, last) = (Double(reference), Double(maximum))
        let place = min(Double(distance), last)
        let least = pow(10, -Double(attenuation) / 20)
        let result =
            switch curve {
            case .inverse: inverse(place, least)
            case .power: inverse(place, least * least).squareRoot()
            case .exponential: pow(place / first, log(least) / log(last / first))
            case .linear: 1 - (1 - least) * (place - first) / (last - first)
            }
        return Float(result)
    }

    /// Inversely proportional to the distance, at a rate that leads to the least gain.
    private func inverse(_ distance: Double, _ least: Double) -> Double {
        let first = Double(reference)
        let rate = first * (1 / least - 1) / (Double(maximum) - first)
        return first / (first + rate * (distance - first))
    }
}

/// A direction as a vector of length 1: right, ahead, up.
struct SpatialDirection: BitwiseCopyable, Equatable {
    var right: Double
    var ahead: Double
    var up: Double

    /// - Parameters:
    ///   - azimuth: degrees to the right of straight ahead.
    ///   - elevation: degrees up.
    init(azimuth: Float, elevation: Float) {
        let (azimuth, elevation) = (Double(azimuth) * .pi / 180, Double(elevation) * .pi / 180)
        right = sin(azimuth) * cos(elevation)
        ahead = cos(azimuth) * cos(elevation)
        up = sin(elevation)
    }

    /// The same from a head that is turned to the right, then up, then tilted to the right, each in degrees.
    func heard(yaw: Float, pitch: Float, roll: Float) -> SpatialDirection {
        guard yaw != 0 || pitch != 0 || roll != 0 else { return self }
        var turned = self
        Self.turn(&turned.right, &turned.ahead, by: yaw)
        Self.turn(&turned.up, &turned.ahead, by: pitch)
        Self.turn(&turned.up, &turned.right, by: -roll)
        return turned
    }

    /// The same of a bed that is turned up, then to the right, each in degrees: straight ahead gets this azimuth and elevation.
    func turned(azimuth: Float, elevation: Float) -> SpatialDirection {
        guard azimuth != 0 || elevation != 0 else { return self }
        var turned = self
        Self.turn(&turned.ahead, &turned.up, by: elevation)
        Self.turn(&turned.ahead, &turned.right, by: azimuth)
        return turned
    }

    private static func turn(_ a: inout Double, _ b: inout Double, by degrees: Float) {
        let angle = Double(degrees) * .pi / 180
        (a, b) = (a * cos(angle) - b * sin(angle), b * cos(angle) + a * sin(angle))
    }

    /// The azimuth in radians.
    var azimuth: Double { atan2(right, ahead) }
}

/// `kSpatializationAlgorithm_…`, those that the mixer has.
enum SpatialAlgorithm: UInt32, CaseIterable {
    case equalPower = 0
    case sphericalHead = 1
    case measuredHead = 2
    case soundField = 3
    case passThrough = 5
    case bestMeasuredHead = 6
    /// One of the others, by `kAudioUnitProperty_SpatialMixerOutputType`.
    case byOutputType = 7

    /// Both names of Apple's have the same responses here.
    var usesResponses: Bool { self == .measuredHead || self == .bestMeasuredHead }
}

extension SpatialAlgorithm {
    /// The gains of a placed source for the channels of an output.
    func gains(_ direction: SpatialDirection, channels: Int, into gains: UnsafeMutablePointer<Float>) {
        for channel in 0..<channels { gains[channel] = 0 }
        guard channels > 1 else {
            gains[0] = 1
            return
        }
        switch self {
        case .equalPower:
            let angle = (direction.right + 1) * .pi / 4
            (gains[0], gains[1]) = (Float(cos(angle)), Float(sin(angle)))
        case .sphericalHead, .measuredHead, .bestMeasuredHead: (gains[0], gains[1]) = (1, 1)
        case .passThrough, .byOutputType: (gains[0], gains[1]) = (1, 1)
        case .soundField: Self.soundField(direction, channels, gains)
        }
    }

    /// The gains of what is for the loudspeaker for low frequencies. Where there is none, the first two have it.
    static func low(channels: Int, into gains: UnsafeMutablePointer<Float>) {
        for channel in 0..<channels { gains[channel] = 0 }
        for channel in 0..<channels where loudspeaker(channel, of: channels) == nil {
            gains[channel] = 1
            return
        }
        let gain: Float = channels > 1 ? Float(0.5).squareRoot() : 1
        for channel in 0..<min(2, channels) { gains[channel] = gain }
    }

    /// A microphone with the pattern of a cardioid for each loudspeaker, all together of one power.
    private static func soundField(
        _ direction: SpatialDirection, _ channels: Int, _ gains: UnsafeMutablePointer<Float>
    ) {
        var power = 0.0
        for channel in 0..<channels {
            guard let angle = loudspeaker(channel, of: channels) else { continue }
            let likeness = direction.right * sin(angle) + direction.ahead * cos(angle)
            let gain = max(0, 0.5 + 0.5 * likeness)
            gains[channel] = Float(gain)
            power += gain * gain
        }
        guard power > 0 else { return }
        for channel in 0..<channels { gains[channel] /= Float(power.squareRoot()) }
    }

    /// The angle of a loudspeaker to the right of straight ahead, in radians; nil for a channel that is not placed.
    static func loudspeaker(_ channel: Int, of channels: Int) -> Double? {
        // The left one of a pair comes first.
        let side: Double = channel % 2 == 0 ? -1 : 1
        switch (channels, channel) {
        case (2, _), (4, 0...1): return side * .pi / 4
        case (4, _): return side * .pi * 3 / 4
        case (5, 0...1), (6, 0...1), (8, 0...1): return side * .pi / 6
        case (5, 2), (6, 2), (8, 2): return 0
        case (5, _): return -side * .pi * 11 / 18
        case (6, 3), (8, 3): return nil
        case (6, _), (8, 4...5): return side * .pi * 11 / 18
        case (8, _): return side * .pi * 5 / 6
        default: return Double(channel) * 2 * .pi / Double(channels)
        }
    }
}

/// A head as a sphere between two ears: how much later and duller each ear hears a source (Brown and Duda, 1998).
struct SphericalHead: BitwiseCopyable {
    /// In metres.
    static let radius = 0.0875
    private static let speedOfSound = 343.0
    /// The most that one ear hears later than the other, in seconds.
    static let longestDelay = radius / speedOfSound * (.pi / 2 + 1)

    /// Seconds by which the left and the right ear hear a source later than the nearer one.
    static func delays(_ direction: SpatialDirection) -> (left: Double, right: Double) {
        let angle = asin(min(1, abs(direction.right)))
        let delay = radius / speedOfSound * (angle + sin(angle))
        return direction.right > 0 ? (delay, 0) : (0, delay)
    }

    /// The shadow of the head for an ear: coefficients of a filter of first order.
    ///
    /// - Parameter side: -1 for the left ear, 1 for the right one.
    static func shadow(
        _ direction: SpatialDirection, side: Double, _ sampleRate: Double
    ) -> (b0: Float, b1: Float, a1: Float) {
        let angle = acos(min(1, max(-1, direction.right * side)))
        // From 2 at the ear down to a tenth at 150 degrees from it.
        let strength = 1.05 + 0.95 * cos(min(angle / (150 * .pi / 180), 1.2) * .pi)
        let corner = 2 * speedOfSound / radius
        let step = 2 * sampleRate
        let scale = step + corner
        return (
            Float((strength * step + corner) / scale), Float((corner - strength * step) / scale),
            Float((corner - step) / scale)
        )
    }
}
