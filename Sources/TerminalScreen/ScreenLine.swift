/// How a piece of text looks.
public struct ScreenStyle: Equatable, Sendable {
    /// The colours that every terminal with colours has, by their numbers.
    public enum Color: Int, Sendable {
        case red = 31
        case green, yellow, blue, magenta, cyan
    }

    public var color: Color?
    public var isBold = false
    public var isDim = false
    public var isReversed = false

    public init(_ color: Color? = nil, isBold: Bool = false, isDim: Bool = false, isReversed: Bool = false) {
        (self.color, self.isBold, self.isDim, self.isReversed) = (color, isBold, isDim, isReversed)
    }

    /// The escape sequence that turns it on, behind one that turned everything off.
    func sequence(hasColors: Bool) -> String {
        var codes: [Int] = []
        if isBold { codes.append(1) }
        if isDim { codes.append(2) }
        if isReversed { codes.append(7) }
        if hasColors, let color { codes.append(color.rawValue) }
        return codes.isEmpty ? "" : "\u{1B}[" + codes.map(String.init).joined(separator: ";") + "m"
    }
}

/// A line of the screen: fields of a fixed width, one after the other.
public struct ScreenLine: Equatable, Sendable {
    struct Field: Equatable, Sendable {
        let column: Int
        let text: String
        let style: ScreenStyle
    }

    private(set) var fields: [Field] = []
    /// The columns of all fields together.
    public private(set) var width = 0
    /// The columns that it may have. Fields are cut off there.
    public let limit: Int
    private let isUnicode: Bool

    public init(limit: Int, isUnicode: Bool) { (self.limit, self.isUnicode) = (limit, isUnicode) }

    /// Adds a field with a text of any origin, which is cleaned, and cut off or filled up.
    public mutating func add(
        _ text: String, width columns: Int, _ style: ScreenStyle = ScreenStyle(), alignsRight: Bool = false
    ) {
        let columns = min(columns, limit - width)
        guard columns > 0 else { return }
        let text = DisplayText.fitted(
            DisplayText.clean(text, isUnicode: isUnicode), to: columns, isUnicode: isUnicode, alignsRight: alignsRight)
        fields.append(Field(column: width, text: text, style: style))
        width += columns
    }

    /// Adds a field that is as wide as its text.
    public mutating func add(_ text: String, _ style: ScreenStyle = ScreenStyle()) {
        add(text, width: DisplayText.width(DisplayText.clean(text, isUnicode: isUnicode)), style)
    }

    /// Adds the fields of another line.
    public mutating func append(_ line: ScreenLine) {
        fields += line.fields.map { Field(column: width + $0.column, text: $0.text, style: $0.style) }
        width += line.width
    }

    /// The text without styles.
    public var text: String { fields.map(\.text).joined() }

    /// What writes the line from the start of its row on. Every field is put in its column, so that one that a terminal takes to
    /// be of another width moves no other.
    func sequence(hasColors: Bool) -> String {
        fields.reduce(into: "") { sequence, field in
            if field.column > 0 { sequence += "\u{1B}[\(field.column + 1)G" }
            let style = field.style.sequence(hasColors: hasColors)
            sequence += style + field.text + (style.isEmpty ? "" : "\u{1B}[m")
        }
    }
}

/// What a terminal shows, to write no more than the lines that change.
public struct ScreenContent: Sendable {
    private var shown: [ScreenLine] = []
    private var size: TerminalSize?
    private let hasColors: Bool

    public init(hasColors: Bool) { self.hasColors = hasColors }

    /// Has the next frame write everything.
    public mutating func forget() { size = nil }

    /// The bytes that show `lines`; none where nothing changes. The terminal shows them at once where it can (mode 2026).
    public mutating func frame(_ lines: [ScreenLine], size: TerminalSize) -> [UInt8] {
        var text = ""
        if size != self.size {
            text = "\u{1B}[2J"
            (self.size, shown) = (size, [])
        }
        for (row, line) in lines.prefix(size.rows).enumerated() where row >= shown.count || shown[row] != line {
            text += "\u{1B}[\(row + 1);1H" + line.sequence(hasColors: hasColors)
            if line.width < size.columns { text += "\u{1B}[K" }
        }
        shown = lines
        return text.isEmpty ? [] : Array("\u{1B}[?2026h\(text)\u{1B}[?2026l".utf8)
    }
}
