public import CoreAudioTypes
public import Foundation

// The functions of Apple's CMSampleBuffer.h that say what is in a buffer.

/// Sets the data of a buffer that has none. It is ready once that is said.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - dataBuffer: the data.
/// - Returns: 0; `kCMSampleBufferError_AlreadyHasDataBuffer` for a buffer with data; `kCMSampleBufferError_Invalidated` for one that is
///   not valid any more.
@discardableResult
public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer) -> OSStatus {
    status { () throws(Refusal) in try sbuf.set(dataBuffer) }
}

/// The data of a buffer.
///
/// - Parameter sbuf: the buffer.
/// - Returns: the data; nil where it has not come so far, and for a buffer that is not valid any more.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.state.withLock { $0.data } }

/// How many samples a buffer has.
///
/// - Parameter sbuf: the buffer.
/// - Returns: the number of samples; of linear PCM, frames.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.timing.count }

/// How long the samples of a buffer last.
///
/// - Parameter sbuf: the buffer.
/// - Returns: from the earliest presentation time to the end of the last sample; invalid without times.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.timing.duration }

/// When the samples of a buffer begin to be heard or shown.
///
/// - Parameter sbuf: the buffer.
/// - Returns: the earliest presentation time; invalid without times.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.timing.presentationTimeStamp
}

/// When the first sample of a buffer is decoded.
///
/// - Parameter sbuf: the buffer.
/// - Returns: its decode time; invalid where that is in the order of presentation.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.timing.decodeTimeStamp }

/// How long a buffer lasts without what is trimmed, at its speed.
///
/// - Parameter sbuf: the buffer.
/// - Returns: the duration less the attachments `TrimDurationAtStart` and `TrimDurationAtEnd`, divided by the speed of
///   `SpeedMultiplier`.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime {
    let rest = sbuf.timing.duration - sbuf.trim(atEnd: false) - sbuf.trim(atEnd: true)
    return sbuf.speed == 1 ? rest : CMTimeMultiplyByFloat64(rest, multiplier: 1 / sbuf.speed)
}

/// When a buffer without what is trimmed begins to be heard or shown.
///
/// - Parameter sbuf: the buffer.
/// - Returns: what was set by `CMSampleBufferSetOutputPresentationTimeStamp`; else the presentation time and what is trimmed at the
///   start, or of a buffer with the attachment `Reverse` at the end.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    let set = sbuf.state.withLock { $0.outputTime }
    if set.isValid { return set }
    let isReversed = (sbuf.attached["Reverse"]?.value as? NSNumber)?.boolValue ?? false
    return sbuf.timing.presentationTimeStamp + sbuf.trim(atEnd: isReversed)
}

/// Sets when a buffer without what is trimmed begins to be heard or shown.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - outputPresentationTimeStamp: the time; invalid for what follows from the other times.
/// - Returns: 0.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
    _ sbuf: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
    sbuf.state.withLock { $0.outputTime = outputPresentationTimeStamp }
    return 0
}

/// When a buffer is decoded for its output time.
///
/// - Parameter sbuf: the buffer.
/// - Returns: as far before the output time as the decode time is before the presentation time, at the buffer's speed; invalid without
///   a decode time.
public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.output(decode: sbuf.timing.decodeTimeStamp)
}

/// Copies the times of a buffer.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - numSampleTimingEntries: for how many entries there is room.
///   - timingArrayOut: the room; nil to ask for the number alone.
///   - timingArrayEntriesNeededOut: receives the number of entries; nil to ignore it.
/// - Returns: 0; `kCMSampleBufferError_ArrayTooSmall` for too little room; `kCMSampleBufferError_BufferHasNoSampleTimingInfo` for no
///   times.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
    _ sbuf: CMSampleBuffer, entryCount numSampleTimingEntries: CMItemCount,
    arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
    entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    store(
        sbuf.timing.timings, numSampleTimingEntries, timingArrayOut, timingArrayEntriesNeededOut,
        none: kCMSampleBufferError_BufferHasNoSampleTimingInfo)
}

/// Copies the times of a buffer at its output time and speed.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - timingArrayEntries: for how many entries there is room.
///   - timingArrayOut: the room; nil to ask for the number alone.
///   - timingArrayEntriesNeededOut: receives the number of entries; nil to ignore it.
/// - Returns: 0; `kCMSampleBufferError_ArrayTooSmall` for too little room; `kCMSampleBufferError_BufferHasNoSampleTimingInfo` for no
///   times.
@discardableResult
public func CMSampleBufferGetOutputSampleTimingInfoArray(
    _ sbuf: CMSampleBuffer, entryCount timingArrayEntries: CMItemCount,
    arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
    entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    let (start, output) = (sbuf.timing.presentationTimeStamp, CMSampleBufferGetOutputPresentationTimeStamp(sbuf))
    let entries = sbuf.timing.timings.map { timing in
        CMSampleTimingInfo(
            duration: sbuf.scaled(timing.duration),
            presentationTimeStamp: output + sbuf.scaled(timing.presentationTimeStamp - start),
            decodeTimeStamp: sbuf.output(decode: timing.decodeTimeStamp))
    }
    return store(
        entries, timingArrayEntries, timingArrayOut, timingArrayEntriesNeededOut,
        none: kCMSampleBufferError_BufferHasNoSampleTimingInfo)
}

/// The times of a sample.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - sampleIndex: the number of the sample.
///   - timingInfoOut: receives its times.
/// - Returns: 0; `kCMSampleBufferError_SampleIndexOutOfRange` for no such sample; `kCMSampleBufferError_BufferHasNoSampleTimingInfo`
///   for no times.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
    _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus { status { () throws(Refusal) in timingInfoOut.pointee = try sbuf.timing.timing(of: sampleIndex) } }

/// Copies the sizes of a buffer's samples.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - sizeArrayEntries: for how many entries there is room.
///   - sizeArrayOut: the room; nil to ask for the number alone.
///   - sizeArrayEntriesNeededOut: receives the number of entries; nil to ignore it.
/// - Returns: 0; `kCMSampleBufferError_ArrayTooSmall` for too little room; `kCMSampleBufferError_BufferHasNoSampleSizes` for no sizes.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
    _ sbuf: CMSampleBuffer, entryCount sizeArrayEntries: CMItemCount,
    arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
    entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    store(
        sbuf.timing.sizes, sizeArrayEntries, sizeArrayOut, sizeArrayEntriesNeededOut,
        none: kCMSampleBufferError_BufferHasNoSampleSizes)
}

/// The size of a sample.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - sampleIndex: the number of the sample.
/// - Returns: its size in bytes; 0 for no such sample, and without sizes.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
    sbuf.timing.size(of: sampleIndex)
}

/// The size of all samples.
///
/// - Parameter sbuf: the buffer.
/// - Returns: their size in bytes; 0 without sizes.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.timing.totalSize }

/// The format of the samples.
///
/// - Parameter sbuf: the buffer.
/// - Returns: the format; nil for none.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? { sbuf.format }

/// The attachments of each sample, as an array of mutable dictionaries.
///
/// - Parameters:
///   - sbuf: the buffer.
///   - createIfNecessary: whether to make them where there are none so far.
/// - Returns: the dictionaries, whose changes are the buffer's; nil where there are none, and for more than 1,048,576 samples.
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
    sbuf.perSampleAttachments(creating: createIfNecessary).map { dictionaries in
        let array = NSMutableArray()
        for dictionary in dictionaries { array.add(dictionary) }
        return array
    }
}

private func store<Element>(
    _ entries: [Element], _ room: Int, _ target: UnsafeMutablePointer<Element>?, _ needed: UnsafeMutablePointer<Int>?,
    none: OSStatus
) -> OSStatus {
    needed?.pointee = entries.count
    guard !entries.isEmpty else { return none }
    guard let target else { return 0 }
    guard room >= entries.count else { return kCMSampleBufferError_ArrayTooSmall }
    for (index, entry) in entries.enumerated() { target[index] = entry }
    return 0
}

extension CMSampleBuffer {
    /// More samples than this have no attachments of their own: a program may state any number of samples.
    private static var mostAttachments: Int { 1 << 20 }

    func perSampleAttachments(creating: Bool) -> [NSMutableDictionary]? {
        state.withLock { state in
            if state.perSample == nil, creating, timing.count > 0, timing.count <= Self.mostAttachments {
                state.perSample = (0..<timing.count).map { _ in NSMutableDictionary() }
            }
            return state.perSample
        }
    }

    /// How fast the samples are heard or shown; never 0.
    fileprivate var speed: Double {
        let speed = abs((attached["SpeedMultiplier"]?.value as? NSNumber)?.doubleValue ?? 1)
        return speed > 0 && speed.isFinite ? speed : 1
    }

    fileprivate func scaled(_ time: CMTime) -> CMTime {
        speed == 1 ? time : CMTimeMultiplyByFloat64(time, multiplier: 1 / speed)
    }

    fileprivate func output(decode time: CMTime) -> CMTime {
        guard time.isValid else { return .invalid }
        return CMSampleBufferGetOutputPresentationTimeStamp(self) + scaled(time - timing.presentationTimeStamp)
    }

    fileprivate func trim(atEnd: Bool) -> CMTime {
        let value = attached[atEnd ? "TrimDurationAtEnd" : "TrimDurationAtStart"]?.value
        guard let dictionary = value as? NSDictionary else { return .zero }
        let time = CMTimeMakeFromDictionary(dictionary)
        return time.isNumeric ? time : .zero
    }
}
