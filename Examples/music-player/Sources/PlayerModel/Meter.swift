/// How far the bar of a level meter reaches. It jumps up with the sound and falls slowly, which the eye can follow.
package struct Meter: Equatable, Sendable {
    /// From 0 to 1.
    package private(set) var reading = 0.0

    /// Decibels at which the meter begins, at which it shows a loud sound, and one that is too loud.
    package static let (floor, loud, tooLoud) = (-48.0, -12.0, -3.0)
    /// The part of the meter that it falls in a second.
    private static let fallPerSecond = 0.75

    package init() {}

    /// The place of a level in decibels of full scale, from 0 to 1.
    package static func place(_ level: Double) -> Double { max(0, min(1 - level / floor, 1)) }

    /// Shows a level after so many seconds.
    package mutating func show(_ level: Double, after seconds: Double) {
        reading = max(Self.place(level), reading - Self.fallPerSecond * max(0, seconds), 0)
    }

    package mutating func fallSilent() { reading = 0 }
}
