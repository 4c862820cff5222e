import AudioCore
import CameraDevices
import CoreMedia
import CoreVideo
import Foundation
import VideoCodecs

/// Makes sample buffers of a camera's pictures. The memory of those that nobody has any more is used again.
final class CapturedPixels: Sendable {
    private struct State {
        var pool = PixelPool()
        var description: CMVideoFormatDescription?
    }

    private let settings: PixelSettings?
    /// Held while a picture is converted, which the camera's thread does alone.
    private let state = LockedValue(State())

    /// - Parameter settings: what the program asks for; nil for the format that makes the least work.
    init(_ settings: PixelSettings?) { self.settings = settings ?? PixelSettings([:]) }

    /// Nil where the picture is damaged, and where there is no memory.
    func sample(_ picture: CapturedPicture, _ timing: CMSampleTimingInfo) -> CMSampleBuffer? {
        guard let settings, let pixels = picture.pixels, pixels.canBeConverted else { return nil }
        let colours = pixels.colours
        let format = settings.format(isFullRange: pixels.isFullRange(colours))
        return state.withLock { state -> CMSampleBuffer? in
            guard let buffer = try? state.pool.buffer(pixels.width, pixels.height, format, settings.attributes) else {
                return nil
            }
            pixels.convert(to: buffer, format, colours)
            if state.description?.matchesImageBuffer(buffer) != true {
                state.description = try? CMFormatDescription(imageBuffer: buffer)
            }
            guard let description = state.description else { return nil }
            return try? CMSampleBuffer(imageBuffer: buffer, formatDescription: description, sampleTiming: timing)
        }
    }

    /// What is known of a picture that is left out.
    static func note(_ picture: CapturedPicture, _ timing: CMSampleTimingInfo, _ reason: CFString) -> CMSampleBuffer? {
        guard
            let description = try? CMFormatDescription(
                videoCodecType: CMFormatDescription.MediaSubType(rawValue: picture.layout.codecType),
                width: picture.width, height: picture.height),
            let note = try? CMSampleBuffer(
                dataBuffer: nil, formatDescription: description, numSamples: 1, sampleTimings: [timing],
                sampleSizes: [])
        else { return nil }
        CMSetAttachment(
            note, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, value: reason,
            attachmentMode: kCMAttachmentMode_ShouldPropagate)
        return note
    }
}
