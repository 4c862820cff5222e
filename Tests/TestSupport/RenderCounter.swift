import AudioCore
import AudioDevices
import CRealtime

/// A render call for tests: plays a known signal and writes down each cycle that it was asked for.
///
/// All samples are exact in Float32, none is zero, and each differs from its neighbours.
package final class RenderCounter: @unchecked Sendable {
    package struct Cycle: Sendable, Equatable {
        package let hostTime: UInt64
        package let requestTime: UInt64
        package let sampleTime: Int64
        package let frames: Int
        /// When the call really came.
        package let calledAt: UInt64
    }

    private let capacity: Int
    private let storage: UnsafeMutablePointer<Cycle>
    private let state = WaitableValue(0)

    package init(capacity: Int = 1 << 14) {
        self.capacity = capacity
        storage = .allocate(capacity: capacity)
    }

    deinit { storage.deallocate() }

    /// The signal's sample at a place in the interleaved stream.
    package static func sample(_ index: Int64) -> Float { Float(index % 65_521 + 1) / 65_536 }

    /// Whether the samples are consecutive samples of the signal, from any position.
    package static func isContinuous(_ samples: some Collection<Float>) -> Bool {
        guard let first = samples.first, first > 0 else { return false }
        let start = Int64(first * 65_536) - 1
        return samples.enumerated().allSatisfy { $1 == sample(start + Int64($0)) }
    }

    package var call: RenderCall {
        RenderCall(context: Unmanaged.passUnretained(self).toOpaque()) { context, cycle in
            Unmanaged<RenderCounter>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.render(cycle.pointee) }
        }
    }

    private func render(_ cycle: RenderCycle) {
        let first = cycle.sampleTime * Int64(cycle.channels)
        for i in 0..<Int(cycle.frames * cycle.channels) { cycle.samples[i] = Self.sample(first + Int64(i)) }
        state.withLock { count in
            guard count < capacity else { return }
            (storage + count).initialize(
                to: Cycle(
                    hostTime: cycle.hostTime, requestTime: cycle.requestTime, sampleTime: cycle.sampleTime,
                    frames: Int(cycle.frames), calledAt: HostTime.now()))
            count += 1
        }
    }

    package var cycles: [Cycle] { state.withLock { Array(UnsafeBufferPointer(start: storage, count: $0)) } }

    /// Waits until so many cycles have been asked for; false when that takes more than ten seconds.
    package func waitForCycles(_ wanted: Int) -> Bool {
        state.wait(nanoseconds: 10 * HostTime.ticksPerSecond) { $0 >= wanted ? true : nil } ?? false
    }
}
