/// The frame around what a program shows on the whole screen. A screen with little room has none.
public struct ScreenFrame: Equatable, Sendable {
    /// A line of the frame.
    public enum Edge: Sendable { case top, middle, bottom }

    public let size: TerminalSize
    public let isUnicode: Bool
    public let isFramed: Bool
    /// The columns within the frame.
    public let inner: Int

    public init(_ size: TerminalSize, isUnicode: Bool) {
        (self.size, self.isUnicode) = (size, isUnicode)
        isFramed = size.rows >= 9 && size.columns >= 24
        inner = isFramed ? size.columns - 4 : size.columns
    }

    /// Whether there is room for whole words.
    public var isWide: Bool { inner >= 60 }

    /// An empty line, to which fields are added.
    public var newLine: ScreenLine { ScreenLine(limit: inner, isUnicode: isUnicode) }

    /// A line of blanks.
    public var blankLine: ScreenLine {
        var line = newLine
        line.add("", width: inner)
        return line
    }

    /// The style of what matters little.
    public static let dim = ScreenStyle(isDim: true)

    /// The lines with the frame around them.
    ///
    /// - Parameters:
    ///   - content: makes the lines above, for a number of rows.
    ///   - panel: the lines below; none for a screen that has only those above.
    ///   - title: in the upper edge on the left.
    ///   - place: in the upper edge on the right.
    ///   - keys: in the lower edge on the right.
    public func lines(
        content: (_ rows: Int) -> [ScreenLine], panel: [ScreenLine], title: String, place: String, keys: String
    ) -> [ScreenLine] {
        guard isFramed else {
            let panel = panel.prefix(size.rows)
            return content(size.rows - panel.count) + panel
        }
        let (top, bottom) = (edge(.top, title, place), edge(.bottom, "", keys))
        if panel.isEmpty { return [top] + content(size.rows - 2).map(framed) + [bottom] }
        let list = content(max(0, size.rows - 3 - panel.count))
        return [top] + list.map(framed) + [edge(.middle, "", "")] + panel.map(framed) + [bottom]
    }

    private func edge(_ edge: Edge, _ title: String, _ place: String) -> ScreenLine {
        let (start, end) =
            switch edge {
            case .top: isUnicode ? ("┌─", "─┐") : ("+-", "-+")
            case .middle: isUnicode ? ("├─", "─┤") : ("+-", "-+")
            case .bottom: isUnicode ? ("└─", "─┘") : ("+-", "-+")
            }
        var line = wholeLine
        line.add(start, Self.dim)
        let room = size.columns - 4
        let placeWidth = min(room, width(place))
        line.add(title, width: min(width(title), room - placeWidth))
        let rest = size.columns - line.width - placeWidth - 2
        line.add(String(repeating: isUnicode ? "─" : "-", count: max(0, rest)), Self.dim)
        line.add(place, width: placeWidth)
        line.add(end, Self.dim)
        return line
    }

    private func width(_ text: String) -> Int { DisplayText.width(DisplayText.clean(text, isUnicode: isUnicode)) }

    private var wholeLine: ScreenLine { ScreenLine(limit: size.columns, isUnicode: isUnicode) }

    private func framed(_ content: ScreenLine) -> ScreenLine {
        var line = wholeLine
        line.add(isUnicode ? "│ " : "| ", Self.dim)
        line.append(content)
        line.add(isUnicode ? " │" : " |", Self.dim)
        return line
    }

    // MARK: Texts

    /// Keys and what they do, a line for each. Texts go on in further lines where there is room for all.
    ///
    /// - Parameters:
    ///   - help: the keys, and what they do, in words of ASCII.
    ///   - rows: how many lines are returned.
    public func helpLines(_ help: [(keys: String, text: String)], rows: Int) -> [ScreenLine] {
        let keys = min(12, inner)
        var lines = help
        let broken = lines.flatMap { keys, text in
            wrapped(text, to: inner - 12).enumerated().map { ($0.offset == 0 ? keys : "", $0.element) }
        }
        if broken.count <= rows { lines = broken }
        return (0..<max(0, rows)).map { row in
            guard lines.indices.contains(row) else { return blankLine }
            var line = newLine
            line.add(lines[row].keys, width: keys, ScreenStyle(isBold: true))
            line.add(lines[row].text, width: inner - keys)
            return line
        }
    }

    /// Words of ASCII in lines of so many columns, but for longer words.
    private func wrapped(_ text: String, to columns: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
    }
}
