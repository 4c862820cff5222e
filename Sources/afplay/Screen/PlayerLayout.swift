import CoreAudioAdditions
import ToolSupport

/// The lines that show the player's state on a screen of a given size.
struct PlayerLayout {
    let model: PlayerModel
    let size: TerminalSize
    let isUnicode: Bool

    private let isFramed: Bool
    /// The columns within the frame.
    private let inner: Int

    init(_ model: PlayerModel, size: TerminalSize, isUnicode: Bool) {
        (self.model, self.size, self.isUnicode) = (model, size, isUnicode)
        isFramed = size.rows >= 9 && size.columns >= 24
        inner = isFramed ? size.columns - 4 : size.columns
    }

    /// Whether there is room for whole words.
    private var isWide: Bool { inner >= 60 }

    var lines: [ScreenLine] {
        guard isFramed else {
            let panel = panel.prefix(size.rows)
            return content(rows: size.rows - panel.count) + panel
        }
        let place = model.current.map { " \($0 + 1) of \(model.songs.count) " } ?? ""
        let top = border(isUnicode ? "┌─" : "+-", " afplay ", place, isUnicode ? "─┐" : "-+")
        let keys = isWide && !model.showsHelp ? "" : " \(hint) "
        let bottom = border(isUnicode ? "└─" : "+-", "", keys, isUnicode ? "─┘" : "-+")
        if model.showsHelp { return [top] + content(rows: size.rows - 2).map(framed) + [bottom] }
        let middle = border(isUnicode ? "├─" : "+-", "", "", isUnicode ? "─┤" : "-+")
        let panel = panel
        let list = content(rows: size.rows - 3 - panel.count)
        return [top] + list.map(framed) + [middle] + panel.map(framed) + [bottom]
    }

    // MARK: The frame

    /// A line within the frame.
    private var newLine: ScreenLine { ScreenLine(limit: inner, isUnicode: isUnicode) }
    private var wholeLine: ScreenLine { ScreenLine(limit: size.columns, isUnicode: isUnicode) }
    private static let dim = ScreenStyle(isDim: true)

    private func border(_ start: String, _ title: String, _ place: String, _ end: String) -> ScreenLine {
        var line = wholeLine
        line.add(start, Self.dim)
        line.add(title)
        let rest = size.columns - line.width - place.count - end.count
        line.add(String(repeating: isUnicode ? "─" : "-", count: max(0, rest)), Self.dim)
        line.add(place)
        line.add(end, Self.dim)
        return line
    }

    private func framed(_ content: ScreenLine) -> ScreenLine {
        var line = wholeLine
        line.add(isUnicode ? "│ " : "| ", Self.dim)
        line.append(content)
        line.add(isUnicode ? " │" : " |", Self.dim)
        return line
    }

    // MARK: The list

    /// The list, or the help, in so many rows.
    private func content(rows: Int) -> [ScreenLine] {
        guard rows > 0 else { return [] }
        if model.showsHelp { return helpLines(rows: rows) }
        let first = max(0, min(model.chosenRow - rows / 2, model.rows - rows))
        return (0..<rows).map { row in
            first + row < model.rows ? songLine(model.song(inRow: first + row)) : blankLine
        }
    }

    private var blankLine: ScreenLine {
        var line = newLine
        line.add("", width: inner)
        return line
    }

    private func songLine(_ index: Int) -> ScreenLine {
        let song = model.songs[index]
        var style = ScreenStyle(isBold: index == model.current, isReversed: index == model.chosen)
        var line = newLine
        if let problem = song.problem {
            style.color = .red
            line.add("! ", width: 2, style)
            addBroken(song, problem, style, to: &line)
            return line
        }
        let time = song.duration.map(ProgressLine.clock) ?? ""
        let timeWidth = max(6, time.count + 1)
        let titleWidth = max(0, inner - 2 - timeWidth)
        line.add(index == model.current ? (isUnicode ? "▸ " : "> ") : "  ", width: 2, style)
        if titleWidth >= 48 {
            let other = artistWidth(titleWidth)
            line.add(song.title, width: titleWidth - other, style)
            line.add(" " + song.artist, width: other, style)
        } else {
            line.add(song.title, width: titleWidth, style)
        }
        line.add(time, width: timeWidth, style, alignsRight: true)
        return line
    }

    /// The columns of the artist, of those that the title has too.
    private func artistWidth(_ columns: Int) -> Int { max(columns * 2 / 5, 19) }

    /// The title of a song that is not played, and the problem in what the title leaves, or the bare cause where that is little.
    private func addBroken(_ song: Song, _ problem: String, _ style: ScreenStyle, to line: inout ScreenLine) {
        let width = inner - line.width
        let text = " " + (isWide ? problem : song.cause ?? problem)
        let needed = DisplayText.width(text)
        let other = isWide ? min(max(artistWidth(width - 6) + 6, needed), width * 2 / 3) : min(needed, width * 3 / 5)
        line.add(song.title, width: width - other, style)
        line.add(text, width: other, style)
    }

    private static let help = [
        ("space", "pause, and play on"), ("enter", "play the chosen song"), ("up down", "choose a song"),
        ("/", "find songs; escape ends it"), ("n p s", "next, previous; shuffle"),
        ("left right", "5 seconds back, on"), ("[ ]", "a minute back, on"), ("+ - m", "volume, mute"),
        ("l r", "repeat: off, one, all; speed"), ("? q", "this help, quit"),
    ]

    /// The help in so many rows. Texts go on in further rows where there is room for all.
    private func helpLines(rows: Int) -> [ScreenLine] {
        let keys = min(12, inner)
        var lines = Self.help.map { ($0.0, $0.1) }
        let broken = lines.flatMap { keys, text in
            wrapped(text, to: inner - 12).enumerated().map { ($0.offset == 0 ? keys : "", $0.element) }
        }
        if broken.count <= rows { lines = broken }
        return (0..<rows).map { row in
            guard lines.indices.contains(row) else { return blankLine }
            var line = newLine
            line.add(lines[row].0, width: keys, ScreenStyle(isBold: true))
            line.add(lines[row].1, width: inner - keys)
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

    // MARK: What plays

    private var panel: [ScreenLine] { [titleLine, progressLine, meterLine, stateLine] }

    private var titleLine: ScreenLine {
        var line = newLine
        let song = model.currentSong
        let artist = song.map { $0.artist.isEmpty ? "" : (isUnicode ? " – " : " - ") + $0.artist } ?? ""
        line.add((song?.title ?? "") + artist, width: inner, ScreenStyle(isBold: true))
        return line
    }

    private var progressLine: ScreenLine {
        let (elapsed, total) = (ProgressLine.clock(model.position), ProgressLine.clock(model.duration))
        var line = newLine
        line.add(elapsed, width: max(total.count, elapsed.count), alignsRight: true)
        line.add(" ")
        let width = max(0, inner - line.width - total.count - 1)
        let share = model.duration > 0 ? min(1, model.position / model.duration) : 0
        let done = Int((share * Double(width)).rounded())
        line.add(String(repeating: isUnicode ? "━" : "=", count: done), ScreenStyle(.cyan))
        line.add(String(repeating: isUnicode ? "─" : "-", count: width - done), Self.dim)
        line.add(" " + total, width: inner - line.width, alignsRight: true)
        return line
    }

    /// Decibels at which the meters begin, at which they become yellow, and red.
    private static let (floor, loud, tooLoud): (Float, Float, Float) = (-48, -12, -3)
    private static let narrowestMeter = 8

    private var meterLine: ScreenLine {
        var line = newLine
        let count = max(1, min(model.levels.count, (inner + 1) / Self.narrowestMeter))
        for channel in 0..<count {
            let end = (inner + 1) * (channel + 1) / count - 1
            let name = count == 1 ? "" : count == 2 ? ["L ", "R "][channel] : "\(channel + 1) "
            line.add((channel == 0 ? "" : " ") + name)
            addMeter(model.levels.indices.contains(channel) ? model.levels[channel] : -160, end - line.width, to: &line)
        }
        return line
    }

    private func addMeter(_ level: Float, _ width: Int, to line: inout ScreenLine) {
        func place(_ level: Float) -> Int {
            Int((max(0, min(1, 1 - level / Self.floor)) * Float(max(0, width))).rounded())
        }
        let filled = place(level)
        var start = 0
        for (limit, color) in [(Self.loud, ScreenStyle.Color.green), (Self.tooLoud, .yellow), (0, .red)] {
            let end = min(filled, place(limit))
            line.add(String(repeating: isUnicode ? "▮" : "#", count: max(0, end - start)), ScreenStyle(color))
            start = max(start, end)
        }
        line.add(String(repeating: isUnicode ? "▯" : ".", count: max(0, width - filled)), Self.dim)
    }

    private var stateLine: ScreenLine {
        var line = newLine
        let (name, color): (String, ScreenStyle.Color?) =
            switch model.transport {
            case .playing: ("playing", .green)
            case .paused: ("paused", .yellow)
            case .ended: ("ended", nil)
            }
        line.add(name, width: min(9, inner), ScreenStyle(color))
        let room = inner - line.width
        let text = stateText(room)
        let hasHint = isWide && room >= text.count + hint.count + 2
        line.add(text, width: room - (hasHint ? hint.count : 0))
        if hasHint { line.add(hint, Self.dim) }
        return line
    }

    /// What the state is, beside whether it plays. Where there is no room for all, what is as usual is left out.
    private func stateText(_ room: Int) -> String {
        if let search = model.search {
            let found = model.rows == 0 ? "no song" : "\(model.rows) of \(model.songs.count)"
            return "find: \(search.text)_" + separator + found
        }
        if let seconds = model.secondsLeft { return "closes in \(Int(seconds.rounded(.up))) s unless a key is hit" }
        let volume = Int((model.volume * 100).rounded())
        let loudness = model.isMuted ? "muted" : (isWide ? "volume " : "vol ") + "\(volume) %"
        var words = [(loudness, isUsual: !model.isMuted && volume == 100)]
        words.append(("loop \(model.loop.rawValue)", isUsual: model.loop == .off))
        if model.order.isShuffled { words.append((isWide ? "shuffle" : "shuf", isUsual: false)) }
        if model.rate != 1 {
            words.append(((isWide ? "speed " : "x") + decimal(model.rate, places: 2), isUsual: false))
        }
        if let note = model.note { words.insert((note, isUsual: false), at: 0) }
        func text(_ separator: String) -> String { words.map(\.0).joined(separator: separator) }
        while text(separator).count > room, let place = words.lastIndex(where: \.isUsual) { words.remove(at: place) }
        return text(separator).count <= room ? text(separator) : text(" ")
    }

    private var separator: String { isWide ? "    " : "  " }

    /// The keys that help now.
    private var hint: String {
        if model.search != nil { return isWide ? "enter plays, esc ends" : "esc ends" }
        return model.showsHelp ? "? closes" : "? help"
    }
}
