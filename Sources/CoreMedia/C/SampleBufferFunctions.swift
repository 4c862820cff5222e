package import CCoreMedia
import Foundation

// CMSampleBuffer.h for programs in C: each function calls that of Swift.

@c(CMSampleBufferCreate)
package func cSampleBufferCreate(
    _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?, _ dataReady: UInt8,
    _ makeDataReadyCallback: ReadyFunction?, _ makeDataReadyRefcon: UnsafeMutableRawPointer?,
    _ formatDescription: UnsafeRawPointer?, _ numSamples: Int, _ numSampleTimingEntries: Int,
    _ sampleTimingArray: UnsafeRawPointer?, _ numSampleSizeEntries: Int, _ sampleSizeArray: UnsafeRawPointer?,
    _ sampleBufferOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let sampleBufferOut else { return kCMSampleBufferError_RequiredParameterMissing }
    var made: CMSampleBuffer?
    let status = CMSampleBufferCreate(
        allocator: object(allocator), dataBuffer: object(dataBuffer), dataReady: dataReady != 0,
        makeDataReadyCallback: makeDataReadyCallback.map { call -> CMSampleBufferMakeDataReadyCallback in
            { call(address($0), $1) }
        },
        refcon: makeDataReadyRefcon, formatDescription: object(formatDescription), sampleCount: numSamples,
        sampleTimingEntryCount: numSampleTimingEntries,
        sampleTimingArray: sampleTimingArray?.assumingMemoryBound(to: CMSampleTimingInfo.self),
        sampleSizeEntryCount: numSampleSizeEntries, sampleSizeArray: sampleSizeArray?.assumingMemoryBound(to: Int.self),
        sampleBufferOut: &made)
    sampleBufferOut.pointee = made.map { retained($0) }
    return status
}

@c(CMSampleBufferCreateReady)
package func cSampleBufferCreateReady(
    _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?, _ formatDescription: UnsafeRawPointer?,
    _ numSamples: Int, _ numSampleTimingEntries: Int, _ sampleTimingArray: UnsafeRawPointer?,
    _ numSampleSizeEntries: Int, _ sampleSizeArray: UnsafeRawPointer?,
    _ sampleBufferOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let sampleBufferOut else { return kCMSampleBufferError_RequiredParameterMissing }
    var made: CMSampleBuffer?
    let status = CMSampleBufferCreateReady(
        allocator: object(allocator), dataBuffer: object(dataBuffer), formatDescription: object(formatDescription),
        sampleCount: numSamples, sampleTimingEntryCount: numSampleTimingEntries,
        sampleTimingArray: sampleTimingArray?.assumingMemoryBound(to: CMSampleTimingInfo.self),
        sampleSizeEntryCount: numSampleSizeEntries, sampleSizeArray: sampleSizeArray?.assumingMemoryBound(to: Int.self),
        sampleBufferOut: &made)
    sampleBufferOut.pointee = made.map { retained($0) }
    return status
}

@c(CMAudioSampleBufferCreateWithPacketDescriptions)
package func cAudioSampleBufferCreateWithPacketDescriptions(
    _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?, _ dataReady: UInt8,
    _ makeDataReadyCallback: ReadyFunction?, _ makeDataReadyRefcon: UnsafeMutableRawPointer?,
    _ formatDescription: UnsafeRawPointer?, _ numSamples: Int, _ presentationTimeStamp: CCoreMedia.CMTime,
    _ packetDescriptions: UnsafeRawPointer?, _ sampleBufferOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let formatDescription: CMFormatDescription = object(formatDescription), let sampleBufferOut
    else { return kCMSampleBufferError_RequiredParameterMissing }
    var made: CMSampleBuffer?
    let status = CMAudioSampleBufferCreateWithPacketDescriptions(
        allocator: object(allocator), dataBuffer: object(dataBuffer), dataReady: dataReady != 0,
        makeDataReadyCallback: makeDataReadyCallback.map { call -> CMSampleBufferMakeDataReadyCallback in
            { call(address($0), $1) }
        },
        refcon: makeDataReadyRefcon, formatDescription: formatDescription, sampleCount: numSamples,
        presentationTimeStamp: CMTime(presentationTimeStamp),
        packetDescriptions: packetDescriptions?.assumingMemoryBound(to: AudioStreamPacketDescription.self),
        sampleBufferOut: &made)
    sampleBufferOut.pointee = made.map { retained($0) }
    return status
}

@c(CMAudioSampleBufferCreateReadyWithPacketDescriptions)
package func cAudioSampleBufferCreateReadyWithPacketDescriptions(
    _ allocator: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?, _ formatDescription: UnsafeRawPointer?,
    _ numSamples: Int, _ presentationTimeStamp: CCoreMedia.CMTime, _ packetDescriptions: UnsafeRawPointer?,
    _ sampleBufferOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let dataBuffer: CMBlockBuffer = object(dataBuffer),
        let formatDescription: CMFormatDescription = object(formatDescription), let sampleBufferOut
    else { return kCMSampleBufferError_RequiredParameterMissing }
    var made: CMSampleBuffer?
    let status = CMAudioSampleBufferCreateReadyWithPacketDescriptions(
        allocator: object(allocator), dataBuffer: dataBuffer, formatDescription: formatDescription,
        sampleCount: numSamples, presentationTimeStamp: CMTime(presentationTimeStamp),
        packetDescriptions: packetDescriptions?.assumingMemoryBound(to: AudioStreamPacketDescription.self),
        sampleBufferOut: &made)
    sampleBufferOut.pointee = made.map { retained($0) }
    return status
}

@c(CMSampleBufferCreateCopy)
package func cSampleBufferCreateCopy(
    _ allocator: UnsafeRawPointer?, _ sbuf: UnsafeRawPointer?,
    _ sampleBufferOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf), let sampleBufferOut
    else { return kCMSampleBufferError_RequiredParameterMissing }
    var made: CMSampleBuffer?
    let status = CMSampleBufferCreateCopy(allocator: object(allocator), sampleBuffer: sbuf, sampleBufferOut: &made)
    sampleBufferOut.pointee = made.map { retained($0) }
    return status
}

@c(CMSampleBufferCreateCopyWithNewTiming)
package func cSampleBufferCreateCopyWithNewTiming(
    _ allocator: UnsafeRawPointer?, _ originalSBuf: UnsafeRawPointer?, _ numSampleTimingEntries: Int,
    _ sampleTimingArray: UnsafeRawPointer?, _ sampleBufferOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let originalSBuf: CMSampleBuffer = object(originalSBuf), let sampleBufferOut
    else { return kCMSampleBufferError_RequiredParameterMissing }
    var made: CMSampleBuffer?
    let status = CMSampleBufferCreateCopyWithNewTiming(
        allocator: object(allocator), sampleBuffer: originalSBuf, sampleTimingEntryCount: numSampleTimingEntries,
        sampleTimingArray: sampleTimingArray?.assumingMemoryBound(to: CMSampleTimingInfo.self), sampleBufferOut: &made)
    sampleBufferOut.pointee = made.map { retained($0) }
    return status
}

@c(CMSampleBufferCopySampleBufferForRange)
package func cSampleBufferCopySampleBufferForRange(
    _ allocator: UnsafeRawPointer?, _ sbuf: UnsafeRawPointer?, _ sampleRange: CFRange,
    _ sampleBufferOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf), let sampleBufferOut
    else { return kCMSampleBufferError_RequiredParameterMissing }
    var made: CMSampleBuffer?
    let status = CMSampleBufferCopySampleBufferForRange(
        allocator: object(allocator), sampleBuffer: sbuf, sampleRange: sampleRange, sampleBufferOut: &made)
    sampleBufferOut.pointee = made.map { retained($0) }
    return status
}

@c(CMSampleBufferSetDataBuffer)
package func cSampleBufferSetDataBuffer(_ sbuf: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf), let dataBuffer: CMBlockBuffer = object(dataBuffer)
    else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferSetDataBuffer(sbuf, newValue: dataBuffer)
}

@c(CMSampleBufferGetDataBuffer)
package func cSampleBufferGetDataBuffer(_ sbuf: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return nil }
    return CMSampleBufferGetDataBuffer(sbuf).map { address($0) }
}

@c(CMSampleBufferSetDataBufferFromAudioBufferList)
package func cSampleBufferSetDataBufferFromAudioBufferList(
    _ sbuf: UnsafeRawPointer?, _ blockBufferStructureAllocator: UnsafeRawPointer?,
    _ blockBufferBlockAllocator: UnsafeRawPointer?, _ flags: UInt32, _ bufferList: UnsafeRawPointer?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf), let bufferList
    else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferSetDataBufferFromAudioBufferList(
        sbuf, blockBufferAllocator: object(blockBufferStructureAllocator),
        blockBufferMemoryAllocator: object(blockBufferBlockAllocator), flags: flags,
        bufferList: bufferList.assumingMemoryBound(to: AudioBufferList.self))
}

@c(CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer)
package func cSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    _ sbuf: UnsafeRawPointer?, _ bufferListSizeNeededOut: UnsafeMutableRawPointer?,
    _ bufferListOut: UnsafeMutableRawPointer?, _ bufferListSize: Int,
    _ blockBufferStructureAllocator: UnsafeRawPointer?, _ blockBufferBlockAllocator: UnsafeRawPointer?, _ flags: UInt32,
    _ blockBufferOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return kCMSampleBufferError_RequiredParameterMissing }
    var made: CMBlockBuffer?
    let status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        sbuf, bufferListSizeNeededOut: bufferListSizeNeededOut?.assumingMemoryBound(to: Int.self),
        bufferListOut: bufferListOut?.assumingMemoryBound(to: AudioBufferList.self), bufferListSize: bufferListSize,
        blockBufferAllocator: object(blockBufferStructureAllocator),
        blockBufferMemoryAllocator: object(blockBufferBlockAllocator), flags: flags, blockBufferOut: &made)
    blockBufferOut?.pointee = made.map { retained($0) }
    return status
}

@c(CMSampleBufferGetAudioStreamPacketDescriptions)
package func cSampleBufferGetAudioStreamPacketDescriptions(
    _ sbuf: UnsafeRawPointer?, _ packetDescriptionsSize: Int, _ packetDescriptionsOut: UnsafeMutableRawPointer?,
    _ packetDescriptionsSizeNeededOut: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferGetAudioStreamPacketDescriptions(
        sbuf, allocatedSize: packetDescriptionsSize,
        packetDescriptionsOut: packetDescriptionsOut?.assumingMemoryBound(to: AudioStreamPacketDescription.self),
        packetDescriptionsSizeNeededOut: packetDescriptionsSizeNeededOut?.assumingMemoryBound(to: Int.self))
}

@c(CMSampleBufferGetAudioStreamPacketDescriptionsPtr)
package func cSampleBufferGetAudioStreamPacketDescriptionsPtr(
    _ sbuf: UnsafeRawPointer?, _ packetDescriptionsPointerOut: UnsafeMutableRawPointer?,
    _ packetDescriptionsSizeOut: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
        sbuf,
        packetDescriptionsPointerOut: packetDescriptionsPointerOut?.assumingMemoryBound(
            to: UnsafePointer<AudioStreamPacketDescription>?.self),
        sizeOut: packetDescriptionsSizeOut?.assumingMemoryBound(to: Int.self))
}

@c(CMSampleBufferCopyPCMDataIntoAudioBufferList)
package func cSampleBufferCopyPCMDataIntoAudioBufferList(
    _ sbuf: UnsafeRawPointer?, _ frameOffset: Int32, _ numFrames: Int32, _ bufferList: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf), let bufferList
    else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferCopyPCMDataIntoAudioBufferList(
        sbuf, at: frameOffset, frameCount: numFrames, into: bufferList.assumingMemoryBound(to: AudioBufferList.self))
}

@c(CMSampleBufferSetDataReady)
package func cSampleBufferSetDataReady(_ sbuf: UnsafeRawPointer?) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferSetDataReady(sbuf)
}

@c(CMSampleBufferDataIsReady)
package func cSampleBufferDataIsReady(_ sbuf: UnsafeRawPointer?) -> UInt8 {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return 0 }
    return CMSampleBufferDataIsReady(sbuf) ? 1 : 0
}

@c(CMSampleBufferSetDataFailed)
package func cSampleBufferSetDataFailed(_ sbuf: UnsafeRawPointer?, _ status: OSStatus) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferSetDataFailed(sbuf, status: status)
}

@c(CMSampleBufferHasDataFailed)
package func cSampleBufferHasDataFailed(_ sbuf: UnsafeRawPointer?, _ statusOut: UnsafeMutableRawPointer?) -> UInt8 {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return 0 }
    return CMSampleBufferHasDataFailed(sbuf, statusOut: statusOut?.assumingMemoryBound(to: OSStatus.self)) ? 1 : 0
}

@c(CMSampleBufferMakeDataReady)
package func cSampleBufferMakeDataReady(_ sbuf: UnsafeRawPointer?) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferMakeDataReady(sbuf)
}

@c(CMSampleBufferTrackDataReadiness)
package func cSampleBufferTrackDataReadiness(
    _ sbuf: UnsafeRawPointer?, _ sampleBufferToTrack: UnsafeRawPointer?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf), let sampleBufferToTrack: CMSampleBuffer = object(sampleBufferToTrack)
    else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferTrackDataReadiness(sbuf, sampleBufferToTrack: sampleBufferToTrack)
}

@c(CMSampleBufferInvalidate)
package func cSampleBufferInvalidate(_ sbuf: UnsafeRawPointer?) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferInvalidate(sbuf)
}

@c(CMSampleBufferSetInvalidateCallback)
package func cSampleBufferSetInvalidateCallback(
    _ sbuf: UnsafeRawPointer?, _ invalidateCallback: InvalidateFunction?, _ invalidateRefCon: UInt64
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf), let invalidateCallback
    else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferSetInvalidateCallback(
        sbuf, callback: { invalidateCallback(address($0), $1) }, refcon: invalidateRefCon)
}

@c(CMSampleBufferIsValid)
package func cSampleBufferIsValid(_ sbuf: UnsafeRawPointer?) -> UInt8 {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return 0 }
    return CMSampleBufferIsValid(sbuf) ? 1 : 0
}

@c(CMSampleBufferGetNumSamples)
package func cSampleBufferGetNumSamples(_ sbuf: UnsafeRawPointer?) -> Int {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return 0 }
    return CMSampleBufferGetNumSamples(sbuf)
}

@c(CMSampleBufferGetDuration)
package func cSampleBufferGetDuration(_ sbuf: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return CMTime.invalid.c }
    return CMSampleBufferGetDuration(sbuf).c
}

@c(CMSampleBufferGetPresentationTimeStamp)
package func cSampleBufferGetPresentationTimeStamp(_ sbuf: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return CMTime.invalid.c }
    return CMSampleBufferGetPresentationTimeStamp(sbuf).c
}

@c(CMSampleBufferGetDecodeTimeStamp)
package func cSampleBufferGetDecodeTimeStamp(_ sbuf: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return CMTime.invalid.c }
    return CMSampleBufferGetDecodeTimeStamp(sbuf).c
}

@c(CMSampleBufferGetOutputDuration)
package func cSampleBufferGetOutputDuration(_ sbuf: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return CMTime.invalid.c }
    return CMSampleBufferGetOutputDuration(sbuf).c
}

@c(CMSampleBufferGetOutputPresentationTimeStamp)
package func cSampleBufferGetOutputPresentationTimeStamp(_ sbuf: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return CMTime.invalid.c }
    return CMSampleBufferGetOutputPresentationTimeStamp(sbuf).c
}

@c(CMSampleBufferSetOutputPresentationTimeStamp)
package func cSampleBufferSetOutputPresentationTimeStamp(
    _ sbuf: UnsafeRawPointer?, _ outputPresentationTimeStamp: CCoreMedia.CMTime
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferSetOutputPresentationTimeStamp(sbuf, newValue: CMTime(outputPresentationTimeStamp))
}

@c(CMSampleBufferGetOutputDecodeTimeStamp)
package func cSampleBufferGetOutputDecodeTimeStamp(_ sbuf: UnsafeRawPointer?) -> CCoreMedia.CMTime {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return CMTime.invalid.c }
    return CMSampleBufferGetOutputDecodeTimeStamp(sbuf).c
}

@c(CMSampleBufferGetSampleTimingInfoArray)
package func cSampleBufferGetSampleTimingInfoArray(
    _ sbuf: UnsafeRawPointer?, _ numSampleTimingEntries: Int, _ timingArrayOut: UnsafeMutableRawPointer?,
    _ timingArrayEntriesNeededOut: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferGetSampleTimingInfoArray(
        sbuf, entryCount: numSampleTimingEntries,
        arrayToFill: timingArrayOut?.assumingMemoryBound(to: CMSampleTimingInfo.self),
        entriesNeededOut: timingArrayEntriesNeededOut?.assumingMemoryBound(to: CMItemCount.self))
}

@c(CMSampleBufferGetOutputSampleTimingInfoArray)
package func cSampleBufferGetOutputSampleTimingInfoArray(
    _ sbuf: UnsafeRawPointer?, _ timingArrayEntries: Int, _ timingArrayOut: UnsafeMutableRawPointer?,
    _ timingArrayEntriesNeededOut: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferGetOutputSampleTimingInfoArray(
        sbuf, entryCount: timingArrayEntries,
        arrayToFill: timingArrayOut?.assumingMemoryBound(to: CMSampleTimingInfo.self),
        entriesNeededOut: timingArrayEntriesNeededOut?.assumingMemoryBound(to: CMItemCount.self))
}

@c(CMSampleBufferGetSampleTimingInfo)
package func cSampleBufferGetSampleTimingInfo(
    _ sbuf: UnsafeRawPointer?, _ sampleIndex: Int, _ timingInfoOut: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf), let timingInfoOut
    else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferGetSampleTimingInfo(
        sbuf, at: sampleIndex, timingInfoOut: timingInfoOut.assumingMemoryBound(to: CMSampleTimingInfo.self))
}

@c(CMSampleBufferGetSampleSizeArray)
package func cSampleBufferGetSampleSizeArray(
    _ sbuf: UnsafeRawPointer?, _ sizeArrayEntries: Int, _ sizeArrayOut: UnsafeMutableRawPointer?,
    _ sizeArrayEntriesNeededOut: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferGetSampleSizeArray(
        sbuf, entryCount: sizeArrayEntries, arrayToFill: sizeArrayOut?.assumingMemoryBound(to: Int.self),
        entriesNeededOut: sizeArrayEntriesNeededOut?.assumingMemoryBound(to: CMItemCount.self))
}

@c(CMSampleBufferGetSampleSize)
package func cSampleBufferGetSampleSize(_ sbuf: UnsafeRawPointer?, _ sampleIndex: Int) -> Int {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return 0 }
    return CMSampleBufferGetSampleSize(sbuf, at: sampleIndex)
}

@c(CMSampleBufferGetTotalSampleSize)
package func cSampleBufferGetTotalSampleSize(_ sbuf: UnsafeRawPointer?) -> Int {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return 0 }
    return CMSampleBufferGetTotalSampleSize(sbuf)
}

@c(CMSampleBufferGetFormatDescription)
package func cSampleBufferGetFormatDescription(_ sbuf: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let sbuf: CMSampleBuffer = object(sbuf) else { return nil }
    return CMSampleBufferGetFormatDescription(sbuf).map { address($0) }
}

@c(CMSampleBufferCallForEachSample)
package func cSampleBufferCallForEachSample(
    _ sbuf: UnsafeRawPointer?, _ callback: SampleFunction?, _ refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let sbuf: CMSampleBuffer = object(sbuf), let callback
    else { return kCMSampleBufferError_RequiredParameterMissing }
    return CMSampleBufferCallForEachSample(sbuf, callback: { callback(address($0), $1, $2) }, refcon: refcon)
}

@c(CMSampleBufferGetTypeID)
package func cSampleBufferGetTypeID() -> UInt { CFClass.sampleBuffer.id }
