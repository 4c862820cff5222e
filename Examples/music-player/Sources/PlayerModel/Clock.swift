/// Times as people read them.
package enum Clock {
    /// Such as 3:05 or 1:02:03, of whole seconds that have passed.
    package static func text(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? Int(max(0, min(seconds, 359_999))) : 0
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        let rest = twoDigits(whole % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(rest)" : "\(minutes):\(rest)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
