import AudioCore
import AudioFiles
import CAudioToolbox
import Glibc

/// Where a channel sounds from.
struct Loudspeaker: BitwiseCopyable {
    /// Whether it is placed in a direction, plays low frequencies, or is not heard at all.
    enum Kind { case placed, low, nowhere }

    let kind: Kind
    let direction: SpatialDirection

    static var nowhere: Loudspeaker { Loudspeaker(.nowhere) }

    init(_ kind: Kind, azimuth: Float = 0, elevation: Float = 0) {
        (self.kind, direction) = (kind, SpatialDirection(azimuth: azimuth, elevation: elevation))
    }
}

/// The loudspeakers of the channels of an input or of the output, by a layout: the one table of where they are.
struct Loudspeakers {
    /// One for each channel.
    let all: [Loudspeaker]
    /// The channels for sound that two loudspeakers play: left and right by their names, else the first two that are not for low
    /// frequencies. The same twice where there is one.
    let front: (left: Int, right: Int)

    /// - Parameters:
    ///   - layout: `AudioChannelLayout` as a client has set it; nil for the usual layout of so many channels.
    ///   - channels: those of the format.
    init(_ layout: [UInt8]?, channels: Int) {
        let set = layout.flatMap { layout in try? layout.withUnsafeBytes { try ChannelLayout(bytes: $0) } }
        let usual = channels <= 8 ? ChannelLayout.standard(channels: channels) : nil
        var (all, labels): ([Loudspeaker], [UInt32]) = ([], [])
        for layout in [set, usual] where all.isEmpty {
            guard let layout, layout.channelCount == channels else { continue }
            let found = Self.places(layout)
            let isLow = channels == 1 && found[0].kind == .low
            if isLow || found.contains(where: { $0.kind == .placed }) { (all, labels) = (found, layout.labels) }
        }
        if all.isEmpty {
            all = (0..<max(0, channels)).map {
                Loudspeaker(.placed, azimuth: Float($0) * 360 / Float(channels))
            }
        }
        self.all = all
        front = Self.front(labels, all)
    }

    /// Whether a layout has channels that are the parts of a sound field, and no loudspeakers.
    static func isAmbisonic(_ layout: ChannelLayout) -> Bool {
        layout.labels.contains { label in
            (200...203).contains(label) || (ChannelLabel.hoaSN3D..<ChannelLabel.object).contains(label)
        }
    }

    private static func front(_ labels: [UInt32], _ all: [Loudspeaker]) -> (left: Int, right: Int) {
        if let left = labels.firstIndex(of: ChannelLabel.left),
            let right = labels.firstIndex(of: ChannelLabel.right)
        {
            return (left, right)
        }
        let heard = all.indices.filter { all[$0].kind != .low }
        let first = heard.first ?? 0
        return (first, heard.dropFirst().first ?? first)
    }

    // MARK: The table

    private static let quadraphonic = kAudioChannelLayoutTag_Quadraphonic

    private static func places(_ layout: ChannelLayout) -> [Loudspeaker] {
        // A square, unlike other layouts with these names.
        if layout.tag == quadraphonic {
            return [-45, 45, -135, 135].map { Loudspeaker(.placed, azimuth: $0) }
        }
        let channels = layout.channels
        let hasRear = channels.contains { $0.label == ChannelLabel.rearSurroundLeft }
        return channels.map { channel -> Loudspeaker in
            switch channel.label {
            case ChannelLabel.useCoordinates: place(channel)
            // Where there are loudspeakers in the rear, these are at the sides.
            case ChannelLabel.leftSurround where hasRear: Loudspeaker(.placed, azimuth: -90)
            case ChannelLabel.rightSurround where hasRear: Loudspeaker(.placed, azimuth: 90)
            default: place(channel.label)
            }
        }
    }

    /// Places a channel by its coordinates. The distance does not matter.
    private static func place(_ channel: ChannelLayout.Channel) -> Loudspeaker {
        let (x, y, z) = (channel.coordinates.x, channel.coordinates.y, channel.coordinates.z)
        guard x.isFinite, y.isFinite, z.isFinite else { return .nowhere }
        if channel.flags & AudioChannelFlags.sphericalCoordinates.rawValue != 0 {
            return Loudspeaker(.placed, azimuth: x, elevation: y)
        }
        guard channel.flags & AudioChannelFlags.rectangularCoordinates.rawValue != 0, x != 0 || y != 0 || z != 0 else {
            return .nowhere
        }
        let degrees = 180 / Float.pi
        return Loudspeaker(.placed, azimuth: atan2(x, y) * degrees, elevation: atan2(z, hypot(x, y)) * degrees)
    }

    /// Places a channel by the name of its loudspeaker.
    private static func place(_ label: UInt32) -> Loudspeaker {
        if ChannelLabel.isLowFrequency(label) { return Loudspeaker(.low) }
        let name = ChannelLabel.shortName(of: label)
        if let found = middle.first(where: { $0.name == name }) {
            return Loudspeaker(.placed, azimuth: found.azimuth, elevation: found.elevation)
        }
        guard let found = pairs.first(where: { $0.left == name || $0.right == name }) else { return .nowhere }
        let azimuth = found.left == name ? -found.azimuth : found.azimuth
        return Loudspeaker(.placed, azimuth: azimuth, elevation: found.elevation)
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
