import CoreMedia
import Testing

@Suite struct TimeRangeTests {
    private func seconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRangeFromTimeToTime(start: seconds(start), end: seconds(end))
    }

    @Test func aRangeEndsBeforeItsEnd() {
        let range = CMTimeRangeMake(start: seconds(2), duration: seconds(3))
        #expect(range == self.range(2, 5) && CMTimeRangeGetEnd(range) == seconds(5))
        #expect(CMTimeRangeContainsTime(range, time: seconds(2)) && range.containsTime(seconds(4)))
        #expect(!range.containsTime(seconds(5)) && !range.containsTime(seconds(1)) && !range.containsTime(.invalid))
        #expect(CMTimeRangeEqual(range, CMTimeRange(start: CMTime(value: 4, timescale: 2), duration: seconds(3))))
    }

    @Test func kindsAreTold() {
        #expect(!CMTimeRange().isValid && !CMTimeRange.invalid.isEmpty)
        #expect(CMTimeRange.zero.isValid && CMTimeRange.zero.isEmpty)
        #expect(!CMTimeRange(start: .zero, duration: seconds(-1)).isValid)
        #expect(!CMTimeRange(start: .zero, duration: .negativeInfinity).isValid)
        #expect(!CMTimeRange(start: .zero, duration: CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)).isValid)
        #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
        let endless = CMTimeRange(start: .zero, duration: .positiveInfinity)
        #expect(endless.isValid && endless.end == .positiveInfinity && endless.containsTime(seconds(1_000_000)))
    }

    @Test func rangesMeet() {
        #expect(range(0, 4).intersection(range(2, 6)) == range(2, 4))
        #expect(CMTimeRangeGetIntersection(range(0, 2), otherRange: range(2, 6)) == .zero)
        #expect(range(0, 4).intersection(.invalid) == .invalid)
        #expect(CMTimeRangeGetUnion(range(0, 2), otherRange: range(4, 6)) == range(0, 6))
        #expect(range(0, 2).union(.invalid) == .invalid)
        #expect(CMTimeRangeContainsTimeRange(range(0, 6), otherRange: range(2, 6)))
        #expect(!range(0, 6).containsTimeRange(range(2, 7)))
        #expect(range(0, 6).containsTimeRange(range(3, 3)) && !range(0, 6).containsTimeRange(range(6, 6)))
    }

    @Test func timesAreHeldInARange() {
        #expect(CMTimeClampToRange(seconds(-1), range: range(0, 4)) == seconds(0))
        #expect(CMTimeClampToRange(seconds(9), range: range(0, 4)) == seconds(4))
        #expect(CMTimeClampToRange(seconds(3), range: range(0, 4)) == seconds(3))
        #expect(CMTimeClampToRange(seconds(3), range: .zero) == .invalid)
    }
}
