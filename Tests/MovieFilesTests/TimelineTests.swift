import AudioCore
import MovieFiles
import Testing

@testable import AudioContainers

/// Which pictures a track shows, and when.
@Suite struct TimelineTests {
    /// Samples of 10 ticks each, with the times at which they are shown after they are decoded; those of `syncs` need no others.
    private func track(_ shifts: [Int32], syncs: Set<Int> = [0], edits: [PictureEdit] = []) throws -> PictureTrack {
        var samples = PictureSamples()
        for (number, shift) in shifts.enumerated() {
            try samples.append(
                offset: Int64(number) * 100, size: 100, ticks: 10, shift: shift, isSync: syncs.contains(number))
        }
        var track = PictureTrack(
            id: 1, timescale: 100, format: PictureFormat(coding: "avc1", width: 16, height: 16), samples: samples)
        track.edits = edits
        return track
    }

    private func starts(_ timeline: PictureTimeline) -> [Int64] {
        (0..<timeline.count).map { timeline.frame($0).start }
    }
    private func numbers(_ timeline: PictureTimeline) -> [Int] {
        (0..<timeline.count).map { timeline.frame($0).sample }
    }

    @Test func picturesAreInTheOrderInWhichTheyAreShown() throws {
        // I P B B, as an encoder orders them, and the edit that removes the delay.
        let edits = [PictureEdit(duration: 40, start: 10)]
        let timeline = PictureTimeline(try track([10, 30, 0, 0], edits: edits))
        #expect(numbers(timeline) == [0, 2, 3, 1] && starts(timeline) == [0, 10, 20, 30])
        #expect(timeline.duration == 40 && timeline.frame(3).end == 40 && timeline.samples.reordering == 1)
        #expect([0, 9, 10, 39, 400].map { timeline.number(at: $0) } == [0, 0, 1, 3, 3])
        #expect(timeline.number(at: -1) == nil)
    }

    @Test func withoutEditsTheMediaIsTheTimeline() throws {
        let timeline = PictureTimeline(try track([20, 20, 20]))
        #expect(starts(timeline) == [20, 30, 40] && timeline.duration == 50 && timeline.number(at: 19) == nil)
    }

    @Test func editsShowPartsInTheirOrder() throws {
        // Nothing for 5 ticks, the third and the fourth sample, then the first one and half of the second.
        let edits = [
            PictureEdit(duration: 5, start: nil), PictureEdit(duration: 20, start: 20),
            PictureEdit(duration: 15, start: 0),
        ]
        let timeline = PictureTimeline(try track([0, 0, 0, 0], edits: edits))
        #expect(numbers(timeline) == [2, 3, 0, 1] && starts(timeline) == [5, 15, 25, 35] && timeline.duration == 40)
        #expect((0..<4).map { timeline.frame($0).end } == [15, 25, 35, 40])
        #expect([4, 5, 24, 25, 39].map { timeline.number(at: $0) } == [nil, 0, 1, 2, 3])
    }

    @Test func aPartThatBeginsWithinAPictureShowsIt() throws {
        let timeline = PictureTimeline(try track([0, 0, 0], edits: [PictureEdit(duration: 15, start: 5)]))
        #expect(numbers(timeline) == [0, 1] && starts(timeline) == [0, 5] && timeline.frame(1).end == 15)
    }

    @Test func editsHaveOtherSpeeds() throws {
        // Twice the speed from the start on, then half of it from the second sample on.
        let edits = [PictureEdit(duration: 20, start: 0, rate: 2), PictureEdit(duration: 40, start: 10, rate: 0.5)]
        let timeline = PictureTimeline(try track([0, 0, 0, 0], edits: edits))
        #expect(numbers(timeline) == [0, 1, 2, 3, 1, 2] && starts(timeline) == [0, 5, 10, 15, 20, 40])
        #expect((0..<6).map { timeline.frame($0).end } == [5, 10, 15, 20, 40, 60] && timeline.duration == 60)
        #expect([0, 4, 5, 19, 20, 39, 40, 90].map { timeline.number(at: $0) } == [0, 0, 1, 3, 4, 4, 5, 5])
        #expect(timeline.segments.map(\.mediaDuration) == [40, 20] && timeline.segments[1].time(ofMedia: 20) == 40)
        let open = PictureTimeline(try track([0, 0], edits: [PictureEdit(duration: nil, start: 0, rate: 0.5)]))
        #expect(starts(open) == [0, 20] && open.duration == 40)
    }

    @Test func aRateOfNothingHoldsAPicture() throws {
        let edits = [PictureEdit(duration: 30, start: 15, rate: 0), PictureEdit(duration: 10, start: 20)]
        let timeline = PictureTimeline(try track([0, 0, 0], edits: edits))
        #expect(numbers(timeline) == [1, 2] && starts(timeline) == [0, 30] && timeline.frame(0).end == 30)
        #expect([0, 29, 30, 39].map { timeline.number(at: $0) } == [0, 0, 1, 1] && timeline.duration == 40)
        // Before the first picture and after the last one there is nothing to hold.
        for start in [19, 40] as [Int64] {
            let empty = PictureTimeline(
                try track([20, 20], edits: [PictureEdit(duration: 30, start: start, rate: 0)]))
            #expect(empty.count == 0 && empty.duration == 30)
        }
        let last = PictureTimeline(try track([20, 20], edits: [PictureEdit(duration: 30, start: 39, rate: 0)]))
        #expect(numbers(last) == [1] && last.frame(0).end == 30)
    }

    @Test func speedsThatNoFilmHasAreNoTrap() throws {
        for rate in [1.0 / 65536, 32767.99] {
            for edit in [
                PictureEdit(duration: nil, start: 0, rate: rate), PictureEdit(duration: 1 << 60, start: 5, rate: rate),
                PictureEdit(duration: 7, start: 1 << 60, rate: rate),
            ] {
                let timeline = PictureTimeline(try track([0, 0, 0], edits: [edit]))
                #expect((0..<timeline.count).allSatisfy { timeline.frame($0).end >= timeline.frame($0).start })
                #expect(timeline.number(at: .max >> 2) ?? 0 <= 2)
            }
        }
    }

    @Test func samplesHaveTheirFormats() throws {
        var samples = PictureSamples()
        for format in [0, 0, 1, 1, 0, 2] {
            try samples.append(offset: 0, size: 1, ticks: 1, shift: 0, isSync: true, format: format)
        }
        #expect((0..<6).map { samples.format(of: $0) } == [0, 0, 1, 1, 0, 2])
        #expect(throws: AudioError.self) {
            for number in 0...1 << 16 {
                try samples.append(offset: 0, size: 1, ticks: 1, shift: 0, isSync: true, format: number & 1)
            }
        }
    }

    @Test func anOpenEditLastsToTheEnd() throws {
        let timeline = PictureTimeline(try track([0, 0, 0], edits: [PictureEdit(duration: nil, start: 10)]))
        #expect(numbers(timeline) == [1, 2] && timeline.duration == 20)
    }

    /// Samples whose times of decoding do not say how long their pictures are shown.
    private func uneven(_ rows: [(ticks: UInt32, shift: Int32)], edits: [PictureEdit] = []) throws -> PictureTimeline {
        var samples = PictureSamples()
        for row in rows { try samples.append(offset: 0, size: 9, ticks: row.ticks, shift: row.shift, isSync: true) }
        var track = PictureTrack(
            id: 1, timescale: 100, format: PictureFormat(coding: "avc1", width: 16, height: 16), samples: samples)
        track.edits = edits
        return PictureTimeline(track)
    }

    @Test func aPictureIsShownUntilTheNextOneThatIsShown() throws {
        // Shown at 10, 60 and 20; the one at 20 is followed by another sample after 5 ticks.
        let timeline = try uneven(
            [(10, 10), (10, 50), (5, 0)], edits: [PictureEdit(duration: 30, start: 40)])
        #expect(numbers(timeline) == [2, 1] && starts(timeline) == [0, 20])
        #expect(timeline.frame(0).end == 20 && timeline.frame(1).end == 30)
    }

    @Test func theLastPictureEndsWhenAllHaveBeenShown() throws {
        // Shown at 10, 50 and 40, for 50 ticks in all; the one at 50 is followed by another sample after 30 ticks.
        let timeline = try uneven([(10, 10), (30, 40), (10, 0)])
        #expect(numbers(timeline) == [0, 2, 1] && starts(timeline) == [10, 40, 50])
        #expect(timeline.frame(2).end == 60 && timeline.duration == 60)
    }

    @Test func picturesBeforeATimeAreFound() throws {
        let edits = [PictureEdit(duration: 40, start: 10), PictureEdit(duration: 20, start: 20)]
        let timeline = PictureTimeline(try track([10, 30, 0, 0], edits: edits))
        let (first, second) = (timeline.segments[0], timeline.segments[1])
        #expect([0, 1, 11, 30, 31, 99].map { timeline.frames(of: first, before: $0).count } == [0, 1, 2, 3, 4, 4])
        #expect(timeline.frames(of: second, before: 50) == 4..<5 && timeline.frames(of: second, before: 51) == 4..<6)
        #expect(timeline.storedSamples(of: 1..<3, in: first) == 2..<4)
        #expect(timeline.storedSamples(of: 0..<4, in: first) == 0..<4)
        #expect(timeline.storedSamples(of: 5..<6, in: second) == 3..<4)
    }

    @Test func fewEditsDoNotMakeAnEndlessFilm() throws {
        let edits = [PictureEdit](repeating: PictureEdit(duration: 40_960, start: 0), count: 1000)
        let timeline = PictureTimeline(try track([Int32](repeating: 0, count: 4096), edits: edits))
        #expect(timeline.count == 1 << 21 && timeline.segments.count == 512 && timeline.duration == 512 * 40_960)
    }

    @Test func decodersBeginWhereNothingBeforeIsNeeded() throws {
        // The pictures of the samples 4 and 5 are shown before that of the sync sample 3, and may need what is before it.
        let samples = try track([20, 20, 20, 40, 10, 10], syncs: [0, 3]).samples
        #expect((0..<6).map { samples.start(for: $0) } == [0, 0, 0, 3, 0, 0])
        #expect(samples.isSync(3) && !samples.isSync(4) && samples.bytes == 600 && samples.shortest == 10)
    }

    @Test func aSampleWithoutBytesIsNoPicture() throws {
        var samples = PictureSamples()
        for size: UInt32 in [9, 0, 9] { try samples.append(offset: 0, size: size, ticks: 10, shift: 0, isSync: true) }
        let track = PictureTrack(
            id: 1, timescale: 100, format: PictureFormat(coding: "jpeg", width: 1, height: 1), samples: samples)
        let timeline = PictureTimeline(track)
        #expect(numbers(timeline) == [0, 2] && starts(timeline) == [0, 20] && timeline.frame(0).end == 20)
    }

    @Test func aTrackWithoutSamplesShowsNothing() throws {
        let timeline = PictureTimeline(try track([]))
        #expect(timeline.count == 0 && timeline.duration == 0 && timeline.number(at: 0) == nil)
    }

    @Test func tooLongTimesAreRefused() throws {
        var samples = PictureSamples()
        samples.move(to: 1 << 60 - 1)
        #expect(throws: AudioError.self) {
            try samples.append(offset: 0, size: 1, ticks: .max, shift: 0, isSync: true)
        }
    }
}
