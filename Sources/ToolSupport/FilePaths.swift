import AudioToolbox
import Foundation

// The names of files are bytes, and Swift's text holds UTF-8 alone. In the tools a byte of a name that is no UTF-8 is a
// character of a private plane, U+10FF80 to U+10FFFF, and becomes that byte again where a file is opened or its name shown.

/// The arguments of the command line, with every byte preserved. Help may be asked for with one dash, as on a Mac.
///
/// To be called first: files that are opened before may get the number of a standard stream that is missing.
public func commandLineWords() -> [String] {
    keepStandardDescriptors()
    return (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
        CommandLine.unsafeArgv[index].map { String(fileSystemPath: $0) }.map { $0 == "-help" ? "--help" : $0 }
    }
}

extension String {
    private static let escapes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

    /// The text of a path from the system.
    public init(fileSystemPath: UnsafePointer<CChar>) {
        let bytes = UnsafeRawBufferPointer(start: fileSystemPath, count: strlen(fileSystemPath))
        self.init(fileSystemBytes: bytes)
    }

    /// The text of a path's bytes, which need not be UTF-8.
    public init(fileSystemBytes bytes: some Sequence<UInt8>) {
        self.init()
        var (decoder, rest) = (UTF8(), Array(bytes)[...])
        while !rest.isEmpty {
            var input = rest.makeIterator()
            if case .scalarValue(let scalar) = decoder.decode(&input), !Self.escapes.contains(scalar.value) {
                unicodeScalars.append(scalar)
                rest = rest.dropFirst(UTF8.width(scalar))
            } else {
                unicodeScalars.append(Unicode.Scalar(0x10FF00 + UInt32(rest.removeFirst()))!)
            }
            decoder = UTF8()
        }
    }

    /// The path in the system's form.
    public var fileSystemBytes: [UInt8] {
        guard hasEscapes else { return Array(utf8) }
        return unicodeScalars.flatMap { scalar in
            Self.escapes.contains(scalar.value) ? [UInt8(scalar.value & 0xFF)] : Array(UTF8.encode(scalar)!)
        }
    }

    /// Calls `body` with the path in the system's form.
    public func withFileSystemPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        guard hasEscapes else { return withCString(body) }
        return (fileSystemBytes + [0]).withUnsafeBytes { body($0.assumingMemoryBound(to: CChar.self).baseAddress!) }
    }

    /// The text with a replacement character for each byte that is not UTF-8, for output that must be text.
    public var asPlainText: String {
        guard hasEscapes else { return self }
        return String(
            String.UnicodeScalarView(unicodeScalars.map { Self.escapes.contains($0.value) ? "\u{FFFD}" : $0 }))
    }

    /// Whether a scalar of the text represents a byte. The first UTF-8 byte of these scalars occurs in no other
    /// assigned scalar.
    private var hasEscapes: Bool {
        utf8.contains(0xF4) && unicodeScalars.contains { Self.escapes.contains($0.value) }
    }
}

/// The URL of a file by its path, which may be relative.
public func fileURL(_ path: String) -> CFURL {
    var bytes = path.fileSystemBytes
    if bytes.first != UInt8(ascii: "/"), let folder = getcwd(nil, 0) {
        bytes = Array(UnsafeRawBufferPointer(start: folder, count: strlen(folder))) + [UInt8(ascii: "/")] + bytes
        free(folder)
    }
    let plain = bytes.map { byte in
        let isPlain = byte < 0x80 && (isalnum(CInt(byte)) != 0 || "/-_.~".utf8.contains(byte))
        return isPlain ? String(UnicodeScalar(byte)) : formatted("%%%02X", UInt32(byte))
    }
    return URL(string: "file://" + plain.joined())! as CFURL
}
