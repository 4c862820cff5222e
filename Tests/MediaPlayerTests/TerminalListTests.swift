import Foundation
import TerminalScreen
import TestSupport
import Testing

@testable import MediaPlayer
@testable import MediaPlayerTerminal

/// The library's lists on a screen of a terminal, over the library of the other tests.
extension LibraryTests {
    @MainActor private final class ListScreen {
        private(set) var lists: MediaLists!

        init(_ types: MPMediaType = .any, search: String = "") {
            let picker = MPMediaPickerController(mediaTypes: types)
            lists = MediaLists(picker, search: search) {}
        }

        /// Waits for what is being read, and for what waits for that.
        func settle() async {
            repeat {
                await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            } while lists.content.isReading
        }

        func type(_ text: String) async {
            for character in text { _ = lists.press(.character(character)) }
            await settle()
        }

        @discardableResult func press(_ key: Key) async -> Bool {
            let isTaken = lists.press(key)
            await settle()
            return isTaken
        }

        func lines(_ columns: Int = 80, _ rows: Int = 12, isUnicode: Bool = true) -> [String] {
            let frame = ScreenFrame(TerminalSize(columns: columns, rows: rows), isUnicode: isUnicode)
            let list = MediaListLines(lists, frame) { $0 == 0 ? "▸" : "" }
            return frame.lines(
                content: { list.lines($0) }, panel: [], title: " t ", place: " \(list.place) ", keys: ""
            ).map(\.text)
        }
    }

    @MainActor @Test func theScreenHasTheListsAndTheirRows() async {
        let screen = ListScreen(.music)
        #expect(screen.lines()[2].contains("Reading the library…"))
        await screen.settle()
        let lines = screen.lines()
        #expect(lines.count == 12 && lines.allSatisfy { DisplayText.width($0) == 80 })
        #expect(lines[0].contains("┌─ t ─") && lines[0].contains(" 1 of 3 ─┐"))
        #expect(lines[1].contains("Playlists  Artists  Albums  Songs  Genres  Composers"))
        #expect(lines[2].contains("▸ Ebb") && lines[2].contains("The Larks; Anna Å – Lo"))
        #expect(lines[3].contains("Élan") && lines[4].contains("A Flood") && lines[5].contains("│  "))
        await screen.press(.end)
        #expect(screen.lists.chosen == 2 && screen.lines()[0].contains(" 3 of 3 "))
        // Of characters that a terminal of ASCII has not.
        #expect(screen.lines(isUnicode: false)[3].contains("Elan"))
        #expect(screen.lines(isUnicode: false).allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    @MainActor @Test(arguments: [(30, 10), (24, 9), (20, 8), (10, 3), (4, 2), (1, 1)])
    func aSmallScreenHasWhatFits(size: (Int, Int)) async {
        let screen = ListScreen(.music)
        await screen.settle()
        let lines = screen.lines(size.0, size.1)
        #expect(lines.count == size.1 && lines.allSatisfy { DisplayText.width($0) <= size.0 }, "\(lines)")
        guard size.0 >= 20 else { return }
        #expect(lines.contains { $0.contains("Songs  4/6") } && lines.contains { $0.contains("Ebb") })
    }

    @MainActor @Test func keysMoveInTheLists() async {
        let screen = ListScreen(.music)
        await screen.settle()
        await screen.type("2")
        #expect(screen.lists.content.title == "Artists")
        #expect(screen.lines()[3].contains("The Larks") && screen.lines()[3].contains("2 items"))
        await screen.press(.down)
        #expect(screen.lists.openGroup())
        await screen.settle()
        #expect(screen.lines()[1].contains("Artists › The Larks") && screen.lines()[2].contains("Ebb"))
        #expect(await screen.press(.escape))
        // The row that led there is chosen again.
        #expect(screen.lists.content.title == "Artists" && screen.lists.chosen == 1)
        #expect(await screen.press(.control("i")))
        #expect(screen.lists.content.title == "Albums" && screen.lists.chosen == 0)
        await screen.type("9")
        #expect(screen.lists.content.title == "Albums")
        screen.lists.show(list: -1)
        #expect(screen.lists.content.title == "Composers")
        for key in [Key.escape, .enter, .character(" "), .character("a"), .left] { #expect(await !screen.press(key)) }
    }

    @MainActor @Test func typingFindsAndTheNextKeyWaitsForWhatIsFound() async {
        let screen = ListScreen(.music)
        await screen.settle()
        for character in "/floo" { _ = screen.lists.press(.character(character)) }
        var opened: String?
        // Enter comes while the library is still being asked.
        #expect(screen.lists.isTyping && !screen.lists.press(.enter))
        screen.lists.whenRead { opened = screen.lists.content.row(screen.lists.chosen)?.title }
        await screen.settle()
        #expect(opened == "A Flood" && !screen.lists.isTyping && screen.lists.content.count == 1)
        #expect(screen.lines()[2].contains("find: floo "))
        #expect(await screen.press(.backspace))
        #expect(screen.lists.content.count == 3)
        await screen.type("/nobody")
        #expect(screen.lines()[2].contains("find: nobody_") && screen.lines()[3].contains("Nothing has these words."))
        for _ in 0..<6 { await screen.press(.backspace) }
        #expect(screen.lists.isTyping && screen.lists.content.count == 3)
        await screen.press(.backspace)
        #expect(!screen.lists.isTyping)
        // A key that comes while a list is being read counts for its rows.
        _ = screen.lists.press(.character("2"))
        _ = screen.lists.press(.down)
        #expect(screen.lists.content.isReading)
        await screen.settle()
        #expect(screen.lists.chosen == 1 && screen.lines()[0].contains("2 of 3"))
        let other = ListScreen(.music, search: "elan")
        await other.settle()
        #expect(other.lists.content.count == 1 && other.lists.content.items.map(\.title) == ["Élan"])
    }

    @MainActor @Test func rowsHaveTheirItems() async {
        let screen = ListScreen(.music)
        await screen.settle()
        let content: MediaPickerContent = screen.lists.content
        #expect(content.items.count == 3 && content.items(ofRow: 1).map(\.title) == ["Élan"])
        #expect(content.items(ofRow: 3).isEmpty && content.items(ofRow: -1).isEmpty)
        await screen.type("2")
        #expect(content.items.isEmpty)
        let larks = (0..<content.count).first { content.row($0)?.title == "The Larks" } ?? -1
        #expect(content.items(ofRow: larks).map(\.title) == ["Ebb", "A Flood"])
    }

    @MainActor @Test func timesAreShort() {
        #expect(MediaListLines.time(0) == "" && MediaListLines.time(.nan) == "" && MediaListLines.time(59.9) == "0:59")
        #expect(MediaListLines.time(61) == "1:01" && MediaListLines.time(3661) == "1:01:01")
        #expect(MediaListLines.time(.infinity) == "" && MediaListLines.time(1e12) == "100:00:00")
    }
}
