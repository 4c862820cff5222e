import Foundation

/// Programs that are not ours.
package enum OtherProgram {
    /// Whether `name` stands in a directory of PATH.
    package static func exists(_ name: String) -> Bool {
        guard let path = getenv("PATH") else { return false }
        return String(cString: path).split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// Whether the development packages of these libraries are installed, by pkg-config's names for them.
    package static func finds(_ libraries: String) -> Bool {
        exists("pkg-config") && run("pkg-config --exists \(libraries)") == 0
    }

    /// Runs a shell command line and returns its exit status.
    package static func run(_ commandLine: String) -> Int32 { system(commandLine) }

    /// Bytes of a file, or nil where it cannot be read.
    package static func bytes(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var result: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&block, 1, block.count, file)
            if count == 0 { return result }
            result.append(contentsOf: block[..<count])
        }
    }

    package static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "wb") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    /// A new directory in the folder for temporary files; remove it with `remove`.
    package static func temporaryDirectory() -> String {
        var template = Array((NSTemporaryDirectory() + "coreaudio-tests-XXXXXX").utf8CString)
        return String(cString: mkdtemp(&template))
    }

    package static func remove(_ directory: String) { _ = run("rm -rf '\(directory)'") }
}
