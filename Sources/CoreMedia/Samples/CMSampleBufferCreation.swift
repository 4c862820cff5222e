public import CoreAudioTypes
import Foundation

// The functions of Apple's CMSampleBuffer.h that make buffers.

private func array<Element>(_ pointer: UnsafePointer<Element>?, _ count: Int) throws(Refusal) -> [Element] {
    guard count >= 0 else { throw Refusal(status: kCMSampleBufferError_InvalidEntryCount) }
    guard count > 0 else { return [] }
    guard let pointer else { throw Refusal(status: kCMSampleBufferError_RequiredParameterMissing) }
    return Array(UnsafeBufferPointer(start: pointer, count: count))
}

/// Makes a buffer of samples.
///
/// - Parameters:
///   - allocator: ignored.
///   - dataBuffer: the data; nil for data that comes later, or for none.
///   - dataReady: whether the data is there.
///   - makeDataReadyCallback: makes the data ready; nil for none.
///   - makeDataReadyRefcon: what the callback gets beside the buffer.
///   - formatDescription: the format; nil for none.
///   - numSamples: how many samples there are; for linear PCM, frames.
///   - numSampleTimingEntries: how many times follow: 0, 1 or one for each sample.
///   - sampleTimingArray: the times, which are copied. One entry stands for all samples, each of which follows the one before it.
///   - numSampleSizeEntries: how many sizes follow: 0, 1 or one for each sample.
///   - sampleSizeArray: the sizes in bytes, which are copied. One entry stands for all samples.
///   - sampleBufferOut: receives the buffer.
/// - Returns: 0; `kCMSampleBufferError_InvalidEntryCount` for other numbers of entries;
///   `kCMSampleBufferError_RequiredParameterMissing` for a pointer that is nil; `kCMSampleBufferError_InvalidSampleData` where the
///   sizes are more than the data has, or negative.
@discardableResult
public func CMSampleBufferCreate(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMFormatDescription?, sampleCount numSamples: CMItemCount,
    sampleTimingEntryCount numSampleTimingEntries: CMItemCount, sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
    sampleSizeEntryCount numSampleSizeEntries: CMItemCount, sampleSizeArray: UnsafePointer<Int>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreateWithMakeDataReadyHandler(
        allocator, dataBuffer, dataReady, formatDescription, numSamples, numSampleTimingEntries, sampleTimingArray,
        numSampleSizeEntries, sampleSizeArray, sampleBufferOut,
        makeDataReadyCallback.map { callback in { callback($0, makeDataReadyRefcon) } })
}

/// Makes a buffer of samples.
///
/// - Parameters:
///   - allocator: ignored.
///   - dataBuffer: the data; nil for data that comes later, or for none.
///   - dataReady: whether the data is there.
///   - formatDescription: the format; nil for none.
///   - numSamples: how many samples there are; for linear PCM, frames.
///   - numSampleTimingEntries: how many times follow: 0, 1 or one for each sample.
///   - sampleTimingArray: the times, which are copied.
///   - numSampleSizeEntries: how many sizes follow: 0, 1 or one for each sample.
///   - sampleSizeArray: the sizes in bytes, which are copied.
///   - sampleBufferOut: receives the buffer.
///   - makeDataReadyHandler: makes the data ready; nil for none.
/// - Returns: as `CMSampleBufferCreate`: `kCMSampleBufferError_InvalidEntryCount` for other numbers of entries.
@discardableResult
public func CMSampleBufferCreateWithMakeDataReadyHandler(
    _ allocator: CFAllocator?, _ dataBuffer: CMBlockBuffer?, _ dataReady: Bool,
    _ formatDescription: CMFormatDescription?, _ numSamples: CMItemCount, _ numSampleTimingEntries: CMItemCount,
    _ sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, _ numSampleSizeEntries: CMItemCount,
    _ sampleSizeArray: UnsafePointer<Int>?, _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
    _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
    sampleBufferOut.pointee = nil
    return status { () throws(Refusal) in
        let timing = try SampleTiming(
            count: numSamples, timings: array(sampleTimingArray, numSampleTimingEntries),
            sizes: array(sampleSizeArray, numSampleSizeEntries))
        sampleBufferOut.pointee = try CMSampleBuffer(
            dataBuffer, isReady: dataReady, formatDescription, timing, makeReady: makeDataReadyHandler)
    }
}

/// Makes a buffer of samples whose data is there.
///
/// - Parameters:
///   - allocator: ignored.
///   - dataBuffer: the data; nil for none.
///   - formatDescription: the format; nil for none.
///   - numSamples: how many samples there are; for linear PCM, frames.
///   - numSampleTimingEntries: how many times follow: 0, 1 or one for each sample.
///   - sampleTimingArray: the times, which are copied.
///   - numSampleSizeEntries: how many sizes follow: 0, 1 or one for each sample.
///   - sampleSizeArray: the sizes in bytes, which are copied.
///   - sampleBufferOut: receives the buffer.
/// - Returns: as `CMSampleBufferCreate`: `kCMSampleBufferError_InvalidEntryCount` for other numbers of entries.
@discardableResult
public func CMSampleBufferCreateReady(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
    sampleCount numSamples: CMItemCount, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
    sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
    sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreateWithMakeDataReadyHandler(
        allocator, dataBuffer, true, formatDescription, numSamples, numSampleTimingEntries, sampleTimingArray,
        numSampleSizeEntries, sampleSizeArray, sampleBufferOut, nil)
}

// MARK: Sound

/// Makes a buffer of sound, whose times and sizes come from its format.
///
/// - Parameters:
///   - allocator: ignored.
///   - dataBuffer: the data; nil for data that comes later.
///   - dataReady: whether the data is there.
///   - makeDataReadyCallback: makes the data ready; nil for none.
///   - makeDataReadyRefcon: what the callback gets beside the buffer.
///   - formatDescription: the format, of sound.
///   - numSamples: how many frames of linear PCM, or packets.
///   - presentationTimeStamp: when the first of them is heard.
///   - packetDescriptions: a description of each packet, which are copied; nil for packets of one size.
///   - sampleBufferOut: receives the buffer.
/// - Returns: 0; `kCMSampleBufferError_InvalidMediaFormat` for a format that is not of sound;
///   `kCMSampleBufferError_RequiredParameterMissing` without descriptions of packets whose sizes differ;
///   `kCMSampleBufferError_InvalidEntryCount` for no samples; `kCMSampleBufferError_InvalidSampleData` where the data has fewer bytes.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptions(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMFormatDescription, sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
        allocator, dataBuffer, dataReady, formatDescription, numSamples, presentationTimeStamp, packetDescriptions,
        sampleBufferOut, makeDataReadyCallback.map { callback in { callback($0, makeDataReadyRefcon) } })
}

/// Makes a buffer of sound, whose times and sizes come from its format.
///
/// - Parameters:
///   - allocator: ignored.
///   - dataBuffer: the data; nil for data that comes later.
///   - dataReady: whether the data is there.
///   - formatDescription: the format, of sound.
///   - numSamples: how many frames of linear PCM, or packets.
///   - presentationTimeStamp: when the first of them is heard.
///   - packetDescriptions: a description of each packet, which are copied; nil for packets of one size.
///   - sampleBufferOut: receives the buffer.
///   - makeDataReadyHandler: makes the data ready; nil for none.
/// - Returns: as `CMAudioSampleBufferCreateWithPacketDescriptions`: `kCMSampleBufferError_InvalidMediaFormat` for a format that is not
///   of sound.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
    _ allocator: CFAllocator?, _ dataBuffer: CMBlockBuffer?, _ dataReady: Bool,
    _ formatDescription: CMFormatDescription, _ numSamples: CMItemCount, _ presentationTimeStamp: CMTime,
    _ packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
    _ makeDataReadyHandler: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
    sampleBufferOut.pointee = nil
    return status { () throws(Refusal) in
        guard numSamples > 0 else { throw Refusal(status: kCMSampleBufferError_InvalidEntryCount) }
        let packets = packetDescriptions.map {
            SamplePackets(UnsafeBufferPointer(start: $0, count: numSamples))
        }
        let timing = try SampleTiming.audio(
            formatDescription, count: numSamples, at: presentationTimeStamp, packets)
        sampleBufferOut.pointee = try CMSampleBuffer(
            dataBuffer, isReady: dataReady, formatDescription, timing, packets, makeReady: makeDataReadyHandler)
    }
}

/// Makes a buffer of sound whose data is there.
///
/// - Parameters:
///   - allocator: ignored.
///   - dataBuffer: the data.
///   - formatDescription: the format, of sound.
///   - numSamples: how many frames of linear PCM, or packets.
///   - presentationTimeStamp: when the first of them is heard.
///   - packetDescriptions: a description of each packet, which are copied; nil for packets of one size.
///   - sampleBufferOut: receives the buffer.
/// - Returns: as `CMAudioSampleBufferCreateWithPacketDescriptions`: `kCMSampleBufferError_InvalidSampleData` where the data has fewer
///   bytes.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
    sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
    packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(
        allocator, dataBuffer, true, formatDescription, numSamples, presentationTimeStamp, packetDescriptions,
        sampleBufferOut, nil)
}
