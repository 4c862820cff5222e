import AVFAudio
import AudioCore
import AudioToolbox
public import Foundation

/// The way from a port of an input to an output of a session.
///
/// A session makes connections by itself when inputs and outputs are added. Any thread may call.
open class AVCaptureConnection: NSObject, @unchecked Sendable {
    private struct State {
        weak var output: AVCaptureOutput?
        weak var session: AVCaptureSession?
        var isEnabled = true
        /// Whether the session runs with it.
        var isLive = false
        var stabilization = AVCaptureVideoStabilizationMode.off
        var channels: [AVCaptureAudioChannel] = []
        /// Gives the levels of a microphone's channels, in decibels, as long as it runs.
        var levels: (@Sendable (Int) -> (average: Float, peak: Float)?)?
    }

    private let ports: [AVCaptureInput.Port]
    private let state = LockedValue(State())

    /// Makes a connection, which takes effect when it is added to a session that has its input and its output.
    ///
    /// - Parameters:
    ///   - ports: the ports of one medium. The first one is captured from.
    ///   - output: where what is captured goes. The connection holds no reference to it.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        self.ports = ports
        super.init()
        state.withLock { $0.output = output }
    }

    /// The ports that it captures from. They do not change.
    open var inputPorts: [AVCaptureInput.Port] { ports }
    /// Where what is captured goes; nil once that has gone.
    open var output: AVCaptureOutput? { state.withLock { $0.output } }

    /// Whether anything goes this way. Setting it in a session that runs takes effect before this returns.
    ///
    /// A microphone or a camera without an enabled connection is closed.
    open var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            let session = state.withLock { state in
                state.isEnabled = newValue
                return state.session
            }
            session?.apply()
        }
    }

    /// Whether something goes this way now: the session runs, and the connection and its port are enabled.
    open var isActive: Bool { state.withLock { $0.isLive && $0.isEnabled } && ports.first?.isEnabled == true }

    var mediaType: AVMediaType? { ports.first?.mediaType }

    var session: AVCaptureSession? {
        get { state.withLock { $0.session } }
        set { state.withLock { $0.session = newValue } }
    }

    var isLive: Bool {
        get { state.withLock { $0.isLive } }
        set { state.withLock { $0.isLive = newValue } }
    }

    // MARK: Sound

    func setLevels(channels: Int, _ levels: (@Sendable (Int) -> (average: Float, peak: Float)?)?) {
        let new = (0..<channels).map { AVCaptureAudioChannel(self, $0) }
        let old = state.withLock { state in
            defer { (state.channels, state.levels) = (new, levels) }
            return (state.channels, state.levels)
        }
        withExtendedLifetime(old) {}
    }

    func level(_ channel: Int) -> (average: Float, peak: Float)? { state.withLock { $0.levels }?(channel) }

    /// The channels of a microphone, with their levels, once the session has run; none of a camera.
    ///
    /// They are made anew when the session starts.
    open var audioChannels: [AVCaptureAudioChannel] { state.withLock { $0.channels } }

    // MARK: Pictures

    /// Whether pictures can be mirrored on this way; false.
    ///
    /// Pictures come as the camera has them. A program that draws them can mirror them there.
    open var isVideoMirroringSupported: Bool { false }
    /// Whether pictures are mirrored; false. Setting it to true ends the program, as mirroring is not supported.
    open var isVideoMirrored: Bool {
        get { false }
        set { requireAsset(!newValue, "-[AVCaptureConnection setVideoMirrored:] is not supported") }
    }
    /// Whether the session decides on mirroring; false. Setting it to false has no effect, and to true ends the program.
    open var automaticallyAdjustsVideoMirroring: Bool {
        get { false }
        set {
            requireAsset(!newValue, "-[AVCaptureConnection setAutomaticallyAdjustsVideoMirroring:] is not supported")
        }
    }
    /// Whether pictures can be turned on this way; false.
    ///
    /// Pictures come as the camera has them.
    open var isVideoOrientationSupported: Bool { false }
    /// How pictures are turned: `landscapeRight`, as the camera has them. Setting another value ends the program.
    open var videoOrientation: AVCaptureVideoOrientation {
        get { .landscapeRight }
        set {
            requireAsset(newValue == .landscapeRight, "-[AVCaptureConnection setVideoOrientation:] is not supported")
        }
    }
    /// Whether pictures can be steadied on this way; false.
    ///
    /// A camera may steady them by itself.
    open var isVideoStabilizationSupported: Bool { false }
    /// How pictures should be steadied; `off` unless set. The value has no effect, as the camera gives pictures as they are.
    open var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        get { state.withLock { $0.stabilization } }
        set { state.withLock { $0.stabilization = newValue } }
    }
    /// How pictures are steadied: `off`, whatever is preferred.
    open var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode { .off }
}

/// A channel of a microphone, with its levels.
///
/// A channel has levels while its session runs. Any thread may call.
open class AVCaptureAudioChannel: NSObject, @unchecked Sendable {
    private struct Owner { weak var connection: AVCaptureConnection? }

    private let owner: LockedValue<Owner>
    private let number: Int

    /// Channels are those of connections: programs make none.
    @available(*, unavailable)
    public override init() { fatalError("channels are those of connections") }

    init(_ connection: AVCaptureConnection, _ number: Int) {
        (owner, self.number) = (LockedValue(Owner(connection: connection)), number)
        super.init()
    }

    private var level: (average: Float, peak: Float)? { owner.withLock { $0.connection }?.level(number) }

    /// The mean level of the moment, in decibels of full scale: 0 is full scale, -120 silence.
    ///
    /// It is -120 while the session does not run.
    open var averagePowerLevel: Float { level?.average ?? -120 }
    /// The highest level of the moment, in decibels of full scale: 0 is full scale, -120 silence.
    ///
    /// It is -120 while the session does not run.
    open var peakHoldLevel: Float { level?.peak ?? -120 }
}

/// Where the top of pictures is, by how the device is held.
public enum AVCaptureVideoOrientation: Int, Sendable {
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeRight = 3
    case landscapeLeft = 4
}

/// How pictures are steadied.
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
    case off = 0
    case standard = 1
    case cinematic = 2
    case cinematicExtended = 3
    case auto = -1
}
