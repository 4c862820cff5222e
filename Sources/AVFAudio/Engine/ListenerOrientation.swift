import Glibc

/// How a listener's head is turned: as two directions or as three angles.
enum ListenerOrientation {
    case vectors(AVAudio3DVectorOrientation)
    case angles(AVAudio3DAngularOrientation)

    /// Looks ahead.
    static let usual = vectors(
        AVAudio3DVectorOrientation(forward: AVAudio3DVector(x: 0, y: 0, z: -1), up: AVAudio3DVector(x: 0, y: 1, z: 0)))

    /// - Returns: nil for directions of no length, for two that are the same or opposite, and for what is not a number.
    init?(_ orientation: AVAudio3DVectorOrientation) {
        guard orientation.forward.isFinite, orientation.up.isFinite else { return nil }
        let forward = SpaceVector(orientation.forward)
        guard let forward = forward.unit, SpaceVector(orientation.up).without(forward).unit != nil else { return nil }
        self = .vectors(orientation)
    }

    /// - Returns: nil for what is not a number.
    init?(_ orientation: AVAudio3DAngularOrientation) {
        guard orientation.yaw.isFinite, orientation.pitch.isFinite, orientation.roll.isFinite else { return nil }
        self = .angles(orientation)
    }

    var vectors: AVAudio3DVectorOrientation {
        switch self {
        case .vectors(let orientation): orientation
        case .angles(let orientation):
            Self.vectors(orientation.yaw, orientation.pitch, orientation.roll)
        }
    }

    var angles: AVAudio3DAngularOrientation {
        switch self {
        case .vectors(let orientation): Self.angles(orientation)
        case .angles(let orientation): orientation
        }
    }

    /// The angles with a yaw and a roll from -180 to 180 and a pitch from -90 to 90 degrees.
    var plainAngles: AVAudio3DAngularOrientation {
        if case .angles(let angles) = self, abs(angles.yaw) <= 180, abs(angles.pitch) <= 90, abs(angles.roll) <= 180 {
            return angles
        }
        return Self.angles(vectors)
    }

    private static func vectors(_ yaw: Float, _ pitch: Float, _ roll: Float) -> AVAudio3DVectorOrientation {
        let (yaw, pitch, roll) = (radians(yaw), radians(pitch), radians(roll))
        let axes = SpaceAxes(yaw: yaw, pitch: pitch)
        return AVAudio3DVectorOrientation(
            forward: axes.forward.point, up: (axes.up * cos(roll) + axes.right * sin(roll)).point)
    }

    private static func angles(_ orientation: AVAudio3DVectorOrientation) -> AVAudio3DAngularOrientation {
        guard let forward = SpaceVector(orientation.forward).unit,
            let up = SpaceVector(orientation.up).without(forward).unit
        else { return AVAudio3DAngularOrientation() }
        // A listener who looks straight up or down has turned to no side.
        let level = hypot(forward.x, forward.z)
        let yaw = level < 1e-7 ? 0 : atan2(forward.x, -forward.z)
        let pitch = atan2(forward.y, level)
        let axes = SpaceAxes(yaw: yaw, pitch: pitch)
        let roll = atan2(up.dot(axes.right), up.dot(axes.up))
        return AVAudio3DAngularOrientation(yaw: degrees(yaw), pitch: degrees(pitch), roll: degrees(roll))
    }

    private static func radians(_ degrees: Float) -> Double { Double(degrees).remainder(dividingBy: 360) * .pi / 180 }
    private static func degrees(_ radians: Double) -> Float { Float(radians * 180 / .pi) }
}

/// Where a head looks, and its right and its top, when it is not tilted.
private struct SpaceAxes {
    let forward: SpaceVector
    let right: SpaceVector
    let up: SpaceVector

    init(yaw: Double, pitch: Double) {
        forward = SpaceVector(sin(yaw) * cos(pitch), sin(pitch), -cos(yaw) * cos(pitch))
        right = SpaceVector(cos(yaw), 0, sin(yaw))
        up = SpaceVector(-sin(yaw) * sin(pitch), cos(pitch), cos(yaw) * sin(pitch))
    }
}

/// A vector: to the right, up, and back.
struct SpaceVector {
    let x: Double
    let y: Double
    let z: Double

    init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }
    init(_ point: AVAudio3DPoint) { self.init(Double(point.x), Double(point.y), Double(point.z)) }

    var point: AVAudio3DPoint { AVAudio3DPoint(x: Float(x), y: Float(y), z: Float(z)) }
    var length: Double { dot(self).squareRoot() }

    /// The same direction with a length of 1; nil for no direction.
    var unit: SpaceVector? { length > 1e-30 ? self * (1 / length) : nil }

    func dot(_ other: SpaceVector) -> Double { x * other.x + y * other.y + z * other.z }

    /// The part that is at right angles to a vector of length 1; nothing for what is as good as parallel.
    func without(_ other: SpaceVector) -> SpaceVector {
        let rest = self - other * dot(other)
        return rest.length > length * 1e-6 ? rest : SpaceVector(0, 0, 0)
    }

    static func * (vector: SpaceVector, factor: Double) -> SpaceVector {
        SpaceVector(vector.x * factor, vector.y * factor, vector.z * factor)
    }
    static func + (one: SpaceVector, other: SpaceVector) -> SpaceVector {
        SpaceVector(one.x + other.x, one.y + other.y, one.z + other.z)
    }
    static func - (one: SpaceVector, other: SpaceVector) -> SpaceVector { one + other * -1 }
}
