import AudioCore
import CFDK

/// libfdk-aac, loaded when an encoder of its is first needed.
enum FDKLibrary {
    static var isAvailable: Bool { FDKUnavailable() == nil }

    /// - Throws: `converterFormat` that says what is missing.
    static func require() throws(AudioError) {
        guard let reason = FDKUnavailable() else { return }
        throw .converterFormat.because("encoding to this format needs libfdk-aac: \(String(cString: reason))")
    }

    /// The smallest and the largest bit rate that the library takes with a configuration; nil where it does not take the
    /// configuration.
    static func bitRates(_ config: FDKConfig) -> ClosedRange<Int>? {
        guard isAvailable else { return nil }
        // What is too small or too large becomes the limit.
        let limits = [Int32(1), 10_000_000].compactMap { wanted -> Int? in
            var (config, info) = (config, FDKInfo())
            config.bitRate = wanted
            guard let encoder = FDKEncoderOpen(&config, &info) else { return nil }
            FDKEncoderClose(encoder)
            return Int(info.bitRate)
        }
        return limits.count == 2 && limits[0] <= limits[1] ? limits[0]...limits[1] : nil
    }
}
