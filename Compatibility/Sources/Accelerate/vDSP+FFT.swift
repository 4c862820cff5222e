// swift-format-ignore-file: TypeNamesShouldBeCapitalized
// Fast Fourier transforms of real numbers.

public import CAccelerate

extension vDSP {
    /// The radix of a transform.
    @frozen public enum Radix {
        case radix2
        case radix3
        case radix5

        /// The value that the C functions take.
        public var fftRadix: FFTRadix {
            switch self {
            case .radix2: FFTRadix(kFFTRadix2)
            case .radix3: FFTRadix(kFFTRadix3)
            case .radix5: FFTRadix(kFFTRadix5)
            }
        }
    }

    /// The direction of a transform.
    @frozen public enum FourierTransformDirection {
        case forward
        case inverse

        /// The value that the functions of discrete transforms take.
        public var dftDirection: vDSP_DFT_Direction { self == .forward ? .FORWARD : .INVERSE }

        /// The value that the functions of fast transforms take.
        public var fftDirection: FFTDirection {
            self == .forward ? FFTDirection(kFFTDirection_Forward) : FFTDirection(kFFTDirection_Inverse)
        }
    }

    /// A fast Fourier transform of 2^log2n real numbers, which `vDSP_fft_zrop` packs and scales.
    public class FFT<T: vDSP_FourierTransformable> {
        let setup: OpaquePointer
        let log2n: vDSP_Length

        /// Creates a transform of up to 2^log2n numbers, or nil if there is no memory for it.
        public init?(log2n: vDSP_Length, radix: Radix, ofType: T.Type) {
            guard let setup = T.FFTFunctions.makeFFTSetup(log2n: log2n, radix: radix) else { return nil }
            self.setup = setup
            self.log2n = log2n
        }

        deinit { T.FFTFunctions.destroySetup(setup) }

        /// Transforms numbers. Their type is that of the transform.
        public func transform<U: vDSP_FourierTransformable>(
            input: U, output: inout U, direction: FourierTransformDirection
        ) {
            precondition(U.self == T.self, "the transform is of another type")
            withUnsafePointer(to: input) { source in
                U.FFTFunctions.transform(
                    fftSetup: setup, log2n: log2n, source: source, destination: &output, direction: direction)
            }
        }

        /// Transforms forward.
        public func forward(input: DSPSplitComplex, output: inout DSPSplitComplex) {
            transform(input: input, output: &output, direction: .forward)
        }

        /// Transforms backward.
        public func inverse(input: DSPSplitComplex, output: inout DSPSplitComplex) {
            transform(input: input, output: &output, direction: .inverse)
        }

        /// Transforms forward.
        public func forward(input: DSPDoubleSplitComplex, output: inout DSPDoubleSplitComplex) {
            transform(input: input, output: &output, direction: .forward)
        }

        /// Transforms backward.
        public func inverse(input: DSPDoubleSplitComplex, output: inout DSPDoubleSplitComplex) {
            transform(input: input, output: &output, direction: .inverse)
        }
    }

    /// A fast Fourier transform of a matrix of real numbers, which `vDSP_fft2d_zrop` packs and scales.
    public class FFT2D<T: vDSP_FourierTransformable>: FFT<T> {
        let width: Int
        let height: Int

        /// Creates a transform of a matrix. Width and height are powers of two; nil if there is no memory for it.
        public required init?(width: Int, height: Int, ofType: T.Type) {
            self.width = width
            self.height = height
            let longest = vDSP_Length(max(width, height, 1))
            super.init(log2n: vDSP_Length(longest.trailingZeroBitCount), radix: .radix2, ofType: ofType)
        }

        /// Transforms a matrix. Its type is that of the transform.
        public override func transform<U: vDSP_FourierTransformable>(
            input: U, output: inout U, direction: FourierTransformDirection
        ) {
            precondition(U.self == T.self, "the transform is of another type")
            withUnsafePointer(to: input) { source in
                U.FFTFunctions.transform2D(
                    fftSetup: setup, width: width, height: height, source: source, destination: &output,
                    direction: direction)
            }
        }
    }
}

/// What a transform of a type of split complex numbers is made of.
public protocol vDSP_FourierTransformFunctions {
    associatedtype SplitComplex
    /// Creates a setup, or returns nil if there is no memory for it.
    static func makeFFTSetup(log2n: vDSP_Length, radix: vDSP.Radix) -> OpaquePointer?
    /// Transforms 2^log2n real numbers.
    static func transform(
        fftSetup: OpaquePointer, log2n: vDSP_Length, source: UnsafePointer<SplitComplex>,
        destination: UnsafeMutablePointer<SplitComplex>, direction: vDSP.FourierTransformDirection)
    /// Transforms a matrix of real numbers.
    static func transform2D(
        fftSetup: OpaquePointer, width: Int, height: Int, source: UnsafePointer<SplitComplex>,
        destination: UnsafeMutablePointer<SplitComplex>, direction: vDSP.FourierTransformDirection)
    /// Disposes of a setup.
    static func destroySetup(_ setup: OpaquePointer)
}

/// A type of split complex numbers that can be transformed.
public protocol vDSP_FourierTransformable {
    associatedtype FFTFunctions: vDSP_FourierTransformFunctions where Self == FFTFunctions.SplitComplex
}

extension DSPSplitComplex: vDSP_FourierTransformable {
    public typealias FFTFunctions = vDSP_SplitComplexFloat
}

extension DSPDoubleSplitComplex: vDSP_FourierTransformable {
    public typealias FFTFunctions = vDSP_SplitComplexDouble
}

/// Transforms in single precision.
@frozen public struct vDSP_SplitComplexFloat: vDSP_FourierTransformFunctions {
    public typealias SplitComplex = DSPSplitComplex

    public static func makeFFTSetup(log2n: vDSP_Length, radix: vDSP.Radix) -> OpaquePointer? {
        vDSP_create_fftsetup(log2n, radix.fftRadix)
    }

    public static func transform(
        fftSetup: OpaquePointer, log2n: vDSP_Length, source: UnsafePointer<SplitComplex>,
        destination: UnsafeMutablePointer<SplitComplex>, direction: vDSP.FourierTransformDirection
    ) {
        vDSP_fft_zrop(fftSetup, source, 1, destination, 1, log2n, direction.fftDirection)
    }

    public static func transform2D(
        fftSetup: OpaquePointer, width: Int, height: Int, source: UnsafePointer<SplitComplex>,
        destination: UnsafeMutablePointer<SplitComplex>, direction: vDSP.FourierTransformDirection
    ) {
        vDSP_fft2d_zrop(
            fftSetup, source, 1, 0, destination, 1, 0, vDSP_Length(width.trailingZeroBitCount),
            vDSP_Length(height.trailingZeroBitCount), direction.fftDirection)
    }

    public static func destroySetup(_ setup: OpaquePointer) { vDSP_destroy_fftsetup(setup) }
}

/// Transforms in double precision.
@frozen public struct vDSP_SplitComplexDouble: vDSP_FourierTransformFunctions {
    public typealias SplitComplex = DSPDoubleSplitComplex

    public static func makeFFTSetup(log2n: vDSP_Length, radix: vDSP.Radix) -> OpaquePointer? {
        vDSP_create_fftsetupD(log2n, radix.fftRadix)
    }

    public static func transform(
        fftSetup: OpaquePointer, log2n: vDSP_Length, source: UnsafePointer<SplitComplex>,
        destination: UnsafeMutablePointer<SplitComplex>, direction: vDSP.FourierTransformDirection
    ) {
        vDSP_fft_zropD(fftSetup, source, 1, destination, 1, log2n, direction.fftDirection)
    }

    public static func transform2D(
        fftSetup: OpaquePointer, width: Int, height: Int, source: UnsafePointer<SplitComplex>,
        destination: UnsafeMutablePointer<SplitComplex>, direction: vDSP.FourierTransformDirection
    ) {
        vDSP_fft2d_zropD(
            fftSetup, source, 1, 0, destination, 1, 0, vDSP_Length(width.trailingZeroBitCount),
            vDSP_Length(height.trailingZeroBitCount), direction.fftDirection)
    }

    public static func destroySetup(_ setup: OpaquePointer) { vDSP_destroy_fftsetupD(setup) }
}
