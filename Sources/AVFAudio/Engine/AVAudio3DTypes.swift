/// A point in metres: to the right, up, and back.
public struct AVAudio3DPoint: Sendable {
    /// To the right.
    public var x: Float
    /// Up.
    public var y: Float
    /// Back: what is ahead of a listener who has not turned has a negative number.
    public var z: Float

    /// Creates the point (0, 0, 0).
    public init() { (x, y, z) = (0, 0, 0) }

    /// Creates a point.
    ///
    /// - Parameters:
    ///   - x: metres to the right.
    ///   - y: metres up.
    ///   - z: metres back.
    public init(x: Float, y: Float, z: Float) { (self.x, self.y, self.z) = (x, y, z) }
}

/// A direction. The length does not matter.
public typealias AVAudio3DVector = AVAudio3DPoint

/// Where a listener looks, and where the top of the head is.
public struct AVAudio3DVectorOrientation: Sendable {
    /// Where the listener looks.
    public var forward: AVAudio3DVector
    /// The top of the head. Only the part that is at right angles to `forward` counts.
    public var up: AVAudio3DVector

    /// Creates an orientation of zeros, which is none.
    public init() { (forward, up) = (AVAudio3DVector(), AVAudio3DVector()) }

    /// Creates an orientation.
    ///
    /// - Parameters:
    ///   - forward: where the listener looks.
    ///   - up: the top of the head.
    public init(forward: AVAudio3DVector, up: AVAudio3DVector) { (self.forward, self.up) = (forward, up) }
}

/// How a listener's head is turned, in degrees: first to the right, then up, then tilted to the right.
public struct AVAudio3DAngularOrientation: Sendable {
    /// To the right.
    public var yaw: Float
    /// Up.
    public var pitch: Float
    /// Tilted to the right.
    public var roll: Float

    /// Creates the orientation of a listener who looks ahead.
    public init() { (yaw, pitch, roll) = (0, 0, 0) }

    /// Creates an orientation.
    ///
    /// - Parameters:
    ///   - yaw: degrees to the right.
    ///   - pitch: degrees up.
    ///   - roll: degrees of the tilt to the right.
    public init(yaw: Float, pitch: Float, roll: Float) { (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll) }
}

/// Creates a point.
///
/// - Parameters:
///   - x: metres to the right.
///   - y: metres up.
///   - z: metres back.
/// - Returns: the point.
public func AVAudioMake3DPoint(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DPoint {
    AVAudio3DPoint(x: x, y: y, z: z)
}

/// Creates a direction.
///
/// - Parameters:
///   - x: to the right.
///   - y: up.
///   - z: back.
/// - Returns: the direction.
public func AVAudioMake3DVector(_ x: Float, _ y: Float, _ z: Float) -> AVAudio3DVector {
    AVAudio3DVector(x: x, y: y, z: z)
}

/// Creates an orientation of directions.
///
/// - Parameters:
///   - forward: where the listener looks.
///   - up: the top of the head.
/// - Returns: the orientation.
public func AVAudioMake3DVectorOrientation(
    _ forward: AVAudio3DVector, _ up: AVAudio3DVector
) -> AVAudio3DVectorOrientation { AVAudio3DVectorOrientation(forward: forward, up: up) }

/// Creates an orientation of angles.
///
/// - Parameters:
///   - yaw: degrees to the right.
///   - pitch: degrees up.
///   - roll: degrees of the tilt to the right.
/// - Returns: the orientation.
public func AVAudioMake3DAngularOrientation(_ yaw: Float, _ pitch: Float, _ roll: Float) -> AVAudio3DAngularOrientation
{
    AVAudio3DAngularOrientation(yaw: yaw, pitch: pitch, roll: roll)
}

extension AVAudio3DPoint {
    /// Whether all of it are numbers.
    var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
