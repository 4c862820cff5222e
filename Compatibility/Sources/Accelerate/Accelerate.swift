// swift-format-ignore-file: TypeNamesShouldBeCapitalized
// Accelerate: digital signal processing, functions of vectors, and linear algebra. The C names are those of CAccelerate,
// which this module passes on.

@_exported public import CAccelerate

/// Digital signal processing.
@frozen public enum vDSP {
    /// What transforms and filters of `Float` are made of.
    @frozen public struct VectorizableFloat {
        public typealias Scalar = Float
    }

    /// What transforms and filters of `Double` are made of.
    @frozen public struct VectorizableDouble {
        public typealias Scalar = Double
    }
}

/// Functions of vectors.
@frozen public enum vForce {}
