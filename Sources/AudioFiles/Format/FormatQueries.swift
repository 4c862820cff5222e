import AudioCodecs
import AudioCore
import CAudioToolbox
import CCoreAudioTypes

/// The answers about formats, drawn from linear PCM and from `Codecs.all`.
enum FormatQueries {
    struct Traits {
        var isVBR = false
        var isExternallyFramed = false
        var hasDependentPackets = false
    }

    /// Fills in what the format's ID, its fields and the magic cookie determine.
    ///
    /// - Throws: `formatUnknown` where no codec knows the format, `converterFormat` where its fields contradict it.
    static func complete(_ format: StreamFormat, cookie: [UInt8] = []) throws(AudioError) -> StreamFormat {
        guard format.isPCM else { return try codec(format.formatID).complete(format, magicCookie: cookie) }
        var filled = format
        let sampleBytes = (format.bitsPerChannel + 7) / 8
        guard (0...64).contains(format.bitsPerChannel), (0...1024).contains(format.channels) else {
            throw .converterFormat
        }
        filled.framesPerPacket = 1
        if filled.bytesPerFrame == 0 {
            filled.bytesPerFrame = sampleBytes * (format.isInterleaved ? format.channels : 1)
        }
        filled.bytesPerPacket = filled.bytesPerFrame
        if sampleBytes * 8 == format.bitsPerChannel, filled.bytesPerSample == sampleBytes, sampleBytes > 0 {
            filled.flags.insert(.packed)
        }
        return filled
    }

    /// Completes as much as can be known: a description may come with nothing but its format ID.
    private static func fill(_ format: StreamFormat, cookie: [UInt8]) throws(AudioError) -> StreamFormat {
        guard !format.isPCM, format.channels == 0, cookie.isEmpty else { return try complete(format, cookie: cookie) }
        var probe = format
        probe.channels = 1
        var filled = try complete(probe, cookie: [])
        filled.channels = 0
        // A packet's bytes are a matter of its channels, which are not known.
        filled.bytesPerPacket = 0
        filled.bytesPerFrame = 0
        return filled
    }

    private static func codec(_ id: FourCC) throws(AudioError) -> any Codec.Type {
        guard let codec = Codecs.named(id) else { throw .formatUnknown.because("no codec for '\(id)'") }
        return codec
    }

    /// 'fmti': the buffer's description, completed. With no buffer yet, only its size is of interest.
    static func info(
        cookie: UnsafeRawBufferPointer, current: UnsafeRawBufferPointer?
    ) throws(AudioError) -> PropertyValue {
        let size = MemoryLayout<AudioStreamBasicDescription>.size
        guard let current else { return .bytes(Array(repeating: 0, count: size)) }
        guard current.count >= size else { throw .badPropertySize }
        guard cookie.count <= 1 << 20 else { throw .formatSpecifierSize }
        let format = StreamFormat(current.loadUnaligned(as: AudioStreamBasicDescription.self))
        return .raw(AudioStreamBasicDescription(try fill(format, cookie: Array(cookie))))
    }

    static func name(of format: StreamFormat) throws(AudioError) -> String {
        guard format.isPCM else { return try codec(format.formatID).name }
        guard format.bitsPerChannel > 0 else { return "Linear PCM" }
        let kind =
            format.sampleKind == .float
            ? "floating point" : format.sampleKind == .signed ? "signed integer" : "unsigned integer"
        let order = format.bitsPerChannel > 8 ? format.isBigEndian ? " big-endian" : " little-endian" : ""
        return "Linear PCM, \(format.bitsPerChannel) bit\(order) \(kind)"
    }

    static func traits(of format: StreamFormat) throws(AudioError) -> Traits {
        if format.isPCM { return Traits() }
        let codec = try codec(format.formatID)
        var probe = format
        // A bare format ID is enough to ask with: any rate and number of channels that the codec takes will do.
        if probe.channels == 0 { probe.channels = codec.abilities.channels?.first ?? 1 }
        if probe.sampleRate == 0 { probe.sampleRate = codec.abilities.sampleRates?.last?.upperBound ?? 44_100 }
        let isVBR = try codec.complete(probe, magicCookie: []).bytesPerPacket == 0
        let framesItself: [FourCC] = [".mp1", ".mp2", ".mp3", "ac-3", "ec-3"]
        return Traits(
            isVBR: isVBR, isExternallyFramed: isVBR && !framesItself.contains(format.formatID),
            hasDependentPackets: codec.abilities.hasDependentPackets)
    }

    /// No codec here decrypts anything, so only the formats that are always encrypted are known to be.
    static func isEncrypted(_ format: StreamFormat) throws(AudioError) -> Bool {
        if format.formatID == "AUDB" || format.formatID == "drms" { return true }
        if !format.isPCM { _ = try codec(format.formatID) }
        return false
    }

    // MARK: Lists

    static var encodeFormats: [FourCC] { ids(encoding: true) }
    static var decodeFormats: [FourCC] { ids(encoding: false) }

    private static func ids(encoding: Bool) -> [FourCC] {
        var ids: [FourCC] = [.linearPCM]
        for codec in Codecs.all {
            let id = codec.formatID
            if !ids.contains(id), isUsable(codec, encoding: encoding) { ids.append(id) }
        }
        return ids
    }

    /// Whether a codec has this direction, and the library for it is there.
    private static func isUsable(_ codec: any Codec.Type, encoding: Bool) -> Bool {
        let abilities = codec.abilities
        return (encoding ? abilities.encodes : abilities.decodes) && codec.isInstalled(encoding: encoding)
    }

    /// `AudioClassDescription`s of our codecs for a format; an empty list where there is none in this direction.
    static func codecs(_ id: FourCC, encoding: Bool) throws(AudioError) -> PropertyValue {
        guard id != .linearPCM else { return .bytes([]) }
        _ = try codec(id)
        let type: FourCC = encoding ? "aenc" : "adec"
        let maker: FourCC = "appl"
        let one = AudioClassDescription(mType: type.rawValue, mSubType: id.rawValue, mManufacturer: maker.rawValue)
        var found: [AudioClassDescription] = []
        for codec in Codecs.all where codec.formatID == id {
            if isUsable(codec, encoding: encoding) { found.append(one) }
        }
        return .raws(found)
    }

    private static func encoder(_ id: FourCC) throws(AudioError) -> CodecAbilities {
        guard id != .linearPCM else { return CodecAbilities() }
        let abilities = try codec(id).abilities
        guard abilities.encodes else { throw .converterFormat.because("'\(id)' is only decoded") }
        return abilities
    }

    private static func ranges(_ ranges: [ClosedRange<Double>]) -> PropertyValue {
        .raws(ranges.map { AudioValueRange(mMinimum: $0.lowerBound, mMaximum: $0.upperBound) })
    }

    static func bitRates(_ id: FourCC) throws(AudioError) -> PropertyValue { ranges(try encoder(id).bitRates) }

    /// The ranges an encoder takes; one of zeros says "any", as `AudioValueRange` does in this property.
    static func sampleRates(_ id: FourCC) throws(AudioError) -> PropertyValue {
        ranges(try encoder(id).sampleRates ?? [0...0])
    }

    /// Any number is said by 0xFFFFFFFF.
    static func channelCounts(_ id: FourCC, encoding: Bool) throws(AudioError) -> PropertyValue {
        let abilities = id == .linearPCM ? CodecAbilities() : encoding ? try encoder(id) : try codec(id).abilities
        return .raws(abilities.channels.map { $0.map(UInt32.init) } ?? [UInt32.max])
    }

    /// The layouts in whose order the packets have their channels, else the standard ones for the counts an encoder takes;
    /// those of one count where the format names it.
    static func encodeLayouts(_ format: StreamFormat) throws(AudioError) -> PropertyValue {
        let abilities = try encoder(format.formatID)
        let counts = (abilities.channels ?? Array(1...8)).filter { format.channels == 0 || $0 == format.channels }
        if !abilities.layouts.isEmpty {
            return .raws(abilities.layouts.filter { counts.contains($0.channelCount) }.map(\.tag))
        }
        return .raws(counts.compactMap { ChannelLayout.standard(channels: $0)?.tag })
    }

    /// How many of the codecs, begun with in this order, could be used at once: all that are software, and none that is
    /// hardware, or one where `SimulatedHardwareCodecs` is on.
    static func hardwareCodecs(_ wanted: [AudioClassDescription]) -> PropertyValue {
        var hardwareLeft = SimulatedHardwareCodecs.isOn ? 1 : 0
        var count: UInt32 = 0
        for one in wanted {
            let encoding = FourCC(one.mType) == CodecClass.encoder
            guard encoding || FourCC(one.mType) == CodecClass.decoder, let codec = Codecs.named(FourCC(one.mSubType)),
                isUsable(codec, encoding: encoding)
            else { break }
            if one.mManufacturer == kAppleHardwareAudioCodecManufacturer {
                guard hardwareLeft > 0, SimulatedHardwareCodecs.formats.contains(codec.formatID) else { break }
                hardwareLeft -= 1
            }
            count += 1
        }
        return .uint32(count)
    }

    // MARK: Formats in a stream, and out of a decoder

    private static func item(_ format: StreamFormat) -> AudioFormatListItem {
        AudioFormatListItem(
            mASBD: AudioStreamBasicDescription(format),
            mChannelLayoutTag: ChannelLayout.standard(channels: format.channels)?.tag ?? ChannelLayout.unknown)
    }

    static func formatList(_ info: (format: StreamFormat, magicCookie: [UInt8])) throws(AudioError) -> PropertyValue {
        let layers = FormatLayer.layers(info.format, magicCookie: info.magicCookie, layout: nil)
        if layers.count > 1 { return .formatList(layers.map(\.item)) }
        let format = try complete(info.format, cookie: info.magicCookie)
        guard let layout = layers[0].layout else { return .formatList([item(format)]) }
        return .formatList([FormatLayer(format: format, layout: layout).item])
    }

    /// What a decoder can be asked for: 16-bit integers and 32-bit floats at the stream's rate.
    static func outputFormats(_ info: (format: StreamFormat, magicCookie: [UInt8])) throws(AudioError) -> PropertyValue
    {
        let format = try complete(info.format, cookie: info.magicCookie)
        if !format.isPCM, try !codec(format.formatID).abilities.decodes { throw .converterFormat }
        guard (1...1024).contains(format.channels) else { throw .converterFormat.because("the channels are not known") }
        return .formatList([
            item(.float32(sampleRate: format.sampleRate, channels: format.channels)),
            item(.int16(sampleRate: format.sampleRate, channels: format.channels)),
        ])
    }

    /// The index of the first format of a list that can be decoded.
    static func firstPlayable(_ items: [AudioFormatListItem]) throws(AudioError) -> PropertyValue {
        for (index, item) in items.enumerated() {
            let id = FourCC(item.mASBD.mFormatID)
            if id == .linearPCM { return .uint32(UInt32(index)) }
            if let codec = Codecs.named(id), isUsable(codec, encoding: false) { return .uint32(UInt32(index)) }
        }
        throw .converterFormat.because("none of the formats can be decoded")
    }
}
