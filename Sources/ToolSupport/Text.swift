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

/// Writes a line to standard error, without what would control a terminal.
public func complain(_ line: String) { write(harmless(line, STDERR_FILENO) + "\n", to: stderr) }

/// Writes text to standard error as it is: a line that is written over another one, for instance.
public func complain(controlling text: String) { write(text, to: stderr) }

/// Writes text to standard output, without what would control a terminal; `flushOutput` returns whether all of it was written.
public func show(_ text: String) { write(harmless(text, STDOUT_FILENO), to: stdout) }

private func write(_ text: String, to stream: UnsafeMutablePointer<FILE>) {
    _ = text.withFileSystemPath { fputs($0, stream) }
}

/// Text that contains names of files and texts from files, for a stream.
///
/// The bytes of names that are no UTF-8 stay what they are, so that a program that reads the output finds the file. On a
/// terminal, which may take them for control characters, they are replaced.
private func harmless(_ text: String, _ stream: Int32) -> String {
    // Most text has neither.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x09 }) { return text }
    return (isatty(stream) == 1 ? text.asPlainText : text).withoutControls
}

extension String {
    /// The text with a replacement character for each control character, DEL and those from U+0080 to U+009F among them. Tabs
    /// and the ends of lines stay.
    public var withoutControls: String {
        var (cleaned, isAfterReturn) = (String.UnicodeScalarView(), false)
        for scalar in unicodeScalars {
            // The return before the end of a line says nothing more.
            if isAfterReturn, scalar != "\n" { cleaned.append("\u{FFFD}") }
            isAfterReturn = scalar == "\r"
            if isAfterReturn { continue }
            cleaned.append(scalar.isControl && scalar != "\n" && scalar != "\t" ? "\u{FFFD}" : scalar)
        }
        if isAfterReturn { cleaned.append("\u{FFFD}") }
        return String(cleaned)
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may take the character for the beginning of a command.
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

/// Flushes standard output, so that all shown text is written.
///
/// - Returns: false where it was not: the disk is full, or the reader has closed the pipe.
public func flushOutput() -> Bool {
    fflush(stdout) == 0 && ferror(stdout) == 0
}
