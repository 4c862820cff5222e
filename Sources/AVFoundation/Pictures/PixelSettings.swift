import AudioCore
import CoreVideo
import Foundation

/// The pixels that a program asks for.
struct PixelSettings: @unchecked Sendable {
    /// The formats that it takes, the best one first; none for that which needs the least conversion.
    let formats: [OSType]
    /// What else the buffers are to be.
    let attributes: [String: Any]

    static let supported: [OSType] = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_32BGRA,
    ]
    static let complaint =
        "the output settings must be of pixel buffers: kCVPixelBufferPixelFormatTypeKey is 420v, 420f or BGRA, and there is no size"

    /// - Parameter settings: attributes of pixel buffers. Nil for settings that are not supported: other formats, a size, and those of
    ///   an encoder.
    init?(_ settings: [String: Any]) {
        func value(_ key: CFString) -> Any? { settings[String(describing: key)] }
        guard value(kCVPixelBufferWidthKey) == nil, value(kCVPixelBufferHeightKey) == nil,
            settings["AVVideoCodecKey"] == nil
        else { return nil }
        var attributes = settings
        attributes[String(describing: kCVPixelBufferPixelFormatTypeKey)] = nil
        self.attributes = attributes
        guard let wanted = value(kCVPixelBufferPixelFormatTypeKey) else {
            formats = []
            return
        }
        let numbers = (wanted as? [Any]) ?? [wanted]
        formats = numbers.compactMap { Self.format($0) }.filter(Self.supported.contains)
        guard !formats.isEmpty else { return nil }
    }

    private static func format(_ value: Any) -> OSType? {
        if let number = value as? NSNumber { return OSType(truncatingIfNeeded: number.int64Value) }
        if let number = value as? OSType { return number }
        return (value as? Int).flatMap { OSType(exactly: $0) }
    }

    /// The format for pictures of a range of numbers.
    func format(isFullRange: Bool) -> OSType {
        if let first = formats.first { return first }
        return isFullRange
            ? kCVPixelFormatType_420YpCbCr8BiPlanarFullRange : kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    }
}
