/// The configuration of a decoder of MPEG-4 audio (ISO/IEC 14496-3, 1.6.2.1). Parsed from untrusted bytes.
package struct AudioSpecificConfig: Hashable, Sendable {
    /// The audio object type of the base layer: 2 for AAC-LC, 23 for AAC-LD, 39 for AAC-ELD, 42 for USAC.
    package var objectType: Int
    /// Frames per second of the base layer.
    package var coreSampleRate: Int
    /// Frames per second with spectral band replication, where the configuration signals it; else the base layer's.
    package var sampleRate: Int
    /// 0 where `program` describes the channels.
    package var channelConfiguration: Int
    package var program: AudioProgramConfig?
    /// 960 frames rather than 1024; 480 rather than 512 for the low-delay types.
    package var hasShortFrames = false
    /// How the configuration signals spectral band replication.
    package var signalling = Signalling.none
    package var hasParametricStereo = false
    /// Whether the configuration signals the presence or the absence of parametric stereo. If not, the packets may
    /// contain it.
    package var signalsParametricStereo = false

    package enum Signalling: Hashable, Sendable {
        /// Nothing is said; the packets may have it all the same.
        case none
        /// As the object type, before the base layer's: decoders without it refuse the stream.
        case hierarchical
        /// Behind the base layer's fields, where decoders without it do not look.
        case compatible
        /// There, too, but to say that there is none.
        case excluded
    }

    /// The rates of the sampling frequency indices 0 to 12.
    package static let rates = [
        96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
    ]

    /// AAC-LC, the object type that encoders make.
    package static let lowComplexity = 2
    package static let lowDelay = 23
    package static let enhancedLowDelay = 39
    package static let unified = 42

    private static let replication = 5
    private static let parametricStereo = 29
    /// What stands before an extension that the base layer's decoders do not look for.
    private static let extensionMark = 0x2B7
    private static let stereoMark = 0x548

    package init(objectType: Int = lowComplexity, sampleRate: Int, channelConfiguration: Int) {
        self.objectType = objectType
        self.sampleRate = sampleRate
        coreSampleRate = sampleRate
        self.channelConfiguration = channelConfiguration
    }

    /// Plain AAC-LC; nil where the rate or the number of channels has no code.
    package static func lowComplexity(sampleRate: Double, channels: Int) -> AudioSpecificConfig? {
        guard let rate = rates.first(where: { Double($0) == sampleRate }),
            let configuration = (1...7).first(where: { channelCounts[$0] == channels })
        else { return nil }
        return AudioSpecificConfig(sampleRate: rate, channelConfiguration: configuration)
    }

    /// From a magic cookie: an ES descriptor in any of its wrappings, or the bare configuration.
    ///
    /// - Throws: `endOfFile` where it ends too early, `converterFormat` where it is not of MPEG-4 audio.
    package init(magicCookie: [UInt8]) throws(AudioError) {
        guard ESDescriptor.claims(magicCookie) else {
            try self.init(magicCookie)
            return
        }
        let descriptor = try ESDescriptor(magicCookie)
        guard [ESDescriptor.mpeg4Audio, 0x66, 0x67, 0x68].contains(descriptor.objectType) else {
            throw .converterFormat.because("object type \(descriptor.objectType) is not AAC")
        }
        try self.init(descriptor.specificInfo)
    }

    /// The configuration's own bytes in a magic cookie that `init(magicCookie:)` takes.
    package static func bareBytes(of magicCookie: [UInt8]) throws(AudioError) -> [UInt8] {
        ESDescriptor.claims(magicCookie) ? try ESDescriptor(magicCookie).specificInfo : magicCookie
    }

    /// - Throws: `endOfFile` where the bytes end too early, `converterFormat` for reserved values.
    package init(_ bytes: [UInt8]) throws(AudioError) {
        guard bytes.count <= ESDescriptor.maximumSize else {
            throw .converterFormat.because("the audio configuration is too long")
        }
        var bits = ConfigBits(bytes)
        try self.init(base: &bits)
        if signalling == .none { try parseExtension(&bits) }
    }

    /// A configuration that other data follow, which do not say where it ends; and how many bits it has.
    ///
    /// - Throws: as `init(_:)`.
    package static func leading(_ bytes: [UInt8]) throws(AudioError) -> (config: AudioSpecificConfig, bits: Int) {
        var bits = ConfigBits(bytes)
        let config = try AudioSpecificConfig(base: &bits)
        return (config, bits.position)
    }

    /// All but what may follow the base layer's fields.
    private init(base bits: inout ConfigBits) throws(AudioError) {
        objectType = try bits.objectType()
        coreSampleRate = try bits.sampleRate()
        sampleRate = coreSampleRate
        channelConfiguration = try bits.read(4)
        if objectType == Self.replication || objectType == Self.parametricStereo {
            signalling = .hierarchical
            hasParametricStereo = objectType == Self.parametricStereo
            signalsParametricStereo = hasParametricStereo
            sampleRate = try bits.sampleRate()
            objectType = try bits.objectType()
            // The extension's own channel configuration, for layers that do not concern us.
            if objectType == 22 { _ = try bits.read(4) }
        }
        try parseBase(&bits)
    }

    /// Parses GASpecificConfig. Of the other types' configurations it parses the part that states the length of frames.
    private mutating func parseBase(_ bits: inout ConfigBits) throws(AudioError) {
        switch objectType {
        case 1...4, 6, 7, 17, 19...23:
            hasShortFrames = try bits.read(1) == 1
            // Whether it depends on a core coder, and how late that is.
            if try bits.read(1) == 1 { _ = try bits.read(14) }
            let hasExtension = try bits.read(1) == 1
            if channelConfiguration == 0 { program = try AudioProgramConfig(&bits) }
            if objectType == 6 || objectType == 20 { _ = try bits.read(3) }
            if hasExtension {
                if objectType == 22 { _ = try bits.read(5 + 11) }
                if [17, 19, 20, 23].contains(objectType) { _ = try bits.read(3) }
                _ = try bits.read(1)
            }
        case Self.enhancedLowDelay: hasShortFrames = try bits.read(1) == 1
        default: break
        }
    }

    /// What may follow the base layer's fields. A search as decoders do it: some writers pad in between.
    private mutating func parseExtension(_ bits: inout ConfigBits) throws(AudioError) {
        guard (1...4).contains(objectType) else { return }
        while bits.left > 15 {
            var mark = bits
            guard try mark.read(11) == Self.extensionMark else {
                _ = try bits.read(1)
                continue
            }
            guard try mark.objectType() == Self.replication, mark.left > 0 else { return }
            guard try mark.read(1) == 1 else {
                signalling = .excluded
                return
            }
            sampleRate = try mark.sampleRate()
            signalling = .compatible
            if mark.left > 11, try mark.read(11) == Self.stereoMark {
                hasParametricStereo = try mark.read(1) == 1
                signalsParametricStereo = true
            }
            return
        }
    }

    /// The configuration's bytes, the same stream as was parsed, without what does not concern a decoder of it.
    ///
    /// Only for the object types that consist of GASpecificConfig alone: AAC Main, LC, SSR and LTP.
    package var bytes: [UInt8] {
        var bits = ConfigBitWriter()
        let isHierarchical = signalling == .hierarchical
        bits.objectType(isHierarchical ? hasParametricStereo ? Self.parametricStereo : Self.replication : objectType)
        bits.sampleRate(coreSampleRate)
        bits.write(channelConfiguration, 4)
        if isHierarchical {
            bits.sampleRate(sampleRate)
            bits.objectType(objectType)
        }
        bits.write(hasShortFrames ? 1 : 0, 1)
        bits.write(0, 2)
        if channelConfiguration == 0, let program { program.write(to: &bits) }
        switch signalling {
        case .none, .hierarchical: break
        case .excluded:
            bits.write(Self.extensionMark, 11)
            bits.objectType(Self.replication)
            bits.write(0, 1)
        case .compatible:
            bits.write(Self.extensionMark, 11)
            bits.objectType(Self.replication)
            bits.write(1, 1)
            bits.sampleRate(sampleRate)
            if signalsParametricStereo || hasParametricStereo {
                bits.write(Self.stereoMark, 11)
                bits.write(hasParametricStereo ? 1 : 0, 1)
            }
        }
        return bits.bytes
    }

    // MARK: What follows from it

    package var hasReplication: Bool { signalling == .hierarchical || signalling == .compatible }

    /// Frames that a packet of the base layer decodes to.
    package var coreFramesPerPacket: Int {
        objectType == Self.lowDelay || objectType == Self.enhancedLowDelay
            ? (hasShortFrames ? 480 : 512) : (hasShortFrames ? 960 : 1024)
    }

    /// Frames that a packet decodes to, all layers included.
    package var framesPerPacket: Int {
        hasReplication && sampleRate == coreSampleRate * 2 ? coreFramesPerPacket * 2 : coreFramesPerPacket
    }

    /// By channel configuration.
    package static let channelCounts = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 24, 8, 0]

    /// Channels of the base layer; 0 where neither `program` nor `channelConfiguration` states them.
    package var coreChannels: Int { program?.channels ?? Self.channelCounts[channelConfiguration] }

    /// Channels that come out, all layers included.
    package var channels: Int { hasParametricStereo && coreChannels == 1 ? 2 : coreChannels }

    /// The name that Core Audio has for the format; nil where it has none.
    package var formatID: FourCC? {
        switch objectType {
        case 1...4, 17: hasParametricStereo ? "aacp" : hasReplication ? "aach" : .aac
        case Self.lowDelay: "aacl"
        case Self.enhancedLowDelay: "aace"
        case Self.unified: "usac"
        default: nil
        }
    }

    /// The stream's format, all layers included.
    ///
    /// - Throws: `converterFormat` where Core Audio has no name for it, or the configuration lacks rate or channels.
    package func format() throws(AudioError) -> StreamFormat {
        guard let formatID else { throw .converterFormat.because("audio object type \(objectType) is not known here") }
        guard sampleRate > 0, channels > 0 else {
            throw .converterFormat.because("the configuration has no rate or channels")
        }
        return StreamFormat(
            sampleRate: Double(sampleRate), formatID: formatID, framesPerPacket: framesPerPacket, channels: channels)
    }

    /// Every format the stream can be decoded as, the richest first: with parametric stereo, with spectral band
    /// replication, the base layer alone.
    package func formats() throws(AudioError) -> [StreamFormat] {
        var layers = [try format()]
        if hasReplication {
            if hasParametricStereo {
                var mono = layers[0]
                mono.formatID = "aach"
                mono.channels = coreChannels
                layers.append(mono)
            }
            layers.append(
                StreamFormat(
                    sampleRate: Double(coreSampleRate), formatID: .aac, framesPerPacket: coreFramesPerPacket,
                    channels: coreChannels))
        }
        return layers
    }

    /// The loudspeaker of each channel, in the order in which they are coded; nil where the configuration states none.
    package var layout: ChannelLayout? {
        if hasParametricStereo, coreChannels == 1 { return ChannelLayout(tag: ChannelLayout.stereo) }
        if let program { return program.layout }
        return Self.layout(ofConfiguration: channelConfiguration)
    }

    /// The layouts of the channel configurations, centre first.
    package static func layout(ofConfiguration configuration: Int) -> ChannelLayout? {
        let numbers: [Int: UInt32] = [
            1: 100, 2: 101, 3: 114, 4: 116, 5: 120, 6: 124, 7: 127, 11: 142, 12: 183, 13: 204, 14: 184,
        ]
        guard let number = numbers[configuration] else { return nil }
        return ChannelLayout(tag: number << 16 | UInt32(channelCounts[configuration]))
    }
}
