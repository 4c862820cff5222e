import AudioCore
import CAudioToolbox
import Synchronization

/// Renders, in each cycle of a network, outputs that no other unit asks for: those that a client only listens to.
///
/// It is a render notification of the unit that drives the network, and its input callback where that only records.
package final class RootPuller: @unchecked Sendable {
    /// An output to render, and who gets its frames.
    package struct Root {
        package let instance: ComponentInstance
        package let bus: UInt32
        /// Called on the audio thread with what was rendered; nil for nobody.
        package let receive: Receiver?

        package init(_ instance: ComponentInstance, bus: UInt32, receive: Receiver? = nil) {
            (self.instance, self.bus, self.receive) = (instance, bus, receive)
        }
    }

    package typealias Receiver =
        @Sendable (UnsafePointer<AudioTimeStamp>, UInt32, UnsafePointer<AudioBufferList>) -> Void

    /// The roots as the audio thread uses them. Never changed: another list takes its place.
    private final class Roots: @unchecked Sendable {
        let roots: [Root]
        let buses: [RenderBus]

        init(_ roots: [Root], maximumFrames: Int) {
            self.roots = roots
            buses = roots.map { root in
                let format = (try? root.instance.format(kAudioUnitScope_Output, root.bus)) ?? Unit.usualFormat
                return RenderBus(format, maximumFrames: maximumFrames)
            }
        }

        deinit { for bus in buses { bus.deallocate() } }

        func pull(_ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32) {
            for (root, bus) in zip(roots, buses) where Int(frames) * bus.bytesPerFrame <= bus.stride {
                bus.prepare(frames: Int(frames), withMemory: true)
                var flags: UInt32 = 0
                let status = root.instance.render(&flags, time, bus: root.bus, frames: frames, bus.list.list)
                guard status == 0, let receive = root.receive else { continue }
                LockOrder.willCallClient(under: .cycle)
                receive(time, frames, UnsafePointer(bus.list.list))
            }
        }
    }

    private let gate = RenderGate()
    private let roots = Published()

    package init() {}

    /// Renders these outputs from the next cycle on.
    ///
    /// - Parameter maximumFrames: the most frames of a cycle.
    package func publish(_ list: [Root], maximumFrames: Int) {
        roots.publish(list.isEmpty ? nil : Roots(list, maximumFrames: maximumFrames), gate)
    }

    private static let function: RenderCallback = { context, flags, time, bus, frames, list in
        guard let context, bus == 0, flags.pointee & RenderFlags.preRender != 0 else { return 0 }
        Unmanaged<RootPuller>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.pull(time, frames) }
        return 0
    }

    /// The function and its context, as units take them for a render notification.
    package var notification: (function: UnsafeRawPointer, context: UnsafeMutableRawPointer) {
        (unsafeBitCast(Self.function, to: UnsafeRawPointer.self), Unmanaged.passUnretained(self).toOpaque())
    }

    /// Renders the outputs. Audio thread; called within a cycle.
    package func pull(_ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32) {
        gate.enter()
        defer { gate.leave() }
        guard let raw = roots.raw else { return }
        Unmanaged<Roots>.fromOpaque(raw)._withUnsafeGuaranteedRef { $0.pull(time, frames) }
    }
}
