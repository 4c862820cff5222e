import TestSupport
import Testing

/// Where a recording of the counter's signal does not go on, as tests say it.
struct RenderCounterTests {
    private func signal(_ range: Range<Int64>) -> [Float] { range.map { RenderCounter.sample($0) } }

    private func gaps(_ samples: [Float]) -> [RenderCounter.Gap] { RenderCounter.gaps(in: samples) }

    @Test func theSignalHasNoGaps() {
        #expect(gaps(signal(0..<100)).isEmpty && gaps(signal(65_500..<65_600)).isEmpty && gaps([]).isEmpty)
    }

    @Test func aGapHasItsPlace() {
        let silence = [Float](repeating: 0, count: 7)
        #expect(gaps(signal(5..<15) + signal(18..<30)) == [.init(place: 10, lost: 3)])
        #expect(gaps(signal(5..<15) + signal(13..<30)) == [.init(place: 10, lost: -2)])
        #expect(gaps(signal(5..<15) + silence + signal(15..<30)) == [.init(place: 10, silent: 7)])
        #expect(gaps(signal(5..<15) + silence + signal(16..<30)) == [.init(place: 10, silent: 7, lost: 1)])
        #expect(gaps(silence + signal(5..<15) + silence) == [.init(place: 0, silent: 7), .init(place: 17, silent: 7)])
        #expect(gaps(signal(65_500..<65_521) + signal(65_523..<65_530)) == [.init(place: 21, lost: 2)])
    }

    @Test(arguments: [0.3, -0.5, 2, .infinity, 65_530 / 65_536] as [Float])
    func aSampleOfSomethingElse(value: Float) {
        #expect(gaps(signal(0..<4) + [value] + signal(5..<9)) == [.init(place: 4, foreign: value)])
    }

    @Test func aGapDescribesItself() {
        #expect("\(RenderCounter.Gap(place: 961, silent: 72))" == "at 961: 72 silent, 0 lost")
    }
}
