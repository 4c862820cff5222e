@preconcurrency import Glibc
import TerminalScreen

/// The line that moves while a file plays or is recorded: time, length and a level meter.
///
/// On a terminal one line that is written over; elsewhere nothing, or a line for each step where it was asked for.
public struct ProgressLine {
    private let total: Double?
    private let isShown: Bool
    private let isTerminal: Bool
    private let kind: TerminalKind

    /// Decibels below full scale at which the meter begins.
    private static let floor: Float = -48
    private static let meterWidth = 24

    /// - Parameters:
    ///   - seconds: how long it will be; nil where that is not known.
    ///   - always: also where standard error is no terminal.
    public init(seconds: Double?, always: Bool) {
        total = seconds
        isTerminal = isatty(STDERR_FILENO) == 1
        isShown = isTerminal || always
        kind = isTerminal ? .ofEnvironment : TerminalKind()
    }

    /// - Parameters:
    ///   - levels: the largest absolute sample of each channel since the last call.
    ///   - waiting: what is shown instead of levels where there are none.
    public func show(seconds: Double, levels: [Float], waiting: String? = nil) {
        guard isShown else { return }
        let meters = waiting ?? levels.map { Self.meter($0, isUnicode: kind.isUnicode) }.joined(separator: " ")
        write(Self.clock(seconds) + length + "  " + meters, isLast: false)
    }

    /// - Parameter seconds: where it ended; nil for the whole length.
    public func finish(at seconds: Double? = nil) {
        if isShown { write(Self.clock(seconds ?? total ?? 0) + length, isLast: true) }
    }

    private var length: String { total.map { " / " + Self.clock($0) } ?? "" }

    private func write(_ text: String, isLast: Bool) {
        if isTerminal {
            complain(controlling: "\r" + onTerminal(text) + (isLast ? "\n" : ""))
        } else {
            complain(text)
        }
    }

    /// The text in one row, behind which nothing is left of a longer one. A line that continues in a second row could not be written
    /// over.
    private func onTerminal(_ text: String) -> String {
        let clean = DisplayText.clean(text, isUnicode: kind.isUnicode)
        // In the last column some terminals begin a row.
        let columns = max(1, Terminal.columns(of: STDERR_FILENO) - 1)
        let isLong = DisplayText.width(clean) > columns
        let fitted = DisplayText.fitted(clean, to: columns, isUnicode: kind.isUnicode)
        guard kind.movesCursor else { return fitted }
        return (isLong ? fitted : clean) + "\u{1B}[K"
    }

    /// A bar that is full at full scale.
    static func meter(_ level: Float, isUnicode: Bool) -> String {
        let decibels = level > 0 ? 20 * log10f(level) : floor
        let share = max(0, min(1, 1 - decibels / floor))
        let filled = Int((share * Float(meterWidth)).rounded())
        let (full, empty) = isUnicode ? ("▮", "▯") : ("#", "-")
        return String(repeating: full, count: filled) + String(repeating: empty, count: meterWidth - filled)
    }

    /// Minutes and seconds, and hours where there are any: "3:05", "1:02:03".
    public static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.isFinite ? max(0, min(seconds, 1e9)) : 0)
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        let rest = ":" + twoDigits(whole % 60)
        return hours > 0 ? "\(hours):" + twoDigits(minutes) + rest : "\(minutes)" + rest
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
