import AVFoundation
import AudioCore
import Foundation
import TestSupport
import Testing

@testable import AVFoundation

@Suite struct QueuePlayerTests {
    @Test(arguments: [kAudioFormatLinearPCM, kAudioFormatAppleLossless, kAudioFormatMPEG4AAC])
    func noSampleLiesBetweenTwoItems(format: AudioFormatID) throws {
        let stage = try PlaybackStage()
        let items = try [31_337, 20_001, 15_000].enumerated().map {
            try stage.item($0 + 1, frames: $1, format: format)
        }
        let wanted = try items.flatMap { try stage.decoded($0) }
        let player = stage.queue(items)
        #expect(player.items() == items && player.currentItem === items[0] && player.actionAtItemEnd == .advance)
        player.play()
        let sound = sounding(stage.hear(player, wanted.count / 2 + 4800))
        let place = zip(sound, wanted).enumerated().first { $1.0 != $1.1 }?.offset
        #expect(place == nil && sound.count > wanted.count, "differs from sample \(place ?? 0)")
        #expect(sound.dropFirst(wanted.count).allSatisfy { $0 == 0 })
        #expect(player.currentItem == nil && player.items().isEmpty && player.reasonForWaitingToPlay == .noItemToPlay)
    }

    @Test func theQueueCanBeChanged() throws {
        let stage = try PlaybackStage()
        let items = try (1...4).map { try stage.item($0, frames: 4800) }
        let player = stage.queue(Array(items[0...1]))
        #expect(!player.canInsert(items[0], after: nil) && player.canInsert(items[2], after: items[0]))
        #expect(!player.canInsert(items[2], after: items[3]))
        player.insert(items[2], after: items[0])
        player.insert(items[3], after: nil)
        #expect(player.items() == [items[0], items[2], items[1], items[3]])
        player.remove(items[2])
        player.advanceToNextItem()
        #expect(player.items() == [items[1], items[3]] && player.currentItem === items[1])
        let other = stage.queue([])
        #expect(!other.canInsert(items[1], after: nil) && other.canInsert(items[0], after: nil))
        player.removeAllItems()
        #expect(player.items().isEmpty && other.canInsert(items[1], after: nil))
    }

    @Test func advancingPlaysTheNextItem() throws {
        let stage = try PlaybackStage()
        let items = try (1...2).map { try stage.item($0, frames: 20_000) }
        let player = stage.queue(items)
        player.play()
        _ = stage.hear(player, 4800)
        player.advanceToNextItem()
        let sound = sounding(stage.hear(player, 24_000))
        let wanted = try stage.decoded(items[1])
        #expect(sound.prefix(wanted.count).elementsEqual(wanted))
    }

    /// A seek of the next item is done while the player is paused.
    @Test func theNextItemIsSought() throws {
        let stage = try PlaybackStage()
        let items = try (1...2).map { try stage.item($0, frames: 9600) }
        let player = stage.queue(items)
        stage.work(player)
        items[1].seek(to: CMTime(frames: 4800)) { stage.note("\($0)") }
        stage.work(player)
        stage.settleMain()
        #expect(stage.notes == ["true"] && items[1].currentTime() == CMTime(frames: 4800))
        player.play()
        let wanted = try stage.decoded(items[0]) + stage.decoded(items[1])[9600...]
        #expect(sounding(stage.hear(player, 19_200)).prefix(wanted.count).elementsEqual(wanted))
    }

    /// An item that is removed and put back at once is opened again.
    @Test func anItemThatComesBackPlays() throws {
        let stage = try PlaybackStage()
        let item = try stage.item(1, frames: 9600)
        let player = stage.player(item)
        stage.work(player)
        player.engine.work.suspend()
        player.replaceCurrentItem(with: nil)
        player.replaceCurrentItem(with: item)
        player.play()
        player.engine.work.resume()
        let wanted = try stage.decoded(item)
        #expect(sounding(stage.hear(player, 14_400)).prefix(wanted.count).elementsEqual(wanted))
        #expect(player.rate == 0 && player.currentTime() == item.duration)
    }

    /// An item that cannot be opened is passed over.
    @Test func aFailedItemIsPassedOver() throws {
        let stage = try PlaybackStage()
        let first = try stage.item(1, frames: 9600)
        let last = try stage.item(2, frames: 9600)
        let none = AVPlayerItem(url: URL(fileURLWithPath: stage.folder.path + "/none.wav"))
        let player = stage.queue([first, none, last])
        player.play()
        let wanted = try stage.decoded(first) + stage.decoded(last)
        let sound = sounding(stage.hear(player, 28_800)).filter { $0 != 0 }
        #expect(sound.elementsEqual(wanted.filter { $0 != 0 }))
        #expect(none.status == .failed && player.items().isEmpty)
    }

    @Test func aLooperIsExact() throws {
        let stage = try PlaybackStage()
        let template = try stage.item(1, frames: 14_401)
        let player = stage.queue([])
        let looper = AVPlayerLooper(player: player, templateItem: template)
        #expect(looper.status == .ready && looper.loopingPlayerItems.count == 3 && player.items().count == 3)
        player.play()
        let sound = sounding(stage.hear(player, 5 * 14_401))
        let once = try stage.decoded(template)
        let wanted = (0..<4).flatMap { _ in once }
        let place = zip(sound, wanted).enumerated().first { $1.0 != $1.1 }?.offset
        #expect(place == nil && sound.count >= wanted.count, "differs from sample \(place ?? 0)")
        #expect(looper.loopCount >= 4)
        looper.disableLooping()
        #expect(looper.status == .cancelled)
        #expect(stage.hear(player, 24_000).suffix(4800).allSatisfy { $0 == 0 })
        #expect(player.items().isEmpty)
    }

    @Test func aLooperOfAPartIsExact() throws {
        let stage = try PlaybackStage()
        let template = try stage.item(1, frames: 48_000)
        let player = stage.queue([])
        let range = CMTimeRange(start: CMTime(frames: 4801), duration: CMTime(frames: 12_000))
        let looper = AVPlayerLooper(player: player, templateItem: template, timeRange: range)
        player.play()
        let sound = sounding(stage.hear(player, 5 * 12_000))
        let once = try stage.decoded(template)[(2 * 4801)..<(2 * 16_801)]
        let wanted = (0..<4).flatMap { _ in once }
        let place = zip(sound, wanted).enumerated().first { $1.0 != $1.1 }?.offset
        #expect(place == nil && sound.count >= wanted.count, "differs from sample \(place ?? 0)")
        withExtendedLifetime(looper) {}
    }
}
