import Foundation

/// The wave above its spectrum, in rows of characters, and a line of text below: whatever there is room for.
struct Picture {
    let columns: Int
    let rows: Int
    /// Whether the terminal shows more than ASCII.
    let usesBlocks: Bool

    private static let eighths = Array(" ▁▂▃▄▅▆▇█")
    /// What the spectrum shows: frequencies in octaves, and levels.
    private static let lowest = 40.0, highest = 20_000.0
    private static let quietest: Float = -90

    /// As many rows as there are, each of as many characters as there are columns.
    func rows(of sound: Sound) -> [String] {
        let heights = (wave: rows / 2, spectrum: (rows - 1) / 2)
        let summary = sound.summary.padding(toLength: columns, withPad: " ", startingAt: 0)
        return wave(sound.samples, heights.wave) + spectrum(sound, heights.spectrum) + [summary]
    }

    // MARK: The wave

    /// Half of the samples, from where they rise through zero, so that a tone stands still.
    private func wave(_ samples: [Float], _ height: Int) -> [String] {
        guard height > 0 else { return [] }
        let shown = samples.count / 2
        let start = (1..<shown).first { samples[$0 - 1] < 0 && samples[$0] >= 0 } ?? 0
        var cells = Array(repeating: Array(repeating: Character(" "), count: columns), count: height)
        for column in 0..<columns {
            let first = start + column * shown / columns
            let part = samples[first...min(start + (column + 1) * shown / columns, samples.count - 1)]
            // Neighbouring parts share a sample, so that the line is unbroken.
            let (top, bottom) = (row(part.max() ?? 0, height), row(part.min() ?? 0, height))
            for row in top...bottom { cells[row][column] = mark(isThin: top == bottom) }
        }
        return cells.map { String($0) }
    }

    /// The row of a sample: 1 at the top, -1 at the bottom.
    private func row(_ sample: Float, _ height: Int) -> Int {
        guard sample.isFinite else { return height / 2 }
        return max(0, min(height - 1, Int(Float(height) * (1 - sample) / 2)))
    }

    private func mark(isThin: Bool) -> Character {
        isThin ? (usesBlocks ? "━" : "-") : (usesBlocks ? "█" : "#")
    }

    // MARK: The spectrum

    private func spectrum(_ sound: Sound, _ height: Int) -> [String] {
        guard height > 0 else { return [] }
        let bars = (0..<columns).map { column in
            let level = level(sound, edge(column, sound), edge(column + 1, sound))
            return Int(max(0, min(1, 1 - level / Self.quietest)) * Float(height * 8))
        }
        return (0..<height).map { row in
            let below = (height - 1 - row) * 8
            return String(bars.map { bar(max(0, min(8, $0 - below))) })
        }
    }

    /// The place in the levels at which a column begins.
    private func edge(_ column: Int, _ sound: Sound) -> Double {
        let octaves = log2(Self.highest / Self.lowest)
        return Self.lowest * exp2(octaves * Double(column) / Double(columns)) / sound.frequency(1)
    }

    /// The highest level between two places; between its neighbours where there is none.
    private func level(_ sound: Sound, _ first: Double, _ end: Double) -> Float {
        let last = sound.decibels.count - 1
        guard first < Double(last) else { return Self.quietest }
        let (low, high) = (Int(first.rounded(.up)), Int(end))
        if low <= high, low <= last { return sound.decibels[low...min(high, last)].max() ?? Self.quietest }
        let part = Float(first - first.rounded(.down))
        return sound.decibels[Int(first)] * (1 - part) + sound.decibels[Int(first) + 1] * part
    }

    private func bar(_ eighths: Int) -> Character {
        usesBlocks ? Self.eighths[eighths] : eighths > 4 ? "#" : eighths > 0 ? "." : " "
    }
}
