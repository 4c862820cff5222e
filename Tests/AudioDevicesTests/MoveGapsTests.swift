import TestSupport
import Testing

/// Which gaps behind moves to another device are a fault of ours.
struct MoveGapsTests {
    private typealias Gap = RenderCounter.Gap

    private static let silence = Gap(place: 9, silent: 512)

    private struct Verdict: Equatable {
        let isGood: Bool
        /// How many moves it took.
        let moves: Int
    }

    /// Adds what was heard behind moves until it is decided; nil where it is not.
    private func judged(_ kind: PrivateServer.Kind, _ moves: [Gap?]) -> Verdict? {
        var gaps = MoveGaps(kind)
        guard !gaps.isDecided else { return nil }
        for (index, gap) in moves.enumerated() {
            gaps.add(gap.map { [$0] } ?? [])
            if gaps.isDecided { return Verdict(isGood: gaps.isGood, moves: index + 1) }
        }
        return nil
    }

    @Test(arguments: [PrivateServer.Kind.pipewire, .pulse]) func aMoveWithoutAGapDecides(kind: PrivateServer.Kind) {
        #expect(judged(kind, [nil]) == Verdict(isGood: true, moves: 1))
    }

    @Test(arguments: [PrivateServer.Kind.pipewire, .pulse]) func noFrameMayBeLost(kind: PrivateServer.Kind) {
        for fault in [Gap(place: 0, lost: 1), Gap(place: 4, lost: -2), Gap(place: 4, foreign: 0.3)] {
            #expect(judged(kind, [fault]) == Verdict(isGood: false, moves: 1))
        }
        let both = Gap(place: 7, silent: 64, lost: 1)
        #expect(judged(kind, [both]) == Verdict(isGood: false, moves: 1))
        // In none of the moves.
        #expect(judged(.pulse, [Self.silence, nil, Gap(place: 4, lost: 1)]) == Verdict(isGood: false, moves: 3))
    }

    @Test func silenceIsAFaultOnPipeWire() {
        #expect(judged(.pipewire, [Self.silence]) == Verdict(isGood: false, moves: 1))
    }

    @Test func silenceIsAFaultOnPulseAudioInTwoOfThreeMoves() {
        #expect(judged(.pulse, [Self.silence, nil, nil]) == Verdict(isGood: true, moves: 3))
        #expect(judged(.pulse, [Self.silence, Self.silence]) == Verdict(isGood: false, moves: 2))
        #expect(judged(.pulse, [Self.silence, nil, Self.silence]) == Verdict(isGood: false, moves: 3))
    }
}
