import Glibc
import QuartzCore
import Testing

@Suite(.serialized) @MainActor struct QuartzCoreTests {
    /// The times that a link gave until `count` calls had come.
    private func times(_ count: Int, _ prepare: (CADisplayLink) -> Void) -> [(
        CFTimeInterval, CFTimeInterval, CFTimeInterval
    )] {
        var times: [(CFTimeInterval, CFTimeInterval, CFTimeInterval)] = []
        let link = CADisplayLink { link in
            times.append((link.timestamp, link.targetTimestamp, link.duration))
            if times.count == count { link.invalidate() }
        }
        prepare(link)
        link.add(to: .current, forMode: .default)
        while times.count < count { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
        return times
    }

    @Test func theTimeIsThatOfTheMonotonicClock() {
        func monotonic() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let before = monotonic()
        let now: CFTimeInterval = CACurrentMediaTime()
        #expect(before <= now && now <= monotonic())
    }

    @Test(arguments: [(0, 1), (60, 1), (30, 2), (24, 3), (1000, 1), (20, 3)])
    func framesAreMultiplesOfTheirInterval(rate: Int, step: Int) {
        let interval = Double(step) / 60
        let times = times(4) { $0.preferredFramesPerSecond = rate }
        var last = 0.0
        for (timestamp, target, duration) in times {
            let frame = timestamp / interval
            #expect(abs(frame - frame.rounded()) < 1e-6)
            #expect(timestamp > last)
            #expect(abs(target - timestamp - interval) < 1e-6)
            #expect(duration == 1.0 / 60)
            last = timestamp
        }
    }

    @Test(arguments: [
        (CAFrameRateRange.default, 1), (CAFrameRateRange(minimum: 10, maximum: 30), 2),
        (CAFrameRateRange(minimum: 10, maximum: 60, preferred: 15), 4), (CAFrameRateRangeMake(25, 60, 25), 2),
    ]) func aRangeChoosesARate(range: CAFrameRateRange, step: Int) {
        let times = times(2) {
            $0.preferredFramesPerSecond = 60
            $0.preferredFrameRateRange = range
        }
        #expect(times.allSatisfy { abs($0.1 - $0.0 - Double(step) / 60) < 1e-6 })
    }

    @Test func aRangeIsAValue() {
        #expect(CAFrameRateRangeMake(1, 2, 0) == CAFrameRateRange(minimum: 1, maximum: 2, preferred: nil))
        #expect(CAFrameRateRangeMake(1, 3, 2).preferred == 2)
        #expect([CAFrameRateRange().minimum, CAFrameRateRange.default.maximum] == [0, 0])
    }

    @Test func aPausedLinkDoesNotCall() {
        var isCalled = false
        let paused = CADisplayLink { _ in isCalled = true }
        paused.isPaused = true
        paused.add(to: .current, forMode: .default)
        _ = times(5) { _ in }
        #expect(!isCalled)
        #expect(paused.timestamp == 0)
        paused.isPaused = false
        while !isCalled { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
        #expect(paused.timestamp > 0)
        paused.remove(from: .current, forMode: .default)
        isCalled = false
        _ = times(5) { _ in }
        #expect(!isCalled)
    }

    @Test func anEndedLinkDoesNotCall() {
        var isCalled = false
        let link = CADisplayLink { _ in isCalled = true }
        link.add(to: .current, forMode: .default)
        link.invalidate()
        link.add(to: .current, forMode: .default)
        _ = times(5) { _ in }
        #expect(!isCalled)
    }
}
