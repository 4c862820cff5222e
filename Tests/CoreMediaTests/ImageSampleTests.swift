import CoreMedia
import CoreVideo
import Foundation
import Testing

/// Samples that are pictures in memory, and their formats.
@Suite struct ImageSampleTests {
    private func image(_ format: OSType = kCVPixelFormatType_32BGRA) throws -> CVImageBuffer {
        var made: CVPixelBuffer?
        #expect(CVPixelBufferCreate(nil, 8, 6, format, nil, &made) == kCVReturnSuccess)
        return try #require(made)
    }

    private func format(of image: CVImageBuffer) throws -> CMVideoFormatDescription {
        var made: CMVideoFormatDescription?
        #expect(
            CMVideoFormatDescriptionCreateForImageBuffer(
                allocator: nil, imageBuffer: image, formatDescriptionOut: &made) == 0)
        return try #require(made)
    }

    private var timing: CMSampleTimingInfo {
        CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 25), presentationTimeStamp: CMTime(value: 3, timescale: 25),
            decodeTimeStamp: .invalid)
    }

    @Test func aFormatIsThatOfItsPicture() throws {
        let image = try image()
        let format = try format(of: image)
        #expect(format.mediaSubType.rawValue == kCVPixelFormatType_32BGRA && format.dimensions.width == 8)
        #expect(CMVideoFormatDescriptionMatchesImageBuffer(format, imageBuffer: image))
        #expect(!format.matchesImageBuffer(try self.image(kCVPixelFormatType_24RGB)))
        CVBufferSetAttachment(
            image, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_SMPTE_C, .shouldPropagate)
        #expect(!format.matchesImageBuffer(image))
        #expect(try self.format(of: image).matchesImageBuffer(image))
        let names = CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers()
        let texts = names.compactMap { $0 as? String }
        #expect(texts.contains(String(describing: kCVImageBufferColorPrimariesKey)) && texts.count == 5)
    }

    @Test func shapesCount() throws {
        let image = try image()
        let whole = CGRect(x: 0, y: 0, width: 8, height: 6)
        var format = try format(of: image)
        #expect(CMVideoFormatDescriptionGetCleanAperture(format, originIsAtTopLeft: true) == whole)
        #expect(CVImageBufferGetDisplaySize(image) == whole.size && CVImageBufferGetCleanRect(image) == whole)
        #expect(CVImageBufferIsFlipped(image))
        let aperture: CFDictionary = [
            kCMFormatDescriptionKey_CleanApertureWidth: NSNumber(value: 4),
            kCMFormatDescriptionKey_CleanApertureHeight: NSNumber(value: 2),
            kCMFormatDescriptionKey_CleanApertureHorizontalOffset: NSNumber(value: 1),
            kCMFormatDescriptionKey_CleanApertureVerticalOffset: NSNumber(value: -1),
        ]
        let ratio: CFDictionary = [
            kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: NSNumber(value: 3),
            kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: NSNumber(value: 2),
        ]
        CVBufferSetAttachment(image, kCVImageBufferCleanApertureKey, aperture, .shouldPropagate)
        CVBufferSetAttachment(image, kCVImageBufferPixelAspectRatioKey, ratio, .shouldPropagate)
        format = try self.format(of: image)
        let part = CGRect(x: 3, y: 1, width: 4, height: 2)
        #expect(CMVideoFormatDescriptionGetCleanAperture(format, originIsAtTopLeft: true) == part)
        #expect(CMVideoFormatDescriptionGetCleanAperture(format, originIsAtTopLeft: false).minY == 3)
        func size(_ ratio: Bool, _ aperture: Bool) -> CGSize {
            CMVideoFormatDescriptionGetPresentationDimensions(
                format, usePixelAspectRatio: ratio, useCleanAperture: aperture)
        }
        #expect(size(false, false) == whole.size && size(true, false) == CGSize(width: 12, height: 6))
        #expect(size(true, true) == CGSize(width: 6, height: 2))
    }

    @Test func samplesKeepTheirPictures() throws {
        let image = try image()
        let (format, other) = (try format(of: image), try format(of: try self.image(kCVPixelFormatType_24RGB)))
        var timing = timing
        var made: CMSampleBuffer?
        #expect(
            CMSampleBufferCreateReadyWithImageBuffer(
                allocator: nil, imageBuffer: image, formatDescription: format, sampleTiming: &timing,
                sampleBufferOut: &made) == 0)
        #expect(made?.imageBuffer === image && made?.presentationTimeStamp == timing.presentationTimeStamp)
        #expect(
            CMSampleBufferCreateReadyWithImageBuffer(
                allocator: nil, imageBuffer: image, formatDescription: other, sampleTiming: &timing,
                sampleBufferOut: &made) == kCMSampleBufferError_InvalidMediaFormat)
        #expect(made == nil)
        var calls = 0
        try withUnsafeMutablePointer(to: &calls) { calls in
            #expect(
                CMSampleBufferCreateForImageBuffer(
                    allocator: nil, imageBuffer: image, dataReady: false,
                    makeDataReadyCallback: { _, calls in
                        calls?.assumingMemoryBound(to: Int.self).pointee += 1
                        return 0
                    }, refcon: calls, formatDescription: format, sampleTiming: &timing, sampleBufferOut: &made) == 0)
            let buffer = try #require(made)
            #expect(!CMSampleBufferDataIsReady(buffer) && CMSampleBufferMakeDataReady(buffer) == 0)
        }
        #expect(calls == 1)
        #expect(
            CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(
                nil, image, false, format, &timing, &made, { _ in -1 }) == 0)
        let failing = try #require(made)
        #expect(CMSampleBufferMakeDataReady(failing) != 0 && !CMSampleBufferDataIsReady(failing))
    }

    @Test func poolsHaveAttributes() throws {
        let attributes: CFDictionary = [
            kCVPixelBufferWidthKey: NSNumber(value: 8), kCVPixelBufferHeightKey: NSNumber(value: 8),
            kCVPixelBufferPixelFormatTypeKey: NSNumber(value: kCVPixelFormatType_32BGRA),
        ]
        let least: CFDictionary = [kCVPixelBufferPoolMinimumBufferCountKey: NSNumber(value: 2)]
        var made: CVPixelBufferPool?
        #expect(CVPixelBufferPoolCreate(nil, least, attributes, &made) == kCVReturnSuccess)
        let pool = try #require(made)
        #expect(CVPixelBufferPoolGetAttributes(pool) == least)
        let width = CVPixelBufferPoolGetPixelBufferAttributes(pool)?.object(forKey: kCVPixelBufferWidthKey)
        #expect(width as? NSNumber == 8)
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
        let first: CVBuffer = try #require(buffer)
        CVBufferSetAttachment(first, "name", "value" as NSString, .shouldNotPropagate)
        #expect(CVBufferGetAttachments(first, .shouldNotPropagate)?.count == 1)
        var (left, top) = (7, 7)
        CVPixelBufferGetExtendedPixels(first, &left, nil, &top, nil)
        #expect(left == 0 && top == 0)
    }
}
