/// A small terminal: what a program writes becomes rows of cells. It knows just the sequences that the tools may use, and counts
/// all others.
struct ScreenModel {
    private(set) var columns: Int
    private(set) var rows: Int
    /// A wide character is followed by an empty cell.
    private var cells: [[String]]
    private var (row, column) = (0, 0)
    private var undecoded: [UInt8] = []
    private var sequence: String?

    private(set) var hasOtherScreen = false
    /// The usual screen, while the other one is shown.
    private var aside: (cells: [[String]], row: Int, column: Int)?
    private(set) var hidesCursor = false
    private(set) var wraps = true
    private(set) var hasStyle = false
    /// Whether a colour was ever set.
    private(set) var hasColors = false
    /// Bytes beyond ASCII.
    private(set) var foreignBytes = 0
    /// Controls that no program of ours writes.
    private(set) var strange: [String] = []
    /// Whether text went beyond the last column since the screen was erased.
    private(set) var isOverfull = false
    /// How often the whole screen was erased.
    private(set) var erasures = 0

    init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        cells = Self.blank(columns, rows)
    }

    private static func blank(_ columns: Int, _ rows: Int) -> [[String]] {
        Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    mutating func resize(columns: Int, rows: Int) { self = with(columns, rows) }

    private func with(_ columns: Int, _ rows: Int) -> ScreenModel {
        var copy = self
        (copy.columns, copy.rows, copy.cells, copy.erasures) = (columns, rows, Self.blank(columns, rows), 0)
        if aside != nil { copy.aside = (copy.cells, 0, 0) }
        return copy
    }

    var lines: [String] { cells.map { $0.joined() } }

    var text: String { lines.joined(separator: "\n") }

    /// The character in the last column of a row.
    func last(inRow row: Int) -> String { cells[row][columns - 1] }

    /// Whether it is as before a program that uses the whole screen.
    var isUsual: Bool { !hasOtherScreen && !hidesCursor && wraps && !hasStyle }

    mutating func take(_ bytes: some Sequence<UInt8>) {
        undecoded += bytes
        foreignBytes += bytes.reduce(0) { $0 + ($1 < 0x80 ? 0 : 1) }
        // A character may come in pieces.
        var end = undecoded.count
        while end > 0, undecoded.count - end < 4, undecoded[end - 1] & 0xC0 == 0x80 { end -= 1 }
        if end > 0, undecoded[end - 1] >= 0xC0 {
            let size = (~undecoded[end - 1]).leadingZeroBitCount
            if undecoded.count - end + 1 < size { end -= 1 } else { end = undecoded.count }
        } else {
            end = undecoded.count
        }
        for scalar in String(decoding: undecoded[..<end], as: UTF8.self).unicodeScalars { take(scalar) }
        undecoded.removeFirst(end)
    }

    private mutating func take(_ scalar: Unicode.Scalar) {
        if let begun = sequence {
            sequence = begun + String(scalar)
            if begun == "", scalar != "[" {
                strange.append("ESC \(scalar)")
                sequence = nil
            } else if begun != "", (0x40...0x7E).contains(scalar.value) {
                obey(begun.dropFirst(), String(scalar))
                sequence = nil
            }
            return
        }
        switch scalar.value {
        case 0x1B: sequence = ""
        case 0x0D: column = 0
        case 0x0A: row = min(row + 1, rows - 1)
        case 0..<0x20, 0x7F..<0xA0: strange.append("U+\(scalar.value)")
        default: put(scalar)
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let isMark = [.nonspacingMark, .enclosingMark, .format].contains(scalar.properties.generalCategory)
        if isMark {
            if column > 0 { cells[row][column - 1].unicodeScalars.append(scalar) }
            return
        }
        let wide: [ClosedRange<UInt32>] = [
            0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0x1F300...0x1FAFF,
        ]
        let width = wide.contains { $0.contains(scalar.value) } ? 2 : 1
        guard column + width <= columns else {
            isOverfull = true
            return
        }
        cells[row][column] = String(scalar)
        if width == 2 { cells[row][column + 1] = "" }
        column += width
    }

    private mutating func obey(_ parameters: Substring, _ final: String) {
        let numbers = parameters.drop { $0 == "?" }.split(separator: ";").map { Int($0) ?? 0 }
        switch final {
        case "H": (row, column) = (min(max(numbers.first ?? 1, 1), rows) - 1, min(numbers.last ?? 1, columns) - 1)
        case "G": column = min(max(numbers.first ?? 1, 1), columns) - 1
        case "J":
            cells = Self.blank(columns, rows)
            (erasures, isOverfull) = (erasures + 1, false)
        case "K": for column in column..<columns { cells[row][column] = " " }
        case "m":
            hasStyle = numbers.contains { $0 != 0 }
            hasColors = hasColors || numbers.contains { $0 >= 30 }
        case "h", "l": set(parameters, final == "h")
        default: strange.append(parameters + final)
        }
    }

    private mutating func set(_ mode: Substring, _ isOn: Bool) {
        switch mode {
        case "?1049":
            hasOtherScreen = isOn
            if isOn { aside = aside ?? (cells, row, column) }
            if !isOn, let aside { (cells, row, column) = aside }
            if !isOn { aside = nil }
        case "?25": hidesCursor = !isOn
        case "?7": wraps = isOn
        // The frame's end, and the shell's pasting.
        case "?2026", "?2004": break
        default: strange.append("\(mode)\(isOn)")
        }
    }
}
