import AudioCore
import CAudioToolbox
import Glibc

/// Where the loudspeakers of a layout stand: degrees, 0 in front, positive to the right and upwards.
enum SpeakerPosition {
    /// The azimuths recommended by ITU-R BS.775 and BS.2051; nil for a channel that has no place.
    static func azimuth(of label: UInt32) -> Float? {
        switch label {
        case 3, 14, 42, 59: 0
        case 1, 13, 38, 57, 204, 206, 208, 301: -30
        case 2, 15, 39, 58, 205, 207, 209, 302: 30
        case 7: -15
        case 8: 15
        case 35: -60
        case 36: 60
        case 5, 60: -110
        case 6, 61: 110
        case 10, 49, 55: -90
        case 11, 51, 56: 90
        case 16, 33, 52, 63: -150
        case 18, 34, 54, 64: 150
        case 9, 12, 17, 44, 53: 180
        case 65: -22
        case 66: 22
        default: nil
        }
    }
}

/// The gains that put a mono source at a place: `AudioPanningInfo`.
struct Panning {
    private let channels: [ChannelLayout.Channel]
    private let mode: AudioPanningMode
    private let azimuth: Float
    private let elevation: Float
    private let hasDirection: Bool
    private let scale: Float

    init(_ info: AudioPanningInfo) throws(AudioError) {
        let layout = try FormatSpecifier.layout(at: info.mOutputChannelMap)
        guard layout.isValid else { throw .parameter.because("the channel layout is not valid") }
        let (x, y, z) = info.mCoordinates
        guard x.isFinite, y.isFinite, z.isFinite, info.mGainScale.isFinite else { throw .parameter }
        channels = layout.channels
        mode = info.mPanningMode
        scale = info.mGainScale
        guard mode.rawValue == 3 || mode.rawValue == 4 else { throw .parameter.because("no such panning mode") }
        if info.mCoordinateFlags & 2 != 0 {
            (azimuth, elevation, hasDirection) = (x, y, true)
        } else {
            let flat = (x * x + y * y).squareRoot()
            azimuth = atan2f(x, y) * 180 / .pi
            elevation = atan2f(z, flat) * 180 / .pi
            hasDirection = flat > 0 || z != 0
        }
    }

    /// One gain for each channel of the layout. The squares add up to the square of the gain scale.
    var gains: [Float] {
        let placed = channels.indices.compactMap { index in
            SpeakerPosition.azimuth(of: channels[index].label).map { (index, $0) }
        }
        let upper = placed.filter { ChannelLabel.isOverhead(channels[$0.0].label) }
        let lower = placed.filter { !ChannelLabel.isOverhead(channels[$0.0].label) }
        var result = [Float](repeating: 0, count: channels.count)
        let height = lower.isEmpty ? 1 : upper.isEmpty ? 0 : min(max(elevation / 45, 0), 1)
        spread(over: lower, cosf(height * .pi / 2), &result)
        spread(over: upper, sinf(height * .pi / 2), &result)
        return result
    }

    private func spread(over ring: [(index: Int, azimuth: Float)], _ amount: Float, _ result: inout [Float]) {
        guard !ring.isEmpty, amount > 1e-6 else { return }
        let weights: [(index: Int, gain: Float)]
        if !hasDirection {
            weights = ring.map { ($0.index, 1) }
        } else if mode.rawValue == 3 {
            weights = ring.map { ($0.index, (1 + cosf((azimuth - $0.azimuth) * .pi / 180)) / 2) }
        } else {
            weights = pair(in: ring)
        }
        let power = weights.reduce(Float(0)) { $0 + $1.gain * $1.gain }
        guard power > 0 else { return }
        for weight in weights { result[weight.index] = weight.gain / power.squareRoot() * amount * scale }
    }

    /// The two neighbours of the direction. Their gains follow the tangent law, or an equal-power fade where they stand
    /// half a circle or more apart, as behind a stereo pair.
    private func pair(in ring: [(index: Int, azimuth: Float)]) -> [(index: Int, gain: Float)] {
        let sorted = ring.map { ($0.index, Self.turn($0.azimuth - azimuth)) }.sorted { $0.1 < $1.1 }
        guard sorted.count > 1 else { return [(sorted[0].0, 1)] }
        // Turned so that the source is at 0: the next one clockwise is the first, the next one back is the last.
        let next = sorted[0]
        let last = sorted[sorted.count - 1]
        let ahead = next.1
        let behind = 360 - last.1
        let arc = ahead + behind
        if arc < 179 {
            return [(next.0, sinf(behind * .pi / 180)), (last.0, sinf(ahead * .pi / 180))]
        }
        return [(next.0, sinf(behind / arc * .pi / 2)), (last.0, sinf(ahead / arc * .pi / 2))]
    }

    private static func turn(_ degrees: Float) -> Float {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }
}

/// The gains of a balance and a fade control: `AudioBalanceFade`.
struct BalanceFade {
    private let channels: [ChannelLayout.Channel]
    private let balance: Float
    private let fade: Float
    private let isEqualPower: Bool

    init(_ info: AudioBalanceFade) throws(AudioError) {
        let layout = try FormatSpecifier.layout(at: info.mChannelLayout)
        guard layout.isValid else { throw .parameter.because("the channel layout is not valid") }
        guard (-1...1).contains(info.mLeftRightBalance), (-1...1).contains(info.mBackFrontFade) else {
            throw .parameter.because("balance and fade go from -1 to 1")
        }
        guard info.mType.rawValue <= 1 else { throw .parameter.because("no such type of balance") }
        channels = layout.channels
        balance = info.mLeftRightBalance
        fade = info.mBackFrontFade
        isEqualPower = info.mType.rawValue == 1
    }

    /// One gain for each channel. What stands in the middle of a control, and low frequencies, is left alone by it.
    var gains: [Float] {
        channels.map { channel in
            guard let azimuth = SpeakerPosition.azimuth(of: channel.label) else { return 1 }
            let isMiddle = azimuth == 0 || azimuth == 180
            let across: Float = isMiddle ? 1 : gain(azimuth > 0 ? balance : -balance)
            let along: Float = abs(azimuth) == 90 ? 1 : gain(abs(azimuth) < 90 ? fade : -fade)
            return across * along
        }
    }

    /// - Parameter towards: 1 where the control is all on the channel's side, -1 where it is all on the other.
    private func gain(_ towards: Float) -> Float {
        isEqualPower ? sinf((towards + 1) * .pi / 4) : min(1, 1 + towards)
    }
}
