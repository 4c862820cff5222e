import AudioCore
import Foundation
import Synchronization
import Testing

@testable import MusicLibrary

/// The thread that follows the folder.
@Suite struct WatchTests {
    let library: TestLibrary
    init() throws { library = try TestLibrary() }

    /// Waits until the index has these titles. Each change wakes it.
    private func wait(for titles: [String], _ index: MusicIndex) throws {
        var (found, seen) = (try library.titles(), -1)
        while found != titles {
            let changes = index.keeper.state.wait(nanoseconds: 60_000_000_000) { $0.changes != seen ? $0.changes : nil }
            try #require(changes != nil, "\(found)")
            seen = changes ?? 0
            found = try library.titles()
        }
    }

    @Test func changesOfFilesAndFoldersAreNoticed() throws {
        try library.write("A/a.mp3", Song(title: "One"))
        let index = try library.open()
        let calls = Atomic(0)
        index.waitUntilWhole(nanoseconds: nil)
        index.observe { calls.add(1, ordering: .relaxed) }
        let first = try library.items()
        #expect(index.keeper.state.wait(nanoseconds: nil) { $0.scans > 0 ? $0.watching : nil } == .everything)
        try library.write("B/C/b.mp3", Song(title: "Two", seed: 2))
        try wait(for: ["One", "Two"], index)
        try library.move("B", to: "D")
        try library.write("D/C/c.mp3", Song(title: "Three", seed: 3))
        try wait(for: ["One", "Three", "Two"], index)
        // In a folder that was moved, changes are noticed, too.
        try library.remove("D/C/b.mp3")
        try wait(for: ["One", "Three"], index)
        try library.move("A/a.mp3", to: "D/a.mp3")
        try library.remove("D/C")
        try wait(for: ["One"], index)
        #expect(try library.items() == first && calls.load(ordering: .relaxed) > 0)
    }

    /// Where the system does not watch all folders, scans come by themselves.
    @Test func aReachedLimitIsNoticed() throws {
        for number in 0..<4 { try library.write("\(number)/a.mp3", Song(title: "\(number)", seed: UInt8(number))) }
        let index = try library.open { ($0.watchLimit, $0.rescanInterval) = (2, 20) }
        #expect(index.keeper.state.wait(nanoseconds: nil) { $0.scans > 0 ? $0.watching : nil } == .limited)
        for number in 0..<4 {
            try library.write("\(number)/b.mp3", Song(title: "\(number) b", seed: 9 + UInt8(number)))
        }
        try wait(for: ["0", "0 b", "1", "1 b", "2", "2 b", "3", "3 b"], index)
    }

    /// Of what others do to a folder of a network nothing is reported, so that scans come by themselves.
    @Test func aNetworkIsScannedNowAndThen() throws {
        let (nfs, ext4): (Int64, Int64) = (0x6969, 0xEF53)
        let watcher = FolderWatcher(limit: 10)
        watcher.watch(library.root, [], ext4)
        #expect(!watcher.isLimited && watcher.hasRoot)
        watcher.watch(FilePath(library.folder.path), Array("A".utf8), nfs)
        #expect(watcher.isLimited)
    }

    /// One of several programs scans; when it ends, another one does.
    @Test func oneProgramScansForAll() throws {
        try library.write("a.mp3", Song(title: "One"))
        var first: MusicIndex? = try library.open()
        first?.waitUntilWhole(nanoseconds: nil)
        let second = try library.open()
        try library.write("b.mp3", Song(title: "Two", seed: 2))
        // The second learns of what the first finds, and has scanned nothing itself.
        let scans = second.keeper.state.wait(nanoseconds: 60_000_000_000) { $0.changes > 0 ? $0.scans : nil }
        #expect(scans == 0)
        try wait(for: ["One", "Two"], first!)
        first = nil
        try library.write("c.mp3", Song(title: "Three", seed: 3))
        try wait(for: ["One", "Three", "Two"], second)
        #expect(second.keeper.state.wait(nanoseconds: 60_000_000_000) { $0.scans > 0 ? true : nil } == true)
    }

    /// A program that starts waits for what happened while none ran, and for the scan of another folder.
    @Test func whatHappenedBeforeIsWaitedFor() throws {
        try library.write("a.mp3", Song(title: "One"))
        var index: MusicIndex? = try library.open()
        index?.waitUntilWhole(nanoseconds: nil)
        #expect(index?.isComplete == true)
        index = nil
        try library.move("a.mp3", to: "b.mp3")
        index = try library.open()
        index?.waitUntilWhole(nanoseconds: nil)
        let item = try #require(try library.items().first)
        #expect(try library.record(item)?.path.description == library.url("b.mp3").path)
        index = nil
        let other = try TestLibrary()
        try other.write("c.mp3", Song(title: "Other", seed: 3))
        index = try library.open { $0.folder = other.root }
        index?.waitUntilWhole(nanoseconds: nil)
        #expect(try library.titles() == ["Other"])
    }

    @Test func theDesktopNamesTheFolder() {
        let named = { MusicFolder.named($0, home: "/u") }
        #expect(named("# a\nXDG_MUSIC_DIR=\"$HOME/Mu\\\"sik\"\n") == "/u/Mu\"sik")
        #expect(named("XDG_MUSIC_DIR=\"/data/music/\"\n") == "/data/music")
        // The home itself stands for no folder.
        #expect(named("XDG_MUSIC_DIR=\"$HOME/\"\n") == nil && named("XDG_VIDEOS_DIR=\"$HOME/V\"\n") == nil)
    }
}
