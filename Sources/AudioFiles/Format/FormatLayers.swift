import AudioCodecs
import AudioCore
import CAudioToolbox
import CCoreAudioTypes

/// One of the formats that a stream can be decoded as, and where its channels belong.
struct FormatLayer: Equatable {
    var format: StreamFormat
    var layout: ChannelLayout?

    /// The layout as a tag: that of mono and stereo goes without saying.
    var layoutTag: UInt32 {
        if let layout { return layout.asTag ?? kAudioChannelLayoutTag_Unknown | UInt32(clamping: format.channels) }
        return switch format.channels {
        case 1: ChannelLayout.mono
        case 2: ChannelLayout.stereo
        default: kAudioChannelLayoutTag_Unknown | UInt32(clamping: format.channels & 0xFFFF)
        }
    }

    var item: AudioFormatListItem {
        AudioFormatListItem(mASBD: AudioStreamBasicDescription(format), mChannelLayoutTag: layoutTag)
    }
}

extension PropertyValue {
    /// The bytes of format list items, field by field: the four that fill up each are zero, not what the stack held.
    static func formatList(_ items: [AudioFormatListItem]) -> PropertyValue {
        let size = MemoryLayout<AudioFormatListItem>.stride
        var bytes = [UInt8](repeating: 0, count: items.count * size)
        bytes.withUnsafeMutableBytes { bytes in
            for (index, item) in items.enumerated() {
                bytes.storeBytes(of: item.mASBD, toByteOffset: index * size, as: AudioStreamBasicDescription.self)
                let tagOffset = index * size + MemoryLayout<AudioStreamBasicDescription>.size
                bytes.storeBytes(of: item.mChannelLayoutTag, toByteOffset: tagOffset, as: UInt32.self)
            }
        }
        return .bytes(bytes)
    }
}

extension FormatLayer {
    /// All format IDs of AAC, whose magic cookie describes the extensions of the base layer.
    private static let layered: Set<FourCC> = [.aac, "aach", "aacp", "aacl", "aace", "aacf", "aacg", "usac"]

    private static func config(_ format: StreamFormat, _ cookie: [UInt8]) -> AudioSpecificConfig? {
        guard layered.contains(format.formatID), !cookie.isEmpty else { return nil }
        return try? AudioSpecificConfig(magicCookie: cookie)
    }

    /// Every format the stream can be decoded as, the richest first: HE-AAC as itself and as the AAC below it.
    ///
    /// - Parameter layout: the layout of the stream's own channels; nil for the one in the magic cookie.
    static func layers(_ format: StreamFormat, magicCookie: [UInt8], layout: ChannelLayout?) -> [FormatLayer] {
        let layout = layout ?? Self.layout(format, magicCookie: magicCookie)
        guard let config = config(format, magicCookie), let formats = try? config.formats(), formats.count > 1 else {
            return [FormatLayer(format: format, layout: layout)]
        }
        return formats.map { layer in
            // A stereo image made from one channel has its own layout; the layers below are that one channel.
            let fits = config.layout?.channelCount == layer.channels ? config.layout : nil
            return FormatLayer(format: layer, layout: fits)
        }
    }

    /// The layout that the magic cookie states; nil where it states none, or one of another number of channels.
    static func layout(_ format: StreamFormat, magicCookie: [UInt8]) -> ChannelLayout? {
        let stated =
            config(format, magicCookie)?.layout ?? Codecs.named(format.formatID)?.layout(magicCookie: magicCookie)
        return stated?.channelCount == format.channels ? stated : nil
    }
}
