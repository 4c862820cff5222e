// swift-format-ignore-file: TypeNamesShouldBeCapitalized
// Discrete Fourier transforms of vectors, and cosine transforms.

import CAccelerate

extension vDSP {
    /// Whether a transform has complex numbers on both sides, or real numbers on one.
    @frozen public enum DFTTransformType {
        case complexComplex
        /// Real numbers are packed: even ones in the real parts, odd ones in the imaginary parts. See `vDSP_fft_zrip`.
        case complexReal
    }

    /// A discrete Fourier transform of real and imaginary parts that stand apart.
    public class DFT<T: vDSP_FloatingPointDiscreteFourierTransformable> {
        let setup: OpaquePointer
        /// The number of real parts, and of imaginary parts.
        let partCount: Int

        /// Creates a transform, or returns nil for a count that `vDSP_DFT_zop_CreateSetup` or
        /// `vDSP_DFT_zrop_CreateSetup` refuses.
        public init?(
            previous: DFT<T>? = nil, count: Int, direction: FourierTransformDirection, transformType: DFTTransformType,
            ofType: T.Type
        ) {
            guard
                let setup = T.DFTFunctions.makeDFTSetup(
                    previous: previous, count: count, direction: direction, transformType: transformType)
            else { return nil }
            self.setup = setup
            partCount = transformType == .complexComplex ? count : count / 2
        }

        deinit { T.DFTFunctions.destroySetup(setup) }

        /// Transforms, and returns the parts of the results.
        public func transform<U: AccelerateBuffer>(inputReal: U, inputImaginary: U) -> (real: [T], imaginary: [T])
        where U.Element == T {
            var imaginary: [T] = []
            let real: [T] = made(partCount) { r in
                imaginary = made(partCount) { i in
                    transform(
                        inputReal: inputReal, inputImaginary: inputImaginary, outputReal: &r, outputImaginary: &i)
                }
            }
            return (real, imaginary)
        }

        /// Transforms, and stores the parts of the results.
        public func transform<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
            inputReal: U, inputImaginary: U, outputReal: inout V, outputImaginary: inout V
        ) where U.Element == T, V.Element == T {
            precondition(
                inputReal.count >= partCount && inputImaginary.count >= partCount && outputReal.count >= partCount
                    && outputImaginary.count >= partCount, "a vector is shorter than the transform")
            T.DFTFunctions.transform(
                dftSetup: setup, inputReal: inputReal, inputImaginary: inputImaginary, outputReal: &outputReal,
                outputImaginary: &outputImaginary)
        }
    }
}

/// A type of numbers that can be transformed: `Float` and `Double`.
public protocol vDSP_FloatingPointDiscreteFourierTransformable: BinaryFloatingPoint {
    associatedtype DFTFunctions: vDSP_DFTFunctions where Self == DFTFunctions.Scalar
}

/// What a transform of a type of numbers is made of.
public protocol vDSP_DFTFunctions {
    associatedtype Scalar
    /// Creates a setup, or returns nil for a count that cannot be transformed.
    static func makeDFTSetup<T: vDSP_FloatingPointDiscreteFourierTransformable>(
        previous: vDSP.DFT<T>?, count: Int, direction: vDSP.FourierTransformDirection,
        transformType: vDSP.DFTTransformType
    ) -> OpaquePointer?
    /// Transforms as the setup says.
    static func transform<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        dftSetup: OpaquePointer, inputReal: U, inputImaginary: U, outputReal: inout V, outputImaginary: inout V
    ) where U.Element == Scalar, V.Element == Scalar
    /// Disposes of a setup.
    static func destroySetup(_ setup: OpaquePointer)
}

extension Float: vDSP_FloatingPointDiscreteFourierTransformable {
    public typealias DFTFunctions = vDSP.VectorizableFloat
}

extension Double: vDSP_FloatingPointDiscreteFourierTransformable {
    public typealias DFTFunctions = vDSP.VectorizableDouble
}

extension vDSP.VectorizableFloat: vDSP_DFTFunctions {
    public static func makeDFTSetup<T: vDSP_FloatingPointDiscreteFourierTransformable>(
        previous: vDSP.DFT<T>? = nil, count: Int, direction: vDSP.FourierTransformDirection,
        transformType: vDSP.DFTTransformType
    ) -> OpaquePointer? {
        switch transformType {
        case .complexComplex: vDSP_DFT_zop_CreateSetup(previous?.setup, vDSP_Length(count), direction.dftDirection)
        case .complexReal: vDSP_DFT_zrop_CreateSetup(previous?.setup, vDSP_Length(count), direction.dftDirection)
        }
    }

    public static func transform<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        dftSetup: OpaquePointer, inputReal: U, inputImaginary: U, outputReal: inout V, outputImaginary: inout V
    ) where U.Element == Float, V.Element == Float {
        write(&outputReal) { r in
            write(&outputImaginary) { i in
                read(inputReal) { a, _ in read(inputImaginary) { b, _ in vDSP_DFT_Execute(dftSetup, a, b, r, i) } }
            }
        }
    }

    public static func destroySetup(_ setup: OpaquePointer) { vDSP_DFT_DestroySetup(setup) }
}

extension vDSP.VectorizableDouble: vDSP_DFTFunctions {
    public static func makeDFTSetup<T: vDSP_FloatingPointDiscreteFourierTransformable>(
        previous: vDSP.DFT<T>? = nil, count: Int, direction: vDSP.FourierTransformDirection,
        transformType: vDSP.DFTTransformType
    ) -> OpaquePointer? {
        switch transformType {
        case .complexComplex: vDSP_DFT_zop_CreateSetupD(previous?.setup, vDSP_Length(count), direction.dftDirection)
        case .complexReal: vDSP_DFT_zrop_CreateSetupD(previous?.setup, vDSP_Length(count), direction.dftDirection)
        }
    }

    public static func transform<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        dftSetup: OpaquePointer, inputReal: U, inputImaginary: U, outputReal: inout V, outputImaginary: inout V
    ) where U.Element == Double, V.Element == Double {
        write(&outputReal) { r in
            write(&outputImaginary) { i in
                read(inputReal) { a, _ in read(inputImaginary) { b, _ in vDSP_DFT_ExecuteD(dftSetup, a, b, r, i) } }
            }
        }
    }

    public static func destroySetup(_ setup: OpaquePointer) { vDSP_DFT_DestroySetupD(setup) }
}
