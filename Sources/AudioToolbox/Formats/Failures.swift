package import AudioCore
package import Foundation

// How errors and broken conditions of the classes reach a program: docs/ObjectiveC.md.

/// The domain of the errors that `AVAudioFile` throws.
package let audioErrorDomain = "com.apple.coreaudio.avfaudio"

extension AudioError {
    /// The error with its status as the code and its reason for people.
    ///
    /// - Parameters:
    ///   - domain: the error's.
    ///   - call: the C function that stands for what failed, under the key "failed call"; nil for none.
    ///   - description: what failed, in place of Foundation's words for the code; nil for those.
    package func error(domain: String, call: String? = nil, description: String? = nil) -> NSError {
        var info: [String: Any] = [NSLocalizedFailureReasonErrorKey: reason]
        if let call { info["failed call"] = call }
        if let description { info[NSLocalizedDescriptionKey] = description }
        return NSError(domain: domain, code: Int(status), userInfo: info)
    }
}

/// Runs `body` and turns what the engine throws into the `NSError` of a file's call. The one place where that happens.
package func throwingErrors<Result>(call: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as AudioError {
        throw error.error(domain: audioErrorDomain, call: call)
    }
}

/// Ends the program where Apple's classes raise an exception, with the text of that exception.
package func require(_ condition: Bool, _ text: @autoclosure () -> String) {
    guard !condition else { return }
    let reason = "required condition is false: \(text())"
    fatalError("*** Terminating app due to uncaught exception '\(audioErrorDomain)', reason: '\(reason)'")
}
