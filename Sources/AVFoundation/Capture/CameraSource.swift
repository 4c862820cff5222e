import AVFAudio
import AudioCore
import CameraDevices
import CoreMedia
import Dispatch
import Foundation

/// Which of a camera's formats is captured, and how fast.
struct CameraChoice: Hashable {
    let device: String
    let format: CameraFormat
    let rate: CameraRate?

    /// The choice for a preset; nil for a device without pictures.
    init?(_ device: CaptureDevice, _ preset: AVCaptureSession.Preset) {
        let formats = device.formats
        let active = device.activeFormat
        let chosen = preset == .inputPriority ? active : Self.best(formats, preset) ?? active
        guard let format = chosen.camera else { return nil }
        (self.device, self.format) = (device.id, format)
        rate = device.frameDuration.flatMap { chosen.rate($0) }
    }

    /// The format that suits a preset best; nil where there is none.
    ///
    /// - Parameter formats: the largest first.
    static func best(_ formats: [AVCaptureDevice.Format], _ preset: AVCaptureSession.Preset) -> AVCaptureDevice.Format?
    {
        let all = formats.filter { $0.camera != nil }
        func area(_ format: AVCaptureDevice.Format) -> Int {
            (format.camera?.width ?? 0) * (format.camera?.height ?? 0)
        }
        func best(_ formats: [AVCaptureDevice.Format]) -> AVCaptureDevice.Format? {
            // What need not be decoded comes first, then what comes often.
            formats.max { ($0.camera?.merit ?? 0, $0.fastest) < ($1.camera?.merit ?? 0, $1.fastest) }
        }
        func nearest(_ wanted: Int) -> AVCaptureDevice.Format? {
            let size = all.map(area).filter { $0 >= wanted }.min() ?? all.map(area).max()
            return best(all.filter { area($0) == size })
        }
        if let (width, height) = preset.size {
            let exact = all.filter { $0.camera?.width == width && $0.camera?.height == height }
            return best(exact) ?? nearest(width * height)
        }
        switch preset {
        case .photo: return nearest(.max)
        case .medium: return nearest(480 * 360)
        case .low: return nearest(192 * 144)
        default:
            let quick = all.filter { $0.fastest >= 24 && area($0) <= 1920 * 1080 }
            let size = (quick.isEmpty ? all : quick).map(area).max()
            return best((quick.isEmpty ? all : quick).filter { area($0) == size })
        }
    }
}

extension CameraFormat {
    /// How little work the layout makes.
    fileprivate var merit: Int {
        switch layout {
        case .nv12: 5
        case .i420: 4
        case .yuy2, .uyvy: 3
        case .bgra, .bgrx, .rgba, .rgbx, .rgb, .bgr: 2
        case .mjpeg: 1
        case .gray8: 0
        }
    }
}

extension AVCaptureDevice.Format {
    /// The most pictures per second.
    fileprivate var fastest: Double { camera?.rates.last?.value ?? 0 }
}

/// Captures a camera for all outputs that a session has for it.
final class CameraSource: CaptureSource {
    private struct State {
        var stream: (any CameraStream)?
        var connections: [AVCaptureConnection] = []
        /// The host time of the picture before, from which its length follows.
        var isStopped = false
    }

    private let device: CaptureDevice
    private let center: CaptureCenter
    private let choice: CameraChoice
    private let report: @Sendable (CaptureEvent) -> Void
    private let state = LockedValue(State())
    private let reader: FrameReader

    /// - Parameter report: called without a lock, on a thread of its own.
    init(
        _ device: CaptureDevice, _ center: CaptureCenter, _ choice: CameraChoice,
        report: @escaping @Sendable (CaptureEvent) -> Void
    ) {
        (self.device, self.center, self.choice, self.report) = (device, center, choice, report)
        reader = FrameReader()
    }

    /// The ways that its pictures go.
    var connections: [AVCaptureConnection] {
        get { state.withLock { $0.connections } }
        set {
            let old = state.withLock { state in
                defer { state.connections = newValue }
                return state.connections
            }
            withExtendedLifetime(old) {}
        }
    }

    func start() throws {
        let stream = try center.cameras.open(
            device.id, choice.format, rate: choice.rate,
            CameraReceiver { [weak self] frame in
                self?.take(frame)
            } ended: { [weak self] error in
                // Who stops the session waits for the thread that calls this.
                DispatchQueue.global().async { [weak self] in self?.end(error) }
            })
        state.withLock { $0.stream = stream }
    }

    private func end(_ error: AudioError) {
        guard state.withLock({ !$0.isStopped }) else { return }
        report(.failed(AVError(error, error == .noDevice ? .deviceWasDisconnected : .mediaServicesWereReset)))
    }

    func stop() {
        let stream = state.withLock { state in
            defer { (state.stream, state.isStopped) = (nil, true) }
            return state.stream
        }
        stream?.close()
    }

    /// Hands a picture to the outputs. On a thread of the camera's.
    private func take(_ frame: CameraFrame) {
        let outputs = connections.compactMap { connection in
            (connection.output as? AVCaptureVideoDataOutput).map { ($0, connection) }
        }
        reader.read(frame) { picture, time in
            for (output, connection) in outputs { output.take(picture, time, connection) }
        } whereWanted: {
            outputs.contains { $0.0.wants($0.1) }
        }
    }
}
