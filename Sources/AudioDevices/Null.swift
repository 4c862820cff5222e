import AudioCore
import CRealtime
import Synchronization

/// A silent device that keeps time: its cycles come at the pace of a real clock.
///
/// What plays when no server answers, so that programs run, and end, as they would with loudspeakers. The model for a
/// back end of one's own.
package final class Null: Backend {
    package static let name = "null"

    /// The rate of this process's silence, and the functions that are called when it changes.
    private static let shared = LockedValue<(rate: Double, next: Int, clients: [Int: @Sendable (DeviceEvent) -> Void])>(
        (48_000, 0, [:]))
    private static let rates: [Double] = [8000, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000]

    private let identity: Int

    package init(events: @escaping @Sendable (DeviceEvent) -> Void) throws(AudioError) {
        identity = Self.shared.withLock { shared in
            shared.next += 1
            shared.clients[shared.next] = events
            return shared.next
        }
    }

    /// One device that takes and gives silence.
    package func devices() -> [DeviceDescription] {
        let rate = Self.shared.withLock { $0.rate }
        return [DeviceDirection.output, .input].map { direction in
            var device = DeviceDescription(
                id: "null", name: "No Device", direction: direction, sampleRate: rate, isDefault: true)
            device.rates = Self.rates
            device.transport = .virtual
            return device
        }
    }

    package func apply(_ change: DeviceChange, to device: String, _ direction: DeviceDirection) throws(AudioError) {
        guard device == "null" else { throw .noDevice }
        switch change {
        case .becomeDefault: return
        case .sampleRate(let rate):
            guard Self.rates.contains(rate) else { throw .deviceFormat }
            let clients = Self.shared.withLock { shared in
                shared.rate = rate
                return Array(shared.clients.values)
            }
            for client in clients { client(.deviceChanged("null")) }
        case .volume, .muted, .port: throw .unsupportedChange
        }
    }

    package func open(_ wanted: StreamRequest, render: RenderCall) throws(AudioError) -> any DeviceStream {
        guard wanted.device == nil || wanted.device == "null" else { throw .noDevice }
        guard wanted.shape.isSane else { throw .deviceFormat }
        return NullStream(wanted, render)
    }

    package func close() { Self.shared.withLock { $0.clients[identity] = nil } }
}

/// One paced thread. Cycle `n` is asked for when `n` cycles have passed since the start, or brought when it is over, by
/// absolute time, so that no lateness adds up.
final class NullStream: DeviceStream, @unchecked Sendable {
    let format: StreamShape
    private let isInput: Bool
    private let render: RenderCall
    private let block: UnsafeMutablePointer<Float>
    private let missed = Atomic<Int>(0)
    private let running = Atomic<Bool>(false)
    /// Whether the thread is to end.
    private let isEnding = Atomic<Bool>(false)
    private let sampleTime = Atomic<Int>(0)
    /// Odd while the thread runs the cycles of a follower.
    private let turns = Atomic<Int>(0)
    private let thread = LockedValue<Thread?>(nil)
    /// The input whose thread runs an output's cycles, and the output of an input. Change while no thread runs.
    private weak var leader: NullStream?
    private weak var follower: NullStream?

    /// A thread later than this many cycles has missed them: it counts an xrun and starts counting time afresh.
    private static let cyclesOfGrace: UInt64 = 8

    init(_ wanted: StreamRequest, _ render: RenderCall) {
        format = wanted.shape
        isInput = wanted.direction == .input
        self.render = render
        block = .allocate(capacity: format.framesPerCycle * format.channels)
    }

    deinit { block.deallocate() }

    /// The last frame is heard when its cycle is over.
    var latency: Int { format.framesPerCycle }
    var xruns: Int { missed.load(ordering: .relaxed) }

    private var isRunning: Bool { running.load(ordering: .sequentiallyConsistent) }

    func start() throws(AudioError) {
        follower?.endThread()
        running.store(true, ordering: .releasing)
        guard leader?.isRunning != true else { return }
        do throws(AudioError) { try beginThread() } catch {
            running.store(false, ordering: .releasing)
            throw error
        }
    }

    func stop() {
        running.store(false, ordering: .sequentiallyConsistent)
        endThread()
        // The input's clock continues.
        leader?.waitForFollower()
        if let follower, follower.isRunning { try? follower.beginThread() }
    }

    func close() {
        stop()
        _ = follow(nil)
        _ = follower?.follow(nil)
    }

    func follow(_ input: (any DeviceStream)?) -> Bool {
        let input = input as? NullStream
        guard !isInput, leader !== input else { return input != nil && !isInput }
        guard input?.follower == nil else { return false }
        let wasRunning = isRunning
        if wasRunning { stop() }
        leader?.paused { leader?.follower = nil }
        leader = input
        input?.paused { input?.follower = self }
        if wasRunning { try? start() }
        return input != nil
    }

    /// Waits for the end of the follower's cycles, if an input's thread runs any.
    private func waitForFollower() {
        let turn = turns.load(ordering: .sequentiallyConsistent)
        guard turn & 1 == 1 else { return }
        while turns.load(ordering: .sequentiallyConsistent) == turn { Thread.sleep(until: HostTime.now() + 100_000) }
    }

    /// Runs `body` while the stream has no thread.
    private func paused(_ body: () -> Void) {
        endThread()
        body()
        if isRunning { try? beginThread() }
    }

    private func beginThread() throws(AudioError) {
        try thread.withLock { thread throws(AudioError) in
            guard thread == nil else { return }
            isEnding.store(false, ordering: .releasing)
            thread = try Thread(name: "null-audio") { [follower] in self.run(follower) }
        }
    }

    private func endThread() {
        isEnding.store(true, ordering: .releasing)
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }

    private var period: UInt64 {
        @_noLocks get { HostTime.duration(of: Int64(format.framesPerCycle), at: format.sampleRate) }
    }

    /// - Parameter follower: the output whose cycles come right after those of this input.
    private func run(_ follower: NullStream?) {
        RealtimeService.shared.request()
        var start = HostTime.now()
        var elapsed: Int64 = 0
        while !isEnding.load(ordering: .acquiring) {
            var begin = start + HostTime.duration(of: elapsed, at: format.sampleRate)
            let due = isInput ? begin + period : begin
            Thread.sleep(until: due)
            let late = HostTime.now() &- due
            if late > period * Self.cyclesOfGrace {
                missed.wrappingAdd(1, ordering: .relaxed)
                let lost = isInput ? late / period * period : late
                start += lost
                if isInput {
                    begin += lost
                    lose(cycles: lost / period)
                }
            }
            renderCycle(format.framesPerCycle, from: begin)
            if let follower {
                turns.wrappingAdd(1, ordering: .sequentiallyConsistent)
                follower.renderCycles(format.framesPerCycle, from: begin + period)
                turns.wrappingAdd(1, ordering: .sequentiallyConsistent)
            }
            elapsed += Int64(format.framesPerCycle)
        }
    }

    /// What would have come in meanwhile is lost, and the sample time continues over it.
    private func lose(cycles: UInt64) {
        sampleTime.wrappingAdd(Int(cycles) * format.framesPerCycle, ordering: .relaxed)
    }

    /// The cycles of an output that belong to one of its input's.
    private func renderCycles(_ frames: Int, from begin: UInt64) {
        var done = 0
        while done < frames, isRunning {
            let now = min(frames - done, format.framesPerCycle)
            renderCycle(now, from: begin + HostTime.duration(of: Int64(done), at: format.sampleRate))
            done += now
        }
    }

    /// - Parameter begin: when the first frame of the cycle is asked for, or is captured.
    @_noLocks private func renderCycle(_ frames: Int, from begin: UInt64) {
        let time = sampleTime.load(ordering: .relaxed)
        if isInput {
            _ = realtime_fill(block, 0, frames * format.channels * MemoryLayout<Float>.stride)
        }
        render(
            RenderCycle(
                samples: block, frames: UInt32(frames), channels: UInt32(format.channels),
                hostTime: isInput ? begin : begin &+ period, requestTime: isInput ? begin &+ period : begin,
                sampleTime: Int64(time), rateScalar: 1))
        sampleTime.store(time &+ frames, ordering: .relaxed)
    }
}
