import CKernels

/// Draws pixels of four bytes each.
package enum PixelDrawing {
    /// Pixels in memory.
    package struct Pixels {
        let kernel: CKPixels

        package init(_ base: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int) {
            kernel = CKPixels(
                base: base.assumingMemoryBound(to: UInt8.self), stride: Int64(stride), width: Int32(clamping: width),
                height: Int32(clamping: height))
        }
    }

    /// Draws a source turned and scaled.
    ///
    /// - Parameter matrix: six numbers, a to f: the pixel of the target at x and y shows the source at a x + c y + e and b x + d y + f.
    /// - Returns: false where nothing is drawn, because numbers of the matrix are too large.
    package static func draw(_ source: Pixels, to target: Pixels, _ matrix: [Double]) -> Bool {
        guard matrix.count == 6, matrix.allSatisfy({ $0.isFinite && abs($0) < 1e6 }) else { return false }
        withUnsafePointer(to: source.kernel) { source in
            withUnsafePointer(to: target.kernel) { CKDrawPixels(source, $0, matrix) }
        }
        return true
    }
}
