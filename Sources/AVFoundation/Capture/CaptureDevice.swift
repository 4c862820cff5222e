import AVFAudio
import AudioCore
import AudioDevices
import AudioToolbox
import CameraDevices
import CoreMedia
import CoreVideo
import Foundation

/// What is known of a microphone or a camera, for all objects that stand for it. It stays when the device goes.
final class CaptureDevice: Sendable {
    struct Facts: Sendable, Equatable {
        var name = ""
        var maker = ""
        var isConnected = true
        /// Whether it is the user's choice.
        var isDefault = false
        var sampleRate = 0.0
        var channels = 0
        var position = AVCaptureDevice.Position.unspecified
        var formats: [CameraFormat] = []
    }

    private struct State {
        var facts: Facts
        var locks = 0
        /// The objects of `facts`, made when they are first asked for.
        var formats: [AVCaptureDevice.Format]?
        var chosen: AVCaptureDevice.Format?
        var frameDuration: CMTime?
        weak var object: AVCaptureDevice?
    }

    let id: String
    let mediaType: AVMediaType
    private let state: LockedValue<State>

    init(_ id: String, _ mediaType: AVMediaType, _ facts: Facts) {
        (self.id, self.mediaType) = (id, mediaType)
        state = LockedValue(State(facts: facts))
    }

    convenience init(_ microphone: DeviceDescription) {
        self.init(microphone.id, .audio, Facts(microphone))
    }

    convenience init(_ camera: CameraDescription) { self.init(camera.id, .video, Facts(camera)) }

    var facts: Facts { state.withLock { $0.facts } }

    /// Takes over what the server reports now.
    ///
    /// - Returns: whether the device was gone before.
    func update(_ facts: Facts) -> Bool {
        let (wasConnected, old) = state.withLock { state -> (Bool, [AVCaptureDevice.Format]?) in
            let before = state.facts
            state.facts = facts
            guard
                before.formats != facts.formats || before.sampleRate != facts.sampleRate
                    || before.channels != facts.channels
            else { return (before.isConnected, nil) }
            defer { (state.formats, state.chosen, state.frameDuration) = (nil, nil, nil) }
            return (before.isConnected, state.formats)
        }
        withExtendedLifetime(old) {}
        return !wasConnected
    }

    /// - Returns: whether the device was there before.
    func disconnect() -> Bool {
        state.withLock { state in
            defer { state.facts.isConnected = false }
            return state.facts.isConnected
        }
    }

    /// The object that programs have of it, as long as they have one.
    func object(_ center: CaptureCenter) -> AVCaptureDevice {
        if let object = state.withLock({ $0.object }) { return object }
        let new = AVCaptureDevice(self, center)
        return state.withLock { state in
            if let object = state.object { return object }
            state.object = new
            return new
        }
    }

    // MARK: Configuration

    func lock() { state.withLock { $0.locks += 1 } }
    func unlock() { state.withLock { $0.locks = max(0, $0.locks - 1) } }
    var isLocked: Bool { state.withLock { $0.locks > 0 } }

    var formats: [AVCaptureDevice.Format] {
        let (known, facts) = state.withLock { ($0.formats, $0.facts) }
        if let known { return known }
        let made = mediaType == .video ? Self.pictures(facts) : Self.sound(facts)
        return state.withLock { state in
            if let formats = state.formats, state.facts == facts { return formats }
            state.formats = made
            return made
        }
    }

    var activeFormat: AVCaptureDevice.Format {
        if let chosen = state.withLock({ $0.chosen }) { return chosen }
        let formats = formats
        return CameraChoice.best(formats, .high) ?? formats.first ?? Self.sound(Facts())[0]
    }

    func has(_ format: AVCaptureDevice.Format) -> Bool { formats.contains { $0 === format } }

    func choose(_ format: AVCaptureDevice.Format) {
        let old = state.withLock { state in
            defer { (state.chosen, state.frameDuration) = (format, nil) }
            return state.chosen
        }
        withExtendedLifetime(old) {}
    }

    var frameDuration: CMTime? { state.withLock { $0.frameDuration } }
    func setFrameDuration(_ duration: CMTime?) { state.withLock { $0.frameDuration = duration } }

    private static func pictures(_ facts: Facts) -> [AVCaptureDevice.Format] {
        facts.formats.compactMap { camera in
            let description = try? CMFormatDescription(
                videoCodecType: CMFormatDescription.MediaSubType(rawValue: camera.layout.codecType),
                width: camera.width, height: camera.height)
            return description.map { AVCaptureDevice.Format(.video, $0, camera: camera) }
        }
    }

    private static func sound(_ facts: Facts) -> [AVCaptureDevice.Format] {
        let format = StreamFormat.float32(
            sampleRate: max(1, facts.sampleRate), channels: max(1, facts.channels))
        let description = CMAudioFormatDescription(
            AudioStreamBasicDescription(format), layout: nil, cookie: nil, extensions: [:])
        return [AVCaptureDevice.Format(.audio, description)]
    }
}

extension CaptureDevice.Facts {
    init(_ microphone: DeviceDescription) {
        (name, maker, isDefault) = (microphone.name, microphone.maker, microphone.isDefault)
        (sampleRate, channels) = (microphone.sampleRate, microphone.channels)
    }

    init(_ camera: CameraDescription) {
        (name, maker) = (camera.name, camera.maker)
        position =
            switch camera.position {
            case .unknown: .unspecified
            case .front: .front
            case .back: .back
            }
        formats = camera.formats.sorted { $0.width * $0.height > $1.width * $1.height }
    }
}

extension CameraLayout {
    /// The four characters by which Core Video or Core Media names the layout.
    var codecType: CMVideoCodecType {
        switch self {
        case .yuy2: kCVPixelFormatType_422YpCbCr8_yuvs
        case .uyvy: kCVPixelFormatType_422YpCbCr8
        case .nv12: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        case .i420: kCVPixelFormatType_420YpCbCr8Planar
        case .bgra, .bgrx: kCVPixelFormatType_32BGRA
        case .rgba, .rgbx: kCVPixelFormatType_32RGBA
        case .rgb: kCVPixelFormatType_24RGB
        case .bgr: kCVPixelFormatType_24BGR
        case .gray8: kCVPixelFormatType_OneComponent8
        case .mjpeg: kCMVideoCodecType_JPEG
        }
    }
}
