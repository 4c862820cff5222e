import AudioCore

// Between `dwChannelMask` and channel layouts. The bits of the mask are those of `AudioChannelBitmap`.

extension WAVE {
    /// `kAudioChannelLayoutTag_Ambisonic_B_Format`
    static let ambisonicLayout: UInt32 = 107 << 16 | 4

    /// Masks and layout tags that mean each other: of several rows for one mask or tag, the first counts.
    ///
    /// Bits 4 and 5, the back pair, are what Core Audio calls Ls and Rs unless a side pair is there too.
    private static let tags: [(mask: UInt32, tag: UInt32)] = [
        (0x4, ChannelLayout.mono), (0x3, ChannelLayout.stereo),
        (0xB, 133 << 16 | 3), (0x7, 113 << 16 | 3), (0x107, 115 << 16 | 4),
        (0x33, 108 << 16 | 4), (0x33, 132 << 16 | 4), (0x33, 185 << 16 | 4),
        (0x37, 117 << 16 | 5), (0x37, 186 << 16 | 5), (0x3F, 121 << 16 | 6), (0x3F, 187 << 16 | 6),
        (0x13F, 125 << 16 | 7), (0x70F, 188 << 16 | 7), (0x63F, 189 << 16 | 8),
    ]

    /// The layout of `channels` channels that a mask places, or nil where it places none.
    ///
    /// Channels beyond the mask's bits have no place; bits beyond the channels do not count.
    static func layout(ofMask mask: UInt32, channels: Int) -> ChannelLayout? {
        var bits: [UInt32] = []
        for bit in UInt32(0)..<32 where mask >> bit & 1 == 1 && bits.count < channels { bits.append(bit) }
        guard !bits.isEmpty else { return nil }
        let used = bits.reduce(UInt32(0)) { $0 | 1 << $1 }
        if bits.count == channels {
            if let known = tags.first(where: { $0.mask == used }) { return ChannelLayout(tag: known.tag) }
            return ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: used)
        }
        let unknown = ChannelLayout.Channel(label: .max)
        var descriptions = bits.map { $0 < 18 ? ChannelLayout.Channel(label: $0 + 1) : unknown }
        descriptions.append(contentsOf: repeatElement(unknown, count: channels - bits.count))
        return ChannelLayout(tag: ChannelLayout.useDescriptions, descriptions: descriptions)
    }

    /// The mask that places the channels as `layout` does, or 0 where none can.
    static func mask(of layout: ChannelLayout, channels: Int) -> UInt32 {
        guard layout.channelCount == channels else { return 0 }
        if layout.tag == ChannelLayout.useBitmap { return layout.bitmap }
        if let known = tags.first(where: { $0.tag == layout.tag }) { return known.mask }
        guard layout.tag == ChannelLayout.useDescriptions else { return 0 }
        var mask: UInt32 = 0
        for channel in layout.descriptions {
            // Labels ascend with the bits, and a mask can only tell ascending ones.
            if channel.label == .max { continue }
            guard (1...18).contains(channel.label) else { return 0 }
            let bit = UInt32(1) << (channel.label - 1)
            guard bit > mask else { return 0 }
            mask |= bit
        }
        return mask
    }
}
