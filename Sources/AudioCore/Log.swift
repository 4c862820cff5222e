import Glibc

/// Lines on the standard error for those who look for the cause of something. There are none unless the environment variable
/// `COREAUDIO_LOG` is 1.
package enum Log {
    private static let isOn = getenv("COREAUDIO_LOG").map { String(cString: $0) } == "1"

    /// Writes a line at once, so that lines of several threads do not mix. May block, as the standard error does: not for a
    /// cycle of the audio thread.
    package static func note(_ line: @autoclosure () -> String) {
        guard isOn else { return }
        let bytes = Array("coreaudio: \(line())\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
