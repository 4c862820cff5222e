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

        /// Coordinates are compared by their bits, so that a channel equals its copy where one of them is no number. Both zeros
        /// are one.
        package static func == (one: Self, other: Self) -> Bool {
            one.label == other.label && one.flags == other.flags && one.bits == other.bits
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(label)
            hasher.combine(flags)
            hasher.combine(bits)
        }

        private var bits: SIMD3<UInt32> {
            func pattern(_ value: Float) -> UInt32 { value == 0 ? 0 : value.bitPattern }
            return SIMD3(pattern(coordinates.x), pattern(coordinates.y), pattern(coordinates.z))
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
