import AVFAudio
import AudioCore
public import CoreMedia
public import Foundation

/// What a session captures from. Programs make its subclass for devices.
open class AVCaptureInput: NSObject, @unchecked Sendable {
    private struct Owner { weak var session: AVCaptureSession? }

    private let owner = LockedValue(Owner())

    override init() { super.init() }

    /// The session that the input is in; nil for none.
    var session: AVCaptureSession? {
        get { owner.withLock { $0.session } }
        set { owner.withLock { $0.session = newValue } }
    }

    /// The media of the input, one port each.
    ///
    /// The ports stay the same objects as long as the input is there.
    open var ports: [AVCaptureInput.Port] { [] }

    /// One medium of an input, from which connections lead to outputs.
    ///
    /// Any thread may call.
    open class Port: NSObject, @unchecked Sendable {
        private struct State {
            weak var input: AVCaptureInput?
            var isEnabled = true
        }

        private let device: AVCaptureDevice
        private let state = LockedValue(State())

        /// Ports are those of inputs: programs make none.
        @available(*, unavailable)
        public override init() { fatalError("ports are those of inputs") }

        init(_ device: AVCaptureDevice) {
            self.device = device
            super.init()
        }

        func belong(to input: AVCaptureInput) { state.withLock { $0.input = input } }

        /// The input. A port that outlives its input ends the program here.
        open var input: AVCaptureInput {
            guard let input = state.withLock({ $0.input }) else { fatalError("the input of the port is gone") }
            return input
        }
        /// The medium: `audio` or `video`, as that of the device.
        open var mediaType: AVMediaType { device.device.mediaType }
        /// The format of what the device itself gives, which outputs convert from.
        ///
        /// It follows the device's `activeFormat`.
        open var formatDescription: CMFormatDescription? { device.activeFormat.formatDescription }
        /// Whether connections get anything from the port. Setting it in a session that runs takes effect before this returns.
        open var isEnabled: Bool {
            get { state.withLock { $0.isEnabled } }
            set {
                let input = state.withLock { state in
                    state.isEnabled = newValue
                    return state.input
                }
                input?.session?.apply()
            }
        }
        /// The clock of the times of what is captured: that of host time.
        ///
        /// Times of microphones and cameras can be compared without a conversion.
        open var clock: CMClock? { .hostTimeClock }
        /// The kind of device that the port is of. It is never nil.
        open var sourceDeviceType: AVCaptureDevice.DeviceType? { device.deviceType }
        /// Where the device is; `unspecified` for microphones.
        open var sourceDevicePosition: AVCaptureDevice.Position { device.position }
    }
}

/// A microphone or a camera as an input of a session.
open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    private let source: AVCaptureDevice
    private let port: Port

    /// Makes an input of a device, which opens nothing: the session does that when it runs.
    ///
    /// - Parameter device: the device.
    /// - Throws: `AVError.deviceNotConnected` where it has gone; `applicationIsNotAuthorizedToUseDevice` where the user has refused
    ///   the microphone to the program.
    public init(device: AVCaptureDevice) throws {
        guard device.isConnected else { throw AVError(.deviceNotConnected, userInfo: [AVErrorDeviceKey: device]) }
        if device.device.mediaType == .audio, device.center.session.recordPermission == .denied {
            throw AVError(.applicationIsNotAuthorizedToUseDevice, userInfo: [AVErrorDeviceKey: device])
        }
        (source, port) = (device, Port(device))
        super.init()
        port.belong(to: self)
    }

    /// The device. It does not change.
    open var device: AVCaptureDevice { source }

    open override var ports: [AVCaptureInput.Port] { [port] }

    /// The ports of a medium, a kind of device and a place.
    ///
    /// - Parameters:
    ///   - mediaType: the medium; nil for any.
    ///   - sourceDeviceType: the kind of device; nil for any.
    ///   - sourceDevicePosition: where it is; `unspecified` for anywhere.
    /// - Returns: the one port of the input, or none.
    open func ports(
        for mediaType: AVMediaType?, sourceDeviceType: AVCaptureDevice.DeviceType?,
        sourceDevicePosition: AVCaptureDevice.Position
    ) -> [AVCaptureInput.Port] {
        let fits =
            (mediaType ?? port.mediaType) == port.mediaType
            && (sourceDeviceType ?? source.deviceType) == source.deviceType
            && [.unspecified, source.position].contains(sourceDevicePosition)
        return fits ? [port] : []
    }
}

/// Under which an error has the capture device that it is about.
public let AVErrorDeviceKey = "AVErrorDeviceKey"
