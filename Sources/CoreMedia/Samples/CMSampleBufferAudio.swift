public import CoreAudio
import CoreAudioTypes
import Foundation

// The functions of Apple's CMSampleBuffer.h for sound.

/// A buffer list's memory begins at a multiple of 16 bytes.
public var kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 { 1 }

/// Sets the data of a buffer that has none: a copy of what is in a list of audio buffers. The data is ready then.
///
/// - Parameters:
///   - sbuf: the buffer, of sound.
///   - blockBufferStructureAllocator: ignored.
///   - blockBufferBlockAllocator: ignored.
///   - flags: `kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment` or 0.
///   - bufferList: the audio buffers. For linear PCM there are as many as the format has, each with the frames of the buffer; for
///     other formats there is one.
/// - Returns: 0; `kCMSampleBufferError_AlreadyHasDataBuffer`; `kCMSampleBufferError_InvalidMediaTypeForOperation` for what is not sound;
///   `kCMSampleBufferError_RequiredParameterMissing` for audio buffers without memory; `kCMSampleBufferError_InvalidSampleData` for
///   another number of audio buffers or too few bytes; `kCMSampleBufferError_Invalidated` for a buffer that is not valid any more.
@discardableResult
public func CMSampleBufferSetDataBufferFromAudioBufferList(
    _ sbuf: CMSampleBuffer, blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
    blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?, flags: UInt32,
    bufferList: UnsafePointer<AudioBufferList>
) -> OSStatus {
    let done = status { () throws(Refusal) in
        let asbd = try sbuf.soundFormat
        let buffers = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
        guard buffers.count == asbd.bufferCount else { throw Refusal(status: kCMSampleBufferError_InvalidSampleData) }
        guard buffers.allSatisfy({ $0.mData != nil || $0.mDataByteSize == 0 }) else {
            throw Refusal(status: kCMSampleBufferError_RequiredParameterMissing)
        }
        // What there is more of than frames is left out: a program's buffers are often larger than what they hold.
        var sizes = buffers.map { Int($0.mDataByteSize) }
        if asbd.isPCM {
            let (size, isTooLarge) = sbuf.timing.count.multipliedReportingOverflow(by: Int(asbd.mBytesPerFrame))
            guard !isTooLarge, sizes.allSatisfy({ $0 >= size }) else {
                throw Refusal(status: kCMSampleBufferError_InvalidSampleData)
            }
            sizes = sizes.map { _ in size }
        }
        let total = sizes.reduce(0, +)
        guard sbuf.timing.sizes.isEmpty || sbuf.timing.totalSize <= total else {
            throw Refusal(status: kCMSampleBufferError_InvalidSampleData)
        }
        let memory = BlockMemory.own(length: total)
        var end = memory.base!
        for (buffer, size) in zip(buffers, sizes) where size > 0 {
            end.copyMemory(from: buffer.mData!, byteCount: size)
            end += size
        }
        try sbuf.set(CMBlockBuffer(try BlockPieces(memory, total)))
    }
    return done == 0 ? CMSampleBufferSetDataReady(sbuf) : done
}

/// Gives the data of a buffer as a list of audio buffers, which point into a block buffer.
///
/// - Parameters:
///   - sbuf: the buffer, of sound. Its data is there.
///   - bufferListSizeNeededOut: receives the size of the list in bytes; nil to ignore it.
///   - bufferListOut: the list to fill; nil to ask for its size alone.
///   - bufferListSize: the size of the list in bytes.
///   - blockBufferStructureAllocator: ignored.
///   - blockBufferBlockAllocator: what allocates memory for data that is copied, since it lies in several pieces or not at a multiple
///     of 16 bytes; nil for the default one.
///   - flags: `kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment` or 0.
///   - blockBufferOut: receives the block buffer, as long as which the memory stays.
/// - Returns: 0; `kCMSampleBufferError_ArrayTooSmall` for a list that is too small;
///   `kCMSampleBufferError_InvalidMediaTypeForOperation` for what is not sound; `kCMSampleBufferError_BufferNotReady`,
///   `kCMSampleBufferError_DataFailed` or `kCMSampleBufferError_RequiredParameterMissing` where there is no data;
///   `kCMSampleBufferError_Invalidated` for a buffer that is not valid any more.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    _ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
    bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int,
    blockBufferAllocator blockBufferStructureAllocator: CFAllocator?,
    blockBufferMemoryAllocator blockBufferBlockAllocator: CFAllocator?, flags: UInt32,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
    blockBufferOut?.pointee = nil
    return status { () throws(Refusal) in
        let asbd = try sbuf.soundFormat
        let needed = AudioBufferList.sizeInBytes(maximumBuffers: asbd.bufferCount)
        bufferListSizeNeededOut?.pointee = needed
        guard let bufferListOut else { return }
        guard bufferListSize >= needed else { throw Refusal(status: kCMSampleBufferError_ArrayTooSmall) }
        let (pieces, starts, size) = try sbuf.planes(
            asbd, isAligned: flags & kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment != 0)
        guard let length = UInt32(exactly: size) else { throw Refusal(status: kCMSampleBufferError_InvalidSampleData) }
        bufferListOut.pointee.mNumberBuffers = UInt32(starts.count)
        let list = UnsafeMutableAudioBufferListPointer(bufferListOut)
        for (index, start) in starts.enumerated() {
            list[index] = AudioBuffer(
                mNumberChannels: asbd.isPlanar ? 1 : asbd.mChannelsPerFrame, mDataByteSize: length, mData: start)
        }
        blockBufferOut?.pointee = CMBlockBuffer(pieces)
    }
}

/// Copies frames of linear PCM into a list of audio buffers.
///
/// - Parameters:
///   - sbuf: the buffer, of linear PCM. Its data is there.
///   - frameOffset: the number of the first frame.
///   - numFrames: how many frames to copy.
///   - bufferList: the audio buffers, as many as the format has. Each has memory for the frames.
/// - Returns: 0; `kCMSampleBufferError_InvalidMediaTypeForOperation` for what is not linear PCM;
///   `kCMSampleBufferError_SampleIndexOutOfRange` for frames that are not there; `kCMSampleBufferError_RequiredParameterMissing` for
///   another number of audio buffers, or one without memory; `kCMSampleBufferError_ArrayTooSmall` for one with too little;
///   `kCMSampleBufferError_BufferNotReady`, `kCMSampleBufferError_DataFailed` and `kCMSampleBufferError_Invalidated`.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
    _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
    into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    status { () throws(Refusal) in
        let asbd = try sbuf.soundFormat
        guard asbd.isPCM, asbd.mBytesPerFrame > 0 else {
            throw Refusal(status: kCMSampleBufferError_InvalidMediaTypeForOperation)
        }
        let data = try sbuf.readyData.pieces
        let (offset, count, frame) = (Int(frameOffset), Int(numFrames), Int(asbd.mBytesPerFrame))
        let plane = data.length / asbd.bufferCount
        let frames = min(sbuf.timing.count, plane / frame)
        guard offset >= 0, count >= 0, offset <= frames, count <= frames - offset else {
            throw Refusal(status: kCMSampleBufferError_SampleIndexOutOfRange)
        }
        let buffers = UnsafeMutableAudioBufferListPointer(bufferList)
        guard buffers.count == asbd.bufferCount, buffers.allSatisfy({ $0.mData != nil }) else {
            throw Refusal(status: kCMSampleBufferError_RequiredParameterMissing)
        }
        guard buffers.allSatisfy({ Int($0.mDataByteSize) >= count * frame }) else {
            throw Refusal(status: kCMSampleBufferError_ArrayTooSmall)
        }
        for (index, buffer) in buffers.enumerated() {
            try data.range(index * plane + offset * frame, count * frame).copy(to: buffer.mData!)
        }
    }
}

/// Copies the descriptions of a buffer's packets.
///
/// - Parameters:
///   - sbuf: the buffer, of sound.
///   - packetDescriptionsSize: the size of the memory in bytes.
///   - packetDescriptionsOut: the memory; nil to ask for its size alone.
///   - packetDescriptionsSizeNeededOut: receives the size in bytes, which is 0 where the packets have no descriptions; nil to ignore it.
/// - Returns: 0; `kCMSampleBufferError_ArrayTooSmall` for too little memory; `kCMSampleBufferError_InvalidMediaTypeForOperation` for
///   what is not sound.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptions(
    _ sbuf: CMSampleBuffer, allocatedSize packetDescriptionsSize: Int,
    packetDescriptionsOut: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    packetDescriptionsSizeNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
    status { () throws(Refusal) in
        _ = try sbuf.soundFormat
        let needed = sbuf.packets?.byteCount ?? 0
        packetDescriptionsSizeNeededOut?.pointee = needed
        guard let packetDescriptionsOut, let packets = sbuf.packets?.descriptions else { return }
        guard packetDescriptionsSize >= needed else { throw Refusal(status: kCMSampleBufferError_ArrayTooSmall) }
        if let start = packets.baseAddress { packetDescriptionsOut.update(from: start, count: packets.count) }
    }
}

/// Gives the descriptions of a buffer's packets.
///
/// - Parameters:
///   - sbuf: the buffer, of sound.
///   - packetDescriptionsPointerOut: receives where they are, as long as the buffer; nil where the packets have none.
///   - packetDescriptionsSizeOut: receives their size in bytes; nil to ignore it.
/// - Returns: 0, or `kCMSampleBufferError_InvalidMediaTypeForOperation` for what is not sound.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
    _ sbuf: CMSampleBuffer,
    packetDescriptionsPointerOut: UnsafeMutablePointer<UnsafePointer<AudioStreamPacketDescription>?>?,
    sizeOut packetDescriptionsSizeOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
    status { () throws(Refusal) in
        _ = try sbuf.soundFormat
        packetDescriptionsPointerOut?.pointee = UnsafePointer(sbuf.packets?.descriptions.baseAddress)
        packetDescriptionsSizeOut?.pointee = sbuf.packets?.byteCount ?? 0
    }
}

extension CMSampleBuffer {
    fileprivate var soundFormat: AudioStreamBasicDescription {
        get throws(Refusal) {
            guard let asbd = format?.audioStreamBasicDescription else {
                throw Refusal(status: kCMSampleBufferError_InvalidMediaTypeForOperation)
            }
            guard asbd.bytesPerFrameOfAll != nil else { throw Refusal(status: kCMSampleBufferError_InvalidMediaFormat) }
            return asbd
        }
    }

    /// Sets the data of a buffer that has none.
    func set(_ data: CMBlockBuffer) throws(Refusal) {
        try state.withLock { (state) throws(Refusal) in
            guard state.isValid else { throw Refusal(status: kCMSampleBufferError_Invalidated) }
            guard state.data == nil else { throw Refusal(status: kCMSampleBufferError_AlreadyHasDataBuffer) }
            state.data = data
        }
    }

    /// Where the data of each audio buffer is, the memory that it is in, and how many bytes each has.
    fileprivate func planes(
        _ asbd: AudioStreamBasicDescription, isAligned: Bool
    ) throws(Refusal) -> (BlockPieces, [UnsafeMutableRawPointer?], Int) {
        var pieces = try readyData.pieces
        let count = asbd.bufferCount
        let size = pieces.length / count
        guard pieces.length > 0 else { return (pieces, [UnsafeMutableRawPointer?](repeating: nil, count: count), 0) }
        if !pieces.isContiguous { pieces = try pieces.copied() }
        let start = try pieces.head().baseAddress!
        let starts = (0..<count).map { start + $0 * size }
        guard isAligned, starts.contains(where: { UInt(bitPattern: $0) % 16 != 0 }) else {
            return (pieces, starts, size)
        }
        let stride = (size + 15) / 16 * 16
        let memory = BlockMemory.own(length: stride * count)
        let places = (0..<count).map { memory.base! + $0 * stride }
        for (place, start) in zip(places, starts) { place.copyMemory(from: start, byteCount: size) }
        return (try BlockPieces(memory, memory.length), places, size)
    }
}
