import AudioCore
import Foundation

/// The path of a file's URL.
///
/// - Throws: `parameter` for a null reference or something else than a file's URL.
func path(_ reference: CAURLParameter) throws(AudioError) -> String {
    let url = try object(reference, as: NSURL.self)
    guard url.isFileURL, let path = url.path else { throw .parameter.because("the URL is not a file's") }
    return path
}
