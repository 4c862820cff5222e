import CoreAudioAdditions
import TerminalScreen
import ToolSupport

/// The lines that show the player's state on a screen of a given size.
struct PlayerLayout {
    let model: PlayerModel
    let size: TerminalSize
    let isUnicode: Bool

    private let frame: ScreenFrame
    /// The columns within the frame.
    var inner: Int { frame.inner }

    init(_ model: PlayerModel, size: TerminalSize, isUnicode: Bool) {
        (self.model, self.size, self.isUnicode) = (model, size, isUnicode)
        frame = ScreenFrame(size, isUnicode: isUnicode)
    }

    /// Whether there is room for whole words.
    var isWide: Bool { frame.isWide }

    var lines: [ScreenLine] {
        let song = model.current.map { " \($0 + 1) of \(model.songs.count) " } ?? ""
        let place = model.outputs == nil || model.showsHelp ? song : " outputs "
        let keys = isWide && !model.showsHelp ? "" : " \(hint) "
        let hasPanel = !frame.isFramed || !model.showsHelp
        return frame.lines(
            content: content, panel: hasPanel ? panel : [], title: " afplay ", place: place, keys: keys)
    }

    var newLine: ScreenLine { frame.newLine }
    var blankLine: ScreenLine { frame.blankLine }
    static let dim = ScreenFrame.dim

    // MARK: The list

    /// The list, or the help, in so many rows.
    private func content(rows: Int) -> [ScreenLine] {
        guard rows > 0 else { return [] }
        if model.showsHelp { return frame.helpLines(Self.help, rows: rows) }
        if let outputs = model.outputs { return outputLines(outputs, rows: rows) }
        let first = max(0, min(model.chosenRow - rows / 2, model.rows - rows))
        return (0..<rows).map { row in
            first + row < model.rows ? songLine(model.song(inRow: first + row)) : blankLine
        }
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

    private static let help: [(keys: String, text: String)] = [
        ("space", "pause, and play on"), ("enter", "play the chosen song"), ("up down", "choose a song"),
        ("/", "find songs; escape ends it"), ("n p s", "next, previous; shuffle"),
        ("left right", "5 seconds back, on"), ("[ ]", "a minute back, on"), ("+ - m o", "volume, mute; outputs"),
        ("l r", "repeat: off, one, all; speed"), ("? q", "this help, quit"),
    ]

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
        Self.progressLine(frame, position: model.position, duration: model.duration)
    }

    /// Where the sound is, and how long it is, in seconds.
    static func progressLine(_ frame: ScreenFrame, position: Double, duration: Double) -> ScreenLine {
        let (elapsed, total) = (ProgressLine.clock(position), ProgressLine.clock(duration))
        var line = frame.newLine
        line.add(elapsed, width: max(total.count, elapsed.count), alignsRight: true)
        line.add(" ")
        let width = max(0, frame.inner - line.width - total.count - 1)
        let share = duration > 0 ? min(1, position / duration) : 0
        let done = Int((share * Double(width)).rounded())
        line.add(String(repeating: frame.isUnicode ? "━" : "=", count: done), ScreenStyle(.cyan))
        line.add(String(repeating: frame.isUnicode ? "─" : "-", count: width - done), dim)
        line.add(" " + total, width: frame.inner - line.width, alignsRight: true)
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
        if let outputs = model.outputs { return volumeText(outputs) }
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
        if model.outputs != nil, !model.showsHelp { return isWide ? "enter chooses, esc closes" : "esc closes" }
        if model.search != nil { return isWide ? "enter plays, esc ends" : "esc ends" }
        return model.showsHelp ? "? closes" : "? help"
    }
}
