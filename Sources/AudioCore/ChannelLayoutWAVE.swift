// The channel mask of WAVE_FORMAT_EXTENSIBLE (dwChannelMask) and layouts.
//
// Bits 0 to 17 of the mask and of a Core Audio bitmap have the same speakers, "back" in WAVE being "surround" here and
// "side" being "surround direct". Two masks have tags of their own that say it the other way round: 7.1 and 6.1.

extension ChannelLayout {
    private static let waveBits: UInt32 = 0x3FFFF
    private static let wave71: UInt32 = 189 << 16 | 8
    private static let wave61: UInt32 = 188 << 16 | 7

    /// The layout of a WAVE file with this mask, or nil where the mask says nothing.
    ///
    /// More bits than channels: the lowest count. Fewer: the channels past them have an unknown label. Both follow the
    /// format's definition.
    package init?(waveMask mask: UInt32, channels count: Int) {
        let bits = mask & Self.waveBits
        guard bits != 0, count > 0, count <= 0xFFFF else { return nil }
        var channels = Array(Self.channels(ofBitmap: bits).prefix(count))
        guard channels.count == count else {
            channels += repeatElement(Channel(label: ChannelLabel.unknown), count: count - channels.count)
            self.init(tag: Self.useDescriptions, descriptions: channels)
            return
        }
        let used = channels.reduce(0) { $0 | (ChannelLabel.bit(of: $1.label) ?? 0) }
        switch used {
        case 0x63F: self.init(tag: Self.wave71)
        case 0x70F: self.init(tag: Self.wave61)
        default:
            let spelt = ChannelLayout(tag: Self.useDescriptions, descriptions: channels)
            if let tag = spelt.asTag { self.init(tag: tag) } else { self.init(tag: Self.useBitmap, bitmap: used) }
        }
    }

    /// The mask for this layout, or nil where the channels' order or labels cannot be said by a mask.
    package var waveMask: UInt32? {
        let labels = self.labels
        let hasRear = labels.contains(ChannelLabel.rearSurroundLeft) || labels.contains(ChannelLabel.rearSurroundRight)
        let hasBack = labels.contains(ChannelLabel.centerSurround)
        let isWave61 = hasBack && tag == Self.wave61
        var mask: UInt32 = 0
        for label in labels {
            guard let bit = Self.waveBit(of: label, surroundIsSide: hasRear || isWave61), bit > mask else { return nil }
            mask |= bit
        }
        return mask == 0 ? nil : mask
    }

    /// The speaker bit; a bit that is not above all earlier ones means that the order is not the mask's.
    private static func waveBit(of label: UInt32, surroundIsSide: Bool) -> UInt32? {
        switch label {
        case ChannelLabel.leftSurround: surroundIsSide ? 0x200 : 0x10
        case ChannelLabel.rightSurround: surroundIsSide ? 0x400 : 0x20
        case ChannelLabel.rearSurroundLeft: 0x10
        case ChannelLabel.rearSurroundRight: 0x20
        case 38, 301: 0x1
        case 39, 302: 0x2
        case 52: 0x8000
        case 53: 0x10000
        case 54: 0x20000
        default: ChannelLabel.bit(of: label).flatMap { $0 & waveBits == 0 ? nil : $0 }
        }
    }
}
