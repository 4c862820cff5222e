import CoreVideo
import Foundation
import VideoCodecs

/// Buffers of pixels of one size and format at a time, whose memory is used again.
struct PixelPool {
    private var pool: CVPixelBufferPool?
    private var key: [Int] = []

    /// Whether the last buffer was the first one of its size and format.
    private(set) var isNew = false

    /// - Parameter attributes: what else the buffers are to be.
    /// - Throws: an `AVError` where there is no memory, or the attributes do not go together.
    mutating func buffer(_ width: Int, _ height: Int, _ format: OSType, _ attributes: [String: Any]) throws
        -> CVPixelBuffer
    {
        let key = [width, height, Int(format)]
        isNew = pool == nil || self.key != key
        if isNew {
            var attributes = attributes
            attributes[String(describing: kCVPixelBufferWidthKey)] = NSNumber(value: width)
            attributes[String(describing: kCVPixelBufferHeightKey)] = NSNumber(value: height)
            attributes[String(describing: kCVPixelBufferPixelFormatTypeKey)] = NSNumber(value: format)
            pool = nil
            try Self.check(CVPixelBufferPoolCreate(nil, nil, NSDictionary(dictionary: attributes), &pool))
            self.key = key
        }
        var made: CVPixelBuffer?
        if let pool { try Self.check(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made)) }
        guard let made else { throw AVError(.unknown) }
        return made
    }

    private static func check(_ status: CVReturn) throws {
        guard status != kCVReturnSuccess else { return }
        throw AVError(
            status == kCVReturnAllocationFailed ? .outOfMemory : .unsupportedOutputSettings,
            userInfo: [NSUnderlyingErrorKey: NSError(domain: NSOSStatusErrorDomain, code: Int(status))])
    }
}

extension DecodedPicture {
    /// Fills a buffer of the picture's size.
    ///
    /// - Parameter format: that of the buffer: 420v, 420f or BGRA.
    func convert(to buffer: CVPixelBuffer, _ format: OSType, _ colours: PictureColours) {
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        if format == kCVPixelFormatType_32BGRA {
            if let base = CVPixelBufferGetBaseAddress(buffer) {
                convertToBGRA(
                    base.assumingMemoryBound(to: UInt8.self), stride: CVPixelBufferGetBytesPerRow(buffer), colours)
            }
        } else if let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
            let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
        {
            convertToBiPlanar(
                luma.assumingMemoryBound(to: UInt8.self), stride: CVPixelBufferGetBytesPerRowOfPlane(buffer, 0),
                chroma.assumingMemoryBound(to: UInt8.self),
                chromaStride: CVPixelBufferGetBytesPerRowOfPlane(buffer, 1),
                isFullRange: format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, colours)
        }
    }
}
