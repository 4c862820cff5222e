import AudioContainers
import AudioCore
import CAudioToolbox

extension OpenFile {
    /// The answer to a translation property, or nil for any other property.
    func translation(_ id: UInt32, _ input: UnsafeRawBufferPointer) throws(AudioError) -> PropertyValue? {
        try PacketTranslation(packets: description.packets, count: description.packets.count).answer(id, input)
    }
}

/// Properties that are questions: the client writes a frame, a packet or a byte into the struct and reads the rest of it.
struct PacketTranslation {
    let packets: PacketIndex
    /// How many packets there are; nil where that is not known.
    let count: Int64?
    /// Mean bytes of a packet, for estimates where the index does not contain the packet.
    var averageSize: Double?

    static let sizes: [UInt32: Int] = [
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
    func answer(_ id: UInt32, _ input: UnsafeRawBufferPointer) throws(AudioError) -> PropertyValue? {
        guard let size = Self.sizes[id] else { return nil }
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

    /// Whether a packet with this number can be: where the number of packets is not known, any may come.
    private func check(_ packet: Int64) throws(AudioError) {
        guard packet >= 0, packet < count ?? .max else { throw .invalidPacketOffset }
    }

    /// Whether the index states where each packet is.
    private var isIndexed: Bool { averageSize == nil }

    private func frameTranslation(_ question: AudioFramePacketTranslation, _ id: UInt32) throws(AudioError)
        -> PropertyValue
    {
        var answer = question
        let frames = Int64(packets.constantFrames)
        guard isIndexed || frames > 0 else { throw .valueUnknown }
        if id == kAudioFilePropertyPacketToFrame {
            try check(question.mPacket)
            let (frame, overflow) = question.mPacket.multipliedReportingOverflow(by: frames)
            guard !overflow else { throw .invalidPacketOffset }
            answer.mFrame = isIndexed ? packets.firstFrame(of: question.mPacket) : frame
        } else if isIndexed {
            guard let packet = packets.packet(holdingFrame: question.mFrame) else { throw .invalidPacketOffset }
            answer.mPacket = packet
            answer.mFrameOffsetInPacket = UInt32(clamping: question.mFrame - packets.firstFrame(of: packet))
        } else {
            try check(question.mFrame < 0 ? -1 : question.mFrame / frames)
            answer.mPacket = question.mFrame / frames
            answer.mFrameOffsetInPacket = UInt32(clamping: question.mFrame % frames)
        }
        return .raw(answer)
    }

    private func byteTranslation(_ question: AudioBytePacketTranslation, _ id: UInt32) throws(AudioError)
        -> PropertyValue
    {
        var answer = question
        answer.mFlags = []
        if id == kAudioFilePropertyPacketToByte {
            try check(question.mPacket)
            // A stream without an end contains every packet whose byte offset is representable.
            guard !question.mPacket.multipliedReportingOverflow(by: Int64(packets.constantSize)).overflow else {
                throw .invalidPacketOffset
            }
            answer.mByte = isIndexed ? packets[question.mPacket].offset : 0
        } else if isIndexed {
            guard let packet = packets.packet(holdingByte: question.mByte) else { throw .invalidPacketOffset }
            answer.mPacket = packet
            answer.mByteOffsetInPacket = UInt32(clamping: question.mByte - packets[packet].offset)
        }
        if let averageSize {
            guard averageSize > 0 else { throw .valueUnknown }
            answer.mFlags = .bytePacketTranslationFlag_IsEstimate
            if id == kAudioFilePropertyPacketToByte {
                answer.mByte = Int64(clampingTo: Double(question.mPacket) * averageSize)
            } else {
                answer.mPacket = Int64(clampingTo: (Double(question.mByte) / averageSize).rounded(.down))
                try check(answer.mPacket)
                answer.mByteOffsetInPacket = 0
            }
        }
        return .raw(answer)
    }

    /// Constant packets answer exactly; others by the largest packet, without a scan.
    private func rangeTranslation(_ question: AudioPacketRangeByteCountTranslation) throws(AudioError) -> PropertyValue
    {
        guard question.mPacket >= 0, question.mPacketCount >= 0 else { throw .parameter }
        var answer = question
        let (bytes, overflow) = question.mPacketCount.multipliedReportingOverflow(by: Int64(packets.maximumSize))
        answer.mByteCountUpperBound = overflow ? .max : bytes
        return .raw(answer)
    }

    /// Every packet of the formats here stands alone: no pre-roll, and each packet is an independent one.
    private func dependencyTranslation(_ id: UInt32, _ input: UnsafeRawBufferPointer) throws(AudioError)
        -> PropertyValue
    {
        let packet = input.loadUnaligned(as: Int64.self)
        try check(packet)
        switch id {
        case kAudioFilePropertyPacketToRollDistance:
            return .raw(AudioPacketRollDistanceTranslation(mPacket: packet, mRollDistance: 0))
        case kAudioFilePropertyPacketToDependencyInfo:
            return .raw(
                AudioPacketDependencyInfoTranslation(
                    mPacket: packet, mIsIndependentlyDecodable: 1, mNumberPrerollPackets: 0))
        default:
            let neighbour = packet &+ (id == kAudioFilePropertyNextIndependentPacket ? 1 : -1)
            try check(neighbour)
            return .raw(AudioIndependentPacketTranslation(mPacket: packet, mIndependentlyDecodablePacket: neighbour))
        }
    }
}
