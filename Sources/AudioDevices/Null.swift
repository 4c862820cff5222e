import AudioCore
import CRealtime
import Synchronization

/// A device that nobody hears and that keeps time: its cycles come at the pace of a real clock.
///
/// What plays when no server answers, so that programs run, and end, as they would with loudspeakers. The model for a
/// back end of one's own.
package final class Null: Backend {
    package static let name = "null"

    package init(events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) {}

    package func devices() -> [DeviceDescription] {
        [DeviceDescription(id: "null", name: "No Output", direction: .output, isDefault: true)]
    }

    package func open(_ wanted: StreamRequest, render: RenderCall) throws(AudioError) -> any DeviceStream {
        guard wanted.device == nil || wanted.device == "null" else { throw .noDevice }
        guard wanted.direction == .output else { throw .noDevice.because("the null device does not record") }
        guard wanted.shape.isSane else { throw .deviceFormat }
        return NullStream(wanted.shape, render)
    }

    package func close() {}
}

/// One paced thread. Cycle `n` is asked for when `n` cycles have passed since the start, by absolute time, so that no
/// lateness adds up.
final class NullStream: DeviceStream, @unchecked Sendable {
    let format: StreamShape
    private let render: RenderCall
    private let block: UnsafeMutablePointer<Float>
    private let missed = Atomic<Int>(0)
    private let running = Atomic<Bool>(false)
    private let sampleTime = Atomic<Int>(0)
    private let thread = Monitor<Thread?>(nil)

    /// A thread later than this many cycles has missed them: it counts an xrun and starts counting time afresh.
    private static let cyclesOfGrace: UInt64 = 8

    init(_ shape: StreamShape, _ render: RenderCall) {
        format = shape
        self.render = render
        block = .allocate(capacity: shape.framesPerCycle * shape.channels)
    }

    deinit { block.deallocate() }

    /// The last frame handed over is heard when its cycle is over.
    var latency: Int { format.framesPerCycle }
    var xruns: Int { missed.load(ordering: .relaxed) }

    func start() throws(AudioError) {
        try thread.withLock { thread throws(AudioError) in
            guard thread == nil else { return }
            running.store(true, ordering: .releasing)
            thread = try Thread(name: "null-audio") { self.run() }
        }
    }

    func stop() {
        running.store(false, ordering: .releasing)
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }

    func close() { stop() }

    private func run() {
        Thread.requestRealtime()
        var start = HostTime.now()
        var elapsed: Int64 = 0
        let period = HostTime.duration(of: Int64(format.framesPerCycle), at: format.sampleRate)
        while running.load(ordering: .acquiring) {
            let due = start + HostTime.duration(of: elapsed, at: format.sampleRate)
            Thread.sleep(until: due)
            let late = HostTime.now() &- due
            if late > period * Self.cyclesOfGrace {
                missed.wrappingAdd(1, ordering: .relaxed)
                start += late
            }
            renderCycle(at: due)
            elapsed += Int64(format.framesPerCycle)
        }
    }

    @_noLocks private func renderCycle(at hostTime: UInt64) {
        let time = sampleTime.load(ordering: .relaxed)
        render(
            RenderCycle(
                samples: block, frames: UInt32(format.framesPerCycle), channels: UInt32(format.channels),
                hostTime: hostTime, sampleTime: Int64(time)))
        sampleTime.store(time &+ format.framesPerCycle, ordering: .relaxed)
    }
}
