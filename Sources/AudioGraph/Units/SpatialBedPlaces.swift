import AudioCore
import AudioFiles
import Glibc

/// Where a channel of a bed sounds from.
struct SpatialBedPlace: BitwiseCopyable {
    /// In a direction, by the loudspeaker for low frequencies, or not at all.
    enum Kind { case placed, low, nowhere }

    let kind: Kind
    let direction: SpatialDirection

    static var nowhere: SpatialBedPlace { SpatialBedPlace(.nowhere) }

    init(_ kind: Kind, azimuth: Float = 0, elevation: Float = 0) {
        (self.kind, direction) = (kind, SpatialDirection(azimuth: azimuth, elevation: elevation))
    }
}

/// Where the channels of a bed sound from, by the layout of an input. It never changes, so that the audio thread may read it.
final class SpatialBedPlaces: @unchecked Sendable {
    /// The channels of an input that are heard. Those behind them are silent in a bed.
    static let most = 64

    private let places: UnsafeMutablePointer<SpatialBedPlace>
    private let count: Int

    /// - Parameters:
    ///   - layout: `AudioChannelLayout` as a client has set it; nil for the usual layout of so many channels.
    ///   - channels: those of the input.
    init(_ layout: [UInt8]?, channels: Int) {
        count = max(0, min(channels, Self.most))
        let layout = layout.flatMap { layout in try? layout.withUnsafeBytes { try ChannelLayout(bytes: $0) } }
        let found = Self.places(layout, channels).prefix(count)
        places = .allocate(capacity: max(1, count))
        places.initialize(repeating: .nowhere, count: max(1, count))
        for (index, place) in found.enumerated() { places[index] = place }
    }

    deinit { places.deallocate() }

    /// Real-time safe.
    func place(_ channel: Int) -> SpatialBedPlace { channel < count ? places[channel] : .nowhere }

    /// Whether an `AudioChannelLayout` has channels that are the parts of a sound field, and no loudspeakers.
    static func isAmbisonic(_ layout: UnsafeRawBufferPointer) -> Bool {
        guard let layout = try? ChannelLayout(bytes: layout) else { return false }
        return layout.labels.contains { label in
            (200...203).contains(label) || (ChannelLabel.hoaSN3D..<ChannelLabel.object).contains(label)
        }
    }

    // MARK: Layouts

    private static func places(_ layout: ChannelLayout?, _ channels: Int) -> [SpatialBedPlace] {
        if let layout, layout.channelCount == channels {
            let found = places(layout)
            if found.contains(where: { $0.kind == .placed }) { return found }
        }
        if channels <= 8, let usual = ChannelLayout.standard(channels: channels) { return places(usual) }
        return (0..<min(channels, most)).map {
            SpatialBedPlace(.placed, azimuth: Float($0) * 360 / Float(channels))
        }
    }

    private static let quadraphonic: UInt32 = 108 << 16 | 4

    private static func places(_ layout: ChannelLayout) -> [SpatialBedPlace] {
        // A square, unlike other layouts with these names.
        if layout.tag == quadraphonic {
            return [-45, 45, -135, 135].map { SpatialBedPlace(.placed, azimuth: $0) }
        }
        let channels = layout.channels.prefix(most)
        let hasRear = channels.contains { $0.label == ChannelLabel.rearSurroundLeft }
        return channels.map { channel -> SpatialBedPlace in
            switch channel.label {
            case ChannelLabel.useCoordinates: place(channel)
            // In front of loudspeakers in the rear, those at the sides.
            case ChannelLabel.leftSurround where hasRear: SpatialBedPlace(.placed, azimuth: -90)
            case ChannelLabel.rightSurround where hasRear: SpatialBedPlace(.placed, azimuth: 90)
            default: place(channel.label)
            }
        }
    }

    /// By coordinates. The distance does not matter.
    private static func place(_ channel: ChannelLayout.Channel) -> SpatialBedPlace {
        let (x, y, z) = (channel.coordinates.x, channel.coordinates.y, channel.coordinates.z)
        guard x.isFinite, y.isFinite, z.isFinite else { return .nowhere }
        if channel.flags & 2 != 0 { return SpatialBedPlace(.placed, azimuth: x, elevation: y) }
        guard channel.flags & 1 != 0, x != 0 || y != 0 || z != 0 else { return .nowhere }
        let degrees = 180 / Float.pi
        return SpatialBedPlace(.placed, azimuth: atan2(x, y) * degrees, elevation: atan2(z, hypot(x, y)) * degrees)
    }

    /// By the name of a loudspeaker.
    private static func place(_ label: UInt32) -> SpatialBedPlace {
        if ChannelLabel.isLowFrequency(label) { return SpatialBedPlace(.low) }
        let name = ChannelLabel.shortName(of: label)
        if let found = middle.first(where: { $0.name == name }) {
            return SpatialBedPlace(.placed, azimuth: found.azimuth, elevation: found.elevation)
        }
        guard let found = pairs.first(where: { $0.left == name || $0.right == name }) else { return .nowhere }
        let azimuth = found.left == name ? -found.azimuth : found.azimuth
        return SpatialBedPlace(.placed, azimuth: azimuth, elevation: found.elevation)
    }

    private static let middle: [(name: String, azimuth: Float, elevation: Float)] = [
        ("C", 0, 0), ("M", 0, 0), ("DCM", 0, 0), ("Cs", 180, 0), ("Csd", 180, 0), ("Vhc", 0, 35), ("Tbc", 180, 35),
        ("Ctr", 180, 35), ("Ts", 0, 90), ("Cb", 0, -15),
    ]

    private static let pairs: [(left: String, right: String, azimuth: Float, elevation: Float)] = [
        ("L", "R", 30, 0), ("Lt", "Rt", 30, 0), ("Lh", "Rh", 30, 0), ("Lc", "Rc", 22, 0), ("Leos", "Reos", 22, 0),
        ("Lw", "Rw", 60, 0), ("Lbin", "Rbin", 90, 0), ("Lsd", "Rsd", 90, 0), ("Lss", "Rss", 90, 0),
        ("Ls", "Rs", 110, 0), ("Rls", "Rrs", 135, 0), ("Lbs", "Rbs", 150, 0), ("Vhl", "Vhr", 45, 35),
        ("Ltm", "Rtm", 90, 35), ("Lts", "Rts", 110, 35), ("Ltr", "Rtr", 135, 35), ("Tbl", "Tbr", 135, 35),
        ("Lb", "Rb", 45, -15),
    ]
}
