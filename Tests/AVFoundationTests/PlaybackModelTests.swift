import Foundation
import TestSupport
import Testing

@testable import AVFoundation

@Suite struct PlaybackModelTests {
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    /// Random calls: each seek ends once, no item is there twice, and what is reported is what has changed.
    @Test(arguments: 0..<200) func randomCallsKeepTheModelWhole(seed: Int) {
        var random = Seeded(state: UInt64(seed) &* 7919 &+ 1)
        var model = PlaybackModel()
        model.endAction = [.advance, .pause, .none][seed % 3]
        _ = model.setWaitsForStalls(seed % 2 == 0)
        var (open, closed, last) = (Set<Int>(), Set<Int>(), 0)
        for _ in 0..<300 {
            let id = Int.random(in: 1...4, using: &random)
            let before = model
            let effects = change(&model, id, &random, &open, &last)
            for case .seekEnded(let seek, _) in effects {
                #expect(open.contains(seek) && closed.insert(seek).inserted)
            }
            #expect(open.subtracting(closed) == Set(model.items.compactMap { $0.seek?.id }))
            #expect(Set(model.items.map(\.id)).count == model.items.count)
            #expect(effects.contains(.changed(.rate)) == (before.rate != model.rate))
            #expect(effects.contains(.changed(.timeControl)) == (before.timeControl != model.timeControl))
            #expect(effects.contains(.changed(.currentItem)) == (before.current?.id != model.current?.id))
            #expect((model.timeControl == .waiting) == (model.waiting != nil))
            #expect(!model.sounds || (model.rate != 0 && model.current?.status == .ready))
        }
    }

    private func change(
        _ model: inout PlaybackModel, _ id: Int, _ random: inout Seeded, _ open: inout Set<Int>, _ last: inout Int
    ) -> [PlaybackModel.Effect] {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return model.setRate([0, 1, 2].randomElement(using: &random)!, immediately: id == 1)
        case 1: return model.replaceItems(with: id == 1 ? nil : id)
        case 2: return model.insert(id, after: [nil, 1, 2].randomElement(using: &random)!) ?? []
        case 3: return model.remove(id)
        case 4: return model.advance()
        case 5: return model.opened(id, id == 4 ? .failed : .ready)
        case 6: return model.setKeepsUp(id, Bool.random(using: &random))
        case 7: return model.stalled(id)
        case 8: return model.ended(id)
        case 9:
            last += 1
            open.insert(last)
            return model.seek(id, PlaybackModel.Seek(id: last, time: 1))
        case 10: return model.cancelSeeks(id)
        default:
            guard let item = model.items.first(where: { $0.seek != nil }), let seek = item.seek else { return [] }
            return model.sought(item.id, seek.id)
        }
    }

    @Test func aStallIsWaitedForOrEndsPlayback() {
        var model = PlaybackModel()
        _ = model.replaceItems(with: 1)
        _ = model.opened(1, .ready)
        _ = model.setRate(1)
        #expect(model.timeControl == .playing)
        #expect(model.stalled(1) == [.stalled(1), .changed(.waiting), .changed(.timeControl)])
        #expect(model.rate == 1 && model.waiting == .minimizingStalls && !model.sounds)
        #expect(model.setWaitsForStalls(false) == [.changed(.waiting), .changed(.timeControl)] && model.sounds)
        #expect(model.setWaitsForStalls(true) == [.changed(.waiting), .changed(.timeControl)] && !model.sounds)
        _ = model.setKeepsUp(1, true)
        #expect(model.sounds)
        _ = model.setWaitsForStalls(false)
        #expect(model.stalled(1).contains(.rateChanged(.failed)) && model.rate == 0)
    }

    @Test func observersAreDueOnce() {
        var observers = TimeObservers()
        let tenth = observers.add(every: 0.1)
        let boundary = observers.add(at: [0.25, 0.5])
        #expect(observers.move(to: 0.05) == [] && abs(observers.next! - 0.1) < 1e-9)
        #expect(observers.move(to: 0.1) == [tenth] && observers.move(to: 0.15) == [])
        #expect(observers.move(to: 0.26) == [tenth, boundary])
        #expect(observers.jump(to: 0.6) == [tenth] && observers.move(to: 0.61) == [])
        #expect(observers.remove(tenth) && !observers.remove(tenth) && observers.next == nil)
        #expect(observers.jump(to: 0) == [] && observers.move(to: 1) == [boundary])
    }
}
