extension ILBCSpectrum {
    /// The indices of the codebooks' vectors that are nearest to ten frequencies in radians.
    static func quantize(_ frequencies: UnsafePointer<Float>, into indices: UnsafeMutablePointer<Int16>) {
        indices[0] = nearest(frequencies, ILBCTables.lowFrequencies, 64, dimensions: 3)
        indices[1] = nearest(frequencies + 3, ILBCTables.middleFrequencies, 128, dimensions: 3)
        indices[2] = nearest(frequencies + 6, ILBCTables.highFrequencies, 128, dimensions: 4)
    }

    private static func nearest(
        _ frequencies: UnsafePointer<Float>, _ vectors: UnsafePointer<Int16>, _ count: Int, dimensions: Int
    ) -> Int16 {
        var (best, smallest) = (0, Float.infinity)
        for index in 0..<count {
            var distance: Float = 0
            for dimension in 0..<dimensions {
                let step = frequencies[dimension] * 8192 - Float(vectors[index * dimensions + dimension])
                distance += step * step
            }
            if distance < smallest { (best, smallest) = (index, distance) }
        }
        return Int16(best)
    }
}
