/// Which loudspeaker each channel is for: the Swift side of `AudioChannelLayout`.
package struct ChannelLayout: Hashable, Sendable {
    /// `kAudioChannelLayoutTag_…`; 0 says that the descriptions count, `0x10000` that the bitmap does.
    package var tag: UInt32
    package var bitmap: UInt32
    package var descriptions: [Channel]

    /// One channel: `AudioChannelDescription`.
    package struct Channel: Hashable, Sendable {
        /// `kAudioChannelLabel_…`
        package var label: UInt32
        package var flags: UInt32
        /// Left-right, back-front, down-up; or azimuth, elevation, distance. As the flags say.
        package var coordinates: SIMD3<Float>

        package init(label: UInt32, flags: UInt32 = 0, coordinates: SIMD3<Float> = .zero) {
            self.label = label
            self.flags = flags
            self.coordinates = coordinates
        }
    }

    package init(tag: UInt32, bitmap: UInt32 = 0, descriptions: [Channel] = []) {
        self.tag = tag
        self.bitmap = bitmap
        self.descriptions = descriptions
    }

    package static let useDescriptions: UInt32 = 0
    package static let useBitmap: UInt32 = 0x1_0000
    package static let mono: UInt32 = 100 << 16 | 1
    package static let stereo: UInt32 = 101 << 16 | 2

    /// How many channels the layout places.
    package var channelCount: Int {
        switch tag {
        case Self.useDescriptions: descriptions.count
        case Self.useBitmap: bitmap.nonzeroBitCount
        default: Int(tag & 0xFFFF)
        }
    }
}
