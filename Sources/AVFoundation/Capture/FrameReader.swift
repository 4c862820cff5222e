import AudioCore
import CameraDevices
import CoreMedia
import VideoCodecs

/// A picture of a camera that an output may take: the size at once, the pixels where they are asked for.
struct CapturedPicture {
    let layout: CameraLayout
    let width: Int
    let height: Int
    /// The pixels; nil where the picture is damaged, or no output had room for it.
    let pixels: DecodedPicture?
}

/// Reads the pictures of a camera: decodes JPEG, and counts the time from each to the next. On the camera's thread alone.
final class FrameReader: @unchecked Sendable {
    private var decoder: PictureDecoder?
    private var size = (width: 0, height: 0)
    private var last: UInt64?
    private var length = CMTime.invalid

    /// Calls `body` with a picture and its times.
    ///
    /// - Parameter isWanted: whether any output has room for it: else nothing is decoded.
    func read(
        _ frame: CameraFrame, _ body: (CapturedPicture, CMSampleTimingInfo) -> Void,
        whereWanted isWanted: () -> Bool
    ) {
        var pixels: DecodedPicture?
        if isWanted() {
            pixels = frame.layout == .mjpeg ? decode(frame) : packed(frame)
        }
        let picture = CapturedPicture(
            layout: frame.layout, width: frame.width, height: frame.height, pixels: pixels)
        body(picture, timing(frame))
    }

    /// The length of a picture is the time that has passed since the one before: cameras slow down in the dark.
    private func timing(_ frame: CameraFrame) -> CMSampleTimingInfo {
        if let last, frame.hostTime > last {
            length = CMTime(value: Int64(clamping: frame.hostTime - last), timescale: 1_000_000_000)
        }
        last = frame.hostTime
        return CMSampleTimingInfo(
            duration: length, presentationTimeStamp: CMClock.convertSystemUnitsToHostTime(frame.hostTime),
            decodeTimeStamp: .invalid)
    }

    private func packed(_ frame: CameraFrame) -> DecodedPicture? {
        guard let layout = frame.layout.packed else { return nil }
        return DecodedPicture(
            layout, width: frame.width, height: frame.height, stride: frame.stride, bytes: frame.bytes)
    }

    private func decode(_ frame: CameraFrame) -> DecodedPicture? {
        if decoder == nil || size != (frame.width, frame.height) {
            decoder = try? PictureDecoder(PictureCoding(id: "jpeg", width: frame.width, height: frame.height))
            size = (frame.width, frame.height)
        }
        guard let decoder, decoder.send(frame.bytes, number: 0, isSync: true) == .taken else {
            decoder?.flush()
            return nil
        }
        if let picture = try? decoder.receive() { return picture }
        // A decoder that waits for the next picture gives this one at the end.
        decoder.finish()
        defer { decoder.flush() }
        return try? decoder.receive()
    }
}

extension CameraLayout {
    /// The layout where nothing has to be decoded.
    fileprivate var packed: PackedLayout? {
        switch self {
        case .yuy2: .yuy2
        case .uyvy: .uyvy
        case .nv12: .nv12
        case .i420: .i420
        case .bgra: .bgra
        case .bgrx: .bgrx
        case .rgba: .rgba
        case .rgbx: .rgbx
        case .rgb: .rgb
        case .bgr: .bgr
        case .gray8: .gray8
        case .mjpeg: nil
        }
    }
}
