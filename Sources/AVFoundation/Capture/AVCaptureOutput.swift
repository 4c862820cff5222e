import AVFAudio
import AudioCore
public import Foundation

/// Where a session brings what it captures. Programs make its subclasses.
open class AVCaptureOutput: NSObject, @unchecked Sendable {
    private struct State {
        weak var session: AVCaptureSession?
        var connections: [AVCaptureConnection] = []
    }

    private let owner = LockedValue(State())
    let delivery = SampleDelivery()

    override init() { super.init() }

    /// The medium that the output takes.
    var takes: AVMediaType { AVMediaType("") }
    /// What of the output's settings a microphone is opened for: another value makes the session open it anew.
    var soundSettings: NSDictionary? { nil }

    /// The session that the output is in; nil for none.
    var session: AVCaptureSession? {
        get { owner.withLock { $0.session } }
        set { owner.withLock { $0.session = newValue } }
    }

    /// The ways that lead to the output; none before it is in a session with an input of its medium.
    ///
    /// An output has one connection.
    open var connections: [AVCaptureConnection] { owner.withLock { $0.connections } }

    func setConnections(_ connections: [AVCaptureConnection]) {
        let old = owner.withLock { state in
            defer { state.connections = connections }
            return state.connections
        }
        withExtendedLifetime(old) {}
    }

    /// The way that brings a medium to the output.
    ///
    /// - Parameter mediaType: `audio` or `video`.
    /// - Returns: the first such connection; nil where there is none.
    open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        connections.first { $0.mediaType == mediaType }
    }

    /// Buffers that the output has left out since it was made, because the program's queue was blocked.
    package var droppedBuffers: Int { delivery.dropped }

    /// Why pictures were left out.
    public enum DataDroppedReason: Int, Sendable {
        case none = 0
        case lateData = 1
        case outOfBuffers = 2
        case discontinuity = 3
    }
}
