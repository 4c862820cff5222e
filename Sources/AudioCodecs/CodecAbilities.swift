import AudioCore

/// What a codec can do, for clients that ask before they try.
package struct CodecAbilities: Sendable {
    package var decodes = true
    package var encodes = true
    /// Channels per frame it takes; nil for any number.
    package var channels: [Int]?
    /// Sample rates an encoder takes; nil for any.
    package var sampleRates: [ClosedRange<Double>]?
    /// Bits per second over all channels an encoder offers; empty where the format determines them.
    package var bitRates: [ClosedRange<Double>] = []
    /// Frames of the packets an encoder makes where the format leaves it open; 0 where it does not.
    package var framesPerPacket = 0
    /// Whether an encoder has a setting for how strictly it keeps to its bit rate.
    package var hasRateControl = false
    /// The layouts in whose order packets have their channels; empty where they keep whatever order they came in.
    package var layouts: [ChannelLayout] = []
    /// Whether a packet needs earlier ones before it decodes rightly.
    package var hasDependentPackets = false

    package init(
        decodes: Bool = true, encodes: Bool = true, channels: [Int]? = nil, sampleRates: [ClosedRange<Double>]? = nil,
        bitRates: [ClosedRange<Double>] = [], layouts: [ChannelLayout] = [], hasDependentPackets: Bool = false,
        framesPerPacket: Int = 0, hasRateControl: Bool = false
    ) {
        self.decodes = decodes
        self.encodes = encodes
        self.channels = channels
        self.sampleRates = sampleRates
        self.bitRates = bitRates
        self.layouts = layouts
        self.hasDependentPackets = hasDependentPackets
        self.framesPerPacket = framesPerPacket
        self.hasRateControl = hasRateControl
    }
}

extension Codec {
    /// Both directions, any rate, any number of channels.
    package static var abilities: CodecAbilities { CodecAbilities() }

    /// Those of any format.
    package static func bitRates(_ format: StreamFormat) -> [ClosedRange<Double>] { abilities.bitRates }

    /// `complete`, for a format that is to be encoded: how many frames a packet has is then known, too.
    package static func completeForEncoding(_ format: StreamFormat) throws(AudioError) -> StreamFormat {
        var complete = try complete(format, magicCookie: [])
        if complete.framesPerPacket == 0 { complete.framesPerPacket = usualFrames(complete) }
        return complete
    }

    package static func usualFrames(_ format: StreamFormat) -> Int { abilities.framesPerPacket }

    package static func isInstalled(encoding: Bool) -> Bool { true }

    /// Returns nil: the format has no magic cookie, or one that states no layout.
    package static func layout(magicCookie: [UInt8]) -> ChannelLayout? { nil }

    /// Which loudspeaker each channel of a packet is for, in the order of the samples: the layout in the cookie, else
    /// the codec's own order for this number of channels; nil if it has none.
    package static func layout(_ format: StreamFormat, magicCookie: [UInt8]) -> ChannelLayout? {
        if let stated = layout(magicCookie: magicCookie), stated.channelCount == format.channels { return stated }
        return abilities.layouts.first { $0.channelCount == format.channels }
    }
}
