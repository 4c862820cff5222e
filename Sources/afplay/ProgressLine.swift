import AudioCore
@preconcurrency import Glibc
import ToolSupport

/// The line that moves while a file plays: time, length and a level meter. Nothing where nobody looks.
struct ProgressLine {
    private let total: Double
    private let isShown: Bool

    /// Decibels below full scale at which the meter begins.
    private static let floor: Float = -48
    private static let meterWidth = 24

    init(seconds: Double) {
        total = seconds
        isShown = isatty(STDERR_FILENO) == 1
    }

    /// - Parameter levels: the largest absolute sample of each channel since the last call.
    func show(seconds: Double, levels: [Float], isSilent: Bool) {
        guard isShown else { return }
        let meters = isSilent ? "waiting for the sound server" : levels.map(Self.meter).joined(separator: " ")
        complain("\r\(Self.clock(seconds)) / \(Self.clock(total))  \(meters)\u{1B}[K", terminator: "")
    }

    func finish() {
        if isShown { complain("\r\(Self.clock(total)) / \(Self.clock(total))\u{1B}[K") }
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
        let whole = Int(max(0, seconds.isFinite ? seconds : 0))
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }
}
