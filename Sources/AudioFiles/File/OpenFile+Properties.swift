import AudioContainers
import AudioCore
import CAudioToolbox

/// An addition of ours: in how many bits the file keeps each packet's size.
package let packetSizeBitsProperty = FourCC("pkbi").rawValue

// AudioFileGetPropertyInfo, AudioFileGetProperty and AudioFileSetProperty.
extension OpenFile {
    /// A property's value.
    ///
    /// - Parameter input: what the client's buffer holds: the translation properties read their question from it.
    /// - Throws: `unsupportedProperty` where there is no such property, or this file does not have it.
    package func property(_ id: UInt32, input: UnsafeRawBufferPointer) throws(AudioError) -> PropertyValue {
        if let value = basicProperty(id) { return value }
        if let value = try contentProperty(id) { return value }
        if let value = try tagProperty(id) { return value }
        if let value = try translation(id, input) { return value }
        throw .unsupportedProperty
    }

    /// The size a property's value has now, and whether it can be set on this file.
    package func propertyInfo(_ id: UInt32) throws(AudioError) -> (size: Int, isWritable: Bool) {
        let isWritable = isWritable(id)
        if id == kAudioFilePropertyUseAudioTrack { return (4, isWritable) }
        if let fixed = PacketTranslation.sizes[id] { return (fixed, isWritable) }
        do throws(AudioError) {
            return (try property(id, input: UnsafeRawBufferPointer(start: nil, count: 0)).size, isWritable)
        } catch {
            // A missing cookie can be set: recorders ask before they set it.
            guard isWritable, id == kAudioFilePropertyMagicCookieData else { throw error }
            return (0, true)
        }
    }

    /// What the file is and how large.
    private func basicProperty(_ id: UInt32) -> PropertyValue? {
        switch id {
        case kAudioFilePropertyFileFormat: .uint32(known.fileType.rawValue)
        case kAudioFilePropertyDataFormat: .raw(AudioStreamBasicDescription(format))
        case kAudioFilePropertyIsOptimized: .uint32(known.isOptimized ? 1 : 0)
        case kAudioFilePropertyAudioDataByteCount: .raw(description.dataSize)
        case kAudioFilePropertyAudioDataPacketCount: .raw(UInt64(description.packets.count))
        case kAudioFilePropertyMaximumPacketSize: .uint32(UInt32(clamping: description.packets.maximumSize))
        case kAudioFilePropertyPacketSizeUpperBound: .uint32(UInt32(clamping: packetSizeUpperBound))
        case kAudioFilePropertyDataOffset: .raw(known.dataOffset)
        case kAudioFilePropertyDeferSizeUpdates: .uint32(defersSizeUpdates ? 1 : 0)
        case kAudioFilePropertyEstimatedDuration: .raw(duration)
        case kAudioFilePropertyBitRate: .uint32(bitRate)
        case kAudioFilePropertyRestrictsRandomAccess: .uint32(0)
        case kAudioFilePropertyReserveDuration: .raw(reservedDuration)
        case packetSizeBitsProperty: .uint32(UInt32(description.packetSizeBits))
        default: nil
        }
    }

    /// Properties of the sound that come from the container.
    private func contentProperty(_ id: UInt32) throws(AudioError) -> PropertyValue? {
        switch id {
        case kAudioFilePropertyAudioTrackCount:
            return .uint32(UInt32(clamping: try soundTracks()))
        case kAudioFilePropertyMagicCookieData:
            guard !known.magicCookie.isEmpty else { throw .unsupportedProperty.because("there is no magic cookie") }
            return .bytes(known.magicCookie)
        case kAudioFilePropertyChannelLayout:
            guard let layout = known.layout else {
                throw .unsupportedProperty.because("there is no channel layout")
            }
            return .bytes(layout.bytes)
        case kAudioFilePropertyFormatList:
            return .formatList(
                FormatLayer.layers(format, magicCookie: known.magicCookie, layout: known.layout)
                    .map(\.item))
        case kAudioFilePropertyChunkIDs:
            return .fourCCs((known.knownChunks.map(\.id) + known.userChunks.map(\.id)).uniqued())
        case kAudioFilePropertyPacketTableInfo:
            guard let table = description.packetTable ?? packetTableSoFar else {
                throw .unsupportedProperty.because("there is no packet table")
            }
            return .raw(AudioFilePacketTableInfo(table))
        case kAudioFilePropertySourceBitDepth:
            guard sourceBitDepth != 0 else { throw .unsupportedProperty.because("the source bit depth is unknown") }
            return .raw(Int32(sourceBitDepth))
        default:
            return nil
        }
    }

    /// Sets a property.
    ///
    /// - Throws: `permissions` for a file opened for reading; `operationNotSupported` for a property that is only read;
    ///   what the container says where it cannot hold the value.
    package func setProperty(_ id: UInt32, _ value: PropertyInput) throws(AudioError) {
        // Which track is read is no change to the file.
        guard permissions.contains(.write) || id == kAudioFilePropertyUseAudioTrack else { throw .permissions }
        var changed = description
        switch id {
        case kAudioFilePropertyDeferSizeUpdates:
            defersSizeUpdates = try value.load(UInt32.self) != 0
            return
        case kAudioFilePropertyUseAudioTrack:
            return try useSoundTrack(Int(try value.load(UInt32.self)))
        case kAudioFilePropertyReserveDuration:
            let seconds = try value.load(Double.self)
            guard seconds.isFinite, seconds >= 0 else { throw .parameter }
            guard !hasFixedDataOffset else { throw .operationNotSupported.because("audio data has its place already") }
            reservedDuration = seconds
            needsLayout = true
            return
        case kAudioFilePropertyDataFormat:
            try setDataFormat(StreamFormat(try value.load(AudioStreamBasicDescription.self)), &changed)
        case kAudioFilePropertyPacketTableInfo: try setPacketTable(value, &changed)
        case kAudioFilePropertySourceBitDepth: changed.sourceBitDepth = Int(try value.load(Int32.self))
        case kAudioFilePropertyMagicCookieData: changed.magicCookie = try value.bytes()
        case kAudioFilePropertyChannelLayout:
            let layout = try value.layout()
            guard layout.channelCount == format.channels else {
                throw .parameter.because("the layout places \(layout.channelCount) of \(format.channels) channels")
            }
            changed.layout = layout
        case packetSizeBitsProperty:
            let bits = try value.load(UInt32.self)
            guard container == MPEG4.self, format.formatID == .aac, bits == 16 || bits == 32 else {
                throw .operationNotSupported.because("packet sizes have 16 bits only for AAC in MPEG-4")
            }
            changed.packetSizeBits = Int(bits)
        default:
            if try setTagProperty(id, value, &changed) { break }
            _ = try property(id, input: UnsafeRawBufferPointer(start: nil, count: 0))
            throw .operationNotSupported.because("the property can only be read")
        }
        try requireKept(id, changed)
        try adopt(changed)
    }

    /// The packet table so far of a file being written. Programs read it after the last packet and set the priming and
    /// remainder frames.
    private var packetTableSoFar: PacketTableInfo? {
        guard permissions.contains(.write), container.writtenAnnotations.contains(.packetTable), !format.isPCM else {
            return nil
        }
        return description.packetTableSoFar
    }

    /// How many tracks of sound the file has.
    package func soundTracks() throws(AudioError) -> Int { try container.soundTracks(source) }

    /// Reads another sound track from now on. Fails for a file that is open for writing: the written sound belongs to one
    /// track.
    package func useSoundTrack(_ track: Int) throws(AudioError) {
        guard !permissions.contains(.write) else {
            guard track == 0 else { throw .operationNotSupported.because("files are written with one track") }
            return
        }
        var chosen = try container.read(source, soundTrack: track)
        chosen.detectReplication(in: source)
        description = chosen
    }

    /// Changes the format of a file that has no audio data yet.
    func changeFormat(to format: StreamFormat) throws(AudioError) {
        var changed = description
        try setDataFormat(format, &changed)
        try adopt(changed)
    }

    /// The format can change until audio data is written.
    private func setDataFormat(_ format: StreamFormat, _ changed: inout FileDescription) throws(AudioError) {
        guard !hasFixedDataOffset || format == changed.format else {
            throw .operationNotSupported.because("the data format is fixed once audio data is there")
        }
        guard !hasFixedDataOffset else { return }
        let fresh = try Self.newDescription(
            type: changed.fileType, format: format, alignsAudioData: changed.alignsAudioData
        ).description
        (changed.format, changed.packets) = (fresh.format, fresh.packets)
    }

    /// Sets the valid, priming and remainder frames. Their sum must stay the number of frames in the packets.
    private func setPacketTable(_ value: PropertyInput, _ changed: inout FileDescription) throws(AudioError) {
        let table = PacketTableInfo(try value.load(AudioFilePacketTableInfo.self))
        guard table.validFrames >= 0, table.primingFrames >= 0, table.remainderFrames >= 0 else { throw .parameter }
        guard table.totalFrames == changed.packets.totalFrames else {
            throw .parameter.because("the sum of the frames must be \(changed.packets.totalFrames)")
        }
        changed.packetTable = table
    }
}

// MARK: Figures that follow from the description

extension OpenFile {
    /// Frames of sound, without priming and remainder.
    package var validFrames: Int64 { description.packetTable?.validFrames ?? description.packets.totalFrames }

    /// Seconds of sound.
    package var duration: Double {
        if let preview { return preview.duration }
        return format.sampleRate > 0 ? Double(validFrames) / format.sampleRate : 0
    }

    /// Bytes that no packet exceeds: of a file that was not scanned, what its format allows.
    package var packetSizeUpperBound: Int { preview?.packetSizeUpperBound ?? description.packets.maximumSize }

    /// Bits per second of the audio data; exact for packets of constant size.
    package var bitRate: UInt32 {
        if format.framesPerPacket > 0, format.bytesPerPacket > 0 {
            return UInt32(
                clamping: Int64(
                    clampingTo: Double(format.bytesPerPacket) * 8 * format.sampleRate
                        / Double(format.framesPerPacket)))
        }
        if let preview { return UInt32(clamping: Int64(clampingTo: preview.bitRate)) }
        if let sizes = description.packets.sizes, let constant = MPEGAudio.constantBitRate(format, sizes: sizes) {
            return UInt32(clamping: constant)
        }
        let seconds = Double(description.packets.totalFrames) / max(format.sampleRate, .leastNonzeroMagnitude)
        return seconds > 0 ? UInt32(clamping: Int64(clampingTo: Double(description.dataSize) * 8 / seconds)) : 0
    }

    /// Bits of the source's samples, negative for float; what the container says, else what the format itself says.
    package var sourceBitDepth: Int {
        if description.sourceBitDepth != 0 { return description.sourceBitDepth }
        if format.formatID == .alac { return [1: 16, 2: 20, 3: 24, 4: 32][format.flags.rawValue] ?? 0 }
        guard format.isPCM else { return 0 }
        return format.sampleKind == .float ? -format.bitsPerChannel : format.bitsPerChannel
    }
}

extension Int64 {
    /// The nearest whole number, whatever `value` is; 0 for not-a-number.
    init(clampingTo value: Double) {
        if value.isNaN {
            self = 0
        } else if value >= 9.2e18 {
            self = .max
        } else if value <= -9.2e18 {
            self = .min
        } else {
            self = Int64(value.rounded())
        }
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, where it first stood.
    func uniqued() -> [Element] {
        var seen = Set<Element>()
        return filter { seen.insert($0).inserted }
    }
}
