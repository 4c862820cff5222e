import AudioCore
import AudioDevices
import AudioIO
import Synchronization
import TestSupport
import Testing

/// Cycles in which a source takes longer than their frames last: the device goes on, and observers hear how many there were.
@Suite struct OverloadTests {
    /// A source that takes three times as long as its frames last, for some cycles.
    private final class Slow: Sendable {
        let slowCycles = Atomic<Int>(0)
        let calls = Atomic<Int>(0)

        var source: OutputSource {
            OutputSource(context: Unmanaged.passUnretained(self).toOpaque(), owner: self) { context, cycle in
                Unmanaged<Slow>.fromOpaque(context)._withUnsafeGuaranteedRef { slow in
                    slow.calls.wrappingAdd(1, ordering: .relaxed)
                    for frame in 0..<Int(cycle.pointee.frames) { cycle.pointee.samples[frame] = 0.25 }
                    guard slow.slowCycles.load(ordering: .relaxed) > 0 else { return Int32(cycle.pointee.frames) }
                    slow.slowCycles.wrappingSubtract(1, ordering: .relaxed)
                    let end = HostTime.now() + 3 * HostTime.duration(of: Int64(cycle.pointee.frames), at: 48_000)
                    while HostTime.now() < end {}
                    return Int32(cycle.pointee.frames)
                }
            }
        }
    }

    @Test func cyclesOfThreePeriodsAreCountedAndReported() throws {
        let server = ManualServer()
        let output = try server.output(rate: 48_000, cycle: 480)
        let reported = LockedValue(0)
        output.observe { event in
            guard case .overload(let cycles) = event else { return }
            reported.withLock { $0 += cycles }
        }
        let slow = Slow()
        let source = slow.source
        output.add(source)
        #expect(eventually { server.runningStreams == 1 })
        slow.slowCycles.store(5, ordering: .relaxed)
        // Every frame is there, of the slow cycles and of those behind them.
        for _ in 0..<8 { #expect(server.advance(480) == Array(repeating: 0.25, count: 480)) }
        #expect(slow.calls.load(ordering: .relaxed) == 8 && slow.slowCycles.load(ordering: .relaxed) == 0)
        // A busy machine may have made others slow, too.
        #expect(eventually(seconds: 20) { reported.withLock { $0 } >= 5 })
        #expect(reported.withLock { $0 } <= 8)
        output.remove(source)
    }
}
