import AudioCore
import CKernels

/// Between one buffer of frames and one buffer per channel. Real-time safe; 32-bit float.
package struct Interleave: @unchecked Sendable {
    private let loops: UnsafePointer<CKKernels>

    package init(kernels: Kernels = .best) { loops = kernels.table }

    /// Frames side by side to channels apart.
    @_noLocks package func split(
        _ input: UnsafePointer<Float>, _ output: UnsafePointer<UnsafeMutablePointer<Float>>, channels: Int, frames: Int
    ) {
        let loop = loops.pointee.deinterleave32
        // A loop of our own in C, here and below, which neither blocks nor allocates.
        realtimeTrusted {
            output.withMemoryRebound(to: UnsafeMutableRawPointer.self, capacity: channels) {
                loop(input, $0, channels, frames)
            }
        }
    }

    /// Channels apart to frames side by side.
    @_noLocks package func join(
        _ input: UnsafePointer<UnsafePointer<Float>>, _ output: UnsafeMutablePointer<Float>, channels: Int, frames: Int
    ) {
        let loop = loops.pointee.interleave32
        realtimeTrusted {
            input.withMemoryRebound(to: UnsafeRawPointer.self, capacity: channels) {
                loop($0, output, channels, frames)
            }
        }
    }
}
