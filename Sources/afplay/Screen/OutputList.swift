import TerminalScreen
import ToolSupport

/// The outputs to choose from, and the volume of the one that plays, as the screen shows them.
struct OutputList: Equatable, Sendable {
    struct Output: Equatable, Sendable {
        let uid: String
        let name: String
        /// What it is: "AirPlay", "headphones".
        let kind: String
        let isPlaying: Bool
    }

    private(set) var outputs: [Output]
    /// The row of the output that the next `enter` takes.
    private(set) var chosen: Int
    /// From 0 to 1; nil where it cannot be set.
    private(set) var volume: Double?

    private static let outputsPerPage = 10

    init(_ outputs: [Output], volume: Double?) {
        (self.outputs, self.volume) = (outputs, volume)
        chosen = outputs.firstIndex(where: \.isPlaying) ?? 0
    }

    /// Takes over what there is now. The choice stays with its output, or in its row where that is gone.
    mutating func update(_ new: [Output], volume: Double?) {
        let uid = outputs.indices.contains(chosen) ? outputs[chosen].uid : nil
        (outputs, self.volume) = (new, volume)
        chosen = new.firstIndex { $0.uid == uid } ?? max(0, min(chosen, new.count - 1))
    }

    mutating func choose(_ key: Key) {
        var row = chosen
        switch key {
        case .up, .character("k"): row -= 1
        case .down, .character("j"): row += 1
        case .pageUp: row -= Self.outputsPerPage
        case .pageDown: row += Self.outputsPerPage
        case .home: row = 0
        case .end: row = outputs.count
        default: return
        }
        chosen = max(0, min(row, outputs.count - 1))
    }
}

extension PlayerModel {
    /// A key while the outputs are shown.
    mutating func pressInOutputs(_ key: Key) -> Effect? {
        switch key {
        case .enter:
            guard let list = outputs, list.outputs.indices.contains(list.chosen) else { return nil }
            outputs = nil
            return .choose(list.outputs[list.chosen].uid)
        case .escape, .character("o"): outputs = nil
        case .left, .character("-"): return .turn(-1)
        case .right, .character("+"), .character("="): return .turn(1)
        case .character(" "): return toggle()
        case .character("q"): return .quit
        default: outputs?.choose(key)
        }
        return nil
    }
}

extension PlayerLayout {
    /// The outputs in so many rows.
    func outputLines(_ list: OutputList, rows: Int) -> [ScreenLine] {
        let first = max(0, min(list.chosen - rows / 2, list.outputs.count - rows))
        return (0..<rows).map { row in
            guard list.outputs.indices.contains(first + row) else { return blankLine }
            return line(of: list.outputs[first + row], isChosen: first + row == list.chosen)
        }
    }

    private func line(of output: OutputList.Output, isChosen: Bool) -> ScreenLine {
        let style = ScreenStyle(isBold: output.isPlaying, isReversed: isChosen)
        var line = newLine
        line.add(output.isPlaying ? (isUnicode ? "▸ " : "> ") : "  ", width: min(2, inner), style)
        let room = inner - line.width
        let kind = room >= 30 ? 16 : 0
        line.add(output.name, width: room - kind, style)
        line.add(output.kind, width: kind, style, alignsRight: true)
        return line
    }

    func volumeText(_ list: OutputList) -> String {
        guard let volume = list.volume else { return isWide ? "no volume to set" : "no volume" }
        return (isWide ? "output volume " : "out ") + "\(Int((volume * 100).rounded())) %"
            + (isWide ? "    - + set it" : "")
    }
}
