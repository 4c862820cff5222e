import AudioCore
import CameraDevices
public import CoreMedia
public import Foundation

extension AVCaptureDevice {
    /// Where a camera is on its machine.
    public enum Position: Int, Sendable {
        case unspecified = 0
        case back = 1
        case front = 2
    }

    /// A kind of device, by its name.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Makes a kind of a name. It may be any, and no device is of an unknown kind.
        ///
        /// - Parameter rawValue: the name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Microphones. All are of this kind, whether built in or not.
        public static let builtInMicrophone = Self(rawValue: "AVCaptureDeviceTypeBuiltInMicrophone")
        /// Cameras. All are of this kind, whether built in or not.
        public static let builtInWideAngleCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// Cameras with a long lens. No server reports which those are, so there are none.
        public static let builtInTelephotoCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
        /// Cameras with a very short lens. No server reports which those are, so there are none.
        public static let builtInUltraWideCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
    }

    /// A way in which a device captures.
    ///
    /// The formats of a device stay the same objects. Any thread may call.
    open class Format: NSObject, @unchecked Sendable {
        let camera: CameraFormat?
        private let kind: AVMediaType
        private let described: CMFormatDescription

        /// Formats are those of devices: programs make none.
        @available(*, unavailable)
        public override init() { fatalError("formats are those of devices") }

        init(_ mediaType: AVMediaType, _ description: CMFormatDescription, camera: CameraFormat? = nil) {
            (kind, described, self.camera) = (mediaType, description, camera)
            super.init()
        }

        /// The medium: `audio` or `video`, as that of the device.
        open var mediaType: AVMediaType { kind }
        /// The format of what the device itself gives: its rate and channels, or the layout and size of its pictures.
        ///
        /// Outputs convert from there to what they are set to.
        open var formatDescription: CMFormatDescription { described }
        /// The rates at which a camera gives pictures; none for a microphone.
        ///
        /// A camera with single rates has a range for each, whose ends are the same.
        open var videoSupportedFrameRateRanges: [AVFrameRateRange] {
            guard let camera, let first = camera.rates.first, let last = camera.rates.last else { return [] }
            if camera.isRange { return [AVFrameRateRange(first, last)] }
            return camera.rates.map { AVFrameRateRange($0, $0) }
        }

        var shortestFrame: CMTime { camera?.rates.last.map(AVFrameRateRange.duration) ?? .invalid }
        var longestFrame: CMTime { camera?.rates.first.map(AVFrameRateRange.duration) ?? .invalid }

        /// Whether a rate of the format has a time from one picture to the next.
        func allows(_ duration: CMTime) -> Bool { rate(duration) != nil }

        /// The rate of a time from one picture to the next; nil where the format has none such.
        func rate(_ duration: CMTime) -> CameraRate? {
            guard let camera, duration.isNumeric, duration.value > 0,
                let numerator = UInt32(exactly: Int64(duration.timescale)),
                let denominator = UInt32(exactly: duration.value)
            else { return nil }
            let wanted = CameraRate(numerator, denominator)
            if camera.isRange {
                guard let first = camera.rates.first, let last = camera.rates.last else { return nil }
                return first <= wanted && wanted <= last ? wanted : nil
            }
            // A program's time for 30 pictures per second may be a rounded one.
            return camera.rates.first { abs($0.value - wanted.value) < 0.001 * wanted.value }
        }
    }

    /// Looks for the devices of some kinds.
    ///
    /// The list is that of the present whenever it is asked for. Any thread may call.
    open class DiscoverySession: NSObject, @unchecked Sendable {
        private let center: CaptureCenter
        private let types: [DeviceType]
        private let mediaType: AVMediaType?
        private let position: Position

        /// Makes a search, which looks for nothing before `devices` is read.
        ///
        /// - Parameters:
        ///   - deviceTypes: the kinds, in the order in which their devices are listed.
        ///   - mediaType: `audio` or `video`; nil for either.
        ///   - position: where cameras are to be; `unspecified` for anywhere.
        public convenience init(
            deviceTypes: [AVCaptureDevice.DeviceType], mediaType: AVMediaType?, position: AVCaptureDevice.Position
        ) { self.init(.shared, deviceTypes, mediaType, position) }

        init(_ center: CaptureCenter, _ types: [DeviceType], _ mediaType: AVMediaType?, _ position: Position) {
            (self.center, self.types, self.mediaType, self.position) = (center, types, mediaType, position)
            super.init()
        }

        /// The devices that are connected now, by the order of the kinds. The user's default microphone comes before others.
        open var devices: [AVCaptureDevice] {
            let all = center.devices(mediaType)
            return types.flatMap { type in all.filter { $0.matches([type], position) } }
        }
    }
}

/// Rates at which a camera gives pictures, from the least to the most.
///
/// The values do not change.
open class AVFrameRateRange: NSObject, @unchecked Sendable {
    private let slowest: CameraRate
    private let fastest: CameraRate

    /// Ranges are those of formats: programs make none.
    @available(*, unavailable)
    public override init() { fatalError("ranges of rates are those of formats") }

    init(_ slowest: CameraRate, _ fastest: CameraRate) {
        (self.slowest, self.fastest) = (slowest, fastest)
        super.init()
    }

    static func duration(_ rate: CameraRate) -> CMTime {
        rate.numerator > 0
            ? CMTime(value: Int64(rate.denominator), timescale: CMTimeScale(clamping: rate.numerator)) : .invalid
    }

    /// The least number of pictures per second. It is exact where the camera's own is a whole number.
    open var minFrameRate: Float64 { slowest.value }
    /// The largest number of pictures per second. It is exact where the camera's own is a whole number.
    open var maxFrameRate: Float64 { fastest.value }
    /// The time of a picture at the least rate, as an exact fraction.
    open var maxFrameDuration: CMTime { Self.duration(slowest) }
    /// The time of a picture at the largest rate, as an exact fraction.
    open var minFrameDuration: CMTime { Self.duration(fastest) }
}
