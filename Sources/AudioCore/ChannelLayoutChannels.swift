// What tags and bitmaps stand for, and when two layouts are the same.

extension ChannelLayout {
    package static let discreteInOrder: UInt32 = 147 << 16
    package static let hoaSN3D: UInt32 = 190 << 16
    package static let hoaN3D: UInt32 = 191 << 16
    package static let unknown: UInt32 = 0xFFFF << 16

    /// The channels of a bitmap, lowest bit first. Bits without a meaning give channels of unknown label.
    package static func channels(ofBitmap bitmap: UInt32) -> [Channel] {
        (0..<32).filter { bitmap >> $0 & 1 == 1 }.map {
            Channel(label: ChannelLabel.label(ofBitPosition: $0) ?? ChannelLabel.unknown)
        }
    }

    /// The labels a tag stands for, or nil for a tag of no meaning and for the tags that refer to other fields.
    package static func labels(ofTag tag: UInt32) -> [UInt32]? {
        let count = tag & 0xFFFF
        switch tag & 0xFFFF_0000 {
        case discreteInOrder: return (0..<count).map { ChannelLabel.discrete | $0 }
        case hoaSN3D: return (0..<count).map { ChannelLabel.hoaSN3D | $0 }
        case hoaN3D: return (0..<count).map { ChannelLabel.hoaN3D | $0 }
        case unknown: return Array(repeating: ChannelLabel.unknown, count: Int(count))
        default:
            guard let row = ChannelLayoutTable.rows.first(where: { $0.number == tag >> 16 }) else { return nil }
            let labels = row.labels
            return labels.count == count ? labels : nil
        }
    }

    /// Whether the tag means something, and the fields it refers to are filled in.
    package var isValid: Bool {
        switch tag {
        case Self.useDescriptions: !descriptions.isEmpty
        case Self.useBitmap: bitmap != 0
        default: Self.labels(ofTag: tag).map { !$0.isEmpty } ?? false
        }
    }

    /// One channel for each that the layout places, whichever way it says so.
    ///
    /// A tag of no meaning gives channels of unknown label, as many as its low half says.
    package var channels: [Channel] {
        switch tag {
        case Self.useDescriptions: descriptions
        case Self.useBitmap: Self.channels(ofBitmap: bitmap)
        default:
            Self.labels(ofTag: tag)?.map { Channel(label: $0) }
                ?? Array(repeating: Channel(label: ChannelLabel.unknown), count: Int(tag & 0xFFFF))
        }
    }

    package var labels: [UInt32] { channels.map(\.label) }

    /// The same layout spelt out channel by channel.
    package var expanded: ChannelLayout { ChannelLayout(tag: Self.useDescriptions, descriptions: channels) }

    /// The layout as a bitmap, or nil where a channel has no bit or two share one.
    ///
    /// A bitmap does not keep the order: channels come in the order of their bits.
    package var asBitmap: UInt32? {
        if tag == Self.useBitmap { return bitmap }
        var bits: UInt32 = 0
        for label in labels {
            guard let bit = ChannelLabel.bit(of: label), bits & bit == 0 else { return nil }
            bits |= bit
        }
        return bits == 0 ? nil : bits
    }

    /// Whether the channels stand in the order of their bits, so that `asBitmap` says all there is to say.
    package var isInBitmapOrder: Bool {
        guard let bitmap = asBitmap else { return false }
        return Self.canonical(Self.channels(ofBitmap: bitmap)) == Self.canonical(channels)
    }

    /// The tag whose channels these are, or nil where none is. The first in the order of tags wins.
    package var asTag: UInt32? {
        if tag != Self.useDescriptions, tag != Self.useBitmap { return tag }
        let channels = Self.canonical(self.channels)
        guard !channels.isEmpty, channels.count <= 0xFFFF,
            channels.allSatisfy({ $0.label != ChannelLabel.useCoordinates })
        else { return nil }
        let labels = channels.map(\.label)
        let count = UInt32(labels.count)
        if labels == [ChannelLabel.center] { return Self.mono }
        if let row = ChannelLayoutTable.rows.first(where: { $0.labels == labels }) { return row.number << 16 | count }
        return [Self.discreteInOrder, Self.hoaSN3D, Self.hoaN3D].first { Self.labels(ofTag: $0 | count) == labels }
            .map { $0 | count }
    }

    /// Whether both place the same channels in the same order, however they say so.
    package func isEquivalent(to other: ChannelLayout) -> Bool {
        self == other || isValid && other.isValid && Self.canonical(channels) == Self.canonical(other.channels)
    }

    /// A number that equivalent layouts share.
    package var equivalenceHash: UInt32 {
        var hash: UInt32 = 2_166_136_261
        func mix(_ value: UInt32) {
            for shift in [0, 8, 16, 24] as [UInt32] { hash = (hash ^ (value >> shift & 0xFF)) &* 16_777_619 }
        }
        for channel in Self.canonical(channels) {
            mix(channel.label)
            mix(channel.flags)
            for axis in 0..<3 { mix(channel.coordinates[axis] == 0 ? 0 : channel.coordinates[axis].bitPattern) }
        }
        return hash
    }

    /// Without what does not count: flags and coordinates of labelled channels, and the name of a lone channel.
    private static func canonical(_ channels: [Channel]) -> [Channel] {
        channels.map { channel in
            if channel.label == ChannelLabel.useCoordinates { return channel }
            let isLoneMono = channels.count == 1 && channel.label == ChannelLabel.mono
            return Channel(label: isLoneMono ? ChannelLabel.center : channel.label)
        }
    }

    /// The layout that `count` channels have when nothing says otherwise; nil for no channels or more than 65,535.
    ///
    /// Up to eight: mono, stereo, 3.0, quadraphonic, 5.0, 5.1, 6.1, 7.1, front left first; then discrete channels.
    package static func standard(channels count: Int) -> ChannelLayout? {
        let numbers: [UInt32] = [100, 101, 113, 108, 117, 121, 125, 128]
        guard count > 0, count <= 0xFFFF else { return nil }
        let number = count <= numbers.count ? numbers[count - 1] : discreteInOrder >> 16
        return ChannelLayout(tag: number << 16 | UInt32(count))
    }

    /// Every tag for this many channels, in ascending order, the families of any count included.
    package static func tags(channels count: Int) -> [UInt32] {
        guard count > 0, count <= 0xFFFF else { return [] }
        let numbers = ChannelLayoutTable.rows.filter { $0.channelCount == count || $0.channels.isEmpty }.map(\.number)
        return numbers.map { $0 << 16 | UInt32(count) }
    }

    /// The tag a constant's name stands for, with or without `kAudioChannelLayoutTag_`, in any case.
    ///
    /// A family takes its count after an underscore: `DiscreteInOrder_6`.
    package static func tag(named name: some StringProtocol) -> UInt32? {
        var wanted = name.lowercased()[...]
        if wanted.hasPrefix("kaudiochannellayouttag_") { wanted = wanted.dropFirst(23) }
        for row in ChannelLayoutTable.rows {
            for name in row.names.lowercased().split(separator: " ") {
                if !row.channels.isEmpty {
                    if wanted == name { return row.number << 16 | UInt32(row.channelCount) }
                } else if wanted.hasPrefix(name + "_"), let count = UInt16(wanted.dropFirst(name.count + 1)), count > 0
                {
                    return row.number << 16 | UInt32(count)
                }
            }
        }
        return nil
    }

    /// The constant's name without `kAudioChannelLayoutTag_`, or nil for a tag of no meaning.
    package static func name(ofTag tag: UInt32) -> String? {
        guard let row = ChannelLayoutTable.rows.first(where: { $0.number == tag >> 16 }) else { return nil }
        let name = row.names.prefix { $0 != " " }
        if row.channels.isEmpty { return "\(name)_\(tag & 0xFFFF)" }
        return row.channelCount == Int(tag & 0xFFFF) ? String(name) : nil
    }
}

extension ChannelLayoutTable.Row {
    var channelCount: Int { channels.isEmpty ? 0 : channels.utf8.reduce(1) { $0 + ($1 == 0x20 ? 1 : 0) } }

    /// A name the label table lacks would be a slip in this table; a test spells all rows out.
    var labels: [UInt32] { channels.split(separator: " ").map { ChannelLabel.named($0) ?? ChannelLabel.unknown } }
}
