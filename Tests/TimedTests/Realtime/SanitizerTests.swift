import AudioCore
import CRealtime
import Foundation
import TestSupport
import Testing

/// RealtimeSanitizer itself: a check that cannot fail would be none.
@Suite struct SanitizerTests {
    static var isLinked: Bool { dlsym(nil, "__rtsan_realtime_enter") != nil }

    nonisolated(unsafe) private static var kept: UnsafeMutableRawPointer?

    private static func renderOnce(_ function: @escaping RenderFunction) {
        var sample: Float = 0
        withUnsafeMutablePointer(to: &sample) { sample in
            let call = RenderCall(context: UnsafeMutableRawPointer(sample), function: function)
            call(
                RenderCycle(
                    samples: sample, frames: 1, channels: 1, hostTime: 0, requestTime: 0, sampleTime: 0, rateScalar: 1))
        }
    }

    @Test(.enabled(if: isLinked, "RealtimeSanitizer is not linked in, see Scripts/rtsan"))
    func seesAnAllocationOnTheAudioThread() async {
        await #expect(processExitsWith: .failure) {
            // Keeps the allocation, which the compiler would otherwise remove.
            Self.renderOnce { _, cycle in Self.kept = malloc(Int(cycle.pointee.frames) + 100) }
            free(Self.kept)
        }
    }

    @Test func leavesArithmeticAlone() async {
        await #expect(processExitsWith: .success) {
            Self.renderOnce { _, cycle in cycle.pointee.samples[0] += 1 }
        }
    }
}
