import AudioCore

/// How many frames an instrument's samples may have together.
///
/// Samples may share bytes of a file, so a small file could name the same ones thousands of times. An instrument may have four
/// times as many frames as the file has, and no more than a gibibyte of them.
struct SampleBudget {
    /// Float32 samples that fit into a gibibyte.
    static let most = 1 << 28
    private var left: Int

    /// - Parameter frames: of all samples of the file together.
    init(frames: Int) {
        let (product, overflows) = max(0, frames).multipliedReportingOverflow(by: 4)
        left = overflows ? Self.most : min(product, Self.most)
    }

    /// - Throws: `unitInvalidFile` where there is no room for so many frames.
    mutating func take(_ frames: Int) throws(AudioError) {
        guard frames <= left else {
            throw .unitInvalidFile.because(
                "the samples of the instrument are larger than the file justifies, or than a gibibyte")
        }
        left -= frames
    }
}
