import AudioContainers
import AudioCore
import CAudioToolbox

/// The properties of formats and channel layouts, for AudioFormatGetProperty.
///
/// Every property is worked out on the spot from its specifier; nothing is kept. May be called from any thread, not
/// from the audio thread.
package enum FormatProperties {
    /// The value of a property.
    ///
    /// - Parameters:
    ///   - id: `kAudioFormatProperty_…`
    ///   - bytes: the specifier, empty where there is none.
    ///   - current: what the client's buffer holds on entry, which `FormatInfo` fills in; nil where only
    ///     the size counts.
    /// - Throws: `formatProperty` for an unknown property, `formatSpecifierSize` for a specifier of the wrong size,
    ///   `formatUnknown` or `converterFormat` for formats, `parameter` for values out of range.
    package static func value(
        of id: UInt32, specifier bytes: UnsafeRawBufferPointer, current: UnsafeRawBufferPointer? = nil
    ) throws(AudioError) -> PropertyValue {
        let specifier = FormatSpecifier(bytes: bytes)
        if id == kAudioFormatProperty_FormatInfo { return try FormatQueries.info(cookie: bytes, current: current) }
        if let value = try format(id, specifier) { return value }
        if let value = try capability(id, specifier) { return value }
        if let value = try layout(id, specifier) { return value }
        if let value = try routing(id, specifier) { return value }
        throw .formatProperty
    }

    private static func flag(_ isSet: Bool) -> PropertyValue { .uint32(isSet ? 1 : 0) }

    private static func format(_ id: UInt32, _ specifier: FormatSpecifier) throws(AudioError) -> PropertyValue? {
        switch id {
        case kAudioFormatProperty_FormatName: .string(try FormatQueries.name(of: specifier.format()))
        case kAudioFormatProperty_FormatIsVBR: flag(try FormatQueries.traits(of: specifier.format()).isVBR)
        case kAudioFormatProperty_FormatIsExternallyFramed:
            flag(try FormatQueries.traits(of: specifier.format()).isExternallyFramed)
        case kAudioFormatProperty_FormatEmploysDependentPackets:
            flag(try FormatQueries.traits(of: specifier.format()).hasDependentPackets)
        case kAudioFormatProperty_FormatIsEncrypted: flag(try FormatQueries.isEncrypted(specifier.format()))
        case kAudioFormatProperty_FormatList: try FormatQueries.formatList(specifier.formatInfo())
        case kAudioFormatProperty_OutputFormatList: try FormatQueries.outputFormats(specifier.formatInfo())
        case kAudioFormatProperty_FirstPlayableFormatFromList: try FormatQueries.firstPlayable(specifier.list())
        case kAudioFormatProperty_ASBDFromESDS:
            .raw(AudioStreamBasicDescription(try FormatQueries.format(ofDescriptor: Array(specifier.bytes))))
        case kAudioFormatProperty_ChannelLayoutFromESDS:
            .bytes(try FormatQueries.layout(ofDescriptor: Array(specifier.bytes)).bytes)
        case kAudioFormatProperty_ASBDFromMPEGPacket:
            .raw(AudioStreamBasicDescription(try MPEGPacketHeader.format(ofPacket: Array(specifier.bytes.prefix(16)))))
        case kAudioFormatProperty_ID3TagSize: .uint32(try ID3Tag.size(of: specifier.bytes))
        case kAudioFormatProperty_ID3TagToDictionary:
            .dictionary(try ID3Tag(Array(specifier.bytes)).dictionary.map { ($0.key, $0.value) })
        default: nil
        }
    }

    private static func capability(_ id: UInt32, _ specifier: FormatSpecifier) throws(AudioError) -> PropertyValue? {
        switch id {
        case kAudioFormatProperty_EncodeFormatIDs: .fourCCs(FormatQueries.encodeFormats)
        case kAudioFormatProperty_DecodeFormatIDs: .fourCCs(FormatQueries.decodeFormats)
        case kAudioFormatProperty_Encoders: try FormatQueries.codecs(specifier.formatID(), encoding: true)
        case kAudioFormatProperty_Decoders: try FormatQueries.codecs(specifier.formatID(), encoding: false)
        case kAudioFormatProperty_AvailableEncodeBitRates: try FormatQueries.bitRates(specifier.formatID())
        case kAudioFormatProperty_AvailableEncodeSampleRates: try FormatQueries.sampleRates(specifier.formatID())
        case kAudioFormatProperty_AvailableEncodeChannelLayoutTags:
            try FormatQueries.encodeLayouts(specifier.format())
        case kAudioFormatProperty_AvailableEncodeNumberChannels:
            try FormatQueries.channelCounts(specifier.formatID(), encoding: true)
        case kAudioFormatProperty_AvailableDecodeNumberChannels:
            try FormatQueries.channelCounts(specifier.formatID(), encoding: false)
        case kAudioFormatProperty_HardwareCodecCapabilities: try FormatQueries.hardwareCodecs(specifier.list())
        default: nil
        }
    }

    private static func layout(_ id: UInt32, _ specifier: FormatSpecifier) throws(AudioError) -> PropertyValue? {
        switch id {
        case kAudioFormatProperty_BitmapForLayoutTag: try LayoutQueries.bitmap(ofTag: specifier.one())
        case kAudioFormatProperty_NumberOfChannelsForLayout: try LayoutQueries.channelCount(specifier.layout())
        case kAudioFormatProperty_AreChannelLayoutsEquivalent:
            flag(try LayoutQueries.equivalent(specifier.layoutPair()))
        case kAudioFormatProperty_ChannelLayoutHash: .uint32(try specifier.layout().equivalenceHash)
        case kAudioFormatProperty_ValidateChannelLayout: flag(try specifier.layout().isValid)
        case kAudioFormatProperty_ChannelLayoutForTag: try LayoutQueries.layout(ofTag: specifier.one())
        case kAudioFormatProperty_ChannelLayoutForBitmap: try LayoutQueries.layout(ofBitmap: specifier.one())
        case kAudioFormatProperty_TagForChannelLayout: try LayoutQueries.tag(specifier.layout())
        case kAudioFormatProperty_TagsForNumberOfChannels: try LayoutQueries.tags(specifier.one())
        case kAudioFormatProperty_ChannelLayoutName: .string(try LayoutQueries.valid(specifier.layout()).name)
        case kAudioFormatProperty_ChannelLayoutSimpleName:
            .string(try LayoutQueries.valid(specifier.layout()).simpleName)
        case kAudioFormatProperty_ChannelName:
            .string(ChannelLabel.name(of: try specifier.one(AudioChannelDescription.self).mChannelLabel))
        case kAudioFormatProperty_ChannelShortName:
            .string(ChannelLabel.shortName(of: try specifier.one(AudioChannelDescription.self).mChannelLabel))
        default: nil
        }
    }

    private static func routing(_ id: UInt32, _ specifier: FormatSpecifier) throws(AudioError) -> PropertyValue? {
        switch id {
        case kAudioFormatProperty_MatrixMixMap: .raws(try LayoutQueries.mix(specifier.layoutPair()).gains)
        case kAudioFormatProperty_ChannelMap: try LayoutQueries.channelMap(specifier.layoutPair())
        case kAudioFormatProperty_PanningMatrix: .raws(try Panning(specifier.one()).gains)
        case kAudioFormatProperty_BalanceFade: .raws(try BalanceFade(specifier.one()).gains)
        default: nil
        }
    }
}
