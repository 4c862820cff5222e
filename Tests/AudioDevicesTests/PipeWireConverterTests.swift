import Testing

@testable import AudioDevices

/// When what a PipeWire stream gives in a cycle is heard, behind the server's converter. Frames as a server says them.
struct PipeWireConverterTests {
    private typealias Cycle = (frames: Int, keeping: UInt64, delay: Double)

    private func expect(_ cycles: [Cycle]) {
        var converter = PipeWireConverter()
        for cycle in cycles {
            let delay = converter.take(cycle.frames, keeping: cycle.keeping)
            #expect(delay == cycle.delay)
        }
    }

    @Test func withoutOneTheGraphsCycleIsAll() {
        expect([(512, 0, 512), (512, 0, 512), (256, 0, 256)])
    }

    /// 44.1 kHz in cycles of 512 frames at 48 kHz, which are 470.4: the first one fills the converter, which is empty.
    @Test func theFirstCycleWaitsForNone() {
        expect([(503, 32, 471), (470, 32, 502), (471, 32, 503), (470, 32, 502)])
    }

    /// 48 kHz, and the graph goes to cycles of 256 frames at 44.1 kHz, which are 278.6, and back.
    @Test func theGraphTakesAnotherRate() {
        expect([(512, 0, 512), (311, 32, 279), (279, 32, 311), (512, 0, 512), (311, 32, 279)])
    }

    /// Whatever the server says, nothing traps.
    @Test func aServerMaySayAnything() {
        var converter = PipeWireConverter()
        let first = converter.take(512, keeping: .max)
        let second = converter.take(512, keeping: .max)
        let third = converter.take(0, keeping: 0)
        #expect(first < 0)
        #expect(second > 1e19)
        #expect(third == 0)
    }
}
