import AudioCore
import CAudioToolbox

/// A client's render callback, as the audio thread calls it: `AURenderCallback` with a context that may be null.
package typealias RenderCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>, UnsafePointer<AudioTimeStamp>, UInt32, UInt32,
        UnsafeMutablePointer<AudioBufferList>?
    ) -> Int32

/// Where an input gets its frames: a client's callback, or another unit's output.
package final class InputSource: @unchecked Sendable {
    let callback: RenderCallback?
    let context: UnsafeMutableRawPointer?
    /// The unit that the input is connected to, and its output element.
    package let unit: ComponentInstance?
    package let bus: UInt32
    /// The same unit's audio half, where it is one of ours.
    private let renderer: Unmanaged<UnitRenderer>?

    /// What the context refers to, where that is not the client's to keep.
    private let owner: AnyObject?

    /// - Parameter owner: an object that lives as long as the source can be called.
    package init(
        _ callback: @escaping RenderCallback, _ context: UnsafeMutableRawPointer?, keeping owner: AnyObject? = nil
    ) {
        self.callback = callback
        self.context = context
        self.owner = owner
        (unit, bus, renderer) = (nil, 0, nil)
    }

    package init(_ unit: ComponentInstance, bus: UInt32) {
        (callback, context, owner) = (nil, nil, nil)
        self.unit = unit
        self.bus = bus
        renderer = unit.unit.map { .passUnretained($0.renderer) }
    }

    var isCallback: Bool { @_noLocks get { callback != nil } }
    var isOwnUnit: Bool { @_noLocks get { renderer != nil } }

    /// Asks the source for frames. Audio thread.
    ///
    /// - Parameter element: the input that asks.
    @_noLocks func pull(
        _ flags: UnsafeMutablePointer<UInt32>, _ time: UnsafePointer<AudioTimeStamp>, element: UInt32, frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> Int32 {
        var status: Int32 = 0
        if let callback {
            let context = self.context
            LockOrder.willCallClient(under: .cycle)
            // The client has promised real-time safety.
            realtimeTrusted { status = callback(context, flags, time, element, frames, list) }
        } else if let renderer {
            let bus = self.bus
            status = renderer._withUnsafeGuaranteedRef { $0.render(flags, time, bus: bus, frames: frames, list) }
        } else {
            // The unit is a client's own, which has promised real-time safety.
            let own = Unmanaged.passUnretained(self)
            realtimeTrusted {
                status = own._withUnsafeGuaranteedRef { $0.pullPlugIn(flags, time, frames, list) }
            }
        }
        return status
    }

    /// Calls a client's function that takes no buffers: an input callback. Audio thread.
    func call(
        _ flags: UnsafeMutablePointer<UInt32>, _ time: UnsafePointer<AudioTimeStamp>, element: UInt32, frames: UInt32
    ) {
        LockOrder.willCallClient(under: .cycle)
        _ = callback?(context, flags, time, element, frames, nil)
    }

    private func pullPlugIn(
        _ flags: UnsafeMutablePointer<UInt32>, _ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> Int32 {
        unit?.render(flags, time, bus: bus, frames: frames, list) ?? AudioError.unitNoConnection.status
    }
}
