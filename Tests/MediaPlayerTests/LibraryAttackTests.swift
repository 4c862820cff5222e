import AVFAudio
import AudioCore
import Foundation
import MusicLibrary
import TestSupport
import Testing

@testable import MediaPlayer

/// Libraries of the tests' own that many threads ask, that change and that go away.
@Suite struct LibraryAttackTests {
    private let home = ScratchFolder()

    private var folder: URL { URL(fileURLWithPath: home.file("Music")) }

    private func open() -> LibraryAccess {
        var configuration = MusicIndex.Configuration(
            folder: FilePath(folder.path), index: home.file("index/music.sqlite"))
        configuration.language = SortLanguage(code: "en")
        (configuration.quiet, configuration.shelfItems, configuration.shelfInterval) = (1, 1, 0)
        let access = LibraryAccess(configuration)
        // On a busy machine the scan takes longer than the first query waits.
        access.index?.waitUntilWhole(nanoseconds: nil)
        return access
    }

    private func write(_ number: Int) {
        LibraryTests.write(
            "\(number % 5)/\(number).mp3",
            ["TIT2": "Song \(number)", "TPE1": "Artist \(number % 7)", "TALB": "Album \(number % 11)"], in: folder)
    }

    // MARK: Objects

    /// Whatever is asked of an item first, by however many threads, it keeps one record, and its number.
    @Test func threadsShareWhatAnItemKnows() throws {
        for number in 0..<40 { write(number) }
        let access = open()
        let items = try #require(MPMediaQuery(nil, .title, access).items)
        #expect(items.count == 40)
        let titles = LockedValue<[Set<String>]>(Array(repeating: [], count: items.count))
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for step in items.indices {
                let place = (step * 7 + thread) % items.count
                let (title, id) = (items[place].title ?? "", items[place].persistentID)
                #expect(id == UInt64(items[place].number) && items[place].access === access)
                titles.withLock { _ = $0[place].insert(title) }
            }
        }
        #expect(titles.withLock { $0.map(\.count) } == Array(repeating: 1, count: items.count))
        #expect(Set(items.map(\.title)).count == 40)
    }

    /// An item of the user's library is a number until somebody asks for more, and equal to one that knows more.
    @Test func itemsOfTheUsersLibraryAreNumbers() throws {
        _ = LibraryTests.folder
        LibraryAccess.shared.index?.waitUntilWhole(nanoseconds: nil)
        let (one, other) = (MPMediaQuery.songs().items ?? [], MPMediaQuery.songs().items ?? [])
        #expect(!one.isEmpty && one == other)
        let titles = other.map(\.title)
        #expect(one == other && Set(one + other).count == one.count && one.map(\.title) == titles)
        #expect(
            one.map(\.persistentID) == other.map(\.persistentID)
                && one.allSatisfy { $0.access === LibraryAccess.shared })
        let largest = MPMediaItem(Int64.max, .shared)
        #expect(largest.persistentID == UInt64(Int64.max) && largest.title == nil && largest.number == Int64.max)
        // A collection of one item each: a number as well.
        let collections = try #require(MPMediaQuery.songs().collections)
        #expect(collections.map(\.persistentID) == one.map(\.persistentID))
        #expect(collections.map(\.items) == one.map { [$0] } && collections.compactMap(\.representativeItem) == one)
        #expect(collections.allSatisfy { $0.count == 1 && $0.mediaTypes == .music })
    }

    // MARK: Callbacks

    /// A completion handler may wait for another edit.
    @Test func completionHandlersMayWaitForOtherEdits() async throws {
        for number in 0..<3 { write(number) }
        let access = open()
        let library = MPMediaLibrary(access)
        let items = try #require(MPMediaQuery(nil, .title, access).items)
        let playlist = try await library.getPlaylist(
            with: UUID(), creationMetadata: MPMediaPlaylistCreationMetadata(name: "Outer"))
        let problems = LockedValue<[String]>([])
        await withCheckedContinuation { continuation in
            playlist.add([items[0]]) { error in
                if error != nil { problems.withLock { $0.append("\(error!)") } }
                let (added, made) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                playlist.add([items[1]]) { _ in added.signal() }
                library.getPlaylist(
                    with: UUID(), creationMetadata: MPMediaPlaylistCreationMetadata(name: "Inner")
                ) { _, _ in made.signal() }
                for semaphore in [added, made] where semaphore.wait(timeout: .now() + 30) != .success {
                    problems.withLock { $0.append("it waits for itself") }
                }
                continuation.resume()
            }
        }
        #expect(problems.withLock { $0 } == [] && playlist.items == [items[0], items[1]])
    }

    /// A predicate of a program's may change the query that asks it whether it is equal to another.
    @Test func predicatesMayChangeTheirQuery() {
        final class Meddler: MPMediaPredicate, @unchecked Sendable {
            nonisolated(unsafe) weak var query: MPMediaQuery?
            override var hash: Int {
                query?.groupingType = .album
                _ = query?.items
                return 1
            }
        }
        let query = MPMediaQuery(nil, .title, LibraryAccess(nil))
        let meddler = Meddler()
        meddler.query = query
        query.addFilterPredicate(meddler)
        query.removeFilterPredicate(meddler)
        #expect(query.groupingType == .album && query.filterPredicates?.isEmpty == true)
    }

    // MARK: The folder

    /// A folder that is removed takes the items with it. What plays is heard to its end, to the sample.
    @Test func whatPlaysIsHeardToItsEndWhereItsFolderIsRemoved() throws {
        let stage = try MusicStage(rate: 48_000, channels: 1)
        let frames = 48_000
        let made = try (1...3).map {
            try stage.song($0, kAudioFormatLinearPCM, frames: frames, ending: "wav")
        }
        let wanted = try stage.decoded(made[0]) + stage.decoded(made[1])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for item in made {
            try FileManager.default.moveItem(at: item.place, to: folder.appending(path: item.place.lastPathComponent))
        }
        let access = open()
        let items = try #require(MPMediaQuery(nil, .title, access).items)
        #expect(items.map(\.title) == ["1", "2", "3"])
        stage.player.setQueue(with: MPMediaItemCollection(items: items))
        stage.player.play()
        var heard = stage.hear(4800)
        // The second is open by now, as it follows soon.
        #expect(
            eventually {
                stage.work()
                return stage.engine.work.sync { stage.engine.upcoming != nil }
            })
        try FileManager.default.removeItem(at: folder)
        access.index?.rescan()
        #expect(eventually { MPMediaQuery(nil, .title, access).items == [] })
        #expect(MPMediaQuery(nil, .album, access).collections == [] && items[0].title == "1")
        #expect(stage.player.playbackState == .playing && stage.player.nowPlayingItem == items[0])
        heard += stage.hear(2 * frames)
        let start = heard.firstIndex { $0 != 0 } ?? 0
        #expect(Array(heard[start...].prefix(wanted.count)) == wanted)
        // The third is gone.
        #expect(
            eventually {
                _ = stage.hear(480)
                return stage.player.playbackState == .stopped
            })
        #expect(items[2].artwork == nil && MPMediaPlaylist(items: items).count == 3)
        // What comes back is the same as before.
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let again = try stage.song(1, kAudioFormatLinearPCM, frames: frames, ending: "wav")
        try FileManager.default.moveItem(at: again.place, to: folder.appending(path: "other.wav"))
        access.index?.rescan()
        #expect(eventually { MPMediaQuery(nil, .title, access).items == [items[0]] })
    }
}
