import Foundation
import TestSupport
import Testing

@testable import MediaPlayer

/// What a media picker shows, over the library of the other tests.
extension LibraryTests {
    /// Content that reads at once, and takes what it has read when the main queue gets there.
    @MainActor private final class Screen {
        let picker: MPMediaPickerController
        private(set) var content: MediaPickerContent!
        private(set) var changes = 0
        var choices: [[String]] = []
        private let delegate = Delegate()

        private final class Delegate: NSObject, MPMediaPickerControllerDelegate {
            var onChoice: ([String]) -> Void = { _ in }
            func mediaPicker(_ mediaPicker: MPMediaPickerController, didPickMediaItems items: MPMediaItemCollection) {
                onChoice(items.items.map { $0.title ?? "" })
            }
            func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) { onChoice([]) }
        }

        init(_ types: MPMediaType = .any, picksSeveral: Bool = false) {
            picker = MPMediaPickerController(mediaTypes: types)
            picker.allowsPickingMultipleItems = picksSeveral
            picker.delegate = delegate
            picker.beginPresentation {}
            content = MediaPickerContent(picker, background: { $0() }, onChange: { [unowned self] in changes += 1 })
            delegate.onChoice = { [unowned self] in choices.append($0) }
        }

        /// Waits for what was read.
        func settle() async {
            repeat {
                await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            } while content.isReading
        }

        var titles: [String] { (0..<content.count).compactMap { content.row($0)?.title } }

        func show(_ name: String) async {
            content.show(list: content.listNames.firstIndex(of: name) ?? -1)
            await settle()
        }

        func look(for words: String) async {
            content.search = words
            await settle()
        }
    }

    @MainActor @Test func theListsSuitTheTypes() {
        let all = ["Playlists", "Artists", "Albums", "Songs", "Genres", "Composers"]
        #expect(Screen(.any).content.listNames == all + ["Podcasts", "Audiobooks"])
        #expect(Screen(.music).content.listNames == all)
        #expect(Screen([.podcast, .audioBook]).content.listNames == ["Podcasts", "Audiobooks"])
        #expect(Screen([]).content.listNames.isEmpty && Screen([]).content.absence == .empty)
    }

    @MainActor @Test func eachListHasItsRows() async {
        let screen = Screen()
        #expect(screen.content.title == "Songs" && screen.content.absence == .loading && screen.titles.isEmpty)
        await screen.settle()
        #expect(screen.titles == ["Ebb", "Élan", "A Flood", "News", "1984"] && screen.content.absence == nil)
        let row = screen.content.row(0)
        #expect(row?.details == "The Larks; Anna Å – Low Tide")
        #expect(row.map { $0.duration > 1 && !$0.isGroup && !$0.isPicked } == true)
        #expect(screen.content.row(-1) == nil && screen.content.row(5) == nil)
        await screen.show("Albums")
        #expect(screen.titles.contains("Low Tide") && screen.content.title == "Albums")
        let low = screen.titles.firstIndex(of: "Low Tide") ?? 0
        #expect(screen.content.row(low)?.details == "2 items" && screen.content.row(low)?.isGroup == true)
        await screen.show("Playlists")
        #expect(screen.titles.contains("Mine"))
        await screen.show("Podcasts")
        #expect(screen.titles == ["Daily"] && screen.content.row(0)?.details == "1 item")
        await screen.show("Audiobooks")
        #expect(screen.titles == ["1984"])
        screen.content.show(list: 99)
        screen.content.show(list: -1)
        #expect(screen.content.title == "Audiobooks")
    }

    @MainActor @Test func aGroupLeadsOnAndBack() async {
        let screen = Screen(.music)
        await screen.show("Artists")
        #expect(screen.titles == ["Anna Å", "The Larks", "Zoe"] && !screen.content.canGoBack)
        await screen.look(for: "lark")
        screen.content.choose(0)
        #expect(screen.content.title == "The Larks" && screen.content.absence == .loading)
        await screen.settle()
        #expect(screen.titles == ["Ebb", "A Flood"] && screen.content.canGoBack && screen.choices.isEmpty)
        await screen.look(for: "flood")
        #expect(screen.titles == ["A Flood"])
        screen.content.goBack()
        #expect(screen.titles == ["The Larks"] && screen.content.search == "lark" && !screen.content.canGoBack)
        screen.content.goBack()
        // One that leaves before its rows come does not get those of the group.
        screen.content.choose(0)
        screen.content.goBack()
        await screen.settle()
        #expect(screen.titles == ["The Larks"])
    }

    @MainActor @Test func wordsAreFoundInAnyOrder() async {
        let screen = Screen(.music)
        await screen.settle()
        await screen.look(for: "LARK flo")
        #expect(screen.titles == ["A Flood"])
        await screen.look(for: "  elan ")
        #expect(screen.titles == ["Élan"])
        await screen.look(for: "elan nobody")
        let absence: MediaPickerContent.Absence? = screen.content.absence
        #expect(screen.titles.isEmpty && absence == .notFound)
        await screen.look(for: "")
        #expect(screen.titles.count == 3)
        await screen.show("Albums")
        await screen.look(for: "tide LOW")
        #expect(screen.titles == ["Low Tide"])
    }

    @MainActor @Test func onlyTheLastWordIsLookedFor() async {
        let screen = Screen(.music)
        await screen.settle()
        let before = screen.changes
        for words in ["e", "el", "ela", "flo"] { screen.content.search = words }
        await screen.settle()
        // A change for each word, and one for the rows of the last.
        #expect(screen.titles == ["A Flood"] && screen.changes == before + 5)
    }

    @MainActor @Test func oneItemIsTheChoice() async {
        let screen = Screen(.music)
        await screen.settle()
        screen.content.pickAll()
        #expect(screen.content.pickedCount == 0 && !screen.content.picksSeveral)
        screen.content.choose(7)
        screen.content.choose(1)
        screen.content.choose(0)
        screen.content.cancel()
        #expect(screen.choices == [["Élan"]])
    }

    @MainActor @Test func severalArePickedUntilTheEnd() async {
        let screen = Screen(.music, picksSeveral: true)
        await screen.settle()
        screen.content.choose(2)
        screen.content.choose(0)
        screen.content.choose(1)
        screen.content.choose(0)
        #expect(screen.content.pickedCount == 2 && screen.content.row(2)?.isPicked == true)
        #expect(screen.content.row(0)?.isPicked == false)
        await screen.show("Albums")
        screen.content.pickAll()
        #expect(screen.content.pickedCount == 2, "groups are not picked")
        screen.content.choose(screen.titles.firstIndex(of: "Low Tide") ?? 0)
        await screen.settle()
        screen.content.pickAll()
        #expect(screen.content.pickedCount == 3 && screen.choices.isEmpty)
        screen.content.finish()
        screen.content.finish()
        #expect(screen.choices == [["A Flood", "Élan", "Ebb"]])
    }

    @MainActor @Test func withoutPicksTheEndIsACancel() async {
        let screen = Screen(.music, picksSeveral: true)
        screen.content.finish()
        #expect(screen.choices == [[]])
    }

    @MainActor @Test func changesOfTheLibraryAreShown() async {
        let screen = Screen(.music)
        await screen.settle()
        let before = screen.changes
        NotificationCenter.default.post(name: .MPMediaLibraryDidChange, object: MPMediaLibrary.default())
        #expect(screen.titles.count == 3, "the rows stay meanwhile")
        await screen.settle()
        #expect(screen.changes > before && screen.titles.count == 3)
    }

    /// A group that is shown when the library changes is read again, too.
    @MainActor @Test func changesOfAGroupAreShown() async throws {
        let screen = Screen(.music)
        await screen.show("Artists")
        screen.content.choose(0)
        await screen.settle()
        let (artist, count) = (screen.content.title, screen.titles.count)
        let songs = try #require(MPMediaQuery.songs().items?.count)
        Self.write("Larks/new.mp3", ["TIT2": "New", "TPE1": artist, "TALB": "Low Tide", "TRCK": "9"], in: Self.folder)
        #expect(eventually { MPMediaQuery.songs().items?.count == songs + 1 })
        NotificationCenter.default.post(name: .MPMediaLibraryDidChange, object: MPMediaLibrary.default())
        await screen.settle()
        #expect(screen.titles.count == count + 1 && screen.titles.contains("New"))
        try FileManager.default.removeItem(at: Self.folder.appending(path: "Larks/new.mp3"))
        #expect(eventually { MPMediaQuery.songs().items?.count == songs })
    }
}
