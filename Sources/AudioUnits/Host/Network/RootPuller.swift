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
        private let pulled: [PulledRoot]

        init(_ roots: [Root], maximumFrames: Int, rate: Double) {
            pulled = roots.map { PulledRoot($0, maximumFrames: maximumFrames, rate: rate) }
        }

        func pull(_ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32) {
            for root in pulled { root.pull(time, frames) }
        }
    }

    /// A root and how far it has been rendered.
    private final class PulledRoot {
        private let root: Root
        private let bus: RenderBus
        /// Frames of the root for each of the cycle that drives the network.
        private let ratio: Double
        private let capacity: Int
        /// The time of the root's next frame, where the rates differ; not a number before the first.
        private var next = Double.nan

        init(_ root: Root, maximumFrames: Int, rate: Double) {
            self.root = root
            let format = (try? root.instance.format(kAudioUnitScope_Output, root.bus)) ?? Unit.usualFormat
            ratio = rate > 0 && format.sampleRate > 0 ? format.sampleRate / rate : 1
            // A unit renders no more at once than the cycle may have.
            capacity = maximumFrames
            bus = RenderBus(format, maximumFrames: maximumFrames)
        }

        deinit { bus.deallocate() }

        func pull(_ time: UnsafePointer<AudioTimeStamp>, _ frames: UInt32) {
            guard ratio != 1 else { return render(time.pointee, Int(frames)) }
            let start = (time.pointee.mSampleTime * ratio).rounded()
            let end = ((time.pointee.mSampleTime + Double(frames)) * ratio).rounded()
            // The time line has a gap, or begins anew.
            if !(abs(start - next) <= 1) { next = start }
            var stamp = time.pointee
            while next < end {
                let count = min(end - next, Double(capacity))
                stamp.mSampleTime = next
                render(stamp, Int(count))
                next += count
            }
        }

        private func render(_ time: AudioTimeStamp, _ frames: Int) {
            guard frames > 0, frames <= capacity else { return }
            var (stamp, flags): (AudioTimeStamp, UInt32) = (time, 0)
            bus.prepare(frames: frames, withMemory: true)
            let status = root.instance.render(&flags, &stamp, bus: root.bus, frames: UInt32(frames), bus.list.list)
            guard status == 0, let receive = root.receive else { return }
            LockOrder.willCallClient(under: .cycle)
            receive(&stamp, UInt32(frames), UnsafePointer(bus.list.list))
        }
    }

    private let gate = RenderGate()
    private let roots = Published()

    package init() {}

    /// Renders these outputs from the next cycle on.
    ///
    /// - Parameters:
    ///   - maximumFrames: the most frames of a cycle.
    ///   - rate: frames a second of the cycles.
    package func publish(_ list: [Root], maximumFrames: Int, rate: Double) {
        roots.publish(list.isEmpty ? nil : Roots(list, maximumFrames: maximumFrames, rate: rate), gate)
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
