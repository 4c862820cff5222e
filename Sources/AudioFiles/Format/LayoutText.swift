import AudioCore

// What people call a channel layout.

extension ChannelLayout {
    private static let names: [UInt32: String] = [
        100: "Mono", 101: "Stereo", 102: "Stereo Headphones", 103: "Matrix Stereo", 104: "Mid/Side", 105: "X-Y",
        106: "Binaural", 107: "Ambisonic B-Format", 108: "Quadraphonic", 109: "Pentagonal", 110: "Hexagonal",
        111: "Octagonal", 112: "Cube", 130: "SMPTE DTV", 145: "TMH 10.2", 146: "TMH 10.2 Full",
    ]

    /// "Stereo", "5.1", "7.1.4", "Discrete 6": the name without the channels.
    package var simpleName: String {
        let tag = asTag ?? 0
        if let name = Self.names[tag >> 16] { return name }
        let count = channelCount
        switch tag & 0xFFFF_0000 {
        case Self.discreteInOrder: return "Discrete \(count)"
        case Self.hoaSN3D: return "HOA ACN SN3D \(count)"
        case Self.hoaN3D: return "HOA ACN N3D \(count)"
        default: break
        }
        let labels = self.labels
        guard !labels.isEmpty, !labels.contains(ChannelLabel.unknown) else { return "\(count) channels" }
        let low = labels.count(where: ChannelLabel.isLowFrequency)
        let overhead = labels.count(where: ChannelLabel.isOverhead)
        let main = "\(count - low - overhead).\(low)"
        return overhead > 0 ? main + ".\(overhead)" : main
    }

    /// "Mono", "Stereo (L R)", "5.1 (L R C LFE Ls Rs)": the name with the channels in their order.
    ///
    /// More than 64 channels are not listed.
    package var name: String {
        guard channelCount > 1, channelCount <= 64 else { return simpleName }
        return "\(simpleName) (\(labels.map(ChannelLabel.shortName).joined(separator: " ")))"
    }
}
