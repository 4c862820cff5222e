import CoreMedia
import Foundation
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

    // MARK: From range to range

    @Test func timesFoldIntoARange() {
        let loop = range(2, 5)
        for (time, folded) in [(2, 2), (4, 4), (5, 2), (9, 3), (1, 4), (-1, 2), (-2, 4)] as [(Int64, Int64)] {
            #expect(CMTimeFoldIntoRange(seconds(time), foldRange: loop) == seconds(folded))
        }
        let fine = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 44_100))
        let sum = CMTimeFoldIntoRange(CMTime(value: 1, timescale: 600), foldRange: fine)
        #expect(sum == CMTime(value: 1, timescale: 88_200))
        let endless = CMTimeRange(start: seconds(1), duration: .positiveInfinity)
        #expect(CMTimeFoldIntoRange(seconds(7), foldRange: endless) == seconds(7))
        #expect(CMTimeFoldIntoRange(seconds(0), foldRange: endless) == .invalid)
        #expect(CMTimeFoldIntoRange(seconds(7), foldRange: range(3, 3)) == .invalid)
        #expect(CMTimeFoldIntoRange(.positiveInfinity, foldRange: loop) == .invalid)
        let later = CMTimeMakeWithEpoch(value: 7, timescale: 1, epoch: 1)
        #expect(CMTimeFoldIntoRange(later, foldRange: loop) == .invalid)
        let start = CMTimeMakeWithEpoch(value: 2, timescale: 1, epoch: 1)
        let folded = CMTimeFoldIntoRange(later, foldRange: CMTimeRange(start: start, duration: seconds(3)))
        #expect(folded.value == 4 && folded.epoch == 1)
    }

    @Test func timesMapFromRangeToRange() {
        func map(_ time: CMTime, _ one: CMTimeRange, _ other: CMTimeRange) -> CMTime {
            CMTimeMapTimeFromRangeToRange(time, fromRange: one, toRange: other)
        }
        #expect(map(seconds(2), range(2, 5), range(10, 11)) == seconds(10))
        #expect(map(seconds(5), range(2, 5), range(10, 11)) == seconds(11))
        #expect(map(seconds(3), range(2, 5), range(10, 11)) == CMTime(value: 31, timescale: 3))
        #expect(map(seconds(-1), range(2, 5), range(10, 11)) == seconds(9))
        let (endless, other) = (
            CMTimeRange(start: seconds(1), duration: .positiveInfinity),
            CMTimeRange(start: seconds(5), duration: .positiveInfinity)
        )
        #expect(map(seconds(3), endless, other) == seconds(7))
        #expect(map(seconds(3), endless, range(0, 1)) == .invalid && map(seconds(3), range(0, 1), endless) == .invalid)
        #expect(map(seconds(3), range(2, 2), range(0, 1)) == .invalid && map(.indefinite, endless, other) == .invalid)
        #expect(map(CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 1), range(2, 5), range(0, 1)) == .invalid)
        let duration = CMTimeMapDurationFromRangeToRange(seconds(2), fromRange: range(0, 4), toRange: range(7, 17))
        #expect(duration == seconds(5) && duration.timescale == 1)
        let later = CMTimeMakeWithEpoch(value: 2, timescale: 1, epoch: 1)
        #expect(CMTimeMapDurationFromRangeToRange(later, fromRange: range(0, 4), toRange: range(7, 17)) == .invalid)
        // Fractions of more bits than there are.
        let (most, least) = (
            CMTimeRange(start: .zero, duration: CMTime(value: .max, timescale: 1)),
            CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: .max))
        )
        let large = CMTime(value: .max - 1, timescale: 1)
        #expect(CMTimeMapDurationFromRangeToRange(large, fromRange: most, toRange: most) == large)
        #expect(CMTimeMapDurationFromRangeToRange(large, fromRange: least, toRange: most) == .positiveInfinity)
        #expect(CMTimeMapDurationFromRangeToRange(.zero, fromRange: least, toRange: most) == .zero)
    }

    @Test func rangesBecomeWordsAndDictionaries() throws {
        let range = range(0, 3)
        #expect(CMTimeCopyDescription(allocator: nil, time: seconds(3))?.isEqual(to: "{3/1 = 3.000}") == true)
        let text = CMTimeRangeCopyDescription(allocator: nil, range: range)
        #expect(text?.isEqual(to: "{{0/1 = 0.000}, {3/1 = 3.000}}") == true)
        let mapping = CMTimeMappingMake(source: range, target: self.range(1, 2))
        let words = try #require(CMTimeMappingCopyDescription(allocator: nil, mapping: mapping))
        #expect("\(words)" == "{{{0/1 = 0.000}, {3/1 = 3.000}}, {{1/1 = 1.000}, {1/1 = 1.000}}}")
        let dictionary = try #require(CMTimeMappingCopyAsDictionary(mapping, allocator: nil))
        let again = CMTimeMappingMakeFromDictionary(dictionary)
        #expect(again.source == range && again.target == self.range(1, 2))
        #expect(CMTimeMappingMakeEmpty(target: range).source == .invalid && CMTimeMapping.invalid.target == .invalid)
        #expect(
            CMTimeMappingMakeFromDictionary(["source": 1, "target": ["start": "x"]] as NSDictionary).target == .invalid)
    }

    /// A range as a dictionary is that of its start and that of its duration.
    @Test func aRangeBecomesADictionary() throws {
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: .positiveInfinity)
        let dictionary = try #require(CMTimeRangeCopyAsDictionary(range, allocator: nil))
        let start = dictionary.object(forKey: kCMTimeRangeStartKey) as? CFDictionary
        #expect(start?.object(forKey: kCMTimeScaleKey) as? Int == 3)
        #expect(CMTimeRangeMakeFromDictionary(dictionary) == range)
    }

    /// What the Show functions print is what the descriptions are, a line each, on the standard error.
    @Test func showPrintsWhatTheDescriptionsSay() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let range = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2))
            CMTimeShow(range.duration)
            CMTimeRangeShow(range)
            CMTimeMappingShow(CMTimeMapping(source: range, target: range))
        }
        let (time, range) = ("{1/2 = 0.500}", "{{0/1 = 0.000}, {1/2 = 0.500}}")
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(lines.suffix(3) == ["\(time)", "\(range)", "{\(range), \(range)}"])
    }

    /// What is missing, of another type or too large makes no time.
    @Test(
        arguments: [
            [:], ["value": 1, "timescale": 2, "epoch": 0], ["value": "1", "timescale": 2, "epoch": 0, "flags": 1],
            ["value": 1e300, "timescale": 2, "epoch": 0, "flags": 1],
            ["value": 1.5, "timescale": 2, "epoch": 0, "flags": 1],
            ["value": Double.nan, "timescale": 2, "epoch": 0, "flags": 1],
            ["value": UInt64.max, "timescale": 2, "epoch": 0, "flags": 1],
            ["value": 1, "timescale": Int64.max, "epoch": 0, "flags": 1],
            ["value": 1, "timescale": 0, "epoch": 0, "flags": 1],
            ["value": 1, "timescale": 2, "epoch": 0, "flags": -1],
        ] as [[String: any Sendable]])
    func dictionariesMayLie(dictionary: [String: any Sendable]) {
        #expect(!CMTimeMakeFromDictionary(NSDictionary(dictionary: dictionary)).isValid)
        #expect(!CMTimeMakeFromDictionary(nil).isValid)
        let range = CMTimeRangeMakeFromDictionary(NSDictionary(dictionary: ["start": dictionary, "duration": 7]))
        #expect(range == .invalid)
        let honest = ["value": 1, "timescale": 2, "epoch": 0, "flags": 1] as NSDictionary
        #expect(CMTimeMakeFromDictionary(honest) == CMTime(value: 1, timescale: 2))
    }
}
