package import MediaPlayer
package import TerminalScreen

/// The lists of the media library on a screen of a terminal: which row is chosen, what the user looks for, and what keys do.
@MainActor package final class MediaLists {
    package private(set) var content: MediaPickerContent!
    /// The row that the next `enter` takes.
    package private(set) var chosen = 0
    /// Whether the user types what to look for.
    package private(set) var isTyping = false
    /// The rows that led to the group that is shown.
    private var path: [Int] = []
    /// What is to be done once the rows are those that were asked for.
    private var waiting: (@MainActor () -> Void)?
    private let onChange: @MainActor () -> Void

    private static let rowsPerPage = 10

    /// Begins to read the library.
    ///
    /// - Parameters:
    ///   - picker: says which items there are.
    ///   - search: what is looked for at first.
    ///   - onChange: called when there is something else to show.
    package init(
        _ picker: MPMediaPickerController, search: String = "", onChange: @escaping @MainActor () -> Void
    ) {
        self.onChange = onChange
        content = MediaPickerContent(picker) { [weak self] in self?.contentDidChange() }
        if !search.isEmpty { content.search = search }
    }

    private func contentDidChange() {
        guard content != nil else { return }
        keepChoice()
        if !content.isReading, let body = waiting {
            waiting = nil
            body()
        }
        onChange()
    }

    /// Keeps the choice among the rows. While they are being read it may be beyond those that there are: keys count for what comes.
    private func keepChoice() {
        chosen = max(0, content.isReading ? chosen : min(chosen, content.count - 1))
    }

    /// Runs a body once the rows are those that were asked for last: at once, unless they are being read.
    package func whenRead(_ body: @escaping @MainActor () -> Void) {
        if content.isReading { waiting = body } else { body() }
    }

    // MARK: Keys

    /// Does what a key asks for that moves in the lists.
    ///
    /// - Returns: false for any other key, and for `enter`.
    package func press(_ key: Key) -> Bool {
        waiting = nil
        if isTyping { return type(key) }
        switch key {
        case .character("/"): isTyping = true
        case .control("i"): show(list: content.list + 1)
        case .character(let digit) where "1"..."9" ~= digit: show(list: (digit.wholeNumberValue ?? 0) - 1, wraps: false)
        case .backspace, .escape: return goBack()
        case .character("k"): choose(.up)
        case .character("j"): choose(.down)
        case .up, .down, .pageUp, .pageDown, .home, .end: choose(key)
        default: return false
        }
        return true
    }

    /// Shows another of the lists.
    ///
    /// - Parameters:
    ///   - list: its place.
    ///   - wraps: whether the first one follows the last.
    package func show(list: Int, wraps: Bool = true) {
        let count = content.listNames.count
        guard count > 0, wraps || list < count else { return }
        (chosen, path, isTyping) = (0, [], false)
        content.show(list: (list % count + count) % count)
    }

    private func choose(_ key: Key) {
        switch key {
        case .up: chosen -= 1
        case .down: chosen += 1
        case .pageUp: chosen -= Self.rowsPerPage
        case .pageDown: chosen += Self.rowsPerPage
        case .home: chosen = 0
        case .end: chosen = content.count
        default: return
        }
        keepChoice()
    }

    /// A key while the user types what to look for.
    private func type(_ key: Key) -> Bool {
        switch key {
        case .character(let character): look(for: content.search + String(character))
        case .backspace:
            if content.search.isEmpty { isTyping = false } else { look(for: String(content.search.dropLast())) }
        case .escape:
            isTyping = false
            look(for: "")
        case .enter:
            isTyping = false
            return false
        default: choose(key)
        }
        return true
    }

    private func look(for words: String) {
        chosen = 0
        content.search = words
    }

    /// Ends the search, or leaves the group.
    ///
    /// - Returns: false where there is neither.
    private func goBack() -> Bool {
        if !content.search.isEmpty {
            look(for: "")
            return true
        }
        guard content.canGoBack else { return false }
        chosen = path.popLast() ?? 0
        content.goBack()
        return true
    }

    /// Shows the group in the chosen row.
    ///
    /// - Returns: false where the row is no group.
    package func openGroup() -> Bool {
        guard content.row(chosen)?.isGroup == true else { return false }
        path.append(chosen)
        let row = chosen
        chosen = 0
        content.choose(row)
        return true
    }
}
