import AVFoundation
import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

@Suite struct PlayerObservingTests {
    @Test func propertiesAreObservedInTheWayOfPrograms() throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 9600)
        let player = stage.player(nil)
        // The item is not opened before it is observed.
        player.engine.work.suspend()
        player.replaceCurrentItem(with: item)
        let tokens = [
            player.observe(\.timeControlStatus, options: [.initial, .new, .old]) { _, change in
                stage.note("control \(change.oldValue?.rawValue ?? -1) \(change.newValue?.rawValue ?? -1)")
            },
            player.observe(\.currentItem?.status, options: [.new]) { player, change in
                stage.note("status \((change.newValue ?? nil)?.rawValue ?? -1) \(player.currentItem === item)")
            },
            item.observe(\.status) { item, _ in stage.note("item \(item.duration == CMTime(frames: 9600))") },
            player.observe(\.rate, options: [.prior, .new]) { _, change in
                stage.note("rate \(change.isPrior) \(change.newValue ?? -1)")
            },
        ]
        #expect(stage.notes == ["control -1 0"])
        player.engine.work.resume()
        stage.work(player)
        player.play()
        _ = stage.hear(player, 14_400)
        stage.settleMain()
        let notes = stage.notes
        #expect(notes.filter { $0.hasPrefix("control") }.first == "control -1 0")
        #expect(notes.filter { $0.hasPrefix("control") }.suffix(2).last == "control 2 0")
        #expect(notes.filter { $0.hasPrefix("status") } == ["status 1 true"])
        #expect(notes.filter { $0.hasPrefix("item") } == ["item true"])
        #expect(
            notes.filter { $0.hasPrefix("rate") } == [
                "rate true -1.0", "rate false 1.0", "rate true -1.0", "rate false 0.0",
            ])
        for token in tokens { token.invalidate() }
        player.volume = 0.1
        player.seek(to: .zero)
        player.play()
        stage.settleMain()
        #expect(stage.notes == notes)
    }

    @Test func aSubclassIsObservedAsItsSuperclass() throws {
        final class Mine: AVQueuePlayer, @unchecked Sendable {}
        let stage = try PlaybackStage()
        let player = Mine(nil, .advance, on: stage.device)
        let token = player.observe(\.currentItem, options: [.new]) { _, change in
            stage.note("\((change.newValue ?? nil) != nil)")
        }
        let other = (player as AVPlayer).observe(\.rate) { player, _ in stage.note("rate \(player.rate)") }
        player.insert(try stage.item(1, frames: 480), after: nil)
        player.removeAllItems()
        player.rate = 1
        stage.settleMain()
        #expect(stage.notes == ["true", "false", "rate 1.0"])
        withExtendedLifetime((token, other)) {}
    }

    @Test func theDefaultRateIsObservedAsItIs() throws {
        let player = try PlaybackStage().player(nil)
        let rates = LockedValue<[Float]>([])
        let token = player.observe(\.defaultRate, options: [.new]) { _, change in
            rates.withLock { $0.append(change.newValue ?? -1) }
        }
        player.defaultRate = 9
        #expect(eventually { rates.withLock { $0 } == [2] } && player.defaultRate == 2)
        token.invalidate()
    }

    @Test func timesAreObserved() throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 48_000)
        let player = stage.player(item)
        let times = LockedValue<[Double]>([])
        let queue = DispatchQueue(label: "times")
        let periodic = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 10), queue: queue) {
            time in times.withLock { $0.append(time.seconds) }
        }
        let boundary = player.addBoundaryTimeObserver(
            forTimes: [NSValue(time: CMTime(value: 1, timescale: 4)), NSValue(time: CMTime(value: 3, timescale: 4))],
            queue: queue
        ) { stage.note("boundary") }
        player.play()
        _ = stage.hear(player, 52_800)
        queue.sync {}
        let heard = times.withLock { $0 }
        for tenth in 0...9 {
            let place = Double(tenth) / 10
            #expect(heard.contains { $0 >= place - 1e-6 && $0 < place + 0.05 }, "\(place) of \(heard)")
        }
        #expect(heard.count <= 14 && heard.last == 1)
        #expect(stage.notes == ["boundary", "boundary"])
        player.removeTimeObserver(boundary)
        player.seek(to: .zero)
        stage.work(player)
        queue.sync {}
        #expect(times.withLock { $0.last } == 0)
        player.removeTimeObserver(periodic)
        player.play()
        _ = stage.hear(player, 24_000)
        queue.sync {}
        #expect(times.withLock { $0.last } == 0 && stage.notes.count == 2)
    }

    @Test func timesAndRangesGoIntoValues() {
        let time = CMTime(value: 7, timescale: 3)
        let range = CMTimeRange(start: time, duration: time)
        #expect(NSValue(time: time).timeValue == time && NSValue(timeRange: range).timeRangeValue == range)
        #expect(!NSValue(range: NSRange(location: 1, length: 2)).timeValue.isValid)
        #expect(!NSValue(time: time).timeRangeValue.isValid)
    }
}
