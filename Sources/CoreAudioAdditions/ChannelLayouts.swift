import AudioCore
import AudioFiles

/// What the bytes of an `AudioChannelLayout` mean.
package enum ChannelLayouts {
    /// The label of each channel, of layouts that are tags or bitmaps too; nil for bytes that are no layout.
    package static func labels(_ layout: [UInt8]) -> [UInt32]? { parsed(layout)?.labels }

    /// The label of each channel of a layout tag.
    package static func labels(tag: UInt32) -> [UInt32] { ChannelLayout(tag: tag).labels }

    /// The layout with its channels in the order of their bits, as a bitmap; nil where they are in that order already, or where
    /// a channel has no bit.
    package static func inBitmapOrder(_ layout: [UInt8]) -> [UInt8]? {
        guard let parsed = parsed(layout), !parsed.isInBitmapOrder, let bitmap = parsed.asBitmap else { return nil }
        return ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: bitmap).bytes
    }

    private static func parsed(_ layout: [UInt8]) -> ChannelLayout? {
        layout.withUnsafeBytes { try? ChannelLayout(bytes: $0) }
    }
}
