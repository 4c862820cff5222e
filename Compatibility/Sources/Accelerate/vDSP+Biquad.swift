// swift-format-ignore-file: TypeNamesShouldBeCapitalized
// Filters of second order in a chain.

public import CAccelerate

extension vDSP {
    /// A chain of filters of second order, for one or several channels. Copies share the state of the filter.
    public struct Biquad<T: vDSP_FloatingPointBiquadFilterable> {
        private let storage: Storage

        /// The setup and the state of one channel; several channels have theirs in the setup.
        private final class Storage {
            let setup: OpaquePointer
            let channelCount: vDSP_Length, sectionCount: vDSP_Length
            var delays: [T]

            init(setup: OpaquePointer, channelCount: vDSP_Length, sectionCount: vDSP_Length) {
                self.setup = setup
                self.channelCount = channelCount
                self.sectionCount = sectionCount
                delays = Array(repeating: 0, count: Int(sectionCount) * 2 + 2)
            }

            deinit { T.BiquadFunctions.destroySetup(channelCount: channelCount, biquadSetup: setup) }
        }

        /// Creates a filter. Each section has the coefficients b0, b1, b2, a1, a2; those of a section's channels stand side
        /// by side. Returns nil unless there are five coefficients for each section of each channel.
        public init?(coefficients: [Double], channelCount: vDSP_Length, sectionCount: vDSP_Length, ofType: T.Type) {
            guard channelCount > 0, sectionCount > 0, coefficients.count == Int(channelCount * sectionCount) * 5,
                let setup = T.BiquadFunctions.makeBiquadSetup(
                    channelCount: channelCount, coefficients: coefficients, sectionCount: sectionCount)
            else { return nil }
            storage = Storage(setup: setup, channelCount: channelCount, sectionCount: sectionCount)
        }

        /// Filters. The elements of several channels follow each other, channel after channel.
        public mutating func apply<U: AccelerateBuffer>(input: U) -> [T] where U.Element == T {
            made(input.count) { apply(input: input, output: &$0) }
        }

        /// Filters, and stores the results. The elements of several channels follow each other, channel after channel.
        public mutating func apply<U: AccelerateBuffer, V: AccelerateMutableBuffer>(input: U, output: inout V)
        where U.Element == T, V.Element == T {
            precondition(input.count == output.count, "input and output have different counts")
            let channels = Int(storage.channelCount)
            let count = input.count / channels
            guard channels > 1 else {
                storage.delays.withUnsafeMutableBufferPointer {
                    T.BiquadFunctions.applySingle(
                        source: input, destination: &output, delays: $0.baseAddress!, setup: storage.setup,
                        sectionCount: storage.sectionCount, count: vDSP_Length(count))
                }
                return
            }
            write(&output) { r in
                read(input) { a, _ in
                    var inputs = (0..<channels).map { a + $0 * count }
                    var outputs = (0..<channels).map { r + $0 * count }
                    T.BiquadFunctions.applyMulti(
                        setup: storage.setup, pInputs: &inputs, pOutputs: &outputs, count: vDSP_Length(count))
                }
            }
        }
    }
}

/// A type of numbers that can be filtered: `Float` and `Double`.
public protocol vDSP_FloatingPointBiquadFilterable: BinaryFloatingPoint {
    associatedtype BiquadFunctions: vDSP_BiquadFunctions where Self == BiquadFunctions.Scalar
}

/// What a filter of a type of numbers is made of.
public protocol vDSP_BiquadFunctions {
    associatedtype Scalar
    /// Creates a setup for one channel or for several.
    static func makeBiquadSetup(
        channelCount: vDSP_Length, coefficients: [Double], sectionCount: vDSP_Length
    ) -> OpaquePointer?
    /// Filters one channel. `delays` has 2 * sectionCount + 2 elements.
    static func applySingle<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        source: U, destination: inout V, delays: UnsafeMutablePointer<Scalar>, setup: vDSP_biquad_Setup,
        sectionCount: vDSP_Length, count: vDSP_Length
    ) where U.Element == Scalar, V.Element == Scalar
    /// Filters several channels.
    static func applyMulti(
        setup: vDSP_biquadm_SetupD, pInputs: UnsafeMutablePointer<UnsafePointer<Scalar>>,
        pOutputs: UnsafeMutablePointer<UnsafeMutablePointer<Scalar>>, count: vDSP_Length)
    /// Disposes of a setup that was made for as many channels.
    static func destroySetup(channelCount: UInt, biquadSetup: OpaquePointer)
}

extension Float: vDSP_FloatingPointBiquadFilterable {
    public typealias BiquadFunctions = vDSP.VectorizableFloat
}

extension Double: vDSP_FloatingPointBiquadFilterable {
    public typealias BiquadFunctions = vDSP.VectorizableDouble
}

extension vDSP.VectorizableFloat: vDSP_BiquadFunctions {
    public static func makeBiquadSetup(
        channelCount: vDSP_Length, coefficients: [Double], sectionCount: vDSP_Length
    ) -> OpaquePointer? {
        channelCount == 1
            ? vDSP_biquad_CreateSetup(coefficients, sectionCount)
            : vDSP_biquadm_CreateSetup(coefficients, sectionCount, channelCount)
    }

    public static func applySingle<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        source: U, destination: inout V, delays: UnsafeMutablePointer<Float>, setup: vDSP_biquad_Setup,
        sectionCount: vDSP_Length, count: vDSP_Length
    ) where U.Element == Float, V.Element == Float {
        write(&destination) { r in read(source) { a, _ in vDSP_biquad(setup, delays, a, 1, r, 1, count) } }
    }

    public static func applyMulti(
        setup: vDSP_biquadm_SetupD, pInputs: UnsafeMutablePointer<UnsafePointer<Float>>,
        pOutputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, count: vDSP_Length
    ) {
        vDSP_biquadm(setup, pInputs, 1, pOutputs, 1, count)
    }

    public static func destroySetup(channelCount: UInt, biquadSetup: OpaquePointer) {
        if channelCount == 1 {
            vDSP_biquad_DestroySetup(biquadSetup)
        } else {
            vDSP_biquadm_DestroySetup(biquadSetup)
        }
    }
}

extension vDSP.VectorizableDouble: vDSP_BiquadFunctions {
    public static func makeBiquadSetup(
        channelCount: vDSP_Length, coefficients: [Double], sectionCount: vDSP_Length
    ) -> OpaquePointer? {
        channelCount == 1
            ? vDSP_biquad_CreateSetupD(coefficients, sectionCount)
            : vDSP_biquadm_CreateSetupD(coefficients, sectionCount, channelCount)
    }

    public static func applySingle<U: AccelerateBuffer, V: AccelerateMutableBuffer>(
        source: U, destination: inout V, delays: UnsafeMutablePointer<Double>, setup: vDSP_biquad_Setup,
        sectionCount: vDSP_Length, count: vDSP_Length
    ) where U.Element == Double, V.Element == Double {
        write(&destination) { r in read(source) { a, _ in vDSP_biquadD(setup, delays, a, 1, r, 1, count) } }
    }

    public static func applyMulti(
        setup: vDSP_biquadm_SetupD, pInputs: UnsafeMutablePointer<UnsafePointer<Double>>,
        pOutputs: UnsafeMutablePointer<UnsafeMutablePointer<Double>>, count: vDSP_Length
    ) {
        vDSP_biquadmD(setup, pInputs, 1, pOutputs, 1, count)
    }

    public static func destroySetup(channelCount: UInt, biquadSetup: OpaquePointer) {
        if channelCount == 1 {
            vDSP_biquad_DestroySetupD(biquadSetup)
        } else {
            vDSP_biquadm_DestroySetupD(biquadSetup)
        }
    }
}
