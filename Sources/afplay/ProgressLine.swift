import AudioCore
@preconcurrency import Glibc
import ToolSupport

/// The line that moves while a file plays: time, length and a level meter.
///
/// On a terminal one line that is written over; elsewhere nothing, or a line for each step where it was asked for.
struct ProgressLine {
    private let total: Double
    private let isShown: Bool
    private let isTerminal: Bool

    /// Decibels below full scale at which the meter begins.
    private static let floor: Float = -48
    private static let meterWidth = 24

    init(seconds: Double, always: Bool) {
        total = seconds
        isTerminal = isatty(STDERR_FILENO) == 1
        isShown = isTerminal || always
    }

    /// - Parameter levels: the largest absolute sample of each channel since the last call.
    func show(seconds: Double, levels: [Float], isSilent: Bool) {
        guard isShown else { return }
        let meters = isSilent ? "waiting for the sound server" : levels.map(Self.meter).joined(separator: " ")
        write("\(Self.clock(seconds)) / \(Self.clock(total))  \(meters)", isLast: false)
    }

    func finish() {
        if isShown { write("\(Self.clock(total)) / \(Self.clock(total))", isLast: true) }
    }

    private func write(_ text: String, isLast: Bool) {
        if isTerminal {
            complain("\r\(text)\u{1B}[K", terminator: isLast ? "\n" : "")
        } else {
            complain(text)
        }
    }

    /// A bar that is full at full scale.
    static func meter(_ level: Float) -> String {
        let decibels = level > 0 ? 20 * log10f(level) : floor
        let share = max(0, min(1, 1 - decibels / floor))
        let filled = Int((share * Float(meterWidth)).rounded())
        return String(repeating: "▮", count: filled) + String(repeating: "▯", count: meterWidth - filled)
    }

    /// Minutes and seconds.
    static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.isFinite ? max(0, min(seconds, 1e9)) : 0)
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }
}
