public import Foundation

/// A transform of the plane that keeps lines parallel: x' = a x + c y + tx, y' = b x + d y + ty.
///
/// On a Mac it is Core Graphics'. Foundation on Linux has none.
@frozen
public struct CGAffineTransform: Hashable, Sendable {
    /// What x adds to x'.
    ///
    /// 1 in the transform that changes nothing, and the cosine of the angle in one that turns.
    public var a: CGFloat
    /// What x adds to y'.
    ///
    /// 0 in the transform that changes nothing, and the sine of the angle in one that turns.
    public var b: CGFloat
    /// What y adds to x'.
    ///
    /// 0 in the transform that changes nothing, and the negated sine of the angle in one that turns.
    public var c: CGFloat
    /// What y adds to y'.
    ///
    /// 1 in the transform that changes nothing, and the cosine of the angle in one that turns.
    public var d: CGFloat
    /// How far to the right everything is moved.
    ///
    /// 0 in a transform that leaves the origin where it is.
    public var tx: CGFloat
    /// How far along y everything is moved.
    ///
    /// 0 in a transform that leaves the origin where it is. With the origin at the upper left, y grows downward.
    public var ty: CGFloat

    /// Makes a transform of its numbers.
    ///
    /// Any numbers may be given. A transform whose a d − b c is 0 makes lines of areas, and cannot be undone.
    ///
    /// - Parameters:
    ///   - a: what x adds to x'.
    ///   - b: what x adds to y'.
    ///   - c: what y adds to x'.
    ///   - d: what y adds to y'.
    ///   - tx: how far to the right everything is moved.
    ///   - ty: how far along y everything is moved.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Makes a transform of numbers that are all 0.
    ///
    /// It moves all points to the origin. `identity` is the transform that changes nothing.
    public init() { self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0) }

    /// Makes a transform that moves.
    ///
    /// Sizes stay what they are: `CGSize.applying(_:)` does not look at the move.
    ///
    /// - Parameters:
    ///   - tx: how far to the right.
    ///   - ty: how far along y.
    public init(translationX tx: CGFloat, y ty: CGFloat) { self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty) }

    /// Makes a transform that stretches.
    ///
    /// A factor below 0 mirrors. With a factor of 0 the transform cannot be undone.
    ///
    /// - Parameters:
    ///   - sx: the factor of x.
    ///   - sy: the factor of y.
    public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0) }

    /// Makes a transform that turns around the origin.
    ///
    /// With y that grows downward, as in pictures, the turn of a positive angle is clockwise.
    ///
    /// - Parameter angle: the angle in radians, from x toward y.
    public init(rotationAngle angle: CGFloat) {
        self.init(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle), tx: 0, ty: 0)
    }

    /// The transform that changes nothing.
    ///
    /// It is what `preferredTransform` is of a track whose pictures are shown as they are.
    public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    /// Whether the transform changes nothing.
    ///
    /// The numbers are compared exactly: a turn by 2π is not taken for none.
    public var isIdentity: Bool { self == .identity }

    /// This transform, and then another.
    ///
    /// - Parameter t2: the other.
    /// - Returns: one transform for both.
    public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
        CGAffineTransform(
            a: a * t2.a + b * t2.c, b: a * t2.b + b * t2.d, c: c * t2.a + d * t2.c, d: c * t2.b + d * t2.d,
            tx: tx * t2.a + ty * t2.c + t2.tx, ty: tx * t2.b + ty * t2.d + t2.ty)
    }

    /// The transform that undoes this one.
    ///
    /// - Returns: the transform; this one where there is none.
    public func inverted() -> CGAffineTransform {
        let area = a * d - b * c
        guard area != 0, area.isFinite else { return self }
        return CGAffineTransform(
            a: d / area, b: -b / area, c: -c / area, d: a / area, tx: (c * ty - d * tx) / area,
            ty: (b * tx - a * ty) / area)
    }

    /// A move, and then this transform.
    ///
    /// - Parameters:
    ///   - tx: how far to the right.
    ///   - ty: how far along y.
    /// - Returns: one transform for both.
    public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
        CGAffineTransform(translationX: tx, y: ty).concatenating(self)
    }

    /// A stretch, and then this transform.
    ///
    /// - Parameters:
    ///   - sx: the factor of x.
    ///   - sy: the factor of y.
    /// - Returns: one transform for both.
    public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
        CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
    }

    /// A turn, and then this transform.
    ///
    /// - Parameter angle: the angle in radians.
    /// - Returns: one transform for both.
    public func rotated(by angle: CGFloat) -> CGAffineTransform {
        CGAffineTransform(rotationAngle: angle).concatenating(self)
    }
}

extension CGPoint {
    /// Where a transform moves the point.
    ///
    /// - Parameter t: the transform.
    /// - Returns: the place.
    public func applying(_ t: CGAffineTransform) -> CGPoint {
        CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
    }
}

extension CGSize {
    /// What a transform makes of the size.
    ///
    /// It is not moved, and may be below 0.
    ///
    /// - Parameter t: the transform.
    /// - Returns: the size.
    public func applying(_ t: CGAffineTransform) -> CGSize {
        CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
    }
}

extension CGRect {
    /// The smallest rectangle around what a transform makes of this one.
    ///
    /// - Parameter t: the transform.
    /// - Returns: the rectangle.
    public func applying(_ t: CGAffineTransform) -> CGRect {
        let corners = [(minX, minY), (maxX, minY), (minX, maxY), (maxX, maxY)].map {
            CGPoint(x: $0.0, y: $0.1).applying(t)
        }
        let (left, right) = (corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0)
        let (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
