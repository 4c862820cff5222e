// swift-format-ignore-file: TypeNamesShouldBeCapitalized
// Accelerate: digital signal processing, functions of vectors, and linear algebra. The C names are those of CAccelerate,
// which this module passes on, and so are those of the C library: programs call log and cos with this import alone.

@_exported public import CAccelerate

#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#endif

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
