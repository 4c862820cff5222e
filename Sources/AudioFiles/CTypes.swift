// Between the structs of the C API and the values of the engine. Here and nowhere else.

import AudioCore
import CAudioToolbox
import CCoreAudioTypes

extension StreamFormat {
    /// The engine's form of a C stream description. Any bits are accepted; judging them is the caller's business.
    package init(_ description: AudioStreamBasicDescription) {
        self.init(
            sampleRate: description.mSampleRate, formatID: FourCC(description.mFormatID),
            flags: Flags(rawValue: description.mFormatFlags), bytesPerPacket: Int(description.mBytesPerPacket),
            framesPerPacket: Int(description.mFramesPerPacket), bytesPerFrame: Int(description.mBytesPerFrame),
            channels: Int(description.mChannelsPerFrame), bitsPerChannel: Int(description.mBitsPerChannel))
    }
}

extension AudioStreamBasicDescription {
    /// The C form of an engine format. Sizes that do not fit 32 bits, which no valid format has, become 0: unknown.
    package init(_ format: StreamFormat) {
        self.init(
            mSampleRate: format.sampleRate, mFormatID: format.formatID.rawValue, mFormatFlags: format.flags.rawValue,
            mBytesPerPacket: UInt32(exactly: format.bytesPerPacket) ?? 0,
            mFramesPerPacket: UInt32(exactly: format.framesPerPacket) ?? 0,
            mBytesPerFrame: UInt32(exactly: format.bytesPerFrame) ?? 0,
            mChannelsPerFrame: UInt32(exactly: format.channels) ?? 0,
            mBitsPerChannel: UInt32(exactly: format.bitsPerChannel) ?? 0, mReserved: 0)
    }
}

extension PacketDescription {
    package init(_ description: AudioStreamPacketDescription) {
        self.init(
            offset: description.mStartOffset, frames: description.mVariableFramesInPacket,
            size: description.mDataByteSize)
    }
}

extension AudioStreamPacketDescription {
    package init(_ description: PacketDescription) {
        self.init(
            mStartOffset: description.offset, mVariableFramesInPacket: description.frames,
            mDataByteSize: description.size)
    }
}

// MARK: Channel layouts

extension ChannelLayout {
    /// Bytes before the first channel description, and of each: tag, bitmap, count; label, flags, three coordinates.
    private static let headSize = 12
    private static let channelSize = 20

    /// Reads an `AudioChannelLayout` with however many descriptions it claims.
    ///
    /// The buffer need not be aligned, and may be longer than the layout. Clients pass `sizeof(AudioChannelLayout)`, one
    /// description, and the bare 12 bytes of a layout that is all tag, so both are accepted.
    /// - Throws: `badPropertySize` where the buffer is too short for the head, or for the descriptions that count.
    package init(bytes: UnsafeRawBufferPointer) throws(AudioError) {
        guard bytes.count >= Self.headSize else { throw .badPropertySize }
        func word(_ offset: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        let count = Int(word(8))
        guard count <= (bytes.count - Self.headSize) / Self.channelSize else { throw .badPropertySize }
        let channels = (0..<count).map { index in
            let offset = Self.headSize + index * Self.channelSize
            func coordinate(_ axis: Int) -> Float { Float(bitPattern: word(offset + 8 + axis * 4)) }
            return Channel(
                label: word(offset), flags: word(offset + 4),
                coordinates: SIMD3(coordinate(0), coordinate(1), coordinate(2)))
        }
        self.init(tag: word(0), bitmap: word(4), descriptions: channels)
    }

    /// Reads the layout behind a pointer, which must have as many descriptions as it claims, as the C API demands.
    package init(_ layout: UnsafePointer<AudioChannelLayout>) throws(AudioError) {
        let claimed = Int(layout.pointee.mNumberChannelDescriptions)
        let size = Self.headSize + claimed * Self.channelSize
        try self.init(bytes: UnsafeRawBufferPointer(start: layout, count: size))
    }

    /// How many bytes `bytes` has: never fewer than a C program's `sizeof(AudioChannelLayout)`.
    package var byteCount: Int { Self.headSize + max(descriptions.count, 1) * Self.channelSize }

    /// The layout as an `AudioChannelLayout`, with room for at least one description.
    package var bytes: [UInt8] {
        var words = [tag, bitmap, UInt32(clamping: descriptions.count)]
        for channel in descriptions {
            words += [channel.label, channel.flags]
            words += (0..<3).map { channel.coordinates[$0].bitPattern }
        }
        words += Array(repeating: 0, count: byteCount / 4 - words.count)
        return words.withUnsafeBytes { Array($0) }
    }
}

// MARK: Packet table

extension PacketTableInfo {
    package init(_ info: AudioFilePacketTableInfo) {
        self.init(
            validFrames: info.mNumberValidFrames, primingFrames: info.mPrimingFrames,
            remainderFrames: info.mRemainderFrames)
    }
}

extension AudioFilePacketTableInfo {
    package init(_ info: PacketTableInfo) {
        self.init(
            mNumberValidFrames: info.validFrames, mPrimingFrames: info.primingFrames,
            mRemainderFrames: info.remainderFrames)
    }
}
