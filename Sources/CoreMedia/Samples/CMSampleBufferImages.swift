public import CoreAudioTypes
public import CoreVideo
import Foundation

// The functions of Apple's CMSampleBuffer.h about buffers whose sample is a picture in memory.

/// Makes a buffer of a picture in memory.
///
/// - Parameters:
///   - allocator: ignored.
///   - imageBuffer: the picture, which the buffer keeps.
///   - dataReady: whether the picture is there.
///   - makeDataReadyCallback: makes the picture ready; nil for none.
///   - makeDataReadyRefcon: what the callback gets beside the buffer.
///   - formatDescription: the format, which must be that of the picture.
///   - sampleTiming: when the picture is shown, which is copied.
///   - sampleBufferOut: receives the buffer.
/// - Returns: 0, or `kCMSampleBufferError_InvalidMediaFormat` for the format of another picture.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
    formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    make(
        imageBuffer, dataReady, formatDescription, sampleTiming.pointee, sampleBufferOut,
        makeDataReadyCallback.map { callback in { callback($0, makeDataReadyRefcon) } })
}

/// Makes a buffer of a picture in memory.
///
/// - Parameters:
///   - allocator: ignored.
///   - imageBuffer: the picture, which the buffer keeps.
///   - dataReady: whether the picture is there.
///   - formatDescription: the format, which must be that of the picture.
///   - sampleTiming: when the picture is shown, which is copied.
///   - sampleBufferOut: receives the buffer.
///   - makeDataReadyHandler: makes the picture ready.
/// - Returns: 0, or `kCMSampleBufferError_InvalidMediaFormat` for the format of another picture.
@discardableResult
public func CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
    _ allocator: CFAllocator?, _ imageBuffer: CVImageBuffer, _ dataReady: Bool,
    _ formatDescription: CMVideoFormatDescription, _ sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    _ sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>,
    _ makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
) -> OSStatus {
    make(imageBuffer, dataReady, formatDescription, sampleTiming.pointee, sampleBufferOut, makeDataReadyHandler)
}

/// Makes a buffer of a picture in memory that is there.
///
/// - Parameters:
///   - allocator: ignored.
///   - imageBuffer: the picture, which the buffer keeps.
///   - formatDescription: the format, which must be that of the picture.
///   - sampleTiming: when the picture is shown, which is copied.
///   - sampleBufferOut: receives the buffer.
/// - Returns: 0, or `kCMSampleBufferError_InvalidMediaFormat` for the format of another picture.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus { make(imageBuffer, true, formatDescription, sampleTiming.pointee, sampleBufferOut, nil) }

/// The picture of a buffer.
///
/// - Parameter sbuf: the buffer.
/// - Returns: the picture; nil for a buffer of bytes, and for one that is not valid any more.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.state.withLock { $0.image } }

private func make(
    _ image: CVImageBuffer, _ isReady: Bool, _ format: CMVideoFormatDescription, _ timing: CMSampleTimingInfo,
    _ target: UnsafeMutablePointer<CMSampleBuffer?>, _ makeReady: CMSampleBufferMakeDataReadyHandler?
) -> OSStatus {
    target.pointee = nil
    return status { () throws(Refusal) in
        guard CMVideoFormatDescriptionMatchesImageBuffer(format, imageBuffer: image) else {
            throw Refusal(status: kCMSampleBufferError_InvalidMediaFormat)
        }
        let timing = try SampleTiming(count: 1, timings: [timing], sizes: [])
        let made = try CMSampleBuffer(nil, isReady: isReady, format, timing, makeReady: makeReady)
        made.state.withLock { $0.image = image }
        target.pointee = made
    }
}

extension CMSampleBuffer {
    /// Makes a buffer of a picture in memory that is there.
    ///
    /// - Parameters:
    ///   - imageBuffer: the picture, which the buffer keeps.
    ///   - formatDescription: the format, which must be that of the picture.
    ///   - sampleTiming: when the picture is shown.
    /// - Throws: `invalidMediaFormat` for the format of another picture.
    public convenience init(
        imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
    ) throws { try self.init(imageBuffer, true, formatDescription, sampleTiming, nil) }

    /// Makes a buffer of a picture in memory.
    ///
    /// - Parameters:
    ///   - imageBuffer: the picture, which the buffer keeps.
    ///   - dataReady: whether the picture is there.
    ///   - formatDescription: the format, which must be that of the picture.
    ///   - sampleTiming: when the picture is shown.
    ///   - makeDataReadyHandler: makes the picture ready.
    /// - Throws: `invalidMediaFormat` for the format of another picture.
    public convenience init(
        imageBuffer: CVImageBuffer, dataReady: Bool = false, formatDescription: CMVideoFormatDescription,
        sampleTiming: CMSampleTimingInfo, makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
    ) throws { try self.init(imageBuffer, dataReady, formatDescription, sampleTiming, makeDataReadyHandler) }

    private convenience init(
        _ image: CVImageBuffer, _ isReady: Bool, _ format: CMVideoFormatDescription, _ timing: CMSampleTimingInfo,
        _ makeReady: CMSampleBufferMakeDataReadyHandler?
    ) throws {
        guard format.matchesImageBuffer(image) else { throw failure(kCMSampleBufferError_InvalidMediaFormat) }
        do throws(Refusal) {
            let timing = try SampleTiming(count: 1, timings: [timing], sizes: [])
            try self.init(nil, isReady: isReady, format, timing, makeReady: makeReady)
        } catch { throw failure(error.status) }
        state.withLock { $0.image = image }
    }

    /// The picture; nil for a buffer of bytes, and for one that is not valid any more.
    public var imageBuffer: CVImageBuffer? { CMSampleBufferGetImageBuffer(self) }
}
