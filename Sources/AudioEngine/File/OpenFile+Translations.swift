import AudioContainers
import AudioCore
import CAudioToolbox

// Properties that are questions: the client writes a frame, a packet or a byte into the struct and reads the rest of it.
extension OpenFile {
    static let translationSizes: [UInt32: Int] = [
        kAudioFilePropertyPacketToFrame: MemoryLayout<AudioFramePacketTranslation>.size,
        kAudioFilePropertyFrameToPacket: MemoryLayout<AudioFramePacketTranslation>.size,
        kAudioFilePropertyPacketToByte: MemoryLayout<AudioBytePacketTranslation>.size,
        kAudioFilePropertyByteToPacket: MemoryLayout<AudioBytePacketTranslation>.size,
        kAudioFilePropertyPacketRangeByteCountUpperBound: MemoryLayout<AudioPacketRangeByteCountTranslation>.size,
        kAudioFilePropertyPacketToRollDistance: MemoryLayout<AudioPacketRollDistanceTranslation>.size,
        kAudioFilePropertyPreviousIndependentPacket: MemoryLayout<AudioIndependentPacketTranslation>.size,
        kAudioFilePropertyNextIndependentPacket: MemoryLayout<AudioIndependentPacketTranslation>.size,
        kAudioFilePropertyPacketToDependencyInfo: MemoryLayout<AudioPacketDependencyInfoTranslation>.size,
    ]

    /// The answer to a translation property, or nil for any other property.
    func translation(_ id: UInt32, _ input: UnsafeRawBufferPointer) throws(AudioError) -> PropertyValue? {
        guard let size = Self.translationSizes[id] else { return nil }
        guard input.count >= size else { throw .badPropertySize }
        switch id {
        case kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket:
            return try frameTranslation(input.loadUnaligned(as: AudioFramePacketTranslation.self), id)
        case kAudioFilePropertyPacketToByte, kAudioFilePropertyByteToPacket:
            return try byteTranslation(input.loadUnaligned(as: AudioBytePacketTranslation.self), id)
        case kAudioFilePropertyPacketRangeByteCountUpperBound:
            return try rangeTranslation(input.loadUnaligned(as: AudioPacketRangeByteCountTranslation.self))
        default:
            return try dependencyTranslation(id, input)
        }
    }

    private func frameTranslation(_ question: AudioFramePacketTranslation, _ id: UInt32) throws(AudioError)
        -> PropertyValue
    {
        var answer = question
        let packets = description.packets
        if id == kAudioFilePropertyPacketToFrame {
            guard question.mPacket >= 0, question.mPacket < packets.count else { throw .invalidPacketOffset }
            answer.mFrame = packets.firstFrame(of: question.mPacket)
        } else {
            guard let packet = packets.packet(holdingFrame: question.mFrame) else { throw .invalidPacketOffset }
            answer.mPacket = packet
            answer.mFrameOffsetInPacket = UInt32(clamping: question.mFrame - packets.firstFrame(of: packet))
        }
        return .raw(answer)
    }

    private func byteTranslation(_ question: AudioBytePacketTranslation, _ id: UInt32) throws(AudioError)
        -> PropertyValue
    {
        var answer = question
        let packets = description.packets
        if id == kAudioFilePropertyPacketToByte {
            guard question.mPacket >= 0, question.mPacket < packets.count else { throw .invalidPacketOffset }
            answer.mByte = packets[question.mPacket].offset
        } else {
            guard let packet = packets.packet(holdingByte: question.mByte) else { throw .invalidPacketOffset }
            answer.mPacket = packet
            answer.mByteOffsetInPacket = UInt32(clamping: question.mByte - packets[packet].offset)
        }
        answer.mFlags = []
        return .raw(answer)
    }

    /// Constant packets answer exactly; others by the largest packet, without a scan.
    private func rangeTranslation(_ question: AudioPacketRangeByteCountTranslation) throws(AudioError) -> PropertyValue
    {
        guard question.mPacket >= 0, question.mPacketCount >= 0 else { throw .parameter }
        var answer = question
        let (bytes, overflow) = question.mPacketCount.multipliedReportingOverflow(
            by: Int64(description.packets.maximumSize))
        answer.mByteCountUpperBound = overflow ? .max : bytes
        return .raw(answer)
    }

    /// Every packet of the formats here stands alone: no pre-roll, and each packet is an independent one.
    private func dependencyTranslation(_ id: UInt32, _ input: UnsafeRawBufferPointer) throws(AudioError)
        -> PropertyValue
    {
        let packet = input.loadUnaligned(as: Int64.self)
        guard packet >= 0, packet < description.packets.count else { throw .invalidPacketOffset }
        switch id {
        case kAudioFilePropertyPacketToRollDistance:
            return .raw(AudioPacketRollDistanceTranslation(mPacket: packet, mRollDistance: 0))
        case kAudioFilePropertyPacketToDependencyInfo:
            return .raw(
                AudioPacketDependencyInfoTranslation(
                    mPacket: packet, mIsIndependentlyDecodable: 1, mNumberPrerollPackets: 0))
        default:
            let neighbour = packet + (id == kAudioFilePropertyNextIndependentPacket ? 1 : -1)
            guard neighbour >= 0, neighbour < description.packets.count else { throw .invalidPacketOffset }
            return .raw(AudioIndependentPacketTranslation(mPacket: packet, mIndependentlyDecodablePacket: neighbour))
        }
    }
}
