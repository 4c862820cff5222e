import Testing

@testable import AudioIO

/// What level meters of queues and buses show.
@Suite struct LevelMeterTests {
    /// At this rate, 64 frames are what the average is taken over.
    private let rate = 64.0 * 20

    /// The average is made of the one before it: what is no number would stay in it for good.
    @Test(arguments: [.nan, .infinity, -.infinity, .greatestFiniteMagnitude] as [Float])
    func aSampleThatIsNoNumberCountsAsSilence(sample: Float) {
        let meters = LevelMeters(channels: 2)
        var samples = [Float](repeating: 0.5, count: 128)
        samples[10] = sample
        samples[12] = -0.75
        meters.take(samples, frames: 64, at: rate)
        let (first, second) = (meters.level(0), meters.level(1))
        let wanted = ((62 * 0.25 + 0.5625) / 64 as Float).squareRoot()
        #expect(abs(first.average - wanted) < 1e-6 && first.peak == 0.75)
        #expect(abs(second.average - 0.5) < 1e-6 && second.peak == 0.5)
        meters.take([Float](repeating: 0.25, count: 128), frames: 64, at: rate)
        #expect(abs(meters.level(0).average - 0.25) < 1e-6)
    }
}
