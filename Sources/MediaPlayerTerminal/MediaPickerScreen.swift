import MediaPlayer
import TerminalScreen

/// The screen of a media picker in a terminal.
@MainActor final class MediaPickerScreen {
    private let picker: MPMediaPickerController
    private let kind: TerminalKind
    private let loop: ScreenLoop
    private var lists: MediaLists!
    private var showsHelp = false
    /// Keeps the screen until the picker is dismissed.
    private var itself: MediaPickerScreen?

    /// Shows the picker.
    init(_ picker: MPMediaPickerController, _ kind: TerminalKind) {
        (self.picker, self.kind) = (picker, kind)
        loop = ScreenLoop(kind, endsBySignals: true)
        picker.beginPresentation { [self] in
            loop.end()
            itself = nil
        }
        itself = self
        lists = MediaLists(picker) { [weak self] in self?.loop.draw() }
        loop.press = { [weak self] in self?.press($0) }
        loop.lines = { [weak self] in self?.lines($0) ?? [] }
        loop.isGone = { [weak self] in self?.cancel() }
        loop.begin()
    }

    private var content: MediaPickerContent { lists.content }

    /// A terminal that is gone has nobody to choose: the picker is dismissed whatever the delegate does.
    private func cancel() {
        content.cancel()
        picker.dismiss(animated: false)
    }

    // MARK: Keys

    private func press(_ key: Key) {
        if showsHelp {
            showsHelp = false
            return
        }
        guard !lists.press(key) else { return }
        switch key {
        case .enter: lists.whenRead { [weak self] in self?.choose() }
        case .left: lists.show(list: content.list - 1)
        case .right: lists.show(list: content.list + 1)
        case .character("a"): lists.whenRead { [weak self] in self?.content.pickAll() }
        case .character("d"): if content.picksSeveral { content.finish() }
        case .character("?"), .character("h"): showsHelp = true
        case .character("q"), .escape: content.cancel()
        default: break
        }
    }

    private func choose() { if !lists.openGroup() { content.choose(lists.chosen) } }

    // MARK: Lines

    private func lines(_ size: TerminalSize) -> [ScreenLine] {
        let frame = ScreenFrame(size, isUnicode: kind.isUnicode)
        let picked = kind.isUnicode ? "✓" : "*"
        let list = MediaListLines(lists, frame) { [content] row in
            content.row(row)?.isPicked == true ? picked : ""
        }
        return frame.lines(
            content: { rows in showsHelp ? frame.helpLines(help, rows: rows) : list.lines(rows) },
            panel: [stateLine(frame)], title: " \(content.prompt ?? "Choose Music") ",
            place: list.place.isEmpty ? "" : " \(list.place) ", keys: "")
    }

    private func stateLine(_ frame: ScreenFrame) -> ScreenLine {
        var line = frame.newLine
        let count = content.pickedCount
        let text = content.picksSeveral ? (count == 1 ? "1 item" : "\(count) items") : ""
        let keys =
            showsHelp ? "any key: the lists" : content.picksSeveral ? "d done  q cancel  ? help" : "q cancel  ? help"
        let width = min(keys.count, frame.inner)
        line.add(text, width: frame.inner - width)
        line.add(keys, width: width, ScreenFrame.dim)
        return line
    }

    private var help: [(keys: String, text: String)] {
        let several = [("enter", "pick, or leave out, or open a group"), ("a", "pick all of the list"), ("d", "done")]
        let one = [("enter", "pick, or open a group")]
        return [
            ("up down", "choose"), ("left right", "another list; so do tab and 1 to 9"), ("/", "find; escape ends it"),
        ]
            + (content.picksSeveral ? several : one) + [("escape", "leave a group; cancel"), ("q", "cancel")]
    }
}
