import Testing

@testable import AudioDevices

/// Times that are made of reports that jitter.
@Suite struct PulseClockTests {
    /// Reports as PulseAudio gives them for bursts of 512 frames: off by up to 1.5 ms, in no order.
    private static func reports(_ count: Int, rate: Double = 48_000, from start: Double = 1e12) -> [(Int64, UInt64)] {
        var state: UInt64 = 7
        return (0..<count).map { index in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let jitter = (Double(state >> 40) / Double(1 << 24) - 0.5) * 3e6
            let frame = Int64(index) * 512
            return (frame, UInt64(start + Double(frame) * 1e9 / rate + jitter))
        }
    }

    /// By how many nanoseconds the times of consecutive bursts are more or less apart than their frames last.
    private static func steps(_ times: [UInt64], rate: Double = 48_000) -> [Double] {
        zip(times, times.dropFirst()).map { Double($1) - Double($0) - 512e9 / rate }
    }

    @Test func consecutiveBurstsAgreeWithinATenthOfAMillisecond() {
        var clock = PulseClock(sampleRate: 48_000)
        let reports = Self.reports(2000)
        let times = reports.map { clock.hostTime(of: $0.0, reported: $0.1) }
        #expect(Self.steps(Array(times[100...])).allSatisfy { abs($0) < 0.1e6 })
        // The reports themselves do not.
        #expect(Self.steps(reports.map(\.1)).contains { abs($0) > 1e6 })
        for (index, time) in times.enumerated().dropFirst(100) {
            let wanted = 1e12 + Double(index) * 512e9 / 48_000
            #expect(abs(Double(time) - wanted) < 0.4e6)
        }
    }

    /// A device whose rate is off by 200 millionths.
    @Test func theLineFollowsTheDevicesRate() {
        var clock = PulseClock(sampleRate: 48_000)
        let times = Self.reports(6000, rate: 48_009.6).map { clock.hostTime(of: $0.0, reported: $0.1) }
        let steps = Self.steps(Array(times[3000...]), rate: 48_009.6)
        #expect(steps.allSatisfy { abs($0) < 0.1e6 })
        let end = 1e12 + 5999 * 512e9 / 48_009.6
        #expect(abs(Double(times[5999]) - end) < 0.4e6)
    }

    @Test func aStrangeReportIsLeftOutAndAStrangePlaceIsTaken() {
        var clock = PulseClock(sampleRate: 48_000)
        var reports = Self.reports(400)
        reports[300].1 += 40_000_000
        for index in 350..<400 { reports[index].1 += 40_000_000 }
        let times = reports.map { clock.hostTime(of: $0.0, reported: $0.1) }
        #expect(Self.steps(Array(times[290...340])).allSatisfy { abs($0) < 0.1e6 })
        let last = 1e12 + 40e6 + 399 * 512e9 / 48_000
        #expect(abs(Double(times[399]) - last) < 1.5e6)
    }

    @Test func withoutReportsTimeGoesOn() {
        var clock = PulseClock(sampleRate: 48_000)
        #expect(clock.hostTime(of: 0, reported: 0) == 0)
        #expect(clock.hostTime(of: 512, reported: 5_000_000) == 5_000_000)
        #expect(clock.hostTime(of: 48_512, reported: 0) == 1_005_000_000)
        clock.reset()
        #expect(clock.hostTime(of: 49_024, reported: 9_000_000) == 9_000_000)
    }
}
