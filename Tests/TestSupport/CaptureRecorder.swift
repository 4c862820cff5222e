import AudioCore
import AudioIO
import CRealtime

/// A sink for tests: keeps every sample of an input and writes down each cycle.
package final class CaptureRecorder: @unchecked Sendable {
    package struct Cycle: Sendable, Equatable {
        package let hostTime: UInt64
        package let sampleTime: Int64
        package let frames: Int
        /// When the call really came.
        package let calledAt: UInt64
    }

    private struct State {
        var samples: [Float] = []
        var cycles: [Cycle] = []
    }

    private let state = WaitableValue(State())

    package init() { state.withLock { $0.samples.reserveCapacity(1 << 20) } }

    /// To be given to a back end's stream.
    package var call: RenderCall {
        RenderCall(context: Unmanaged.passUnretained(self).toOpaque()) { context, cycle in
            Unmanaged<CaptureRecorder>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear(cycle.pointee) }
        }
    }

    /// To be given to an input.
    package var sink: InputSink {
        InputSink(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
            Unmanaged<CaptureRecorder>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear(cycle.pointee) }
            return 0
        }
    }

    private func hear(_ cycle: RenderCycle) {
        let heard = UnsafeBufferPointer(start: cycle.samples, count: Int(cycle.frames * cycle.channels))
        state.withLock { state in
            state.samples += heard
            state.cycles.append(
                Cycle(
                    hostTime: cycle.hostTime, sampleTime: cycle.sampleTime, frames: Int(cycle.frames),
                    calledAt: HostTime.now()))
        }
    }

    package var samples: [Float] { state.withLock { $0.samples.unshared } }
    package var cycles: [Cycle] { state.withLock { $0.cycles.unshared } }

    /// Waits until so many samples have come; false when that takes more than ten seconds.
    package func waitForSamples(_ wanted: Int) -> Bool {
        state.wait(nanoseconds: 10 * HostTime.ticksPerSecond) { $0.samples.count >= wanted ? true : nil } ?? false
    }

    /// Waits until `RenderCounter`'s signal has been heard from its first sample on.
    ///
    /// - Returns: the samples from there, as many as asked for or what came within ten seconds.
    package func signal(samples count: Int) -> [Float] {
        let first = RenderCounter.sample(0)
        let heard = state.wait(nanoseconds: 10 * HostTime.ticksPerSecond) { state -> [Float]? in
            guard let start = state.samples.firstIndex(of: first), state.samples.count - start >= count else {
                return nil
            }
            return Array(state.samples[start..<start + count])
        }
        return heard ?? Array(samples.drop { $0 != first })
    }
}

extension Array {
    /// A copy that shares nothing with this array, to be taken where it is locked.
    ///
    /// A count of references marks storage as shared, which ThreadSanitizer does not see: to it a change
    /// behind the lock would race with who reads the copy.
    package var unshared: [Element] { map { $0 } }
}
