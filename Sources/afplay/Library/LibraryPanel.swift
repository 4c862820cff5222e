import TerminalScreen
import ToolSupport

/// The lines that show what plays, below the lists of the library.
struct LibraryPanel {
    /// What plays.
    struct Now: Equatable {
        var title = ""
        var artist = ""
        /// Seconds.
        var position = 0.0
        var duration = 0.0
        var transport = PlayerModel.Transport.ended
        var loop = PlayerModel.Loop.off
        var shuffles = false
        /// What the user should know.
        var note: String?
    }

    private let frame: ScreenFrame
    private let now: Now

    init(_ frame: ScreenFrame, _ now: Now) { (self.frame, self.now) = (frame, now) }

    var lines: [ScreenLine] { [titleLine, progressLine, stateLine] }

    private var titleLine: ScreenLine {
        var line = frame.newLine
        let artist = now.artist.isEmpty ? "" : (frame.isUnicode ? " – " : " - ") + now.artist
        line.add(now.title + artist, width: frame.inner, ScreenStyle(isBold: true))
        return line
    }

    private var progressLine: ScreenLine {
        PlayerLayout.progressLine(frame, position: now.position, duration: now.duration)
    }

    private var stateLine: ScreenLine {
        var line = frame.newLine
        let (name, color): (String, ScreenStyle.Color?) =
            switch now.transport {
            case .playing: ("playing", .green)
            case .paused: ("paused", .yellow)
            case .ended: ("stopped", nil)
            }
        line.add(name, width: min(9, frame.inner), ScreenStyle(color))
        var words = now.note.map { [$0] } ?? []
        if now.loop != .off { words.append("loop \(now.loop.rawValue)") }
        if now.shuffles { words.append("shuffle") }
        line.add(words.joined(separator: frame.isUnicode ? " · " : ", "), width: frame.inner - line.width)
        return line
    }
}
