import AudioCore

/// Which loudspeaker a track's channels are for: by the codec's configuration, or by an atom of the sound's entry.
enum MPEG4Layouts {
    /// The layouts of channel configurations 1 to 7, 11 and 12: the order in which AAC and Apple Lossless put channels.
    static func implied(byConfiguration configuration: Int, channels: Int) -> ChannelLayout? {
        let number: UInt32
        switch configuration {
        case 1: number = 100
        case 2: number = 101
        case 3: number = 114
        case 4: number = 116
        case 5: number = 120
        case 6: number = 124
        case 7: number = 127
        case 11: number = 142
        default: return nil
        }
        let layout = ChannelLayout(tag: number << 16 | UInt32(channels))
        return layout.isValid ? layout : nil
    }

    /// The layout that Apple Lossless of so many channels has.
    static func lossless(channels: Int) -> ChannelLayout? {
        let configurations = [0, 1, 2, 3, 4, 5, 6, 11, 7]
        guard configurations.indices.contains(channels) else { return nil }
        return implied(byConfiguration: configurations[channels], channels: channels)
    }

    /// `chan` of QuickTime: version and flags, then an AudioChannelLayout in big-endian order.
    static func parseChan(_ body: ByteReader, channels: Int) -> ChannelLayout? {
        var input = body
        guard (try? input.skip(4)) != nil, let chunk = try? CAFChannelLayout(parsing: &input),
            chunk.layout.channelCount == channels, chunk.layout.isValid
        else { return nil }
        return chunk.layout
    }

    static func writeChan(_ layout: ChannelLayout, to output: inout ByteWriter) {
        output.fullAtom("chan") { CAFChannelLayout(layout).write(to: &$0) }
    }

    /// Labels of the loudspeaker positions of ISO 23001-8.
    private static let positions: [UInt32] = [1, 2, 3, 4, 5, 6, 7, 8, 33, 34, 9]

    /// `chnl` of ISO 14496-12, version 0: a configuration, or a position for each channel.
    static func parseChnl(_ body: ByteReader, channels: Int) -> ChannelLayout? {
        var input = body
        guard let version = try? input.big(UInt32.self), version >> 24 == 0, let structure = try? input.big(UInt8.self),
            structure & 1 != 0, let configuration = try? input.big(UInt8.self)
        else { return nil }
        guard configuration == 0 else {
            let layout = implied(byConfiguration: Int(configuration), channels: channels)
            return layout?.channelCount == channels ? layout : nil
        }
        var layout = ChannelLayout(tag: ChannelLayout.useDescriptions)
        for _ in 0..<channels {
            guard let position = try? input.big(UInt8.self) else { return nil }
            if position == 126 { _ = try? input.skip(3) }
            let label = positions.indices.contains(Int(position)) ? positions[Int(position)] : ChannelLabel.unknown
            layout.descriptions.append(ChannelLayout.Channel(label: label))
        }
        return layout.asTag.map { ChannelLayout(tag: $0) } ?? layout
    }
}
