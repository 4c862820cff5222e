import Foundation

/// A circle around a point in front of the listener, who is at the origin and inside it. The x axis points to the right, and the z
/// axis to the back, as OpenAL has them; distances are metres.
struct Circle {
    typealias Vector = (x: Double, y: Double, z: Double)

    let radius: Double
    /// How far in front of the listener the centre is: less than the radius.
    let centre: Double
    /// Seconds for one turn.
    let period: Double

    /// Metres a second.
    static let speedOfSound = 343.3

    private func angle(_ time: Double) -> Double { 2 * .pi * time / period }

    /// At first in front, then to the right.
    func position(_ time: Double) -> Vector {
        (radius * sin(angle(time)), 0, -centre - radius * cos(angle(time)))
    }

    /// Metres a second. OpenAL does not take it from the positions.
    func velocity(_ time: Double) -> Vector {
        let speed = 2 * .pi * radius / period
        return (speed * cos(angle(time)), 0, speed * sin(angle(time)))
    }

    /// Where the source is, and by how much its pitch is higher than it would be at rest.
    func description(_ time: Double) -> String {
        let (position, velocity) = (position(time), velocity(time))
        let distance = hypot(position.x, position.z)
        let receding = (position.x * velocity.x + position.z * velocity.z) / distance
        let pitch = Self.speedOfSound / (Self.speedOfSound + receding)
        let names = ["front", "front right", "right", "back right", "back", "back left", "left", "front left"]
        let eighth = Int((atan2(position.x, -position.z) / (.pi / 4)).rounded()) & 7
        return names[eighth].padding(toLength: 12, withPad: " ", startingAt: 0)
            + String(format: "%5.1f m  pitch %+4.1f %%", distance, (pitch - 1) * 100)
    }
}
