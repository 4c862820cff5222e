import AudioCore
import AudioDevices

/// What happens to an output, to an input or to the connection that they share. The connection's thread calls observers.
package enum StreamEvent: Equatable, Sendable {
    /// The server is gone, or the device that was asked for by name. Positions stop until the server or the device is
    /// back.
    case lost
    /// A server answers again, with the device, and the stream continues.
    case resumed
    /// The user chose another default device, or a server came where there was none. What follows the default device has
    /// moved there.
    case defaultDeviceChanged
    case devicesChanged
    /// Something about a device changed: its volume, its port, whether it runs.
    case deviceChanged(String)
    /// The server has moved a stream to another device. Only observers of the connection are notified.
    case streamMoved
    /// The session of the program asks for cycles of another length. Only observers of the connection are notified.
    case cyclesWished
    /// Frames of an input were lost, in a busy machine or while the server was gone.
    case gap(StreamGap)
    /// Clients took longer for cycles than their frames last, or the device went without frames, so many times.
    case overload(cycles: Int)
}

/// Frames that an input never received. Its sample time includes them.
package struct StreamGap: Equatable, Sendable, BitwiseCopyable {
    /// The first lost frame.
    package var sampleTime: Int64
    package var frames: Int64

    @_noLocks package init(sampleTime: Int64, frames: Int64) {
        self.sampleTime = sampleTime
        self.frames = frames
    }
}

/// Who is notified of events: closures, each as long as its owner lives.
struct StreamObservers {
    private struct Observer {
        weak var owner: AnyObject?
        let hasOwner: Bool
        let handler: @Sendable (StreamEvent) -> Void
    }

    private var observers: [Observer] = []

    /// - Parameter owner: what must live for the handler to be called; nil: for good.
    mutating func add(for owner: AnyObject?, _ handler: @escaping @Sendable (StreamEvent) -> Void) {
        observers.removeAll { $0.hasOwner && $0.owner == nil }
        observers.append(Observer(owner: owner, hasOwner: owner != nil, handler: handler))
    }

    /// The handlers to call now, without a lock.
    var handlers: [@Sendable (StreamEvent) -> Void] {
        observers.filter { !$0.hasOwner || $0.owner != nil }.map(\.handler)
    }
}
