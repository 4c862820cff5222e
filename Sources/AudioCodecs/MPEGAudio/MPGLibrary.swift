import AudioCore
import CMPG123

/// libmpg123, loaded when a decoder of MPEG audio is first needed.
enum MPGLibrary {
    static var isAvailable: Bool { MPGUnavailable() == nil }

    /// What is thrown where neither library is there that decodes MPEG audio.
    static var missing: AudioError {
        let reason = MPGUnavailable().map { String(cString: $0) } ?? ""
        return .converterFormat.because("this format needs libmpg123 or libavcodec: \(reason)")
    }
}
