import AudioIO
import CRealtime
import Synchronization

/// Keeps what an output renders until that is taken, on whichever stream the output is. Nothing is allocated in its cycles.
package final class OutputTap: @unchecked Sendable {
    private static let room = 1 << 14
    private let samples = UnsafeMutablePointer<Float>.allocate(capacity: room)
    private let count = Atomic<Int>(0)

    package init() {}

    deinit { samples.deallocate() }

    /// To be given to the output.
    package var sink: InputSink {
        InputSink(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
            Unmanaged<OutputTap>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.hear(cycle.pointee) }
            return 0
        }
    }

    private func hear(_ cycle: RenderCycle) {
        let (begin, new) = (count.load(ordering: .relaxed), Int(cycle.frames * cycle.channels))
        guard begin + new <= Self.room else { return }
        for index in 0..<new { samples[begin + index] = cycle.samples[index] }
        count.store(begin + new, ordering: .releasing)
    }

    /// What has been rendered since the last time, interleaved.
    package func take() -> [Float] {
        let heard = (0..<count.load(ordering: .acquiring)).map { samples[$0] }
        count.store(0, ordering: .releasing)
        return heard
    }
}
