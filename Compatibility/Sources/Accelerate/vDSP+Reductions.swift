// One number from a vector. Empty vectors give what vDSP gives for no elements.

import CAccelerate

// MARK: - Single precision

extension vDSP {
    /// Returns the greatest element.
    public static func maximum<U: AccelerateBuffer>(_ vector: U) -> Float where U.Element == Float {
        var result: Float = 0
        read(vector) { a, n in vDSP_maxv(a, 1, &result, n) }
        return result
    }

    /// Returns the greatest magnitude.
    public static func maximumMagnitude<U: AccelerateBuffer>(_ vector: U) -> Float where U.Element == Float {
        var result: Float = 0
        read(vector) { a, n in vDSP_maxmgv(a, 1, &result, n) }
        return result
    }

    /// Returns the least element.
    public static func minimum<U: AccelerateBuffer>(_ vector: U) -> Float where U.Element == Float {
        var result: Float = 0
        read(vector) { a, n in vDSP_minv(a, 1, &result, n) }
        return result
    }

    /// Returns the sum of the elements.
    public static func sum<U: AccelerateBuffer>(_ vector: U) -> Float where U.Element == Float {
        var result: Float = 0
        read(vector) { a, n in vDSP_sve(a, 1, &result, n) }
        return result
    }

    /// Returns the sum of the squares.
    public static func sumOfSquares<U: AccelerateBuffer>(_ vector: U) -> Float where U.Element == Float {
        var result: Float = 0
        read(vector) { a, n in vDSP_svesq(a, 1, &result, n) }
        return result
    }

    /// Returns the sum of the magnitudes.
    public static func sumOfMagnitudes<U: AccelerateBuffer>(_ vector: U) -> Float where U.Element == Float {
        var result: Float = 0
        read(vector) { a, n in vDSP_svemg(a, 1, &result, n) }
        return result
    }

    /// Returns the mean of the squares.
    public static func meanSquare<U: AccelerateBuffer>(_ vector: U) -> Float where U.Element == Float {
        var result: Float = 0
        read(vector) { a, n in vDSP_measqv(a, 1, &result, n) }
        return result
    }

    /// Returns the mean of the magnitudes.
    public static func meanMagnitude<U: AccelerateBuffer>(_ vector: U) -> Float where U.Element == Float {
        var result: Float = 0
        read(vector) { a, n in vDSP_meamgv(a, 1, &result, n) }
        return result
    }

    /// Returns the mean.
    public static func mean<U: AccelerateBuffer>(_ vector: U) -> Float where U.Element == Float {
        var result: Float = 0
        read(vector) { a, n in vDSP_meanv(a, 1, &result, n) }
        return result
    }

    /// Returns the square root of the mean of the squares.
    public static func rootMeanSquare<U: AccelerateBuffer>(_ vector: U) -> Float where U.Element == Float {
        var result: Float = 0
        read(vector) { a, n in vDSP_rmsqv(a, 1, &result, n) }
        return result
    }

    /// Returns the sum of the elements and the sum of their squares.
    public static func sumAndSumOfSquares<U: AccelerateBuffer>(_ vector: U) -> (elementsSum: Float, squaresSum: Float)
    where U.Element == Float {
        var sum: Float = 0
        var squares: Float = 0
        read(vector) { a, n in vDSP_sve_svesq(a, 1, &sum, &squares, n) }
        return (sum, squares)
    }

    /// Returns the place of the greatest element, and the element.
    public static func indexOfMaximum<U: AccelerateBuffer>(_ vector: U) -> (UInt, Float) where U.Element == Float {
        var result: Float = 0
        var index: vDSP_Length = 0
        read(vector) { a, n in vDSP_maxvi(a, 1, &result, &index, n) }
        return (index, result)
    }

    /// Returns the place of the greatest magnitude, and the magnitude.
    public static func indexOfMaximumMagnitude<U: AccelerateBuffer>(_ vector: U) -> (UInt, Float)
    where U.Element == Float {
        var result: Float = 0
        var index: vDSP_Length = 0
        read(vector) { a, n in vDSP_maxmgvi(a, 1, &result, &index, n) }
        return (index, result)
    }

    /// Returns the place of the least element, and the element.
    public static func indexOfMinimum<U: AccelerateBuffer>(_ vector: U) -> (UInt, Float) where U.Element == Float {
        var result: Float = 0
        var index: vDSP_Length = 0
        read(vector) { a, n in vDSP_minvi(a, 1, &result, &index, n) }
        return (index, result)
    }

    /// Returns the dot product.
    public static func dot<T: AccelerateBuffer, U: AccelerateBuffer>(_ vectorA: T, _ vectorB: U) -> Float
    where T.Element == Float, U.Element == Float {
        precondition(vectorA.count == vectorB.count, "the vectors have different counts")
        var result: Float = 0
        read(vectorA) { a, n in read(vectorB) { b, _ in vDSP_dotpr(a, 1, b, 1, &result, n) } }
        return result
    }

    /// Returns the squared distance of two points.
    public static func distanceSquared<U: AccelerateBuffer, V: AccelerateBuffer>(_ pointA: U, _ pointB: V) -> Float
    where U.Element == Float, V.Element == Float {
        precondition(pointA.count == pointB.count, "the points have different counts")
        var result: Float = 0
        read(pointA) { a, n in read(pointB) { b, _ in vDSP_distancesq(a, 1, b, 1, &result, n) } }
        return result
    }
}

// MARK: - Double precision

extension vDSP {
    /// Returns the greatest element.
    public static func maximum<U: AccelerateBuffer>(_ vector: U) -> Double where U.Element == Double {
        var result: Double = 0
        read(vector) { a, n in vDSP_maxvD(a, 1, &result, n) }
        return result
    }

    /// Returns the greatest magnitude.
    public static func maximumMagnitude<U: AccelerateBuffer>(_ vector: U) -> Double where U.Element == Double {
        var result: Double = 0
        read(vector) { a, n in vDSP_maxmgvD(a, 1, &result, n) }
        return result
    }

    /// Returns the least element.
    public static func minimum<U: AccelerateBuffer>(_ vector: U) -> Double where U.Element == Double {
        var result: Double = 0
        read(vector) { a, n in vDSP_minvD(a, 1, &result, n) }
        return result
    }

    /// Returns the sum of the elements.
    public static func sum<U: AccelerateBuffer>(_ vector: U) -> Double where U.Element == Double {
        var result: Double = 0
        read(vector) { a, n in vDSP_sveD(a, 1, &result, n) }
        return result
    }

    /// Returns the sum of the squares.
    public static func sumOfSquares<U: AccelerateBuffer>(_ vector: U) -> Double where U.Element == Double {
        var result: Double = 0
        read(vector) { a, n in vDSP_svesqD(a, 1, &result, n) }
        return result
    }

    /// Returns the sum of the magnitudes.
    public static func sumOfMagnitudes<U: AccelerateBuffer>(_ vector: U) -> Double where U.Element == Double {
        var result: Double = 0
        read(vector) { a, n in vDSP_svemgD(a, 1, &result, n) }
        return result
    }

    /// Returns the mean of the squares.
    public static func meanSquare<U: AccelerateBuffer>(_ vector: U) -> Double where U.Element == Double {
        var result: Double = 0
        read(vector) { a, n in vDSP_measqvD(a, 1, &result, n) }
        return result
    }

    /// Returns the mean of the magnitudes.
    public static func meanMagnitude<U: AccelerateBuffer>(_ vector: U) -> Double where U.Element == Double {
        var result: Double = 0
        read(vector) { a, n in vDSP_meamgvD(a, 1, &result, n) }
        return result
    }

    /// Returns the mean.
    public static func mean<U: AccelerateBuffer>(_ vector: U) -> Double where U.Element == Double {
        var result: Double = 0
        read(vector) { a, n in vDSP_meanvD(a, 1, &result, n) }
        return result
    }

    /// Returns the square root of the mean of the squares.
    public static func rootMeanSquare<U: AccelerateBuffer>(_ vector: U) -> Double where U.Element == Double {
        var result: Double = 0
        read(vector) { a, n in vDSP_rmsqvD(a, 1, &result, n) }
        return result
    }

    /// Returns the sum of the elements and the sum of their squares.
    public static func sumAndSumOfSquares<U: AccelerateBuffer>(_ vector: U) -> (elementsSum: Double, squaresSum: Double)
    where U.Element == Double {
        var sum: Double = 0
        var squares: Double = 0
        read(vector) { a, n in vDSP_sve_svesqD(a, 1, &sum, &squares, n) }
        return (sum, squares)
    }

    /// Returns the place of the greatest element, and the element.
    public static func indexOfMaximum<U: AccelerateBuffer>(_ vector: U) -> (UInt, Double) where U.Element == Double {
        var result: Double = 0
        var index: vDSP_Length = 0
        read(vector) { a, n in vDSP_maxviD(a, 1, &result, &index, n) }
        return (index, result)
    }

    /// Returns the place of the greatest magnitude, and the magnitude.
    public static func indexOfMaximumMagnitude<U: AccelerateBuffer>(_ vector: U) -> (UInt, Double)
    where U.Element == Double {
        var result: Double = 0
        var index: vDSP_Length = 0
        read(vector) { a, n in vDSP_maxmgviD(a, 1, &result, &index, n) }
        return (index, result)
    }

    /// Returns the place of the least element, and the element.
    public static func indexOfMinimum<U: AccelerateBuffer>(_ vector: U) -> (UInt, Double) where U.Element == Double {
        var result: Double = 0
        var index: vDSP_Length = 0
        read(vector) { a, n in vDSP_minviD(a, 1, &result, &index, n) }
        return (index, result)
    }

    /// Returns the dot product.
    public static func dot<T: AccelerateBuffer, U: AccelerateBuffer>(_ vectorA: T, _ vectorB: U) -> Double
    where T.Element == Double, U.Element == Double {
        precondition(vectorA.count == vectorB.count, "the vectors have different counts")
        var result: Double = 0
        read(vectorA) { a, n in read(vectorB) { b, _ in vDSP_dotprD(a, 1, b, 1, &result, n) } }
        return result
    }

    /// Returns the squared distance of two points.
    public static func distanceSquared<U: AccelerateBuffer, V: AccelerateBuffer>(_ pointA: U, _ pointB: V) -> Double
    where U.Element == Double, V.Element == Double {
        precondition(pointA.count == pointB.count, "the points have different counts")
        var result: Double = 0
        read(pointA) { a, n in read(pointB) { b, _ in vDSP_distancesqD(a, 1, b, 1, &result, n) } }
        return result
    }
}
