import CoreAudioTypes
public import CoreFoundation
import Foundation

// The functions of Apple's CMSampleBuffer.h that make buffers of others.

/// Makes a buffer with the samples of another. It shares the data, and takes the attachments that propagate.
///
/// - Parameters:
///   - allocator: ignored.
///   - sbuf: the other.
///   - sampleBufferOut: receives the buffer.
/// - Returns: 0, or `kCMSampleBufferError_Invalidated` for a buffer that is not valid any more.
@discardableResult
public func CMSampleBufferCreateCopy(
    allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    sampleBufferOut.pointee = nil
    return status { () throws(Refusal) in sampleBufferOut.pointee = try sbuf.copied(sbuf.timing) }
}

/// Makes a buffer with the samples of another at other times.
///
/// - Parameters:
///   - allocator: ignored.
///   - originalSBuf: the other.
///   - numSampleTimingEntries: how many times follow: 0, 1 or one for each sample.
///   - sampleTimingArray: the times, which are copied.
///   - sampleBufferOut: receives the buffer.
/// - Returns: 0; `kCMSampleBufferError_InvalidEntryCount` for another number of entries;
///   `kCMSampleBufferError_RequiredParameterMissing` for no pointer to them; `kCMSampleBufferError_Invalidated` for a buffer that is
///   not valid any more.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
    allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount, sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    sampleBufferOut.pointee = nil
    return status { () throws(Refusal) in
        guard numSampleTimingEntries >= 0 else { throw Refusal(status: kCMSampleBufferError_InvalidEntryCount) }
        guard numSampleTimingEntries == 0 || sampleTimingArray != nil else {
            throw Refusal(status: kCMSampleBufferError_RequiredParameterMissing)
        }
        let entries = Array(UnsafeBufferPointer(start: sampleTimingArray, count: numSampleTimingEntries))
        let timing = try SampleTiming(
            count: originalSBuf.timing.count, timings: entries, sizes: originalSBuf.timing.sizes)
        sampleBufferOut.pointee = try originalSBuf.copied(timing)
    }
}

/// Makes a buffer with some of the samples of another. It shares the data, but for linear PCM with a buffer for each channel.
///
/// - Parameters:
///   - allocator: ignored.
///   - sbuf: the other. Its data is there.
///   - sampleRange: the numbers of the samples.
///   - sampleBufferOut: receives the buffer.
/// - Returns: 0; `kCMSampleBufferError_SampleIndexOutOfRange` for samples that are not there;
///   `kCMSampleBufferError_BufferHasNoSampleSizes` where it is not known which bytes are theirs; `kCMSampleBufferError_CannotSubdivide`
///   where the data has fewer; `kCMSampleBufferError_BufferNotReady` and `kCMSampleBufferError_Invalidated`.
@discardableResult
public func CMSampleBufferCopySampleBufferForRange(
    allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleRange: CFRange,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    sampleBufferOut.pointee = nil
    return status { () throws(Refusal) in
        let (start, length) = (Int(sampleRange.location), Int(sampleRange.length))
        guard start >= 0, length > 0, start <= sbuf.timing.count, length <= sbuf.timing.count - start else {
            throw Refusal(status: kCMSampleBufferError_SampleIndexOutOfRange)
        }
        sampleBufferOut.pointee = try sbuf.part(start..<start + length)
    }
}

extension CMSampleBuffer {
    fileprivate func copied(_ timing: SampleTiming) throws(Refusal) -> CMSampleBuffer {
        let state = self.state.withLock { $0 }
        guard state.isValid else { throw Refusal(status: kCMSampleBufferError_Invalidated) }
        let made = try CMSampleBuffer(state.data, isReady: false, format, timing, packets)
        made.state.withLock { new in
            new.image = state.image
            new.readiness = state.readiness
            new.makeReady = state.makeReady
            // The copy waits for what the other waits for.
            new.tracked = state.readiness == .notReady ? state.tracked ?? self : nil
            new.outputTime = state.outputTime
            new.perSample = state.perSample.map { $0.map { $0.mutableCopy() as! NSMutableDictionary } }
        }
        CMPropagateAttachments(self, destination: made)
        return made
    }

    fileprivate func part(_ range: Range<Int>) throws(Refusal) -> CMSampleBuffer {
        let data = try readyData
        var sized = timing
        if sized.sizes.isEmpty {
            guard let asbd = format?.audioStreamBasicDescription, asbd.isPCM, asbd.mBytesPerFrame > 0 else {
                guard range.count == timing.count else {
                    throw Refusal(status: kCMSampleBufferError_BufferHasNoSampleSizes)
                }
                return try copied(timing)
            }
            guard let size = asbd.bytesPerFrameOfAll else {
                throw Refusal(status: kCMSampleBufferError_InvalidMediaFormat)
            }
            sized = try SampleTiming(count: timing.count, timings: timing.timings, sizes: [size])
        }
        guard sized.totalSize <= data.pieces.length else { throw Refusal(status: kCMSampleBufferError_CannotSubdivide) }
        var bytes = BlockPieces()
        if let asbd = format?.audioStreamBasicDescription, asbd.isPlanar {
            let (frame, plane) = (Int(asbd.mBytesPerFrame), data.pieces.length / asbd.bufferCount)
            // A program may state any number of samples, any size of them, and any number of channels.
            let (end, isTooLarge) = range.upperBound.multipliedReportingOverflow(by: frame)
            guard asbd.bytesPerFrameOfAll != nil, !isTooLarge, end <= plane else {
                throw Refusal(status: kCMSampleBufferError_CannotSubdivide)
            }
            for channel in 0..<asbd.bufferCount {
                let piece = try data.pieces.range(channel * plane + range.lowerBound * frame, range.count * frame)
                for piece in piece.pieces { bytes.append(piece) }
            }
            bytes = try bytes.copied()
        } else {
            let start = sized.offset(of: range.lowerBound)
            bytes = try data.pieces.range(start, sized.offset(of: range.upperBound) - start)
        }
        let made = try CMSampleBuffer(
            CMBlockBuffer(bytes), isReady: true, format, sized.part(range), packets?.part(range))
        let attachments = state.withLock { $0.perSample }
        if let attachments {
            made.state.withLock { $0.perSample = attachments[range].map { $0.mutableCopy() as! NSMutableDictionary } }
        }
        CMPropagateAttachments(self, destination: made)
        return made
    }
}

/// Calls a function with a buffer of each sample, in their order, until it returns something else than 0.
///
/// - Parameters:
///   - sbuf: the buffer. Its data is there.
///   - callback: gets the buffer of a sample, its number and `refcon`.
///   - refcon: a pointer of the program's.
/// - Returns: 0, what the callback returned, or a status of `CMSampleBufferCopySampleBufferForRange`:
///   `kCMSampleBufferError_BufferNotReady` where the data is not there.
@discardableResult
public func CMSampleBufferCallForEachSample(
    _ sbuf: CMSampleBuffer, callback: (CMSampleBuffer, CMItemCount, UnsafeMutableRawPointer?) -> OSStatus,
    refcon: UnsafeMutableRawPointer?
) -> OSStatus { CMSampleBufferCallBlockForEachSample(sbuf) { callback($0, $1, refcon) } }

/// Calls a function with a buffer of each sample, in their order, until it returns something else than 0.
///
/// - Parameters:
///   - sbuf: the buffer. Its data is there.
///   - handler: gets the buffer of a sample and its number.
/// - Returns: as `CMSampleBufferCallForEachSample`: `kCMSampleBufferError_BufferNotReady` where the data is not there.
@discardableResult
public func CMSampleBufferCallBlockForEachSample(
    _ sbuf: CMSampleBuffer, _ handler: (CMSampleBuffer, CMItemCount) -> OSStatus
) -> OSStatus {
    for index in 0..<sbuf.timing.count {
        var single: CMSampleBuffer?
        let status = CMSampleBufferCopySampleBufferForRange(
            allocator: nil, sampleBuffer: sbuf, sampleRange: CFRange(location: index, length: 1),
            sampleBufferOut: &single)
        guard let single else { return status }
        let answer = handler(single, index)
        if answer != 0 { return answer }
    }
    return 0
}
