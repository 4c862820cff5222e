import MediaPlayer
package import TerminalScreen

/// The lines of the media library's lists on a screen.
@MainActor package struct MediaListLines {
    let lists: MediaLists
    let frame: ScreenFrame
    /// What stands before a row; empty for nothing. It has one column.
    let mark: @MainActor (_ row: Int) -> String

    /// - Parameters:
    ///   - lists: what is shown.
    ///   - frame: the frame around it.
    ///   - mark: gives what stands before a row, in one column; empty for nothing.
    package init(_ lists: MediaLists, _ frame: ScreenFrame, mark: @escaping @MainActor (_ row: Int) -> String) {
        (self.lists, self.frame, self.mark) = (lists, frame, mark)
    }

    private var content: MediaPickerContent { lists.content }
    /// The row that is chosen, of those that there are.
    private var chosen: Int { max(0, min(lists.chosen, content.count - 1)) }

    /// Where the chosen row is: "3 of 120".
    package var place: String {
        content.count > 0 ? "\(chosen + 1) of \(content.count)" : ""
    }

    /// The lists' names, what is looked for, and the rows, in so many lines.
    package func lines(_ rows: Int) -> [ScreenLine] {
        guard rows > 0 else { return [] }
        let head = [nameLine] + (lists.isTyping || !content.search.isEmpty ? [searchLine] : [])
        let left = max(0, rows - head.count)
        return (head + rowLines(left)).prefix(rows).map { $0 }
    }

    // MARK: Above the rows

    /// All names with the one that is shown, where there is room for them, or the one that is shown alone; for a group the way to it.
    private var nameLine: ScreenLine {
        let names = content.listNames
        let shown = names.indices.contains(content.list) ? names[content.list] : ""
        var line = frame.newLine
        if content.canGoBack {
            line.add(shown + (frame.isUnicode ? " › " : " > "), ScreenFrame.dim)
            line.add(content.title, width: frame.inner - line.width, ScreenStyle(isBold: true))
            return line
        }
        if names.reduce(0, { $0 + $1.count + 2 }) <= frame.inner {
            for (index, name) in names.enumerated() {
                let isShown = index == content.list
                line.add(name, isShown ? ScreenStyle(isBold: true, isReversed: true) : ScreenFrame.dim)
                line.add("  ")
            }
        } else {
            line.add(shown, ScreenStyle(isBold: true, isReversed: true))
            line.add("  \(content.list + 1)/\(names.count)", ScreenFrame.dim)
        }
        line.add("", width: frame.inner - line.width)
        return line
    }

    private var searchLine: ScreenLine {
        var line = frame.newLine
        line.add("find: ", width: min(6, frame.inner), ScreenFrame.dim)
        line.add(content.search + (lists.isTyping ? "_" : ""), width: frame.inner - line.width)
        return line
    }

    // MARK: The rows

    private func rowLines(_ rows: Int) -> [ScreenLine] {
        if content.absence != nil {
            var line = frame.newLine
            line.add(sentence, width: frame.inner, ScreenFrame.dim)
            return (0..<rows).map { $0 == 0 ? line : frame.blankLine }
        }
        let first = max(0, min(chosen - rows / 2, content.count - rows))
        return (0..<rows).map { row in
            guard let shown = content.row(first + row) else { return frame.blankLine }
            return line(shown, first + row)
        }
    }

    private var sentence: String {
        switch content.absence {
        case .loading: "Reading the library\(frame.isUnicode ? "…" : "...")"
        case .denied: "The music library cannot be read."
        case .empty: "There is nothing here."
        case .notFound: "Nothing has these words."
        case nil: ""
        }
    }

    private func line(_ row: MediaPickerContent.Row, _ index: Int) -> ScreenLine {
        let mark = mark(index)
        let style = ScreenStyle(isBold: !mark.isEmpty, isReversed: index == chosen)
        var line = frame.newLine
        line.add(mark, width: min(2, frame.inner), style)
        let end = row.isGroup ? (frame.isUnicode ? "›" : ">") : Self.time(row.duration)
        let endWidth = max(6, end.count + 1)
        let room = max(0, frame.inner - line.width - endWidth)
        // A group says how many items it has on every screen, an item its artist and album where there is room.
        let details =
            row.isGroup ? min(room / 2, row.details.count + 1) : room >= 48 ? max(room * 2 / 5, 19) : 0
        line.add(row.title, width: room - details, style)
        line.add(details > 0 ? " " + row.details : "", width: details, style, alignsRight: row.isGroup)
        line.add(end, width: frame.inner - line.width, style, alignsRight: true)
        return line
    }

    /// Minutes and seconds, with hours where there are some; nothing where the duration is not known.
    package static func time(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds > 0 else { return "" }
        let whole = Int(min(seconds, 360_000))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (minutes, rest) = (whole / 60, whole % 60)
        return minutes < 60 ? "\(minutes):\(two(rest))" : "\(minutes / 60):\(two(minutes % 60)):\(two(rest))"
    }
}
