/// From where a sound is played, and how often.
struct Passes: Sendable {
    /// Seconds of the sound that are left out, each time.
    var start = 0.0
    /// How many times it is played; 0 for no end.
    var count = 1

    /// Whether the whole sound is played once.
    var areOne: Bool { start == 0 && count == 1 }

    func hasPass(_ pass: Int) -> Bool { count == 0 || pass < count }

    /// Seconds that a sound of so many seconds plays; nil without an end.
    func duration(of seconds: Double) -> Double? {
        let once = max(0, seconds - start)
        if count == 0 { return once > 0 ? nil : 0 }
        return once * Double(count)
    }
}
