@preconcurrency import Glibc

/// Text by a `printf` format. The arguments must be what the format says.
public func formatted(_ format: String, _ arguments: any CVarArg...) -> String {
    withVaList(arguments) { list in
        var buffer = [CChar](repeating: 0, count: 512)
        let length = vsnprintf(&buffer, buffer.count, format, list)
        return String(
            decoding: buffer.prefix(Int(max(0, min(length, 511)))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension String {
    /// The text behind enough blanks to fill `width` columns.
    public func paddedLeft(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}

/// Writes a line, or with another `terminator` a part of one, to standard error.
public func complain(_ line: String, terminator: String = "\n") {
    _ = (line + terminator).withFileSystemPath { fputs($0, stderr) }
}

/// Writes text to standard output; `flushOutput` returns whether all of it was written.
public func show(_ text: String) {
    _ = text.withFileSystemPath { fputs($0, stdout) }
}

/// Flushes standard output, so that all shown text is written.
///
/// - Returns: false where it was not: the disk is full, or the reader has closed the pipe.
public func flushOutput() -> Bool {
    fflush(stdout) == 0 && ferror(stdout) == 0
}
