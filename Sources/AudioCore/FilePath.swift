/// The path of a file in the file system's form: any bytes but zero, which need not be UTF-8.
package struct FilePath: Hashable, Sendable, CustomStringConvertible {
    /// The bytes with a terminating zero, as C functions take them.
    package let bytes: [CChar]

    package init(_ text: String) { bytes = Array(text.utf8CString) }

    /// - Parameter bytes: up to the first zero, or all of them.
    package init(bytes: some Sequence<UInt8>) {
        self.bytes = bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    }

    /// The path as text for display. Bytes that are not UTF-8 are replaced.
    package var description: String { String(decoding: plainBytes, as: UTF8.self) }

    /// The path with `text` appended.
    package func appending(_ text: String) -> FilePath {
        FilePath(bytes: plainBytes + Array(text.utf8))
    }

    /// The bytes without the terminating zero.
    package var plainBytes: [UInt8] { bytes.dropLast().map { UInt8(bitPattern: $0) } }

    /// The folder that the file is in.
    package var folder: FilePath {
        let name = bytes.dropLast()
        guard let slash = name.lastIndex(of: CChar(UInt8(ascii: "/"))) else { return FilePath(".") }
        return FilePath(bytes: name[...slash].map { UInt8(bitPattern: $0) })
    }
}

/// A type whose values can be file paths.
package protocol FileName {
    var filePath: FilePath { get }
}

extension FilePath: FileName {
    package var filePath: FilePath { self }
}

extension String: FileName {
    package var filePath: FilePath { FilePath(self) }
}
