// swift-format-ignore-file: TypeNamesShouldBeCapitalized
// Discrete Fourier transforms that throw, of split and of interleaved complex numbers.

public import CAccelerate

/// A type that can be transformed: `Float` and `Double` by parts that stand apart, `DSPComplex` and `DSPDoubleComplex`
/// interleaved.
public protocol vDSP_DiscreteFourierTransformable {
    associatedtype DiscreteFourierTransformFunctions: vDSP_DiscreteTransformLifecycleFunctions
}

/// How setups of transforms are made.
public protocol vDSP_DiscreteTransformLifecycleFunctions {
    /// Creates a setup, or throws a `vDSP.DFTError`.
    static func makeDiscreteFourierTransform(
        previous: OpaquePointer?, count: Int, direction: vDSP.FourierTransformDirection,
        transformType: vDSP.DFTTransformType
    ) throws -> OpaquePointer
    /// Disposes of a setup.
    static func destroySetup(_ setup: OpaquePointer)
}

extension vDSP {
    /// Why a transform cannot be made.
    public enum DFTError: Error {
        case invalidSplitComplexCount(count: Int, transformType: DFTTransformType)
        case invalidInterleavedCount(count: Int)

        /// A sentence about the error.
        public var errorDescription: String? {
            switch self {
            case .invalidSplitComplexCount(let count, let type):
                "\(count) elements cannot be transformed. The count is f * 2^n, where f is 1, 3, 5 or 15, and n is at least "
                    + (type == .complexComplex ? "3." : "4.")
            case .invalidInterleavedCount(let count):
                "\(count) interleaved elements cannot be transformed. The count is f * 2^n, where f is 1, 3, 5 or 15, and n "
                    + "is at least 2 for complex numbers and 3 for real ones."
            }
        }
    }

    /// A discrete Fourier transform. Use the methods for the type that it was made of.
    public class DiscreteFourierTransform<T: vDSP_DiscreteFourierTransformable> {
        let setup: OpaquePointer
        /// The number of real parts, and of imaginary parts.
        let partCount: Int

        /// Creates a transform.
        /// - Throws: `vDSP.DFTError` for a count that cannot be transformed.
        public init(
            previous: DiscreteFourierTransform<Float>? = nil, count: Int, direction: FourierTransformDirection,
            transformType: DFTTransformType, ofType: T.Type
        ) throws {
            setup = try T.DiscreteFourierTransformFunctions.makeDiscreteFourierTransform(
                previous: previous?.setup, count: count, direction: direction, transformType: transformType)
            partCount = transformType == .complexComplex ? count : count / 2
        }

        deinit { T.DiscreteFourierTransformFunctions.destroySetup(setup) }

        func check<U>(_ type: U.Type, _ counts: Int...) {
            precondition(T.self == type, "the transform is of another type")
            precondition(counts.allSatisfy { $0 >= partCount }, "a vector is shorter than the transform")
        }

        /// Transforms, and returns the parts of the results.
        public func transform<U: AccelerateBuffer>(real: U, imaginary: U) -> (real: [Float], imaginary: [Float])
        where U.Element == Float {
            var second: [Float] = []
            let first: [Float] = made(partCount) { r in
                second = made(partCount) { i in
                    transform(inputReal: real, inputImaginary: imaginary, outputReal: &r, outputImaginary: &i)
                }
            }
            return (first, second)
        }

        /// Transforms, and stores the parts of the results.
        public func transform<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
            inputReal: U, inputImaginary: U, outputReal: inout V, outputImaginary: inout V
        ) where U.Element == Float, V.Element == Float {
            check(Float.self, inputReal.count, inputImaginary.count, outputReal.count, outputImaginary.count)
            VectorizableFloat.transform(
                dftSetup: setup, inputReal: inputReal, inputImaginary: inputImaginary, outputReal: &outputReal,
                outputImaginary: &outputImaginary)
        }

        /// Transforms interleaved numbers.
        public func transform<U: AccelerateBuffer>(input: U) -> [DSPComplex] where U.Element == DSPComplex {
            made(partCount) { transform(input: input, output: &$0) }
        }

        /// Transforms interleaved numbers, and stores the results.
        public func transform<U: AccelerateBuffer, V: AccelerateMutableBuffer>(input: U, output: inout V)
        where U.Element == DSPComplex, V.Element == DSPComplex {
            check(DSPComplex.self, input.count, output.count)
            write(&output) { r in read(input) { a, _ in vDSP_DFT_Interleaved_Execute(setup, a, r) } }
        }

        /// Transforms, and returns the parts of the results.
        public func transform<U: AccelerateBuffer>(real: U, imaginary: U) -> (real: [Double], imaginary: [Double])
        where U.Element == Double {
            var second: [Double] = []
            let first: [Double] = made(partCount) { r in
                second = made(partCount) { i in
                    transform(inputReal: real, inputImaginary: imaginary, outputReal: &r, outputImaginary: &i)
                }
            }
            return (first, second)
        }

        /// Transforms, and stores the parts of the results.
        public func transform<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
            inputReal: U, inputImaginary: U, outputReal: inout V, outputImaginary: inout V
        ) where U.Element == Double, V.Element == Double {
            check(Double.self, inputReal.count, inputImaginary.count, outputReal.count, outputImaginary.count)
            VectorizableDouble.transform(
                dftSetup: setup, inputReal: inputReal, inputImaginary: inputImaginary, outputReal: &outputReal,
                outputImaginary: &outputImaginary)
        }

        /// Transforms interleaved numbers.
        public func transform<U: AccelerateBuffer>(input: U) -> [DSPDoubleComplex] where U.Element == DSPDoubleComplex {
            made(partCount) { transform(input: input, output: &$0) }
        }

        /// Transforms interleaved numbers, and stores the results.
        public func transform<U: AccelerateBuffer, V: AccelerateMutableBuffer>(input: U, output: inout V)
        where U.Element == DSPDoubleComplex, V.Element == DSPDoubleComplex {
            check(DSPDoubleComplex.self, input.count, output.count)
            write(&output) { r in read(input) { a, _ in vDSP_DFT_Interleaved_ExecuteD(setup, a, r) } }
        }
    }
}

// MARK: - Setups

extension vDSP {
    /// Setups of split complex numbers in single precision.
    @frozen public struct DFTSinglePrecisionSplitComplexFunctions: vDSP_DiscreteTransformLifecycleFunctions {
        public static func makeDiscreteFourierTransform(
            previous: OpaquePointer? = nil, count: Int, direction: FourierTransformDirection,
            transformType: DFTTransformType
        ) throws -> OpaquePointer {
            let length = vDSP_Length(max(count, 0))
            let setup: OpaquePointer? =
                switch transformType {
                case .complexComplex: vDSP_DFT_zop_CreateSetup(previous, length, direction.dftDirection)
                case .complexReal: vDSP_DFT_zrop_CreateSetup(previous, length, direction.dftDirection)
                }
            guard let setup else {
                throw DFTError.invalidSplitComplexCount(count: count, transformType: transformType)
            }
            return setup
        }

        public static func destroySetup(_ setup: OpaquePointer) { vDSP_DFT_DestroySetup(setup) }
    }

    /// Setups of interleaved complex numbers in single precision.
    @frozen public struct DFTSinglePrecisionInterleavedFunctions: vDSP_DiscreteTransformLifecycleFunctions {
        public static func makeDiscreteFourierTransform(
            previous: OpaquePointer? = nil, count: Int, direction: FourierTransformDirection,
            transformType: DFTTransformType
        ) throws -> OpaquePointer {
            let kind: vDSP_DFT_RealtoComplex =
                transformType == .complexComplex ? .interleaved_ComplextoComplex : .interleaved_RealtoComplex
            guard
                let setup = vDSP_DFT_Interleaved_CreateSetup(
                    previous, vDSP_Length(max(count, 0)), direction.dftDirection, kind)
            else { throw DFTError.invalidInterleavedCount(count: count) }
            return setup
        }

        public static func destroySetup(_ setup: OpaquePointer) { vDSP_DFT_Interleaved_DestroySetup(setup) }
    }

    /// Setups of split complex numbers in double precision.
    @frozen public struct DFTDoublePrecisionSplitComplexFunctions: vDSP_DiscreteTransformLifecycleFunctions {
        public static func makeDiscreteFourierTransform(
            previous: OpaquePointer? = nil, count: Int, direction: FourierTransformDirection,
            transformType: DFTTransformType
        ) throws -> OpaquePointer {
            let length = vDSP_Length(max(count, 0))
            let setup: OpaquePointer? =
                switch transformType {
                case .complexComplex: vDSP_DFT_zop_CreateSetupD(previous, length, direction.dftDirection)
                case .complexReal: vDSP_DFT_zrop_CreateSetupD(previous, length, direction.dftDirection)
                }
            guard let setup else {
                throw DFTError.invalidSplitComplexCount(count: count, transformType: transformType)
            }
            return setup
        }

        public static func destroySetup(_ setup: OpaquePointer) { vDSP_DFT_DestroySetupD(setup) }
    }

    /// Setups of interleaved complex numbers in double precision.
    @frozen public struct DFTDoublePrecisionInterleavedFunctions: vDSP_DiscreteTransformLifecycleFunctions {
        public static func makeDiscreteFourierTransform(
            previous: OpaquePointer? = nil, count: Int, direction: FourierTransformDirection,
            transformType: DFTTransformType
        ) throws -> OpaquePointer {
            let kind: vDSP_DFT_RealtoComplex =
                transformType == .complexComplex ? .interleaved_ComplextoComplex : .interleaved_RealtoComplex
            guard
                let setup = vDSP_DFT_Interleaved_CreateSetupD(
                    previous, vDSP_Length(max(count, 0)), direction.dftDirection, kind)
            else { throw DFTError.invalidInterleavedCount(count: count) }
            return setup
        }

        public static func destroySetup(_ setup: OpaquePointer) { vDSP_DFT_Interleaved_DestroySetupD(setup) }
    }
}

extension Float: vDSP_DiscreteFourierTransformable {
    public typealias DiscreteFourierTransformFunctions = vDSP.DFTSinglePrecisionSplitComplexFunctions
}

extension Double: vDSP_DiscreteFourierTransformable {
    public typealias DiscreteFourierTransformFunctions = vDSP.DFTDoublePrecisionSplitComplexFunctions
}

extension DSPComplex: vDSP_DiscreteFourierTransformable {
    public typealias DiscreteFourierTransformFunctions = vDSP.DFTSinglePrecisionInterleavedFunctions
}

extension DSPDoubleComplex: vDSP_DiscreteFourierTransformable {
    public typealias DiscreteFourierTransformFunctions = vDSP.DFTDoublePrecisionInterleavedFunctions
}
