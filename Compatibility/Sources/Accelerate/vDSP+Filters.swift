// Convolution, filters and sums of neighbors.

import CAccelerate

// MARK: - Single precision

extension vDSP {
    /// Convolves a vector with a kernel: the kernel is reversed. There are vector.count - kernel.count + 1 results.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T, withKernel kernel: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(max(vector.count - kernel.count + 1, 0)) { convolve(vector, withKernel: kernel, result: &$0) }
    }

    /// Convolves a vector with a kernel: the kernel is reversed. There are vector.count - kernel.count + 1 results, and stores the results.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T, withKernel kernel: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        let count = vDSP_Length(result.count)
        precondition(kernel.count > 0, "the kernel is empty")
        precondition(vector.count >= result.count + kernel.count - 1, "the vector is too short")
        write(&result) { r in
            read(vector) { a, _ in read(kernel) { f, p in vDSP_conv(a, 1, f + Int(p) - 1, -1, r, 1, count, p) } }
        }
    }

    /// Correlates a vector with a kernel. There are vector.count - kernel.count + 1 results.
    public static func correlate<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T, withKernel kernel: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(max(vector.count - kernel.count + 1, 0)) { correlate(vector, withKernel: kernel, result: &$0) }
    }

    /// Correlates a vector with a kernel. There are vector.count - kernel.count + 1 results, and stores the results.
    public static func correlate<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T, withKernel kernel: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        let count = vDSP_Length(result.count)
        precondition(vector.count >= result.count + kernel.count - 1, "the vector is too short")
        write(&result) { r in read(vector) { a, _ in read(kernel) { f, p in vDSP_conv(a, 1, f, 1, r, 1, count, p) } } }
    }

    /// Convolves an image with 3 rows of 3 elements. Border pixels become 0.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T, rowCount: Int, columnCount: Int, with3x3Kernel kernel: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(vector.count) {
            convolve(vector, rowCount: rowCount, columnCount: columnCount, with3x3Kernel: kernel, result: &$0)
        }
    }

    /// Convolves an image with 3 rows of 3 elements. Border pixels become 0, and stores the results.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T, rowCount: Int, columnCount: Int, with3x3Kernel kernel: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        precondition(kernel.count == 9, "the kernel has not 9 elements")
        precondition(vector.count == rowCount * columnCount, "the image has another size")
        store(vector, into: &result) { a, r, _ in
            read(kernel) { f, _ in vDSP_f3x3(a, vDSP_Length(rowCount), vDSP_Length(columnCount), f, r) }
        }
    }

    /// Convolves an image with 5 rows of 5 elements. Border pixels become 0.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T, rowCount: Int, columnCount: Int, with5x5Kernel kernel: U
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(vector.count) {
            convolve(vector, rowCount: rowCount, columnCount: columnCount, with5x5Kernel: kernel, result: &$0)
        }
    }

    /// Convolves an image with 5 rows of 5 elements. Border pixels become 0, and stores the results.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T, rowCount: Int, columnCount: Int, with5x5Kernel kernel: U, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        precondition(kernel.count == 25, "the kernel has not 25 elements")
        precondition(vector.count == rowCount * columnCount, "the image has another size")
        store(vector, into: &result) { a, r, _ in
            read(kernel) { f, _ in vDSP_f5x5(a, vDSP_Length(rowCount), vDSP_Length(columnCount), f, r) }
        }
    }

    /// Convolves an image with a kernel of odd numbers of rows and columns. Border pixels become 0.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T,
        rowCount: Int,
        columnCount: Int,
        withKernel kernel: U,
        kernelRowCount: Int,
        kernelColumnCount: Int
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(vector.count) {
            convolve(
                vector, rowCount: rowCount, columnCount: columnCount, withKernel: kernel,
                kernelRowCount: kernelRowCount, kernelColumnCount: kernelColumnCount, result: &$0)
        }
    }

    /// Convolves an image with a kernel of odd numbers of rows and columns. Border pixels become 0, and stores the results.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T,
        rowCount: Int,
        columnCount: Int,
        withKernel kernel: U,
        kernelRowCount: Int,
        kernelColumnCount: Int,
        result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        precondition(kernel.count == kernelRowCount * kernelColumnCount, "the kernel has another size")
        precondition(vector.count == rowCount * columnCount, "the image has another size")
        let rows = vDSP_Length(rowCount)
        let columns = vDSP_Length(columnCount)
        store(vector, into: &result) { a, r, _ in
            read(kernel) { f, _ in
                vDSP_imgfir(a, rows, columns, f, r, vDSP_Length(kernelRowCount), vDSP_Length(kernelColumnCount))
            }
        }
    }

    /// Filters a vector and keeps one result in `decimationFactor`.
    public static func downsample<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ source: U, decimationFactor: Int, filter: T
    ) -> [Float] where T.Element == Float, U.Element == Float {
        made(max((source.count - filter.count) / decimationFactor + 1, 0)) {
            downsample(source, decimationFactor: decimationFactor, filter: filter, result: &$0)
        }
    }

    /// Filters a vector and keeps one result in `decimationFactor`, and stores the results.
    public static func downsample<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ source: U, decimationFactor: Int, filter: T, result: inout Result
    ) where T.Element == Float, U.Element == Float, Result.Element == Float {
        let count = vDSP_Length(result.count)
        precondition(
            result.count == 0 || source.count >= decimationFactor * (result.count - 1) + filter.count,
            "the vector is too short")
        write(&result) { r in
            read(source) { a, _ in read(filter) { f, p in vDSP_desamp(a, decimationFactor, f, r, count, p) } }
        }
    }

    /// Filters with two zeros, the first three coefficients, and two poles. The first two results are 0.
    public static func twoPoleTwoZeroFilter<U: AccelerateBuffer>(
        _ source: U, coefficients: (Float, Float, Float, Float, Float)
    ) -> [Float] where U.Element == Float {
        made(source.count) { twoPoleTwoZeroFilter(source, coefficients: coefficients, result: &$0) }
    }

    /// Filters with two zeros, the first three coefficients, and two poles. The first two results are 0, and stores the results.
    public static func twoPoleTwoZeroFilter<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ source: U, coefficients: (Float, Float, Float, Float, Float), result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        precondition(source.count >= 2, "the vector is too short")
        let b = [coefficients.0, coefficients.1, coefficients.2, coefficients.3, coefficients.4]
        store(source, into: &result) { a, r, n in
            r.update(repeating: 0, count: 2)
            vDSP_deq22(a, 1, b, r, 1, n - 2)
        }
    }

    /// Returns sums of neighbors. There are vector.count - windowLength + 1 of them.
    public static func slidingWindowSum<U: AccelerateBuffer>(
        _ vector: U, usingWindowLength windowLength: Int
    ) -> [Float] where U.Element == Float {
        made(max(vector.count - windowLength + 1, 0)) {
            slidingWindowSum(vector, usingWindowLength: windowLength, result: &$0)
        }
    }

    /// Returns sums of neighbors. There are vector.count - windowLength + 1 of them, and stores the results.
    public static func slidingWindowSum<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, usingWindowLength windowLength: Int, result: inout Result
    ) where U.Element == Float, Result.Element == Float {
        let count = vDSP_Length(result.count)
        precondition(vector.count >= result.count + windowLength - 1, "the vector is too short")
        write(&result) { r in read(vector) { a, _ in vDSP_vswsum(a, 1, r, 1, count, vDSP_Length(windowLength)) } }
    }
}

// MARK: - Double precision

extension vDSP {
    /// Convolves a vector with a kernel: the kernel is reversed. There are vector.count - kernel.count + 1 results.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T, withKernel kernel: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(max(vector.count - kernel.count + 1, 0)) { convolve(vector, withKernel: kernel, result: &$0) }
    }

    /// Convolves a vector with a kernel: the kernel is reversed. There are vector.count - kernel.count + 1 results, and stores the results.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T, withKernel kernel: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        let count = vDSP_Length(result.count)
        precondition(kernel.count > 0, "the kernel is empty")
        precondition(vector.count >= result.count + kernel.count - 1, "the vector is too short")
        write(&result) { r in
            read(vector) { a, _ in read(kernel) { f, p in vDSP_convD(a, 1, f + Int(p) - 1, -1, r, 1, count, p) } }
        }
    }

    /// Correlates a vector with a kernel. There are vector.count - kernel.count + 1 results.
    public static func correlate<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T, withKernel kernel: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(max(vector.count - kernel.count + 1, 0)) { correlate(vector, withKernel: kernel, result: &$0) }
    }

    /// Correlates a vector with a kernel. There are vector.count - kernel.count + 1 results, and stores the results.
    public static func correlate<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T, withKernel kernel: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        let count = vDSP_Length(result.count)
        precondition(vector.count >= result.count + kernel.count - 1, "the vector is too short")
        write(&result) { r in read(vector) { a, _ in read(kernel) { f, p in vDSP_convD(a, 1, f, 1, r, 1, count, p) } } }
    }

    /// Convolves an image with 3 rows of 3 elements. Border pixels become 0.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T, rowCount: Int, columnCount: Int, with3x3Kernel kernel: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(vector.count) {
            convolve(vector, rowCount: rowCount, columnCount: columnCount, with3x3Kernel: kernel, result: &$0)
        }
    }

    /// Convolves an image with 3 rows of 3 elements. Border pixels become 0, and stores the results.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T, rowCount: Int, columnCount: Int, with3x3Kernel kernel: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        precondition(kernel.count == 9, "the kernel has not 9 elements")
        precondition(vector.count == rowCount * columnCount, "the image has another size")
        store(vector, into: &result) { a, r, _ in
            read(kernel) { f, _ in vDSP_f3x3D(a, vDSP_Length(rowCount), vDSP_Length(columnCount), f, r) }
        }
    }

    /// Convolves an image with 5 rows of 5 elements. Border pixels become 0.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T, rowCount: Int, columnCount: Int, with5x5Kernel kernel: U
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(vector.count) {
            convolve(vector, rowCount: rowCount, columnCount: columnCount, with5x5Kernel: kernel, result: &$0)
        }
    }

    /// Convolves an image with 5 rows of 5 elements. Border pixels become 0, and stores the results.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T, rowCount: Int, columnCount: Int, with5x5Kernel kernel: U, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        precondition(kernel.count == 25, "the kernel has not 25 elements")
        precondition(vector.count == rowCount * columnCount, "the image has another size")
        store(vector, into: &result) { a, r, _ in
            read(kernel) { f, _ in vDSP_f5x5D(a, vDSP_Length(rowCount), vDSP_Length(columnCount), f, r) }
        }
    }

    /// Convolves an image with a kernel of odd numbers of rows and columns. Border pixels become 0.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ vector: T,
        rowCount: Int,
        columnCount: Int,
        withKernel kernel: U,
        kernelRowCount: Int,
        kernelColumnCount: Int
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(vector.count) {
            convolve(
                vector, rowCount: rowCount, columnCount: columnCount, withKernel: kernel,
                kernelRowCount: kernelRowCount, kernelColumnCount: kernelColumnCount, result: &$0)
        }
    }

    /// Convolves an image with a kernel of odd numbers of rows and columns. Border pixels become 0, and stores the results.
    public static func convolve<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: T,
        rowCount: Int,
        columnCount: Int,
        withKernel kernel: U,
        kernelRowCount: Int,
        kernelColumnCount: Int,
        result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        precondition(kernel.count == kernelRowCount * kernelColumnCount, "the kernel has another size")
        precondition(vector.count == rowCount * columnCount, "the image has another size")
        let rows = vDSP_Length(rowCount)
        let columns = vDSP_Length(columnCount)
        store(vector, into: &result) { a, r, _ in
            read(kernel) { f, _ in
                vDSP_imgfirD(a, rows, columns, f, r, vDSP_Length(kernelRowCount), vDSP_Length(kernelColumnCount))
            }
        }
    }

    /// Filters a vector and keeps one result in `decimationFactor`.
    public static func downsample<T: AccelerateBuffer, U: AccelerateBuffer>(
        _ source: U, decimationFactor: Int, filter: T
    ) -> [Double] where T.Element == Double, U.Element == Double {
        made(max((source.count - filter.count) / decimationFactor + 1, 0)) {
            downsample(source, decimationFactor: decimationFactor, filter: filter, result: &$0)
        }
    }

    /// Filters a vector and keeps one result in `decimationFactor`, and stores the results.
    public static func downsample<T: AccelerateBuffer, U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ source: U, decimationFactor: Int, filter: T, result: inout Result
    ) where T.Element == Double, U.Element == Double, Result.Element == Double {
        let count = vDSP_Length(result.count)
        precondition(
            result.count == 0 || source.count >= decimationFactor * (result.count - 1) + filter.count,
            "the vector is too short")
        write(&result) { r in
            read(source) { a, _ in read(filter) { f, p in vDSP_desampD(a, decimationFactor, f, r, count, p) } }
        }
    }

    /// Filters with two zeros, the first three coefficients, and two poles. The first two results are 0.
    public static func twoPoleTwoZeroFilter<U: AccelerateBuffer>(
        _ source: U, coefficients: (Double, Double, Double, Double, Double)
    ) -> [Double] where U.Element == Double {
        made(source.count) { twoPoleTwoZeroFilter(source, coefficients: coefficients, result: &$0) }
    }

    /// Filters with two zeros, the first three coefficients, and two poles. The first two results are 0, and stores the results.
    public static func twoPoleTwoZeroFilter<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ source: U, coefficients: (Double, Double, Double, Double, Double), result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        precondition(source.count >= 2, "the vector is too short")
        let b = [coefficients.0, coefficients.1, coefficients.2, coefficients.3, coefficients.4]
        store(source, into: &result) { a, r, n in
            r.update(repeating: 0, count: 2)
            vDSP_deq22D(a, 1, b, r, 1, n - 2)
        }
    }

    /// Returns sums of neighbors. There are vector.count - windowLength + 1 of them.
    public static func slidingWindowSum<U: AccelerateBuffer>(
        _ vector: U, usingWindowLength windowLength: Int
    ) -> [Double] where U.Element == Double {
        made(max(vector.count - windowLength + 1, 0)) {
            slidingWindowSum(vector, usingWindowLength: windowLength, result: &$0)
        }
    }

    /// Returns sums of neighbors. There are vector.count - windowLength + 1 of them, and stores the results.
    public static func slidingWindowSum<U: AccelerateBuffer, Result: AccelerateMutableBuffer>(
        _ vector: U, usingWindowLength windowLength: Int, result: inout Result
    ) where U.Element == Double, Result.Element == Double {
        let count = vDSP_Length(result.count)
        precondition(vector.count >= result.count + windowLength - 1, "the vector is too short")
        write(&result) { r in read(vector) { a, _ in vDSP_vswsumD(a, 1, r, 1, count, vDSP_Length(windowLength)) } }
    }
}
