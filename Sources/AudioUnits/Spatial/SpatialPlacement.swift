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

    /// The elevation in radians.
    var elevation: Double { asin(min(1, max(-1, up))) }

    /// The cosine of the angle to another direction.
    func likeness(to other: SpatialDirection) -> Double {
        right * other.right + ahead * other.ahead + up * other.up
    }
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
    /// The gains of a placed source for the channels of an output. All but the sound field have the two loudspeakers in front.
    func gains(
        _ direction: SpatialDirection, _ speakers: SpatialSpeakers, into gains: UnsafeMutablePointer<Float>
    ) {
        guard self != .soundField else { return speakers.soundField(direction, into: gains) }
        speakers.clear(gains)
        let (left, right) = (speakers.left, speakers.right)
        guard speakers.hasPair else {
            gains[left] = 1
            return
        }
        guard self == .equalPower else {
            (gains[left], gains[right]) = (1, 1)
            return
        }
        let angle = (direction.right + 1) * .pi / 4
        (gains[left], gains[right]) = (Float(cos(angle)), Float(sin(angle)))
    }
}

/// A head as a sphere between two ears: how much later and duller each ear hears a source (Brown and Duda, 1998).
struct SphericalHead: BitwiseCopyable {
    /// In metres.
    static let radius = 0.0875
    /// In metres per second.
    static let speedOfSound = 343.0
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
