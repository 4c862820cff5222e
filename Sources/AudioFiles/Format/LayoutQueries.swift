import AudioCore

/// The answers about channel layouts.
enum LayoutQueries {
    static func valid(_ layout: ChannelLayout) throws(AudioError) -> ChannelLayout {
        guard layout.isValid else { throw .parameter.because("the channel layout is not valid") }
        return layout
    }

    static func bitmap(ofTag tag: UInt32) throws(AudioError) -> PropertyValue {
        guard let bitmap = ChannelLayout(tag: tag).asBitmap, bitmap != 0 else {
            throw .parameter.because("the layout has channels without a bit")
        }
        return .uint32(bitmap)
    }

    static func channelCount(_ layout: ChannelLayout) throws(AudioError) -> PropertyValue {
        .uint32(UInt32(try valid(layout).channelCount))
    }

    static func equivalent(_ pair: (ChannelLayout, ChannelLayout)) -> Bool { pair.0.isEquivalent(to: pair.1) }

    /// The layout spelt out channel by channel: descriptions, whose tag says that they count.
    static func layout(ofTag tag: UInt32) throws(AudioError) -> PropertyValue {
        guard let labels = ChannelLayout.labels(ofTag: tag), !labels.isEmpty else {
            throw .parameter.because("no layout has this tag")
        }
        return .bytes(ChannelLayout(tag: tag).expanded.bytes)
    }

    static func layout(ofBitmap bitmap: UInt32) throws(AudioError) -> PropertyValue {
        guard bitmap != 0 else { throw .parameter.because("the bitmap is empty") }
        return .bytes(ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: bitmap).expanded.bytes)
    }

    static func tag(_ layout: ChannelLayout) throws(AudioError) -> PropertyValue {
        guard let tag = try valid(layout).asTag else { throw .parameter.because("no tag stands for this layout") }
        return .uint32(tag)
    }

    static func tags(_ count: UInt32) throws(AudioError) -> PropertyValue {
        let tags = ChannelLayout.tags(channels: Int(count))
        guard !tags.isEmpty else { throw .parameter.because("no layout has \(count) channels") }
        return .raws(tags)
    }

    static func mix(_ pair: (ChannelLayout, ChannelLayout)) throws(AudioError) -> MixMatrix {
        guard let matrix = ChannelLayout.mixMatrix(from: pair.0, to: pair.1) else {
            throw .converterFormat.because("there is no usual mix between these layouts")
        }
        return matrix
    }

    /// One input for each output, -1 for none: a channel's namesake, and no other.
    static func channelMap(_ pair: (ChannelLayout, ChannelLayout)) throws(AudioError) -> PropertyValue {
        if let map = try mix(pair).channelMap { return .raws(map) }
        let inputs = pair.0.labels
        return .raws(pair.1.labels.map { label in inputs.firstIndex(of: label).map(Int32.init) ?? -1 })
    }
}
