import AudioContainers
import AudioCore
import CAudioToolbox

// AudioFileStreamGetPropertyInfo and AudioFileStreamGetProperty. No property of a stream can be set.
extension FileStream {
    /// The properties of which the stream notifies the client, in this order, once the head has been read.
    static let announced: [UInt32] = [
        kAudioFileStreamProperty_FileFormat, kAudioFileStreamProperty_DataFormat, kAudioFileStreamProperty_FormatList,
        kAudioFileStreamProperty_MagicCookieData, kAudioFileStreamProperty_AudioDataByteCount,
        kAudioFileStreamProperty_AudioDataPacketCount, kAudioFileStreamProperty_MaximumPacketSize,
        kAudioFileStreamProperty_DataOffset, kAudioFileStreamProperty_ChannelLayout,
        kAudioFileStreamProperty_PacketTableInfo, kAudioFileStreamProperty_BitRate,
        kAudioFileStreamProperty_PacketSizeUpperBound, kAudioFileStreamProperty_AverageBytesPerPacket,
        kAudioFileStreamProperty_InfoDictionary, kAudioFileStreamProperty_ReadyToProducePackets,
    ]

    /// Those that are asked for, with a question or without.
    private static let others: Set<UInt32> = [
        kAudioFileStreamProperty_PacketToFrame, kAudioFileStreamProperty_FrameToPacket,
        kAudioFileStreamProperty_PacketToByte, kAudioFileStreamProperty_ByteToPacket,
        kAudioFileStreamProperty_PacketToRollDistance, kAudioFileStreamProperty_PreviousIndependentPacket,
        kAudioFileStreamProperty_NextIndependentPacket, kAudioFileStreamProperty_PacketToDependencyInfo,
        kAudioFileStreamProperty_RestrictsRandomAccess,
    ]

    /// A property's value.
    ///
    /// - Parameter input: what the client's buffer holds: the translation properties read their question from it.
    /// - Throws: `unsupportedProperty` where no stream has it; `dataUnavailable` before the head was read; `valueUnknown`
    ///   where the file does not state it before its audio data.
    package func property(_ id: UInt32, input: UnsafeRawBufferPointer) throws(AudioError) -> PropertyValue {
        if Self.others.contains(id), id != kAudioFileStreamProperty_RestrictsRandomAccess {
            guard let stream else { throw .dataUnavailable }
            let isIndexed = stream.file.packets.count > 0
            let questions = PacketTranslation(
                packets: stream.file.packets, count: packetCount, averageSize: isIndexed ? nil : averagePacketSize)
            guard let answer = try questions.answer(id, input) else { throw .unsupportedProperty }
            return answer
        }
        return try value(id)
    }

    /// The size a property's value has now.
    package func propertySize(_ id: UInt32) throws(AudioError) -> Int {
        if Self.others.contains(id), let size = PacketTranslation.sizes[id] { return size }
        return try value(id).size
    }

    /// Always fails: all properties of a stream come from the file.
    package func setProperty(_ id: UInt32) throws(AudioError) {
        guard Self.announced.contains(id) || Self.others.contains(id) else { throw .unsupportedProperty }
        throw .illegalOperation.because("a stream's properties can only be read")
    }

    /// Whether a property's value is a guess, which changes with the packets that come. All others stay as they are.
    func isEstimate(_ id: UInt32) -> Bool {
        let isMean = id == kAudioFileStreamProperty_BitRate || id == kAudioFileStreamProperty_AverageBytesPerPacket
        guard isMean, let stream else { return false }
        return stream.dataSize == nil && !stream.file.packets.isConstant
    }

    func value(_ id: UInt32) throws(AudioError) -> PropertyValue {
        if let value = kept[id] { return value }
        guard Self.announced.contains(id) || Self.others.contains(id) else { throw .unsupportedProperty }
        guard id != kAudioFileStreamProperty_ReadyToProducePackets else { return .uint32(stream == nil ? 0 : 1) }
        guard let stream else { throw .dataUnavailable }
        guard let value = headValue(id, stream.file) ?? figure(id, stream) else { throw .valueUnknown }
        return value
    }

    /// What the head says.
    private func headValue(_ id: UInt32, _ file: FileDescription) -> PropertyValue? {
        switch id {
        case kAudioFileStreamProperty_FileFormat: .uint32(file.fileType.rawValue)
        case kAudioFileStreamProperty_DataFormat: .raw(AudioStreamBasicDescription(file.format))
        case kAudioFileStreamProperty_FormatList:
            .formatList(FormatLayer.layers(file.format, magicCookie: file.magicCookie, layout: file.layout).map(\.item))
        case kAudioFileStreamProperty_MagicCookieData: file.magicCookie.isEmpty ? nil : .bytes(file.magicCookie)
        case kAudioFileStreamProperty_DataOffset: .raw(file.dataOffset)
        case kAudioFileStreamProperty_ChannelLayout: file.layout.map { .bytes($0.bytes) }
        case kAudioFileStreamProperty_PacketTableInfo: file.packetTable.map { .raw(AudioFilePacketTableInfo($0)) }
        case kAudioFileStreamProperty_InfoDictionary: .dictionary(file.info.entries.map { ($0.key, $0.value) })
        case kAudioFileStreamProperty_RestrictsRandomAccess: .uint32(0)
        default: nil
        }
    }

    /// What follows from it, and from the packets so far.
    private func figure(_ id: UInt32, _ stream: PacketStream) -> PropertyValue? {
        let file = stream.file
        switch id {
        case kAudioFileStreamProperty_AudioDataByteCount: return dataSize.map { .raw(UInt64($0)) }
        case kAudioFileStreamProperty_AudioDataPacketCount: return packetCount.map { .raw(UInt64($0)) }
        case kAudioFileStreamProperty_MaximumPacketSize:
            let size = file.packets.maximumSize
            return size > 0 ? .uint32(UInt32(clamping: size)) : nil
        case kAudioFileStreamProperty_PacketSizeUpperBound:
            let size = stream.packetSizeUpperBound
            return size > 0 ? .uint32(UInt32(clamping: size)) : nil
        case kAudioFileStreamProperty_AverageBytesPerPacket:
            return averagePacketSize > 0 ? .raw(averagePacketSize) : nil
        case kAudioFileStreamProperty_BitRate:
            let frames = Double(file.format.framesPerPacket)
            guard averagePacketSize > 0, frames > 0, file.format.sampleRate > 0 else { return nil }
            return .uint32(
                UInt32(clamping: Int64(clampingTo: averagePacketSize * 8 * file.format.sampleRate / frames)))
        default: return nil
        }
    }
}
