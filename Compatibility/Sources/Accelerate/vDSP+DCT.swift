// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Cosine transforms.

public import CAccelerate

extension vDSP {
    /// The type of a cosine transform.
    @frozen public enum DCTTransformType: CaseIterable {
        case II
        case III
        case IV

        /// The value that the C functions take.
        public var dctType: vDSP_DCT_Type {
            switch self {
            case .II: .II
            case .III: .III
            case .IV: .IV
            }
        }
    }

    /// A cosine transform in single precision.
    public class DCT {
        private let setup: OpaquePointer
        private let count: Int

        /// Creates a transform, or returns nil for a count that `vDSP_DCT_CreateSetup` refuses.
        public init?(previous: DCT? = nil, count: Int, transformType: DCTTransformType) {
            guard
                let setup = vDSP_DCT_CreateSetup(previous?.setup, vDSP_Length(max(count, 0)), transformType.dctType)
            else { return nil }
            self.setup = setup
            self.count = count
        }

        deinit { vDSP_DFT_DestroySetup(setup) }

        /// Transforms a vector.
        public func transform<U: AccelerateBuffer>(_ vector: U) -> [Float] where U.Element == Float {
            made(count) { transform(vector, result: &$0) }
        }

        /// Transforms a vector, and stores the results.
        public func transform<U: AccelerateBuffer, V: AccelerateMutableBuffer>(_ vector: U, result: inout V)
        where U.Element == Float, V.Element == Float {
            precondition(vector.count >= count && result.count >= count, "a vector is shorter than the transform")
            write(&result) { r in read(vector) { a, _ in vDSP_DCT_Execute(setup, a, r) } }
        }
    }
}
